"""Abilities that answer a roll: 'Till the End, Fight for the Emperor, Inspire (11:3, 12:5, 12:6:3, K73, K74, K77)."""

from __future__ import annotations

from companion.play.kensei.abilities.view import AbilityChip
from companion.play.kensei.after.view import honor_view
from companion.rules.kensei.turn.contacts import between
from tests.play.kensei.abilities.combats import throw
from tests.play.kensei.field import Field, fielded

ROLL = "t1.called.honor.b1"


GEISHA = "bx-geisha"


def field_of(unit: str, *, geisha: bool = False) -> Field:
    """This unit of side b has to roll for honor; a Geisha in it is shown."""
    path = "sohei" if "sohei" in unit else "buke"
    field = Field(battle="pitched").army("a", "buke: katana-samurai 8")
    field.army("b", f"{path}: {unit} 8{' + geisha' * geisha}, taisho-{path}")
    field.act("b", "standard", piece="b1", standard=True)
    field.begin()
    if geisha:
        field.act("b", "reveal", hero=GEISHA)
    return field


def asked(field: Field) -> Field:
    field.act("b", "honor", piece="b1")
    return field


def failed(field: Field) -> Field:
    """Its honor die is a nine."""
    throw(asked(field), f"{ROLL}.die", 9)
    return field


def chips(field: Field, about: str = ROLL, seat: str = "b") -> dict[str, AbilityChip]:
    view = field.view(seat).abilities
    return {chip.ability: chip for chip in (*view.answers, *view.interrupts) if chip.about == about}


def use(field: Field, user: str, ability: str, about: str = ROLL) -> str:
    return field.act("b", "use", user=user, ability=ability, about=about)


# ---- not rolled


def test_till_the_end_is_offered_while_the_roll_is_asked_and_holds_it_without_a_die() -> None:
    field = field_of("naginata-sohei")
    assert chips(field) == {}, "nothing is rolled"
    asked(field)
    chip = chips(field)["till-the-end"]
    assert (chip.price, chip.chance, chip.against, chip.rule) == (1, 0.5, None, "12:5:3")
    assert chip.comes_to == 0.5 + 0.5 * 0.5, "HR 4 and the standard-bearer"
    assert chips(field, seat="a") == {}
    assert use(field, "b1", "till-the-end") == "Naginata Sohei used 'Till the End."
    assert "Another roll comes before that one" in field.refused("b", "roll", step=f"{ROLL}.die", faces=[3])
    steps = [one.step for one in field.due()]
    assert "t1.till-the-end.b1.ki" in steps
    assert f"{ROLL}.die" not in steps
    throw(field, "t1.till-the-end.b1.ki", 5)
    roll = field.state.roll(ROLL)
    assert roll is not None
    assert (roll.holds, roll.die) == (True, None)
    assert honor_view(field.state, roll.id, "a").spared == "'Till the End"
    assert field.owed() == []
    field.act("b", "honor-seen")
    asked(field)
    again = "t1.called.honor.b1/2"
    assert "once a battle" in str(chips(field, again)["till-the-end"].against)


def test_an_owed_roll_may_be_spared_from_the_list_and_is_owed_no_more() -> None:
    field = fielded("yumi-samurai 8", "sohei: naginata-sohei 6", battle="pitched")
    field.shoot("a1", "b1", "9 9 9", "9 9 9", "5 5 5")
    owed = "t1.a1>b1.shot.honor.b1"
    assert [roll.id for roll in field.view("b").owed] == [owed]
    use(field, "b1", "till-the-end", owed)
    assert field.view("b").owed == (), "its own die waits"
    throw(field, "t1.till-the-end.b1.ki", 1)
    assert field.owed() == []
    assert field.refused("b", "honor", piece="b1", owed=owed) == "That honor roll is no longer owed."


def test_a_roll_put_off_or_another_sides_is_no_roll_to_spare() -> None:
    field = asked(field_of("naginata-sohei"))
    field.act("b", "put-off", step=f"{ROLL}.die")
    assert chips(field) == {}, "a roll nobody owes is gone when it is put off"
    assert "roll is over" in field.refused("b", "use", user="b1", ability="till-the-end", about=ROLL)
    assert "choose one that is offered" in field.refused("a", "use", user="b1", ability="till-the-end", about=ROLL)


# ---- rolled again


def test_fight_for_the_emperor_rolls_the_failed_die_again_as_if_it_had_not_fallen() -> None:
    field = field_of("no-dachi-samurai")
    field.act("a", "touch", one="a1", other="b1")
    asked(field)
    assert "fight-for-the-emperor" not in chips(field), "it has not failed"
    throw(field, f"{ROLL}.die", 9)
    piece = field.piece("b1")
    assert (piece.facts.flees, piece.standard_bearer, field.state.contacts) == (True, False, ())
    chip = chips(field)["fight-for-the-emperor"]
    assert (chip.price, chip.chance, chip.against) == (1, 0.4, None)
    assert chip.comes_to == 0.4 * 0.6
    use(field, "b1", "fight-for-the-emperor")
    assert "comes before" in field.refused("b", "roll", step=f"{ROLL}.flight", faces=[3, 4])
    throw(field, "t1.fight-for-the-emperor.b1.ki", 2)
    piece = field.piece("b1")
    assert (piece.facts.flees, piece.standard_bearer) == (False, True)
    assert between(field.state.contacts, "a1", "b1") is not None
    assert field.state.flights == ()
    assert f"{ROLL}.die/2" in [one.step for one in field.due()]
    assert throw(field, f"{ROLL}.die/2", 6) == "Honor of No-Dachi Samurai: 6 against 6, held."


def test_another_roll_that_is_owed_rests_and_is_due_again_where_they_hold_after_all() -> None:
    field = fielded("yumi-samurai 8, yumi-samurai 8", "buke: no-dachi-samurai 8", battle="pitched")
    field.shoot("a1", "b1", "9 9 9 9", "9 9 9 9", "5 5 5 5")
    field.shoot("a2", "b1", "9 9", "9 9", "5 5")
    first, second = (roll.id for roll in field.view("b").owed)
    field.act("b", "honor", piece="b1", owed=first)
    throw(field, f"{first}.die", 10)
    assert field.view("b").owed == ()
    use(field, "b1", "fight-for-the-emperor", first)
    throw(field, "t1.fight-for-the-emperor.b1.ki", 1)
    throw(field, f"{first}.die/2", 1)
    assert [roll.id for roll in field.view("b").owed] == [second]


def test_a_hidden_geisha_is_shown_first_and_nobody_else_learns_of_her() -> None:
    field = fielded("katana-samurai 8", "katana-samurai 8 + geisha", battle="pitched")
    failed(field)
    chip = chips(field)["inspire"]
    assert (chip.hidden, chip.against) == (True, None), "its key says that it shows her"
    assert "still hidden" in field.refused("b", "use", user=GEISHA, ability="inspire", about=ROLL)
    assert chips(field, seat="a") == {}
    assert "choose one that is offered" in field.refused(
        "b", "use", by="a", user=GEISHA, ability="inspire", about=ROLL
    ), "not even that she is there"
    field.act("b", "use", user=GEISHA, ability="inspire", about=ROLL, shows=True)
    assert not field.hero_of(GEISHA).hidden


def test_inspire_throws_a_failed_ability_again_until_the_next_die_falls() -> None:
    field = field_of("no-dachi-samurai", geisha=True)
    field.act("b", "announce", piece="b1", do="ability", ability="banzai", anyway=True)
    banzai = "t1.banzai.b1"
    throw(field, f"{banzai}.ki", 9)
    chip = chips(field, banzai)["inspire"]
    assert str(chip.name) == "Inspire: Banzai of No-Dachi Samurai"
    use(field, GEISHA, "inspire", banzai)
    throw(field, f"t1.inspire.{GEISHA}.ki", 1)
    assert throw(field, f"{banzai}.ki/2", 4).endswith("It works.")
    again = field_of("no-dachi-samurai", geisha=True)
    again.act("b", "announce", piece="b1", do="ability", ability="banzai", anyway=True)
    throw(again, f"{banzai}.ki", 9)
    asked(again)
    throw(again, f"{ROLL}.die", 1)
    assert chips(again, banzai) == {}
    assert "roll is over" in again.refused("b", "use", user=chip.user, ability="inspire", about=banzai, anyway=True)


def test_calling_back_is_an_honor_roll_too_and_its_point_is_paid_once() -> None:
    for spares in (True, False):
        field = field_of("naginata-sohei" if spares else "katana-samurai", geisha=not spares)
        field.act("b", "mark", piece="b1", marker="regroup", on=True)
        before = field.view("b").taisho[1].left
        field.act("b", "regroup", piece="b1")
        roll = "t1.regroup.b1"
        if spares:
            use(field, "b1", "till-the-end", roll)
            throw(field, "t1.till-the-end.b1.ki", 1)
        else:
            throw(field, f"{roll}.die", 10)
            use(field, GEISHA, "inspire", roll)
            throw(field, f"t1.inspire.{GEISHA}.ki", 1)
            throw(field, f"{roll}.die/2", 1)
        assert not field.piece("b1").facts.flees
        assert field.piece("b1").facts.regrouped
        assert field.view("b").taisho[1].left == before - 1
