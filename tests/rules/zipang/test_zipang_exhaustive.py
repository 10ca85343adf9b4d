"""Every hand of up to two cards against every attack and answer; random play loses no coin."""

from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.text import Refusal
from companion.rules.zipang import coins as purse
from companion.rules.zipang.attack import Target, attack
from companion.rules.zipang.campaign import campaign_end

# A table typed once more from the book, not read from the code under test.
BATTLE = {
    "emperor": 0, "peasant": 1, "bandit": 2, "merchant": 1, "princess": 0, "captain": 3, "monk": 1,
    "shrine-maiden": 0, "commander": 4, "ninja": 2, "tea-master": 1, "crazy-one": 2, "nobleman": 1, "warlord": 5,
}  # fmt: skip
SINGLE = {"emperor", "princess", "shrine-maiden", "ninja", "tea-master", "crazy-one", "nobleman", "warlord"}
ATTACKS = {"captain": 3, "commander": 4, "warlord": 5, "ikki": 5}


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
        return purse.pay_pot(coins, one)
    if act == "bandit":
        return purse.bandit(coins, one, other)
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
