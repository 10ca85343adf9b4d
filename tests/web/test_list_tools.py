"""Beside the builder: suggestions, damage, comparing, miniatures, history, bin, and the way to a table."""

import html
import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.armies.kept import Kept
from companion.play.armies.suggest import Suggestion, fill
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal
from companion.web import suggesting
from companion.web.suggesting import SUGGESTING
from tests.web.builder import Builder, filled
from tests.web.phones import Sitting
from tests.web.test_card_games import make


def test_suggestions_are_legal_and_undone_in_one_tap(builder: Builder) -> None:
    for taste in ("balanced", "cavalry"):
        suggested(builder, what="new", taste=taste)
        assert "Legal at level 3" in builder.page("/check")
    before = builder.kept.army
    suggested(builder, what="new", taste="elite")
    builder.client.post(builder.url + "/undo", data={"key": builder.key()})
    assert builder.kept.army == before
    assert builder.client.post(builder.url + "/suggest", data={"taste": "sweet"}).status_code == 422
    assert builder.client.get(builder.url + "/suggest?taste=sweet").status_code == 422
    builder.did("add", unit="naginata-sohei")
    refused = builder.client.post(builder.url + "/suggest", data={"what": "fill", "key": builder.key()})
    assert refused.status_code == 422
    assert "Fix this first" in refused.text, "nothing is filled around what cannot be"


def test_a_suggestion_made_in_another_process_is_the_one_this_process_would_make() -> None:
    apart = suggesting.fill(Army("kuge", 4), "shooting", 7, None)
    assert apart == fill(Army("kuge", 4), "shooting", 7)
    assert isinstance(apart, Suggestion)
    assert suggesting.fill(apart.army, "foot", 7, None) == fill(apart.army, "foot", 7)
    refused = suggesting.fill(Army("buke", 3), "balanced", 0, {})
    assert isinstance(refused, Refusal)
    assert refused == fill(Army("buke", 3), owned={})


def test_while_none_can_be_made_it_says_so_and_makes_one_later(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder.did("add", unit="no-dachi-samurai")
    before, form = builder.kept, {"what": "fill", "key": builder.key()}
    SUGGESTING.close()
    with monkeypatch.context() as broken:
        broken.setattr("sys.executable", "/nowhere/python")  # so no process can be begun
        answer = builder.client.post(builder.url + "/suggest", data=form)
    assert answer.status_code == 503
    assert "No list can be suggested at the moment. Try again in a few seconds." in answer.text
    assert int(answer.headers["Retry-After"]) > 0
    assert builder.kept == before
    assert builder.client.post(builder.url + "/suggest", data=form).status_code in (200, 303)
    assert len(builder.kept.army.units) > 1


def suggested(builder: Builder, **form: Any) -> str:
    """The page a suggestion leads to."""
    done = builder.client.post(builder.url + "/suggest", data={"key": builder.key(), **form})
    assert done.status_code == 303, done.text
    return builder.page(done.headers["Location"].removeprefix(builder.url))


def part(page: str, title: str) -> str:
    """What stands under a heading."""
    return page.split(title, 1)[1].split("<h2", 1)[0] if title in page else ""


def test_what_a_suggestion_brought_is_told_with_its_reasons(builder: Builder) -> None:
    builder.did("add", unit="no-dachi-samurai")
    builder.did("name", id="u1", name="Mine")
    page = suggested(builder, what="fill", taste="foot")
    assert "Suggested: foot" in page
    army = builder.kept.army
    assert len(army.units) > 2
    assert "<b>Mine" in part(page, "What stayed")
    new = part(page, "What is new, and why")
    assert "<b>Mine" not in new
    assert "leads from" in new
    assert new.count("<dt>") == new.count("<dd>") == len(army.units) + len(army.characters) - 1
    assert "Katana Samurai (AT 5 against 6)" in page
    assert "What is new" not in builder.page("/suggest")
    for _ in range(30):
        before = builder.kept.army
        answer = builder.client.post(builder.url + "/suggest", data={"what": "fill", "key": builder.key()})
        if builder.kept.army == before:
            break
    assert answer.status_code == 200
    assert "The list is full already" in answer.text


def asked_again(page: str) -> dict[str, str]:
    """What the page's form sends along of the suggestion it shows."""
    return dict(re.findall(r'name="(since|base)" value="(\d+)"', page))


def test_another_one_takes_the_place_of_the_last_and_keeps_what_was_there_before(builder: Builder) -> None:
    builder.did("add", unit="no-dachi-samurai")
    page, seen = suggested(builder, what="fill", taste="balanced"), set()
    for _ in range(3):
        page = suggested(builder, what="fill", taste="balanced", **asked_again(page))
        assert part(page, "What stayed").count("<dt>") == 1
        seen.add(repr(builder.kept.army))
    assert len(seen) > 1
    again = asked_again(page)
    builder.did("name", id="u1", name="Later")
    assert asked_again(builder.page(f"/suggest?since={again['since']}&base={again['base']}")) == {}
    before = builder.kept.army
    builder.client.post(builder.url + "/suggest", data={"what": "fill", **again, "key": builder.key()})
    assert {one.id for one in before.units} <= {one.id for one in builder.kept.army.units}, "it was changed: all stays"
    for query in ("?since=" + "9" * 40, f"?since={builder.kept.seq}&base=999999", f"?since={builder.kept.seq}"):
        assert builder.client.get(builder.url + "/suggest" + query).status_code == 200


def test_a_double_tap_suggests_once_and_both_answers_lead_there(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is the second suggestion, which begins from the list as the first found it."""
    builder.did("add", unit="no-dachi-samurai")
    page = ""
    for edit in (1, 2):
        form = {"what": "fill", "taste": "balanced", "key": builder.key(), **asked_again(page)}
        before = builder.kept.seq
        first = builder.client.post(builder.url + "/suggest", data=form)
        with monkeypatch.context() as solved:
            solved.setattr(SUGGESTING, "ask", lambda *_asked, **_besides: pytest.fail("it is solved already"))
            second = builder.client.post(builder.url + "/suggest", data=form)
            other = builder.client.post(builder.url + "/suggest", data=form | {"taste": "foot"})
            stays = builder.client.post(builder.url + "/suggest", data=form | {"chosen": "yes", "stays": ["u1"]})
        assert (first.status_code, second.status_code) == (303, 303), edit
        assert second.headers["Location"] == first.headers["Location"]
        assert builder.kept.seq == before + 1
        assert {(one.status_code, "was taken for an earlier one" in one.text) for one in (other, stays)} == {
            (422, True)
        }
        page = builder.client.get(second.headers["Location"]).text
        assert asked_again(page) == {"since": str(before + 1), "base": "2"}


def test_two_touches_that_are_solved_at_once_make_one_suggestion(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder.did("add", unit="no-dachi-samurai")
    form, ask, first = {"what": "fill", "taste": "balanced", "key": builder.key()}, SUGGESTING.ask, []

    def slow(*asked: Any, **besides: Any) -> Any:
        """The other touch is answered while this one waits for the solver, which finds it a poorer list."""
        monkeypatch.setattr(SUGGESTING, "ask", ask)
        first.append(builder.client.post(builder.url + "/suggest", data=form).headers["Location"])
        return replace(ask(*asked, **besides), best_koku=1)

    monkeypatch.setattr(SUGGESTING, "ask", slow)
    assert [builder.client.post(builder.url + "/suggest", data=form).headers["Location"]] == first
    assert builder.kept.seq == 3


def test_damage_to_nothing_there_is_is_at_no_address(builder: Builder) -> None:
    """What there is to be reckoned is in `pages/lists.page`."""
    assert builder.client.get(builder.url + "/damage?target=orcs").status_code == 404
    assert builder.client.get(builder.url + "/damage?case=song").status_code == 404


def test_a_copy_differs_in_nothing_and_is_told_apart_by_its_date(builder: Builder) -> None:
    filled(builder)
    neutral = builder.client.post(builder.url + "/compare", data={"text": "Level: 2\nYari Ashigaru × 8"}).text
    assert "Buke, level 2" in neutral, "a text that tells no path has that of this list"
    wrong = builder.client.post(builder.url + "/compare", data={"text": "nonsense"})
    assert (wrong.status_code, "nonsense" in wrong.text) == (422, True)
    twin = copied(builder)
    assert twin.army.name == "Buke, copy"
    page = builder.page(f"/compare?with={twin.id}")
    assert "Both put the same on the table." in page
    assert page.count("<tr>\n") <= 1, "no row but the head differs"
    assert f"{twin.changed_at:%d.%m.%y %H:%M} UTC" in page
    builder.did("head", name="Großer " + "W" * 53)
    assert copied(builder).army.name.endswith("WW, copy"), "a long name makes room"


def copied(builder: Builder) -> Kept:
    """A copy of the list as it is now."""
    twin = builder.client.post(builder.url + "/twin").headers["Location"].rpartition("/")[2]
    kept = builder.lists.by_edit(twin)
    assert kept is not None
    return kept


def test_counts_are_kept_as_they_are_tapped_and_by_no_look(client: FlaskClient) -> None:
    assert client.get("/lists/miniatures?kengo=many").status_code == 422
    sent = client.get("/lists/miniatures?kengo=3&orcs=9").text
    assert 'name="kengo" value="3"' in sent
    assert "data-counts" not in sent, "counts of another phone wait until they are kept"
    assert 'name="kengo" value="0"' in client.get("/lists/miniatures").text, "a look keeps nothing"
    assert client.post("/lists/miniatures", data={"yari-ashigaru": "9" * 500}).status_code == 422
    answer = client.post("/lists/miniatures", data={"kengo": "3"}, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert 'name="kengo" value="3"' in client.get("/lists/miniatures").text


# ---- bin


def test_the_bin_asks_twice(client: FlaskClient, builder: Builder) -> None:
    """What it does with a list is in `pages/lists.page`."""
    client.post(builder.url + "/bin", data={"key": builder.key()})
    assert "1 list in the trash" in client.get("/lists").text
    assert "Yes, for good" in client.get(f"/lists/bin?sure={builder.kept.id}").text


# ---- to a table


def test_a_list_is_brought_to_a_table(app: Flask, client: FlaskClient, builder: Builder) -> None:
    filled(builder)
    table = f"/t/{make(client, 'kensei', level='3')}"
    page = client.get(f"{table}/bring?seat=a")
    assert page.status_code == 200
    assert "Buke, level 3" in page.text
    done = client.post(f"{table}/bring", data={"seat": "a", "list": builder.kept.id, "key": builder.key()})
    assert done.status_code == 303, done.text
    own = client.get(table).text
    assert "First &lt;spears&gt;" in own
    assert "Agreed: level 3" in own
    assert "Special characters: 2; level 3 allows 1." in own
    other = app.test_client()
    other.post(f"{table}/sit", data={"seat": "b", "player": "Ben"})
    assert "&lt;spears&gt;" not in other.get(table).text
    assert other.get(f"{table}/bring?seat=a").status_code == 404
    assert other.get(f"{table}/bring?seat=b").status_code == 200
    pasted = other.post(
        f"{table}/bring", data={"seat": "b", "text": "X [Sohei, level 2]\n1. Naginata Sohei × 4", "key": builder.key()}
    )
    assert pasted.status_code == 303
    assert "Naginata Sohei" in other.get(table).text
    wrong = other.post(f"{table}/bring", data={"seat": "b", "text": "nonsense", "key": builder.key()})
    assert wrong.status_code == 422
    assert "nonsense" in wrong.text
    nothing = other.post(f"{table}/bring", data={"seat": "b", "key": builder.key()})
    assert nothing.status_code == 422


def test_a_suggestion_keeps_to_the_own_miniatures_and_says_why(builder: Builder) -> None:
    assert "Count your miniatures" in builder.page("/suggest")
    owned = {"yari-ashigaru": "14", "katana-samurai": "12", "yumi-samurai": "6", "kengo": "2", "busho-buke": "1",
             "daisho-samurai": "2"}  # fmt: skip
    builder.client.post("/lists/miniatures", data=owned)
    assert "Only my miniatures" in builder.page("/suggest")
    form = {"what": "new", "taste": "balanced", "own": "yes"}
    answer = builder.client.post(builder.url + "/suggest", data={**form, "key": builder.key()})
    assert answer.status_code in (200, 303)
    army = builder.kept.army
    assert {entry.unit for entry in army.units} | {one.character for one in army.characters} <= owned.keys()
    page = builder.page("/suggest")
    assert "Why each was chosen" in page
    assert "leads, with" in page
    builder.client.post("/lists/miniatures", data=dict.fromkeys(owned, "0") | {"kengo": "1"})
    refused = builder.client.post(builder.url + "/suggest", data={**form, "key": builder.key()})
    assert refused.status_code == 422
    assert "Your miniatures are not enough" in refused.text


def test_a_list_that_is_made_from_a_table_leads_back_to_it(app: Flask) -> None:
    sitting = Sitting(app)
    client, table = sitting.ana.client, f"/t/{sitting.id}"
    page = client.get(f"{table}/bring?seat=a").text
    (there,) = re.findall(r'href="(/lists\?[^"]*)"', page)
    assert f'name="table" value="{sitting.id}"' in client.get(html.unescape(there)).text
    stranger, form = app.test_client(), {"path": "buke", "level": 3, "table": sitting.id, "seat": "a"}
    theirs = stranger.post("/lists/new", data=form).headers["Location"]
    assert "Bring it to " not in stranger.get(theirs).text, "it is a table of others"
    at = client.post("/lists/new", data=form).headers["Location"].removesuffix("/add")
    for one in ("", "/add", "/check", "/more"):
        assert "Bring it to " in client.get(at + one).text
    assert "Bring it to " not in sitting.ben.client.get(at).text, "another phone that reads it"
    client.post(f"{at}/edit", data={"op": "add", "key": "add-a-unit-1", "unit": "katana-samurai"})
    done = client.post(f"{at}/play", data={"table": sitting.id, "seat": "a", "key": "bring-it-1"})
    assert done.headers["Location"] == table
    assert [piece.unit for piece in sitting.state.of("a")] == ["katana-samurai"]
    sitting.ana.act("ready")
    assert "Bring it to " not in client.get(at).text, "the table waits no longer"
