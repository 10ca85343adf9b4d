"""The two ways of a table of Tenno: piles only, and duels that fill the piles; and tables older than the choice."""

from __future__ import annotations

import re

import pytest

from companion.play.tenno.game import TENNO
from companion.rules.tenno.cards import CARDS
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable

NAMES = {"name.a": "Ana", "name.b": "Ben", "name.c": "Chie"}


def test_score_only_begins_with_the_piles() -> None:
    table = Cardtable(TENNO, players=2, way="score", **{"name.a": "Ana", "name.b": "Ben"})
    assert table.due() == [("a", "pile"), ("b", "pile")]
    shown = table.view()
    assert str(shown.sentence) == "Play to the end, then turn up the captured piles and enter them: Ana and Ben."
    assert shown.ended is None
    table.do("a", "pile", cards="samurai-7,shogun")
    assert str(table.view().sentence) == "Turn up the captured piles and enter them: Ben."
    table.do("b", "pile", cards="daimyo,farmer-1")
    assert str(table.result().sentence) == "Ana wins the emperor's favor with 17 points."


@pytest.mark.parametrize(
    ("act", "form"),
    [
        ("duel", {"number": 1, "card": "ninja", "target": "b", "defense": "monk"}),
        ("turn", {"player": "b"}),
        ("hold", {"player": "b", "cards": 3}),
        ("finish", {}),
    ],
)
def test_score_only_takes_no_duel(act: str, form: dict[str, object]) -> None:
    table = Cardtable(TENNO, players=2, way="score")
    assert "only the piles are entered" in table.refused("a", act, **form)


def test_the_duels_fill_the_piles() -> None:
    table = Cardtable(TENNO, players=3, way="duels")
    table.do("a", "duel", number=1, card="farmer-2", target="b", defense="farmer-1")
    assert table.view("a").players[0].by_duels is None
    table.do("a", "finish")
    assert [player.by_duels for player in table.view("a").players] == [("farmer-1",), (), ()]
    table.do("a", "pile", cards="farmer-1")
    assert table.view("a").players[0].by_duels is None
    assert table.view("a").players[0].check is None


@pytest.mark.parametrize(
    ("players", "cards", "words"),
    [
        (2, "samurai-7,samurai-7,samurai-7", "3 × Samurai 7 in all, but there are 2 sets; look again."),
        (2, "samurai-7,samurai-7", "2 × Samurai 7: one of them is this player's own; look again."),
        (4, ",".join(["daimyo"] * 4), "4 × Daimyo: one of them is this player's own; look again."),
        (7, "shogun,shogun", "More than one Shogun: only the Geisha takes him"),
        (3, "geisha", "A Geisha is never captured: she leaves the game; take her out."),
    ],
)
@pytest.mark.parametrize("way", ["score", "duels"])
def test_a_pile_that_cannot_be_is_refused(way: str, players: int, cards: str, words: str) -> None:
    table = Cardtable(TENNO, players=players, way=way)
    if way == "duels":
        table.do("a", "finish")
    assert words in table.refused("a", "pile", cards=cards)


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


@pytest.mark.parametrize(("first", "survives"), [("samurai-8", True), ("farmer-1", False)])
def test_a_ronins_second_attack_goes_against_another_card(first: str, survives: bool) -> None:
    """One that fell lies there no longer, one that won has been fought (ruling T7); a card of its kind elsewhere is
    another."""
    table = Cardtable(TENNO, players=3, way="duels", **NAMES)
    table.do("a", "duel", number=1, card="ronin", target="b", defense=first)
    said = table.refused("a", "duel", number=2, card="farmer-3", target="b", defense=first)
    assert ("goes against another card" if survives else "has just fallen") in said
    table.do("a", "duel", number=2, card="farmer-3", target="c", defense=first)


def test_a_shogun_attacked_twice_takes_two_prisoners() -> None:
    """In two turns: in one, the second attack goes against another card (rulings T6, T7)."""
    table = _opened("ronin", "shogun")
    table.do("a", "decline", number=1)
    table.do("b", "duel", number=2, card="farmer-1", target="c", defense="farmer-2")
    table.do("c", "duel", number=3, card="farmer-3", target="b", defense="shogun")
    table.do("a", "finish")
    assert table.view().players[1].by_duels == ("ronin", "farmer-3")


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


def test_who_attacks_is_told_your_layout_and_the_others_whose() -> None:
    table = _opened("farmer-2", "farmer-1")
    (due,) = TENNO.due(table.state)
    assert (due.seat, str(due.sentence)) == ("b", "Attack: turn over a card of your layout, then one of a rival's.")
    assert str(table.view().sentence).startswith("Ben attacks: they turn over a card of their layout")


def test_the_next_game_begins_with_the_eldest_again() -> None:
    table = Cardtable(TENNO, players=2, way="duels")
    table.do("a", "turn", player="b")
    table.do("b", "duel", number=1, card="farmer-2", target="a", defense="farmer-1")
    started = TENNO.start(TENNO.again(table.state, table.setup))
    assert not isinstance(started, Refusal)
    assert started.turn == "b"


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
    three = _tie(3, {"a": "samurai-7,samurai-8", "b": "samurai-7,samurai-8", "c": "daimyo"})
    three.do("a", "rest", cards="daimyo")
    assert "Daimyo in the pile of Chie" in three.refused("b", "rest", cards="daimyo"), "all rivals hold one"
    three.do("b", "rest", cards="ninja")
    assert three.result() is not None


def test_who_captured_a_shogun_has_no_geisha_left() -> None:
    table = _tie(2, {"a": "shogun", "b": "daimyo,farmer-1"})
    said = table.refused("a", "rest", cards="geisha")
    assert "Ana captured a Shogun: only the Geisha takes him, and then she leaves the game." in said
    assert "geisha" not in table.view().players[0].keeps
    table.do("b", "rest", cards="geisha")


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
    assert table.replayed() == table.state


def test_totals_that_tie_ask_for_hand_and_layout() -> None:
    table = Cardtable(TENNO, players="2", way="score")
    table.do("a", "total", points="9")
    table.do("b", "total", points="9")
    assert [kind for _, kind in table.due()] == ["rest", "rest"]
    table.do("a", "rest", cards="shogun")
    table.do("b", "rest", cards="monk")
    assert table.result().places == (("a",), ("b",))


def test_a_total_no_pile_can_have_is_refused() -> None:
    table = Cardtable(TENNO, players="2", way="score")
    most = sum(card.value for card in CARDS.values() if card.id != "geisha")
    table.do("a", "total", points=str(most))
    assert f"{most} points at most" in table.refused("b", "total", points=str(most + 1))
    assert "from 0 on" in table.refused("b", "total", points="-1")
    assert "card by card" in Cardtable(TENNO, players="2", way="duels").refused("a", "total", points="3")
