"""A row for every trait of 5:1, and for the three marks the rules need besides: what it is worth where it matters."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.after.honor import (
    Commander,
    command_reach_cm,
    flight_dice,
    honor_target,
    lends_honor,
    may_take_heart,
)
from companion.rules.kensei.army.joining import capacity, objections, refused_by
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.confrontation import may_challenge, may_refuse
from companion.rules.kensei.orders.characters import Newcomer, Ranks, may_enter
from companion.rules.kensei.orders.charge import Charge
from companion.rules.kensei.profiles import Trait
from companion.rules.kensei.turn.command import is_heinin
from companion.rules.text import Refusal
from tests.modifier_cases import character, melee, shot, unit
from tests.strategies import strike_from

UNITS, CHARACTERS = catalog().units, catalog().characters


def reasons(body: Mapping[str, Any], to: str) -> dict[str, int]:
    """What changes a number of this attack, by its words."""
    found = numbers(strike_from(body))
    assert isinstance(found, Numbers), str(found)
    return {str(term.reason): term.value for term in getattr(found, to).modifiers}


def dice(body: Mapping[str, Any]) -> int:
    found = numbers(strike_from(body))
    assert isinstance(found, Numbers)
    return found.dc.value


def on_foot() -> None:
    who = Combatant(UNITS["katana-samurai"], 8)
    assert flight_dice(who) == 2
    assert who.on_foot
    assert Charge(10, mounted=False, gap_cm=10).dice == 1


def mounted() -> None:
    who = Combatant(UNITS["kiba-musha"], 4)
    assert flight_dice(who) == 3
    assert who.is_mounted
    assert Charge(15, mounted=True, gap_cm=15).dice == 2


def harasser() -> None:
    assert Combatant(UNITS["yari-kiba-musha"], 4).is_harasser
    assert not Combatant(UNITS["kiba-musha"], 4).is_harasser
    assert capacity(UNITS["ishitsubute-ashigaru"]) is None
    assert capacity(UNITS["yumi-ashigaru"]) is not None


def heinin() -> None:
    """Not called back near an enemy; the general never stands in its ranks."""
    assert {id_ for id_, one in UNITS.items() if is_heinin(one)} == {
        "yari-ashigaru", "yumi-ashigaru", "ishitsubute-ashigaru", "teppotai",
    }  # fmt: skip
    who, spears = CHARACTERS["taisho-buke"], UNITS["yari-ashigaru"]
    assert objections(spears, 8, (), who, weapon="katana", is_general=True)
    assert not objections(spears, 8, (), who, weapon="katana")


def ashigaru() -> None:
    for one, more in (("yari-ashigaru", 1), ("katana-samurai", 0)):
        who = Combatant(UNITS[one], 8)
        assert honor_target(who, sohei_near=True).value - honor_target(who).value == more


def sohei() -> None:
    """Ashigaru take heart from units of theirs and their leaders, and from nobody else; who is none takes none."""
    spears, everybody = UNITS["yari-ashigaru"], {**UNITS, **CHARACTERS}
    assert {id_ for id_, one in everybody.items() if may_take_heart(spears, (one,))} == {
        "naginata-sohei", "ama-kihei", "ikame-bo", "daimyo-sohei", "taisho-sohei", "busho-sohei",
    }  # fmt: skip
    assert not any(may_take_heart(UNITS["katana-samurai"], (one,)) for one in everybody.values())


def ninja() -> None:
    """Laid last (tests/play/kensei/deploy); a Spy strikes them with three times his dice and +4 IN (K78), of the half
    that is left to him where he failed to break away from them (K45, K67)."""
    found = []
    for foe in ("ninjas", "kengo"):
        strike = strike_from(melee(character("spy"), unit(foe, 3)))
        spy = replace(strike.attacker, effects=frozenset({"metsuke"}))
        known = numbers(replace(strike, attacker=spy))
        assert isinstance(known, Numbers)
        found.append(known.dc.value)
        stays = replace(spy, in_unit=True, effects=spy.effects | {"failed-break-away"})
        held = numbers(replace(strike, attacker=stays))
        assert isinstance(held, Numbers)
        found.append(held.dc.value)
    dice = CHARACTERS["spy"].attributes.dc
    assert found == [3 * dice, 3 * (dice // 2), dice, dice // 2]


def duelist() -> None:
    kensei = CHARACTERS["kensei"]
    for other in ("kensei", "busho-buke", "shinobi"):
        assert may_challenge(kensei, CHARACTERS[other]) is None
    for other in ("geisha", "spy"):
        assert isinstance(may_challenge(kensei, CHARACTERS[other]), Refusal)
        assert isinstance(may_challenge(CHARACTERS[other], kensei), Refusal)
    assert may_refuse(kensei)


def samurai() -> None:
    assert [command_reach_cm(Combatant(UNITS[one], 8)) for one in ("katana-samurai", "naginata-sohei")] == [25, 15]


def projectiles() -> None:
    assert dice(shot(unit("yumi-samurai", 8), unit("katana-samurai", 8))) > 0
    assert isinstance(numbers(strike_from(shot(unit("katana-samurai", 8), unit("yumi-samurai", 8)))), Refusal)


def loner() -> None:
    """+1 AT to be hit by a shot, also who stands alone; no character in it; 3 DC a miniature over its basic unit."""
    bows = unit("yumi-samurai", 8)
    for target, worth in ((unit("kengo", 3), {1}), (character("busho-buke"), {1}), (unit("katana-samurai", 8), set())):
        assert {value for why, value in reasons(shot(bows, target), "at").items() if "loner" in why} == worth
    two, three = (dice(melee(unit("kengo", count), unit("katana-samurai", 8))) for count in (2, 3))
    assert three - two == 3
    assert objections(UNITS["kengo"], 3, (), CHARACTERS["busho-buke"])
    for one in ("kensei", "shinobi", "spy"):
        ranks = Ranks(UNITS["katana-samurai"], 6)
        assert isinstance(may_enter(Newcomer(CHARACTERS[one]), ranks), Refusal), "not even a Mitsumono goes back"
    assert not objections(UNITS["katana-samurai"], 6, (), CHARACTERS["shinobi"], kind="mitsumono")
    assert not objections(UNITS["katana-samurai"], 6, (), CHARACTERS["spy"]), "he hides in one"
    assert not Combatant(CHARACTERS["shinobi"], in_unit=True).is_loner


def commandment() -> None:
    who = Combatant(UNITS["yari-ashigaru"], 8)
    assert lends_honor(who, Commander(CHARACTERS["busho-buke"], distance_cm=15))
    assert not lends_honor(who, Commander(CHARACTERS["busho-buke"], distance_cm=16))
    assert not lends_honor(who, Commander(CHARACTERS["busho-buke"], distance_cm=5, in_other_unit=True))
    assert not lends_honor(who, Commander(CHARACTERS["daisho-ashigaru"], distance_cm=5))
    assert lends_honor(Combatant(UNITS["katana-samurai"], 8), Commander(CHARACTERS["busho-buke"], distance_cm=25))


def assassin() -> None:
    assert may_challenge(CHARACTERS["shinobi"], CHARACTERS["busho-buke"]) is None
    assert not may_refuse(CHARACTERS["shinobi"])
    assert may_refuse(CHARACTERS["busho-buke"])


def hidden() -> None:
    """Geisha and Spy start in a unit and are shown when it fights (tests/play/kensei/deploy/test_kensei_hidden.py)."""
    assert {id_ for id_, one in CHARACTERS.items() if "hidden" in one.traits} == {"geisha", "spy"}
    assert not objections(UNITS["katana-samurai"], 6, (), CHARACTERS["geisha"])


def no_combat() -> None:
    refused = numbers(strike_from(melee(character("geisha"), unit("katana-samurai", 8))))
    assert str(refused) == "Geisha cannot strike with dice: only abilities are possible."


def bushi() -> None:
    """HR for the unit he stands in; who is special lends none (4:3:8), a Mitsumono neither (K80)."""
    who = Combatant(UNITS["katana-samurai"], 8)
    led = {id_: honor_target(replace(who, characters=(Character(one),))) for id_, one in CHARACTERS.items()}
    lending = {id_ for id_, number in led.items() if number.value > honor_target(who).value}
    assert lending == {id_ for id_, one in CHARACTERS.items() if one.rank != "special"}
    assert all(number == honor_target(who) for id_, number in led.items() if id_ not in lending)


def special() -> None:
    assert not Combatant(CHARACTERS["shinobi"], in_unit=True).is_bushi
    taken = objections(UNITS["katana-samurai"], 6, (CHARACTERS["busho-buke"],), CHARACTERS["shinobi"], kind="mitsumono")
    assert str(refused_by(taken)) == "Katana Samurai: a Mitsumono hides only where no Bushi stands."


ROWS: Mapping[Trait, Callable[[], None]] = {
    "on-foot": on_foot, "mounted": mounted, "harasser": harasser, "heinin": heinin, "ashigaru": ashigaru,
    "samurai": samurai, "sohei": sohei, "ninja": ninja, "projectiles": projectiles, "loner": loner, "bushi": bushi,
    "special": special, "commandment": commandment, "duelist": duelist, "assassin": assassin, "hidden": hidden,
    "no-combat": no_combat,
}  # fmt: skip


@pytest.mark.parametrize("trait", sorted(catalog().traits))
def test_every_trait_has_its_effects(trait: Trait) -> None:
    ROWS[trait]()
