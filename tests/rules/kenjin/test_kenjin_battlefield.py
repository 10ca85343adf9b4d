"""Kenjin: one battlefield, in the order of ruling N3; the book's example and FAQ by name.

The strengths here are this test's own: the books lost the printed ones.
"""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.kenjin.armies import Lying, Stack, account
from companion.rules.kenjin.battlefield import Eliminated, resolve
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, ENTERED
from tests.rules.refusals import paths

STRENGTHS = {
    "scout": 1, "shugenja": 1, "general": 2, "assassin": 0, "ashigaru": 2, "archer": 1, "samurai": 3, "brute": 2,
}  # fmt: skip


def army(player, *cards):
    """Cards bottom to top; `brute^` lies face up, `assassin@ben` is of Ben's clan."""
    stack = []
    for card in cards:
        name, _, owner = card.partition("@")
        stack.append(Lying(name.rstrip("^"), owner or None, "up" if name.endswith("^") else None))
    return Stack(player, tuple(stack))


def fight(battlefield, ana, ben, **more):
    return resolve(battlefield, STRENGTHS, [army("ana", *ana), army("ben", *ben)], **more)


# --- the book's example and FAQ ---------------------------------------------------------------------------------


def test_example_the_archer_eliminates_the_samurai_and_six_beats_five_on_the_torii():
    answer = fight("torii", ["archer", "ashigaru", "brute", "scout"], ["samurai", "lord", "general"])
    assert answer.eliminated == (Eliminated("ben", 0, "archer"),)
    assert answer.strength == {"ana": 6, "ben": 5}
    assert answer.winner == "ana"
    assert answer.left == {"ana": (0, 1, 2, 3), "ben": (1, 2)}
    assert BATTLEFIELDS["torii"].value == 4


def test_faq_an_assassin_may_come_to_a_bridge_with_three_enemy_cards():
    answer = resolve("bridge", STRENGTHS, [army("ana"), army("ben", "brute", "assassin@ana", "ashigaru")])
    assert answer.left["ben"] == (0, 1, 2)
    refilled = army("ben", "brute", "assassin@ana", "ashigaru", "peasant")
    assert resolve("bridge", STRENGTHS, [army("ana"), refilled]).winner == "ben"


def test_faq_an_army_of_nothing_but_the_opponents_assassin_conquers():
    assert fight("village", ["assassin@ben"], []).winner == "ana"


def test_faq_an_army_of_nothing_but_a_peasant_conquers_an_empty_side():
    answer = fight("bridge", ["peasant"], [])
    assert (answer.strength, answer.winner) == ({"ana": 0, "ben": 0}, "ana")


# --- the assassin, the Samurai and the Golden Temple ------------------------------------------------------------


def test_a_samurai_leaves_the_others_alone():
    everyone = ["scout", "shugenja", "general", "assassin@ben", "lord", "archer"]
    answer = resolve("torii", STRENGTHS, [army("ana", *everyone), army("ben", "peasant", "brute")])
    assert answer.eliminated == ()
    answer = fight("torii", ["scout", "shugenja", "general", "lord", "assassin@ben"], ["samurai"])
    assert answer.eliminated == ()


def test_an_assassin_counts_for_the_army_where_she_struck():
    answer = resolve(
        "palace", {**STRENGTHS, "assassin": 2}, [army("ana", "lord", "assassin@ben"), army("ben", "brute")]
    )
    assert answer.strength == {"ana": 3 + 2 - 2, "ben": 2}


@pytest.mark.parametrize(("ana", "bonus", "winner"), [(4, 0, "ana"), (3, 0, None), (3, 1, "ana"), (0, 0, None)])
def test_golden_temple_needs_a_lead_of_four_the_supply_bonus_included(ana, bonus, winner):
    cards = {4: ["general", "ashigaru"], 3: ["general", "scout"], 0: ["peasant", "peasant"]}[ana]
    answer = fight("golden-temple", cards, ["peasant"], bonus={"ana": bonus})
    assert answer.winner == winner
    if winner is None:
        assert answer.left == {"ana": (), "ben": ()}
        assert {fall.by for fall in answer.eliminated} == {"golden-temple"}


# --- Sanctuary --------------------------------------------------------------------------------------------------


def test_sanctuary_takes_the_weakest_left_after_the_abilities():
    answer = fight("sanctuary", ["archer", "samurai"], ["samurai", "brute", "peasant"])
    # Ben's Samurai falls to the Archer, his Brute and Peasant to Ana's Samurai; Ana then loses her Archer.
    assert [(fall.player, fall.index, fall.by) for fall in answer.eliminated] == [
        ("ben", 0, "archer"), ("ben", 1, "samurai"), ("ben", 2, "samurai"), ("ana", 0, "sanctuary"),
    ]  # fmt: skip
    assert (answer.strength, answer.ask) == ({"ana": 3, "ben": 0}, None)


def test_sanctuary_asks_one_at_a_time_in_the_order_of_the_armies():
    ana, ben = ["scout", "shugenja", "general"], ["brute", "ashigaru"]
    first = fight("sanctuary", ana, ben)
    assert (first.ask.player, first.ask.choices, first.strength, first.winner) == ("ana", (0, 1), None, None)
    second = fight("sanctuary", ana, ben, destroy={"ana": 1})
    assert (second.ask.player, second.ask.choices) == ("ben", (0, 1))
    done = fight("sanctuary", ana, ben, destroy={"ana": 1, "ben": 0})
    assert (done.ask, done.left, done.winner) == (None, {"ana": (0, 2), "ben": (1,)}, "ana")


def test_sanctuary_does_not_ask_which_of_two_like_peasants():
    answer = fight("sanctuary", ["peasant", "peasant"], ["scout"])
    assert answer.ask is None
    assert answer.left == {"ana": (1,), "ben": ()}
    chosen = fight("sanctuary", ["peasant", "peasant"], ["scout"], destroy={"ana": 1})
    assert chosen.left["ana"] == (0,)


def test_sanctuary_asks_when_one_peasant_lies_above_the_lord():
    answer = fight("sanctuary", ["peasant", "lord", "peasant"], ["scout"])
    assert answer.ask.choices == (0, 2)
    assert fight("sanctuary", ["peasant", "lord", "peasant"], ["scout"], destroy={"ana": 0}).strength["ana"] == 3
    assert fight("sanctuary", ["peasant", "lord", "peasant"], ["scout"], destroy={"ana": 2}).strength["ana"] == 2


def test_sanctuary_refuses_a_card_that_is_not_the_weakest():
    assert paths(fight("sanctuary", ["scout", "general"], ["brute"], destroy={"ana": 1})) == ["destroy.ana"]
    assert paths(fight("sanctuary", ["scout"], [], destroy={"ben": 0})) == ["destroy.ben"]


# --- explanations -----------------------------------------------------------------------------------------------


def test_steps_tell_it_in_order_and_every_strength_explains_itself():
    answer = fight("port", ["archer", "scout"], ["samurai", "ashigaru"], bonus={"ben": 1})
    assert [str(step) for step in answer.steps] == [
        "Port: ana has 1 face up.",
        "Port: ben has 1 face up.",
        "Secret cards are turned face up.",
        "Archer: ben loses Samurai (card 1).",
        "ana: +1 (Port: cards that lay face up).",
        "ben: +1 (Port: cards that lay face up).",
        "ben: +1 (Supply Camp).",
        "ana: strength 3.",
        "ben: strength 4.",
        "ben conquers Port.",
    ]
    assert {player: number.value for player, number in answer.why.items()} == answer.strength


def test_the_last_step_tells_why_it_is_conquered_and_what_the_winner_does_next():
    assert "names two" in str(fight("supply-camp", ["scout"], []).steps[-1])
    assert str(fight("torii", ["scout"], ["shugenja", "peasant"]).steps[-1]).startswith("Equal strength: ben has more")


# --- bad input --------------------------------------------------------------------------------------------------


def test_every_problem_is_named_at_once():
    refusal = resolve(
        "moat",
        {"scout": 4, "lord": 2, "general": -1, "ninja": 1},
        [
            army("ana", "scout", "scout", "monk", "brute@ben", *["peasant"] * 5),
            Stack("ben", [Lying("ashigaru", None, "down"), Lying("archer", None, "sideways")]),
        ],
        bonus={"zoe": 2, "ana": 1},
        destroy={"zoe": 1},
    )
    assert paths(refusal) == [
        "battlefield", "strengths.scout", "strengths.lord", "strengths.general", "strengths.ninja",
        "strengths.brute", "strengths.ashigaru", "strengths.archer",
        "armies.0.cards.2.card", "armies.0.cards.3.from", "armies.1.cards.0.face", "armies.1.cards.1.face",
        "armies.0.cards.1", "armies.0.cards.8", "bonus.zoe", "bonus.zoe", "bonus", "destroy.zoe",
    ]  # fmt: skip
    assert "golden-temple" in str(refusal)


def test_only_strengths_of_cards_that_lie_there_are_needed():
    assert resolve("torii", {"scout": 1}, [army("ana", "scout", "lord"), army("ben", "peasant")]).winner == "ana"
    assert paths(resolve("torii", {}, [army("ana", "scout"), army("ben")])) == ["strengths.scout"]


def test_impossible_armies_are_refused():
    assert paths(resolve("torii", STRENGTHS, [army("ana", "scout")])) == ["armies"]
    assert paths(resolve("torii", STRENGTHS, [army("ana"), army("ana")])) == ["armies"]
    assert paths(fight("bridge", ["scout", "lord", "brute", "archer"], [])) == ["armies.0.cards"]
    assert paths(fight("torii", ["assassin"], ["assassin@ana"])) == ["armies.1.cards.0"]
    assert paths(fight("supply-camp", ["scout"], [], bonus={"ana": 1})) == ["bonus"]
    assert paths(fight("torii", ["scout"], [], bonus={"ana": 1, "ben": 1})) == ["bonus"]
    two = fight("torii", ["assassin@ben", "assassin@cyn"], ["assassin@ana", "assassin@dan"])
    assert two.winner is None


# --- missing and double cards -----------------------------------------------------------------------------------

WHOLE = [card.id for card in CARDS.values() for _ in range(card.count)]


def test_thirteen_cards_are_all_there_wherever_they_lie():
    assert len(WHOLE) == 13
    mine = [card for card in WHOLE if card not in ("assassin", "brute", "scout")]
    lie = [army("ana", *mine[:5]), army("ana", *mine[5:]), army("ben", "assassin@ana")]
    books = account(["ana"], lie, {"ana": ["brute", "scout"]})
    assert books["ana"].complete
    assert str(books["ana"].sentence) == "All 13 cards are there."


def test_missing_and_double_cards_are_named():
    lie = [army("ana", *WHOLE, "scout"), army("ben", *[card for card in WHOLE if card not in ("lord", "peasant")])]
    books = account(["ana", "ben"], lie, {"ben": ["archer", "peasant", "peasant"]})
    assert (books["ana"].missing, books["ana"].double) == ((), ("scout",))
    assert str(books["ana"].sentence) == "Named too often: Scout."
    assert books["ben"].missing == ("lord", "peasant", "peasant")
    assert str(books["ben"].sentence) == "Missing: Lord, Peasant, Peasant. Named too often: Archer."


# --- a naive twin -----------------------------------------------------------------------------------------------


def naive(tile, strengths, ana, ben):
    """(strengths, winner, left) by lists and names only; Sanctuary left out, since it asks."""
    sides = {"ana": list(enumerate(ana)), "ben": list(enumerate(ben))}
    other = {"ana": "ben", "ben": "ana"}
    up = {
        who: len([c for c in cards if c in ("scout", "shugenja", "general", "ashigaru", "assassin")])
        for who, cards in (("ana", ana), ("ben", ben))
    }
    for killer, prey in (("archer", ["samurai"]), ("samurai", ["peasant", "brute", "ashigaru"])):
        killers = {who for who in sides if killer in [card for _, card in sides[who]]}
        for who in sides:
            if other[who] in killers:
                sides[who] = [pair for pair in sides[who] if pair[1] not in prey]
    total = {}
    for who, cards in sides.items():
        total[who] = 0
        for place, (_, card) in enumerate(cards):
            if card == "lord":
                worth = 2 + len(cards) - place - 1
            else:
                worth = {"peasant": 1 if tile == "rice-field" else 0, **strengths}[card]
                if tile == "village":
                    worth = {1: 2}.get(worth, worth)
            total[who] += worth
        if tile == "port":
            total[who] += up[who]
        if tile == "palace" and len(cards) > len(sides[other[who]]):
            total[who] -= 2
    rank = {who: (total[who], len(sides[who])) for who in sides}
    winner = None if rank["ana"] == rank["ben"] else max(rank, key=rank.get)
    gone = False
    if tile == "golden-temple" and abs(total["ana"] - total["ben"]) < 4:
        winner, gone = None, True
    if tile == "fortress" and winner and len(sides[winner]) < 3:
        winner, gone = None, True
    return total, winner, {who: () if gone else tuple(i for i, _ in sides[who]) for who in sides}


hands = st.lists(st.sampled_from([card for card in WHOLE if card != "assassin"]), max_size=7).filter(
    lambda cards: all(cards.count(card) <= CARDS[card].count for card in cards)
)
printed = st.fixed_dictionaries({card: st.integers(0, 3) for card in ENTERED})
tiles = st.sampled_from([tile for tile in BATTLEFIELDS if tile != "sanctuary"])


@settings(max_examples=150)
@given(tiles, printed, hands, hands)
def test_resolution_against_a_naive_twin_and_independent_of_player_order(tile, strengths, ana, ben):
    assume(tile != "bridge" or max(len(ana), len(ben)) <= 3)
    answer = resolve(tile, strengths, [army("ana", *ana), army("ben", *ben)])
    assert (answer.strength, answer.winner, answer.left) == naive(tile, strengths, ana, ben)
    assert all("%(" not in str(step) for step in answer.steps)
    mirror = resolve(tile, strengths, [army("ben", *ben), army("ana", *ana)])
    assert (mirror.strength, mirror.winner, mirror.left) == (answer.strength, answer.winner, answer.left)
    assert set(mirror.eliminated) == set(answer.eliminated)
    for player, cards in (("ana", ana), ("ben", ben)):
        fallen = [fall.index for fall in answer.eliminated if fall.player == player]
        assert sorted([*fallen, *answer.left[player]]) == list(range(len(cards)))


@settings(max_examples=80)
@given(printed, hands, hands, st.data())
def test_sanctuary_takes_one_weakest_card_of_each_army_whatever_the_order(strengths, ana, ben, data):
    armies = [army("ana", *ana), army("ben", *ben)]
    destroy = {}
    answer = resolve("sanctuary", strengths, armies)
    while answer.ask is not None:
        assert answer.ask.player not in destroy
        assert len(answer.ask.choices) > 1
        destroy[answer.ask.player] = data.draw(st.sampled_from(answer.ask.choices))
        answer = resolve("sanctuary", strengths, armies, destroy=destroy)
    mirror = resolve("sanctuary", strengths, armies[::-1], destroy=destroy)
    assert (mirror.strength, mirror.winner, mirror.left) == (answer.strength, answer.winner, answer.left)
    _, _, before = naive("torii", strengths, ana, ben)
    for player, cards in (("ana", ana), ("ben", ben)):
        lost = [fall.index for fall in answer.eliminated if (fall.player, fall.by) == (player, "sanctuary")]
        assert len(lost) == min(1, len(before[player]))
        assert sorted([*lost, *answer.left[player]]) == list(before[player])
        plain = {i: strengths.get(cards[i], 0) for i in before[player] if cards[i] != "lord"}
        if lost and cards[lost[0]] != "lord":
            assert plain[lost[0]] == min(plain.values())
