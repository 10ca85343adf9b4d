"""Two characters of one name are told apart by their units, and a hidden one changes nobody's name."""

from __future__ import annotations

from tests.play.kensei.field import Field


def two(clan: str = "") -> Field:
    """A Busho of the same name on each side, in units of the same name."""
    field = Field()
    for seat in "ab":
        field.act(seat, "side", path="buke", **({"clan": clan + seat} if clan else {}))
        field.unit(seat, "katana-samurai", 8)
        field.hero(seat, "busho-buke", f"{seat}1")
    return field


def names(field: Field) -> list[str]:
    return [hero.title for piece in field.state.pieces for hero in piece.heroes]


def test_the_unit_tells_them_apart_where_it_can() -> None:
    field = Field()
    field.unit("a", "katana-samurai", 8)
    field.hero("a", "daisho-samurai", "a1")
    field.unit("b", "yari-samurai", 8)
    field.hero("b", "daisho-samurai", "b1")
    assert names(field) == ["Daisho Samurai", "Daisho Samurai"], "while armies are made each sees his own only"
    field.begin()
    assert names(field) == ["Daisho Samurai (Katana Samurai)", "Daisho Samurai (Yari Samurai)"]


def test_else_the_clan_or_the_place_in_the_army() -> None:
    assert names(two().begin()) == ["Busho Buke (Katana Samurai A1)", "Busho Buke (Katana Samurai B1)"]
    assert names(two(clan="Oda ").begin()) == ["Busho Buke (Katana Samurai Oda a)", "Busho Buke (Katana Samurai Oda b)"]


def test_a_unit_with_a_name_of_its_own_lends_it() -> None:
    field = two()
    field.act("b", "name", piece="b1", name="Red Spears")
    assert names(field.begin()) == ["Busho Buke (Katana Samurai)", "Busho Buke (Red Spears)"]


def test_one_who_hides_changes_nobody() -> None:
    field = Field()
    for seat in "ab":
        field.unit(seat, "katana-samurai", 8)
        field.act(seat, "enlist", character="geisha", piece=f"{seat}1")
    field.begin()
    for seat in "ab":
        assert names(field) == ["Geisha", "Geisha"]
        field.act(seat, "reveal", hero=field.piece(f"{seat}1").heroes[0].id)
    assert names(field) == ["Geisha (Katana Samurai A1)", "Geisha (Katana Samurai B1)"]
