"""Kenjin: clans, layout and draft, deployment, Supply Camp, score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kenjin.battlefield import supply_ask, supply_bonus
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, CLANS, ENTERED, strengths_problems
from companion.rules.kenjin.deployment import deployment
from companion.rules.kenjin.layout import (
    Placed,
    draft_choose,
    draft_placed,
    draft_turn,
    drawn_layout,
    layout_problems,
    pairs,
    start_draft,
    teams,
)  # fmt: skip
from companion.rules.kenjin.score import Conquest, score
from companion.rules.text import Refusal, listed, refuse_any
from tests.golden.told import changed
from tests.rules.asked import answers

FOURS = ("port", "rice-field", "village", "supply-camp", "torii")
SIXES = ("bridge", "sanctuary", "palace", "golden-temple", "fortress")
FOUR = ("ana", "ben", "cyn", "dan")
TEAMS = (("ana", "cyn"), ("ben", "dan"))
RING = drawn_layout(FOUR, ("supply-camp", "port", "rice-field", "torii"), SIXES[:4])


def layout_wrong(players, placed):
    return refuse_any(layout_problems(players, placed), "Setup")


def drafted(players, tiles):
    """Whose turn it is after these were chosen, or what is laid out when all are; or why the last cannot be chosen."""
    draft = start_draft(players, FOURS, SIXES)
    for tile in tiles:
        draft = draft_choose(draft, tile)
        if isinstance(draft, Refusal):
            return draft
    return draft_turn(draft) or draft_placed(draft)


KNOWN = {
    "drawn_layout": drawn_layout, "pairs": pairs, "teams": teams,
    "layout_wrong": layout_wrong, "Placed": Placed, "start_draft": start_draft, "drafted": drafted,
    "deployment": deployment, "supply_ask": supply_ask, "supply_bonus": supply_bonus, "score": score,
    "Conquest": Conquest, "FOURS": FOURS, "SIXES": SIXES, "FOUR": FOUR, "TEAMS": TEAMS, "RING": RING,
}  # fmt: skip


def test_the_rules_answer_as_they_are_kept():
    assert not changed("rules/kenjin", answers(KNOWN))


def test_clans_cards_and_battlefields_of_the_book():
    assert {clan.name: str(clan.color) for clan in CLANS.values()} == {
        "Kamiwashi": "white", "Jozu": "blue", "Yaseï": "green", "Hondo": "red",
    }  # fmt: skip
    assert sum(card.count for card in CARDS.values()) == 13
    assert [card.id for card in CARDS.values() if card.regular] == [
        "scout", "shugenja", "general", "assassin", "ashigaru",
    ]  # fmt: skip
    assert tuple(tile.id for tile in BATTLEFIELDS.values() if tile.value == 4) == FOURS
    assert tuple(tile.id for tile in BATTLEFIELDS.values() if tile.value == 6) == SIXES
    assert set(ENTERED) == set(CARDS) - {"lord", "peasant"}
    assert [problem.path for problem in strengths_problems({})] == [f"strengths.{card}" for card in ENTERED]
    assert not [*strengths_problems(dict.fromkeys(ENTERED, 3))]
    assert str(listed([])) == "-"


@pytest.mark.parametrize(("players", "tiles"), [(("ana", "ben", "cyn"), 6), (FOUR, 8)])
def test_three_and_four_players_have_one_of_each_between_neighbors(players, tiles):
    placed = drawn_layout(players, FOURS, SIXES)
    assert len(placed) == tiles
    assert layout_wrong(players, placed) is None
    for pair in pairs(players):
        assert sorted(BATTLEFIELDS[s.battlefield].value for s in placed if s.between == pair) == [4, 6]
    for player in players:
        assert sum(player in spot.between for spot in placed) == 4


@given(st.integers(3, 4), st.permutations(FOURS), st.permutations(SIXES), st.data())
def test_every_draft_ends_in_a_right_layout(count, fours, sixes, data):
    draft = start_draft(FOUR[:count], fours, sixes)
    while (turn := draft_turn(draft)) is not None:
        assert len(turn.choices) >= 2
        draft = draft_choose(draft, data.draw(st.sampled_from(turn.choices)))
    assert layout_wrong(FOUR[:count], draft_placed(draft)) is None


@pytest.mark.parametrize("count", [2, 3, 4])
def test_seven_rounds_of_two_cards_and_one_in_the_last(count):
    players = FOUR[:count]
    laid = dict.fromkeys(players, 0)
    for taken in range(7 * count):
        now = deployment(players, taken)
        assert (now.player, now.round) == (players[taken % count], taken // count + 1)
        assert now.reminders
        following = deployment(players, taken + 1)
        assert now.next == following.player
        laid[now.player] += now.cards
    assert laid == dict.fromkeys(players, 13)
    over = deployment(players, 7 * count)
    assert (over.player, over.cards, over.next) == (None, 0, None)


conquests = st.lists(
    st.tuples(st.sampled_from(sorted(BATTLEFIELDS)), st.sampled_from(["ana", "ben", None]), st.booleans()),
    unique_by=lambda row: row[0],
    max_size=4,
)


@given(conquests, st.sets(st.sampled_from(["ana", "ben"])))
def test_points_add_up_and_do_not_depend_on_the_order_of_players(rows, cowards):
    spots = [Conquest(tile, ("ana", "ben"), winner, peasant) for tile, winner, peasant in rows]
    result = score(["ana", "ben"], None, spots, sorted(cowards))
    mirror = score(["ben", "ana"], None, spots[::-1], sorted(cowards))
    assert mirror.points == result.points
    assert [set(place) for place in mirror.ranking] == [set(place) for place in result.ranking]
    for player, points in result.points.items():
        mine = [row for row in rows if row[1] == player]
        torii = len(mine) - 1 if "torii" in [row[0] for row in mine] else 0
        plain = sum(6 if row[0] in SIXES else 4 for row in mine) + sum(row[2] for row in mine)
        assert points.total == plain + torii - 5 * (player in cowards)
