"""Lasting effects in strikes, initiative and honor, case by case; and the dice of the flowers (12:5:4, K75)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.kensei.after.honor import Commander, honor_target
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.confrontation import has_dice
from companion.rules.kensei.fight.initiative import Entrant, initiative
from companion.rules.kensei.fight.lasting import HAPPENED, LASTING, LastDice, last_dice, of_effect
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Number
from tests.golden.told import cases, changed
from tests.rules.kensei.fight.test_numbers import NAMES, side, struck
from tests.strategies import catalog, combatant

EFFECTS = re.compile(r" effects=(\S+)")


def known(line: str) -> dict[str, Number]:
    """The numbers of a line: of a strike, or what is rolled for `honor: who`, for `initiative: who` against Ninjas."""
    kind, _, rest = line.partition(": ")
    if kind == "honor":
        return {"hr": honor_target(combatant(side(rest)))}
    if kind == "initiative":
        one, ninjas = Entrant("a1", combatant(side(rest))), Entrant("b1", combatant(side("ninjas 5")))
        return {"in": initiative(one, (one, ninjas))}
    numbers = found(struck(line))
    return {name: getattr(numbers, name) for name in NAMES}


def changes(line: str) -> Iterator[str]:
    """What the effect of a line changes in its numbers."""
    before = known(EFFECTS.sub("", line))
    for name, number in known(line).items():
        new = [f"{one.value:+} {one.reason}" for one in number.modifiers if one not in before[name].modifiers]
        gone = [f"without {one.reason}" for one in before[name].modifiers if one not in number.modifiers]
        if new or gone or number.value != before[name].value:
            yield f"{name} {before[name].value} → {number.value}: {', '.join([*gone, *new])}"


def told(lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield line
        yield from (f"  {one}" for one in list(changes(line)) or ["nothing"])


def found(strike: Strike) -> Numbers:
    known = numbers(strike)
    assert isinstance(known, Numbers), known
    return known


def test_lasting_effects_change_what_is_kept() -> None:
    """(K15, K19, K26, K44, K71 to K78)"""
    assert not changed("rules/lasting", told)


def test_a_commander_near_by_lends_to_who_refused() -> None:
    """K66: the unit has nothing of the Bushi in it, and what a commander outside lends stays."""
    taisho = Commander(catalog().characters["taisho-buke"], 10)
    refused = combatant(side("katana-samurai 12 +busho-buke effects=refused"))
    assert honor_target(refused, commander=taisho).value == 4 + 3


def test_what_is_said_twice_counts_once() -> None:
    strike = struck("melee: yumi-samurai 12 effects=withstood-and-shot > katana-samurai 12")
    twice = replace(strike, situation=replace(strike.situation, attacker_withstood_and_shot=True))
    assert found(twice).at == found(strike).at


def test_the_last_dice_of_the_flowers() -> None:
    """One die for each who fell, against the armor of who struck; shots take no flowers."""
    line = "melee: kiba-musha 6 > onna-bushi 8 effects=cherry-tree-flowers"
    strike = struck(line)
    assert last_dice(strike, 3) == LastDice(3, 3)
    assert last_dice(strike, 0) is None
    assert last_dice(struck(EFFECTS.sub("", line)), 3) is None
    assert last_dice(replace(strike, kind="shot"), 3) is None
    both = replace(strike, attacker=strike.defender)
    assert last_dice(both, 2) == LastDice(2, 1)


def test_every_entry_belongs_to_an_effect() -> None:
    tables = catalog()
    effects = (*tables.abilities, *tables.taisho_abilities, *HAPPENED)
    assert {rule.id for rule in LASTING} <= {rule.id for effect in effects for rule in of_effect(effect)}
    assert [rule.to for rule in of_effect("withstood-and-shot")] == ["at", "df"]
    assert len({rule.id for rule in LASTING}) == len(LASTING)
    lines = [line for case in cases("rules/lasting") for line in case.split("\n") if line.startswith(("melee", "shot"))]
    tried = {effect for line in lines for effect in EFFECTS.findall(line) if [*changes(line)]}
    assert {effect for effect in effects if {*LASTING} & {*of_effect(effect)}} <= tried


# ---- dice of a unit that fight a character, and what is left for its strike (12:5:2, 12:5:4, K73, K75)


def dc(unit: str, miniatures: int, effect: str, *, duel: bool, **situation: Any) -> tuple[int, int]:
    """Its dice, and the sum of what it has besides those set apart."""
    tables = catalog()
    attacker = Combatant(tables.units[unit], miniatures, effects=frozenset({effect} if effect else ()))
    struck = Combatant(tables.characters["busho-kuge"], in_unit=True, unit=tables.units["katana-samurai"])
    defender = struck if duel else Combatant(tables.units["katana-samurai"], 8)
    said = Situation(confrontation=duel, first_turn=False, **situation)
    dice = found(Strike("melee", attacker, defender, said, weapons=tables.weapons)).dc
    apart = sum(t.value for t in dice.modifiers if "I Dare You" in str(t.reason) or "Trained" in str(t.reason))
    return dice.value, dice.value - apart


@pytest.mark.parametrize("miniatures", [1, 2, 3, 4])
def test_one_kengo_has_the_basic_dice_and_the_others_the_rest(miniatures: int) -> None:
    mine, _ = dc("kengo", miniatures, "duels-basic", duel=True)
    rest, whole = dc("kengo", miniatures, "duels-basic", duel=False)
    assert mine == 3
    assert mine + rest == whole == 3 * miniatures


def test_in_defensive_position_there_are_no_more_dice_than_the_unit_has() -> None:
    rest, whole = dc("kengo", 1, "duels-basic", duel=False, attacker_defensive=True)
    assert (rest, whole) == (0, 0)


@pytest.mark.parametrize("miniatures", [3, 4, 5])
def test_half_of_the_ninjas_dice_is_rounded_up(miniatures: int) -> None:
    mine, whole = dc("ninjas", miniatures, "duels-half", duel=True)
    rest, same = dc("ninjas", miniatures, "duels-half", duel=False)
    assert whole == same
    assert (mine, rest) == ((whole + 1) // 2, whole // 2)


def test_without_the_effect_nothing_is_set_apart() -> None:
    assert dc("kengo", 3, "", duel=False) == (9, 9)


def test_a_geisha_has_no_dice() -> None:
    known = catalog().characters
    assert [name for name in known if not has_dice(known[name])] == ["geisha"]
