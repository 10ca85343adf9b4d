"""The two ways of a table of Kenjin, the choice of battlefields with four players, and tables older than both."""

from __future__ import annotations

import pytest

from companion.play.kenjin.game import KENJIN
from companion.rules.kenjin.cards import ENTERED
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable

NAMES = {"name.a": "Ana", "name.b": "Ben", "name.c": "Chie", "name.d": "Dai"}


def named(players: int, **setup: str) -> Cardtable:
    return Cardtable(KENJIN, players=players, **dict(list(NAMES.items())[:players]), **setup)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_score_only_goes_from_the_battlefields_to_the_combat(players: int) -> None:
    table = named(players, way="score")
    table.do("a", "roll", step="tiles", faces=(3,) * 16)
    assert table.view().phase == "combat"
    assert all(kind in ("combat", "strengths") for _, kind in table.due())
    table.refused("a", "turn", number=1)
    for spot in table.state.spots:
        table.do("a", "quick", battlefield=spot.battlefield, winner=spot.between[0])
    table.do("a", "cowards")
    assert table.result() is not None
    helped = named(players, way="help")
    helped.do("a", "roll", step="tiles", faces=(3,) * 16)
    assert ("a", "turn") in helped.due(), "with help, turns come first"


def test_strengths_of_an_earlier_table_are_looked_at_once() -> None:
    known = {f"strengths.{card}": "1" for card in ENTERED}
    table = named(2, way="help", **known)
    assert table.view().recalled
    assert table.do("a", "strengths", strengths=dict.fromkeys(ENTERED, 1)) == (
        "The Strengths of an earlier table are those of these cards."
    )
    again = KENJIN.start(KENJIN.again(table.state, table.setup))
    assert not table.state.recalled
    assert not isinstance(again, Refusal)
    assert not again.recalled, "who plays once more has looked at them"


def test_three_players_draw_what_is_on_offer_and_the_next_game_keeps_the_oldest() -> None:
    table = named(3, way="help", battlefields="draft")
    assert ("a", "layout") in table.due()
    table.do("a", "roll", step="tiles", faces=(3,) * 16)
    assert len(table.state.draft.fours) == 4
    offer = table.state.draft.fours
    table.do("a", "oldest", player="b")
    assert table.state.draft.fours == offer
    assert ("b", "choose") in table.due()
    started = KENJIN.start(KENJIN.again(table.state, table.setup))
    assert not isinstance(started, Refusal)
    assert started.oldest == "b"


def test_where_only_winners_are_tapped_the_supply_camp_names_nothing() -> None:
    drawn = (named(3, way="score") for _ in range(10))
    for face, table in enumerate(drawn):
        table.do("a", "roll", step="tiles", faces=tuple((face + place) % 10 for place in range(16)))
        if table.state.spot("supply-camp"):
            break
    winner = table.state.spot("supply-camp").between[0]
    table.do("a", "quick", battlefield="supply-camp", winner=winner)
    assert "supply" not in [kind for _, kind in table.due()]
    assert table.view().supply is None
    spot = next(spot for spot in table.state.spots if not spot.done and winner in spot.between)
    table.do(winner, "lay", battlefield=spot.battlefield, card="peasant", at=0)
    assert (winner, "supply") in table.due()


def test_a_forgotten_peasant_or_lord_is_said_later() -> None:
    """Points follow, and a slip is taken back without the winner."""
    table = named(2, way="score")
    table.do("a", "roll", step="tiles", faces=(3,) * 16)
    first, second, *_ = (spot.battlefield for spot in table.state.spots)
    for tile in (first, second):
        table.do("a", "quick", battlefield=tile, winner="a")
    points = table.view().players[0].points.total
    assert "The Lord is left: +3." in table.do("b", "left", battlefield=first, card="lord")
    assert table.view().players[0].points.total == points + 3
    table.do("a", "left", battlefield=first, without="lord")
    assert table.view().players[0].points.total == points
    table.do("a", "left", battlefield=second, card="lord")
