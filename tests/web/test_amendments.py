"""A roll of the log counted anew: on the pad as it was when the roll was made, and each roll named once."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.phones import Sitting, attacked, closing


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    return closing(app)


def entry(sitting: Sitting, words: str) -> str:
    """The page of the newest entry whose line holds these words."""
    found = next(one for one in sitting.tables.log(sitting.id, "a") if words in str(one.text))
    return f"/log/{found.seq}"


def keys(page: TestResponse) -> dict[str, list[str]]:
    """The keys of each row that can be tapped; the chosen count is the one with a star."""
    rows = {}
    for name, row in re.findall(r'data-row="([\w.]+)"(.*?)(?=data-row=|</form>)', page.text, re.S):
        found = re.findall(r'<button class="key[^"]*" name="[^"]*" value="([^"]*)"\s*aria-pressed="(\w+)"([^>]*)>', row)
        rows[name] = [value + "*" * (pressed == "true") for value, pressed, rest in found if "disabled" not in rest]
    return rows


def sends(page: TestResponse) -> dict[str, str]:
    """What *Show what would change* sends."""
    form = next(one for one in re.findall(r"<form.*?</form>", page.text, re.S) if 'value="dice"' in one)
    assert "disabled" not in form
    return {name: unescape(value) for name, value in re.findall(r'name="([\w.]+)" value="([^"]*)"', form)}


def test_a_defense_roll_has_the_bins_of_its_pad(sitting: Sitting) -> None:
    """One plain and two marked dice: 0 to 3 of them may be saved, in one tap as on the pad."""
    attacked(sitting, 1, 2)
    pad = sitting.ben.get().text
    sitting.ben.act("roll", step=sitting.due, **{"bin.saved": 0, "bin.saved_marked": 1, "bin.tens": 1})
    page = sitting.ben.get(entry(sitting, " saved "))
    assert keys(page) == {
        "saves": ["0+0", "1+0*", "1+1", "1+2"],
        "tens": ["0", "1*", "2"],
    }
    for words in re.findall(r'class="range">(.*?)</span>', pad)[:1]:
        assert words in page.text, "the faces stand there as on the pad"
    page = sitting.ben.get(entry(sitting, " saved ") + "?was.saved=0&was.saved_marked=1&was.tens=2&bins=1%2B1")
    assert keys(page)["saves"][2] == "1+1*"
    assert keys(page)["tens"] == ["0", "1"], "two tens no longer fit: that row is asked again"
    assert re.search(r"primary\"\s*disabled", page.text)
    page = sitting.ben.get(entry(sitting, " saved ") + "?was.saved=1&was.saved_marked=1&bin.tens=1")
    preview = sitting.ben.post(entry(sitting, " saved "), **sends(page))
    assert preview.status_code == 200
    assert "saved 2" in preview.text


def test_an_attack_roll_keeps_what_goes_with_the_tap(sitting: Sitting) -> None:
    attacked(sitting, 2, 1)
    where = entry(sitting, "Katana Samurai")
    assert keys(sitting.ana.get(where)) == {
        "hits": ["0", "1", "2*", "3", "4"],
        "tens": ["0", "1*", "2", "3", "4"],
        "misses": ["0", "1*", "2", "3", "4"],
    }
    page = sitting.ana.get(where + "?was.hits=2&was.tens=1&was.misses=1&bin.hits=3")
    assert [next(key for key in row if "*" in key) for row in keys(page).values()] == ["3*", "1*", "0*"]
    for wrong in ("bin.hits=11", "bin.hits=-1", "bin.hits=x", "bin.goals=1", "bins=a%2Bb", "bins=9%2B9%2B9"):
        answer = sitting.ana.get(f"{where}?{wrong}")
        assert keys(answer) == keys(sitting.ana.get(where)), wrong
    refused = sitting.ana.post(where, what="dice", step="", **{"bin.hits": "9"})
    assert refused.status_code == 422
    assert re.search(r'id="notice"[^>]*>\s*<p>', refused.text), "a refusal has its place"
    assert 'class="problems"' not in refused.text
    assert 'class="at-play at-entry"' in refused.text


def test_one_die_to_save_with_is_one_tap(sitting: Sitting) -> None:
    attacked(sitting, 0, 1)
    sitting.ben.act("pad", step=sitting.due, bins="0+0+1")
    page = sitting.ben.get(entry(sitting, "1 not saved"))
    assert keys(page) == {"lone": ["0+1", "0+0+0", "0+0+1*"]}


def test_a_roll_that_ends_earlier_is_named_once(sitting: Sitting) -> None:
    """Three damage dice were tapped one by one; with one save more, two of them are the whole roll."""
    attacked(sitting, 1, 2)
    sitting.ben.act("roll", step=sitting.due, **{"bin.saved": 0, "bin.saved_marked": 0, "bin.tens": 0})
    for die, face in enumerate((4, 2, 3)):
        sitting.ana.act("pad", step=sitting.due, die=die, face=face)
    was = str(next(one.text for one in sitting.tables.log(sitting.id, "a") if "Damage dice 4 2 3" in str(one.text)))
    page = sitting.ben.get(entry(sitting, "saved 0") + "?was.saved=0&was.saved_marked=0&was.tens=0&bins=1%2B0")
    preview = unescape(sitting.ben.post(entry(sitting, "saved 0"), **sends(page)).text)
    assert preview.count(was) == 1
    assert re.search(rf"<s>{re.escape(was)}</s>\s*<br><b>Damage dice 4 2: ", preview)
