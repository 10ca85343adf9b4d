"""Single acts of Zipang Portable at a table: who is asked what, what is refused, what a correction finds out."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.play.fold import Entered, refold
from companion.play.game import Event, Line
from companion.play.zipang.game import ZIPANG
from companion.rules.text import Refusal
from companion.rules.zipang.cards import CARDS
from tests.play.cardtable import Cardtable, begun


@pytest.fixture
def table() -> Cardtable:
    """Four players in their first campaign, Ana's turn."""
    return begun(4, **{"name.a": "Ana", "name.b": "Ben", "name.c": "Chie", "name.d": "Dai"})


def play(table: Cardtable, seat: str, card: str, *targets: str, campaign: int = 1) -> str:
    number = str(table.state.campaign.plays + 1)
    return table.do(seat, "play", campaign=str(campaign), number=number, card=card, targets=",".join(targets))


@pytest.mark.parametrize(
    ("setup", "path"),
    [
        ({"players": "7"}, "players"),
        ({"players": "x"}, "players"),
        ({"players": True}, "players"),
        ({"players": 3, "name.b": "x" * 40}, "name.b"),
        ({"players": 3, "name.b": "Ana", "name.a": "ana"}, "name.b"),
        ({"players": 3, "crest.c": "rose"}, "crest.c"),
        ({"players": 3, "crest.c": "kiri", "crest.b": "kiri"}, "crest.c"),
    ],
)
def test_a_wrong_setup_is_located(setup: dict[str, Any], path: str) -> None:
    refusal = ZIPANG.start(setup)
    assert isinstance(refusal, Refusal)
    assert path in [problem.path for problem in refusal.problems]


def test_the_setup_says_what_stays_in_the_box_and_a_card_asks_only_for_its_targets(table: Cardtable) -> None:
    seen = table.view()
    assert dict(seen.setup.remove) == {"bandit": 1, "captain": 1, "peasant": 1, "monk": 1, "commander": 1}
    assert (seen.setup.coins, seen.setup.deck) == (5, 25)
    assert seen.supply == 25 - 8 - 1 - 1
    assert [player.purse for player in seen.players] == [4] * 4
    assert str(seen.balance) == "20 of 20 coins."
    palette = {card.id: card for card in seen.palette}
    assert palette.keys() == {*CARDS, "ikki"}
    asked = {name for name, card in palette.items() if card.choose}
    assert asked == {"captain", "commander", "warlord", "bandit", "ninja", "tea-master", "nobleman"}
    assert palette["commander"].choose == 2


@pytest.mark.parametrize("players", range(2, 7))
def test_every_player_begins_as_often_as_another(players: int) -> None:
    begins: list[str] = []
    for face in range(10):
        table = Cardtable(ZIPANG, players=str(players))
        table.do("a", "roll", step="first.1", faces=(face,))
        begins.append(table.state.first)
        assert table.due()[0][1] == ("campaign" if table.state.first else "first")
    seats = ZIPANG.seats[:players]
    assert {begins.count(seat) for seat in seats} == {10 // players}
    assert begins.count("") == 10 % players


@pytest.mark.parametrize("players", range(2, 7))
def test_the_app_draws_who_begins_and_throws_nothing_twice(players: int) -> None:
    """Each player is drawn by as many of the first three faces as another, but for a part in a thousand."""
    table = Cardtable(ZIPANG, players=players)
    due = ZIPANG.due(table.state)
    assert {one.seat for one in due} == set(ZIPANG.seats[:players])
    assert (due[0].step, due[0].data["dice"]) == ("first.1", 9)
    for faces in ((), (1, 2), (1,) * 8, (1,) * 10):
        assert "let the app draw" in table.refused("a", "roll", step="first.1", faces=faces)
    begins: list[str] = []
    for number in range(1000):
        table = Cardtable(ZIPANG, players=players)
        faces = (*map(int, f"{number:03}"), *(5,) * 6)
        assert table.tap("a", "roll", step="first.1", faces=faces) is None
        begins.append(table.state.first)
    assert "" not in begins
    counts = [begins.count(seat) for seat in ZIPANG.seats[:players]]
    assert max(counts) - min(counts) <= 1
    assert table.lines[-1].endswith("begins, drawn by lot.")


def lying(table: Cardtable) -> dict[str, int]:
    """What a Crazy One is offered, and how many of it."""
    return {card.id: card.lying for card in table.view().palette if card.lying}


def test_the_crazy_one_is_offered_what_lies_face_up_and_nothing_else(table: Cardtable) -> None:
    play(table, "a", "princess")
    play(table, "b", "peasant")
    play(table, "c", "crazy-one")
    assert table.view().play.face_up
    assert lying(table) == {"princess": 1, "peasant": 1, "ikki": 1}
    assert not [card.id for card in table.view().palette if card.perhaps]
    play(table, "c", "princess")
    assert not table.view().play.face_up


def test_the_crazy_one_may_find_what_was_laid_down_without_a_tap(table: Cardtable) -> None:
    play(table, "a", "princess")
    assert "0 of 1 Princess are left" in table.refused("b", "play", campaign="1", number="2", card="princess")
    table.do("a", "out", player="d")
    play(table, "b", "crazy-one")
    assert lying(table) == {"princess": 1}
    perhaps = {card.id for card in table.view().palette if card.perhaps}
    assert perhaps == {*CARDS, "ikki"} - {"princess", "crazy-one"}
    play(table, "b", "warlord", "a")
    assert table.view().unseen == 1
    table.do("a", "answer", campaign=1, number=3, answer="blocked")
    play(table, "c", "emperor")
    before = {card.id: card.left for card in table.view().palette}
    table.do("a", "hand", campaign=1, cards="captain,captain")
    after = {card.id: card.left for card in table.view().palette}
    gone = {card: before[card] - left for card, left in after.items() if left != before[card]}
    assert gone == {"captain": 2}, "a hand tapped in at the end is counted among what lies open"


def test_everything_wrong_with_a_form_is_named() -> None:
    refusal = ZIPANG.read("play", {"campaign": "x", "card": "captain", "kard": "1"})
    assert isinstance(refusal, Refusal)
    assert {problem.path for problem in refusal.problems} == {"campaign", "number", "kard"}
    assert "known:" in str(ZIPANG.read("cheat", {}))


def test_a_column_of_the_history_is_amended(table: Cardtable) -> None:
    table.do("a", "decide", campaign="1", winner="b")
    wrong = len(table.events) - 1
    table.do("a", "campaign", number="2")
    table.do("a", "decide", campaign="2", winner="c")
    column = table.view().columns[0]
    assert (column.steps, column.winner, column.took) == ("c1.", "b", 4)
    acts = [Entered(n, n, event, Line()) for n, event in enumerate(table.events, 1)]
    fresh = Event("decide", "a", "a", {"campaign": 1, "winner": "d"})
    start = ZIPANG.start(table.setup)
    result = refold(ZIPANG, start, acts, gone=(wrong + 1,), slot=wrong + 1, fresh=(fresh,))
    assert not isinstance(result, Refusal)
    assert not result.impossible
    assert dict(result.state.columns[0].purses) == {"a": 4, "b": 4, "c": 4, "d": 8}
    assert dict(result.state.coins.purses) == {"a": 3, "b": 3, "c": 7, "d": 7}


ACTS = st.sampled_from(sorted(ZIPANG.acts))
SEAT = st.sampled_from([*"abcdef", "pot", "nobody"])
FORM = st.fixed_dictionaries(
    {},
    optional={
        "campaign": st.integers(0, 3),
        "number": st.integers(0, 5),
        "card": st.sampled_from([*CARDS, "ikki", "joker"]),
        "cards": st.lists(st.sampled_from([*CARDS]), max_size=3).map(",".join),
        "targets": st.lists(SEAT, max_size=3).map(",".join),
        "answer": st.sampled_from(["blocked", "out", "coin", "monk", "sum"]),
        "sum": st.integers(-1, 10),
        "player": SEAT,
        "winner": SEAT,
        "source": SEAT,
        "target": SEAT,
        "coins": st.integers(0, 9),
        "pot": st.integers(0, 9),
        "purses.a": st.integers(0, 9),
        "faces": st.lists(st.integers(0, 10), max_size=2),
        "step": st.sampled_from(["first.1", "first.2", ""]),
        "out": st.booleans(),
        "name": st.text(max_size=5),
        "crest": st.sampled_from(["kiri", "ume", "rose"]),
    },
)


@settings(max_examples=40)
@given(players=st.integers(2, 6), taps=st.lists(st.tuples(st.sampled_from("abcdef"), ACTS, FORM), max_size=25))
def test_whatever_is_tapped_nothing_breaks(players: int, taps: list[tuple[str, str, dict[str, Any]]]) -> None:
    table = begun(players)
    for seat, act, form in taps:
        fields = ZIPANG.acts[act].data.model_fields
        fitting = {name: value for name, value in form.items() if name.split(".")[0] in fields}
        if "campaign" in fitting and table.state.campaign:
            fitting["campaign"] = table.state.campaign.number
        if act == "play" and table.state.campaign:
            seat, fitting["number"] = table.state.campaign.turn or seat, table.state.campaign.plays + 1
        if act == "answer" and table.state.play:
            fitting["number"] = table.state.play.number
        total = table.state.coins.total
        if table.tap(seat, act, **fitting) is None:
            table.look()
            assert act == "count" or table.state.coins.total == total
    assert table.replayed() == table.state
