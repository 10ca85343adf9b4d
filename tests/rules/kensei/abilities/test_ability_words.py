"""The words abilities are written in: none stands for nothing, and what comes of each is done somewhere (3:4:6)."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from companion.content import catalog
from companion.play.kensei.abilities.outcomes import OUTCOMES
from companion.play.kensei.board import WHEN
from companion.rules.kensei.abilities import rule
from companion.rules.kensei.abilities.rule import AbilityRule, Form, Moment, Outcome, RollKind, Whom, Window
from companion.rules.kensei.after import honor
from companion.rules.kensei.fight import initiative
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.lasting import EFFECT_NAMES, ELSEWHERE, of_effect
from companion.rules.kensei.turn.effects import LASTING
from tests.play.kensei.abilities.table import Row, each, form_of


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
        assert not allowed or allowed == {getattr(one, field.name) for one in of_kind}, field.name


def test_every_window_is_one_a_player_is_told_of_and_every_roll_is_rolled() -> None:
    assert set(WHEN) == set(get_args(Window)) == {form.window for form in forms()}
    known = catalog()
    rolled = {one.ki_roll for one in (*known.abilities.values(), *known.taisho_abilities.values())}
    assert rolled | {form.roll for form in forms() if form.roll} == set(get_args(RollKind))


def test_every_effect_lasts_and_means_something() -> None:
    """None of them is only a name: each begins somewhere, ends somewhere, and changes a number or counts elsewhere."""
    by_abilities = {one.effect for one in outcomes() if isinstance(one, rule.Lasts)}
    known = catalog()
    for effect in LASTING:
        is_ability = effect in known.abilities or effect in known.taisho_abilities
        assert is_ability or effect in EFFECT_NAMES, effect
        assert LASTING[effect].rule
    counting = {*initiative.LASTING, *honor.LASTING, *ELSEWHERE}
    assert {one for one in by_abilities if not of_effect(one)} <= counting, "say in one of these what it is worth"


def test_an_effect_that_ends_nowhere_is_refused_as_it_is_written() -> None:
    with pytest.raises(ValueError, match=r"turn/effects\.py does not say how long 'nobody-knows' lasts"):
        rule.Lasts("nobody-knows")


WHO = Combatant(catalog().units["teppotai"], miniatures=8)
NEEDED = frozenset({"apart", "no-charge", "first-turn", "one-runs", "turn-1", "late-card", "cards-left"})
"""Obstacles that stand where nothing is said of the moment."""


@each
def test_a_moment_of_which_nothing_is_said_is_one_of_peace(row: Row) -> None:
    form = form_of(row)
    assert (form.against(Moment(WHO)) is None) is not bool(NEEDED & set(row.no.split()))
    long = Moment(
        WHO, charges=True, meets_anybody=True, turns_in_contact=5, turn=6, fleeing_friends=4, card_laid=True,
        all_laid=True,
    )  # fmt: skip
    assert form.against(long) is None
    assert form.shoots is (row.ability == "alternated-shot")


def test_only_a_geisha_is_captured() -> None:
    capture = catalog().ability_rules["metsuke"].form("capture")
    assert capture is not None
    found = [id_ for id_, who in catalog().characters.items() if capture.whom.fits(who)]
    assert found == ["geisha"]


def test_a_form_is_found_by_its_name_alone() -> None:
    assert AbilityRule("x", (Form("any", (), id="b"),)).form("a") is None
    assert AbilityRule("x", (Form("any", (), id="a"),)).form("b") is None
