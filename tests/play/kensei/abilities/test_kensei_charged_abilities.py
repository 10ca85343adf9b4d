"""Abilities that go with a charge or answer it: what they do to its dice, and what comes first
(9:5:3, 12:5; K71 to K74)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.kensei.abilities.view import AbilityChip
from tests.play.kensei.abilities.combats import lasts, throw
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.lines import CHARGE, row


def field_of(unit: str, *, pace: str = "run") -> Field:
    """Katana samurai charge this unit of side b."""
    path = "sohei" if "sohei" in unit or "ikame-bo" in unit else "buke"
    field = fielded("buke: katana-samurai 8", f"{path}: {unit}", battle="pitched")
    field.act("a", "announce", piece="a1", goal=f"charge+{pace}+", target="b1")
    return field


def chips(field: Field, seat: str = "b") -> dict[str, AbilityChip]:
    return {chip.ability: chip for chip in field.view(seat).abilities.answering(CHARGE)}


def use(field: Field, ability: str, **more: Any) -> str:
    return field.act("b", "use", user="b1", ability=ability, about=CHARGE, **more)


def test_it_answers_only_a_charge_at_its_own_unit_that_is_not_over() -> None:
    field = field_of("yari-samurai 8")
    assert "nothing is left to react to" in field.refused(
        "b", "use", user="b1", ability="forest-of-spears", about="t1.charge.a9>b1"
    )
    for seat, ability in (("b", "remain-steadfast"), ("a", "forest-of-spears")):
        said = field.refused(seat, "use", user="b1", ability=ability, about=CHARGE)
        assert "choose one that is offered" in said
    use(field, "forest-of-spears")
    throw(field, "t1.forest-of-spears.b1.ki", 9)
    assert "used an ability this turn" in field.refused("b", "use", user="b1", ability="forest-of-spears", about=CHARGE)
    field.act("a", "charge", charge=CHARGE, left_cm=0)
    assert "nothing is left to react to" in field.refused(
        "b", "use", user="b1", ability="forest-of-spears", about=CHARGE, anyway=True
    )


@pytest.mark.parametrize("what", ["flee", "counter"])
def test_who_does_something_else_than_withstanding_has_none(what: str) -> None:
    field = field_of("yari-samurai 8")
    field.act("b", "react", step=f"{CHARGE}.react", what=what)
    assert "to withstand, but something else was chosen" in field.refused(
        "b", "use", user="b1", ability="forest-of-spears", about=CHARGE, anyway=True
    )
    assert field.view("b").abilities.free_of("b1") == ()


def test_who_said_that_it_withstands_may_still_use_it_from_its_row() -> None:
    field = field_of("yari-samurai 8")
    field.act("b", "react", step=f"{CHARGE}.react", what="withstand")
    assert [chip.ability for chip in field.view("b").abilities.free_of("b1")] == ["forest-of-spears"]
    assert field.view("a").abilities.free == ()
    use(field, "forest-of-spears")
    throw(field, "t1.forest-of-spears.b1.ki", 3)
    assert "forest-of-spears" in lasts(field, "b1")


def taught(b: str) -> Field:
    """Swordsmen charge spearmen, and the general of these has learned Forest of Spears."""
    field = Field(battle="pitched").army("a", "buke: katana-samurai 8").army("b", b)
    field.act("b", "ability", ability="forest-of-spears", on=True)
    field.begin().act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    assert chips(field) == {}
    assert "Nobody on your side" in field.refused("b", "use", user="b1", ability="forest-of-spears", about=CHARGE)
    (general,) = (hero.id for piece in field.state.of("b") for hero in piece.heroes if hero.character == "taisho-buke")
    field.act("b", "use", user=general, ability="forest-of-spears", taisho=True)
    throw(field, "t1.forest-of-spears.taisho.ki", 1)
    return field


def test_ashigaru_under_their_general_roll_with_the_ki_of_who_commands_them_and_never_with_their_own() -> None:
    field = taught("buke: yari-ashigaru 10 + daisho-ashigaru, taisho-buke")
    daisho, general = "bh1", "bh2"
    (offered,) = field.view("b").abilities.answering(CHARGE)
    assert offered.chance == 0.6, "they cannot do it by themselves: the best of those who may lend"
    use(field, "forest-of-spears")
    (die,) = field.view("b").abilities.dice
    assert [(who, on) for who, _, on in die.lenders] == [(daisho, False), (general, True)]
    assert "these can" in field.refused("b", "lend", step=die.step, lender="nobody")
    assert "The unit's own KI does not count" in field.refused("b", "lend", step=die.step)
    assert "lends his KI" in field.act("b", "lend", step=die.step, lender=daisho)
    (die,) = field.view("b").abilities.dice
    assert (die.number.value, str(die.number.source)) == (4, "Daisho Ashigaru lends his KI")
    field.act("b", "lend", step=die.step, lender=general)
    assert throw(field, "t1.forest-of-spears.b1.ki", 6).endswith("It works.")
    assert "forest-of-spears" in lasts(field, "b1")
    field = taught("buke: yari-ashigaru 10, katana-samurai + taisho-buke")
    near_nobody = field.refused("b", "use", user="b1", ability="forest-of-spears", about=CHARGE)
    assert "there is none" in near_nobody, "who lends his KI"


def cried(face: int, pace: str) -> Field:
    field = field_of("naginata-sohei 8", pace=pace)
    use(field, "battle-cry")
    throw(field, "t1.battle-cry.b1.ki>a1", 9)
    throw(field, "t1.battle-cry.b1.ki<a1", 2)
    assert "comes first" in field.refused("a", "charge", charge=CHARGE, left_cm=0)
    assert throw(field, "t1.battle-cry.b1.shorter", face) == (
        f"Battle Cry: the charge of Katana Samurai is {face or 10} cm shorter."
    )
    return field


def test_a_charge_without_an_advance_must_make_up_for_the_cry_with_its_die() -> None:
    field = cried(4, pace="none")
    one = field.view("a").orders.charges[0]
    assert [(key.cm, key.chance) for key in one.keys][:2] == [(1, 0.6), (2, 0.5)]
    field.act("a", "charge", charge=CHARGE, left_cm=3)
    assert "fell short" in field.act("a", "roll", step=f"{CHARGE}.dice", faces=[6])


def test_a_cry_is_of_no_use_once_the_charge_is_over_and_shows_what_it_may_come_to() -> None:
    field = field_of("naginata-sohei 8")
    strip = chips(field)["battle-cry"].strip
    assert strip is not None
    assert str(strip.cells[0].at) == "20 cm", "as far as the run goes"
    assert strip.cells[0].chance == pytest.approx(0.45), "1 − the mean of the chances to bridge 1 to 10 cm"
    use(field, "battle-cry")
    throw(field, "t1.battle-cry.b1.ki>a1", 9)
    throw(field, "t1.battle-cry.b1.ki<a1", 2)
    field.act("a", "charge", charge=CHARGE, left_cm=0, anyway=True)
    assert all(ask.kind != "shorter" for ask in field.state.asks)
    assert "is not due any more" in field.refused("b", "roll", step="t1.battle-cry.b1.shorter", faces=[3])


def opened(army: str) -> Field:
    return fielded(army, "katana-samurai", battle="pitched")


def test_the_strip_of_a_charge_counts_the_banzai_that_is_drafted() -> None:
    field = opened("buke: no-dachi-samurai 6")

    def words() -> set[str]:
        return {str(goal.strip.words) for goal in row(field, "a", "a1").goals if goal.strip is not None}

    assert words() == {"the charge reaches at"}
    field.act("a", "order", piece="a1", do="ability", ability="banzai")
    assert words() == {"with Banzai, the charge reaches at"}
    assert {str(g.strip.words) for g in row(field, "b", "a1").goals if g.strip is not None} == set()


def test_the_die_of_an_ability_comes_before_its_charge_is_measured() -> None:
    field = opened("buke: no-dachi-samurai 6")
    field.act("a", "order", piece="a1", do="ability", ability="banzai")
    field.act("a", "announce", piece="a1", do="charge", pace="none", target="b1")
    field.act("b", "react", step="t1.charge.a1>b1.react", what="withstand")
    said = field.refused("a", "charge", charge="t1.charge.a1>b1", left_cm=8)
    assert said.startswith("Banzai of No-Dachi Samurai comes first: roll its die.")
    assert field.view("a").orders.charges[0].first is not None
    line = field.act("a", "charge", charge="t1.charge.a1>b1", left_cm=8, anyway=True)
    assert "Against the rules: Banzai of No-Dachi Samurai comes first" in line


# ---- Battle Cry, charging


def test_monks_cry_once_their_charge_is_announced_and_frighten_whom_they_charge() -> None:
    field = opened("sohei: naginata-sohei 6")
    for anyway in (False, True):
        said = field.refused("a", "use", user="a1", ability="battle-cry", form="charging", anyway=anyway)
        assert "Announce its charge" in said
    field.act("a", "announce", piece="a1", do="charge", pace="none", target="b1")
    chips = [chip for chip in field.view("a").abilities.free_of("a1") if chip.form == "charging"]
    assert [(chip.against, chip.chance) for chip in chips] == [(None, 0.5)]
    field.act("a", "use", user="a1", ability="battle-cry", form="charging")
    throw(field, "t1.battle-cry.charging.a1.ki", 5)
    assert "cried-at" in lasts(field, "b1")
    assert "once a battle" in field.refused("a", "use", user="a1", ability="battle-cry", form="charging")
