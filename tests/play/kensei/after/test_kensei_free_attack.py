"""A free attack is the pursuer's own: neither dice shared out in the combat nor friends in it count (K58, K86)."""

from __future__ import annotations

from tests.play.kensei.field import Field, attack_of, fielded

COMBAT = "t1.combat.a1+a2+b1"


def reached() -> Field:
    """b1 shared its dice between two enemies: one is destroyed, the other has lost, runs, and is reached."""
    field = fielded("katana-samurai 8, kengo 1", "yari-samurai 10")
    field.leave()
    for enemy in ("a1", "a2"):
        field.act("a", "touch", one=enemy, other="b1")
    field.act("b", "fight", combat=COMBAT)
    field.act("a", "initiative", step=f"{COMBAT}.in.a", faces=[1, 1])
    field.act("b", "initiative", step=f"{COMBAT}.in.b", faces=[10])
    field.act("b", "share", combat=COMBAT, fighter="b1", split="a1:6 a2:4")
    field.strike("b1", "a1", "9 9 9", "9 9 9", "5 5 5")
    field.strike("b1", "a2", "9 9", "9 9", "9 9")
    field.strike("a1", "b1", "1")
    field.leave()
    field.honor("a1", 10, 1, 2)
    chase = "t1.combats.honor.a1.run.b1"
    field.act("b", "pursue", step=f"{chase}.chase")
    field.act("b", "roll", step=f"{chase}.dice", faces=[9, 9])
    return field


def test_all_its_dice_strike_who_is_reached() -> None:
    field = reached()
    dice = dict(attack_of(field).numbers)["DC"]
    assert [str(one.reason) for one in dice.modifiers] == [
        "10 miniatures, basic unit 4",
        "at least double the enemy's VE",
    ]
