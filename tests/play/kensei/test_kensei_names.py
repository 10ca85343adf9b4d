"""What pieces are called, on the board and in the log: numbers of one name, characters told apart; who hides changes
nobody's name."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.game import Event
from companion.play.kensei.board import PieceView
from tests.play.kensei.field import Field, attack_of, fielded


def seen(field: Field, piece: str) -> PieceView:
    view = field.view("a")
    return next(p for p in view.pieces if p.id == piece)


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


def test_the_unit_tells_them_apart_where_it_can_else_its_number_the_path_the_clan_or_the_place_in_the_army() -> None:
    field = fielded("katana-samurai 8 + daisho-samurai", "yari-samurai 8 + daisho-samurai")
    assert names(field) == ["Daisho Samurai (Katana Samurai)", "Daisho Samurai (Yari Samurai)"]
    field = two()
    assert names(field) == ["Busho Buke", "Busho Buke"], "while armies are made each sees his own only"
    assert names(field.begin()) == ["Busho Buke (Katana Samurai 1)", "Busho Buke (Katana Samurai 2)"]
    assert names(alone().begin()) == ["Busho Buke (AH1)", "Busho Buke (BH1)"]
    assert names(alone(clan="Oda ").begin()) == ["Busho Buke (Oda a)", "Busho Buke (Oda b)"]
    field = fielded("buke: katana-samurai 8, kensei", "kuge: yari-ashigaru 8, kensei")
    assert names(field) == ["Kensei (Buke)", "Kensei (Kuge)"]
    field = two()
    field.act("b", "name", piece="b1", name="Red Spears")
    assert names(field.begin()) == ["Busho Buke (Katana Samurai)", "Busho Buke (Red Spears)"]


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


# ---- units


def units(field: Field) -> list[str]:
    return [piece.unit_title for piece in field.state.pieces if piece.unit]


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


def test_what_the_book_has_against_an_order_names_them_so_too() -> None:
    field = fielded("buke: katana-samurai 8, busho-buke", "katana-samurai 8")
    field.act("a", "mark", piece="a1", marker="fleeing", on=True)
    told = "Katana Samurai 1 cannot be given orders while in flight."
    assert field.refused("a", "order", piece="a1", do="advance") == told
    assert (
        field.refused("a", "enter", hero="ah1", unit="a1") == "Nobody can go into a unit in flight: Katana Samurai 1."
    )


def swords() -> Field:
    return fielded("katana-samurai 10", "yari-ashigaru 10", phase="combat")


def thrown(field: Field, faces: list[int]) -> str:
    """The line of the due roll, thrown by the app."""
    due = field.due()[0]
    return field.enter(Event("roll", due.seat, due.seat, {"step": due.step, "faces": faces}, "app"))


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        ({}, "struck Yari Ashigaru:"),
        ({"zone": "rear"}, "struck Yari Ashigaru in the rear:"),
        ({"charging": "yes"}, "charged Yari Ashigaru:"),
        ({"charging": "yes", "zone": "flank"}, "charged Yari Ashigaru in the flank:"),
        ({"counter_charge": "won"}, "counter-charged Yari Ashigaru:"),
        ({"charging": "yes", "zone": "flank", "first_turn": "no"}, "struck Yari Ashigaru:"),
    ],
)
def test_a_strike_says_charge_and_zone_while_they_count(situation: dict[str, Any], words: str) -> None:
    said = swords().strike("a1", "b1", "1", **situation)
    assert said.startswith(f"Katana Samurai {words} ")


def test_faces_the_app_threw_are_told_where_the_line_does_not_show_them() -> None:
    field = swords()
    field.aim("melee", "a1", "b1")
    assert thrown(field, [9, 1, 1, 1, 1, 1, 1, 1, 1, 0]).startswith("The app threw 9 1 1 1 1 1 1 1 1 Ø.")
    assert thrown(field, [9, 9]).startswith("The app threw 9 9.")
    assert "threw" not in thrown(field, [3, 3]), "damage dice are told by their faces"
