"""Every ability of the book is used, and comes to something, in a golden playthrough (12:5, 12:6:2, 12:6:3)."""

from collections.abc import Iterator

import pytest

from companion.content import catalog
from companion.play.kensei.chains import thaw_number
from companion.play.kensei.state import State
from companion.rules.kensei.abilities.rule import AbilityRule
from tests.playthroughs.runner import entries, playthroughs

Named = tuple[str, str, str]
"""A general's or not, the ability, its form."""


def of_rules(whose: str, rules: dict[str, AbilityRule]) -> Iterator[Named]:
    for id_, rule in rules.items():
        yield from ((whose, id_, form.id or form.window) for form in rule.forms)


EVERY = (*of_rules("", dict(catalog().ability_rules)), *of_rules("taisho", dict(catalog().taisho_rules)))
"""Each form by itself: one ability may be used at different moments."""


def come_to_something(state: State) -> Iterator[Named]:
    """Abilities that have held, and those that count by themselves where they lie on a side or in a number."""
    known = catalog()
    for use in state.uses:
        if use.holds:
            form = use.form_used
            yield ("taisho" if use.taisho else "", use.ability, form.id or form.window)
    yield from (("taisho", effect.source, "by-itself") for effect in state.effects if effect.on in state.sides)
    numbers = [thaw_number(frozen) for melee in state.melees for frozen in melee.initiative.values()]
    reasons = " ".join(str(term.reason) for number in numbers for term in number.modifiers)
    yield from (("", id_, "by-itself") for id_, one in known.abilities.items() if one.name in reasons)


@pytest.fixture(scope="module")
def used() -> frozenset[Named]:
    found: set[Named] = set()
    for path in playthroughs():
        text = path.read_text()
        if text.partition("game: ")[2].startswith("kensei "):
            found |= {one for entry in entries(text) for one in come_to_something(entry[3])}
    return frozenset(found)


@pytest.mark.parametrize("ability", EVERY, ids="-".join)
def test_a_golden_playthrough_uses_it(ability: Named, used: frozenset[Named]) -> None:
    assert ability in used, "no session of tests/playthroughs uses it: play it there, and read its numbers in the book"
