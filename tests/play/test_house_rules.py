"""House rules of the card games: a table chooses before play, the count follows, and the table says what it chose."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.play.kenjin.game import KENJIN
from companion.play.kenjin.state import Spot
from companion.play.tenno.game import TENNO
from companion.play.zipang.game import ZIPANG
from companion.rules.house import otherwise
from companion.rules.kenjin.armies import Lying
from companion.rules.kenjin.battlefield import Resolution
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable
from tests.web.test_card_games import make, tap, text

STRENGTHS = {"brute": 2, "samurai": 3}


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [(KENJIN, "palace_cards", "deployed"), (TENNO, "counted_ninja", "8"), (ZIPANG, "commander_alone", "none"),
     (ZIPANG, "drawn_pot", "shared")],
)  # fmt: skip
def test_a_table_takes_them_keeps_them_and_refuses_others(game: Any, name: str, value: str) -> None:
    table = Cardtable(game, players=2, **{name: value})
    assert getattr(table.state.house, name) == value
    assert len(otherwise(table.state.house)) == 1
    assert game.load(game.dump(table.state)) == table.state
    again = game.start(game.again(table.state, table.setup))
    assert again.house == table.state.house, "the next game is played by the same"
    assert otherwise(Cardtable(game, players=2).state.house) == ()
    refused = game.start({"players": 2, name: "else"})
    assert isinstance(refused, Refusal)
    assert [problem.path for problem in refused.problems] == [name]


def test_a_battlefield_is_fought_by_the_house_rule_of_its_table() -> None:
    armies = {"a": (Lying("lord"), Lying("brute")), "b": (Lying("samurai"),)}
    for value, strength in (("still", 2), ("placed", 3)):
        state = Cardtable(KENJIN, players=2, lord_cards=value).state
        state = replace(state, strengths=STRENGTHS, spots=(Spot("torii", ("a", "b"), armies),))
        found = state.resolution(state.spots[0])
        assert isinstance(found, Resolution)
        assert found.strength == {"a": strength, "b": 3}


@pytest.mark.parametrize("phones", ["one", "many"])
def test_the_page_asks_who_ties_only_where_the_pot_is_shared(client: FlaskClient, phones: str) -> None:
    table = make(client, "zipang", players="3", way="result", drawn_pot="shared", phones=phones)
    tap(client, table, "a", "starts", player="a", next="true")
    assert 'value="nobody">A draw' in text(client, f"/t/{table}")
    for _ in range(4):
        tap(client, table, "a", "move", source="c", target="pot")
    page = text(client, f"/t/{table}")
    assert 'value="nobody">A draw' not in page
    assert "A draw: the pot is shared" in page
    assert 'name="tied"' in page
    tap(client, table, "a", "decide", campaign="1", winner="nobody", tied="a,b", next="true")
    log = text(client, f"/t/{table}/log")
    assert "share the pot" in log
    [entry, *_] = re.findall(r"/log/(\d+)", log)
    offered = text(client, f"/t/{table}/log/{entry}")
    assert len(re.findall(r"A draw: \w+ \+", offered)) == 4, "it may have been any two, or all three"


@pytest.mark.parametrize(
    ("game", "name", "value", "said"),
    [
        ("kenjin", "palace_cards", "deployed", "all deployed"),
        ("tenno", "counted_ninja", "8", "8, its attack"),
        ("zipang", "commander_alone", "none", "nobody"),
        ("zipang", "drawn_pot", "shared", "those who tie, in equal parts"),
        ("kensei", "superiority", "flat", "+2 in all"),
    ],
)
def test_the_form_asks_and_the_table_says(client: FlaskClient, game: str, name: str, value: str, said: str) -> None:
    assert f'name="{name}" value="{value}"' in text(client, f"/new?game={game}")
    by_the_book = text(client, f"/t/{make(client, game)}/more")
    assert "House rule:" not in by_the_book
    page = text(client, f"/t/{make(client, game, **{name: value})}/more")
    assert "House rule:" in page
    assert f"<b>{said}</b>" in page
    wrong = client.post("/new", data={"game": game, "player": "Ana", name: "else"})
    assert wrong.status_code == 422
    assert "must be one of" in wrong.text
