"""What pieces are called: a unit by its name, and who stands alone, also as the last of his unit, by his own."""

from __future__ import annotations

from companion.play.kensei.board import PieceView
from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field


def last_of_his_unit() -> Field:
    """Three swordsmen fell before; now arrows take the last two, and their Busho stands alone, hurt."""
    field = Field()
    field.act("a", "side", path="buke")
    field.unit("a", "yumi-samurai", 10)
    field.unit("b", "katana-samurai", 5)
    field.hero("b", "daisho-samurai", "b1")
    field.unit("b", "yari-ashigaru", 5)
    field.begin()
    field.act("b", "correct", piece="b1", miniatures=1, reason="miscounted")
    field.shoot("a1", "b1", "9 9", "9 9", "6 4")
    return field


def seen(field: Field, piece: str) -> PieceView:
    view = KENSEI.view(field.state, "a")
    return next(p for p in view.pieces if p.id == piece)


def test_the_last_of_a_unit_is_called_by_his_own_name_and_stands() -> None:
    field = last_of_his_unit()
    piece = seen(field, "b1")
    assert (piece.title, piece.unit_title) == ("Daisho Samurai", "Katana Samurai")
    assert (piece.miniatures, piece.standing, piece.lone) == (0, True, "bh1")
    field.act("a", "mark", piece="a1", marker="unloaded", on=False)
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert str(KENSEI.due(field.state)[0].sentence) == "How far is it to Daisho Samurai?"
    assert field.act("b", "mark", piece="b1", marker="hill", on=True) == "Daisho Samurai: On a hill."


def test_what_fell_is_told_of_the_unit() -> None:
    field = last_of_his_unit()
    (result,) = KENSEI.view(field.state, "a").results
    assert result.whom == "Katana Samurai"
    assert str(result.fallen) == "Remove 1 miniature of Katana Samurai."
    said = field.act("b", "correct", piece="b1", miniatures=1, reason="miscounted")
    assert said == "By hand, Katana Samurai: miniatures 0 → 1 (miscounted)."
    assert seen(field, "b1").title == "Katana Samurai"


def test_miniatures_and_characters_are_counted_apart() -> None:
    field = last_of_his_unit()
    side = KENSEI.view(field.state, "a").side("b")
    assert (side.miniatures, side.at_start, side.characters) == (5, 10, 1)
    field.act("b", "correct", piece="b1", hero="bh1", wounds=field.hero_of("bh1").profile.attributes.vt, reason="fell")
    assert KENSEI.view(field.state, "a").side("b").characters == 0


def test_who_leads_which_clan_is_said_where_there_is_one() -> None:
    field = Field()
    said = []
    for form in ({"path": "kuge"}, {"clan": "Fujiwara"}):
        event = field._event("a", "side", None, form)
        after = KENSEI.apply(field.state, event)
        said.append(str(KENSEI.line(field.state, event, after).private["a"]))  # type: ignore[arg-type]
        field.act("a", "side", **form)
    assert said == ["You follow the path of the Kuge.", "You lead the clan Fujiwara on the path of the Kuge."]


def test_it_is_known_who_cannot_shoot_and_why(field: Field) -> None:
    def why(piece: str) -> str:
        found = seen(field, piece).cannot_shoot
        return "" if found is None else str(found)

    assert why("a1") == ""
    for marker, words in (
        ("unloaded", "not loaded"),
        ("stream", "in a stream"),
        ("fleeing", "running away"),
        ("engaged", "engaged"),
    ):
        field.act("a", "mark", piece="a1", marker=marker, on=True)
        assert why("a1") == words
        field.act("a", "mark", piece="a1", marker=marker, on=False)
    assert why("a1") == ""


def test_a_unit_in_which_only_a_character_has_a_bow_cannot_shoot_itself() -> None:
    field = Field()
    field.act("a", "side", path="buke")
    field.unit("a", "katana-samurai", 10)
    field.hero("a", "busho-buke", "a1", weapon="bow")
    field.unit("b", "katana-samurai", 10)
    field.begin()
    piece = seen(field, "a1")
    assert piece.shoots
    assert str(piece.cannot_shoot) == "only Busho Buke"
