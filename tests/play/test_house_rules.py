"""House rules of the card games: a table chooses before play, the count follows, and the table says what it chose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.play.kenjin.game import KENJIN
from companion.play.kenjin.state import Spot
from companion.play.tenno.game import TENNO
from companion.play.zipang.game import ZIPANG
from companion.rules.house import otherwise
from companion.rules.kenjin.armies import Lying, Stack
from companion.rules.kenjin.battlefield import Resolution, resolve
from companion.rules.kenjin.house import KenjinHouse
from companion.rules.tenno.house import TennoHouse
from companion.rules.tenno.score import TennoScore, most_points, score
from companion.rules.text import Refusal
from companion.rules.zipang.aim import Aim, aim
from companion.rules.zipang.house import ZipangHouse
from tests.play.cardtable import Cardtable
from tests.web.test_card_games import make, text

STRENGTHS = {"scout": 1, "general": 3, "ashigaru": 2, "archer": 1, "samurai": 3, "brute": 2}


def army(player: str, *cards: str) -> Stack:
    return Stack(player, tuple(Lying(card) for card in cards))


def fought(tile: str, *armies: Stack, bonus: dict[str, int] | None = None, **house: Any) -> Resolution:
    found = resolve(tile, STRENGTHS, armies, bonus, None, KenjinHouse(**house))
    assert isinstance(found, Resolution), found
    return found


def test_the_palace_counts_cards_left_or_cards_deployed() -> None:
    """Ana's two Peasants fall to the Samurai: left she has as many cards, deployed she had more."""
    armies = army("ana", "peasant", "peasant", "general"), army("ben", "samurai")
    assert fought("palace", *armies).strength == {"ana": 3, "ben": 3}
    deployed = fought("palace", *armies, palace_cards="deployed")
    assert deployed.strength == {"ana": 1, "ben": 3}
    assert "more cards deployed" in " ".join(str(step) for step in deployed.steps)


def test_the_golden_temple_counts_the_supply_camp_for_the_lead_or_not() -> None:
    armies = army("ana", "general", "archer", "scout"), army("ben", "ashigaru")
    assert fought("golden-temple", *armies, bonus={"ana": 1}).winner == "ana"
    without = fought("golden-temple", *armies, bonus={"ana": 1}, temple_lead="without_camp")
    assert without.winner is None
    assert "Supply Camp does not count" in " ".join(str(step) for step in without.steps)
    behind = army("ana", "general", "archer", "scout", "brute"), army("ben", "general")
    assert fought("golden-temple", *behind, bonus={"ben": 1}).winner is None
    assert fought("golden-temple", *behind, bonus={"ben": 1}, temple_lead="without_camp").winner == "ana"


def test_the_lord_counts_who_fell_above_him_or_not() -> None:
    armies = army("ana", "lord", "brute", "scout"), army("ben", "samurai")
    assert fought("port", *armies).strength == {"ana": 3 + 1 + 1, "ben": 3}, "with the Scout face up at the Port"
    assert fought("port", *armies, lord_cards="placed").strength == {"ana": 4 + 1 + 1, "ben": 3}


def test_a_counted_ninja() -> None:
    piles: dict[str, list[str]] = {"ana": ["ninja"], "ben": ["monk"]}
    four, eight = score(piles, {}, {}), score(piles, {}, {}, TennoHouse("8"))
    assert isinstance(four, TennoScore)
    assert isinstance(eight, TennoScore)
    assert (four.ranking[0], eight.ranking[0]) == (("ben",), ("ana",))
    assert most_points(3, TennoHouse("8")) - most_points(3) == 2 * 4, "two rivals have one each"


def test_a_commander_with_one_rival_left() -> None:
    players = ("ana", "ben", "chie")
    alone, none = (aim("commander", "ana", players, ("ana", "ben"), ZipangHouse(one)) for one in ("once", "none"))
    assert isinstance(alone, Aim)
    assert isinstance(none, Aim)
    assert (alone.candidates, alone.choose) == (("ben",), 1)
    assert (none.candidates, none.choose) == ((), 0)
    both = aim("commander", "ana", players, players, ZipangHouse("none"))
    assert isinstance(both, Aim)
    assert both.choose == 2


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [(KENJIN, "palace_cards", "deployed"), (TENNO, "counted_ninja", "8"), (ZIPANG, "commander_alone", "none")],
)
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


def test_tenno_counts_by_the_house_rule_of_its_table() -> None:
    table = Cardtable(TENNO, players=2, way="score", counted_ninja="8")
    assert TENNO.view(table.state, None).counted == 8
    table.do("a", "pile", cards="ninja")
    table.do("b", "pile", cards="monk")
    result = TENNO.result(table.state)
    assert result is not None
    assert dict(result.points) == {"a": 8, "b": 5}


def test_zipang_plays_by_the_house_rule_of_its_table() -> None:
    table = Cardtable(ZIPANG, players=4, commander_alone="none")
    table.do("a", "starts", player="a")
    table.do("a", "campaign", number=1)
    table.do("a", "play", campaign=1, number=1, card="commander", targets="b,c")
    for seat in "bc":
        table.do(seat, "answer", campaign=1, number=1, answer="out")
    table.do("d", "play", campaign=1, number=2, card="commander")
    assert table.state.campaign is not None
    assert table.state.campaign.turn == "a", "nobody has to answer"


@pytest.mark.parametrize(
    ("game", "name", "value", "said"),
    [
        ("kenjin", "palace_cards", "deployed", "all deployed"),
        ("tenno", "counted_ninja", "8", "8, its attack"),
        ("zipang", "commander_alone", "none", "nobody"),
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
    assert "is one of" in wrong.text


def test_kenjin_resolves_by_the_house_rule_of_its_table() -> None:
    for value, strength in (("still", 2), ("placed", 3)):
        table = Cardtable(KENJIN, players=2, lord_cards=value)
        armies = {"a": (Lying("lord"), Lying("brute")), "b": (Lying("samurai"),)}
        state = replace(table.state, strengths=STRENGTHS, spots=(Spot("torii", ("a", "b"), armies),))
        found = state.resolution(state.spots[0])
        assert isinstance(found, Resolution)
        assert found.strength == {"a": strength, "b": 3}
