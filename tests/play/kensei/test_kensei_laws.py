"""Laws that hold whatever players and their phones send: nothing raises, nothing is lost, no secret is told."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings

from companion.play.kensei.game import KENSEI
from companion.rules.text import Refusal
from tests.play.kensei.field import Field
from tests.play.kensei.intents import Intent, deploying, fighting, mustering
from tests.play.kensei.intents_abilities import reached
from tests.play.kensei.laws import check
from tests.play.kensei.random_armies import armies, armies_picked


def run(field: Field, wanted: Sequence[Intent]) -> None:
    """Everybody does what they want, as far as the rules allow: the laws hold after every act, and all of them again
    lead to the same end."""
    state, accepted = field.state, []
    for intent in wanted:
        event = intent.event(state)
        after = event if isinstance(event, Refusal) else KENSEI.apply(state, event)
        if isinstance(event, Refusal) or isinstance(after, Refusal):
            assert str(after)
            assert "Traceback" not in str(after)
            continue
        check(state, event, after)
        reached(state, after)
        accepted.append(event)
        state = after
    again = field.state
    for event in accepted:
        again = KENSEI.apply(again, event)
    assert again == state


enough = settings(max_examples=25)


@enough
@given(armies_picked, fighting)
def test_a_battle_of_any_acts_keeps_its_laws(army: list[int], wanted: list[Intent]) -> None:
    run(armies(army), wanted)


@enough
@given(mustering)
def test_a_muster_of_any_acts_keeps_its_laws(wanted: list[Intent]) -> None:
    run(Field(odds="nobody"), wanted)


@enough
@given(armies_picked, deploying)
def test_a_deployment_of_any_acts_keeps_its_laws(army: list[int], wanted: list[Intent]) -> None:
    run(armies(army, deploys="yes"), wanted)
