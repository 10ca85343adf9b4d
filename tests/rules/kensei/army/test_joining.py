"""Who may start in whose ranks, the room of every formation, who leads (3:4:1, 4:3:4; K14, K31, K40, K42, K80)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.army import joining
from companion.rules.kensei.army.joining import JoinCode, capacity, carries, general_of, may_join, objections

UNITS, CHARACTERS = catalog().units, catalog().characters


@pytest.mark.parametrize(
    ("unit", "narrow", "wide", "ranks", "room"),
    [
        ("yari-ashigaru", 3, 5, 3, 15),
        ("katana-samurai", 3, 4, 3, 12),
        ("teppotai", 3, 5, 2, 10),
        ("kiba-musha", 2, 4, 3, 12),
        ("yari-kiba-musha", 2, 4, 3, None),
        ("ishitsubute-ashigaru", 3, 3, 3, None),
        ("kengo", 3, 3, 3, None),
        ("ninjas", 3, 3, 3, None),
    ],
)
def test_formations(unit: str, narrow: int, wide: int, ranks: int, room: int | None) -> None:
    profile = UNITS[unit]
    assert (joining.fronts(profile), joining.ranks_of(profile), capacity(profile)) == ((narrow, wide), ranks, room)


def test_a_chosen_front_holds_less_and_an_impossible_one_is_passed_over() -> None:
    assert capacity(UNITS["katana-samurai"], 3) == 9
    assert capacity(UNITS["katana-samurai"], 4) == 12
    assert capacity(UNITS["katana-samurai"], 7) == 12
    assert capacity(UNITS["teppotai"], 3) == 6
    assert capacity(UNITS["kengo"], 3) is None


MITSUMONO = {"kind": "mitsumono"}


@pytest.mark.parametrize(
    ("unit", "inside", "who", "extra", "code", "words"),
    [
        ("katana-samurai", "", "spy", {}, None, ""),
        ("yumi-samurai", "", "spy", {}, None, ""),
        ("katana-samurai", "", "geisha", {}, None, ""),
        ("katana-samurai", "", "kensei", {}, "joins-loner", "is a loner and joins no unit"),
        ("katana-samurai", "", "shinobi", {}, "joins-loner", ""),
        ("katana-samurai", "", "shinobi", {"kind": "kamari"}, "joins-loner", "Only a Shinobi who is a Mitsumono may"),
        ("katana-samurai", "", "shinobi", {"kind": "denuki"}, "joins-loner", "A Denuki hides among the enemy"),
        ("katana-samurai", "", "shinobi", MITSUMONO, None, ""),
        ("kiba-musha", "", "shinobi", MITSUMONO, "joins-mounted", ""),
        ("ninjas", "", "spy", {}, "joins-loner", ""),
        ("kengo", "", "busho-buke", {}, "joins-loner", ""),
        ("ikame-bo", "", "busho-sohei", {}, "joins-loner", ""),
        ("yari-ashigaru", "", "busho-buke", {"is_general": True}, "joins-heinin", ""),
        ("yari-ashigaru", "", "busho-buke", {}, None, ""),
        ("yari-ashigaru", "", "daisho-ashigaru", {}, None, ""),
        ("katana-samurai", "", "taisho-buke", {"mounted": True}, "joins-mounted", "is mounted, unlike Katana Samurai"),
        ("kiba-musha", "", "busho-buke", {}, "joins-mounted", "Busho Buke is on foot, unlike Kiba Musha"),
        ("kiba-musha", "", "busho-buke", {"mounted": True}, None, ""),
        ("yari-kiba-musha", "", "busho-buke", {"mounted": True}, None, ""),
        ("teppotai", "", "daisho-ashigaru", {}, None, ""),
        ("teppotai", "", "busho-kuge", {}, "joins-projectiles", ""),
        ("ishitsubute-ashigaru", "", "daisho-ashigaru", {}, None, ""),
        ("yumi-ashigaru", "", "daisho-ashigaru", {}, None, ""),
        ("yumi-samurai", "", "daisho-ashigaru", {}, "joins-projectiles", ""),
        ("yumi-samurai", "", "daisho-samurai", {}, None, ""),
        ("yumi-samurai", "", "geisha", {}, None, ""),
        ("yumi-samurai", "", "daimyo-buke", {"weapon": "katana"}, "joins-projectiles", ""),
        ("katana-samurai", "busho-buke", "daisho-samurai", {}, "joins-two", "can have only one Bushi"),
        ("katana-samurai", "busho-buke", "geisha", {}, None, ""),
        ("katana-samurai", "busho-buke geisha", "spy", {}, "joins-two", "can have only one special character"),
        ("katana-samurai", "shinobi", "busho-buke", {}, "joins-two", ""),
        ("katana-samurai", "busho-buke", "shinobi", MITSUMONO, "joins-two", "only where no Bushi stands"),
        ("katana-samurai", "geisha", "shinobi", MITSUMONO, None, ""),
        ("katana-samurai", "shinobi", "spy", {}, None, ""),
    ],
)
def test_who_joins_a_unit_and_what_is_in_the_way(
    unit: str, inside: str, who: str, extra: dict[str, Any], code: JoinCode | None, words: str
) -> None:
    place = UNITS[unit], UNITS[unit].basic_unit, [CHARACTERS[one] for one in inside.split()], CHARACTERS[who]
    found, refused = objections(*place, **extra), may_join(*place, **extra)
    assert [objection.code for objection in found] == ([code] if code else [])
    assert (refused is None) == (code is None)
    if refused:
        assert refused.reason == found[0].reason
        assert refused.rule
        assert words in str(refused.reason)


def test_of_several_reasons_the_first_is_told_with_its_own_section() -> None:
    place = UNITS["teppotai"], 10, [], CHARACTERS["busho-kuge"]
    assert [objection.rule for objection in objections(*place)] == ["4:3:4", "3:4:1"]
    refused = may_join(*place)
    assert refused is not None
    assert (refused.reason, refused.rule) == (objections(*place)[0].reason, "4:3:4")


def test_several_reasons_are_all_given() -> None:
    found = objections(
        UNITS["teppotai"], 10, [CHARACTERS["daisho-ashigaru"]], CHARACTERS["busho-kuge"], mounted=True, is_general=True
    )
    assert [objection.code for objection in found] == [
        "joins-mounted", "joins-two", "joins-projectiles", "joins-heinin", "joins-full",
    ]  # fmt: skip
    assert (found[-1].have, found[-1].allowed) == (12, 10)


@pytest.mark.parametrize(
    ("unit", "who", "room"), [("katana-samurai", "busho-buke", 12), ("teppotai", "daisho-ashigaru", 10)]
)
def test_the_last_place_is_taken_and_none_beyond(unit: str, who: str, room: int) -> None:
    assert objections(UNITS[unit], room - 1, [], CHARACTERS[who]) == ()
    (full,) = objections(UNITS[unit], room, [], CHARACTERS[who])
    assert (full.code, full.have, full.allowed) == ("joins-full", room + 1, room)


def test_a_formation_holds_every_unit_at_its_largest() -> None:
    for unit in UNITS.values():
        room = capacity(unit)
        assert room is None or room >= unit.maximum, unit.id


def test_who_carries_what() -> None:
    choices = [("busho-buke", None), ("busho-buke", "bow"), ("busho-buke", "spear"), ("kensei", None)]
    assert [CHARACTERS[who].chosen(named) for who, named in choices] == ["katana", "katana", "spear", None]  # type: ignore[arg-type]
    assert carries(CHARACTERS["busho-buke"], "katana", UNITS["yumi-samurai"]), "he carries a bow besides"
    assert carries(CHARACTERS["busho-buke"], None, UNITS["yumi-samurai"])
    assert not carries(CHARACTERS["daisho-ashigaru"], None, UNITS["yumi-samurai"])
    assert carries(CHARACTERS["daisho-ashigaru"], None, UNITS["teppotai"])


@pytest.mark.parametrize(
    ("characters", "general"),
    [
        (["daisho-samurai", "busho-buke", "taisho-buke"], 2),
        (["daimyo-buke", "busho-buke"], 0),
        (["daisho-ashigaru", "daisho-samurai", "busho-buke", "busho-buke", "kensei"], 2),
        (["kensei", "spy", "daisho-samurai"], 2),
        (["daisho-ashigaru", "geisha"], None),
        ([], None),
    ],
)
def test_the_general_is_the_first_of_the_highest_rank(characters: list[str], general: int | None) -> None:
    assert general_of([CHARACTERS[c] for c in characters]) == general
