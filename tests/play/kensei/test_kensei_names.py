"""What pieces are called: a unit by its name, and who stands alone, also as the last of his unit, by his own."""

from __future__ import annotations

from companion.play.kensei.board import PieceView
from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field, attack_of, fielded


def last_of_his_unit() -> Field:
    """Three swordsmen fell before; now arrows take the last two, and their Busho stands alone, hurt."""
    field = fielded("yumi-samurai 10", "katana-samurai 5 + daisho-samurai, yari-ashigaru 5")
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
    assert said == "Katana Samurai, miniatures 0 → 1: by hand (miscounted)."
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
        before = field.state
        field.act("a", "side", **form)
        said.append(str(KENSEI.line(before, field.events[-1], field.state).private["a"]))
    assert said == ["You follow the path of the Kuge.", "You lead the clan Fujiwara on the path of the Kuge."]


def shooting(field: Field, piece: str = "a1") -> dict[str, str]:
    """Who of a piece is offered to shoot, and what keeps each."""
    return {one.id: "" if one.cannot is None else str(one.cannot) for one in seen(field, piece).shooters}


def test_it_is_known_who_cannot_shoot_and_why(field: Field) -> None:
    assert shooting(field) == {"a1": "", "a1+ah1": ""}, "a Busho has a bow beside what he chose"
    for marker, words in (
        ("unloaded", "not loaded"),
        ("stream", "in a stream"),
        ("fleeing", "in flight"),
        ("engaged", "engaged"),
    ):
        field.act("a", "mark", piece="a1", marker=marker, on=True)
        assert shooting(field) == {"a1": words, "a1+ah1": "" if marker == "unloaded" else words}
        field.act("a", "mark", piece="a1", marker=marker, on=False)
    assert shooting(field) == {"a1": "", "a1+ah1": ""}
    assert shooting(field, "a2") == {}


def with_a_bow(unit: str) -> Field:
    """A Busho with a bow in a unit, and whom he may shoot at."""
    return fielded(f"buke: {unit} 10 + busho-buke bow", "katana-samurai 10")


def test_a_character_with_a_bow_is_offered_from_a_unit_without_and_judged_by_his_own() -> None:
    field = with_a_bow("katana-samurai")
    (one,) = seen(field, "a1").shooters
    assert (one.id, one.title, one.within, one.cannot) == ("a1+ah1", "Busho Buke", "Katana Samurai 1", None)
    field.act("a", "mark", piece="a1", marker="engaged", on=True)
    assert shooting(field) == {"a1+ah1": "engaged"}
    field.act("a", "mark", piece="a1", marker="engaged", on=False)
    field.act("a", "aim", kind="shot", attacker=one.id, defender="b1")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=20)
    assert attack_of(field).refusal is None
    assert (attack_of(field).who, attack_of(field).striker) == ("Busho Buke", "ah1")
    field.act("a", "roll", step=field.step(), faces=[1] * attack_of(field).dice)
    assert shooting(field) == {"a1+ah1": "not loaded"}


def test_archers_and_the_character_with_a_bow_among_them_load_each_for_himself() -> None:
    field = with_a_bow("yumi-samurai")
    field.act("a", "mark", piece="a1", marker="unloaded", on=True)
    assert shooting(field) == {"a1": "not loaded", "a1+ah1": ""}
    field.act("a", "mark", piece="a1", hero="ah1", marker="unloaded", on=True)
    assert shooting(field) == {"a1": "not loaded", "a1+ah1": "not loaded"}
    field.act("a", "correct", piece="a1", miniatures=0, reason="miscounted")
    field.act("a", "mark", piece="a1", hero="ah1", marker="unloaded", on=False)
    assert shooting(field) == {"a1": ""}, "the last of them is the piece"
