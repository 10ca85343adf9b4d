"""Kenjin: clans, layout and draft, deployment, Supply Camp, score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kenjin.battlefield import supply_ask, supply_bonus
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, CLANS, ENTERED, strengths_problems
from companion.rules.kenjin.deployment import Deployment, deployment
from companion.rules.kenjin.layout import (
    Placed,
    check_layout,
    draft_choose,
    draft_placed,
    draft_turn,
    drawn_layout,
    pairs,
    start_draft,
    teams,
)  # fmt: skip
from companion.rules.kenjin.score import Conquest, Points, score
from companion.rules.text import Refusal, listed
from tests.rules.refusals import paths

FOURS = ("port", "rice-field", "village", "supply-camp", "torii")
SIXES = ("bridge", "sanctuary", "palace", "golden-temple", "fortress")
FOUR = ("ana", "ben", "cyn", "dan")
TEAMS = (("ana", "cyn"), ("ben", "dan"))


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
    assert str(listed([])) == "-"


def test_no_strength_is_guessed():
    assert [problem.path for problem in strengths_problems({})] == [f"strengths.{card}" for card in ENTERED]
    assert strengths_problems(dict.fromkeys(ENTERED, 3)) == []


# --- layout -----------------------------------------------------------------------------------------------------


def test_two_players_fight_over_two_of_each_value():
    placed = drawn_layout(("ana", "ben"), FOURS, SIXES)
    assert [spot.battlefield for spot in placed] == ["port", "rice-field", "bridge", "sanctuary"]
    assert {spot.between for spot in placed} == {("ana", "ben")}


@pytest.mark.parametrize(("players", "tiles"), [(("ana", "ben", "cyn"), 6), (FOUR, 8)])
def test_three_and_four_players_have_one_of_each_between_neighbors(players, tiles):
    placed = drawn_layout(players, FOURS, SIXES)
    assert len(placed) == tiles
    assert check_layout(players, placed) == placed
    for pair in pairs(players):
        assert sorted(BATTLEFIELDS[s.battlefield].value for s in placed if s.between == pair) == [4, 6]
    for player in players:
        assert sum(player in spot.between for spot in placed) == 4


def test_four_players_sit_in_a_ring_and_partners_across():
    assert pairs(FOUR) == (("ana", "ben"), ("ben", "cyn"), ("cyn", "dan"), ("dan", "ana"))
    assert teams(FOUR) == TEAMS
    assert isinstance(teams(("ana", "ben", "cyn")), Refusal)


def test_bad_stacks_are_refused():
    assert paths(drawn_layout(("ana", "ana", "cyn"), ("port", "port", "bridge", "moat"), SIXES[:1])) == [
        "players", "fours.1", "fours.2", "fours.3", "sixes",
    ]  # fmt: skip
    assert paths(drawn_layout(("ana",), FOURS, SIXES)) == ["players"]
    four_among_sixes = drawn_layout(("ana", "ben", "cyn"), FOURS, (SIXES[0], FOURS[0], SIXES[1]))
    assert paths(four_among_sixes) == ["sixes.1"]
    assert "Port is worth 4 points; it does not belong to the stack of 6." in str(four_among_sixes)


def test_a_layout_from_the_table_is_checked():
    right = [Placed("port", ("ben", "ana")), Placed("torii", ("ana", "ben")), Placed("bridge", ("ana", "ben"))]
    assert paths(check_layout(("ana", "ben"), right)) == ["battlefields"]
    assert "of 6 points between ana and ben: 1; there must be 2." in str(check_layout(("ana", "ben"), right))
    assert check_layout(("ana", "ben"), [*right, Placed("palace", ("ana", "ben"))])
    wrong = [*right, Placed("moat", ("ana", "ben")), Placed("port", ("ana", "zoe")), Placed("village", ("ben", "ana"))]
    assert paths(check_layout(("ana", "ben"), wrong)) == [
        "battlefields.3.battlefield", "battlefields.4", "battlefields", "battlefields", "battlefields",
    ]  # fmt: skip


def test_draft_fours_clockwise_to_the_left_then_sixes_back_to_the_right():
    draft = start_draft(("ana", "ben", "cyn"), FOURS, SIXES)
    assert (draft.fours, draft.sixes) == (FOURS[:4], SIXES[:4])
    order = []
    for tile in ("torii", "village", "supply-camp", "port", "golden-temple", "bridge", "palace", "sanctuary"):
        turn = draft_turn(draft)
        if turn is None:
            break
        after = draft_choose(draft, tile)
        if isinstance(after, Refusal):
            assert tile not in turn.choices
            continue
        order.append((turn.player, tile, turn.between))
        draft = after
    assert order == [
        ("ana", "village", ("ana", "ben")),
        ("ben", "supply-camp", ("ben", "cyn")),
        ("cyn", "port", ("cyn", "ana")),
        ("cyn", "golden-temple", ("ben", "cyn")),
        ("ben", "bridge", ("ana", "ben")),
        ("ana", "palace", ("cyn", "ana")),
    ]
    assert draft_turn(draft) is None
    assert isinstance(draft_choose(draft, "sanctuary"), Refusal)
    assert check_layout(("ana", "ben", "cyn"), draft_placed(draft)) == draft_placed(draft)


@given(st.integers(3, 4), st.permutations(FOURS), st.permutations(SIXES), st.data())
def test_every_draft_ends_in_a_right_layout(count, fours, sixes, data):
    draft = start_draft(FOUR[:count], fours, sixes)
    while (turn := draft_turn(draft)) is not None:
        assert len(turn.choices) >= 2
        draft = draft_choose(draft, data.draw(st.sampled_from(turn.choices)))
    assert check_layout(FOUR[:count], draft_placed(draft)) == draft_placed(draft)


def test_two_players_do_not_draft():
    assert paths(start_draft(("ana", "ben"), FOURS, SIXES)) == ["players"]
    assert paths(start_draft(FOUR, FOURS[:4], SIXES)) == ["fours"]


# --- deployment -------------------------------------------------------------------------------------------------


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
    assert isinstance(over, Deployment)
    assert (over.player, over.cards, over.next) == (None, 0, None)
    assert paths(deployment(players, 7 * count + 1)) == ["turns_taken"]
    assert paths(deployment(players, -1)) == ["turns_taken"]


def test_coward_reminder_comes_with_the_last_card():
    assert "Lord" in str(deployment(("ana", "ben"), 12).reminders[-1])
    assert len(deployment(("ana", "ben"), 0).reminders) == 1
    assert [len(deployment(("ana", "ben"), 2 * round).reminders) for round in range(7)] == [1, 1, 1, 1, 1, 2, 2]
    assert "One card is left" in str(deployment(("ana", "ben"), 10).reminders[-1])
    assert "Your last card" in str(deployment(("ana", "ben"), 12).reminders[-1])


# --- Supply Camp ------------------------------------------------------------------------------------------------

RING = drawn_layout(FOUR, ("supply-camp", "port", "rice-field", "torii"), SIXES[:4])


def test_supply_camp_names_two_other_battlefields_of_its_winner():
    ask = supply_ask("ana", RING)
    assert (ask.player, ask.count, ask.choices) == ("ana", 2, ("torii", "bridge", "golden-temple"))
    assert supply_bonus("ana", ["torii", "bridge"], RING) == {"torii": {"ana": 1}, "bridge": {"ana": 1}}
    assert paths(supply_bonus("ana", ["supply-camp", "port"], RING)) == ["named.0", "named.1"]
    assert paths(supply_bonus("ana", ["torii", "torii", "bridge"], RING)) == ["named.1", "named"]


def test_in_teams_a_bonus_may_go_to_the_partner():
    assert len(supply_ask("ana", RING, TEAMS).choices) == 7
    assert supply_bonus("ana", ["port", "torii"], RING, TEAMS) == {"port": {"cyn": 1}, "torii": {"ana": 1}}


# --- score ------------------------------------------------------------------------------------------------------


def test_points_by_part():
    result = score(
        ["ana", "ben"],
        None,
        [
            Conquest("torii", ("ana", "ben"), "ana", peasant=True),
            Conquest("palace", ("ana", "ben"), "ana", lord=True),
            Conquest("bridge", ("ana", "ben"), "ben", peasant=True, lord=True),
            Conquest("port", ("ana", "ben"), None, peasant=True, lord=True),
        ],
        ["ben"],
    )
    assert result.points["ana"] == Points(10, 1, 3, 1, 0)
    assert result.points["ben"] == Points(6, 1, 3, 0, -5)
    assert (result.points["ana"].total, result.points["ben"].total) == (15, 5)
    assert (result.ranking, result.conquered, result.team_totals) == ((("ana",), ("ben",)), {"ana": 2, "ben": 1}, None)


def test_a_tie_goes_to_more_battlefields_else_is_shared():
    between = ("ana", "ben")
    level = score(["ana", "ben"], None, [Conquest("palace", between, "ana"), Conquest("bridge", between, "ben")])
    assert level.ranking == (("ana", "ben"),)
    # 10 points each: one battlefield of 6 with Peasant and Lord against 4 + 4 with two Peasants.
    even = score(
        ["ana", "ben"],
        None,
        [
            Conquest("palace", between, "ana", peasant=True, lord=True),
            Conquest("port", between, "ben", peasant=True),
            Conquest("village", between, "ben", peasant=True),
        ],
    )
    assert [even.points[p].total for p in between] == [10, 10]
    assert even.ranking == (("ben",), ("ana",))


def test_teams_add_both_partners():
    result = score(
        FOUR,
        TEAMS,
        [
            Conquest("palace", ("ana", "ben"), "ana"),
            Conquest("torii", ("ben", "cyn"), "ben"),
            Conquest("bridge", ("cyn", "dan"), "dan"),
            Conquest("port", ("dan", "ana"), "ana"),
        ],
        ["cyn"],
    )
    assert result.team_totals == (5, 10)
    assert result.ranking == (("ben", "dan"), ("ana", "cyn"))
    assert score(FOUR, TEAMS, []).ranking == (("ana", "cyn", "ben", "dan"),)


def test_every_problem_of_a_score_is_named_at_once():
    refusal = score(
        ["ana", "ben"],
        [["ana", "ben"]],
        [
            Conquest("moat", ("ana", "ana"), "ben"),
            Conquest("port", ("ana", "zoe"), "ana", lord=True),
            Conquest("port", ("ana", "ben"), "ana", lord=True),
        ],
        ["yan"],
    )
    assert paths(refusal) == [
        "teams", "battlefields.0.battlefield", "battlefields.0.between", "battlefields.0.winner",
        "battlefields.1.between", "battlefields.2.battlefield", "battlefields.2.between", "battlefields.2.lord",
        "cowards.0",
    ]  # fmt: skip


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
