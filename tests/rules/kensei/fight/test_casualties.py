"""Damage to units and to the characters in them (2:7:6, 4:3:8, 9:3:6)."""

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kensei.fight.casualties import casualties, spill
from companion.rules.kensei.fight.combatant import Character, Combatant
from tests.strategies import catalog, combatants, members

UNITS, CHARACTERS = catalog().units, catalog().characters


@given(combatants, st.integers(0, 80), st.integers(0, 20))
def test_more_damage_never_leaves_more(who: Combatant, points: int, more: int) -> None:
    one, two = casualties(who, points), casualties(who, points + more)
    assert two.miniatures_left <= one.miniatures_left
    assert two.spilled >= one.spilled
    assert len(two.characters) >= len(one.characters)


@given(members(), st.integers(0, 80))
def test_spill_never_makes_damage(inside: tuple[Character, ...], points: int) -> None:
    harms = spill(inside, points)
    assert [inside[h.character].is_bushi for h in harms] == sorted(inside[h.character].is_bushi for h in harms)
    for harm in harms:
        hurt = inside[harm.character]
        assert 0 < harm.points <= points - hurt.attributes.ar
        assert harm.dead == (hurt.accumulated_damage + harm.points >= hurt.attributes.vt)
        assert harm.dead or harm.accumulated_damage == hurt.accumulated_damage + harm.points
    assert all(harm.dead for harm in harms[:-1])
