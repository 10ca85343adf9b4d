"""What pieces are called, on the board and in the log: numbers of one name, characters told apart; who hides changes
nobody's name."""

from companion.play.game import Event
from tests.play.kensei.field import Field, fielded


def names(field: Field) -> list[str]:
    return [hero.title for piece in field.state.pieces for hero in piece.heroes]


def test_one_who_hides_changes_nobody_and_a_unit_called_like_him_keeps_its_name_when_he_is_shown() -> None:
    field = fielded(*2 * ["katana-samurai 8 + geisha"])
    for seat in "ab":
        assert names(field) == ["Geisha", "Geisha"]
        field.act(seat, "reveal", hero=f"{seat}x-geisha")
    assert names(field) == ["Geisha (Katana Samurai 1)", "Geisha (Katana Samurai 2)"]
    field = Field().army("a", "katana-samurai 8 + geisha").army("b", "yari-samurai 8")
    field.act("b", "name", piece="b1", name="Geisha")
    assert units(field.begin()) == ["Katana Samurai", "Geisha"]
    field.act("a", "reveal", hero="ax-geisha")
    assert (units(field), names(field)) == (["Katana Samurai", "Geisha"], ["Geisha (Katana Samurai)"])


def units(field: Field) -> list[str]:
    return [piece.unit_title for piece in field.state.pieces if piece.unit]


def swords() -> Field:
    return fielded("katana-samurai 10", "yari-ashigaru 10", phase="combat")


def thrown(field: Field, faces: list[int]) -> str:
    """The line of the due roll, thrown by the app."""
    due = field.due()[0]
    return field.enter(Event("roll", due.seat, due.seat, {"step": due.step, "faces": faces}, "app"))


def test_faces_the_app_threw_are_told_where_the_line_does_not_show_them() -> None:
    field = swords()
    field.aim("melee", "a1", "b1")
    assert thrown(field, [9, 1, 1, 1, 1, 1, 1, 1, 1, 0]).startswith("The app threw 9 1 1 1 1 1 1 1 1 Ø.")
    assert thrown(field, [9, 9]).startswith("The app threw 9 9.")
    assert "threw" not in thrown(field, [3, 3]), "damage dice are told by their faces"
