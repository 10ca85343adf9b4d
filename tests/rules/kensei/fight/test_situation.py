"""Every circumstance is declared whole: its words, its section, when it is asked and what the facts tell of it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from companion.rules.kensei.fight.situation import (
    CIRCUMSTANCES,
    Circumstance,
    Meeting,
    Situation,
    StrikeKind,
    situation_of,
)
from companion.rules.kensei.turn.facts import Facts
from tests.modifier_cases import BOWS, BUSHO, DAISHO_ARCHER, IKAME, KATANA, MODIFIER_CASES, TEPPO, YARI, melee, shot
from tests.strategies import strike_from

ALL = tuple(CIRCUMSTANCES.values())
KINDS: tuple[StrikeKind, ...] = ("shot", "melee")
STOOD = Facts()
BUSY = Facts(
    moved="run", charged=True, counter_charged=True, defensive=True, shot=True, withstood_and_shot=True, loaded=False,
    fleeing_since=1, ground="hill", cover="heavy",
)  # fmt: skip
FACTS = (STOOD, BUSY, replace(BUSY, ground="stream", moved="march", cover="light"), replace(BUSY, ground="forest"))


def meetings() -> Iterator[Meeting]:
    """Every pair of these facts, in contact or not."""
    for kind, mine, theirs, first, engaged in product(KINDS, FACTS, FACTS, (True, False), (True, False)):
        yield Meeting(kind, mine, theirs, first, engaged)


def values_of(circumstance: Circumstance) -> set[object]:
    """Every value its type allows, of types with few of them."""
    found: set[object] = set()
    pending: list[Any] = [get_type_hints(Situation)[circumstance.field]]
    while pending:
        kind = pending.pop()
        if kind is bool:
            found |= {True, False}
        elif kind is NoneType:
            found.add(None)
        elif get_origin(kind) is Literal:
            found |= set(get_args(kind))
        else:
            pending += get_args(kind)
    return found


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.field)
def test_each_has_words_a_section_and_a_default_of_its_own(one: Circumstance) -> None:
    assert str(one.label)
    assert one.about.endswith(".")
    assert re.fullmatch(r"\d+:\d+(:\d+)?", one.rule)
    assert getattr(Situation(), one.field) == one.default
    assert len({str(other.label) for other in ALL}) == len(ALL), "no two are called the same"


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.field)
def test_each_is_answered_with_the_values_of_its_type(one: Circumstance) -> None:
    if one.kind == "choice":
        assert {value or None for value, _ in one.choices} == values_of(one)
        assert one.choices[0][0] == (one.default or ""), "the first one is the usual"
    elif one.kind in ("number", "distance"):
        assert values_of(one) == {None}
        assert one.least < one.most
    else:
        assert values_of(one) == {True, False}


@pytest.mark.parametrize("field", ["terrain", "cover"])
def test_every_ground_and_every_cover_counts_in_a_modifier(field: str) -> None:
    counting = {case.fires["situation"].get(field) for case in MODIFIER_CASES}
    idle = {value for value, _ in CIRCUMSTANCES[field].choices[1:]} - counting
    assert not idle, f"no modifier of fight/modifiers.py has a case with this as `{field}`"


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.field)
def test_what_the_facts_tell_is_a_value_of_its_type(one: Circumstance) -> None:
    told = [one.filled(meeting) for meeting in meetings()]
    assert {type(value) for value in told} <= {type(value) for value in (*values_of(one), 1.0)}
    if one.kind == "choice":
        assert set(told) <= values_of(one)


def test_of_nothing_known_each_begins_with_its_default() -> None:
    assert situation_of(Meeting("melee")) == Situation()
    assert situation_of(Meeting("shot")) == Situation(), "its distance is always asked"


FILLED = {
    "a shot": (
        Meeting("shot", BUSY, BUSY, first_turn=False, defender_engaged=True),
        Situation(moved="run", loaded=False, attacker_on_hill=True, defender_on_hill=True, cover="heavy",
                  defender_fleeing=True),
    ),
    "a shot out of a stream": (
        Meeting("shot", replace(BUSY, ground="stream", teppo_wet=True), replace(STOOD, ground="forest")),
        Situation(moved="run", loaded=False, attacker_in_stream=True, teppo_wet=True, terrain="forest"),
    ),
    "wet teppo in a combat": (Meeting("melee", replace(STOOD, teppo_wet=True), STOOD), Situation()),
    "the first turn of a combat": (
        Meeting("melee", BUSY, BUSY),
        Situation(charging=True, attacker_charged=True, counter_charge="won", defender_counter_charge="won",
                  attacker_fleeing=True, defender_shot=True, attacker_defensive=True, defender_defensive=True,
                  attacker_withstood_and_shot=True, defender_withstood_and_shot=True, defender_held_hill=True,
                  cover="heavy", defender_fleeing=True),
    ),
    "the free attack of a pursuit: nobody counter-charges in it": (
        Meeting("melee", replace(STOOD, counter_charged=True), replace(STOOD, counter_charged=True), pursuit=True),
        Situation(free_attack=True),
    ),
    "a later turn: nobody charges any more": (
        Meeting("melee", BUSY, replace(STOOD, ground="stream", cover="light"), False, True),
        Situation(first_turn=False, attacker_fleeing=True, attacker_defensive=True, attacker_withstood_and_shot=True,
                  defender_engaged=True, cover="light", terrain="stream"),
    ),
    "a later turn: no hill is held any more": (
        Meeting("melee", STOOD, BUSY, first_turn=False),
        Situation(first_turn=False, defender_shot=True, defender_defensive=True, defender_withstood_and_shot=True,
                  cover="heavy", defender_fleeing=True),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("meeting", "situation"), FILLED.values(), ids=FILLED)
def test_the_facts_fill_the_situation(meeting: Meeting, situation: Situation) -> None:
    assert situation_of(meeting) == situation


# ---- when they are asked


@pytest.mark.parametrize("case", MODIFIER_CASES, ids=lambda case: case.id)
def test_what_makes_a_modifier_count_is_asked(case: Any) -> None:
    """What a case of the table sets, so that its modifier counts, can be set there."""
    strike = strike_from(case.fires)
    for name, one in CIRCUMSTANCES.items():
        if getattr(strike.situation, name) != one.default:
            assert one.asked(strike), name


IN_EVERY_STRIKE = {"cover", "terrain", "defender_fleeing"}
IN_EVERY_SHOT = {
    "distance_cm", "moved", "overcame_obstacle", "greater_precision", "withstand_and_shoot", "attacker_in_stream",
    "defender_on_hill", "aimed_at_character", "loaded",
}  # fmt: skip
IN_EVERY_COMBAT = {"first_turn", "free_attack"}
AT_ITS_BEGIN = {"charging", "counter_charge", "zone", "defender_counter_charge", "defender_held_hill"}
BY_A_UNIT = {"attacker_defensive", "attacker_fleeing", "ve_attacker", "ve_defender"}
AFTER_A_SHOT = {"attacker_withstood_and_shot", "defender_withstood_and_shot"}
BY_A_HERO = {"confrontation", "chased_breakaway", "aimed_at_character"}


ASKED = {
    "bows shoot": (shot(BOWS, YARI), IN_EVERY_SHOT | {"attacker_on_hill"}),
    "teppos shoot: no hill helps": (shot(TEPPO, YARI), IN_EVERY_SHOT | {"teppo_wet"}),
    "unit on unit": (melee(KATANA, YARI), IN_EVERY_COMBAT | AT_ITS_BEGIN | BY_A_UNIT | {"defender_defensive"}),
    "later": (melee(KATANA, YARI, first_turn=False), IN_EVERY_COMBAT | BY_A_UNIT | {"defender_defensive"}),
    "shooters in close combat": (
        melee(BOWS, TEPPO, first_turn=False),
        IN_EVERY_COMBAT | BY_A_UNIT | {"defender_defensive"} | AFTER_A_SHOT,
    ),
    "at harassers": (
        melee(KATANA, IKAME),
        IN_EVERY_COMBAT | AT_ITS_BEGIN | BY_A_UNIT | {"defender_defensive", "defender_engaged"},
    ),
    "at a character alone who may have shot": (
        melee(YARI, DAISHO_ARCHER, first_turn=False),
        IN_EVERY_COMBAT | BY_A_UNIT | {"defender_withstood_and_shot", "defender_shot"},
    ),
    "a Bushi out of a unit": (
        melee(BUSHO, YARI, first_turn=False),
        IN_EVERY_COMBAT | BY_A_HERO | {"failed_break_away", "attacker_withstood_and_shot", "defender_defensive"},
    ),
}


@pytest.mark.parametrize(("body", "asked"), ASKED.values(), ids=ASKED)
def test_only_what_can_matter_is_asked(body: Any, asked: set[str]) -> None:
    strike = strike_from(body)
    assert {one.field for one in ALL if one.asked(strike)} == asked | IN_EVERY_STRIKE
