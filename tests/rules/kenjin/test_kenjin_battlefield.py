"""Kenjin: one battlefield, in the order of ruling N3; the book's example and FAQ by name.

The strengths here are this test's own: the books lost the printed ones.
"""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.kenjin.armies import Lying, Stack, account
from companion.rules.kenjin.battlefield import resolve
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, ENTERED
from companion.rules.kenjin.house import KenjinHouse
from companion.rules.text import Refusal
from tests.golden.told import changed
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


# --- battlefields, kept as text -----------------------------------------------------------------------------------


def fought(line):
    """`torii: archer brute / samurai@ana | bonus.ana=1`: Ana's cards and Ben's, bottom to top, and what else counts."""
    tile, _, rest = line.partition(":")
    sides, _, more = rest.partition("|")
    ana, ben = (side.split() for side in sides.split("/"))
    extra = {"strengths": dict(STRENGTHS)}
    for name, value in (word.split("=") for word in more.split()):
        kind, _, who = name.partition(".")
        extra.setdefault(kind, {})[who] = int(value) if value.isdigit() else value
    if "house" in extra:
        extra["house"] = KenjinHouse(**extra["house"])
    return resolve(tile, armies=[army("ana", *ana), army("ben", *ben)], **extra)


def told(lines):
    for line in lines:
        yield line
        answer = fought(line)
        if isinstance(answer, Refusal):
            yield f"  refused: {' '.join(problem.path for problem in answer.problems)}: {answer}"
            continue
        yield from (f"  {step}" for step in answer.steps)
        if answer.ask is not None:
            yield f"  {answer.ask.player} is asked: {' '.join(map(str, answer.ask.choices))}"
        fallen = [f"{one.player} {one.index} by {one.by}" for one in answer.eliminated]
        left = [f"{who} {' '.join(map(str, places)) or '-'}" for who, places in answer.left.items()]
        yield f"  won by {answer.winner or '-'}; left: {', '.join(left)}; eliminated: {', '.join(fallen) or '-'}"
        if answer.strength is not None:
            assert {player: number.value for player, number in answer.why.items()} == answer.strength


def test_battlefields_are_resolved_as_they_are_kept():
    assert not changed("battlefields", told)


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
    assert str(books["ben"].sentence) == "Missing: Lord, 2 × Peasant. Named too often: Archer."


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
