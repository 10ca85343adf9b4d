"""Zipang Portable: what the rules answer, kept as text; every hand of up to two cards against every attack and answer;
random play loses no coin.

What becomes of hands is among the situations of `tests/playthroughs`.
"""

from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cardgame import by_place
from companion.rules.text import Refusal
from companion.rules.zipang import coins as purse
from companion.rules.zipang.attack import Target, aim, answer_order, attack
from companion.rules.zipang.campaign import campaign_end, tie_draw
from companion.rules.zipang.cards import CARDS, deck, honor, most_battle, setup
from companion.rules.zipang.coins import Coins
from companion.rules.zipang.house import ZipangHouse
from tests.golden.told import changed
from tests.rules.asked import answers

# A table typed once more from the book, not read from the code under test.
PRINTED = {
    "emperor": (0, 5, 1), "peasant": (1, 0, 6), "bandit": (2, 1, 3), "merchant": (1, 0, 2),
    "princess": (0, 3, 1), "captain": (3, 1, 5), "monk": (1, 2, 3), "shrine-maiden": (0, 4, 1),
    "commander": (4, 2, 3), "ninja": (2, 0, 1), "tea-master": (1, 3, 1), "crazy-one": (2, 3, 1),
    "nobleman": (1, 4, 1), "warlord": (5, 3, 1),
}  # fmt: skip
BATTLE = {card: battle for card, (battle, _, _) in PRINTED.items()}
SINGLE = {"emperor", "princess", "shrine-maiden", "ninja", "tea-master", "crazy-one", "nobleman", "warlord"}
ATTACKS = {"captain": 3, "commander": 4, "warlord": 5, "ikki": 5}


KNOWN = {
    "attack": attack, "Target": Target, "aim": aim, "answer_order": answer_order, "campaign_end": campaign_end,
    "by_place": by_place, "tie_draw": tie_draw, "setup": setup, "honor": honor, "most_battle": most_battle,
    "purse": purse, "Coins": Coins, "House": ZipangHouse,
}  # fmt: skip


def test_the_rules_answer_as_they_are_kept():
    assert not changed("rules/zipang", answers(KNOWN))


def test_thirty_cards_of_the_book():
    assert {card.id: (card.battle, card.honor, card.count) for card in CARDS.values()} == PRINTED
    assert sum(card.count for card in CARDS.values()) == 30
    for players in range(2, 7):
        kept = {card: CARDS[card].count - setup(players).remove.get(card, 0) for card in CARDS}
        assert {card: deck(players).count(card) for card in CARDS} == kept
        assert len(deck(players)) == setup(players).deck


def hands():
    yield ()
    for card in BATTLE:
        yield (card,)
    yield from combinations_with_replacement(BATTLE, 2)


def test_every_hand_against_every_attack_and_answer():
    judged = refused = 0
    for hand in hands():
        possible = not (len(hand) == 2 and hand[0] == hand[1] and hand[0] in SINGLE)
        total = sum(BATTLE[card] for card in hand)
        for card, needed in ATTACKS.items():
            for before in (False, True):
                for answer in (None, "coin", "monk"):
                    legal = possible and (answer != "coin" or before) and (answer != "monk" or "monk" in hand)
                    got = attack(card, "ana", {"ben": Target(hand, before, answer)})
                    if not legal:
                        assert isinstance(got, Refusal), (hand, card, before, answer)
                        refused += 1
                        continue
                    expected = {"coin": "paid", "monk": "cancelled"}.get(answer) or (
                        "blocked" if total >= needed else "eliminated"
                    )
                    ben = got.targets["ben"]
                    assert (ben.outcome, ben.sum, ben.needed) == (expected, total, needed)
                    judged += 1
    assert judged + refused == 120 * 4 * 2 * 3
    assert judged > 1000


def take_pot(coins, winner):
    """6 Campaign End, as the round of acts knows it."""
    return purse.Coins({**coins.purses, winner: coins.purses[winner] + coins.pot}, 0)


def coin_act(act, coins, one, other, spared):
    if act == "ante":
        return purse.ante(coins)
    if act == "pay":
        return purse.pay_pot(coins, one) if coins.purses[one] else coins
    if act == "bandit":
        return coins if one == other else purse.bandit(coins, one, other)
    if act == "merchant":
        return purse.merchant(coins, one, spared)
    return purse.princess(coins, one) if act == "princess" else take_pot(coins, one)


PLAYERS = ("ana", "ben", "cyn", "dan", "eve", "fay")


@settings(max_examples=60)
@given(st.integers(2, 6), st.data())
def test_coins_are_conserved_whatever_is_played(count, data):
    players = PLAYERS[:count]
    who = st.sampled_from(players)
    coins = purse.start(players)
    total = coins.total
    for _ in range(data.draw(st.integers(1, 25))):
        act = data.draw(st.sampled_from(["ante", "pay", "bandit", "merchant", "princess", "pot", "end"]))
        one, other = data.draw(who), data.draw(who)
        spared = data.draw(st.sets(who))
        if act == "end":
            hand = {one: ["monk"], other: ["captain"]}
            end = campaign_end("supply", coins.pot, hand, coins.purses, one)
            assert end.winner == (other if one == other else one)
            assert sum(end.purses.values()) + end.pot == total
            continue
        after = coin_act(act, coins, one, other, spared)
        if isinstance(after, Refusal):
            assert after.problems
            continue
        coins = after
        assert coins.total == total
        assert tuple(coins.purses) == players
        assert min((coins.pot, *coins.purses.values())) >= 0
        assert purse.balance(coins).missing == 0
