"""Teppo in a stream: the KI roll that is owed, weapons wet for the battle, who still shoots (6:2:6, K64)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.play.kensei.newest import news_view
from companion.play.kensei.orders.reacting import no_reaction
from companion.play.kensei.pieces import Hero
from companion.rules.kensei.turn.facts import WET
from tests.play.kensei.field import Field, attack_of, fielded, honor_of
from tests.play.kensei.laws import check

WORDS = "Wet teppo are useless for the rest of the battle."


def teppo(**setup: str) -> Field:
    """Teppotai with a Daisho who has teppo as they have (K14), archers; swordsmen against them."""
    return fielded("kuge: teppotai 8 + daisho-ashigaru, yumi-ashigaru 8", "katana-samurai 8", **setup)


def wades(field: Field, piece: str = "a1", *, on: bool = True) -> str:
    return field.act("a", "mark", piece=piece, marker="stream", on=on)


def soaked() -> Field:
    """After a roll that failed."""
    field = teppo(first="b")
    wades(field)
    field.honor("a1", 3)
    return field


def test_teppo_that_go_into_a_stream_owe_a_ki_roll_and_nobody_else_does() -> None:
    field = teppo()
    before = field.state
    assert wades(field) == "Teppotai: In a stream."
    check(before, field.events[-1], field.state)
    wades(field, "a2")
    assert field.owed() == [("a1", ("stream",))]
    owed = field.view("a").owed[0]
    assert (str(owed.sentence), owed.causes[0][1]) == ("In a stream, Teppotai must make a KI roll.", "6:2:6")
    assert "1" in field.refused("a", "leave", turn=1, phase="orders"), "it is made before the phase ends"
    assert field.act("a", "waive", owed=field.state.owed[0].id) == "Skipped: the KI roll of Teppotai."
    assert (field.owed(), "teppo-wet" in field.markers("a1")) == ([], False)


@pytest.mark.parametrize(
    ("setting", "asked", "dry"),
    [
        ("ki_or_more", "Teppotai in a stream: KI 4 or more, or their teppo are wet.", (4, 5, 6, 7, 8, 9, 10)),
        ("ki_or_less", "Teppotai in a stream: KI 4 or less, or their teppo are wet.", (1, 2, 3, 4)),
    ],
)
def test_the_table_says_which_dice_keep_them_dry(setting: str, asked: str, dry: tuple[int, ...]) -> None:
    for face in (3, 4, 5):
        field = teppo(wet_teppo=setting)
        wades(field)
        owed = field.view("a").owed[0]
        assert (str(owed.asked), owed.good) == (asked, dry)
        field.act("a", "honor", owed=owed.id, piece="a1")
        roll = honor_of(field)
        assert (roll.good, roll.chance, str(roll.well)) == (dry, len(dry) / 10, "their teppo stay dry")
        said = field.act("a", "roll", step=roll.step_id, faces=[face])
        assert said == f"KI of Teppotai: {face} against 4, teppo {'dry' if face in dry else 'wet'}."
        assert ("teppo-wet" in field.markers("a1")) == (face not in dry)
        news = news_view(field.state)
        signs = {"ki_or_more": "<≥", "ki_or_less": ">≤"}[setting]
        assert news is not None
        assert news.sign == signs[face in dry]
        told = "the teppo stay dry" if face in dry else "teppo wet for the rest of the battle"
        assert str(honor_of(field).sentence) == f"Teppotai: {told}."


def test_it_is_asked_once_while_they_stay_and_no_more_once_they_are_wet() -> None:
    field = teppo()
    wades(field)
    wades(field)
    assert len(field.owed()) == 1
    field.honor("a1", 4)
    wades(field)
    field.next_turn()
    wades(field)
    assert field.owed() == []
    wades(field, on=False)
    wades(field)
    assert field.owed() == [("a1", ("stream",))], "once more, when they come back"
    field.honor("a1", 3)
    wades(field, on=False)
    wades(field)
    assert field.owed() == []


def test_neither_they_nor_who_has_teppo_as_they_have_shoot_at_a_charge() -> None:
    field = soaked()
    wades(field, on=False)
    field.act("b", "announce", piece="b1", do="charge", target="a1")
    step = field.due()[0].step
    assert field.refused("a", "react", step=step, what="shoot") == WORDS
    field.act("a", "react", step=step, what="shoot", anyway=True)
    assert field.refused("a", "hero-reply", charge=field.state.charges[0].id, hero="ah1") == WORDS


def test_wet_teppo_neither_shoot_nor_load_for_the_rest_of_the_battle_and_a_bow_among_them_does() -> None:
    field = soaked()
    unit = field.piece("a1")
    field.state = field.state.with_piece(replace(unit, heroes=(*unit.heroes, Hero("ah9", "busho-kuge", "bow"))))
    wades(field, on=False)
    field.next_turn()
    assert "teppo-wet" in field.markers("a1")
    shooters = next(p for s in field.view("a").sides for p in s.pieces or () if p.id == "a1").shooters
    assert [str(one.cannot or "") for one in shooters] == ["teppo wet", "teppo wet", ""]
    for who in ("a1", "ah1"):
        assert field.refused("a", "announce", piece=who, do="load") == WORDS
        assert field.refused("a", "announce", piece=who, do="shoot", target="b1") == WORDS
    assert no_reaction(field.state, field.piece("a1"), "shoot") == WET
    field.aim("shot", "a1", "b1", distance_cm=30)
    refusal = attack_of(field).refusal
    assert refusal is not None
    assert (str(refusal.reason), refusal.rule) == (WORDS, "6:2:6")
    field.act("a", "cancel", step=field.step())
    field.aim("shot", "a1", "b1", striker="ah9", distance_cm=30)
    assert attack_of(field).refusal is None
    field.act("a", "cancel", step=field.step())
    said = field.act("a", "mark", piece="a1", marker="teppo-wet", on=False)
    assert said == "Teppotai: no longer “Teppo wet”."
    field.aim("shot", "a1", "b1", distance_cm=30)
    assert attack_of(field).refusal is None, "set right by hand"
