"""The combats of a phase: who stands in one, how each enters its initiative roll, and how dice are shared
(10:1, 10:2:4; rulings K15, K44, K48).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.initiative import Entrant
from companion.rules.kensei.fight.split import Foe, shares
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.kensei.turn.facts import Facts
from companion.rules.text import Refusal, Text


def groups(contacts: Iterable[Contact], standing: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """The combats: everybody who is connected by contacts, in the order in which the first of them touched."""
    found: list[set[str]] = []
    for met in contacts:
        pair = {met.one, met.other}
        if not pair <= set(standing):
            continue
        joined = [group for group in found if group & pair]
        place = found.index(joined[0]) if joined else len(found)
        kept = [group for group in found if group not in joined]
        found = [*kept[:place], pair.union(*joined), *kept[place:]]
    return tuple(tuple(sorted(group, key=_by_number)) for group in found)


def _by_number(piece: str) -> tuple[str, int, str]:
    """`a2` before `a10`."""
    letters = piece.rstrip("0123456789")
    return letters, int(piece[len(letters) :] or 0), piece


def charger(met: Contact, facts: Mapping[str, Facts]) -> str:
    """Who of the two charged: as was said, else as what they did this turn tells; empty where nobody is known to have.

    Where both ran, a contact won by a counter-charge is the counter-charger's, any other the charger's (K23).
    """
    if met.charger is not None:
        return met.charger
    pair = [one for one in (met.one, met.other) if one in facts]
    ran = [one for one in pair if facts[one].charged or facts[one].counter_charged]
    if len(ran) == 2:
        ran = [one for one in ran if facts[one].counter_charged == (met.cause == "counter")]
    return ran[0] if len(ran) == 1 else ""


def entrant(
    id_: str,
    piece: str,
    who: Combatant,
    facts: Mapping[str, Facts],
    contacts: Iterable[Contact],
    turn: int,
    *,
    side: str,
    riders: Collection[str] = (),
    obstacle: bool = False,
) -> Entrant:
    """Who enters the initiative roll, with all that the contacts of its piece in this combat say of charges (K44).

    `riders` are the pieces that ride.
    """
    fresh = [met for met in contacts if met.touches(piece) and met.since == turn]
    ran = {met.foe(piece): charger(met, facts) for met in fresh}
    charges = next((enemy for enemy, who_ran in ran.items() if who_ran == piece), None)
    by = [met for met in fresh if ran[met.foe(piece)] == met.foe(piece)]
    met_first = min(by, key=lambda met: _weight(met, piece, riders), default=None)
    enemy = met_first.foe(piece) if met_first else ""
    return Entrant(
        id_,
        who,
        charging=charges is not None,
        charged_by=("mounted" if enemy in riders else "foot") if met_first else None,
        zone=met_first.zone_of(enemy) if met_first else "front",
        first_turn=bool(fresh),
        obstacle=obstacle,
        fleeing=facts[piece].flees,
        side=side,
        charges=charges,
    )


def _weight(met: Contact, piece: str, riders: Collection[str]) -> tuple[bool, bool]:
    """Of several who charged it the one against whom its spears count most: in front, then mounted (5:2:1)."""
    enemy = met.foe(piece)
    return met.zone_of(enemy) != "front", enemy not in riders


def ways_to_share(dc: int, foes: Sequence[Foe], charged: str | None) -> tuple[tuple[int, int], ...]:
    """Every way to share dice between two enemies, beginning with the most for the first (10:2:6, K48)."""
    bounds = shares(dc, foes, charged)
    first = bounds[foes[0].id]
    return tuple((dice, dc - dice) for dice in range(first.most, first.least - 1, -1))


def may_defend(who: Combatant, facts: Facts, display_name: str = "", *, fell_short: bool = False) -> Refusal | None:
    """Why it cannot take a defensive position, or None (10:2:1, K12, K52, K94). `display_name`: its name at a table;
    `fell_short`: it carried out a charge this turn that did not reach."""
    names = {"who": display_name or who.name}
    if not who.is_unit:
        return Refusal(Text("%(who)s fights alone: only units take a defensive position.", names), "10:2:1")
    if facts.charged or facts.counter_charged or fell_short:
        return Refusal(Text("%(who)s charged this turn and cannot take a defensive position.", names), "10:2:1")
    if facts.withstood_and_shot:
        return Refusal(
            Text("%(who)s withstood and shot, and cannot take a defensive position this turn.", names), "9:5:6"
        )
    return None
