"""Who may start in whose ranks (4:3:4, 12:6; K14, K40), how many the formation holds (3:4:1), and who leads (K31)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.joining import capacity, carries, general_of, may_join

UNITS, CHARACTERS = catalog().units, catalog().characters


def refusal(unit: str, newcomer: str, *inside: str, miniatures: int | None = None, **more: Any) -> str:
    """The sentence against it, empty where he may join."""
    profile = UNITS[unit]
    count = profile.basic_unit if miniatures is None else miniatures
    found = may_join(profile, count, [CHARACTERS[c] for c in inside], CHARACTERS[newcomer], **more)
    return str(found.reason) if found else ""


@pytest.mark.parametrize(
    ("unit", "newcomer", "inside", "more"),
    [
        ("katana-samurai", "busho-buke", (), {}),
        ("katana-samurai", "busho-buke", ("geisha",), {}),
        ("katana-samurai", "spy", ("busho-buke",), {}),
        ("katana-samurai", "geisha", (), {}),
        ("kiba-musha", "taisho-buke", (), {"mounted": True}),
        ("yari-ashigaru", "daisho-ashigaru", (), {}),
        ("yumi-samurai", "daisho-samurai", (), {}),
        ("yumi-samurai", "geisha", (), {}),
        ("yumi-ashigaru", "daisho-ashigaru", (), {}),
        ("teppotai", "daisho-ashigaru", (), {}),
        ("ishitsubute-ashigaru", "daisho-ashigaru", (), {}),
        ("yari-ashigaru", "busho-buke", (), {"is_general": False}),
        ("katana-samurai", "busho-buke", (), {"miniatures": 11}),
    ],
)
def test_who_may_join(unit: str, newcomer: str, inside: tuple[str, ...], more: dict[str, Any]) -> None:
    assert refusal(unit, newcomer, *inside, **more) == ""


@pytest.mark.parametrize(
    ("unit", "newcomer", "inside", "more", "words"),
    [
        ("kengo", "busho-buke", (), {}, "loners"),
        ("ikame-bo", "busho-sohei", (), {}, "loners"),
        ("ninjas", "spy", (), {}, "loners"),
        ("katana-samurai", "kensei", (), {}, "loner"),
        ("katana-samurai", "taisho-buke", (), {"mounted": True}, "alike"),
        ("kiba-musha", "taisho-buke", (), {}, "alike"),
        ("katana-samurai", "daisho-samurai", ("busho-buke",), {}, "Bushi"),
        ("katana-samurai", "geisha", ("spy",), {}, "special"),
        ("yumi-samurai", "taisho-buke", (), {"weapon": "katana"}, "weapon"),
        ("teppotai", "busho-kuge", (), {}, "weapon"),
        ("yumi-samurai", "daisho-ashigaru", (), {}, "weapon"),
        ("yari-ashigaru", "busho-buke", (), {"is_general": True}, "Heinin"),
        ("katana-samurai", "busho-buke", (), {"miniatures": 12}, "12"),
        ("teppotai", "daisho-ashigaru", (), {"miniatures": 10}, "10"),
    ],
)
def test_who_may_not(unit: str, newcomer: str, inside: tuple[str, ...], more: dict[str, Any], words: str) -> None:
    assert words in refusal(unit, newcomer, *inside, **more)


@pytest.mark.parametrize(
    ("unit", "holds"),
    [
        ("katana-samurai", 12),
        ("yari-ashigaru", 15),
        ("teppotai", 10),
        ("kiba-musha", 12),
        ("yari-kiba-musha", None),
        ("ninjas", None),
    ],
)
def test_the_room_of_a_formation(unit: str, holds: int | None) -> None:
    assert capacity(UNITS[unit]) == holds


def test_a_formation_holds_every_unit_at_its_largest() -> None:
    for unit in UNITS.values():
        room = capacity(unit)
        assert room is None or room >= unit.maximum, unit.id


def test_a_daisho_ashigaru_counts_as_carrying_the_weapon_of_ashigaru_only() -> None:
    daisho = CHARACTERS["daisho-ashigaru"]
    assert carries(daisho, None, UNITS["teppotai"])
    assert not carries(daisho, None, UNITS["yumi-samurai"])
    assert carries(CHARACTERS["busho-buke"], "katana", UNITS["yumi-samurai"]), "he carries a bow besides"


@pytest.mark.parametrize(
    ("characters", "general"),
    [
        (["daisho-samurai", "busho-buke", "taisho-buke"], 2),
        (["daimyo-buke", "busho-buke"], 0),
        (["busho-buke", "busho-buke"], 0),
        (["kensei", "spy", "daisho-samurai"], 2),
        (["daisho-ashigaru", "geisha"], None),
        ([], None),
    ],
)
def test_who_leads(characters: list[str], general: int | None) -> None:
    assert general_of([CHARACTERS[c] for c in characters]) == general
