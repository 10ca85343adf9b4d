"""Laws that hold whatever players and their phones send: nothing raises, nothing is lost, no secret is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from companion.content import catalog
from companion.play.codec import settled, text_for
from companion.play.game import Event
from companion.play.kensei import markers
from companion.play.kensei.after.owing import may_roll
from companion.play.kensei.deploy.stage import open_army
from companion.play.kensei.fighters import combatant
from companion.play.kensei.game import ACTS, KENSEI
from companion.play.kensei.pieces import SEATS, other
from companion.play.kensei.state import State
from companion.rules.text import Refusal
from tests.play.kensei.field import Field
from tests.play.kensei.intents import FIGHTING, Intent, deploying, fighting, intents, mustering
from tests.play.kensei.intents_abilities import reached
from tests.play.kensei.picks import JUNK
from tests.play.kensei.random_armies import armies, armies_picked


def check(before: State, event: Event, after: State) -> None:
    """Everything that holds after any act."""
    for piece in after.pieces:
        if piece.unit:
            profile = catalog().units[piece.unit]
            assert 0 <= piece.miniatures <= profile.maximum
            assert 0 <= piece.accumulated_damage < profile.attributes.vt
            assert piece.miniatures or not piece.standard_bearer, "a standard is carried by somebody"
        for hero in piece.heroes:
            most = combatant(piece, hero.id, None).attributes.vt
            assert 0 <= hero.wounds <= most
            assert hero.alive == (hero.wounds < most)
            assert not hero.hidden or piece.miniatures, "nobody hides in a unit that is gone"
        assert not {"fleeing", "regroup"} <= {m.id for m in markers.shown(after, piece)}
    for owed in after.owed:
        found = after.piece(owed.piece)
        assert found is not None
        assert found.standing
        assert may_roll(found, owed.causes)
    assert len({o.id for o in after.owed}) == len(after.owed)
    assert KENSEI.load(KENSEI.dump(after)) == after
    line = KENSEI.line(before, event, after)
    assert settled(settled(line)) == settled(line)
    nothing_secret(after, [str(text_for(line, seat) or "") for seat in (None, other(event.seat))])


def nothing_secret(state: State, told: list[str]) -> None:
    """No view of a stranger holds a sealed army or a hidden character, and no sentence for them names one."""
    for seat in (*SEATS, None):
        view = KENSEI.view(state, seat)
        shown = repr(replace(view, notes={}))  # what players write is theirs to tell
        for owner in SEATS:
            if owner == seat:
                continue
            if not open_army(state, owner):
                assert view.side(owner).pieces is None
                assert f"'{owner}1'" not in shown
            for piece in state.of(owner):
                for hero in piece.heroes:
                    assert not hero.hidden or hero.id not in shown
            assert not any(row.draft or row.drafting for row in view.orders.rows if row.seat == owner)
    sentences = " ".join([*told, *(str(d.sentence) for d in KENSEI.due(state))])
    hidden = [h for p in state.pieces for h in p.heroes if h.hidden]
    seen = {h.title for p in state.pieces for h in p.heroes if not h.hidden}
    for hero in hidden:
        assert hero.title in seen or hero.title not in sentences


def acts_of(field: Field, wanted: Sequence[Intent]) -> Iterator[tuple[State, Event, State]]:
    """Lets everybody do what they want, as far as the rules allow: each act with the state before and after it."""
    state = field.state
    for intent in wanted:
        event = intent.event(state)
        after = event if isinstance(event, Refusal) else KENSEI.apply(state, event)
        if isinstance(event, Refusal) or isinstance(after, Refusal):
            assert str(after)
            assert "Traceback" not in str(after)
            continue
        yield state, event, after
        state = after


def run(field: Field, wanted: Sequence[Intent]) -> None:
    """The laws hold after every act, and all of them again lead to the same end."""
    end, accepted = field.state, []
    for before, event, after in acts_of(field, wanted):
        check(before, event, after)
        reached(before, after)
        accepted.append(event)
        end = after
    again = field.state
    for event in accepted:
        folded = KENSEI.apply(again, event)
        assert isinstance(folded, State)
        again = folded
    assert again == end


enough = settings(max_examples=60)


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


@pytest.mark.parametrize(
    ("happened", "acts"),
    [
        (lambda state: bool(state.running), ["aim"]),
        (lambda state: any(chain.attack for chain in state.chains), ["aim", "roll"]),
    ],
)
def test_a_failure_shrinks_to_the_acts_it_takes(happened: Callable[[State], bool], acts: list[str]) -> None:
    field = armies(())
    wanted = find(
        st.lists(intents(FIGHTING), max_size=30),
        lambda wanted: any(happened(after) for _, _, after in acts_of(field, wanted)),
        settings=settings(max_examples=500, derandomize=True, phases=(Phase.generate, Phase.shrink)),
    )
    assert [intent.what for intent in wanted] == acts


@pytest.mark.parametrize("act", sorted(ACTS))
def test_every_act_refuses_what_makes_no_sense(act: str) -> None:
    """Every field of every act with every kind of junk, before the battle, in it, and after it."""
    fresh = Field(odds="nobody")
    begun = armies((7**8, 11**6, 13**6, 17**5))
    over = armies((5**10, 19**5, 23**5, 29**4))
    over.act("a", "end", winner="draw")
    for field in (fresh, begun, over):
        for junk in JUNK:
            for form in (dict.fromkeys(ACTS[act].data.model_fields, junk), {"x": junk}):
                read = KENSEI.read(act, form)
                event = Event(act, "a", "a", read if not isinstance(read, Refusal) else form)
                after = KENSEI.apply(field.state, event)
                if isinstance(after, State):
                    check(field.state, event, after)
                else:
                    assert str(after).strip()
