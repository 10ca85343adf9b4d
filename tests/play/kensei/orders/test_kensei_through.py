"""Moving through friends, and the cover of an obstacle that is occupied (9:4:2, 9:4:4, K64, K81)."""

from __future__ import annotations

import pytest

from companion.play.kensei.combat.initiative import numbers_now
from companion.play.kensei.orders.plans import halved, has_ac, left
from companion.play.kensei.orders.view import FriendChip
from companion.rules.kensei.turn.effects import effects_on
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.test_kensei_announcing import lines, row, seen
from tests.play.kensei.orders.test_kensei_charges import react


def went_through() -> Field:
    """Swordsmen have moved through archers."""
    field = lines()
    field.act("a", "order", piece="a1", do="through", target="a2")
    field.act("a", "announce")
    field.act("a", "moved")
    return field


def friend(field: Field, piece: str, of: str) -> FriendChip:
    return next(one for one in row(field, "a", of).friends if one.piece == piece)


def test_the_friend_is_named_with_the_order_and_told() -> None:
    field = lines()
    assert [one.piece for one in row(field, "a", "a1").friends] == ["a2", "a3"]
    assert row(field, "a", "a3").friends == (), "riders move through nobody"
    field.act("a", "order", piece="a1", do="through", target="a2")
    assert friend(field, "a2", "a1").value == "a2+off"
    assert field.act("a", "announce") == "Katana Samurai: through Yumi Samurai."
    assert row(field, "a", "a1").left == has_ac(field.piece("a1")) - 1


def test_a_form_takes_a_friend_back_or_names_him_all_the_same() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="through", target="a2")
    field.act("a", "order", piece="a1", do="through", target="a2+off")
    assert row(field, "a", "a1").draft == ()
    field.act("a", "announce", piece="a2", do="advance")
    field.act("a", "moved")
    chip = friend(field, "a2", "a1")
    assert str(chip.against) == "Yumi Samurai acted already: friends move only through units that have not."
    assert field.refused("a", "order", piece="a1", do="through", target="a2") == str(chip.against)
    field.act("a", "order", piece="a1", do="through", target=chip.value)


@pytest.mark.parametrize("marker", ["march", "shot", "charge"])
def test_who_is_marked_as_having_acted_is_not_moved_through(marker: str) -> None:
    field = lines()
    field.act("a", "mark", piece="a2", marker=marker, on=True)
    assert (
        str(friend(field, "a2", "a1").against)
        == "Yumi Samurai acted already: friends move only through units that have not."
    )


def test_a_friend_in_a_combat_is_moved_through_and_not_shot_at() -> None:
    field = lines()
    field.act("a", "touch", one="a2", other="b1")
    assert field.act("a", "announce", piece="a1", do="through", target="a2") == "Katana Samurai: through Yumi Samurai."


def test_only_friends_are_moved_through() -> None:
    field = lines()
    nobody = "It moves through another unit of its own side: choose one on the table."
    for target in ("b1", "a1", "a9"):
        assert field.refused("a", "order", piece="a1", do="through", target=target) == nobody
        assert field.refused("a", "announce", piece="a1", do="through", target=target) == nobody


def test_both_have_less_initiative_and_the_other_loses_ac_and_half_its_way() -> None:
    field = went_through()
    for piece in ("a1", "a2"):
        assert effects_on(field.state.effects, piece, field.state.turn) == {"moved-through"}
    archers = field.piece("a2")
    assert left(field.state, archers) == has_ac(archers) - 1
    field.act("a", "announce", piece="a2", goal="charge+march+", target="b1", anyway=True)
    assert "their advance is up to 5 cm" in str(seen(field, "a").charges[0].sentence)
    field.act("a", "touch", one="a1", other="b1")
    field.leave(skip=True)
    field.act("a", "fight", combat="t1.combat.a1+b1")
    number = numbers_now(field.state, field.state.melees[0])["a1"]
    assert [term.value for term in number.modifiers if term.rule == "9:4:2"] == [-2]
    field.leave()
    field.leave()
    assert field.state.effects == (), "it ends with the turn"


def test_no_withstanding_shot_of_who_was_moved_through() -> None:
    field = lines()
    field.act("b", "announce", piece="b1", do="through", target="b2")
    field.act("b", "moved")
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b2")
    step = "t1.charge.a1>b2.react"
    assert field.refused("b", "react", step=step, what="shoot") == "Yumi Ashigaru spent AC this turn already."
    react(field, "withstand", "t1.charge.a1>b2")


def test_an_occupied_obstacle_covers_until_the_unit_moves_on() -> None:
    field = lines()
    assert field.act("b", "announce", piece="b1", do="occupy", cover="heavy") == "Yari Ashigaru: occupy heavy cover."
    field.act("b", "moved")
    assert "heavy-cover" in field.markers("b1")
    field.act("a", "aim", kind="shot", attacker="a2", defender="b1")
    assert field.chain().situation.cover == "heavy"
    field.act("a", "cancel", step=field.step())
    field.next_turn()
    field.act("b", "announce", piece="b1", do="advance")
    field.act("b", "moved")
    assert "heavy-cover" not in field.markers("b1")


def test_who_stopped_before_a_friend_has_not_moved_through_him() -> None:
    field = lines()
    field.act("a", "announce", piece="a1", do="through", target="a2")
    field.act("a", "stop", piece="a1")
    archers = field.piece("a2")
    assert left(field.state, archers) == has_ac(archers)
    assert not halved(field.state, archers)


def test_a_lone_character_walks_on_at_half_and_takes_nothing_from_the_unit() -> None:
    field = fielded("kuge: katana-samurai 8, busho-kuge katana", "yari-ashigaru 8", battle="pitched")
    field.act("a", "first", first="a")
    lone = "ah1"
    swords = field.piece("a1")
    field.act("a", "announce", piece=lone, do="through", target="a1")
    field.act("a", "moved")
    assert effects_on(field.state.effects, lone, 1) == {"moved-through"}
    assert effects_on(field.state.effects, "a1", 1) == frozenset()
    assert (left(field.state, swords), halved(field.state, swords)) == (has_ac(swords), False)
    assert field.act("a", "announce", piece=lone, goal="charge+march+", target="b1") == (
        "Busho Kuge: march, charge Yari Ashigaru. Units have moved already: by the book all orders are announced first."
    )
    react(field, "withstand", f"t1.charge.{lone}>b1")
    mv = field.hero_of(lone).profile.attributes.mv
    assert f"his advance is up to {mv // 2} cm" in str(seen(field, "a").charges[0].sentence)
