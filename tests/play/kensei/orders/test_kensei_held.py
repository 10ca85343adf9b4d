"""Who is reached by a charge is engaged: it takes no orders any more, though its side orders second (8:3:5, 9:1)."""

from __future__ import annotations

from tests.play.kensei.field import Field

HELD = "Katana Samurai 2 is engaged: only abilities are left to it."


def reached(**setup: str) -> Field:
    """Swordsmen have charged swordsmen with a Busho, whose side has still to give its orders."""
    field = Field(battle="pitched", **setup)
    field.unit("a", "katana-samurai", 8)
    field.act("b", "side", path="buke")
    field.unit("b", "katana-samurai", 8)
    field.hero("b", "busho-buke", "b1")
    field.unit("b", "yari-ashigaru", 8)
    field.begin()
    field.act("a", "first", first="a")
    field.act("a", "announce", piece="a1", do="charge", pace="run", target="b1")
    field.act("b", "react", step="t1.charge.a1>b1.react", what="withstand")
    field.act("a", "charge", charge="t1.charge.a1>b1")
    return field


def test_it_neither_moves_nor_loads_nor_shoots_nor_does_who_stands_in_it() -> None:
    field = reached(begun_with="kensei-7")
    assert field.refused("b", "announce", piece="b1", do="advance") == HELD
    assert field.refused("b", "order", piece="b1", do="face") == HELD
    told = field.refused("b", "hero-announce", hero="bh1", do="shoot", target="a1")
    assert told == "Busho Buke is engaged: only abilities are left to it."
    assert field.act("b", "announce", piece="b2", do="advance") == "Yari Ashigaru: march.", "its friends are free"
    assert "All the same" in field.act("b", "announce", piece="b1", do="face", anyway=True)


def test_at_a_table_from_before_its_orders_still_count() -> None:
    assert reached(begun_with="kensei-6").act("b", "announce", piece="b1", do="face") == "Katana Samurai 2: face."
