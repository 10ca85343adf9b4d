"""Abilities that answer a charge: they withstand it, and roll before the charger moves (12:5, K71, K73, K74)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.kensei.abilities.view import AbilityChip
from companion.play.kensei.game import KENSEI
from tests.play.kensei.abilities.combats import lasts, throw
from tests.play.kensei.field import Field, attack_of, fielded
from tests.play.kensei.orders.test_kensei_charges import CHARGE, in_combat


def field_of(unit: str, *, pace: str = "run") -> Field:
    """Katana samurai charge this unit of side b."""
    path = "sohei" if "sohei" in unit or "ikame-bo" in unit else "buke"
    field = fielded("buke: katana-samurai 8", f"{path}: {unit}", battle="pitched")
    field.act("a", "announce", piece="a1", goal=f"charge+{pace}+", target="b1")
    return field


def chips(field: Field, seat: str = "b") -> dict[str, AbilityChip]:
    return {chip.ability: chip for chip in KENSEI.view(field.state, seat).abilities.answering(CHARGE)}


def use(field: Field, ability: str, **more: Any) -> str:
    return field.act("b", "use", user="b1", ability=ability, about=CHARGE, **more)


def stood() -> Field:
    """Spearmen are charged, and their Forest of Spears holds."""
    field = field_of("yari-samurai 8")
    use(field, "forest-of-spears")
    throw(field, "t1.forest-of-spears.b1.ki", 1)
    return field


def reasons(field: Field) -> list[str]:
    """Why the numbers of the attack under way are what they are."""
    return [str(term.reason) for _, number in attack_of(field).numbers for term in number.modifiers]


def test_forest_of_spears_withstands_in_the_same_tap_and_takes_the_charge_its_bonuses() -> None:
    field = field_of("yari-samurai 8")
    chip = chips(field)["forest-of-spears"]
    assert (chip.price, chip.chance, chip.against, chip.rule) == (1, 0.4, None, "12:5:2")
    assert chips(field, "a") == {}, "nobody is told what another might use"
    assert use(field, "forest-of-spears") == (
        "Yari Samurai used Forest of Spears. Yari Samurai will withstand Katana Samurai."
    )
    assert all(ask.kind != "react" for ask in field.state.asks)
    assert "comes first" in field.refused("a", "charge", charge=CHARGE, left_cm=0)
    assert throw(field, "t1.forest-of-spears.b1.ki", 4) == "Forest of Spears, Yari Samurai: 4 against KI 4. It works."


@pytest.mark.parametrize(
    ("zone", "worth"), [("front", ["Forest of Spears: no bonus of the charge", "Forest of Spears"]), ("flank", [])]
)
def test_it_is_worth_nothing_in_the_flank(zone: str, worth: list[str]) -> None:
    field = stood()
    field.act("a", "charge", charge=CHARGE, left_cm=0, zone=zone)
    in_combat(field, "a1", "b1")
    assert sorted({reason for reason in reasons(field) if "Forest" in reason}) == sorted(worth), "and +1 DF"


def test_it_ends_with_the_turn_and_may_be_used_again() -> None:
    field = stood()
    assert "forest-of-spears" in lasts(field, "b1")
    field.next_turn(skip=True)
    assert field.state.turn == 2
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    offered = KENSEI.view(field.state, "b").abilities.answering("t2.charge.a1>b1")
    assert [chip.against for chip in offered] == [None]
    assert "forest-of-spears" not in lasts(field, "b1")


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
    assert KENSEI.view(field.state, "b").abilities.free_of("b1") == ()


def test_who_said_that_it_withstands_may_still_use_it_from_its_row() -> None:
    field = field_of("yari-samurai 8")
    field.act("b", "react", step=f"{CHARGE}.react", what="withstand")
    assert [chip.ability for chip in KENSEI.view(field.state, "b").abilities.free_of("b1")] == ["forest-of-spears"]
    assert KENSEI.view(field.state, "a").abilities.free == ()
    use(field, "forest-of-spears")
    throw(field, "t1.forest-of-spears.b1.ki", 3)
    assert "forest-of-spears" in lasts(field, "b1")


def test_without_ac_it_is_grey_and_says_why() -> None:
    field = field_of("yari-samurai 8")
    for pace in ("march", "run"):
        field.act("b", "announce", piece="b1", do="advance", pace=pace, anyway=True)
    assert "costs 1 AC" in str(chips(field)["forest-of-spears"].against)


def test_ashigaru_under_their_general_roll_with_the_ki_of_who_commands_them() -> None:
    field = Field(battle="pitched")
    field.act("a", "side", path="buke")
    field.act("b", "side", path="buke")
    field.unit("a", "katana-samurai", 8)
    field.unit("b", "yari-ashigaru", 10)
    general = field.hero("b", "taisho-buke")
    daisho = field.hero("b", "daisho-ashigaru", "b1")
    field.act("b", "ability", ability="forest-of-spears", on=True)
    field.begin()
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    assert chips(field) == {}
    field.act("b", "use", user=general, ability="forest-of-spears", taisho=True)
    throw(field, "t1.forest-of-spears.taisho.ki", 1)
    (offered,) = KENSEI.view(field.state, "b").abilities.answering(CHARGE)
    assert offered.chance == 0.6, "they cannot do it by themselves: the best of those who may lend"
    use(field, "forest-of-spears")
    (die,) = KENSEI.view(field.state, "b").abilities.dice
    assert [(who, on) for who, _, on in die.lenders] == [(daisho, False), (general, True)]
    assert "these can" in field.refused("b", "lend", step=die.step, lender="nobody")
    field.act("b", "lend", step=die.step, lender=daisho)
    (die,) = KENSEI.view(field.state, "b").abilities.dice
    assert die.number.value == 4
    field.act("b", "lend", step=die.step, lender=general)
    assert throw(field, "t1.forest-of-spears.b1.ki", 6).endswith("It works.")
    assert "forest-of-spears" in lasts(field, "b1")


def test_remain_steadfast_is_an_opposed_roll_with_the_charger() -> None:
    for mine, theirs, holds in ((8, 8, True), (1, 9, False)):
        field = field_of("ikame-bo 2")
        chip = chips(field)["remain-steadfast"]
        assert chip.chance is not None
        assert chip.chance > 0.5, "KI 5 against KI 4"
        use(field, "remain-steadfast")
        assert "Only side A rolls" in field.refused("b", "roll", step="t1.remain-steadfast.b1.ki<a1", faces=[1])
        throw(field, "t1.remain-steadfast.b1.ki>a1", mine)
        throw(field, "t1.remain-steadfast.b1.ki<a1", theirs)
        assert ("remain-steadfast" in lasts(field, "b1")) is holds


def cried(face: int, pace: str = "run") -> Field:
    field = field_of("naginata-sohei 8", pace=pace)
    use(field, "battle-cry")
    throw(field, "t1.battle-cry.b1.ki>a1", 9)
    throw(field, "t1.battle-cry.b1.ki<a1", 2)
    assert "comes first" in field.refused("a", "charge", charge=CHARGE, left_cm=0)
    assert throw(field, "t1.battle-cry.b1.shorter", face) == (
        f"Battle Cry: the charge of Katana Samurai is {face or 10} cm shorter."
    )
    return field


def test_battle_cry_takes_a_die_off_the_charge_its_advance_included() -> None:
    field = cried(5)
    one = KENSEI.view(field.state, "a").orders.charges[0]
    assert str(one.sentence).endswith("their advance is up to 15 cm.")
    assert str(one.shorter) == "Battle Cry: −5 cm."
    field.act("a", "charge", charge=CHARGE, left_cm=3)
    told = field.act("a", "roll", step=f"{CHARGE}.dice", faces=[3])
    assert told.endswith("charged Naginata Sohei. Charge dice 3. In contact.")


def test_a_charge_without_an_advance_must_make_up_for_the_cry_with_its_die() -> None:
    field = cried(4, pace="none")
    one = KENSEI.view(field.state, "a").orders.charges[0]
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
    assert "is over or was undone" in field.refused("b", "roll", step="t1.battle-cry.b1.shorter", faces=[3])
