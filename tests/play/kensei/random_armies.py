"""Two armies of any units, for battles of random acts."""

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from companion.content import catalog
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import BATTLES, State
from tests.play.kensei.field import Field
from tests.play.kensei.intents_abilities import learned
from tests.play.kensei.picks import Form, Picks, numbers

armies_picked = st.lists(numbers, min_size=12, max_size=12)


def armies(numbers: Sequence[int], **setup: str) -> Field:
    """Two small armies of any units, with characters where they may stand, a hidden one among them, and begun."""
    picks = Picks(numbers)
    rules = {"half_unit": picks.one(["half", "below_half"]), "defeat_ve": picks.one(["unit", "side"])}
    field = Field(odds="nobody", battle=picks.one(["", *BATTLES]), **rules, **setup)
    for seat in SEATS:
        for type, form in _army(field, seat, picks):
            after = field.try_act(seat, type, **form)
            field.state = after if isinstance(after, State) else field.state
    return field


def _army(field: Field, seat: str, picks: Picks) -> Iterator[tuple[str, Form]]:
    path = picks.one(["buke", "kuge", "sohei"])
    yield "side", {"path": path}
    for unit in picks.some([u for u in catalog().units.values() if u.path in (None, path)], 3):
        yield "muster", {"unit": unit.id, "miniatures": picks.number(unit.basic_unit, unit.maximum)}
    yield "enlist", {"character": f"taisho-{path}"}
    yield from learned(path, picks)
    others = sorted(c.id for c in catalog().characters.values() if c.rank not in ("taisho", "daimyo"))
    for character in ("spy", *picks.some(others, 7)):
        for place in ({}, *({"piece": p.id} for p in field.state.of(seat) if p.unit)):
            if not picks.yes():
                yield "enlist", {"character": character, "mounted": picks.yes(), **place}
    for piece in field.state.of(seat):
        yield "standard", {"piece": piece.id, "standard": True}
    yield "ready", {}
