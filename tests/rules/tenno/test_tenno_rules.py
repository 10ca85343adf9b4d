"""Tenno: all duels with and without Monk against a naive twin, what follows a duel, and the score."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.tenno.cards import CARDS
from companion.rules.tenno.duel import Aftermath, Bout, Duel, Step, after, duel
from companion.rules.tenno.score import beyond, freed, owned, room, score
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


def test_unknown_cards_are_all_named():
    refusal = duel("emperor", "pawn")
    assert paths(refusal) == ["attacker", "defender"]
    assert "farmer-1" in str(refusal)


# --- what follows (ruling T6) -----------------------------------------------------------------------------------

HANDS = {"ana": 4, "ben": 4, "cyn": 4}


def test_the_winner_keeps_his_card_and_may_swap():
    won = Bout("ben", duel("daimyo", "ronin"))
    assert after("ana", [won], HANDS) == Aftermath((Step("fill", "ben", 1), Step("swap-with-hand", "ana")))
    empty = after("ana", [won], {"ana": 0, "ben": 1})
    assert empty.steps == (Step("fill", "ben", 1), Step("swap-in-layout", "ana"))


def test_a_winning_defender_looks_after_the_gap_is_filled():
    lost = Bout("ben", duel("farmer-1", "daimyo"))
    assert after("ana", [lost], HANDS).steps == (Step("fill", "ana", 1), Step("look", "ben", at="ana"))


def test_a_defender_whose_geisha_left_still_looks():
    lost = Bout("ben", duel("daimyo", "geisha"))
    assert after("ana", [lost], HANDS).steps == (
        Step("fill", "ana", 1),
        Step("fill", "ben", 1),
        Step("look", "ben", at="ana"),
    )


def test_a_ronin_attacks_again_before_any_gap_is_filled():
    first = Bout("ben", duel("ronin", "daimyo"))
    assert after("ana", [first], HANDS).steps == (Step("second-attack", "ana"),)
    assert after("ana", [first], HANDS, declined=True).steps[0] == Step("fill", "ana", 1)
    second = Bout("cyn", duel("farmer-2", "farmer-1"))
    assert after("ana", [first, second], HANDS).steps == (
        Step("fill", "ana", 1),
        Step("fill", "cyn", 1),
        Step("look", "ben", at="ana"),
    )


def test_a_shogun_attacked_twice_takes_two_prisoners():
    fights = [Bout("ben", duel("ronin", "shogun")), Bout("ben", duel("daimyo", "shogun"))]
    assert [fight.duel.captured for fight in fights] == ["attacker", "attacker"]
    assert after("ana", fights, HANDS).steps == (
        Step("fill", "ana", 2),
        Step("look", "ben", at="ana"),
        Step("look", "ben", at="ana"),
    )


def test_a_gap_that_cannot_be_filled_ends_the_game_attacker_first():
    tie = Bout("ben", duel("samurai-7", "samurai-7"))
    assert after("ana", [tie], {"ana": 0, "ben": 0}) == Aftermath((), ends="ana")
    assert after("ana", [tie], {"ana": 1, "ben": 0}) == Aftermath((Step("fill", "ana", 1),), ends="ben")
    twice = [Bout("ben", duel("ronin", "shogun")), Bout("ben", duel("daimyo", "shogun"))]
    assert after("ana", twice, {"ana": 1, "ben": 3}).ends == "ana"


def test_impossible_turns_are_refused():
    won = Bout("ben", duel("daimyo", "ronin"))
    assert paths(after("ana", [won, won], HANDS)) == ["fights"]
    assert paths(after("ana", [], HANDS)) == ["fights"]
    assert paths(after("ben", [won], {})) == ["fights.0", "hands.ben"]
    assert paths(after("ana", [Bout("ben", duel("shogun", "ronin"))], HANDS)) == ["fights.0"]


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


# --- score ------------------------------------------------------------------------------------------------------


def test_printed_values_count_and_the_ninja_is_four():
    result = score({"ana": ["ninja", "daimyo"], "ben": ["shogun", "farmer-1"]}, {}, {})
    assert result.points == {"ana": 13, "ben": 11}
    assert result.ranking == (("ana",), ("ben",))


def test_tied_leaders_add_hands_and_layouts_where_a_geisha_is_nothing():
    captured = {"ana": ["daimyo"], "ben": ["samurai-7", "farmer-2"], "cyn": ["farmer-1"], "dan": ["farmer-1"]}
    hands = {"ana": ["geisha"], "ben": ["farmer-1"], "cyn": ["shogun"]}
    result = score(captured, hands, {"ana": ["farmer-2"], "ben": ["farmer-2"]})
    assert result.tie_break == {"ana": 2, "ben": 3, "cyn": 10, "dan": 0}
    assert result.ranking == (("ben",), ("ana",), ("cyn", "dan"))
    assert score(captured, {}, {}).ranking == (("ana", "ben"), ("cyn", "dan"))


def test_only_leaders_who_tie_count_hands_and_layouts():
    hands, layouts = {"ana": ["monk"], "ben": ["ronin"]}, {"ben": ["farmer-1", "farmer-2", "farmer-3"]}
    tied = score({"ana": ["daimyo"], "ben": ["daimyo"], "cyn": ["ninja"]}, hands, layouts)
    assert tied.totals == {"ana": 9 + 5, "ben": 9 + 6 + 6, "cyn": 4}
    alone = score({"ana": ["daimyo"], "ben": ["ninja"], "cyn": ["ninja"]}, hands, layouts)
    assert alone.totals == alone.points == {"ana": 9, "ben": 4, "cyn": 4}


def test_what_can_lie_in_a_pile_beside_those_of_the_others():
    found = room({"ana": [], "ben": ["shogun", "ronin"], "cyn": ["ronin"]}, "ana")
    assert (found["shogun"], found["ronin"], found["monk"]) == (1, 1, 2)
    assert "geisha" not in found
    assert room({"ana": [], "ben": ["ronin"] * 3}, "ana")["ronin"] == 0


@pytest.mark.parametrize(
    ("piles", "still_held", "wrong"),
    [
        ({"ana": 1, "ben": 0}, (), ()),
        ({"ana": 2, "ben": 0}, (), ("ana",)),
        ({"ana": 1, "ben": 0}, ("ben",), ("ana",)),
        ({"ana": 1, "ben": 1, "cyn": 0}, ("cyn",), ()),
        ({"ana": 1, "ben": 1, "cyn": 1}, ("cyn",), ("ana", "ben", "cyn")),
    ],
)
def test_a_captured_card_was_a_rivals(piles, still_held, wrong):
    """Every player had one Ronin; some hold theirs still."""
    captured = {player: ["ronin"] * times for player, times in piles.items()}
    assert owned(captured, {player: ["ronin"] for player in still_held}) == [(player, "ronin") for player in wrong]


def test_one_shogun_is_a_rivals_and_two_are_not_in_the_game():
    found = beyond({"ana": ["shogun", "shogun"], "ben": ["shogun"]})
    assert [problem.path for problem in found] == ["captured.ana"]


def test_who_captured_a_shogun_has_no_geisha_left():
    captured = {"ana": ["shogun"], "ben": ["ronin"], "cyn": ["shogun"]}
    assert freed(captured, {"ana": ["geisha"], "ben": ["geisha"], "cyn": ["monk"], "dan": ["geisha"]}) == ["ana"]


def test_every_problem_of_a_score_is_named_at_once():
    refusal = score(
        {"ana": ["geisha", "pawn", *["ronin"] * 7]},
        {"ana": ["monk"], "zoe": []},
        {"ana": ["monk", "ninja", "ronin", "daimyo"]},
    )
    assert paths(refusal) == [
        "captured", "hands.zoe", "captured.ana.1", "layouts.ana", "captured.ana", "captured.ana", "hands.ana",
    ]  # fmt: skip


@given(st.lists(st.lists(st.sampled_from(list(PRINTED)), max_size=6), min_size=2, max_size=7))
def test_ranking_names_everybody_once_in_order_of_points(piles):
    captured = {f"p{number}": pile for number, pile in enumerate(piles)}
    result = score(captured, {}, {})
    order = [player for place in result.ranking for player in place]
    assert sorted(order) == sorted(captured)
    values = [result.points[player] for player in order]
    assert values == sorted(values, reverse=True)
    assert values == [sum(PRINTED[card] for card in captured[player]) for player in order]
