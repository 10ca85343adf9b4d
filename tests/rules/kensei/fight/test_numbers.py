"""The numbers of a strike at every boundary, the weapons chosen for it, and the strikes there are not."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import FreeModifier, Party, may_strike, no_shot_into_combat
from companion.rules.kensei.settings import Settings
from tests.modifier_cases import (
    BOWS,
    BUSHO,
    DAISHO_ARCHER,
    KATANA,
    KENGO,
    LONE_BUSHO,
    LONE_DAIMYO,
    LONE_RIDER,
    NINJAS,
    SHINOBI,
    SLINGS,
    TEPPO,
    YARI,
    melee,
    shot,
    unit,
)
from tests.rules.kensei.fight.test_modifiers import of, terms, values
from tests.strategies import catalog, strike_from

# ---- boundaries


BOWS_REACH = {0: 5, 20: 5, 20.1: 6, 40: 6, 40.1: 7, 60: 7, 60.1: None}
BOWS_REACH_FROM_A_HILL = {40.1: 6, 50: 6, 50.1: 7, 70: 7, 70.1: None}
TEPPOS_REACH = {20: 6, 40.1: 7, 45: 7, 45.1: None}
SLINGS_REACH = {1: None, 20: None, 20.1: 7, 40: 7, 40.1: None}


@pytest.mark.parametrize(
    ("shooter", "on_hill", "reach"),
    [
        (BOWS, False, BOWS_REACH),
        (BOWS, True, BOWS_REACH_FROM_A_HILL),
        *((TEPPO, on_hill, TEPPOS_REACH) for on_hill in (False, True)),
        *((SLINGS, on_hill, SLINGS_REACH) for on_hill in (False, True)),
        *((NINJAS, on_hill, {20: 4, 20.1: None}) for on_hill in (False, True)),
        *((SHINOBI, on_hill, {20: 3, 20.1: None}) for on_hill in (False, True)),
    ],
)
def test_the_difficulty_at_each_distance(shooter: Any, on_hill: bool, reach: dict[float, int | None]) -> None:
    """A hill lengthens the reach of bows only (6:2:2)."""
    for distance, at in reach.items():
        n = numbers(strike_from(shot(shooter, YARI, distance, attacker_on_hill=on_hill)))
        assert (n.at.value if isinstance(n, Numbers) else None) == at, distance


@pytest.mark.parametrize(
    ("own", "enemy", "extra"), [(9, 5, 0), (10, 5, 2), (14, 5, 2), (15, 5, 4), (1, 0, 4), (0, 0, 0), (5, 10, 0)]
)
def test_superiority(own: int, enemy: int, extra: int) -> None:
    body = melee(KATANA, YARI, ve={"attacker": own, "defender": enemy})
    assert values(body)["dc"] == 4 + extra
    flat = body | {"settings": {"superiority": "flat"}}
    assert values(flat)["dc"] == 4 + min(extra, 2)
    assert values({**shot(BOWS, YARI), "situation": {"distance_cm": 30, "ve": body["situation"]["ve"]}})["dc"] == 4


def test_characters_in_a_unit_count_for_superiority() -> None:
    """VE 7 against 4 is less than double; with a Busho and a Taisho inside (VE 1 and 2) it is more (K46)."""
    captains = [{"character": name, "weapon": None, "mounted": False} for name in ("busho-buke", "taisho-buke")]
    attacker = unit("yari-ashigaru", 7)
    assert values(melee(attacker, KATANA))["dc"] == 7
    assert values(melee(attacker | {"characters": captains}, KATANA))["dc"] == 9
    assert values(melee(unit("yari-ashigaru", 8), unit("katana-samurai", 4, characters=captains[:1])))["dc"] == 8


@pytest.mark.parametrize("who", sorted(c.id for c in catalog().characters.values() if c.rank != "special"))
def test_fractions_of_a_characters_dice(who: str) -> None:
    """Half rounded up in a unit, half rounded down shooting, a third after a failed break-away (K13)."""
    profile = catalog().characters[who]
    dc = profile.attributes.dc
    inside = {"character": who, "in_unit": True}
    assert values(melee(inside, YARI))["dc"] == -(-dc // 2)
    assert values(melee(inside | {"failed_break_away": True}, YARI))["dc"] == dc // 3
    assert values(melee({"character": who}, YARI, ve={"attacker": 1, "defender": 5}))["dc"] == dc
    if "bow" in profile.weapons:
        for shooter in (inside, {"character": who}):
            assert values(shot(shooter | {"weapon": "bow"}, YARI))["dc"] == dc // 2


def test_confrontation_is_fought_with_full_dice() -> None:
    """Between characters no limit to DC, and no numbers of a unit (4:3:10, K65)."""
    enemy = {"character": "taisho-buke", "weapon": "katana", "in_unit": True}
    assert values(melee(BUSHO, enemy))["dc"] == 5
    assert values(melee(BUSHO, enemy | {"in_unit": False}, confrontation=True))["dc"] == 5
    assert values(melee(LONE_DAIMYO, {"character": "busho-buke"}, confrontation=True))["dc"] == 6
    assert values(melee(LONE_DAIMYO, {"character": "busho-buke"}))["dc"] == 8


def test_a_character_shares_what_his_unit_suffers() -> None:
    """Bows in close combat (K20), and a harasser unit's ease in a forest (K22)."""
    yumi, slings = catalog().units["yumi-samurai"], catalog().units["ishitsubute-ashigaru"]
    strike = strike_from(melee(LONE_BUSHO, BUSHO))
    assert of(replace(strike, defender=replace(strike.defender, unit=yumi))).df.value == 5 - 2
    strike = strike_from(melee(BUSHO, YARI, terrain="forest"))
    assert of(strike).at.value == 4 - 1 + 1
    assert of(replace(strike, attacker=replace(strike.attacker, unit=slings))).at.value == 4 - 1


def test_daisho_ashigaru_shoots_with_his_unit() -> None:
    """He counts as carrying what the ashigaru around him carry (12:6:1, K14), and nothing elsewhere."""
    daisho = {"character": "daisho-ashigaru", "in_unit": True}
    assert values(shot(daisho | {"weapon": "teppo"}, KENGO, 45))["dc"] == 1
    alone = numbers(strike_from(shot({"character": "daisho-ashigaru", "weapon": "bow"}, YARI)))
    assert not isinstance(alone, Numbers)
    strike = strike_from(shot(daisho, YARI))
    among = replace(strike.attacker, unit=catalog().units["teppotai"])
    assert of(replace(strike, attacker=among)).weapon == "teppo"
    lost = replace(strike.attacker, unit=catalog().units["yumi-samurai"])
    assert not isinstance(numbers(replace(strike, attacker=lost)), Numbers)


def test_aimed_shot_meets_the_character() -> None:
    """The blowpipe picks the character out: his DF and AR, +2 AT, and no loner (K18, K76)."""
    inside = {"character": "busho-buke", "weapon": "katana", "mounted": True}
    body = shot(SHINOBI, unit("kiba-musha", 3, characters=[inside]), 15, aimed_at_character=True)
    n = of(body)
    assert (n.at.value, n.df.value, n.ar.value) == (4 - 1 + 2, 5, 3 + 1)
    assert n.target is not None
    assert n.target.attributes.vt == 9 + 2
    same = of(shot(SHINOBI, {**LONE_RIDER, "in_unit": True}, 15))
    assert (same.at, same.df, same.ar) == (n.at, n.df, n.ar)
    assert of(shot(SHINOBI, KATANA, 15)).target is None


def test_weapons_are_chosen_for_the_kind() -> None:
    assert of(melee({"character": "busho-kuge"}, YARI)).weapon == "katana"
    assert of(shot({"character": "busho-kuge"}, YARI)).weapon == "bow"
    assert of(melee(NINJAS, YARI)).weapon == "shinobi-gatana"
    assert of(shot(NINJAS, YARI, 15)).weapon == "shuriken"
    assert of(melee(BOWS, YARI)).weapon is None
    assert of(melee(DAISHO_ARCHER, YARI)).weapon is None


def test_free_modifiers_come_last_and_before_the_floors() -> None:
    body = melee(YARI, KATANA, attacker_defensive=True) | {
        "modifiers": [
            {"to": "dc", "value": -4, "reason": "house rule"},
            {"to": "ar", "value": -5, "reason": "Clean Cut, 100 %"},
            {"to": "damage_bonus", "value": 2, "reason": "poison"},
        ]
    }
    n = of(body)
    assert (n.dc.value, n.ar.value, n.damage_bonus.value) == (0, 1, 2)
    assert terms(n.dc) == [(-3, "in defensive position"), (-4, "house rule"), (2, "counts as at least 0")]
    assert terms(n.ar) == [(-5, "Clean Cut, 100 %"), (4, "counts as at least 1")]
    raised = melee(YARI, KATANA) | {"modifiers": [{"to": "ar", "value": 3, "reason": "x"}]}
    assert values(raised)["ar"] == 5


def test_what_multiplies_stands_first_and_defensive_last() -> None:
    n = of(melee(unit("yari-ashigaru", 12), KATANA, attacker_defensive=True))
    assert [value for value, _ in terms(n.dc)] == [7, 2, 2, -3]
    df = of(shot(TEPPO, KENGO, cover="light", defender_fleeing=True)).df
    assert terms(df)[0] == (-2, "a teppo halves Defense")


# ---- refusals


@pytest.mark.parametrize(
    ("body", "rule", "word"),
    [
        (shot(BOWS, YARI, 61), "9:3:3", "up to 60 cm"),
        (shot(SLINGS, YARI, 20), "5:2:7", "over 20"),
        (shot(BOWS, YARI, float("nan")), "9:3:3", "nan"),
        (shot(BOWS, YARI, -1), "9:3:3", "-1"),
        (shot(BOWS, YARI, loaded=False), "9:3:1", "1 AC"),
        ({**shot(BOWS, YARI), "situation": {}}, "9:3:3", "measure"),
        (shot(BOWS, YARI, attacker_in_stream=True), "6:2:6", "stream"),
        (shot(TEPPO, YARI, teppo_wet=True), "6:2:6", "Wet teppo"),
        (shot(BOWS, YARI, defender_engaged=True), "9:3:2", "nobody shoots into one"),
        (shot(YARI, KATANA), "5:1:9", "spear"),
        (shot({**LONE_BUSHO}, YARI), "5:1:9", "katana"),
        (melee({**KATANA, "weapon": "naginata"}, YARI), "12:5:1", "katana"),
        (melee({"character": "geisha"}, YARI), "5:1:14", "Geisha"),
        (shot(BOWS, {**LONE_BUSHO, "in_unit": True}), "4:3:9", "blowpipe"),
        (shot(BOWS, KATANA, aimed_at_character=True), "4:3:9", "blowpipe"),
        (melee(YARI, {**LONE_BUSHO, "in_unit": True}), "10:2:6", "challenge"),
    ],
)
def test_refusals_say_why(body: dict[str, Any], rule: str, word: str) -> None:
    refused = numbers(strike_from(body))
    assert not isinstance(refused, Numbers)
    assert refused.rule == rule
    assert word.lower() in str(refused).lower()


@pytest.mark.parametrize(
    ("kind", "flees", "engaged", "target_engaged", "lenient"),
    list(itertools.product(("shot", "melee"), *[(False, True)] * 4)),
)
def test_who_may_strike_or_shoot_at_whom(
    kind: str, flees: bool, engaged: bool, target_engaged: bool, lenient: bool
) -> None:
    """8:3:5, 9:1, 9:3:2, told once more as the book tells it: who runs only strikes back, who fights does not shoot."""
    wanted = None
    if kind == "shot":
        if target_engaged and not lenient:
            wanted = "9:3:2"
        if engaged:
            wanted = "9:1"
        if flees:
            wanted = "8:3:5"
    elif flees and not engaged:
        wanted = "8:3:5"
    settings = Settings(shoot_into_combat="yes" if lenient else "no")
    parties = Party("Archers", flees, engaged), Party("Spears", False, target_engaged)
    refused = may_strike(kind, *parties, settings)  # type: ignore[arg-type]
    assert (refused.rule if refused else None) == wanted


def test_two_characters_must_be_told_apart() -> None:
    two = [{"character": name} for name in ("busho-buke", "geisha")]
    refused = numbers(
        strike_from(shot(SHINOBI, unit("katana-samurai", 4, characters=two), 15, aimed_at_character=True))
    )
    assert not isinstance(refused, Numbers)
    assert "two characters" in str(refused)


def test_a_shot_into_a_combat_is_refused_in_one_sentence_wherever_it_is_asked() -> None:
    refused = numbers(strike_from(shot(BOWS, YARI, defender_engaged=True)))
    assert refused == no_shot_into_combat("Yari Ashigaru", True, Settings())
    attacker, defender = Party("Yumi Samurai", began_to_flee=False, engaged=False), Party("Yari Ashigaru", False, True)
    assert may_strike("shot", attacker, defender, Settings()) == refused


def test_settings_open_what_they_say() -> None:
    assert of(shot(BOWS, YARI, defender_engaged=True) | {"settings": {"shoot_into_combat": "yes"}}).dc.value == 4
    assert of(melee(NINJAS, {**LONE_BUSHO, "in_unit": True}, confrontation=True)).dc.value == 6


def test_nothing_special_is_happening_unless_it_is_said() -> None:
    assert (Situation().first_turn, Situation().loaded, Situation().zone) == (True, True, "front")
    assert values(melee(KATANA, YARI)) == {"dc": 4, "at": 5, "df": 3, "ar": 1, "damage_bonus": 0}


def test_each_number_names_the_profile_it_comes_from() -> None:
    found = of(melee(KATANA, YARI))
    sources = [str(number.source) for number in (found.dc, found.at, found.df, found.ar, found.damage_bonus)]
    assert sources == [
        "profile of Katana Samurai", "profile of Katana Samurai", "profile of Yari Ashigaru",
        "profile of Yari Ashigaru", "no bonus by itself",
    ]  # fmt: skip


@pytest.mark.parametrize("who", [who for who in catalog().characters.values() if who.may_ride], ids=lambda who: who.id)
def test_a_mount_gives_a_character_its_stride_armor_and_two_points(who: Any) -> None:
    """K21; a unit's horses are printed."""
    afoot, mounted = who.attributes, Combatant(who, mounted=True).attributes
    assert (mounted.mv, mounted.ar, mounted.vt) == (15, afoot.ar + 1, afoot.vt + 2)
    riders = catalog().units["kiba-musha"]
    assert Combatant(riders, 3, mounted=True).attributes == riders.attributes


# ---- shared dice


def test_a_share_is_all_of_the_pool_there_is_and_what_players_add_counts_on_it() -> None:
    """10:2:6, K48: the other dice strike somebody else, so what changes the pool changes no share."""
    strike = replace(strike_from(melee(unit("katana-samurai", 10), YARI)), share=4)
    found = of(strike)
    assert found.dc.value == 4
    (term,) = (m for m in found.dc.modifiers if m.rule == "10:2:6")
    assert (term.value, term.ruling) == (-8, "K48"), "ten miniatures, and twice their VE"
    assert of(replace(strike, free=(FreeModifier("dc", 2, "a house rule"),))).dc.value == 6
