"""The attack at the table: aim, three rolls with the baton between the phones, and what they do (9:3, 10:2–10:6)."""

from __future__ import annotations

import math
from dataclasses import replace

from pydantic import Field

from companion.content import catalog
from companion.play.game import Event, Line
from companion.play.kensei import pad as pads
from companion.play.kensei.acts import Act, Data, Nothing, must_have_begun, said
from companion.play.kensei.damage import land
from companion.play.kensei.pad import PadData, RollData
from companion.play.kensei.situation import BY_FIELD, defaults, strike_of, weapons_of
from companion.play.kensei.state import Attack, FreeTerm, Pad, Piece, SituationValue, State, other
from companion.rules.kensei.attack import Numbers, Outcome, numbers, resolve
from companion.rules.kensei.profiles import WeaponId
from companion.rules.kensei.strike import Kind
from companion.rules.text import Refusal, Text


class AimData(Data):
    kind: Kind
    attacker: str
    defender: str
    striker: str | None = None
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
    reason: str = Field(min_length=1, max_length=60)


class UnfreeData(Data):
    step: str
    index: int = Field(ge=0)


class StepData(Data):
    step: str


def question(state: State) -> Numbers | Refusal:
    """The numbers of the running attack, or why it is not allowed."""
    assert state.attack is not None
    return numbers(strike_of(state, state.attack))


def outcome(state: State) -> Outcome | None:
    """How far the running attack has come, as the rules count it."""
    attack = state.attack
    if attack is None:
        return None
    asked = question(state)
    if isinstance(asked, Refusal):
        return None
    return resolve(asked, strike_of(state, attack).defender, attack.attack, attack.defense, attack.damage)


def dice_due(state: State) -> int:
    """How many dice the current step of the running attack wants."""
    attack = state.attack
    asked = question(state) if attack else None
    if attack is None or attack.finished or asked is None or isinstance(asked, Refusal):
        return 0
    if attack.attack is None:
        return asked.dc.value
    if attack.defense is None:
        return attack.attack.hits + attack.attack.tens
    return attack.defense.failed + attack.defense.tens


def holder(attack: Attack) -> str:
    """Whose dice are due: the defender's in the defense roll, else the attacker's."""
    mine = attack.attacker.seat
    return other(mine) if attack.step == "defense" else mine


def _aim(state: State, event: Event, data: AimData) -> State | Refusal:
    if refused := must_have_begun(state):
        return refused
    running = state.attack
    if state.honor is not None and state.honor.holds is None:
        return Refusal(Text("An honor roll is being made: finish it, or put it off, first."), "11:3:1")
    if running and not running.finished and (not running.aiming or running.attacker.seat != event.seat):
        return Refusal(Text("An attack is under way: finish it, or cancel it, first."), "10:2:5")
    attacker, defender = state.piece(data.attacker), state.piece(data.defender)
    if attacker is None or attacker.seat != event.seat or not attacker.standing:
        return Refusal(Text("Choose one of your own that is still on the table."), "9:3:2")
    if defender is None or defender.seat == event.seat or not defender.standing:
        return Refusal(Text("Choose an enemy that is still on the table."), "9:3:2")
    if refused := _may_strike(state, data.kind, attacker, defender):
        return refused
    striker = data.striker or (attacker.heroes[0].id if _leaderless(attacker) else None)
    attack = Attack(f"k{state.chains + 1}", data.kind, attacker, defender, striker if attacker.unit else None)
    attack = replace(attack, aimed_at=None if defender.miniatures or not defender.unit else _survivor(defender))
    armed = _armed(attack, data.weapon)
    if isinstance(armed, Refusal):
        return armed
    found = defaults(state, data.kind, attacker, defender)
    return replace(state, attack=replace(armed, situation=found), chains=state.chains + 1, honor=None)


def _leaderless(piece: Piece) -> bool:
    """A unit of which only its characters are left."""
    return piece.unit is not None and piece.miniatures == 0


def _survivor(piece: Piece) -> str | None:
    """The character a shot or blow meets when his unit is gone: the special one first (4:3:8)."""
    alive = sorted((h for h in piece.heroes if h.alive and not h.hidden), key=lambda h: h.profile.rank != "special")
    return alive[0].id if alive else None


def _may_strike(state: State, kind: Kind, attacker: Piece, defender: Piece) -> Refusal | None:
    if "fleeing" in attacker.markers:
        return Refusal(
            Text("%(unit)s is running away and out of the game this turn.", {"unit": attacker.title}), "8:3:5"
        )
    if kind == "shot" and "engaged" in attacker.markers:
        return Refusal(Text("%(unit)s is engaged and cannot shoot.", {"unit": attacker.title}), "9:1")
    if kind == "shot" and "engaged" in defender.markers and state.settings.shoot_into_combat == "no":
        return Refusal(
            Text("%(unit)s is engaged: this table does not shoot into a combat.", {"unit": defender.title}), "9:3:2"
        )
    return None


def _armed(attack: Attack, weapon: WeaponId | None) -> Attack | Refusal:
    """The attack with the weapon asked for, or the first that fits its kind; in close combat a bow is no weapon."""
    carried = weapons_of(attack.attacker, attack.striker)
    fitting = [w for w in carried if catalog().weapons[w].ranged == (attack.kind == "shot")]
    if weapon is not None and weapon not in carried:
        return Refusal(
            Text("They do not carry that weapon; theirs: %(carried)s.", {"carried": ", ".join(carried) or "—"}), "5:2"
        )
    return replace(attack, weapon=weapon or (fitting[0] if fitting else None))


def _at(state: State, step: str) -> Attack | Refusal:
    """The running attack when `step` is where it stands."""
    attack = state.attack
    if attack is None or attack.finished or attack.step_id != step:
        return Refusal(Text("That roll is already past: look at the table as it is now."), "10:2:5")
    return attack


def _aiming(state: State, step: str) -> Attack | Refusal:
    attack = _at(state, step)
    if isinstance(attack, Attack) and not attack.aiming:
        return Refusal(Text("The dice are falling: clear them first to change the situation."), "9:3:3")
    return attack


def _situate(state: State, event: Event, data: SituateData) -> State | Refusal:
    attack = _aiming(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    value = (
        _aimed(attack, data.value) if data.field == "aimed_at_character" else _situation_value(data.field, data.value)
    )
    if isinstance(value, Refusal):
        return value
    if data.field == "aimed_at_character":
        attack = replace(attack, aimed_at=str(value) or None)
        value = bool(value)
    changed = {**attack.situation, data.field: value}
    if data.field == "counter_charge" and value == "won":
        changed["charging"] = True
    return replace(state, attack=replace(attack, situation=changed))


def _aimed(attack: Attack, value: SituationValue) -> str | Refusal:
    """The character inside whom a shot is aimed at, or nobody."""
    wanted = str(value or "")
    seen = [h for h in attack.defender.heroes if h.alive and not h.hidden]
    if not wanted or wanted in [h.id for h in seen]:
        return wanted
    allowed = ", ".join(h.title for h in seen) or "—"
    return Refusal(Text("No such character is seen there; seen are: %(allowed)s.", {"allowed": allowed}), "4:3:9")


def _situation_value(field: str, value: SituationValue) -> SituationValue | Refusal:
    """The value a chip may take, read forgivingly from a form's text."""
    text = str(value).strip().lower() if value is not None else ""
    if field == "distance_cm":
        try:
            cm = float(text)
        except ValueError:
            cm = math.nan
        if not 0 <= cm <= 300:
            return Refusal(Text("A distance is 0 to 300 cm."), "9:3:3")
        return cm
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
    if chip.kind == "choice":
        if text in [c[0] for c in chip.choices]:
            return text
        allowed = ", ".join(str(c[1]) for c in chip.choices)
        return Refusal(Text("%(label)s: one of %(allowed)s.", {"label": chip.label, "allowed": allowed}), chip.rule)
    if text == "":
        return None
    if text.isdecimal() and chip.least <= int(text) <= chip.most:
        return int(text)
    return Refusal(
        Text("%(label)s: %(least)s to %(most)s.", {"label": chip.label, "least": chip.least, "most": chip.most}),
        chip.rule,
    )


def _weapon(state: State, event: Event, data: WeaponData) -> State | Refusal:
    attack = _aiming(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    armed = _armed(attack, data.weapon)
    return armed if isinstance(armed, Refusal) else replace(state, attack=armed)


def _striker(state: State, event: Event, data: StrikerData) -> State | Refusal:
    attack = _aiming(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    hero = attack.attacker.hero(data.striker) if data.striker else None
    if data.striker and (hero is None or not hero.alive):
        return Refusal(Text("He is not in this unit."), "4:3:8")
    armed = _armed(replace(attack, striker=data.striker, weapon=None), None)
    return armed if isinstance(armed, Refusal) else replace(state, attack=armed)


def _free(state: State, event: Event, data: FreeData) -> State | Refusal:
    attack = _aiming(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    if len(attack.free) >= 8:
        return Refusal(Text("Eight free modifiers are the most: take one away first."), "2:7")
    return replace(state, attack=replace(attack, free=(*attack.free, FreeTerm(data.to, data.value, data.reason))))


def _unfree(state: State, event: Event, data: UnfreeData) -> State | Refusal:
    attack = _aiming(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    kept = tuple(f for i, f in enumerate(attack.free) if i != data.index)
    return replace(state, attack=replace(attack, free=kept))


def _cancel(state: State, event: Event, data: StepData) -> State | Refusal:
    attack = _at(state, data.step)
    return attack if isinstance(attack, Refusal) else replace(state, attack=None)


def _dismiss(state: State, event: Event, data: Nothing) -> State | Refusal:
    if state.attack is None or not state.attack.finished:
        return Refusal(Text("There is no result to put away."), "10:2:5")
    return replace(state, attack=None)


def enter(state: State, event: Event, data: PadData | RollData) -> State | Refusal:
    """A tap, or a whole roll, of the running attack."""
    attack = _at(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    asked = question(state)
    if isinstance(asked, Refusal):
        return asked
    dice = dice_due(state)
    if isinstance(data, PadData):
        filled = pads.tap(attack.pad, data, dice, event.by)
    else:
        filled = pads.whole(attack.pad, data, dice, event.by)
    if isinstance(filled, Refusal):
        return filled
    entered = _entered(replace(state, attack=replace(attack, pad=filled)), asked, event.how or "hand")
    short = isinstance(entered, State) and entered.attack is not None and entered.attack.step_id == data.step
    if short and isinstance(data, RollData):
        return Refusal(Text("%(dice)s dice are due in this roll.", {"dice": dice}), "10:3")
    return entered


def _entered(state: State, asked: Numbers, how: str) -> State | Refusal:
    """The state after a tap: the roll passes on when the pad is full."""
    attack = state.attack
    assert attack is not None
    step = attack.step
    if step == "attack":
        rolled = pads.attack_tally(attack.pad, asked.dc.value, asked.at.value)
        if rolled is None or isinstance(rolled, Refusal):
            return rolled or state
        attack = replace(attack, attack=rolled)
    elif step == "defense":
        assert attack.attack is not None
        saved = pads.defense_tally(attack.pad, attack.attack.hits, attack.attack.tens, asked.df.value)
        if saved is None or isinstance(saved, Refusal):
            return saved or state
        attack = replace(attack, defense=saved)
    else:
        if attack.pad.bins:
            return Refusal(Text("Damage dice count by their faces: tap the face of each die."), "10:5")
        faces = pads.all_faces(attack.pad)
        if faces is None:
            return state
        attack = replace(attack, damage=faces)
    attack = replace(attack, pad=Pad(), how={**attack.how, step: how})
    if step == "attack" and attack.kind == "melee":
        state, attack = _shown(state, attack)
    return _passed_on(replace(state, attack=attack), asked)


def _shown(state: State, attack: Attack) -> tuple[State, Attack]:
    """Hidden characters are shown when their unit fights (5:1:13, K80)."""
    shown = []
    for piece in (attack.attacker, attack.defender):
        seen = replace(piece, heroes=tuple(replace(h, hidden=False) for h in piece.heroes))
        state = state.with_piece(seen)
        shown.append(seen)
    return state, replace(attack, attacker=shown[0], defender=shown[1])


def _passed_on(state: State, asked: Numbers) -> State:
    """After a full roll: the attack ends when no dice are left to throw."""
    attack = state.attack
    assert attack is not None
    assert attack.attack is not None
    hits = attack.attack.hits + attack.attack.tens
    through = attack.defense.failed + attack.defense.tens if attack.defense else None
    if hits and (through is None or (through and attack.damage is None)):
        return state
    found = resolve(asked, strike_of(state, attack).defender, attack.attack, attack.defense, attack.damage)
    return land(replace(state, attack=replace(attack, finished=True)), attack, found)


def _blank(state: State, event: Event, data: StepData) -> State | Refusal:
    """A unit without dice does not strike: its attack ends without a roll (2:7:2, K12)."""
    attack = _aiming(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    asked = question(state)
    if isinstance(asked, Refusal):
        return asked
    if asked.dc.value:
        return Refusal(Text("%(dice)s dice are due: roll them.", {"dice": asked.dc.value}), "10:3")
    found = resolve(asked, strike_of(state, attack).defender, None, None, None)
    return land(replace(state, attack=replace(attack, finished=True)), attack, found)


def striker_name(attack: Attack) -> str:
    """Who strikes: the unit, or the hero with his own dice."""
    hero = attack.attacker.hero(attack.striker) if attack.striker else None
    return hero.title if hero else attack.attacker.title


def target_name(attack: Attack) -> str:
    hero = attack.defender.hero(attack.aimed_at) if attack.aimed_at else None
    return hero.title if hero else attack.defender.title


def _aim_line(before: State, event: Event, data: AimData, after: State) -> Line:
    return Line()


def enter_line(before: State, event: Event, data: PadData | RollData, after: State) -> Line:
    """The line of a full roll; a tap on the way there has none of its own."""
    earlier, attack = before.attack, after.attack
    assert earlier is not None
    assert attack is not None
    step = earlier.step
    if attack.step == step:
        return Line(step=data.step)
    message, values = _roll_words(step, attack)
    text = Text(message, values)
    if attack.finished:
        text = Text("%(roll)s %(result)s", {"roll": text, "result": _result_words(before, after)})
    hidden = any(h.hidden for p in (earlier.attacker, earlier.defender) for h in p.heroes)
    return Line(text, step=data.step, reveals=hidden and step == "attack" and attack.kind == "melee")


def _roll_words(step: str, attack: Attack) -> tuple[str, dict[str, object]]:
    assert attack.attack is not None
    tally = attack.attack
    if step == "attack":
        values = {
            "who": striker_name(attack),
            "whom": target_name(attack),
            "dice": tally.misses + tally.hits + tally.tens,
            "hits": tally.hits + tally.tens,
            "tens": tally.tens,
        }
        if attack.kind == "shot":
            return "%(who)s shoots at %(whom)s: %(dice)s dice, %(hits)s hits, %(tens)s of them Ø.", values
        return "%(who)s strikes %(whom)s: %(dice)s dice, %(hits)s hits, %(tens)s of them Ø.", values
    assert attack.defense is not None
    if step == "defense":
        saves = attack.defense
        through = saves.failed + saves.tens
        return "%(whom)s saves %(saved)s, %(through)s come through, %(tens)s of them Ø.", {
            "whom": target_name(attack),
            "saved": saves.saved,
            "through": through,
            "tens": saves.tens,
        }
    assert attack.damage is not None
    faces = " ".join("Ø" if f % 10 == 0 else str(f) for f in attack.damage)
    return "Damage dice %(faces)s.", {"faces": faces}


def _result_words(before: State, after: State) -> Text:
    """What the attack did to its target."""
    attack = after.attack
    assert attack is not None
    was, now = before.piece(attack.defender.id), after.piece(attack.defender.id)
    assert was is not None
    assert now is not None
    if not now.standing:
        return Text("%(whom)s is destroyed.", {"whom": was.title})
    wounded = [h for h in now.heroes if was.hero(h.id) != h]
    if wounded and now.miniatures == was.miniatures:
        hero = wounded[0]
        if not hero.alive:
            return Text("%(who)s is slain.", {"who": hero.title})
        return Text("%(who)s has %(wounds)s wounds.", {"who": hero.title, "wounds": hero.wounds})
    if now.miniatures == was.miniatures and now.accumulated_damage == was.accumulated_damage:
        return Text("Nothing happens.")
    return Text(
        "%(removed)s miniatures fall, %(left)s are left, %(rest)s damage stays.",
        {"removed": was.miniatures - now.miniatures, "left": now.miniatures, "rest": now.accumulated_damage},
    )


def _cancel_line(before: State, event: Event, data: StepData, after: State) -> Line:
    assert before.attack is not None
    if before.attack.aiming:
        return Line()
    return said("The attack of %(who)s is called off.", who=striker_name(before.attack))


def _blank_line(before: State, event: Event, data: StepData, after: State) -> Line:
    assert after.attack is not None
    return said("%(who)s has no dice left and does not strike.", who=striker_name(after.attack))


ACTS = (
    Act("aim", AimData, _aim, _aim_line),
    Act("situate", SituateData, _situate),
    Act("weapon", WeaponData, _weapon),
    Act("striker", StrikerData, _striker),
    Act("modify", FreeData, _free),
    Act("unmodify", UnfreeData, _unfree),
    Act("cancel", StepData, _cancel, _cancel_line),
    Act("blank", StepData, _blank, _blank_line),
    Act("put-away", Nothing, _dismiss),
)
"""The acts of aiming; the taps of dice (`pad`, `roll`) are shared with honor rolls in `dice.py`."""
