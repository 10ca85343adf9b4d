"""The books' worked examples, kept as text in tests/oracles and run as they stand. A failing case is printed whole."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.rules.kensei.after.combats import Fighter, combat_result
from companion.rules.kensei.after.honor import Commander, are_near, chance, holds, honor_target, owed_after_attack
from companion.rules.kensei.fight.attack import Numbers, Outcome, numbers, resolve_faces
from companion.rules.kensei.fight.casualties import Casualties, casualties
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.settings import Settings
from tests.strategies import catalog, strike_from

ORACLES = Path(__file__).parent.parent / "oracles"
Case = dict[str, str]


def read(path: Path) -> Iterator[Case]:
    """The cases of one file: `key value` lines, a blank line between cases, # for comments."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            yield dict(line.split(" ", 1) for line in lines)


def side(text: str) -> dict[str, Any]:
    """`katana-samurai 10 [accumulated]`, or a character with his flags."""
    name, *rest = text.split()
    if name in catalog().characters:
        return {"character": name, **dict.fromkeys(rest, True)}
    damage = int(rest[1]) if len(rest) > 1 else 0
    return {"unit": name, "miniatures": int(rest[0]), "accumulated_damage": damage}


def situation(text: str) -> dict[str, Any]:
    """`distance_cm=58 charging=true moved=run`."""
    read: dict[str, Any] = {}
    for pair in text.split():
        name, value = pair.split("=")
        read[name] = value == "true" if value in ("true", "false") else int(value) if value.isdigit() else value
    return read


def dice(case: Case, name: str) -> list[int] | None:
    return [int(face) for face in case[name].split()] if name in case else None


def attack(case: Case) -> dict[str, Any]:
    body = {
        "kind": case["kind"],
        "attacker": side(case["attacker"]),
        "defender": side(case["defender"]),
        "situation": situation(case.get("situation", "")),
    }
    strike = strike_from(body)
    n = numbers(strike)
    assert isinstance(n, Numbers), n
    found: dict[str, Any] = {"dc": n.dc.value, "at": n.at.value, "df": n.df.value, "ar": n.ar.value}
    outcome = resolve_faces(n, strike.defender, *(dice(case, name) for name in ("attack", "defense", "damage")))
    if not isinstance(outcome, Outcome):
        return found | {"error": " ".join(outcome)}
    if outcome.attack:
        found |= {"hits": outcome.attack.hits, "attack_marked": outcome.attack.marked}
    if outcome.defense:
        found |= {"saved": outcome.defense.saved, "through": outcome.defense.through}
        found |= {"defense_marked": outcome.defense.marked}
    if outcome.damage:
        found["points"] = outcome.damage.points
    if outcome.result:
        owed = owed_after_attack(strike, strike.defender, outcome.result)
        found |= harm(outcome.result) | {"owed": " ".join(f"{o.check} {o.rule}" for o in owed) or "-"}
    return found


def harm(result: Casualties) -> dict[str, Any]:
    return {
        "removed": result.miniatures_removed,
        "left": result.miniatures_left,
        "accumulated": result.accumulated_damage,
    }


def hurt(case: Case) -> dict[str, Any]:
    defender = strike_from({"kind": "melee", "attacker": side("kensei"), "defender": side(case["defender"])}).defender
    return harm(casualties(defender, int(case["points_given"])))


def result(case: Case) -> dict[str, Any]:
    def fighters(name: str) -> list[Fighter]:
        numbers = [int(n) for n in case[name].split()]
        return [Fighter(f"{name}{i // 2}", numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]

    found = combat_result(
        fighters("first"),
        fighters("second"),
        Settings(defeat_ve="side" if case.get("defeat_ve") == "side" else "unit"),
        slain_by_first=int(case.get("slain_by_first", 0)),
        slain_by_second=int(case.get("slain_by_second", 0)),
    )
    return {
        "difference": found.difference,
        "ahead": found.ahead or "-",
        "winner": found.winner or "-",
        "defeated": " ".join(found.defeated) or "-",
    }


def honor(case: Case) -> dict[str, Any]:
    name, *count = case["unit"].split()
    profile = catalog().units.get(name) or catalog().characters[name]
    inside = tuple(Character(catalog().characters[who]) for who in case.get("inside", "").split())
    commander = None
    if "commander" in case:
        who, cm, *flags = case["commander"].split()
        commander = Commander(catalog().characters[who], float(cm), in_other_unit="in_other_unit" in flags)
    known = {"destroyed_enemy": "destroyed-enemy", "character_broke_away": "broke-away", "run_through": "run-through"}
    happened = frozenset(effect for said, effect in known.items() if said in case)
    target = honor_target(
        Combatant(profile, int(count[0]) if count else 1, characters=inside, effects=happened),
        standard_bearer="standard_bearer" in case,
        commander=commander,
        sohei_near=are_near(float(case["sohei_cm"]) if "sohei_cm" in case else None),
    )
    found: dict[str, Any] = {"target": target.value, "chance": chance(target.value)}
    if "die" in case:
        found["holds"] = "yes" if holds(target.value, int(case["die"])) else "no"
    return found


RUN: dict[str, Callable[[Case], dict[str, Any]]] = {
    "shot": attack,
    "melee": attack,
    "casualties": hurt,
    "result": result,
    "honor": honor,
}
GIVEN = frozenset(
    "case kind attacker defender situation attack defense damage points_given first second slain_by_first "  # noqa: SIM905
    "slain_by_second defeat_ve unit inside standard_bearer commander sohei_cm destroyed_enemy character_broke_away "
    "run_through die".split()
)
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['case']}")
    for path in sorted(ORACLES.glob("kensei-*.txt"))
    for case in read(path)
    if case["kind"] in RUN
]


@pytest.mark.parametrize("case", CASES)
def test_the_book_says_the_same(case: Case) -> None:
    expected = {name: value for name, value in case.items() if name not in GIVEN}
    assert expected, "a case that expects nothing"
    found = {name: str(value) for name, value in RUN[case["kind"]](case).items()}
    text = "\n".join(f"    {name} {value}" for name, value in case.items())
    assert {name: found.get(name) for name in expected} == expected, f"\n{text}\n  gives {found}"


def test_no_oracle_is_left_out() -> None:
    assert len(CASES) >= 40
