"""Lasting effects in strikes, initiative and honor, case by case; and the dice of the flowers (12:5:4, K75)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.kensei.after.honor import Commander, honor_target
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.confrontation import has_dice
from companion.rules.kensei.fight.initiative import Entrant, initiative
from companion.rules.kensei.fight.lasting import HAPPENED, LASTING, LastDice, last_dice, of_effect
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import Strike
from tests.effect_cases import HONOR, INITIATIVE, STRIKES, RollCase, StrikeCase
from tests.strategies import catalog

NAMES = ("dc", "at", "df", "ar", "damage_bonus")


def who(id_: str, *effects: str, bushi: str | None = None) -> Combatant:
    """A unit at its maximum, or a character alone."""
    tables = catalog()
    inside = (Character(tables.characters[bushi]),) if bushi else ()
    if id_ in tables.units:
        unit = tables.units[id_]
        return Combatant(unit, unit.maximum, characters=inside, effects=frozenset(effects))
    return Combatant(tables.characters[id_], effects=frozenset(effects))


def strike_of(case: StrikeCase, *effects: str) -> Strike:
    on = {"attacker": case.attacker, "defender": case.defender}
    sides = {name: who(id_, *(effects if case.on == name else ())) for name, id_ in on.items()}
    return Strike(
        case.kind, sides["attacker"], sides["defender"], Situation(**case.situation), weapons=catalog().weapons
    )


def found(strike: Strike) -> Numbers:
    known = numbers(strike)
    assert isinstance(known, Numbers), known
    return known


@pytest.mark.parametrize("case", STRIKES, ids=lambda case: f"{case.effect}-{case.on}")
def test_strikes(case: StrikeCase) -> None:
    before, after = found(strike_of(case)), found(strike_of(case, case.effect))
    changed = {name: getattr(after, name).value - getattr(before, name).value for name in NAMES}
    assert {name: change for name, change in changed.items() if change} == case.changes


@pytest.mark.parametrize("case", INITIATIVE, ids=lambda case: f"{case.effect}-{case.who}")
def test_initiative(case: RollCase) -> None:
    ninjas = Entrant("b1", who("ninjas"))
    values = []
    for effects in ((), (case.effect,)):
        one = Entrant("a1", who(case.who, *effects, bushi=case.bushi))
        values.append(initiative(one, (one, ninjas)).value)
    assert values[1] - values[0] == case.change


@pytest.mark.parametrize("case", HONOR, ids=lambda case: f"{case.effect}-{case.who}")
def test_honor(case: RollCase) -> None:
    before, after = (honor_target(who(case.who, *e, bushi=case.bushi)) for e in ((), (case.effect,)))
    assert after.value - before.value == case.change


def test_a_commander_near_by_lends_to_who_refused() -> None:
    """K66: the unit has nothing of the Bushi in it, and what a commander outside lends stays."""
    taisho = Commander(catalog().characters["taisho-buke"], 10)
    refused = who("katana-samurai", "refused", bushi="busho-buke")
    assert honor_target(refused, commander=taisho).value == 4 + 3


def test_what_is_said_twice_counts_once() -> None:
    case = next(case for case in STRIKES if case.effect == "withstood-and-shot" and case.on == "attacker")
    strike = strike_of(case, case.effect)
    twice = replace(strike, situation=replace(strike.situation, attacker_withstood_and_shot=True))
    assert found(twice).at == found(strike).at
    broken = who("katana-samurai", "broke-away", "destroyed-enemy", "run-through")
    flags = honor_target(broken, character_broke_away=True, destroyed_enemy=True, run_through=True)
    assert flags == honor_target(broken)


def test_the_charge_that_is_held_is_named() -> None:
    case = next(case for case in STRIKES if case.effect == "remain-steadfast" and case.changes)
    reasons = [str(term.reason) for term in found(strike_of(case, case.effect)).at.modifiers]
    assert reasons == ["charge on foot", "katana", "Remain Steadfast: no charge bonus"]


def test_the_last_dice_of_the_flowers() -> None:
    """One die for each who fell, against the armor of who struck; shots take no flowers."""
    case = StrikeCase("cherry-tree-flowers", "defender", "kiba-musha", "onna-bushi")
    strike = strike_of(case, case.effect)
    assert last_dice(strike, 3) == LastDice(3, 3)
    assert last_dice(strike, 0) is None
    assert last_dice(strike_of(case), 3) is None
    assert last_dice(replace(strike, kind="shot"), 3) is None
    both = replace(strike, attacker=replace(who("onna-bushi"), effects=frozenset({"cherry-tree-flowers"})))
    assert last_dice(both, 2) == LastDice(2, 1)


def test_every_entry_belongs_to_an_effect() -> None:
    tables = catalog()
    effects = (*tables.abilities, *tables.taisho_abilities, *HAPPENED)
    assert {rule.id for rule in LASTING} <= {rule.id for effect in effects for rule in of_effect(effect)}
    assert [rule.to for rule in of_effect("withstood-and-shot")] == ["at", "df"]
    assert len({rule.id for rule in LASTING}) == len(LASTING)
    untried = {effect for effect in effects if {*LASTING} & {*of_effect(effect)}} - {
        case.effect for case in STRIKES if case.changes
    }
    assert not untried, "tests/effect_cases.py has no case of it"


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
