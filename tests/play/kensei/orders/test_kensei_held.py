"""Who is reached by a charge is engaged: it takes no orders any more, though its side orders second (8:3:5, 9:1)."""

from __future__ import annotations

from tests.play.kensei.field import Field, fielded

HELD = "Katana Samurai 2 can only use abilities while engaged."


def reached(archers: bool = False, **setup: str) -> Field:
    """Swordsmen have charged swordsmen with a Busho, whose side has still to give its orders; behind them stand spears,
    and `archers` with a Daisho Samurai who has his bow."""
    enemy = "buke: katana-samurai 8 + busho-buke, yari-ashigaru 8" + ", yumi-samurai 6 + daisho-samurai" * archers
    field = fielded("katana-samurai 8", enemy, battle="pitched", **setup)
    field.act("a", "first", first="a")
    field.act("a", "announce", piece="a1", do="charge", pace="run", target="b1")
    field.act("b", "react", step="t1.charge.a1>b1.react", what="withstand")
    field.act("a", "charge", charge="t1.charge.a1>b1")
    return field


def test_it_neither_moves_nor_loads_nor_shoots_nor_does_who_stands_in_it() -> None:
    field = reached()
    assert field.refused("b", "announce", piece="b1", do="advance") == HELD
    assert field.refused("b", "order", piece="b1", do="face") == HELD
    told = field.refused("b", "announce", piece="bh1", do="shoot", target="a1")
    assert told == "Busho Buke can only use abilities while engaged."
    assert field.act("b", "announce", piece="b2", do="advance") == "Yari Ashigaru: march.", "its friends are free"
    assert "Anyway: " in field.act("b", "announce", piece="b1", do="face", anyway=True)


def test_nobody_announces_or_takes_a_shot_at_who_is_in_contact_since_this_turn() -> None:
    engaged = "In a combat: Katana Samurai 1. This table does not shoot into one."
    field = reached(archers=True)
    assert field.refused("b", "announce", piece="b3", do="shoot", target="a1") == engaged
    assert field.refused("b", "announce", piece="bh2", do="shoot", target="a1") == engaged
    assert field.refused("b", "aim", kind="shot", attacker="b3", defender="a1") == engaged
    assert "Anyway: " in field.act("b", "announce", piece="b3", do="shoot", target="a1", anyway=True)


def test_where_the_table_allows_it_the_shot_is_announced() -> None:
    field = reached(archers=True, shoot_into_combat="yes")
    field.act("b", "announce", piece="b3", do="shoot", target="a1")
    field.act("b", "carry", piece="b3")
    assert field.chain().defender == "a1"
