"""Abilities that answer a roll: 'Till the End, Fight for the Emperor, Inspire (11:3, 12:5, 12:6:3, K73, K74, K77)."""

from companion.play.kensei.abilities.view import AbilityChip
from tests.play.kensei.abilities.combats import throw
from tests.play.kensei.field import Field, fielded

ROLL = "t1.called.honor.b1"


GEISHA = "bx-geisha"


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
