"""The words abilities are written in: none stands for nothing, and what comes of each is done somewhere (3:4:6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from companion.content import catalog
from companion.play.kensei.abilities.outcomes import OUTCOMES
from companion.play.kensei.sheet import WHEN
from companion.rules.kensei.abilities import rule
from companion.rules.kensei.abilities.rule import Form, Outcome, RollKind, Whom, Window
from companion.rules.kensei.fight.lasting import CALLED, ELSEWHERE, of_effect
from companion.rules.kensei.turn.effects import LASTING, EffectId


def forms() -> Iterator[Form]:
    known = catalog()
    for one in (*known.ability_rules.values(), *known.taisho_rules.values()):
        yield from one.forms


def outcomes() -> Iterator[Any]:
    for form in forms():
        yield from (*form.won, *form.lost)


def test_every_outcome_is_done_and_every_one_is_of_an_ability() -> None:
    known = set(get_args(Outcome))
    assert set(OUTCOMES) == known == {type(one) for one in outcomes()}
    declared = {
        one
        for one in vars(rule).values()
        if isinstance(one, type) and is_dataclass(one) and one.__module__ == rule.__name__
    }
    assert declared - known == {rule.Moment, rule.Whom, rule.Form, rule.AbilityRule}, "every class of outcome is in it"


def values(hint: Any) -> set[Any]:
    if get_origin(hint) is Literal:
        return set(get_args(hint))
    if isinstance(hint, UnionType):
        return set().union(*(values(one) for one in get_args(hint)))
    return set()


@pytest.mark.parametrize("kind", [Form, Whom, *get_args(Outcome)], ids=lambda one: one.__name__)
def test_every_value_that_can_be_written_is_written(kind: type) -> None:
    hints = get_type_hints(kind, vars(rule))
    found: dict[type, list[Any]] = {Form: list(forms()), Whom: [form.whom for form in forms()]}
    of_kind = found.get(kind) or [one for one in outcomes() if type(one) is kind]
    for field in fields(kind):
        allowed = values(hints[field.name])
        if field.name == "roll":  # where a form says nothing, its entry does
            continue
        if field.name == "effect":  # what befalls somebody otherwise is no ability's
            continue
        assert not allowed or allowed == {getattr(one, field.name) for one in of_kind}, field.name


def test_every_window_is_one_a_player_is_told_of_and_every_roll_is_rolled() -> None:
    assert set(WHEN) == set(get_args(Window)) == {form.window for form in forms()}
    known = catalog()
    rolled = {one.ki_roll for one in (*known.abilities.values(), *known.taisho_abilities.values())}
    assert rolled | {form.roll for form in forms() if form.roll} == set(get_args(RollKind))


def test_every_effect_lasts_and_means_something() -> None:
    """None of them is only a name: each begins somewhere, ends somewhere, and changes a number or counts elsewhere."""
    assert set(LASTING) == set(get_args(EffectId))
    by_abilities = {one.effect for one in outcomes() if isinstance(one, rule.Lasts)}
    known = catalog()
    for effect in LASTING:
        is_ability = effect in known.abilities or effect in known.taisho_abilities
        assert is_ability or effect in CALLED, effect
        assert LASTING[effect].rule
    assert {one for one in by_abilities if not (of_effect(one) or one in ELSEWHERE)} == {
        "bushido-law",
        "cried-at",
        "chanted-at",
        "warrior-women",
        "failed-vanishing",
    }, "those count in initiative and honor rolls alone"
