"""What an entry of a card game's log offers in its own place; `test_every_word` previews all that is offered."""

import re
import secrets
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.kenjin.setup import FOURS
from tests.web.test_card_games import make, table_of, tap, text

Acts = tuple[tuple[str, str, dict[str, str]], ...]

ZIPANG: Acts = (
    ("a", "starts", {"player": "a"}),
    ("a", "campaign", {"number": "1"}),
    ("a", "play", {"campaign": "1", "number": "1", "card": "captain", "targets": "c"}),
    ("c", "answer", {"campaign": "1", "number": "1", "answer": "out"}),
    ("b", "play", {"campaign": "1", "number": "2", "card": "emperor"}),
    ("a", "hand", {"campaign": "1", "cards": "monk,peasant"}),
    ("b", "hand", {"campaign": "1", "cards": "merchant,peasant"}),
    ("a", "count", {"purses.a": "9"}),
    ("a", "campaign", {"number": "2"}),
    ("a", "decide", {"campaign": "2", "winner": "c"}),
)
RESULTS: Acts = (
    ("a", "starts", {"player": "a", "next": "true"}),
    ("a", "decide", {"campaign": "1", "winner": "b", "next": "true"}),
    ("a", "moved", {"campaign": "2", "card": "merchant", "player": "a"}),
    ("a", "decide", {"campaign": "2", "winner": "c", "next": "true"}),
)
KENJIN: Acts = (
    ("a", "oldest", {"player": "b"}),
    ("a", "place", {f"spots.{tile}": "ab" for tile in ("torii", "village", "bridge", "palace")}),
    ("a", "combat", {}),
    *(("a", "quick", {"battlefield": t, "winner": "a", "peasant": "true"}) for t in ("torii", "village", "bridge")),
    ("b", "quick", {"battlefield": "palace", "winner": "nobody"}),
    ("a", "cowards", {"players": "b"}),
)
TENNO: Acts = (
    ("a", "turn", {"player": "b"}),
    ("b", "duel", {"number": "1", "card": "ronin", "target": "a", "defense": "monk"}),
    ("b", "decline", {"number": "1"}),
)


def played(client: FlaskClient, game: str, players: str, acts: Acts, **choices: str) -> str:
    table = make(client, game, players=players, phones="one", battlefields="table", **choices)
    for seat, type_, form in acts:
        answer = tap(client, table, seat, type_, **form)
        assert answer.status_code == 303, re.findall(r'id="notice".*?</div>', answer.get_data(as_text=True), re.DOTALL)
    return table


def offers(page: str) -> list[dict[str, str]]:
    """The hidden fields of each form of an entry's page that puts an act in its place."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    fields = [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in forms]
    return [{name: unescape(value) for name, value in form.items()} for form in fields if form.get("what") == "act"]


def test_coins_after_a_campaign(app: Flask, client: FlaskClient) -> None:
    """The column's last entry takes coins counted anew; hands and who won stay, later campaigns follow."""
    table = played(client, "zipang", "3", ZIPANG)
    where = client.get(f"/t/{table}/column/c1.").headers["Location"]
    page = text(client, where)
    assert re.search(r'name="purses.a"[^>]*value="9"', page)
    wrong = client.post(where, data={"what": "coins", "purses.a": "lots"})
    assert wrong.status_code == 422
    assert 'value="lots"' in wrong.text
    counted = {"what": "coins", "purses.a": "8", "purses.b": "3", "purses.c": "4", "pot": "0"}
    preview = client.post(where, data=counted).text
    assert "Counted: Ana 7 → 8 and Kiri 4 → 3. 15 of 15 coins." in unescape(preview)
    seen = re.findall(r'name="seen" value="(\d+)"', preview)[0]
    done = client.post(f"{where}/amend", data={**counted, "key": secrets.token_hex(8), "seen": seen})
    assert done.status_code == 303
    view = table_of(app, table).game.view(table_of(app, table).state, None)
    assert dict(view.columns[0].purses) == {"a": 8, "b": 3, "c": 4}
    assert dict(view.columns[0].honor) == {"a": 2, "b": 0}
    assert dict(view.columns[1].purses) == {"a": 7, "b": 2, "c": 6}


@pytest.mark.parametrize(("ana", "goes_on"), [("4", True), ("0", False)])
def test_coins_after_a_campaign_that_began_the_next(app: Flask, client: FlaskClient, ana: str, goes_on: bool) -> None:
    """Coins are counted before the ante of the campaign that follows, unless somebody has none: then none follows."""
    table = played(client, "zipang", "3", RESULTS, way="result")
    assert client.get(f"/t/{table}/column/c9.").status_code == 404
    where = client.get(f"/t/{table}/column/c2.").headers["Location"]
    offered = offers(text(client, where))
    assert len(offered) > 1
    assert all("next=True" in offer["data"] for offer in offered), "a winner said anew begins the next campaign too"
    counted = {"what": "coins", "purses.a": ana, "purses.b": "5", "purses.c": str(10 - int(ana)), "pot": "0"}
    preview = client.post(where, data=counted)
    assert preview.status_code == 200, preview.text
    seen = re.findall(r'name="seen" value="(\d+)"', preview.text)[0]
    done = client.post(f"{where}/amend", data={**counted, "key": secrets.token_hex(8), "seen": seen})
    assert done.status_code == 303
    state = table_of(app, table).state
    assert dict(state.columns[1].purses) == {"a": int(ana), "b": 5, "c": 10 - int(ana)}
    assert (state.campaign is not None, state.ranking is None) == (goes_on, goes_on)
    if goes_on:
        assert (state.campaign.number, state.coins.purses) == (3, {"a": 3, "b": 4, "c": 5})
        assert state.coins.pot == 3


# ---- battlefields that the app drew


def fields_of(page: str) -> dict[str, str]:
    """What the form that enters an act anew would send as it stands."""
    [form] = [one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'value="anew"' in one]
    inputs = [dict(re.findall(r'(\w+)="([^"]*)"', one)) | {"on": one} for one in re.findall(r"<input[^>]*>", form)]
    chosen = [one for one in inputs if one.get("type") not in ("radio", "checkbox") or " checked" in one["on"]]
    return {one["name"]: one["value"] for one in chosen}


@pytest.mark.parametrize(("players", "mode"), [("2", "draw"), ("3", "draw"), ("4", "draw"), ("3", "draft")])
def test_battlefields_that_the_app_drew_are_chosen_anew(
    app: Flask, client: FlaskClient, players: str, mode: str
) -> None:
    """No dice stand there, for none were thrown; what was drawn is chosen, and another choice takes its place."""
    table = make(client, "kenjin", players=players, phones="one", battlefields=mode)
    assert tap(client, table, "a", "roll", step="tiles", app="true").status_code == 303
    state, where = table_of(app, table).state, f"/t/{table}/log/1"
    page = text(client, where)
    assert 'name="faces"' not in page
    assert "Die 1" not in page
    now = fields_of(page)
    assert (now.pop("what"), now.pop("type")) == ("anew", "offer" if mode == "draft" else "place")
    if mode == "draft":
        assert now == {"fours": ",".join(state.draft.fours), "sixes": ",".join(state.draft.sixes)}
        box = next(tile for tile in FOURS if tile not in state.draft.fours)
        other = now | {"fours": ",".join((box, *state.draft.fours[1:]))}
    else:
        lay = {f"spots.{spot.battlefield}": "".join(spot.between) for spot in state.spots}
        assert {name: between for name, between in now.items() if between} == lay
        out = next(spot for spot in state.spots if spot.battlefield in FOURS).battlefield
        box = next(tile for tile in FOURS if f"spots.{tile}" not in lay)
        other = {name: between for name, between in now.items() if name != f"spots.{out}"}
        other[f"spots.{box}"] = lay[f"spots.{out}"]
    sent = {"what": "anew", "type": "offer" if mode == "draft" else "place", **other}
    preview = client.post(where, data=sent)
    assert (preview.status_code, "This would change" in preview.text) == (200, True)
    seen = re.findall(r'name="seen" value="(\d+)"', preview.text)[0]
    assert client.post(f"{where}/amend", data={**sent, "key": secrets.token_hex(8), "seen": seen}).status_code == 303
    state = table_of(app, table).state
    assert box in (state.draft.fours if mode == "draft" else [spot.battlefield for spot in state.spots])
    again = fields_of(text(client, f"/t/{table}/log/{table_of(app, table).seq}"))
    assert {name: value for name, value in again.items() if value} == {
        name: value for name, value in sent.items() if value
    }
    few = {"what": "anew", "type": sent["type"], "fours": "", "sixes": ""}
    assert client.post(f"/t/{table}/log/{table_of(app, table).seq}", data=few).status_code == 422


# ---- why later entries fall with one that is crossed out

POTS: Acts = (
    ("a", "starts", {"player": "a", "next": "true"}),
    *(("a", "decide", {"campaign": str(n), "winner": "abcab"[n - 1], "next": "true"}) for n in range(1, 6)),
)


@pytest.mark.parametrize(
    ("acts", "gone", "way", "told"),
    [
        (ZIPANG[:8], 2, "cards", {"That campaign has not begun."}),
        (POTS, 3, "result", {"That campaign has not begun."}),
        (ZIPANG[:4], 3, "cards", {"That card has not been played."}),
        (ZIPANG, 8, "cards", set()),
    ],
)
def test_what_falls_with_an_entry_says_the_true_reason(
    client: FlaskClient, acts: Acts, gone: int, way: str, told: set[str]
) -> None:
    """A campaign that would not have begun is not said to be over, nor its cards to have been dealt with."""
    table = played(client, "zipang", "3", acts, way=way)
    page = unescape(client.post(f"/t/{table}/log/{gone}", data={"what": "strike"}).text)
    assert "This would change" in page
    for reason in told:
        assert reason in page
    for false in ("That campaign is over", "dealt with already", "has begun already"):
        assert false not in page
