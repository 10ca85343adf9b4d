"""Units of one name are numbered, characters told apart by their units; who hides changes nobody's name."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field, fielded


def two() -> Field:
    """A Busho of the same name on each side, in units of the same name."""
    led = "buke: katana-samurai 8 + busho-buke"
    return Field().army("a", led).army("b", led)


def alone(clan: str = "") -> Field:
    """A Busho of the same name on each side, who stands alone beside a unit."""
    field = Field()
    for seat, unit in (("a", "katana-samurai"), ("b", "yari-samurai")):
        field.army(seat, f"buke: {unit} 8, busho-buke")
        if clan:
            field.act(seat, "side", clan=clan + seat)
    return field


def names(field: Field) -> list[str]:
    return [hero.title for piece in field.state.pieces for hero in piece.heroes]


def test_the_unit_tells_them_apart_where_it_can() -> None:
    field = fielded("katana-samurai 8 + daisho-samurai", "yari-samurai 8 + daisho-samurai")
    assert names(field) == ["Daisho Samurai (Katana Samurai)", "Daisho Samurai (Yari Samurai)"]


def test_else_the_number_of_the_unit_the_clan_or_the_place_in_the_army() -> None:
    field = two()
    assert names(field) == ["Busho Buke", "Busho Buke"], "while armies are made each sees his own only"
    assert names(field.begin()) == ["Busho Buke (Katana Samurai 1)", "Busho Buke (Katana Samurai 2)"]
    assert names(alone().begin()) == ["Busho Buke (AH1)", "Busho Buke (BH1)"]
    assert names(alone(clan="Oda ").begin()) == ["Busho Buke (Oda a)", "Busho Buke (Oda b)"]


def test_who_stands_alone_is_told_by_his_path_where_no_other_like_him_follows_it() -> None:
    field = Field().army("a", "buke: katana-samurai 8, kensei").army("b", "kuge: yari-ashigaru 8, kensei")
    assert names(field.begin()) == ["Kensei (Buke)", "Kensei (Kuge)"]


def test_a_unit_with_a_name_of_its_own_lends_it() -> None:
    field = two()
    field.act("b", "name", piece="b1", name="Red Spears")
    assert names(field.begin()) == ["Busho Buke (Katana Samurai)", "Busho Buke (Red Spears)"]


def test_one_who_hides_changes_nobody() -> None:
    field = fielded(*2 * ["katana-samurai 8 + geisha"])
    for seat in "ab":
        assert names(field) == ["Geisha", "Geisha"]
        field.act(seat, "reveal", hero=f"{seat}x-geisha")
    assert names(field) == ["Geisha (Katana Samurai 1)", "Geisha (Katana Samurai 2)"]


# ---- units


def units(field: Field) -> list[str]:
    return [piece.unit_title for piece in field.state.pieces if piece.unit]


def test_units_of_one_name_are_numbered_when_the_battle_begins_through_both_armies() -> None:
    field = Field()
    field.unit("b", "katana-samurai", 8)  # who musters first is no secret to tell: A's are counted first
    field.unit("a", "katana-samurai", 8)
    field.unit("a", "yumi-samurai", 8)
    field.unit("b", "katana-samurai", 8)
    field.act("a", "ready")
    assert units(field) == ["Katana Samurai", "Katana Samurai", "Yumi Samurai", "Katana Samurai"]
    before = field.state
    field.act("b", "ready")
    assert [(piece.id, piece.title) for piece in field.state.pieces] == [
        ("b1", "Katana Samurai 2"),
        ("a1", "Katana Samurai 1"),
        ("a2", "Yumi Samurai"),
        ("b2", "Katana Samurai 3"),
    ]
    assert not any(piece.number for piece in before.pieces), "undo takes the numbers back with the beginning"


def test_a_number_stays_when_the_others_of_its_name_are_gone() -> None:
    field = two().begin()
    field.act("a", "correct", piece="a1", miniatures=0, reason="miscounted")
    field.act("a", "correct", piece="a1", hero="ah1", wounds=field.hero_of("ah1").profile.attributes.vt, reason="fell")
    assert units(field) == ["Katana Samurai 1", "Katana Samurai 2"]


def test_a_unit_with_a_name_of_its_own_has_no_number_unless_another_bears_it() -> None:
    field = Field()
    for seat, name in (("a", "Red Spears"), ("a", "Katana Samurai 1"), ("b", "Red Spears"), ("b", ""), ("b", "")):
        unit = field.unit(seat, "katana-samurai", 8)
        if name:
            field.act(seat, "name", piece=unit, name=name)
    assert units(field.begin()) == [
        "Red Spears 1",
        "Katana Samurai 1",
        "Red Spears 2",
        "Katana Samurai 2",
        "Katana Samurai 3",
    ]


def test_a_unit_called_like_a_character_who_hides_keeps_its_name_when_he_is_shown() -> None:
    field = Field().army("a", "katana-samurai 8 + geisha").army("b", "yari-samurai 8")
    field.act("b", "name", piece="b1", name="Geisha")
    assert units(field.begin()) == ["Katana Samurai", "Geisha"]
    field.act("a", "reveal", hero="ax-geisha")
    assert units(field) == ["Katana Samurai", "Geisha"]
    assert names(field) == ["Geisha (Katana Samurai)"]


def test_the_numbers_are_on_the_board_in_the_questions_and_in_the_log() -> None:
    field = two().begin()
    assert [piece.title for piece in KENSEI.view(field.state, None).pieces] == ["Katana Samurai 1", "Katana Samurai 2"]
    said = field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    assert said.startswith("Katana Samurai 1: ")
    assert "Katana Samurai 2" in said
    (question,) = (due.sentence for due in KENSEI.due(field.state) if due.kind == "react")
    assert str(question) == "Katana Samurai 1 charge Katana Samurai 2. What is the reaction?"


def test_what_the_book_has_against_an_order_names_them_so_too() -> None:
    field = fielded("buke: katana-samurai 8, busho-buke", "katana-samurai 8")
    field.act("a", "mark", piece="a1", marker="fleeing", on=True)
    told = "Katana Samurai 1 cannot be given orders while in flight."
    assert field.refused("a", "order", piece="a1", do="advance") == told
    assert (
        field.refused("a", "enter", hero="ah1", unit="a1") == "Nobody can go into a unit in flight: Katana Samurai 1."
    )


def test_who_takes_no_defensive_position_is_named_so_too() -> None:
    field = fielded(*2 * ["katana-samurai 8"])
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    told = field.refused("a", "initiative", step="t1.combat.a1+b1.in.a", faces=[5], **{"defensive.a1": "yes"})
    assert told == "Katana Samurai 1 charged this turn and cannot take a defensive position."


def test_points_name_everybody_as_the_pages_do() -> None:
    led = "buke: katana-samurai 8 + busho-buke"
    field = Field(battle="head-hunt").army("a", led).army("b", f"{led}, katana-samurai 8")
    field.act("b", "name", piece="b1", name="Red Spears")
    field.begin()
    field.act("a", "correct", piece="b1", miniatures=6, reason="an arrow")
    field.act("a", "correct", piece="b2", miniatures=7, reason="an arrow")
    field.act("a", "correct", piece="b1", hero="bh1", wounds=9, reason="an arrow")
    scored = next(score for score in KENSEI.view(field.state, "a").scores if score.seat == "a")
    assert [str(one.reason) for one in scored.why] == [
        "2 of Red Spears",
        "1 of Katana Samurai 2",
        "Busho Buke (Red Spears) slain",
    ]
