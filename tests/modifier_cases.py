"""One table of cases for every modifier of K9 to K23: the rules and the pages are tested from it.

Each case holds bodies of `POST /api/kensei/attack`, with no dice: in `fires` the modifier stands among
the reasons of its number with this value, in each body of `quiet` it does not stand there at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.kensei.fight.modifiers import MODIFIERS

Body = Mapping[str, Any]


@dataclass(frozen=True)
class ModifierCase:
    """`id` is the modifier's in `MODIFIERS`; `to`, `value` and `reason` are what the answer must show."""

    id: str
    to: str
    value: int
    fires: Body
    quiet: tuple[Body, ...]
    values: Mapping[str, Any]

    @property
    def reason(self) -> str:
        """The English reason as the answer prints it."""
        reason = next(rule.reason for rule in MODIFIERS if rule.id == self.id)
        return reason % self.values if self.values else reason


def case(
    id: str, to: str, value: int, fires: Body, *quiet: Body, values: Mapping[str, Any] | None = None
) -> ModifierCase:
    """The modifier counts with this value in the first body, and in no other."""
    return ModifierCase(id, to, value, fires, quiet, values or {})


def unit(name: str, miniatures: int, **more: Any) -> dict[str, Any]:
    """A unit as one side of a body."""
    return {"unit": name, "miniatures": miniatures, **more}


def character(name: str, **more: Any) -> dict[str, Any]:
    """A character as one side of a body."""
    return {"character": name, **more}


def melee(attacker: Body, defender: Body, settings: Body | None = None, **situation: Any) -> dict[str, Any]:
    """A body of a close-combat attack."""
    body = {"kind": "melee", "attacker": attacker, "defender": defender, "situation": situation}
    return body | ({"settings": settings} if settings else {})


def shot(attacker: Body, defender: Body, distance_cm: float = 30, **situation: Any) -> dict[str, Any]:
    """A body of a shot; at 30 cm no distance modifier counts."""
    situation = {"distance_cm": distance_cm, **situation}
    return {"kind": "shot", "attacker": attacker, "defender": defender, "situation": situation}


YARI = unit("yari-ashigaru", 5)
YUMI = unit("yumi-ashigaru", 4)
KATANA = unit("katana-samurai", 4)
BOWS = unit("yumi-samurai", 4)
TEPPO = unit("teppotai", 5)
SLINGS = unit("ishitsubute-ashigaru", 3)
RIDERS = unit("kiba-musha", 3)
LANCERS = unit("yari-kiba-musha", 3)
NUNS = unit("ama-kihei", 3)
NAGINATA = unit("naginata-sohei", 4)
NINJAS = unit("ninjas", 3)
KENGO = unit("kengo", 1)
IKAME = unit("ikame-bo", 1)
DAI_KATANA = unit("no-dachi-samurai", 4)
LED = {**KATANA, "characters": [{"character": "busho-buke", "weapon": "katana", "mounted": False}]}

KENSEI = character("kensei")
SHINOBI = character("shinobi")
SPY = character("spy")
DAISHO_ARCHER = character("daisho-samurai", weapon="bow")
BUSHO = character("busho-buke", weapon="katana", in_unit=True)
LONE_BUSHO = character("busho-buke", weapon="katana")
LONE_DAIMYO = character("daimyo-buke", weapon="katana")
LONE_RIDER = character("busho-buke", weapon="katana", mounted=True)
RIDING_SPEAR = character("taisho-buke", weapon="spear", mounted=True, in_unit=True)

CHARGE_OF_THE_BOOK = melee(
    unit("katana-samurai", 10), unit("yari-ashigaru", 10), charging=True, defender_defensive=True
)
"""The worked example of the book."""

# What makes a modifier count stands in the first line of its case, what does not below it.
MODIFIER_CASES: tuple[ModifierCase, ...] = (
    # Dice pool
    case("half-dc-shooting", "dc", -2, shot(DAISHO_ARCHER, YARI),
         shot(BOWS, YARI), melee(character("daisho-samurai"), YARI)),
    case("bushi-in-unit", "dc", -2, melee(BUSHO, YARI),
         melee(LONE_BUSHO, YARI), melee(KATANA, YARI), melee({**BUSHO, "failed_break_away": True}, YARI)),
    case("bushi-failed-break-away", "dc", -4, melee({**BUSHO, "failed_break_away": True}, YARI),
         melee(BUSHO, YARI), melee(LONE_BUSHO, YARI)),
    case("special-failed-break-away", "dc", -2, melee({**SPY, "in_unit": True, "failed_break_away": True}, YARI),
         melee({**SPY, "in_unit": True}, YARI), melee({**BUSHO, "failed_break_away": True}, YARI)),
    case("miniatures", "dc", 5, melee(unit("yari-ashigaru", 10), KATANA),
         melee(YARI, KATANA), melee(LONE_BUSHO, KATANA), values={"count": "10 miniatures", "basic": 5}),
    case("superiority-double", "dc", 2, melee(unit("yari-ashigaru", 8), KATANA),
         melee(unit("yari-ashigaru", 7), KATANA), shot(unit("yumi-samurai", 8), KATANA),
         melee(unit("yari-ashigaru", 8), KATANA, ve={"attacker": 8, "defender": 9}),
         melee(BUSHO, unit("yari-ashigaru", 1), ve={"attacker": 10, "defender": 2})),
    case("superiority-triple", "dc", 2, melee(unit("yari-ashigaru", 12), KATANA),
         melee(unit("yari-ashigaru", 11), KATANA),
         melee(unit("yari-ashigaru", 12), KATANA, {"superiority": "flat"})),
    case("counter-charge-dice", "dc", 2, melee(KATANA, YARI, counter_charge="won"),
         melee(KATANA, YARI, counter_charge="lost"), melee(KATANA, YARI, charging=True),
         melee(KATANA, YARI, counter_charge="won", first_turn=False), melee(BUSHO, YARI, counter_charge="won")),
    case("defensive-dice", "dc", -3, melee(unit("yari-ashigaru", 10), KATANA, attacker_defensive=True),
         melee(unit("yari-ashigaru", 10), KATANA, defender_defensive=True),
         melee(YARI, KATANA, attacker_defensive=True, charging=True),
         melee(YARI, KATANA, attacker_defensive=True, counter_charge="won"),
         melee(YARI, KATANA, attacker_defensive=True, counter_charge="lost"),
         melee(LONE_BUSHO, YARI, attacker_defensive=True),
         melee(YUMI, KATANA, attacker_defensive=True, attacker_withstood_and_shot=True)),
    # Attack difficulty
    case("charge-on-foot", "at", -1, melee(YARI, KATANA, charging=True),
         melee(YARI, KATANA), melee(YARI, KATANA, charging=True, first_turn=False),
         melee(RIDERS, KATANA, charging=True), melee(YARI, LONE_BUSHO, charging=True),
         melee(LONE_BUSHO, YARI, charging=True), melee(YARI, KATANA, counter_charge="lost")),
    case("charge-mounted", "at", -2, melee(RIDERS, YARI, charging=True),
         melee(RIDERS, YARI), melee(RIDERS, YARI, charging=True, first_turn=False),
         melee(KATANA, YARI, charging=True), melee(LONE_RIDER, YARI, charging=True)),
    case("short-distance", "at", -1, shot(BOWS, YARI, 20),
         shot(BOWS, YARI, 20.1), shot(SLINGS, YARI, 30), melee(BOWS, YARI)),
    case("long-distance", "at", 1, shot(BOWS, YARI, 40.1),
         shot(BOWS, YARI, 40), shot(TEPPO, YARI, 45), shot(BOWS, YARI, 50, attacker_on_hill=True)),
    case("marched", "at", 1, shot(BOWS, YARI, moved="march"),
         shot(BOWS, YARI), shot(BOWS, YARI, moved="run")),
    case("ran", "at", 2, shot(BOWS, YARI, moved="run"),
         shot(BOWS, YARI), shot(BOWS, YARI, moved="march")),
    case("overcame-obstacle", "at", 1, shot(BOWS, YARI, overcame_obstacle=True),
         shot(BOWS, YARI), melee(BOWS, YARI, overcame_obstacle=True)),
    case("loner", "at", 1, shot(BOWS, KENGO),
         shot(BOWS, YARI), melee(KATANA, KENGO), shot(SHINOBI, {**LONE_BUSHO, "in_unit": True}, 20)),
    case("loner-in-melee", "at", 1, melee(KATANA, KENSEI, {"loner_in_melee": "plus_one"}),
         melee(KATANA, KENSEI), melee(KATANA, YARI, {"loner_in_melee": "plus_one"})),
    case("aimed-at-character", "at", 2, shot(SHINOBI, LED, 15, aimed_at_character=True),
         shot(SHINOBI, KATANA, 15), shot(SHINOBI, LONE_BUSHO, 15, aimed_at_character=True)),
    case("greater-precision", "at", -1, shot(BOWS, YARI, greater_precision=True),
         shot(BOWS, YARI), melee(BOWS, YARI)),
    case("withstand-and-shoot", "at", 2, shot(BOWS, YARI, withstand_and_shoot=True),
         shot(BOWS, YARI), melee(BOWS, YARI, withstand_and_shoot=True)),
    case("after-withstand-attack", "at", 2, melee(BOWS, YARI, attacker_withstood_and_shot=True),
         melee(BOWS, YARI), melee(BOWS, BOWS, defender_withstood_and_shot=True)),
    case("katana", "at", -1, melee(KATANA, YARI),
         melee(YARI, KATANA), melee(BOWS, YARI), melee({**BUSHO, "weapon": "spear"}, YARI),
         shot(DAISHO_ARCHER, YARI)),
    case("no-dachi", "at", -1, melee(DAI_KATANA, YARI),
         melee(KATANA, YARI), melee(YARI, DAI_KATANA)),
    case("spear-against-mounted", "at", -2, melee(YARI, RIDERS),
         melee(YARI, KATANA), melee(LANCERS, RIDERS), melee(KATANA, RIDERS)),
    case("spear-charge-attack", "at", -1, melee(LANCERS, RIDERS, charging=True),
         melee(LANCERS, RIDERS), melee(LANCERS, YARI, charging=True), melee(YARI, RIDERS, charging=True),
         melee(LANCERS, RIDERS, charging=True, first_turn=False)),
    case("forest-on-foot", "at", 1, melee(KATANA, YARI, terrain="forest"),
         melee(KATANA, YARI), melee(KENGO, YARI, terrain="forest"), melee(LONE_BUSHO, YARI, terrain="forest"),
         melee(RIDERS, YARI, terrain="forest"), shot(BOWS, YARI, terrain="forest")),
    case("forest-mounted", "at", 2, melee(RIDERS, YARI, terrain="forest"),
         melee(RIDERS, YARI), melee(LANCERS, YARI, terrain="forest"), melee(KATANA, YARI, terrain="forest")),
    case("forest-mounted-harasser", "at", 1, melee(NUNS, YARI, terrain="forest"),
         melee(NUNS, YARI), melee(RIDERS, YARI, terrain="forest"), melee(KENGO, YARI, terrain="forest")),
    case("held-hill", "at", 1, melee(KATANA, YARI, defender_held_hill=True),
         melee(KATANA, YARI), melee(KATANA, YARI, defender_held_hill=True, first_turn=False)),
    # Defense
    case("teppo", "df", -2, shot(TEPPO, KENGO),
         shot(BOWS, KENGO), melee(TEPPO, KENGO)),
    case("defensive-defense", "df", 1, melee(KATANA, YARI, defender_defensive=True),
         melee(KATANA, YARI, attacker_defensive=True), shot(BOWS, YARI, defender_defensive=True),
         shot(BOWS, YARI, defender_fleeing=True), melee(KATANA, LONE_BUSHO, defender_defensive=True),
         melee(KATANA, LONE_BUSHO, defender_fleeing=True),
         melee(KATANA, YARI, defender_defensive=True, counter_charge="won")),
    case("flank", "df", -1, melee(KATANA, YARI, charging=True, zone="flank"),
         melee(KATANA, YARI, charging=True), melee(KATANA, YARI, zone="flank", first_turn=False),
         melee(KATANA, LANCERS, charging=True, zone="flank"), melee(KATANA, LONE_BUSHO, charging=True, zone="flank"),
         melee(LONE_BUSHO, YARI, charging=True, zone="flank")),
    case("rear", "df", -2, melee(KATANA, YARI, charging=True, zone="rear"),
         melee(KATANA, YARI, charging=True, zone="flank"), melee(KATANA, YARI, zone="rear", first_turn=False),
         melee(KATANA, KENGO, charging=True, zone="rear"), melee(KATANA, KENSEI, charging=True, zone="rear")),
    case("naginata", "df", -1, melee(NAGINATA, YARI),
         melee(KATANA, YARI), melee(YARI, NAGINATA)),
    case("bow", "df", -1, shot(BOWS, YARI),
         shot(TEPPO, YARI), melee(BOWS, YARI)),
    case("projectile-unit", "df", -2, melee(YARI, BOWS),
         melee(YARI, NINJAS), melee(YARI, SLINGS), melee(YARI, KATANA), shot(BOWS, BOWS),
         melee(YARI, DAISHO_ARCHER)),
    case("lone-shooter", "df", -2, melee(YARI, DAISHO_ARCHER, defender_withstood_and_shot=True),
         melee(YARI, DAISHO_ARCHER), melee(YARI, SHINOBI, defender_withstood_and_shot=True)),
    case("after-withstand-defense", "df", -1, melee(YARI, BOWS, defender_withstood_and_shot=True),
         melee(YARI, BOWS), melee(BOWS, BOWS, attacker_withstood_and_shot=True)),
    case("light-cover", "df", 1, melee(KATANA, YARI, cover="light"),
         melee(KATANA, YARI), melee(KATANA, YARI, cover="light", first_turn=False), shot(BOWS, YARI, cover="heavy")),
    case("heavy-cover", "df", 2, shot(BOWS, YARI, cover="heavy"),
         shot(BOWS, YARI, cover="light"), melee(KATANA, YARI, cover="heavy", first_turn=False)),
    case("hill-cover", "df", 1, shot(BOWS, YARI, defender_on_hill=True),
         shot(BOWS, YARI, attacker_on_hill=True), shot(BOWS, YARI, defender_on_hill=True, cover="light"),
         shot(BOWS, YARI, defender_on_hill=True, cover="heavy"), melee(KATANA, YARI, defender_on_hill=True)),
    case("forest-cover", "df", 1, shot(BOWS, YARI, terrain="forest"),
         shot(BOWS, YARI), shot(BOWS, YARI, terrain="forest", cover="heavy"), melee(KATANA, YARI, terrain="forest")),
    case("fleeing", "df", -2, shot(BOWS, YARI, defender_fleeing=True),
         shot(BOWS, YARI), melee(KATANA, YARI, zone="rear")),
    case("stream", "df", -2, melee(KATANA, YARI, terrain="stream"),
         melee(KATANA, YARI), shot(BOWS, YARI, cover="light")),
    case("counter-charge-defense", "df", -1, melee(RIDERS, LANCERS, counter_charge="won"),
         melee(RIDERS, LANCERS, charging=True), melee(RIDERS, LANCERS, counter_charge="lost"),
         melee(RIDERS, LANCERS, counter_charge="won", first_turn=False)),
    # Armor
    case("mount", "ar", 1, melee(KATANA, LONE_RIDER),
         melee(KATANA, LONE_BUSHO), melee(KATANA, RIDERS)),
    case("heavy-armor", "ar", 1, shot(BOWS, LONE_BUSHO),
         shot(TEPPO, LONE_BUSHO), melee(KATANA, LONE_BUSHO), shot(BOWS, LONE_DAIMYO), shot(BOWS, KATANA)),
    case("legendary-armor", "ar", 2, shot(BOWS, LONE_DAIMYO),
         shot(TEPPO, LONE_DAIMYO), melee(KATANA, LONE_DAIMYO), shot(BOWS, LONE_BUSHO)),
    case("tetsubo", "ar", -1, melee(IKAME, KATANA),
         melee(KATANA, IKAME), melee(KENGO, KATANA)),
    case("spear-charge-armor", "ar", -1, melee(LANCERS, KATANA, charging=True),
         melee(LANCERS, KATANA), melee(YARI, KATANA, charging=True), melee(RIDERS, KATANA, charging=True),
         melee(LANCERS, KATANA, charging=True, first_turn=False),
         melee({**RIDING_SPEAR, "in_unit": False}, KATANA, charging=True)),
    # Damage
    case("no-dachi-damage", "damage_bonus", 1, melee(DAI_KATANA, YARI),
         melee(KATANA, YARI)),
    case("shinobi-gatana", "damage_bonus", 1, melee(NINJAS, YARI),
         shot(NINJAS, YARI, 15), melee(KENGO, YARI)),
    case("shuriken", "damage_bonus", 1, shot(NINJAS, YARI, 15),
         melee(NINJAS, YARI), shot(BOWS, YARI, 15)),
    case("blowpipe", "damage_bonus", 1, shot(SHINOBI, YARI, 15),
         melee(SHINOBI, YARI), shot(BOWS, YARI, 15)),
)  # fmt: skip
