"""The two ways of a table of Tenno: piles only, and duels that fill the piles; and tables older than the choice."""

from __future__ import annotations

import re

from companion.play.tenno.game import TENNO
from companion.rules.tenno.cards import CARDS
from tests.play.cardtable import Cardtable

NAMES = {"name.a": "Ana", "name.b": "Ben", "name.c": "Chie"}


def test_score_only_begins_with_the_piles() -> None:
    table = Cardtable(TENNO, players=2, way="score", **{"name.a": "Ana", "name.b": "Ben"})
    assert table.due() == [("a", "pile"), ("b", "pile")]
    shown = table.view()
    assert str(shown.sentence) == "Play to the end, then turn up the captured piles and enter them: Ana and Ben."
    assert shown.ended is None
    for act, form in (("turn", {"player": "b"}), ("hold", {"player": "b", "cards": 3})):
        assert "only the piles are entered" in table.refused("a", act, **form)
    table.do("a", "pile", cards="samurai-7,shogun")
    assert str(table.view().sentence) == "Turn up the captured piles and enter them: Ben."
    assert "2 × Daimyo: one of them is" in table.refused("b", "pile", cards="daimyo,daimyo")
    table.do("b", "pile", cards="daimyo,farmer-1")
    assert str(table.result().sentence) == "Ana wins the emperor's favor with 17 points."


def test_the_duels_fill_the_piles() -> None:
    """A Shogun attacked in two turns takes two prisoners (rulings T6, T7)."""
    table = _opened("ronin", "shogun")
    table.do("a", "decline", number=1)
    (due,) = TENNO.due(table.state)
    assert (due.seat, str(due.sentence)) == ("b", "Attack: turn over a card of your layout, then one of a rival's.")
    assert str(table.view().sentence).startswith("Ben attacks: they turn over a card of their layout")
    table.do("b", "duel", number=2, card="farmer-1", target="c", defense="farmer-2")
    table.do("c", "duel", number=3, card="farmer-3", target="b", defense="shogun")
    assert table.view("a").players[0].by_duels is None
    started = TENNO.start(TENNO.again(table.state, table.setup))
    assert (table.state.turn, started.turn) == ("a", "a"), "the next game begins with the eldest again"
    table.do("a", "finish")
    assert [player.by_duels for player in table.view("a").players] == [(), ("ronin", "farmer-3"), ()]
    table.do("b", "pile", cards="ronin,farmer-3")
    assert table.view("a").players[1].by_duels is None
    assert table.view("a").players[1].check is None


def _opened(card: str, defense: str) -> Cardtable:
    """Duels of three players, after the first."""
    table = Cardtable(TENNO, players=3, way="duels", **NAMES)
    table.do("a", "duel", number=1, card=card, target="b", defense=defense)
    return table


def test_a_card_that_is_gone_neither_fights_nor_helps_nor_is_captured_again() -> None:
    captured = _opened("farmer-2", "farmer-1")
    words = "Farmer 1 of Ben is in no layout any more: look at the cards again"
    assert words in captured.refused("b", "duel", number=2, card="farmer-1", target="c", defense="farmer-2")
    captured.do("b", "duel", number=2, card="farmer-3", target="c", defense="farmer-1")
    assert words in captured.refused("c", "duel", number=3, card="farmer-2", target="b", defense="farmer-1")
    prisoner = _opened("farmer-2", "shogun")
    prisoner.do("b", "duel", number=2, card="farmer-1", target="c", defense="farmer-1")
    said = prisoner.refused("c", "duel", number=3, card="farmer-3", target="a", defense="farmer-2")
    assert "Farmer 2 of Ana is in no layout any more" in said
    both_left = _opened("farmer-2", "farmer-2")
    said = both_left.refused("b", "duel", number=2, card="farmer-2", target="c", defense="farmer-1")
    assert "Farmer 2 of Ben is in no layout any more: look at the cards again" in said
    monk = _opened("daimyo", "monk")
    said = monk.refused("b", "duel", number=2, card="farmer-2", target="b", defense="farmer-1")
    assert "Attack another player" in said
    monk.do("b", "duel", number=2, card="farmer-2", target="c", defense="farmer-1")
    said = monk.refused("c", "duel", number=3, card="farmer-3", target="b", defense="farmer-2", monk=True)
    assert "Monk of Ben is in no layout any more" in said


def test_who_taps_a_card_of_his_own_that_fell_learns_nothing_of_anothers() -> None:
    """A refused duel is told to nobody, so it must not tell what lies in which pile (The Attacker Wins)."""
    table = _opened("farmer-2", "farmer-1")
    table.do("b", "duel", number=2, card="farmer-3", target="c", defense="farmer-1")
    table.do("c", "duel", number=3, card="farmer-2", target="a", defense="farmer-1")
    table.do("a", "duel", number=4, card="farmer-3", target="b", defense="farmer-2")
    said = {
        table.refused("b", "duel", number=5, card="farmer-1", target=rival, defense=card, monk=monk)
        for rival in "ac"
        for card in CARDS
        for monk in (False, True)
        if not (monk and card == "monk")  # he never helps himself, wherever he lies
    }
    assert len(said) == 1, said
    assert not re.search(r"Ana|Chie|duel \d", next(iter(said)))


BY_FARMERS = "the three Farmers in the layout (Setup). Wrong tap? Correct it in the log."


def test_a_duel_with_a_card_that_cannot_lie_there_yet_is_doubted() -> None:
    """At the start every layout is the three farmers; which card was tapped is not told."""
    table = _opened("daimyo", "farmer-1")
    doubts = [str(text) for text in table.view().doubts]
    assert doubts == [f"Duel 1: Ana still had only {BY_FARMERS}"]
    table.do("b", "duel", number=2, card="samurai-7", target="a", defense="ronin")
    assert table.view().doubts == ()
    table.do("c", "duel", number=3, card="farmer-1", target="b", defense="farmer-2")
    assert table.view().doubts == ()
    both = TENNO.view(_opened("daimyo", "samurai-7").state, None).doubts
    said = f"Duel 1: Ana and Ben still had only {BY_FARMERS}"
    assert [str(text) for text in both] == [said], "two cards of one duel are doubted once"
    assert "undone" in table.refused("a", "duel", number=5, card="farmer-2", target="b", defense="farmer-3")


def _tie(players: int, piles: dict[str, str]) -> Cardtable:
    """A score-only table whose leaders tie."""
    table = Cardtable(TENNO, players=players, way="score", **dict(list(NAMES.items())[:players]))
    for seat, cards in piles.items():
        table.do(seat, "pile", cards=cards)
    return table


def test_who_lost_a_card_to_a_pile_does_not_hold_it() -> None:
    table = _tie(2, {"a": "ninja,samurai-8", "b": "farmer-3,daimyo"})
    keeps = table.view().players[0].keeps
    assert not keeps & {"farmer-3", "daimyo"}
    assert "ninja" in keeps
    said = table.refused("a", "rest", cards="daimyo,ninja")
    assert "Daimyo in the pile of Ben: too many of them are counted" in said
    table.do("a", "rest", cards="ninja,farmer-1")
    assert "Ninja" in table.refused("b", "rest", cards="ninja")
    shogun = _tie(2, {"a": "shogun", "b": "daimyo,farmer-1"})
    said = shogun.refused("a", "rest", cards="geisha")
    assert "Ana captured a Shogun: only the Geisha takes him, and then she leaves the game." in said
    assert "geisha" not in shogun.view().players[0].keeps
    shogun.do("b", "rest", cards="geisha")


def test_hand_and_layout_that_differ_from_the_duels_are_named() -> None:
    table = _opened("farmer-2", "farmer-2")
    table.do("a", "finish")
    for seat in "abc":
        table.do(seat, "pile", cards="")
    table.do("a", "rest", cards="farmer-2,farmer-1")
    [said] = [player.rest_check for player in table.view().players if player.rest_check]
    assert str(said) == "By the duels entered, Farmer 2 fell and should not be there."
    table.do("a", "rest", cards="farmer-3,farmer-1")
    assert str(table.view().players[0].rest_check) == ("By the duels entered, 10 cards should be there, not 2.")
    table.do("a", "rest", cards=",".join(card for card in CARDS if card != "farmer-2"))
    assert table.view().players[0].rest_check is None


def test_a_pile_of_the_duels_that_cannot_be_is_not_offered() -> None:
    """Others have tapped in all of the cards that its duels say are in it."""
    table = _opened("samurai-7", "farmer-1")
    table.do("a", "finish")
    table.do("c", "pile", cards="farmer-1,farmer-1")
    assert table.view().players[0].doubt is None
    table.do("b", "pile", cards="farmer-1")
    assert "Farmer 1" in str(table.view().players[0].doubt)


def test_a_tie_adds_hand_and_layout_to_the_points() -> None:
    """The end page and the statistics show what was compared."""
    table = _tie(3, {"a": "ninja", "b": "farmer-3,farmer-1", "c": "farmer-2"})
    table.do("a", "rest", cards="samurai-7,monk")
    table.do("b", "rest", cards="ninja,farmer-3")
    result = table.result()
    assert (result.places, dict(result.points)) == ((("a",), ("b",), ("c",)), {"a": 16, "b": 11, "c": 2})


def test_just_a_total_stands_for_a_pile() -> None:
    """Its cards are not known; a pile of cards and a total go together, and the newer of the two counts."""
    table = Cardtable(TENNO, players="3", way="score", **NAMES)
    assert table.do("a", "total", points="15") == "The pile of Ana is counted."
    table.do("b", "pile", cards="samurai-7,monk")
    assert [seat for seat, _ in table.due()] == ["c"]
    table.do("c", "total", points="3")
    value = CARDS["samurai-7"].value + CARDS["monk"].value
    assert table.result().points == {"a": 15, "b": value, "c": 3}
    assert table.result().places == (("a",), ("b",), ("c",))
    seen = table.view()
    assert [(one.total, one.pile) for one in seen.players] == [(15, ()), (None, ("samurai-7", "monk")), (3, ())]
    table.do("a", "pile", cards="")
    assert table.result().points["a"] == 0
    assert "from 0 on" in table.refused("b", "total", points="-1")
    assert "card by card" in Cardtable(TENNO, players="2", way="duels").refused("a", "total", points="3")
    assert table.replayed() == table.state
