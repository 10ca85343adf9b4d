"""Who has won, by what, and when that ends the battle; what ends with a turn (7:1:1, 7:4:7, K32, K84, K92)."""

from __future__ import annotations

import pytest

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import must
from companion.play.kensei.view import View
from companion.rules.kensei.profiles import UnitProfile
from tests.play.kensei.combat.trio import rolled
from tests.play.kensei.field import Field, fielded


def field_of(battle: str, **setup: str) -> Field:
    """Swordsmen with a standard, riders and a Taisho alone, against swordsmen with a Daisho Samurai and a Busho."""
    field = Field(battle=battle, **setup).army("a", "buke: katana-samurai 8, taisho-buke, kiba-musha 4")
    field.act("a", "standard", piece="a1", standard=True)
    return field.army("b", "kuge: katana-samurai 8 + daisho-samurai, busho-kuge").begin()


def view(field: Field) -> View:
    return field.view("a")


def points(field: Field) -> list[int]:
    return [score.points for score in view(field).scores]


def slay(field: Field, piece: str, hero: str) -> None:
    most = next(h.vitality for p in view(field).pieces for h in p.heroes if h.id == hero)
    field.act("a", "correct", piece=piece, hero=hero, wounds=most, reason="an arrow")


def turns(field: Field, count: int) -> str:
    """So many turns played to their end; the last line."""
    return [field.next_turn(skip=True) for _ in range(count)][-1]


def test_a_pitched_battle_counts_the_price_of_what_was_destroyed_and_of_the_slain() -> None:
    field = field_of("pitched")
    assert points(field) == [0, 0]
    field.act("b", "correct", piece="a1", miniatures=1, reason="arrows")
    assert points(field) == [0, 0], "a unit that stands counts nothing"
    field.act("a", "correct", piece="a1", miniatures=0, reason="swept away")
    unit = field.piece("a1").profile
    assert isinstance(unit, UnitProfile)
    price = 8 * unit.koku + must(unit.standard_bearer)
    assert points(field) == [0, price]
    assert [str(one.reason) for one in view(field).scores[1].why] == ["Katana Samurai 1 destroyed"]
    slay(field, "b1", "bh1")
    assert points(field) == [field.hero_of("bh1").profile.vp, price]


def test_points_decide_when_the_last_turn_ends_and_not_before() -> None:
    field = field_of("pitched", turns="2")
    slay(field, "b1", "bh1")
    assert (view(field).last_turn, view(field).winner) == (2, "")
    worth = field.hero_of("bh1").profile.vp
    assert turns(field, 1) == f"Turn 2: Orders and actions. Points: {worth} against 0. This is the last turn."
    assert str(view(field).coming) == "This is the last turn."
    assert view(field).winner == ""
    field.leave()
    assert view(field).winner == ""
    field.leave()
    assert view(field).winner == "a"
    assert str(view(field).decided) == f"Points: {worth} against 0."
    field.act("b", "end", winner="a")
    result = must(KENSEI.result(field.state))
    assert (result.places, result.points) == ((("a",), ("b",)), {"a": worth, "b": 0})
    assert str(view(field).decided) == f"Points: {worth} against 0."


def test_the_end_is_due_with_the_last_turn_whatever_is_owed_in_it_and_ever_after() -> None:
    field = field_of("pitched", turns="1")
    assert (view(field).end_is_due, view(field).ahead) == (False, "draw")
    slay(field, "b1", "bh1")
    assert (view(field).end_is_due, view(field).ahead) == (False, "a")
    field.leave(2)
    field.act("a", "honor", piece="a1")
    assert (view(field).winner, view(field).end_is_due, view(field).ahead) == ("", True, "a"), "a die is due"
    field.act("a", "put-off", step=field.step())
    assert (view(field).winner, view(field).ahead) == ("a", "a")
    field.leave()
    assert (field.state.phase, view(field).winner, view(field).end_is_due) == ("orders", "", True), "they play on"
    assert str(view(field).coming) == "Turn 1 was the last: you play on."
    field.act("a", "end", winner="a")
    assert not view(field).end_is_due
    field = field_of("pitched", turns="2")
    field.act("b", "show-orders", shown=False)
    for _ in range(5):
        field.act("a", "leave", turn=field.state.turn, phase=field.state.phase)
    assert (view(field).winner, view(field).free_result) == ("draw", ""), "turns that one side left alone"
    field.act("b", "first", first="b")
    assert view(field).free_result == "draw"


@pytest.mark.parametrize("battle", ["quick", ""])
def test_a_quick_battle_goes_on_until_one_side_is_alone(battle: str) -> None:
    field = field_of(battle)
    turns(field, 7)
    shown = view(field)
    assert (shown.scores, shown.last_turn, shown.coming, shown.winner) == ((), None, None, "")
    for piece in ("b1", "bh2"):
        assert (view(field).end_is_due, view(field).ahead) == (False, ""), "without points nobody is ahead"
        field.off_table(piece)
    assert (view(field).winner, view(field).end_is_due, view(field).ahead) == ("a", True, "a")
    field.act("a", "end", winner="a")
    assert str(view(field).decided) == "Nobody is left on the other side."


def test_an_army_that_is_gone_ends_a_pitched_battle_with_the_turn() -> None:
    field = field_of("pitched")
    for piece in ("b1", "bh2"):
        field.off_table(piece)
    assert str(view(field).coming) == "Nothing of side B is left: the battle ends with this turn."
    assert view(field).winner == ""
    field.leave(2)
    assert view(field).winner == "a"


def two_combats(battle: str) -> Field:
    """The general of B has charged into one combat, that of A into another; the first is being fought."""
    field = field_of(battle)
    field.act("b", "correct", piece="bh2", hero="bh2", wounds=8, reason="hurt before")
    field.leave()
    field.act("a", "touch", one="a1", other="bh2")
    field.act("a", "touch", one="ah1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+bh2")
    rolled(field, a="10", b="1")
    return field


@pytest.mark.parametrize(
    ("then", "free"),
    [
        ([], "a b"),
        ([("a", "mark", "a1")], "b"),
        ([("a", "mark", "a1"), ("b", "first", "")], "a b"),
        ([("a", "mark", "a1"), ("a", "first", "")], "b"),
        ([("b", "mark", "a1"), ("b", "first", "")], "a"),
    ],
)
def test_one_side_ends_alone_what_both_have_played(then: list[tuple[str, str, str]], free: str) -> None:
    """An entry by hand, or for the other, counts as both sides' once the other has entered something after it (K92)."""
    field = two_combats("assassination")
    field.strike("a1", "bh2", "9 1", "9", "9")
    for seat, act, piece in then:
        field.act(seat, act, **({"piece": piece, "marker": "hill", "on": True} if piece else {"first": "a"}))
    for seat in "ab":
        assert field.view(seat).free_result == ("a" if seat in free else "")
        for winner in ("a", "b", "draw"):
            asked = KENSEI.agreed(field.state, Event("end", seat, seat, {"winner": winner}))
            assert asked == (winner != "a" or seat not in free)


@pytest.mark.parametrize("by", ["a", "b"])
def test_dice_entered_for_the_other_are_not_his_word(by: str) -> None:
    field = two_combats("assassination")
    field.aim("melee", "a1", "bh2")
    for faces in ("9 1", "9", "9"):
        due = field.due()[0]
        thrown = [int(face) for face in faces.split()]
        thrown += [1] * (due.data["dice"] - len(thrown))
        field.act(due.seat, "roll", due.seat if due.seat == "a" else by, step=due.step, faces=thrown)
    assert (view(field).winner, view(field).free_result) == ("a", "a" if by == "b" else "")


def test_the_combat_in_which_the_general_falls_ends_an_assassination_though_others_are_left() -> None:
    field = two_combats("assassination")
    field.aim("melee", "a1", "bh2")
    for _ in range(3):
        assert view(field).winner == ""
        field.throw("9")
    assert view(field).winner == "a"
    assert str(view(field).coming) == "The general of the other side is slain. The battle ends with this combat."
    slay(field, "ah1", "ah1")
    assert view(field).winner == "", "who fell by hand fell in the combats together"
    field.leave(skip=True)
    assert view(field).winner == "draw"


def test_an_assassination_ends_with_the_general_but_not_in_the_middle_of_the_combats() -> None:
    field = field_of("assassination")
    assert (view(field).scores, view(field).last_turn) == ((), None)
    turns(field, 7)
    slay(field, "b1", "bh1")
    assert view(field).winner == "", "the Busho leads them"
    orders = field.state
    slay(field, "bh2", "bh2")
    decided = "The general of the other side is slain."
    assert (view(field).winner, str(view(field).decided)) == ("a", decided), "by an arrow, at once"
    field.state = orders
    field.leave()
    slay(field, "bh2", "bh2")
    assert view(field).winner == ""
    assert str(view(field).coming) == f"{decided} The battle ends with the combats of this turn."
    slay(field, "ah1", "ah1")
    field.leave()
    assert view(field).winner == "draw"
    assert str(view(field).decided) == "Both generals are slain."


@pytest.mark.parametrize(
    ("lying", "told"),
    [
        ("a1 a2 a3 a4 b1 b2", ["Side A: all", "Yari Ashigaru 1, Yari Ashigaru 2"]),
        ("a1 a2 a3 a4", ["Side A: all"]),
        ("a1 a2 a3 a4 b2", ["Side A: all", "Yari Ashigaru 2"]),
        ("b1 b2", ["Yari Ashigaru 1, Yari Ashigaru 2"]),
        ("a1 a2 a3 a4 a5 b1", ["Side A: all but Katana Samurai 6", "Yari Ashigaru 1"]),
        ("a1 a2 a3", ["Katana Samurai 1, Katana Samurai 2, Katana Samurai 3"]),
    ],
)
def test_a_marker_beside_most_of_a_side_is_told_by_who_lacks_it(lying: str, told: list[str]) -> None:
    """Fourteen names a marker are more than a player reads."""
    beside = lying.split()
    a = ["katana-samurai 5"] * (6 if "a5" in beside else 4)
    field = fielded(", ".join(a), "yari-ashigaru 5, yari-ashigaru 5", battle="pitched")
    for piece in beside:
        field.act("a", "mark", piece=piece, marker="march", on=True)
    field.leave(2)
    assert [list(map(str, who)) for _, who in must(view(field).ending).off] == [told]


def test_the_last_turn_waits_for_a_pursuit_until_the_players_leave_it() -> None:
    """What they leave is dropped, and the points are counted; no turn begins after the last (7:1:1, K92)."""
    field = field_of("pitched", turns="1")
    field.leave()
    field.strike("a1", "b1", "9 9 9 9", "9 9 9 9", "5 5 5 5")
    field.leave(skip=True)
    field.honor("b1", 10, 6, 8)
    assert [ask.kind for ask in field.state.asks] == ["chase"]
    assert view(field).winner == ""
    assert "is not finished" in field.refused("a", "leave", turn=1, phase="resolution")
    field.leave(skip=True)
    assert (field.state.turn, view(field).winner != "") == (1, True)
