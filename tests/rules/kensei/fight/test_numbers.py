"""The numbers of a strike, kept as text, and at every boundary; the strikes there are not."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.kensei.fight.attack import Numbers, lacks_distance, numbers
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.modifiers import left_out
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import Party, Strike, may_strike, no_shot_into_combat
from companion.rules.kensei.settings import Settings
from tests.golden.told import changed
from tests.modifier_cases import BOWS, KATANA, NINJAS, SHINOBI, SLINGS, TEPPO, YARI, melee, shot
from tests.rules.kensei.fight.test_modifiers import of, values
from tests.strategies import catalog, strike_from

NAMES = ("dc", "at", "df", "ar", "damage_bonus")


def read(word: str) -> tuple[str, Any]:
    """`flag`, `name=text` or `name=number`; `name=no` is not so."""
    name, _, value = word.partition("=")
    if value in ("", "no"):
        return name, not value
    try:
        return name, float(value) if "." in value or value == "nan" else int(value)
    except ValueError:
        return name, value


def side(words: str) -> dict[str, Any]:
    """`katana-samurai 4 +busho-buke:katana:mounted`, or a character with what is said of him."""
    name, *rest = words.split()
    if name in catalog().units:
        inside = [word[1:].split(":") for word in rest[1:] if word.startswith("+")]
        known = [
            {
                "character": who,
                "weapon": next((one for one in more if one != "mounted"), None),
                "mounted": "mounted" in more,
            }
            for who, *more in inside
        ]
        said = dict(read(word) for word in rest[1:] if not word.startswith("+"))
        found = {"unit": name, "miniatures": int(rest[0]), "characters": known, **said}
    else:
        found = {"character": name, **dict(map(read, rest))}
    return found | ({"effects": found["effects"].split("+")} if "effects" in found else {})


def body_of(line: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """`melee: who > whom | situation` as a body of `POST /api/kensei/attack`, and what no body says."""
    kind, _, rest = line.partition(": ")
    sides, _, said = rest.partition(" | ")
    body: dict[str, Any] = {"kind": kind, "situation": {}, "settings": {}, "modifiers": []}
    body["attacker"], body["defender"] = map(side, sides.split(" > "))
    strike: dict[str, Any] = {}
    for name, value in map(read, said.split()):
        to, _, inner = name.partition(".")
        if to == "free":
            worth, _, reason = str(value).partition(":")
            body["modifiers"].append({"to": inner, "value": int(worth), "reason": reason.replace("_", " ")})
        elif to == "share":
            strike["share"] = value
        elif to == "ve":
            body["situation"].setdefault("ve", {})[inner] = value
        else:
            (body["settings"] if to == "settings" else body["situation"])[inner or to] = value
    return body, strike


def struck(line: str) -> Strike:
    """The strike of such a line; `among` is the unit he stands in, `share` his dice of a pool."""
    body, strike = body_of(line)
    made = replace(strike_from(body), **strike)
    for who in ("attacker", "defender"):
        if among := body[who].get("among"):
            made = replace(made, **{who: replace(getattr(made, who), unit=catalog().units[among])})
    return made


def told(lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield line
        strike = struck(line)
        found = numbers(strike)
        if not isinstance(found, Numbers):
            yield f"  refused{' for its distance' * lacks_distance(found)}: {found} {found.rule}"
            continue
        known = {name: getattr(found, name) for name in NAMES}
        at = f" at {found.target.name}" if found.target else ""
        yield f"  {found.weapon or 'by hand'}{at}: {', '.join(f'{name} {one.value}' for name, one in known.items())}"
        for name, number in known.items():
            terms = [f"{one.value:+} {one.reason} ({one.rule}, {one.ruling or '-'})" for one in number.modifiers]
            if terms:
                yield f"    {name} {number.base}: {'; '.join(terms)}"
        yield from (f"    left out of {name}: {one.reason}" for name, one in left_out(strike))


def test_strikes_have_the_numbers_that_are_kept() -> None:
    assert not changed("strikes", told)


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


def test_a_shot_into_a_combat_is_refused_in_one_sentence_wherever_it_is_asked() -> None:
    refused = numbers(strike_from(shot(BOWS, YARI, defender_engaged=True)))
    assert refused == no_shot_into_combat("Yari Ashigaru", True, Settings())
    attacker, defender = Party("Yumi Samurai", began_to_flee=False, engaged=False), Party("Yari Ashigaru", False, True)
    assert may_strike("shot", attacker, defender, Settings()) == refused


def test_nothing_special_is_happening_unless_it_is_said() -> None:
    assert (Situation().first_turn, Situation().loaded, Situation().zone) == (True, True, "front")


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
