"""The general's death asks once who stands within 30 cm of him; the rolls come at their moment (4:4:5; K25, K55)."""

from __future__ import annotations

import pytest

from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field, fielded


def field_of(**setup: str) -> Field:
    """Archers and swordsmen of a; of b swordsmen, spearmen, and a Busho who leads them, alone and hurt."""
    field = fielded(
        "yumi-samurai 10, katana-samurai 10", "kuge: katana-samurai 5, yari-ashigaru 9, busho-kuge", **setup
    )
    general = "bh1"
    field.act("b", "correct", piece=general, hero=general, wounds=8, reason="an earlier fight")
    return field


def shot_dead(**setup: str) -> Field:
    field = field_of(**setup)
    field.shoot("a1", "bh1", "9 9", "9 9", "9 9", distance_cm=30)
    assert not field.hero_of("bh1").alive
    return field


ASK = "t1.a1>bh1.shot.general.b.near"


def test_the_side_is_asked_once_and_nobody_rolls_before_it_is_said() -> None:
    field = shot_dead()
    assert field.owed() == []
    (one,) = KENSEI.view(field.state, "b").deaths
    assert (one.seat, one.step) == ("b", ASK)
    assert str(one.sentence) == "Busho Kuge is dead. Who stands within 30 cm of him?"
    assert [(piece, own) for piece, _, own in one.pool] == [("b1", False), ("b2", False)]
    due = [d for d in KENSEI.due(field.state) if d.kind == "death"]
    assert [(d.seat, d.step) for d in due] == [("b", ASK)]


def test_one_tap_and_those_who_stand_near_roll_at_once() -> None:
    field = shot_dead()
    said = field.act("b", "mourn", step=ASK, **{"near.b1": "yes"})
    assert said == "Within 30 cm of Busho Kuge, who is dead: Katana Samurai 2. They owe an honor roll."
    assert field.owed() == [("b1", ("general",))]
    assert KENSEI.view(field.state, "b").deaths == ()
    field.honor("b1", 10, 3, 4)
    assert "fleeing" in field.markers("b1"), "at once, in the orders phase"
    assert "is over or was undone" in field.refused("b", "mourn", step=ASK)
    field = shot_dead()
    assert field.act("b", "mourn", step=ASK) == "Nobody stands within 30 cm of Busho Kuge, who is dead."
    assert field.owed() == []


def test_in_combat_it_is_one_roll_with_the_defeat_in_the_resolution() -> None:
    field = field_of()
    field.leave()
    field.strike("a2", "bh1", "9 9", "9 9", "9 9")
    field.strike("a2", "b1", "9 9", "9 9", "5 5")
    field.act("b", "mourn", step="t1.combats.general.b.near", **{"near.b1": "yes", "near.b2": "no"})
    field.leave()
    assert field.owed() == [("b1", ("general", "defeated"))]


def test_who_runs_already_is_not_asked_of() -> None:
    field = field_of()
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.shoot("a1", "bh1", "9 9", "9 9", "9 9", distance_cm=30)
    (one,) = KENSEI.view(field.state, "b").deaths
    assert [piece for piece, _, _ in one.pool] == ["b2"]


def test_his_own_unit_surely_stands_near() -> None:
    b = "kuge: katana-samurai 8 + busho-kuge, yari-ashigaru 9"
    field = fielded("buke: katana-samurai 10 + busho-buke", b)
    hero, general = "ah1", "bh1"
    field.leave()
    field.act("b", "correct", piece="b1", hero=general, wounds=8, reason="an earlier fight")
    field.strike("a1", "b1", "9 9 9", "9 9 9", "9 9 9", striker=hero, aimed_at_character=general)
    assert not field.hero_of(general).alive
    (one,) = KENSEI.view(field.state, "b").deaths
    assert [(piece, own) for piece, _, own in one.pool] == [("b1", True), ("b2", False)]


def test_the_phase_is_left_with_the_question_open_only_anyway_and_it_stays() -> None:
    field = shot_dead()
    assert "Still to say who" in field.refused("a", "leave", turn=1, phase="orders")
    field.leave(skip=True)
    assert len(KENSEI.view(field.state, "b").deaths) == 1
    field.leave()
    assert "Still to say who" in field.refused("a", "leave", turn=1, phase="resolution")
    field.leave(skip=True)
    assert KENSEI.view(field.state, "b").deaths == ()


@pytest.mark.parametrize(
    ("seat", "form", "sentence"),
    [
        ("a", {"step": ASK}, "Only side B can say"),
        ("b", {"step": ASK, "near.a1": "yes"}, "Katana Samurai 2, Yari Ashigaru"),
        ("b", {"step": "t1.a1>b9.shot.general.b.near"}, "is over or was undone"),
    ],
)
def test_what_is_refused_says_what_is_allowed(seat: str, form: dict[str, str], sentence: str) -> None:
    assert sentence in shot_dead().refused(seat, "mourn", **form)


SLAIN = {"piece": "bh1", "hero": "bh1", "reason": "miscounted"}


@pytest.mark.parametrize(("phase", "moment"), [("orders", "t1.bh1.by-hand"), ("combat", "t1.combats")])
def test_slain_by_hand_the_same_is_asked(phase: str, moment: str) -> None:
    field = field_of()
    if phase == "combat":
        field.leave()
    field.act("b", "correct", **SLAIN, wounds=field.hero_of("bh1").profile.attributes.vt)
    (one,) = KENSEI.view(field.state, "b").deaths
    assert one.step == f"{moment}.general.b.near"
    field.act("b", "mourn", step=one.step, **{"near.b1": "yes"})
    assert [(roll.piece, roll.moment) for roll in field.state.owed] == [("b1", moment)]


def test_a_correction_asks_while_it_slays_him() -> None:
    field = field_of()
    field.act("b", "correct", **SLAIN, wounds=7)
    assert field.state.deaths == ()
    field.act("b", "correct", **SLAIN, wounds=field.hero_of("bh1").profile.attributes.vt)
    assert field.state.deaths
    field.act("b", "correct", **SLAIN, wounds=3)
    assert (field.state.deaths, field.state.asks) == ((), ()), "he lives after all"
