"""The circumstances of a strike: every one is declared once, with all that is known about it, in `Situation`.

Pages, the API and the first suggestion at the table are made from `CIRCUMSTANCES`, which is read from that
declaration. To add a circumstance, add a field to `Situation` and let `modifiers` ask for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, Literal, Protocol, TypeVar

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.profiles import WeaponId
from companion.rules.kensei.turn.contacts import ContactCause, Zone
from companion.rules.kensei.turn.facts import Cover, Facts, FoughtIn, Pace
from companion.rules.text import Text

StrikeKind = Literal["shot", "melee"]
CounterCharge = Literal["won", "lost"]

MOST_CM = 300
MOST_VE = 99


@dataclass(frozen=True, slots=True)
class Meeting:
    """What the table knows of two before anybody says more: what both did, and whether they are in contact."""

    kind: StrikeKind
    attacker: Facts = Facts()
    defender: Facts = Facts()
    first_turn: bool = True
    """No turn of a combat between these two is over yet (9:5:5)."""
    defender_engaged: bool = False
    """The defender fights already when this attacker comes upon it; who does is shot at only where the table agreed."""
    zone: Zone = "front"
    """Where the attacker stands, seen from the defender, as far as a strike of this turn has told."""
    cause: ContactCause = "strike"
    """How the two came into contact, as far as it was told."""
    pursuit: bool = False
    """The attacker pursued the defender and reached it (11:4:5)."""

    @property
    def begins(self) -> bool:
        """The first turn of a close combat: charges and what stood on a hill count."""
        return self.kind == "melee" and self.first_turn


class StrikeSoFar(Protocol):
    """What a circumstance looks at before it is asked; a `Strike` is one."""

    @property
    def kind(self) -> StrikeKind: ...
    @property
    def attacker(self) -> Combatant: ...
    @property
    def defender(self) -> Combatant: ...
    @property
    def situation(self) -> Situation: ...
    @property
    def weapon(self) -> WeaponId | None: ...
    def is_ranged(self, weapon: WeaponId) -> bool: ...


Asked = Callable[[StrikeSoFar], bool]
Choice = tuple[str, Text]


@dataclass(frozen=True, slots=True)
class Circumstance:
    """One circumstance: what it is called, how it is answered, when it is asked, and what is known without asking.

    `flag`: yes or no; `choice`: one of `choices`, of which an empty one means None; `number`: a whole number up to
    `most`, or None; `distance`: centimeters up to `most`, or None; `hero`: one of the characters seen inside the
    target, of whom the situation keeps only that somebody is meant.
    """

    label: Text
    rule: str
    about: str
    """A sentence for who reads the API's document; it repeats nothing the label says."""
    asked: Asked
    filled: Callable[[Meeting], object]
    default: object
    kind: Literal["flag", "choice", "number", "distance", "hero"] = "flag"
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    shared: bool = False
    """It holds for the strike of a Bushi because it holds for that of his unit (K47)."""
    api: Literal["situation", "ve", "attacker"] = "situation"
    """Where a request of the API says it: in its situation, in the `ve` there, or with who strikes."""
    field: str = ""
    denied: Text | None = None
    """What is said of a flag that does not hold, where that is a sentence of its own."""

    def in_words(self, value: object) -> Text:
        """A value of it in words, as who reads it beside others does."""
        if self.kind == "flag":
            return self.label if value else self.denied or Text("not: %(label)s", {"label": self.label})
        words = dict(self.choices).get(str(value or ""), value)
        return Text("%(label)s: %(value)s", {"label": self.label, "value": words})


T = TypeVar("T")
_DECLARED = "circumstance"


def _circumstance(
    default: T,
    label: Text,
    rule: str,
    about: str,
    asked: Asked,
    filled: Callable[[Meeting], T] | None = None,
    **how: Any,
) -> T:
    """A field of `Situation`. Without `filled` nothing tells it beforehand: it begins with its default.

    For a type checker this is the default itself, so that default and `filled` must be of the field's type.
    """
    fill = filled if filled is not None else lambda meeting: default
    declared = Circumstance(label, rule, about, asked, fill, default, **how)
    return field(default=default, metadata={_DECLARED: declared})


_flag = partial(_circumstance, False)
"""A field of yes or no, which is no unless somebody says otherwise."""


# ---- when they are asked


def _shot(s: StrikeSoFar) -> bool:
    return s.kind == "shot"


def _melee(s: StrikeSoFar) -> bool:
    return s.kind == "melee"


def _always(s: StrikeSoFar) -> bool:
    return True


def _never(s: StrikeSoFar) -> bool:
    """No number of a strike depends on it."""
    return False


def _fires_bow(s: StrikeSoFar) -> bool:
    return _shot(s) and s.weapon == "bow"


def _fires_teppo(s: StrikeSoFar) -> bool:
    return _shot(s) and s.weapon == "teppo"


def _begins(s: StrikeSoFar) -> bool:
    return _melee(s) and s.situation.first_turn


def _shooter_strikes(s: StrikeSoFar) -> bool:
    return _melee(s) and any(s.is_ranged(weapon) for weapon in s.attacker.carried)


def _shooter_struck(s: StrikeSoFar) -> bool:
    d = s.defender
    return _melee(s) and any(s.is_ranged(weapon) for weapon in (d.unit.weapons if d.unit else d.carried))


def _lone_shooter_struck(s: StrikeSoFar) -> bool:
    return _shooter_struck(s) and s.defender.is_lone


def _harassers_struck(s: StrikeSoFar) -> bool:
    d = s.defender
    return _begins(s) and "harasser" in (d.unit or d.profile).traits


def _unit_strikes(s: StrikeSoFar) -> bool:
    return _melee(s) and s.attacker.is_unit


def _unit_struck(s: StrikeSoFar) -> bool:
    return _melee(s) and not s.defender.is_lone


def _hero_strikes(s: StrikeSoFar) -> bool:
    return _melee(s) and not s.attacker.is_unit


def _hero_strikes_from_unit(s: StrikeSoFar) -> bool:
    return _hero_strikes(s) and s.attacker.in_unit


def _may_pick(s: StrikeSoFar) -> bool:
    """A blowpipe may pick one out of a unit, and a hero may challenge one (4:3:9, 4:3:10)."""
    return _shot(s) or _hero_strikes(s)


# ---- what is known without asking


def _counter_charge(meeting: Meeting, facts: Facts) -> CounterCharge | None:
    """Which of the two won contact no marker tells, only a strike that was made: else both are given one answer."""
    if meeting.pursuit or not (meeting.begins and facts.counter_charged):  # a free attack is no charge (K58)
        return None
    return "lost" if meeting.cause == "charge" else "won"


def _terrain(meeting: Meeting) -> FoughtIn:
    ground = meeting.defender.ground
    return "open" if ground == "hill" else ground


_CONTACT: tuple[Choice, ...] = (("", Text("none")), ("won", Text("won contact")), ("lost", Text("enemy won contact")))


@dataclass(frozen=True, slots=True)
class Situation:
    """Where and how the strike happens. `attacker` is who strikes in this call, `defender` who is struck.

    `charging`, `zone` and the counter-charges count only while `first_turn`. Pages show them in this order.
    """

    distance_cm: float | None = _circumstance(
        None,
        Text("Distance in cm"),
        "9:3:3",
        "Between the nearest miniatures; required for a shot.",
        _shot,
        kind="distance",
        most=MOST_CM,
    )
    moved: Pace = _circumstance(
        "none",
        Text("Before the shot"),
        "9:3:3",
        "What the shooter did before.",
        _shot,
        lambda m: m.attacker.moved if m.kind == "shot" else "none",
        kind="choice",
        choices=(("none", Text("stood")), ("march", Text("marched")), ("run", Text("ran"))),
    )
    overcame_obstacle: bool = _flag(Text("Overcame an obstacle"), "9:3:3", "The shooter did so before the shot.", _shot)
    greater_precision: bool = _flag(Text("Greater precision (3 AC)"), "9:3:2", "A shot for 3 AC.", _shot)
    withstand_and_shoot: bool = _flag(Text("Withstand and shoot"), "9:5:6", "The shot itself is this reaction.", _shot)
    attacker_in_stream: bool = _flag(
        Text("Shooter in a stream"),
        "6:2:6",
        "No shooting from there.",
        _shot,
        lambda m: m.kind == "shot" and m.attacker.ground == "stream",
    )
    teppo_wet: bool = _flag(
        Text("Teppo wet"),
        "6:2:6",
        "No shooting for the rest of the battle.",
        _fires_teppo,
        lambda m: m.kind == "shot" and m.attacker.teppo_wet,
    )
    attacker_on_hill: bool = _flag(
        Text("Shooter on a hill"),
        "6:2:2",
        "Bows reach farther.",
        _fires_bow,
        lambda m: m.kind == "shot" and m.attacker.ground == "hill",
    )
    defender_on_hill: bool = _flag(
        Text("Target on a hill"),
        "6:2:2",
        "Light cover against shots.",
        _shot,
        lambda m: m.kind == "shot" and m.defender.ground == "hill",
    )
    aimed_at_character: bool = _flag(
        Text("Aimed at a character"),
        "4:3:9",
        "At a character inside the unit, where that is allowed.",
        _may_pick,
        kind="hero",
    )
    loaded: bool = _circumstance(
        True,
        Text("Loaded"),
        "9:3:1",
        "Weapons for shooting are loaded with an action of their own.",
        _shot,
        lambda m: m.kind == "melee" or m.attacker.loaded,
        denied=Text("Not loaded"),
    )
    first_turn: bool = _circumstance(
        True,
        Text("First turn of this combat"),
        "9:5:5",
        "Only then charges, zones and counter-charges count.",
        _melee,
        lambda m: m.kind == "shot" or m.first_turn,
        denied=Text("A later turn of this combat"),
        shared=True,
    )
    charging: bool = _flag(
        Text("Charged"),
        "9:5:5",
        "Close combat: the attacker charged.",
        _begins,
        lambda m: m.begins and m.attacker.charged,
        denied=Text("Did not charge"),
        shared=True,
    )
    attacker_charged: bool = _flag(
        Text("Attacker was charged"),
        "5:2:1",
        "The attacker was charged; it moves initiative alone.",
        _never,
        lambda m: m.begins and m.defender.charged,
    )
    counter_charge: CounterCharge | None = _circumstance(
        None,
        Text("Attacker's counter-charge"),
        "9:5:6",
        "The attacker counter-charged: and won contact, which implies charging, or the enemy won it.",
        _begins,
        lambda m: _counter_charge(m, m.attacker),
        kind="choice",
        choices=_CONTACT,
        shared=True,
    )
    zone: Zone = _circumstance(
        "front",
        Text("Side that is struck"),
        "9:5:5",
        "Where the attacker stands, seen from the defender.",
        _begins,
        lambda m: m.zone if m.begins else "front",
        kind="choice",
        choices=(("front", Text("front")), ("flank", Text("flank")), ("rear", Text("rear"))),
        shared=True,
    )
    defender_engaged: bool = _flag(
        Text("Harassers already fighting"),
        "3:4:5",
        "The defender fights somebody: harassers have flanks and a rear then, and the settings say if it is shot at.",
        _harassers_struck,
        lambda m: m.kind == "melee" and m.defender_engaged,
        shared=True,
    )
    defender_counter_charge: CounterCharge | None = _circumstance(
        None,
        Text("Defender's counter-charge"),
        "9:5:6",
        "The defender counter-charged: and won contact, so that the charge failed, or the enemy won it.",
        _begins,
        lambda m: _counter_charge(m, m.defender),
        kind="choice",
        choices=_CONTACT,
        shared=True,
    )
    attacker_defensive: bool = _flag(
        Text("Attacker in defensive position"),
        "10:2:1",
        "It strikes in defensive position: -3 DC.",
        _unit_strikes,
        lambda m: m.kind == "melee" and m.attacker.defensive,
    )
    defender_defensive: bool = _flag(
        Text("Defender in defensive position"),
        "10:2:1",
        "It is struck in defensive position: +1 DF.",
        _unit_struck,
        lambda m: m.kind == "melee" and m.defender.defensive,
        shared=True,
    )
    attacker_withstood_and_shot: bool = _flag(
        Text("Attacker withstood and shot"),
        "9:5:6",
        "+2 AT (worse) in the combat that follows.",
        _shooter_strikes,
        lambda m: m.kind == "melee" and m.attacker.withstood_and_shot,
        shared=True,
    )
    defender_withstood_and_shot: bool = _flag(
        Text("Defender withstood and shot"),
        "9:5:6",
        "-1 DF in the combat that follows.",
        _shooter_struck,
        lambda m: m.kind == "melee" and m.defender.withstood_and_shot,
        shared=True,
    )
    attacker_fleeing: bool = _flag(
        Text("Attacker was reached in flight"),
        "9:5:6",
        "It flees and was reached: it strikes in defensive position.",
        _unit_strikes,
        lambda m: m.kind == "melee" and m.attacker.flees,
    )
    free_attack: bool = _flag(
        Text("Free attack of a pursuit"),
        "11:4:5",
        "The strike of a pursuit: no charge, no zone.",
        _melee,
        lambda m: m.kind == "melee" and m.pursuit,
    )
    confrontation: bool = _flag(
        Text("Confrontation of characters"), "4:3:10", "A duel of characters: all his DC.", _hero_strikes
    )
    chased_breakaway: bool = _flag(
        Text("After following one who broke away"),
        "4:3:8",
        "The duel after a chase: charge modifiers count although characters fight alone.",
        _hero_strikes,
    )
    defender_shot: bool = _flag(
        Text("He shot this turn"),
        "5:2:3",
        "A lone character shot a bow or teppo this turn; of teppos 5:2:5 says the same.",
        _lone_shooter_struck,
        lambda m: m.kind == "melee" and m.defender.shot,
    )
    failed_break_away: bool = _flag(
        Text("He failed to break away"),
        "4:3:8",
        "A character who tried to leave the combat in vain.",
        _hero_strikes_from_unit,
        api="attacker",
    )
    cover: Cover = _circumstance(
        "none",
        Text("Cover"),
        "2:7:4",
        "The defender's, in close combat too.",
        _always,
        lambda m: m.defender.cover,
        kind="choice",
        choices=(("none", Text("none")), ("light", Text("light")), ("heavy", Text("heavy"))),
        shared=True,
    )
    terrain: FoughtIn = _circumstance(
        "open",
        Text("Ground"),
        "6:2",
        "Close combat: where it is fought. Shots: where the target stands, a forest meaning its edge.",
        _always,
        _terrain,
        kind="choice",
        choices=(("open", Text("open")), ("forest", Text("forest")), ("stream", Text("stream"))),
        shared=True,
    )
    defender_held_hill: bool = _flag(
        Text("Defender stood on the hill first"),
        "6:2:2",
        "+1 AT (worse) in the first turn of a combat.",
        _begins,
        lambda m: m.begins and m.defender.ground == "hill",
        shared=True,
    )
    defender_fleeing: bool = _flag(
        Text("Target is in flight"),
        "11:4:2",
        "-2 DF, and always in defensive position.",
        _always,
        lambda m: m.defender.flees,
    )
    ve_attacker: int | None = _circumstance(
        None,
        Text("VE of the attacker's side"),
        "2:7:2",
        "VE of everybody who fights on that side, when several units do.",
        _unit_strikes,
        kind="number",
        most=MOST_VE,
        api="ve",
    )
    ve_defender: int | None = _circumstance(
        None,
        Text("VE of the defender's side"),
        "2:7:2",
        "VE of everybody who fights on that side, when several units do.",
        _unit_strikes,
        kind="number",
        most=MOST_VE,
        api="ve",
    )


CIRCUMSTANCES: Mapping[str, Circumstance] = {
    f.name: replace(f.metadata[_DECLARED], field=f.name) for f in fields(Situation)
}
"""Every circumstance by its field, in the order pages show them."""


def situation_of(meeting: Meeting) -> Situation:
    """What the facts already tell (2:6:4); the players correct the rest."""
    known: dict[str, Any] = {one.field: one.filled(meeting) for one in CIRCUMSTANCES.values()}
    return Situation(**known)
