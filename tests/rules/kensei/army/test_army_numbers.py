"""The numbers a unit goes into battle with, what still fits a list, and the ladder of levels (2:7, 3:4:7, 12:6:1)."""

from __future__ import annotations

import pytest

from companion.content import catalog
from companion.rules.kensei.army import (
    Fix,
    Roster,
    breaks_at,
    character_numbers,
    fits,
    judge,
    mended,
    unit_numbers,
)
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit


def roster(document: Doc) -> Roster:
    made = army(document)
    return Roster(made, catalog(), catalog().levels[made.level])


@pytest.mark.parametrize(
    ("name", "miniatures", "dice"),
    [
        ("katana-samurai", 4, 4),
        ("katana-samurai", 10, 10),
        ("kiba-musha", 5, 10),
        ("kengo", 3, 9),
        ("ninjas", 5, 10),
        ("yari-ashigaru", 2, 2),
        ("kiba-musha", 0, 0),
    ],
)
def test_dice_for_the_size(name: str, miniatures: int, dice: int) -> None:
    look = roster(doc(units=[unit(name, miniatures)]))
    number = dict(unit_numbers(look, look.army.units[0]))["DC"]
    assert number.value == dice


def test_honor_and_initiative_of_a_unit_with_bushi_and_standard_bearer() -> None:
    look = roster(
        doc(
            level=8,
            units=[unit("katana-samurai", standard_bearer=True)],
            characters=[hero("daimyo-buke", joins="u1"), hero("geisha", joins="u1")],
        )
    )
    numbers = dict(unit_numbers(look, look.army.units[0]))
    assert (numbers["HR"].value, [term.value for term in numbers["HR"].modifiers]) == (8, [3, 1])
    assert (numbers["IN"].value, [term.rule for term in numbers["IN"].modifiers]) == (5, ["2:7:9"])
    assert numbers["VE"].value == 4 + 2 + 1


def test_a_mitsumono_gives_his_unit_nothing() -> None:
    look = roster(doc(units=[unit("katana-samurai")], characters=[hero("shinobi", kind="mitsumono", joins="u1")]))
    numbers = dict(unit_numbers(look, look.army.units[0]))
    assert (numbers["HR"].value, numbers["IN"].value) == (4, 3)


@pytest.mark.parametrize(
    ("who", "joins", "dice"),
    [("busho-buke", "u1", 3), ("busho-buke", None, 5), ("daimyo-buke", "u1", 3), ("spy", "u1", 3)],
)
def test_own_dice(who: str, joins: str | None, dice: int) -> None:
    """A Bushi in a unit half his 5 or 6 dice, rounded up; a special character all his 3."""
    look = roster(doc(units=[unit("katana-samurai")], characters=[hero(who, joins=joins)]))
    assert dict(character_numbers(look, look.army.characters[0]))["DC"].value == dice


def test_a_mount_changes_three_numbers() -> None:
    look = roster(doc(characters=[hero("busho-buke", mounted=True)]))
    numbers = dict(character_numbers(look, look.army.characters[0]))
    assert tuple(numbers[sign].value for sign in ("MV", "AR", "VT")) == (15, 4, 11)
    assert [term.rule for term in numbers["AR"].modifiers] == ["12:6:1"]


# ---- what still fits


@pytest.mark.parametrize(
    ("level", "name", "codes"),
    [
        (1, "katana-samurai", []),
        (1, "kengo", ["too-many-elite"]),
        (1, "kiba-musha", ["cavalry-class", "cavalry-total"]),
        (2, "kiba-musha", []),
        (2, "onna-bushi", ["wrong-path"]),
        (3, "yari-samurai", []),
    ],
)
def test_fits(level: int, name: str, codes: list[str]) -> None:
    made = army(plain(level=level))
    assert [problem.code for problem in fits(made, catalog(), name)] == codes


def test_fits_minds_the_purse_and_blames_only_what_is_new() -> None:
    full = army(plain(level=1, units=[unit("katana-samurai")]))
    (dear,) = fits(full, catalog(), "katana-samurai")
    assert (dear.code, dear.have, dear.allowed) == ("koku-over", 435, 400)
    few = army(doc(level=4, units=[unit("katana-samurai", 40, front=9)]))
    assert {problem.code for problem in judge(few, catalog()).problems} >= {"too-few-basic", "no-general", "formation"}
    assert fits(few, catalog(), "yari-ashigaru") == ()


def test_characters_fit_too() -> None:
    made = army(plain(level=3, characters=[hero("busho-buke")]))
    assert fits(made, catalog(), "spy") == ()
    assert [p.code for p in fits(made, catalog(), "busho-buke")] == ["character-limit"]
    low = army(plain(level=1, characters=[hero("busho-buke")]))
    assert [p.code for p in fits(low, catalog(), "kensei")] == ["vp-over"]


def test_what_breaks_at_another_level() -> None:
    made = army(plain(level=5, units=[unit("katana-samurai", 8)]))
    assert breaks_at(made, catalog(), 6) == ()
    assert [problem.code for problem in breaks_at(made, catalog(), 4)] == ["unit-too-large"]
    assert {problem.level for problem in breaks_at(made, catalog(), 1)} == {1}


# ---- taking things out


def test_removing_unlinks() -> None:
    made = army(
        plain(characters=[hero("busho-buke", joins="u1")], general="c2", units=[unit("katana-samurai", benched=True)])
    )
    assert made.without("u1").characters[1].joins is None
    assert made.without("c2").general is None
    assert made.without("c1").general == "c2"
    assert made.free_id("u") == "u4"
    assert mended(made, [Fix(set={"id": "nobody", "miniatures": 3})]) == made
    assert len(made.fielded) == 2
