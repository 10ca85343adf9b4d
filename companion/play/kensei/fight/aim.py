"""Taking aim: who strikes whom with what and in which circumstances, before the first die falls (9:3:2, 10:2)."""

from __future__ import annotations

import math
from dataclasses import replace

from pydantic import Field

from companion.content import catalog
from companion.play.acts import Act, Data
from companion.play.game import Event
from companion.play.kensei.acts import Words, must_have_begun
from companion.play.kensei.after import honor
from companion.play.kensei.fight.chain import StepData, aiming_at
from companion.play.kensei.fight.situation import BY_FIELD, Chip, defaults, targets, weapons_of
from companion.play.kensei.state import Attack, FreeTerm, Piece, SituationValue, State
from companion.rules.kensei.fight.strike import Kind
from companion.rules.kensei.profiles import WeaponId
from companion.rules.text import Refusal, Text

MOST_CM = 300
MOST_FREE = 8


class AimData(Data):
    kind: Kind
    attacker: str
    defender: str
    striker: str | None = None
    """The hero who strikes with his own dice; none: the unit."""
    weapon: WeaponId | None = None


class SituateData(Data):
    step: str
    field: str
    value: bool | int | float | str | None = None


class WeaponData(Data):
    step: str
    weapon: WeaponId


class StrikerData(Data):
    step: str
    striker: str | None = None


class FreeData(Data):
    step: str
    to: str = Field(pattern="^(dc|at|df|ar|damage_bonus)$")
    value: int = Field(ge=-9, le=9)
    reason: Words = Field(min_length=1, max_length=60)


class UnfreeData(Data):
    step: str
    index: int = Field(ge=0)


def _aim(state: State, event: Event, data: AimData) -> State | Refusal:
    if refused := must_have_begun(state) or _busy(state, event.seat):
        return refused
    attacker, defender = state.piece(data.attacker), state.piece(data.defender)
    if attacker is None or attacker.seat != event.seat or not attacker.standing:
        return Refusal(Text("Choose one of your own that is still on the table."), "9:3:2")
    if defender is None or defender.seat == event.seat or not defender.standing:
        return Refusal(Text("Choose an enemy that is still on the table."), "9:3:2")
    if refused := _may_strike(state, data.kind, attacker, defender):
        return refused
    attack = Attack(f"k{state.chains + 1}", data.kind, attacker, defender)
    armed = _taken_up(attack, data.striker, data.weapon)
    if isinstance(armed, Refusal):
        return armed
    left = defender.survivors
    ready = replace(
        armed,
        aimed_at=left[0].id if left else None,
        situation=defaults(state, data.kind, attacker, defender),
    )
    return replace(state, attack=ready, chains=state.chains + 1, honor=None)


def _busy(state: State, seat: str) -> Refusal | None:
    """Why no attack can begin now: other dice are falling. Who is still aiming may choose anew."""
    if honor.running(state):
        return Refusal(Text("An honor roll is being made: finish it, or put it off, first."), "11:3:1")
    attack = state.attack
    if attack and not attack.finished and (not attack.aiming or attack.attacker.seat != seat):
        return Refusal(Text("An attack is under way: finish it, or cancel it, first."), "10:2:5")
    return None


def _may_strike(state: State, kind: Kind, attacker: Piece, defender: Piece) -> Refusal | None:
    names = {"unit": attacker.title, "target": defender.title}
    if "fleeing" in attacker.markers and (kind == "shot" or "engaged" not in attacker.markers):
        return Refusal(
            Text(
                "%(unit)s is running away and out of the game this turn. If a charge has reached it, mark it Engaged: "
                "then it may strike back.",
                names,
            ),
            "8:3:5",
        )
    if kind == "shot" and "engaged" in attacker.markers:
        return Refusal(Text("%(unit)s is engaged and cannot shoot.", names), "9:1")
    if kind == "shot" and "engaged" in defender.markers and state.settings.shoot_into_combat == "no":
        return Refusal(Text("%(target)s is engaged: this table does not shoot into a combat.", names), "9:3:2")
    return None


def _taken_up(attack: Attack, striker: str | None, weapon: WeaponId | None) -> Attack | Refusal:
    """The attack with these dice and this weapon, or the first weapon that fits; in close combat a bow is none."""
    piece = attack.attacker
    left = piece.survivors
    able = {h.id: h for h in (piece.seen_heroes if piece.unit else ())}
    if striker and striker not in able:
        names = {"unit": piece.title, "able": tuple(h.title for h in able.values()) or "—"}
        return Refusal(
            Text("No such character is seen in %(unit)s. With dice of their own strike there: %(able)s.", names),
            "4:3:8",
        )
    attack = replace(attack, striker=striker or (left[0].id if left else None))
    carried = weapons_of(piece, attack.striker)
    if weapon is not None and weapon not in carried:
        theirs = tuple(catalog().weapons[w].name for w in carried) or "—"
        return Refusal(Text("They do not carry that weapon; theirs: %(carried)s.", {"carried": theirs}), "5:2")
    fitting = [w for w in carried if catalog().weapons[w].ranged == (attack.kind == "shot")]
    return replace(attack, weapon=weapon or (fitting[0] if fitting else None))


def _situate(state: State, event: Event, data: SituateData) -> State | Refusal:
    attack = aiming_at(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    if data.field == "aimed_at_character":
        return _aimed(state, attack, _text(data.value))
    value = _situation_value(data.field, data.value)
    if isinstance(value, Refusal):
        return value
    changed = {**attack.situation, data.field: value}
    if data.field == "counter_charge":  # won, it is a charge; else he charges only if his marker says so
        changed["charging"] = value == "won" or "charge" in attack.attacker.markers
    return replace(state, attack=replace(attack, situation=changed))


def _aimed(state: State, attack: Attack, wanted: str) -> State | Refusal:
    """One character of the target, or nobody in particular; of a unit that is gone it must be one of them."""
    able = {h.id: h for h in targets(attack)}
    if wanted in able or (not wanted and not attack.defender.survivors):
        situation = {**attack.situation, "aimed_at_character": bool(wanted)}
        return replace(state, attack=replace(attack, aimed_at=wanted or None, situation=situation))
    allowed = tuple(h.title for h in able.values()) or "—"
    return Refusal(
        Text("No such character can be meant there; possible are: %(allowed)s.", {"allowed": allowed}), "4:3:9"
    )


def _text(value: SituationValue) -> str:
    """A circumstance as a form sends it, and short: nothing longer means anything here."""
    return "" if value is None else str(value).strip().lower()[:40] if isinstance(value, str) else f"{value:.15g}"


def _situation_value(field: str, given: SituationValue) -> SituationValue | Refusal:
    """The value a chip may take, read forgivingly from a form's text."""
    text = str(given).lower() if isinstance(given, bool) else _text(given)
    if field == "distance_cm":
        return _centimeters(text)
    chip = BY_FIELD.get(field)
    if chip is None:
        known = ", ".join(("distance_cm", *BY_FIELD))
        return Refusal(
            Text("There is no circumstance %(field)s; known: %(known)s.", {"field": field[:40], "known": known}),
            "9:3:3",
        )
    if chip.kind == "flag":
        if text in ("true", "1", "on", "yes", "false", "0", "off", "no", ""):
            return text in ("true", "1", "on", "yes")
        return Refusal(Text("%(label)s: yes or no.", {"label": chip.label}), chip.rule)
    return _chosen(chip, text) if chip.kind == "choice" else _counted(chip, text)


def _centimeters(text: str) -> float | Refusal:
    try:
        cm = float(text)
    except ValueError:
        cm = math.nan
    return cm if 0 <= cm <= MOST_CM else Refusal(Text("A distance is 0 to %(most)s cm.", {"most": MOST_CM}), "9:3:3")


def _chosen(chip: Chip, text: str) -> str | Refusal:
    if text in [c[0] for c in chip.choices]:
        return text
    allowed = ", ".join(c[0] or "none" for c in chip.choices)
    return Refusal(Text("%(label)s: one of %(allowed)s.", {"label": chip.label, "allowed": allowed}), chip.rule)


def _counted(chip: Chip, text: str) -> int | Refusal | None:
    if text == "":
        return None
    if text.isdecimal() and chip.least <= int(text) <= chip.most:
        return int(text)
    return Refusal(
        Text("%(label)s: %(least)s to %(most)s.", {"label": chip.label, "least": chip.least, "most": chip.most}),
        chip.rule,
    )


def _weapon(state: State, event: Event, data: WeaponData) -> State | Refusal:
    attack = aiming_at(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    armed = _taken_up(attack, attack.striker, data.weapon)
    return armed if isinstance(armed, Refusal) else replace(state, attack=armed)


def _striker(state: State, event: Event, data: StrikerData) -> State | Refusal:
    attack = aiming_at(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    armed = _taken_up(attack, data.striker, None)
    if isinstance(armed, Refusal):
        return armed
    if armed.aimed_at and armed.aimed_at not in {h.id for h in targets(armed)}:  # a unit challenges nobody
        situation = {**armed.situation, "aimed_at_character": False}
        armed = replace(armed, aimed_at=None, situation=situation)
    return replace(state, attack=armed)


def _free(state: State, event: Event, data: FreeData) -> State | Refusal:
    attack = aiming_at(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    if len(attack.free) >= MOST_FREE:
        return Refusal(Text("%(most)s free modifiers are the most: take one away first.", {"most": MOST_FREE}), "2:7")
    return replace(state, attack=replace(attack, free=(*attack.free, FreeTerm(data.to, data.value, data.reason))))


def _unfree(state: State, event: Event, data: UnfreeData) -> State | Refusal:
    attack = aiming_at(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    if data.index >= len(attack.free):
        return Refusal(Text("That modifier is gone already: look at the attack as it is now."), "2:7")
    kept = tuple(f for i, f in enumerate(attack.free) if i != data.index)
    return replace(state, attack=replace(attack, free=kept))


def _cancel(state: State, event: Event, data: StepData) -> State | Refusal:
    attack = aiming_at(state, data.step)
    return attack if isinstance(attack, Refusal) else replace(state, attack=None)


ACTS = (
    Act("aim", AimData, _aim),
    Act("situate", SituateData, _situate),
    Act("weapon", WeaponData, _weapon),
    Act("striker", StrikerData, _striker),
    Act("modify", FreeData, _free),
    Act("unmodify", UnfreeData, _unfree, commutes=False),
    Act("cancel", StepData, _cancel),
)
