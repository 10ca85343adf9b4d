"""Laws that hold whatever players and their phones send: nothing raises, nothing is lost, no secret is told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.content import catalog
from companion.play.codec import plain, settled, text_for
from companion.play.game import Event
from companion.play.kensei import markers
from companion.play.kensei.after.owing import may_roll
from companion.play.kensei.fight.situation import CHIPS
from companion.play.kensei.fighters import combatant
from companion.play.kensei.game import ACTS, KENSEI
from companion.play.kensei.markers import MARKERS
from companion.play.kensei.pieces import SEATS, other
from companion.play.kensei.state import PHASES, State
from companion.rules.text import Refusal
from tests.play.kensei.field import Field

JUNK: tuple[Any, ...] = (
    "", " ", "0", "-1", "99", "9" * 5000, "nan", "inf", "1e9", "٣", "true", "no", "a1", "b1", "ah1", "bx-spy",
    "t1.a1>b1.shot.at", "t1.called.honor.a1.die", "dc", "shot", "melee", "bow", "fan", "katana-samurai", "spy",
    "🀄", "\x00\x1b",
    "\u202eevil", "\ud800", "x" * 300, None, True, 0, -1, 11, 10**30, 1.5, [], [1, 2], ["x"], {}, {"hits": 3},
    {"tens": -2, "misses": "x"}, {"": None},
)  # fmt: skip
FIELDS = tuple(
    sorted({f for act in ACTS.values() for f in act.data.model_fields} | {"bin.hits", "bin.saved", "how", "x"})
)


def armies(dice: Random) -> Field:
    """Two small armies of any units, with characters where they may stand, a hidden one among them, and begun."""
    field = Field(odds="nobody", half_unit=dice.choice(["half", "below_half"]), defeat_ve=dice.choice(["unit", "side"]))
    for seat in SEATS:
        path = dice.choice(["buke", "kuge", "sohei"])
        field.act(seat, "side", path=path)
        units = [u for u in catalog().units.values() if u.path in (None, path)]
        for unit in dice.sample(units, 3):
            field.unit(seat, unit.id, dice.randint(unit.basic_unit, unit.maximum))
        field.hero(seat, f"taisho-{path}")
        others = sorted(c.id for c in catalog().characters.values() if c.rank not in ("taisho", "daimyo"))
        for character in ["spy", *dice.sample(others, 7)]:
            for place in (None, *(p.id for p in field.state.of(seat) if p.unit)):
                form: dict[str, Any] = {"character": character, "mounted": dice.random() < 0.5}
                after = field.try_act(seat, "enlist", **form, **({"piece": place} if place else {}))
                if isinstance(after, State) and dice.random() < 0.5:
                    field.state = after
        for piece in tuple(field.state.of(seat)):
            after = field.try_act(seat, "standard", piece=piece.id, standard=True)
            field.state = after if isinstance(after, State) else field.state
        field.act(seat, "ready")
    return field


def sensible(state: State, dice: Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Acts that players in this place would think of; not all of them are allowed."""
    seat = dice.choice(SEATS)
    pieces = [p.id for p in state.pieces] or ["a1"]
    mine = [p.id for p in state.of(seat)] or ["a1"]
    theirs = [p.id for p in state.of(other(seat))] or ["b1"]
    heroes = [h.id for p in state.pieces for h in p.heroes] or ["ah1"]
    due = KENSEI.due(state)
    if due and due[0].step and isinstance(due[0].data.get("dice"), int):
        faces = [dice.randint(1, 10) for _ in range(due[0].data["dice"])]
        for _ in range(9):
            yield due[0].seat, "roll", {"step": due[0].step, "faces": faces}
        yield due[0].seat, "pad", {"step": due[0].step, "die": dice.randint(0, 12), "face": dice.randint(0, 10)}
        bins = {dice.choice(["hits", "tens", "misses", "saved", "saved_marked"]): dice.randint(0, 6) for _ in range(2)}
        yield due[0].seat, "pad", {"step": due[0].step, "bins": bins}
        chip = dice.choice(CHIPS)
        values = [c[0] for c in chip.choices] or ["yes", "no", *heroes, "3"]
        yield seat, "situate", {"step": due[0].step, "field": chip.field, "value": dice.choice(values)}
        yield seat, "situate", {"step": due[0].step, "field": "distance_cm", "value": dice.randint(0, 90)}
        running = state.running
        attacker = state.piece(running.attacker) if running else None
        inside = [h.id for h in attacker.heroes] if attacker else heroes
        yield seat, "striker", {"step": due[0].step, "striker": dice.choice([*inside, "", *heroes])}
        yield seat, "modify", {"step": due[0].step, "to": "dc", "value": dice.randint(-9, 9), "reason": "why"}
        yield seat, "answer", {"step": due[0].step, "field": "commander", "value": dice.choice(heroes)}
        yield seat, "blank", {"step": due[0].step}
        yield seat, dice.choice(["cancel", "put-off"]), {"step": due[0].step}
    for _ in range(4):
        yield (
            seat,
            "aim",
            {"kind": dice.choice(["shot", "melee"]), "attacker": dice.choice(mine), "defender": dice.choice(theirs)},
        )
    yield (
        seat,
        "aim",
        {
            "kind": "melee",
            "attacker": dice.choice(mine),
            "defender": dice.choice(theirs),
            "striker": dice.choice(heroes),
        },
    )
    for owed in state.owed:
        yield seat, "honor", {"piece": owed.piece, "owed": owed.id}
        yield seat, "waive", {"owed": owed.id}
    yield seat, "honor", {"piece": dice.choice(pieces), "cause": "by-hand"}
    yield seat, "leave", {"turn": state.turn, "phase": state.phase, "skip": dice.random() < 0.7}
    yield seat, "leave", {"turn": state.turn, "phase": dice.choice(PHASES)}
    yield seat, "correct", {"piece": dice.choice(pieces), "miniatures": dice.randint(-1, 16), "reason": "by hand"}
    yield (
        seat,
        "correct",
        {"piece": dice.choice(pieces), "accumulated_damage": dice.randint(-1, 12), "reason": "by hand"},
    )
    yield (
        seat,
        "correct",
        {"piece": dice.choice(pieces), "hero": dice.choice(heroes), "wounds": dice.randint(-1, 20), "reason": "so"},
    )
    yield seat, "mark", {"piece": dice.choice(pieces), "marker": dice.choice(MARKERS).id, "on": dice.random() < 0.7}
    yield seat, "reveal", {"hero": dice.choice(heroes)}
    yield seat, dice.choice(["put-away", "honor-seen", "first"]), {}


def muster_acts(state: State, dice: Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Acts of players who make their armies."""
    seat = dice.choice(SEATS)
    pieces = [p.id for p in state.pieces] or ["a1"]
    heroes = [h.id for p in state.pieces for h in p.heroes] or ["ah1"]
    yield seat, "muster", {"unit": dice.choice(sorted(catalog().units))}
    yield seat, "enlist", {"character": dice.choice(sorted(catalog().characters)), "piece": dice.choice([*pieces, ""])}
    yield seat, "enlist", {"character": "spy", "piece": dice.choice(pieces)}
    yield seat, "size", {"piece": dice.choice(pieces), "miniatures": dice.randint(0, 16)}
    yield seat, "outfit", {"hero": dice.choice(heroes), "mounted": dice.random() < 0.5, "weapon": "spear"}
    yield seat, "discharge", {"hero": dice.choice(heroes)}
    yield seat, "dismiss", {"piece": dice.choice(pieces)}
    yield seat, "standard", {"piece": dice.choice(pieces), "standard": True}
    yield seat, "side", {"path": dice.choice(["buke", "kuge", "sohei"]), "mon": dice.choice(["", "tomoe", "nix"])}
    yield seat, dice.choice(["ready", "unready"]), {}


def broken(dice: Random) -> tuple[str, str, dict[str, Any]]:
    """Something no page of ours would send."""
    names = dice.sample(FIELDS, dice.randint(0, 4))
    type = dice.choice([*ACTS, "undo", "", "x" * 99])
    if type in ACTS and dice.random() < 0.8:  # with every field it knows, but not what belongs there
        names = [*ACTS[type].data.model_fields]
    return dice.choice([*SEATS, "c", ""]), type, {name: dice.choice(JUNK) for name in names}


def next_event(state: State, number: int) -> tuple[Event | None, Refusal | None]:
    """An event from a number: mostly sensible, sometimes broken, and now and then past `read` altogether."""
    dice = Random(number)
    kind = dice.random()
    if kind < 0.2:
        seat, type, form = broken(dice)
    else:
        seat, type, form = dice.choice(list((sensible if state.begun else muster_acts)(state, dice)))
    by = seat if dice.random() < 0.8 else other(seat)
    if kind < 0.05:
        return Event(type, seat, by, form), None
    read = KENSEI.read(type, form)
    if isinstance(read, Refusal):
        return None, read
    data = plain(read)
    how = data.pop("how", "")
    return Event(type, seat, by, data, how), None


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
        shown = repr(view)
        for owner in SEATS:
            if owner == seat:
                continue
            if not state.begun:
                assert view.side(owner).pieces is None
                assert f"'{owner}1'" not in shown
            for piece in state.of(owner):
                for hero in piece.heroes:
                    assert not hero.hidden or hero.id not in shown
    sentences = " ".join([*told, *(str(d.sentence) for d in KENSEI.due(state))])
    hidden = [h for p in state.pieces for h in p.heroes if h.hidden]
    seen = {h.title for p in state.pieces for h in p.heroes if not h.hidden}
    for hero in hidden:
        assert hero.title in seen or hero.title not in sentences


def run(field: Field, numbers: list[int]) -> None:
    start, accepted = field.state, []
    state = start
    for number in numbers:
        event, refusal = next_event(state, number)
        after = refusal if event is None else KENSEI.apply(state, event)
        if isinstance(after, Refusal):
            assert str(after)
            assert "Traceback" not in str(after)
            continue
        assert event is not None
        assert after is not None
        check(state, event, after)
        accepted.append(event)
        state = after
    again = start
    for event in accepted:
        folded = KENSEI.apply(again, event)
        assert isinstance(folded, State)
        again = folded
    assert again == state


numbers = st.lists(st.integers(0, 2**48), min_size=30, max_size=90)
slow_is_fine = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@slow_is_fine
@given(st.integers(0, 2**32), numbers)
def test_a_battle_of_any_acts_keeps_its_laws(seed: int, acts: list[int]) -> None:
    run(armies(Random(seed)), acts)


@slow_is_fine
@given(numbers)
def test_a_muster_of_any_acts_keeps_its_laws(acts: list[int]) -> None:
    run(Field(odds="nobody"), acts)


@pytest.mark.parametrize("act", sorted(ACTS))
def test_every_act_refuses_what_makes_no_sense(act: str) -> None:
    """Every field of every act with every kind of junk, before the battle, in it, and after it."""
    fresh = Field(odds="nobody")
    begun = armies(Random(7))
    over = armies(Random(8))
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
