"""The battle that tests of flight and pursuit begin with: one unit has lost its combat and runs."""

from __future__ import annotations

from typing import Any

from tests.play.kensei.field import Field, fielded


def beaten(
    attackers: int = 1, a: str = "katana-samurai", *, zone: str = "front", led: bool = False, **setup: str
) -> Field:
    """So many units of a, the later ones from this zone, have defeated b1, which owes its roll; b2 stands behind it.

    `led`: b's general stands in b1, which costs a a few points more.
    """
    unit = f"{a} {8 if a == 'katana-samurai' else 4}"
    b = "kuge: katana-samurai 8 + busho-kuge" if led else "katana-samurai 8"
    field = fielded(", ".join([unit] * attackers), f"{b}, yari-ashigaru 9", **setup)
    field.leave()
    field.strike("a1", "b1", "9 9 9", "9 9 9", "5 5 9" if led else "5 5 5")
    for number in range(2, attackers + 1):
        field.strike(f"a{number}", "b1", "", zone=zone)
    field.leave()
    return field


def broken(**setup: Any) -> Field:
    """The same when b1 has failed its roll and has run 14 cm; nobody has said whether he pursues."""
    field = beaten(**setup)
    field.honor("b1", 10, 6, 8)
    return field


def told(field: Field) -> list[str]:
    """What the page says of the only flight."""
    (flight,) = field.view("a").flights
    return [str(one) for one in flight.sentences]
