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


def won(table: Cardtable, seat: str) -> str:
    return table.do("a", "decide", campaign=str(table.state.campaign.number), winner=seat, next="true")


def test_every_seat_is_asked_who_takes_the_pot(table: Cardtable) -> None:
    assert table.due() == [(seat, "result") for seat in "abc"]
    seen = table.view()
    assert (seen.phase, str(seen.sentence)) == ("result", "Ben begins. Who takes the pot in the end?")
    assert seen.supply is None, "nobody taps the cards, so nobody knows how many are left"
    assert not any(player.turn for player in seen.players)


def test_the_next_campaign_begins_with_the_end_of_one(table: Cardtable) -> None:
    said = won(table, "c")
    assert said == "Chie takes 3 coins. Campaign 2: everyone puts 1 coin into the pot, now 3."
    assert (table.state.coins.purses, table.state.coins.pot) == ({"a": 3, "b": 3, "c": 6}, 3)
    assert table.state.campaign.first == "c", "the winner has the first turn (6 Campaign End)"
    assert table.state.columns[0].purses == {"a": 4, "b": 4, "c": 7}


def test_after_a_draw_the_pot_stays_and_the_same_player_begins(table: Cardtable) -> None:
    said = won(table, "nobody")
    assert "3 coins stay in the pot, and Ben begins again" in said
    assert (table.state.coins.pot, table.state.campaign.first) == (6, "b")


def test_a_merchant_and_a_princess_are_a_tap_each(table: Cardtable) -> None:
    said = table.do("a", "moved", campaign="1", card="merchant", player="b")
    assert said == "Merchant of Ben: 2 coins into the pot."
    assert (table.state.coins.purses, table.state.coins.pot) == ({"a": 3, "b": 4, "c": 3}, 5)
    assert (
        table.do("a", "moved", campaign="1", card="princess", player="c") == "Princess of Chie: 2 coins from the pot."
    )
    assert (table.state.coins.purses, table.state.coins.pot) == ({"a": 3, "b": 4, "c": 5}, 3)


def test_the_game_is_over_when_a_purse_is_empty_and_no_campaign_begins(table: Cardtable) -> None:
    for _ in range(4):
        won(table, "a")
    said = won(table, "a")
    assert said.endswith("The game is over. Ana is Shogun with 15 coins.")
    assert table.state.campaign is None
    assert table.result().places == (("a",), ("b", "c"))
    assert table.replayed() == table.state


def test_no_card_is_played_and_nobody_is_out(table: Cardtable) -> None:
    for form in ({"type": "play", "campaign": "1", "number": "1", "card": "captain", "targets": "a"},
                 {"type": "turn", "player": "a"}, {"type": "out", "player": "a"}):  # fmt: skip
        assert "keeps only results" in table.refused("b", **form)


def test_what_does_not_fit_is_refused(table: Cardtable) -> None:
    assert "campaign is over" in table.refused("a", "moved", campaign="2", card="merchant", player="b")
    assert "merchant, princess" in table.refused("a", "moved", campaign="1", card="bandit", player="b")
    assert "no purse" in table.refused("a", "moved", campaign="1", card="princess", player="d")
    assert "campaign is over" in table.refused("a", "decide", campaign="2", winner="a", next="true")
    for seat in "ac":
        table.do("a", "move", source=seat, target="b", coins="4")
    table.do("a", "move", source="pot", target="b", coins="3")
    assert "No coin moves" in table.refused("a", "moved", campaign="1", card="merchant", player="b")


def test_where_cards_are_tapped_in_they_move_the_coins() -> None:
    table = Cardtable(ZIPANG, players="2", way="cards")
    table.do("a", "starts", player="a")
    assert table.due() == [("a", "campaign"), ("b", "campaign")], "the table says when it has dealt"
    table.do("a", "campaign", number="1")
    assert "Tap the card itself" in table.refused("a", "moved", campaign="1", card="merchant", player="a")


def test_another_way_is_refused() -> None:
    refusal = ZIPANG.start({"players": "2", "way": "else"})
    assert isinstance(refusal, Refusal)
    assert refusal.problems[0].path == "way"
