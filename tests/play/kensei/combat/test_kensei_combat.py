"""Defensive positions and initiative of a combat, sealed until both sides have given theirs (10:2:1, 10:2:4, K44)."""

from __future__ import annotations

from companion.play.kensei.after.owing import fought, judged
from companion.play.kensei.combat.initiative import totals
from companion.play.kensei.combat.listing import chooser
from companion.play.kensei.combat.view import combats_view
from companion.play.kensei.game import KENSEI
from tests.play.kensei.combat.trio import TRIO, book, due, only, passes, rolled, seen, waiting
from tests.play.kensei.field import attack_of, fielded


def test_the_example_of_the_book() -> None:
    """10:2:4: samurai 10, riders 9, ashigaru 8."""
    field = book()
    assert rolled(field) == "Initiative: Katana Samurai 1 10, Kiba Musha 9, Yari Ashigaru 8."
    assert totals(only(field)) == {"a1": (10,), "a2": (9,), "b1": (8,)}
    assert waiting(field) == ["a1", "a2", "b1"]
    assert field.step() == "t1.a1>b1.melee.at", "the first strike opens by itself"


def test_one_sides_dice_and_positions_are_sealed_until_the_other_gives_its_own() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    assert [seat for seat, _ in due(field)] == ["a", "b"]
    said = field.act("b", "initiative", step=f"{TRIO}.in.b", **{"die.b1": "4", "defensive.b1": "true"})
    assert said == "Side B entered initiative dice."
    event = field.events[-1]
    assert seen(field, event, "b") == event.data
    for stranger in ("a", None):
        assert seen(field, event, stranger) == {"step": f"{TRIO}.in.b"}
        assert KENSEI.view(field.state, stranger).side("b").pieces[0].markers == ()  # type: ignore[index]
    assert KENSEI.secrets(field.state) == {f"{TRIO}.in.b"}
    assert field.markers("b1") == set(), "nobody is in position before both have chosen"
    assert [seat for seat, _ in due(field)] == ["a"]
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    assert seen(field, event, "a") == event.data
    assert field.markers("b1") == {"defensive"}
    assert KENSEI.secrets(field.state) == frozenset()
    assert "is over or was undone" in field.refused("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    field.leave()
    field.leave()
    assert seen(field, event, "a") == event.data, "nor is it closed again when its turn is over"


def test_a_side_may_give_its_dice_anew_while_the_other_has_not() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    for die in (9, 1):
        field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[die])
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    assert totals(only(field))["b1"] == (5,)


def test_nobody_gives_anew_what_the_other_side_has_sealed() -> None:
    """Also not for it, as one does who enters what was spoken."""
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[9])
    said = field.refused("b", "initiative", by="a", step=f"{TRIO}.in.b", faces=[1])
    assert said == "Side B has already entered these dice: only the same phone can change them."


def test_who_charged_holds_no_obstacle() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    said = field.refused("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3], **{"obstacle.a1": "true"})
    assert "not for a unit that charged" in said


def test_a_combat_counts_as_left_until_its_last_strike() -> None:
    field = book()
    counts = [combats_view(field.state).left]
    rolled(field)
    counts.append(combats_view(field.state).left)
    passes(field, "a2", "a1", "b1")
    assert [*counts, combats_view(field.state).left] == [1, 1, 0]


def test_a_roll_from_the_combats_is_offered_in_the_resolution() -> None:
    """K55."""
    field = fielded("katana-samurai 8", "yari-ashigaru 8")
    field.leave()
    field.strike("a1", "b1", "9 9 9 9 9", "9 9 9 9 9", "5 5 5 5 5")
    assert [roll.moment for roll in field.state.owed] == ["t1.combats"]
    assert KENSEI.view(field.state, "b").owed == ()
    field.leave()
    assert len(KENSEI.view(field.state, "b").owed) == 1


def test_a_combat_in_which_nobody_strikes_is_a_draw() -> None:
    field = book()
    rolled(field)
    passes(field, "a2", "a1", "b1")
    assert str(combats_view(field.state).combats[0].words) == "0 against 0 damage: a draw."


def test_who_comes_late_into_a_combat_is_judged_with_it() -> None:
    field = fielded("katana-samurai 8, katana-samurai 8", "yari-ashigaru 10")
    field.leave()
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    field.act("a", "touch", one="a2", other="b1")
    for one in ("a1", "a2"):
        field.strike(one, "b1", "9 9", "9 9", "4 4")
    (combat,) = fought(field.state)
    assert combat.members == {"a1", "a2", "b1"}
    assert judged(field.state, combat).first_inflicted == 12


def test_who_won_the_command_chooses_the_first_combat_whoever_acts_first() -> None:
    field = fielded("katana-samurai 5", "katana-samurai 5", battle="pitched")
    for seat, face in (("a", 2), ("b", 9)):
        field.act(seat, "pad", step=f"t1.command.{seat}", face=face, die=0)
    field.act("b", "first", first="a")
    assert (field.state.first, chooser(field.state)) == ("a", "b")


def test_the_dice_of_a_tie_are_rolled_again_by_those_who_tied() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 4])
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[4])
    assert due(field) == [("a", "A tie: roll 2 dice again for Katana Samurai 1, Kiba Musha.")]
    assert waiting(field) == []
    assert "breaks a tie" in field.refused(
        "a", "initiative", step=f"{TRIO}.in2.a", faces=[1, 2], **{"defensive.a1": "true"}
    )
    said = field.act("a", "initiative", step=f"{TRIO}.in2.a", faces=[1, 2])
    assert said == "Initiative: Kiba Musha 10/8, Katana Samurai 1 10/6, Yari Ashigaru 8."
    assert waiting(field) == ["a2", "a1", "b1"]
    assert field.step() == "t1.a2>b1.melee.at"


def test_what_is_wrong_with_the_dice_or_positions_is_said() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    step = f"{TRIO}.in.a"
    assert field.refused("a", "initiative", step=step, faces=[5]) == (
        "One die is needed for each of these: Katana Samurai 1, Kiba Musha."
    )
    assert "One die is needed" in field.refused("a", "initiative", step=step, faces=[5, 5, 5])
    assert "One die is needed" in field.refused("a", "initiative", step=step, **{"die.a1": "5"})
    assert "Only side A rolls" in field.refused("b", "initiative", step=step, faces=[5, 3])
    charged = field.refused("a", "initiative", step=step, faces=[5, 3], **{"defensive.a1": "true"})
    assert charged == "Katana Samurai 1 charged this turn and cannot take a defensive position."
    assert "your own units" in field.refused("a", "initiative", step=step, faces=[5, 3], **{"defensive.b1": "true"})
    assert "is over or was undone" in field.refused("a", "initiative", step="t9.x.in.a", faces=[5, 3])


def test_a_defended_obstacle_counts_in_the_first_turn() -> None:
    field = book()
    rolled(field, **{"obstacle.b1": "true"})
    assert totals(only(field))["b1"] == (10,)


def test_who_is_reached_in_flight_has_no_roll_and_strikes_last() -> None:
    field = fielded("kiba-musha 4", "yari-ashigaru 10")
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.act("a", "touch", one="a1", other="b1", charged="one", zone="rear")
    said = field.act("a", "fight", combat="t1.combat.a1+b1")
    assert said.endswith("No initiative roll: Kiba Musha first, Yari Ashigaru last, reached in flight.")
    field.throw("1")
    assert field.step() == "t1.b1>a1.melee.at"
    field.act("b", "cancel", step=field.step())
    assert due(field) == [("b", "Yari Ashigaru strike last: they were reached in flight.")]
    field.act("b", "aim", kind="melee", attacker="b1", defender="a1")
    assert dict(attack_of(field).numbers)["DC"].value == 7, "in defensive position as everybody who flees"
