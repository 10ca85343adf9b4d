"""Zipang Portable: deck, setup, coins, aims, campaign end; the answers of the book's FAQ by their numbers.

What becomes of hands is among the situations of `tests/play/zipang`.
"""

import pytest

from companion.rules.text import Refusal
from companion.rules.zipang import coins as purse
from companion.rules.zipang.attack import Aim, Target, aim, answer_order, attack
from companion.rules.zipang.campaign import campaign_end, rank, tie_draw
from companion.rules.zipang.cards import CARDS, Setup, deck, honor, most_battle, setup
from companion.rules.zipang.coins import Coins
from tests.rules.refusals import paths

THREE = {"ana": 5, "ben": 5, "cyn": 5}


def outcome(card, hand, **how):
    answer = attack(card, "ana", {"ben": Target(hand, **how)})
    return answer if isinstance(answer, Refusal) else answer.targets["ben"].outcome


# --- deck and setup ---------------------------------------------------------------------------------------------


def test_thirty_cards_of_the_book():
    printed = {
        "emperor": (0, 5, 1), "peasant": (1, 0, 6), "bandit": (2, 1, 3), "merchant": (1, 0, 2),
        "princess": (0, 3, 1), "captain": (3, 1, 5), "monk": (1, 2, 3), "shrine-maiden": (0, 4, 1),
        "commander": (4, 2, 3), "ninja": (2, 0, 1), "tea-master": (1, 3, 1), "crazy-one": (2, 3, 1),
        "nobleman": (1, 4, 1), "warlord": (5, 3, 1),
    }  # fmt: skip
    assert {card.id: (card.battle, card.honor, card.count) for card in CARDS.values()} == printed
    assert sum(card.count for card in CARDS.values()) == 30


@pytest.mark.parametrize(
    ("players", "size", "coins", "peasants"),
    [(2, 18, 4, 2), (3, 18, 5, 2), (4, 25, 5, 5), (5, 25, 5, 5), (6, 30, 5, 6)],
)
def test_setup_by_players(players, size, coins, peasants):
    plan = setup(players)
    assert isinstance(plan, Setup)
    assert (plan.deck, plan.coins) == (size, coins)
    assert len(deck(players)) == size
    assert deck(players).count("peasant") == peasants
    assert most_battle(players) == (9 if players > 3 else 8), "no Commander is in the small deck"


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_no_setup_for_other_numbers(players):
    assert paths(setup(players)) == ["players"]


# --- FAQ --------------------------------------------------------------------------------------------------------


def test_faq_q1_an_empty_purse_cannot_buy_off_an_attack():
    assert paths(outcome("captain", ["peasant", "peasant"], before_first_turn=True, answer="coin", coins=0)) == [
        "targets.ben.answer"
    ]
    assert outcome("captain", ["peasant", "peasant"], before_first_turn=True, coins=0) == "eliminated"
    assert paths(purse.pay_pot(Coins({"ana": 3, "ben": 0}), "ben")) == ["player"]


def test_faq_q2_a_short_hand_finishes_the_campaign_with_what_it_has():
    end = campaign_end("supply", 3, {"ana": ["princess"], "ben": ["bandit", "captain"]}, THREE, "ben")
    assert (end.winner, end.honor) == ("ana", {"ana": 3, "ben": 2})


def test_faq_q3_no_coins_left_in_mid_campaign_is_no_elimination():
    after = purse.merchant(Coins({"ana": 1, "ben": 1, "cyn": 4}, 9), "cyn")
    assert after.purses["ben"] == 0
    assert "ben" in aim("captain", "ana", ("ana", "ben", "cyn"), ("ana", "ben", "cyn")).candidates
    end = campaign_end("emperor", after.pot, {"ben": ["princess", "monk"], "ana": ["captain"]}, after.purses, "ana")
    assert end.winner == "ben"


def test_faq_q4_eliminated_players_still_pay_bandit_and_merchant():
    everybody, standing = ("ana", "ben", "cyn"), ("ana", "cyn")
    assert aim("bandit", "ana", everybody, standing).candidates == ("ben", "cyn")
    assert aim("merchant", "ana", everybody, standing).candidates == ("ben", "cyn")
    coins = Coins({"ana": 2, "ben": 0, "cyn": 3}, 1)
    assert purse.merchant(coins, "ana").purses == {"ana": 2, "ben": 0, "cyn": 2}
    assert purse.bandit(coins, "ana", "ben") == coins


def test_faq_q6_the_emperors_honor_does_not_count_for_who_played_him():
    hands = {"ana": ("bandit", "monk"), "ben": ("nobleman", "peasant")}
    end = campaign_end("emperor", 4, hands, {"ana": 3, "ben": 1}, "ana")
    assert end.honor == {"ana": 3, "ben": 4}
    assert end.winner == "ben"


def test_faq_q8_and_q9_a_monk_does_nothing_on_ones_turn_cancels_for_his_owner_only_and_never_the_emperor():
    assert aim("monk", "ana", ("ana", "ben"), ("ana", "ben")) == Aim("monk", (), 0, False)
    assert not aim("emperor", "ana", ("ana", "ben"), ("ana", "ben")).monk
    assert aim("shrine-maiden", "ana", ("ana", "ben"), ("ana", "ben")).monk
    assert aim("ikki", "ana", ("ana", "ben"), ("ana", "ben")).monk
    answer = attack(
        "ikki", "ana", {"ben": Target(["monk", "peasant"], answer="monk"), "cyn": Target(["bandit", "bandit"])}
    )
    assert {p: t.outcome for p, t in answer.targets.items()} == {"ben": "cancelled", "cyn": "eliminated"}


def test_faq_q10_two_peasants_are_two_in_defense():
    answer = attack("captain", "ana", {"ben": Target(["peasant", "peasant"])})
    assert (answer.targets["ben"].outcome, answer.targets["ben"].sum) == ("eliminated", 2)


# --- attacks ----------------------------------------------------------------------------------------------------


def test_a_coin_spares_once_for_each_attack_before_the_first_turn_only():
    assert outcome("warlord", ["peasant"], before_first_turn=True, answer="coin", coins=1) == "paid"
    assert outcome("warlord", ["captain", "captain"], before_first_turn=True, answer="coin") == "paid"
    assert paths(outcome("warlord", ["peasant"], answer="coin")) == ["targets.ben.answer"]


def test_targets_answer_clockwise_from_the_attacker():
    assert answer_order(("ana", "ben", "cyn", "dan"), "cyn", ("ana", "ben", "dan")) == ("dan", "ana", "ben")


def test_a_commander_with_one_rival_left_attacks_him_once():
    assert aim("commander", "ana", ("ana", "ben", "cyn"), ("ana", "cyn")).choose == 1
    assert aim("commander", "ana", ("ana", "ben", "cyn"), ("ana", "ben", "cyn")).choose == 2
    assert attack("commander", "ana", {"ben": Target([])}).targets["ben"].outcome == "eliminated"


def test_every_problem_of_an_attack_is_named_at_once():
    refusal = attack(
        "captain",
        "ana",
        {
            "ana": Target(["emperor", "emperor"]),
            "ben": Target(["samurai"], answer="run"),
            "cyn": Target(["bandit", "bandit", "ninja"], answer="monk"),
        },
    )
    assert paths(refusal) == [
        "targets", "targets.ana", "targets.ana.hand", "targets.ben.hand.0", "targets.ben.answer",
        "targets.cyn.hand", "targets.cyn.answer",
    ]  # fmt: skip
    assert "emperor, peasant" in str(refusal)
    assert paths(attack("bandit", "ana", {})) == ["card", "targets"]


# --- coins ------------------------------------------------------------------------------------------------------


def test_start_ante_and_balance():
    coins = purse.start(["ana", "ben", "cyn", "dan", "eve"])
    assert purse.ante(coins) == Coins(dict.fromkeys(["ana", "ben", "cyn", "dan", "eve"], 4), 5)
    assert str(purse.balance(coins).sentence) == "25 of 25 coins."
    short = Coins({**coins.purses, "ana": 4})
    assert purse.balance(short).missing == 1
    assert str(purse.balance(short).sentence) == "24 of 25 coins: 1 missing."
    assert str(purse.balance(Coins(coins.purses, 2)).sentence) == "27 of 25 coins: 2 too many."
    assert purse.start(["ana", "ben"]).total == 8
    assert paths(purse.start(["ana", "ana"])) == ["players"]
    assert paths(purse.ante(Coins({"ana": 0, "ben": 8}))) == ["purses.ana"]
    last = Coins({"ana": 1, "ben": 7})
    assert purse.ante(last) == Coins({"ana": 0, "ben": 6}, 2)
    assert purse.pay_pot(last, "ana") == Coins({"ana": 0, "ben": 7}, 1)


@pytest.mark.parametrize(("pot", "half"), [(0, 0), (1, 0), (2, 1), (7, 3)])
def test_princess_takes_half_rounded_down(pot, half):
    assert purse.princess(Coins({"ana": 1, "ben": 1}, pot), "ben") == Coins({"ana": 1, "ben": 1 + half}, pot - half)


def test_a_monk_keeps_coins_at_home():
    coins = Coins(THREE, 3)
    assert purse.bandit(coins, "ana", "ben", cancelled=True) == coins
    assert purse.bandit(coins, "ana", "ben") == Coins({"ana": 6, "ben": 4, "cyn": 5}, 3)
    assert purse.merchant(coins, "ana", cancelled=["cyn"]) == Coins({"ana": 5, "ben": 4, "cyn": 5}, 4)


def test_coins_and_aims_refuse_strangers_and_unknown_cards():
    coins = Coins(THREE)
    assert paths(purse.bandit(coins, "zoe", "zoe")) == ["thief", "victim", "victim"]
    assert paths(purse.merchant(coins, "zoe", ["yan"])) == ["player", "cancelled"]
    for act in (purse.princess, purse.pay_pot):
        assert paths(act(coins, "zoe")) == ["player"]
    assert paths(aim("samurai", "zoe", ("ana", "ben"), ("ana", "ben"))) == ["card", "player", "players"]


# --- end of campaign and game -----------------------------------------------------------------------------------


def test_last_one_standing_takes_the_pot_whatever_his_honor():
    end = campaign_end("last-standing", 7, {"ben": []}, {"ana": 3, "ben": 2, "cyn": 3}, "ana")
    assert (end.winner, end.purses, end.pot, end.starts) == ("ben", {"ana": 3, "ben": 9, "cyn": 3}, 0, "ben")
    assert (end.game_over, end.ranking) == (False, None)
    both = campaign_end("last-standing", 7, {"ana": [], "ben": ["monk"]}, {"ana": 3, "ben": 2}, "ana")
    assert both.winner == "ben"


@pytest.mark.parametrize("reason", ["emperor", "supply"])
def test_most_honor_in_hand_takes_the_pot(reason):
    hands = {"ana": ["princess", "peasant"], "ben": ["monk", "captain"], "cyn": ["shrine-maiden", "ninja"]}
    end = campaign_end(reason, 7, hands, THREE, "ana")
    assert (end.winner, end.honor, end.purses["cyn"]) == ("cyn", {"ana": 3, "ben": 3, "cyn": 4}, 12)


def test_a_tie_leaves_the_pot_and_the_first_player_starts_again():
    end = campaign_end("supply", 4, {"ana": ["monk"], "cyn": ["commander", "ninja"]}, THREE, "ben")
    assert (end.winner, end.pot, end.starts, end.purses, end.game_over) == (None, 4, "ben", THREE, False)


def test_the_game_ends_when_a_purse_is_empty_after_the_campaign():
    end = campaign_end("emperor", 6, {"ana": ["monk"], "ben": ["ninja"]}, {"ana": 5, "ben": 0, "cyn": 4}, "ana")
    assert (end.game_over, end.ranking) == (True, (("ana",), ("cyn",), ("ben",)))
    saved = campaign_end("emperor", 6, {"ana": ["ninja"], "ben": ["monk"]}, {"ana": 5, "ben": 0, "cyn": 4}, "ana")
    assert (saved.game_over, saved.ranking) == (False, None)


def test_a_drawn_last_campaign_leaves_the_pot_to_nobody():
    end = campaign_end("emperor", 5, {"ana": ["monk"], "ben": ["monk"]}, {"ana": 5, "ben": 0, "cyn": 5}, "ana")
    assert (end.winner, end.pot, end.ranking) == (None, 5, (("ana", "cyn"), ("ben",)))


def test_tied_leaders_draw_and_more_honor_wins():
    ranking = rank({"ana": 5, "ben": 0, "cyn": 5, "dan": 5, "eve": 2})
    assert ranking == (("ana", "cyn", "dan"), ("eve",), ("ben",))
    after = tie_draw(ranking, {"ana": "monk", "cyn": "emperor", "dan": "monk"})
    assert after == (("cyn",), ("ana", "dan"), ("eve",), ("ben",))
    again = tie_draw(ranking, {"ana": "monk", "cyn": "commander", "dan": "monk"})
    assert again == ranking
    assert paths(tie_draw(ranking, {"ana": "emperor", "cyn": "emperor", "ben": "samurai"})) == [
        "drawn.dan", "drawn.ben", "drawn.ben", "drawn",
    ]  # fmt: skip
    assert "ranking" in paths(tie_draw((("ana",), ("ben",)), {}))


def test_every_problem_of_a_campaign_end_is_named_at_once():
    refusal = campaign_end("boredom", -1, {"zoe": ["ronin"]}, {"ana": -2, "ben": 3}, "yan")
    assert paths(refusal) == ["pot", "purses.ana", "reason", "hands.zoe", "hands.zoe.0", "first"]
    assert paths(campaign_end("supply", 1, {}, {"ana": 3}, "ana")) == ["purses", "hands"]
    two_left = {"ana": ["monk"], "ben": ["ninja"]}
    assert paths(campaign_end("last-standing", 1, two_left, {"ana": 3, "ben": 4}, "ana")) == ["hands"]


def test_honor_adds_up():
    assert honor(["emperor", "nobleman"]) == 9
    assert honor([]) == 0
