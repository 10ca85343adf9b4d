"""Zipang Portable kept by results: a tap says who takes the pot, and the next campaign begins with it."""

from __future__ import annotations

import pytest

from companion.play.zipang.game import ZIPANG
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable


@pytest.fixture
def table() -> Cardtable:
    """Three players in their first campaign."""
    table = Cardtable(ZIPANG, players="3", way="result", **{"name.a": "Ana", "name.b": "Ben", "name.c": "Chie"})
    said = table.do("a", "starts", player="b", next="true")
    assert said == "Ben begins. Campaign 1: everyone puts 1 coin into the pot, now 3."
    return table


def test_every_seat_is_asked_who_takes_the_pot(table: Cardtable) -> None:
    assert table.due() == [(seat, "result") for seat in "abc"]
    seen = table.view()
    assert (seen.phase, str(seen.sentence)) == ("result", "Ben begins. Who takes the pot in the end?")
    assert seen.supply is None, "nobody taps the cards, so nobody knows how many are left"
    assert not any(player.turn for player in seen.players)


def test_the_game_is_over_when_a_purse_is_empty_and_no_campaign_begins(table: Cardtable) -> None:
    for number in range(1, 6):
        said = table.do("a", "decide", campaign=str(number), winner="a", next="true")
        assert dict(table.state.columns[0].purses) == {"a": 7, "b": 4, "c": 4}
        assert table.state.campaign is None or table.state.campaign.first == "a"
    assert said.endswith("The game is over. Ana is Shogun with 15 coins.")
    assert table.state.campaign is None
    assert table.result().places == (("a",), ("b", "c"))
    assert table.replayed() == table.state


def test_what_does_not_fit_is_refused(table: Cardtable) -> None:
    for act in ("turn", "out"):
        assert "keeps only results" in table.refused("b", act, player="a")
    assert "merchant, princess" in table.refused("a", "moved", campaign="1", card="bandit", player="b")
    assert "no purse" in table.refused("a", "moved", campaign="1", card="princess", player="d")
    assert "campaign is over" in table.refused("a", "decide", campaign="2", winner="a", next="true")
    for seat in "ac":
        table.do("a", "move", source=seat, target="b", coins="4")
    table.do("a", "move", source="pot", target="b", coins="3")
    assert "No coin moves" in table.refused("a", "moved", campaign="1", card="merchant", player="b")
    refusal = ZIPANG.start({"players": "2", "way": "else"})
    assert isinstance(refusal, Refusal)
    assert refusal.problems[0].path == "way"


def test_where_cards_are_tapped_in_they_move_the_coins() -> None:
    table = Cardtable(ZIPANG, players="2", way="cards")
    table.do("a", "starts", player="a")
    assert table.due() == [("a", "campaign"), ("b", "campaign")], "the table says when it has dealt"
    table.do("a", "campaign", number="1")
    assert "Tap the card itself" in table.refused("a", "moved", campaign="1", card="merchant", player="a")
