"""What the rules answer, kept as text by subject: a call of theirs to a line, and what it gives."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei import army, victory
from companion.rules.kensei.after import combats, flight
from companion.rules.kensei.army import joining
from companion.rules.kensei.at_rest import attributes
from companion.rules.kensei.deployment import laying
from companion.rules.kensei.deployment.laying import Seat, who_lays
from companion.rules.kensei.fight import casualties, confrontation, initiative, melees, split
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.initiative import Entrant
from companion.rules.kensei.orders import characters, charge
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.turn import command, contacts
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.kensei.turn.facts import Facts
from companion.rules.kensei.victory import ArmyAtEnd, CharacterAtEnd, UnitAtEnd
from companion.rules.text import Number
from tests.golden.told import changed
from tests.playthroughs.situations import shown
from tests.rules.asked import answers
from tests.rules.kensei.army import lists

UNIT, WHO = catalog().units.__getitem__, catalog().characters.__getitem__


# ---- who joins, and who leads


def formation(unit: str, front: int | None = None) -> str:
    """The narrowest and the widest front, the most ranks, and how many may stand in it."""
    narrow_to_wide, ranks = joining.fronts(UNIT(unit)), joining.ranks_of(UNIT(unit))
    return f"fronts {narrow_to_wide}, ranks {ranks}, room {joining.capacity(UNIT(unit), front)}"


def joins(unit: str, who: str, *inside: str, miniatures: int = 0, **how: Any) -> list[str]:
    """What is in the way, beside whom; the first of it is why he may not."""
    place = UNIT(unit), miniatures or UNIT(unit).basic_unit, [WHO(one) for one in inside], WHO(who)
    found = joining.objections(*place, **how)
    refused = joining.refused_by(found)
    assert (refused and (refused.reason, refused.rule)) == (found[0].reason, found[0].rule) if found else not refused
    return [f"{one.code}: {one.reason} [{one.rule}] {one.have or ''}/{one.allowed or ''}".rstrip(" /") for one in found]


def leads(*who: str) -> int | None:
    return joining.general_of([WHO(one) for one in who])


# ---- initiative


def entrant(id_: str, who: str, *effects: str, **known: Any) -> Entrant:
    unit = catalog().units.get(who)
    fighter = Combatant(unit or WHO(who), unit.basic_unit if unit else 1, effects=frozenset(effects))
    return replace(Entrant(id_, fighter), **known)


def against(one: Entrant, *others: Entrant) -> Number:
    return initiative.initiative(one, (one, *others))


# ---- charges, combats, the deployment, the end


def left(one: charge.Charge) -> str:
    """Centimeters that the dice have to make, how many there are, the least that reaches, and the chance."""
    return f"{one.gap_left_cm:g} cm, {one.dice} dice, least {one.least}, chance {one.chance:.4g}"


MEMBERS = (
    combats.Member("a1", True, 5), combats.Member("a2", True, 3), combats.Member("b1", False, 9),
    combats.Member("b7", False, 50),
)  # fmt: skip


def judged(*blows: combats.Blow) -> combats.CombatResult:
    (combat,) = combats.combats(blows)
    return combats.judge_combat(combat, MEMBERS, Settings())


def order(first: Seat, a: int, b: int) -> str:
    """The whole order in which so many cards are laid."""
    left: dict[Seat, int] = {"a": a, "b": b}
    laid: dict[Seat, int] = {"a": 0, "b": 0}
    found = ""
    while seat := who_lays(first, laid, left):
        left[seat] -= 1
        laid[seat] += 1
        found += seat
    return found


def unit_at_end(id_: str, at_start: int, left: int, **known: Any) -> UnitAtEnd:
    return UnitAtEnd(UNIT(id_), at_start, left, **known)


def character_at_end(id_: str, **known: Any) -> CharacterAtEnd:
    return CharacterAtEnd(WHO(id_), **known)


def lost(*pieces: UnitAtEnd | CharacterAtEnd) -> ArmyAtEnd:
    """An army that lost these and has samurai left."""
    units = (unit_at_end("katana-samurai", 10, 10), *(one for one in pieces if isinstance(one, UnitAtEnd)))
    return ArmyAtEnd(units, (character_at_end("spy"), *(one for one in pieces if isinstance(one, CharacterAtEnd))))


def worth(battle: victory.Battle, piece: UnitAtEnd | CharacterAtEnd) -> Sequence[str]:
    """What the other side has for it, whosever it was; its own has nothing."""
    found, other = victory.victory(battle, 6, lost(), lost(piece)), victory.victory(battle, 6, lost(piece), lost())
    assert (found.points("a"), found.points("b")) == (other.points("b"), other.points("a"))
    assert (found.points("a"), found.points("b")) == (sum(one.points for one in found.why["a"]), 0)
    return [f"{one.points} {one.reason}" for one in found.why["a"]]


# ---- numbers without an enemy


def rest(who: Combatant, **more: Any) -> str:
    """Each attribute that is not as printed."""
    return "; ".join(f"{name} {shown(number)}" for name, number in attributes(who, **more) if number.modifiers)


def listed(unit: lists.Doc, *heroes: lists.Doc) -> list[str]:
    """What of a unit's, and of its first character's numbers is counted out for a list."""
    made = lists.army(lists.doc(level=8, units=[unit], characters=[*heroes]))
    look = army.Roster(made, catalog(), catalog().levels[8])
    known = [army.unit_numbers(look, made.units[0])]
    known += [army.character_numbers(look, made.characters[0])] if heroes else []
    return [", ".join(f"{name} {shown(number)}" for name, number in one if number.modifiers) for one in known]


ASHIGARU, FALLEN_SPY = unit_at_end("yari-ashigaru", 10, 0), character_at_end("spy", slain=True)
BUSHO = WHO("busho-buke")
SUBJECTS: Mapping[str, Mapping[str, Any]] = {
    "joining": {**vars(joining), "formation": formation, "joins": joins, "leads": leads},
    "entering": {
        **vars(characters), "replace": replace, "BUSHO": characters.Newcomer(BUSHO),
        "SWORDS": characters.Ranks(UNIT("katana-samurai"), 8),
    },
    "initiative": {
        **vars(initiative), "replace": replace, "entrant": entrant, "against": against, "Character": Character,
        "taisho": lambda weapon: Combatant(WHO("taisho-buke"), in_unit=True, weapon=weapon),
        "SAMURAI": entrant("a1", "katana-samurai", charging=True, charges="b1", side="a", die=5),
        "RIDERS": entrant("c1", "kiba-musha", charging=True, charges="b1", side="a", die=3),
        "SPEARS": entrant("b1", "yari-ashigaru", charged_by="foot", side="b", die=4),
    },
    "charges": {**vars(charge), "left": left},
    "casualties": {
        **vars(casualties), "replace": replace, "BUSHO": Character(BUSHO), "GEISHA": Character(WHO("geisha")),
    },
    "combats": {
        **vars(combats), **vars(split), **vars(melees), **vars(confrontation), **vars(flight), "judged": judged,
        "pursued": flight.reaches, "rolls": initiative.rolls, "in_order": initiative.in_order,
        "total": initiative.total, "upper": str.upper, "Character": Character, "Facts": Facts,
    },
    "contacts": {
        **vars(contacts), "OLD": Contact("a1", "b1", 1), "NEW": Contact("a1", "b1", 2),
        "MARKED_A": Contact("a1", "", 1), "MARKED_B": Contact("b1", "", 2),
        "CHARGE": Contact("a1", "b1", 2, "charge", charger="a1"),
        "FLANK": Contact("a2", "b1", 2, "charge", zone_of_one="flank", charger="a2"),
    },
    "command": vars(command),
    "at-rest": {
        "Combatant": Combatant, "Character": Character, "rest": rest,
        "names": lambda who: " ".join(name for name, _ in attributes(who)),
    },
    "fits": {**vars(army), **vars(lists), "listed": listed, "tables": catalog()},
    "laying": {**vars(laying), "order": order},
    "victory": {
        **vars(victory), "replace": replace, "unit": unit_at_end, "character": character_at_end, "lost": lost,
        "worth": worth, "NOTHING": lost(), "ASHIGARU": ASHIGARU,
        "GENERAL": character_at_end("busho-buke", general=True),
        "FALLEN": character_at_end("busho-buke", general=True, slain=True),
        "GONE": ArmyAtEnd((ASHIGARU,), (FALLEN_SPY,)),
        "HEADLESS": ArmyAtEnd((unit_at_end("katana-samurai", 10, 10),), (FALLEN_SPY,)),
    },
}  # fmt: skip
"""What each subject's lines may call; `unit` and `who` are its profiles where it has no others."""


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_rules_answer_as_they_are_kept(subject: str) -> None:
    assert not changed(f"rules/{subject}", answers({"unit": UNIT, "who": WHO, **SUBJECTS[subject]}))


def test_a_formation_holds_every_unit_at_its_largest() -> None:
    rooms = {one.id: joining.capacity(one) for one in catalog().units.values()}
    assert not [id_ for id_, room in rooms.items() if room is not None and room < UNIT(id_).maximum]
