"""A slip in the newest line is corrected from the table itself: by its player alone, by a rival with a yes."""

from __future__ import annotations

import html
import re

from flask import Flask

from tests.web.phones import allow
from tests.web.test_card_secrets import Evening, evening

CAPTURED = ("farmer-2", "farmer-1")


def newest(table: Evening, who: str) -> str:
    """Where the newest line on this phone's table leads."""
    found = re.search(r'<a href="([^"]*strike=1)"', table.phones[who].get().text)
    return html.unescape(found[1]) if found else ""


def page_of(table: Evening, who: str, path: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(table.phones[who].client.get(path).text))


def test_a_rivals_slip_is_asked_for_in_two_taps(app: Flask) -> None:
    table = evening(app, CAPTURED)
    opened = newest(table, "b")
    shown = page_of(table, "b", opened)
    assert "<s>Duel 1: Ana attacks Ben and wins.</s>" in shown
    assert "Ask the other player" in shown
    seen = re.search(r'name="seen" value="(\d+)"', shown)
    key = re.search(r'name="key" value="([^"]+)"', shown)
    assert seen
    assert key
    path = opened.partition("?")[0]
    asked = table.ben.client.post(f"{path}/amend", data={"key": key[1], "seen": seen[1]})
    assert asked.status_code == 303
    assert "Allow" in page_of(table, "a", f"/t/{table.id}")
    allow(table.ana)
    assert "Ben corrected, with the consent of Ana: Duel 1" in page_of(table, "b", f"/t/{table.id}")
    assert "It is the turn of" not in page_of(table, "a", f"/t/{table.id}")
    assert 'name="number" value="1"' in page_of(table, "a", f"/t/{table.id}")
    assert not newest(table, "b"), "what was taken back is not taken back again"


def test_who_is_asked_reads_which_entries_fall_and_whose_they_are(app: Flask) -> None:
    """By who asks, not by whose the first of them is: Ana would strike out Ben's second duel, and her third falls."""
    table = evening(app, CAPTURED, ("samurai-8", "farmer-3"), ("daimyo", "samurai-7"))
    assert not newest(table, "watcher"), "who only watches opens nothing"
    table.undo("b")
    shown = page_of(table, "a", f"/t/{table.id}")
    assert "Ben asks to undo:" in shown
    assert "duel 2, duel 3" in shown
    assert "No longer possible then: Duel 3: Ana attacks Ben and wins." in shown
    second = table.table.seq - 1
    asked = table.ana.post(f"/log/{second}/amend", key="anas-amendment", seen=str(second + 1))
    assert asked.status_code == 303
    assert "duel 2 (Ben), duel 3" in page_of(table, "b", f"/t/{table.id}")


def test_the_newest_duel_is_entered_anew(app: Flask) -> None:
    table = evening(app, CAPTURED)
    path = newest(table, "a").partition("?")[0]
    shown = page_of(table, "a", path)
    assert "Duel 1, entered again" in shown
    assert "checked" not in shown.partition("attacks with")[2].partition("</fieldset>")[0], (
        "which cards met is not told"
    )
    form = {"what": "anew", "type": "duel", "number": "1", "card": "farmer-1", "target": "b", "defense": "farmer-2"}
    preview = table.ana.client.post(path, data=form).text
    assert "Duel 1: Ana attacks Ben, who wins." in html.unescape(preview)
    seen = re.search(r'name="seen" value="(\d+)"', preview)
    assert seen
    done = table.ana.client.post(f"{path}/amend", data={**form, "key": "amend-duel-1", "seen": seen[1]})
    assert done.status_code == 303
    assert "Duel 1: Ana attacks Ben, who wins." in page_of(table, "b", f"/t/{table.id}/log")


def test_an_older_duel_tells_nothing_by_what_would_fall(app: Flask) -> None:
    """Else cards could be tried in its place until a later duel falls, and that would name them."""
    told = []
    for third in ("farmer-3", "samurai-7"):
        table = evening(app, CAPTURED, ("samurai-8", "daimyo"), ("monk", "farmer-2"), (third, third))
        log = page_of(table, "a", f"/t/{table.id}/log")
        oldest = re.findall(r"/log/(\d+)", log.rpartition("Duel 1: ")[2])[0]
        assert "entered again" not in page_of(table, "a", f"/t/{table.id}/log/{oldest}")
        form = {"what": "anew", "type": "duel", "number": "1", "card": "geisha", "target": "b", "defense": "farmer-3"}
        answer = table.ana.client.post(f"/t/{table.id}/log/{oldest}", data=form)
        assert answer.status_code == 422
        told.append(re.search(r"This entry is secret[^<]*", html.unescape(answer.text)))
    assert told[0]
    assert told[1]
    assert told[0][0] == told[1][0]
