"""Tenno: all duels with and without Monk against a naive twin; what follows one, and the score, kept as text."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.tenno.cards import CARDS
from companion.rules.tenno.duel import Bout, Duel, after, duel
from companion.rules.tenno.house import TennoHouse
from companion.rules.tenno.score import beyond, freed, most_points, owned, room, score
from tests.golden.told import changed
from tests.rules.asked import answers
from tests.rules.refusals import paths

# Typed once more from the book for the twin, not read from the code under test.
PRINTED = {
    "farmer-1": 1, "farmer-2": 2, "farmer-3": 3, "ninja": 4, "monk": 5, "ronin": 6, "samurai-7": 7, "samurai-8": 8,
    "daimyo": 9, "shogun": 10,
}  # fmt: skip
EVERY = (*PRINTED, "geisha")


def naive(attacker, defender, monk):
    """Winner, fate of the attacking card, fate of the defending card: a list of cases, as one would tell them."""
    stays, out, prisoner = "stays", "discarded", "captured"
    if attacker == "geisha" and defender == "geisha":
        return None, out, out
    if attacker == "geisha":
        return "attacker", out, prisoner
    if defender == "geisha":
        return "defender", out, out
    strikes = 8 if attacker == "ninja" else PRINTED[attacker]
    stands = PRINTED[defender] + 2 * monk
    if strikes > stands:
        return "attacker", stays, prisoner
    if strikes == stands:
        return None, out, out
    return "defender", prisoner if defender == "shogun" else out, stays


def fate(answer, role):
    if answer.captured == role:
        return "captured"
    return "discarded" if role in answer.discarded else "stays"


def test_eleven_cards():
    assert set(CARDS) == set(EVERY)
    assert {card: CARDS[card].value for card in PRINTED} == PRINTED


@pytest.mark.parametrize(("attacker", "defender", "monk"), list(itertools.product(EVERY, EVERY, (False, True))))
def test_every_duel_against_a_naive_twin(attacker, defender, monk):
    answer = duel(attacker, defender, monk)
    if monk and defender == "monk":
        assert paths(answer) == ["monk"]
        return
    if attacker == "shogun":
        assert answer.allowed is False
        assert answer.reason is not None
        assert answer.winner is answer.captured is answer.attack is None
        return
    winner, mine, his = naive(attacker, defender, monk)
    assert answer.allowed
    assert (answer.winner, fate(answer, "attacker"), fate(answer, "defender")) == (winner, mine, his)
    assert answer.look == (winner == "defender")
    assert answer.swap == (mine == "stays")
    assert answer.second_attack == (attacker == "ronin")
    assert (answer.lost("attacker"), answer.lost("defender")) == (mine != "stays", his != "stays")
    if attacker == defender == "geisha":
        assert answer.attack is answer.defense is None
    else:
        lead = answer.attack - answer.defense
        assert (lead > 0, lead < 0) == (winner == "attacker", winner == "defender")
        assert "geisha" not in (attacker, defender) or abs(lead) == 1


# --- what follows (ruling T6), and the score --------------------------------------------------------------------


KNOWN = {
    "duel": duel, "after": after, "Bout": Bout, "score": score, "most_points": most_points, "room": room,
    "owned": owned, "beyond": beyond, "freed": freed, "House": TennoHouse,
}  # fmt: skip


def test_the_rules_answer_as_they_are_kept():
    assert not changed("rules/tenno", answers(KNOWN))


cards = st.sampled_from(EVERY)


@given(st.sampled_from([c for c in EVERY if c != "shogun"]), cards, st.integers(0, 8), st.integers(0, 8))
def test_every_lost_card_is_replaced_or_ends_the_game(attacker, defender, mine, his):
    answer = duel(attacker, defender)
    assert isinstance(answer, Duel)
    then = after("ana", [Bout("ben", answer)], {"ana": mine, "ben": his}, declined=True)
    filled = {step.player: step.count for step in then.steps if step.kind == "fill"}
    lost = {"ana": answer.lost("attacker"), "ben": answer.lost("defender")}
    for player, hand in (("ana", mine), ("ben", his)):
        if lost[player] and hand == 0:
            assert then.ends is not None
        elif lost[player] and then.ends is None:
            assert filled[player] == 1
    kinds = [step.kind for step in then.steps]
    assert kinds == sorted(kinds, key=["fill", "swap-with-hand", "swap-in-layout", "look"].index)


@given(st.lists(st.lists(st.sampled_from(list(PRINTED)), max_size=6), min_size=2, max_size=7))
def test_ranking_names_everybody_once_in_order_of_points(piles):
    captured = {f"p{number}": pile for number, pile in enumerate(piles)}
    result = score(captured, {}, {})
    order = [player for place in result.ranking for player in place]
    assert sorted(order) == sorted(captured)
    values = [result.points[player] for player in order]
    assert values == sorted(values, reverse=True)
    assert values == [sum(PRINTED[card] for card in captured[player]) for player in order]
