"""Why each entry of a list is there, in a line: what a unit is for, what a character brings where he stands."""

from __future__ import annotations

from collections.abc import Iterator

from companion.content import catalog
from companion.play.armies.draft import Titles, titles_of
from companion.play.armies.outfit import serves
from companion.rules.kensei.army import Army, CharacterEntry, Roster, UnitEntry
from companion.rules.kensei.profiles import UnitProfile
from companion.rules.text import Text, counted


def reasons(army: Army) -> Iterator[tuple[str, Text]]:
    """The id and the reason of each unit and character that counts, in the order of the list."""
    roster, titles = Roster.of(army, catalog()), titles_of(army)
    needed = roster.level.basic.least
    for unit in army.fielded:
        basic = roster.profile(unit).unit_class == "basic" and needed > 0
        needed -= basic
        yield unit.id, _of_unit(roster, unit, basic)
    for one in army.present:
        yield one.id, _of_character(roster, one, titles)


def _of_unit(roster: Roster, unit: UnitEntry, needed: bool) -> Text:
    """What it is for; `needed` where the level asks for a basic unit and this is one of them."""
    profile, level = roster.profile(unit), roster.level
    reach = round(max((catalog().weapons[id_].range_cm for id_ in profile.weapons), default=0))
    values: dict[str, object] = {"mv": profile.attributes.mv, "least": level.basic.least, "level": level.number}
    values |= {"cm": reach, "koku": profile.koku, "hr": profile.attributes.hr}
    if "ninja" in profile.traits:
        words = Text("to hide until the enemy comes near")
    elif "loner" in profile.traits:
        words = Text("each worth several: to hold a weak place in the line")
    elif "mounted" in profile.traits:
        words = Text("to ride %(mv)s cm a move: around a flank, or in pursuit", values)
    elif "projectiles" in profile.traits:
        words = Text("to shoot up to %(cm)s cm away, before anybody is in contact", values)
    elif "heinin" in profile.traits:
        words = Text("cheap, %(koku)s koku each: to hold ground", values)
    elif profile.unit_class == "basic":
        words = Text("the main line: to hold and to strike (HR %(hr)s)", values)
    else:
        words = _than_the_line(profile)
    if not needed:
        return words
    return Text("%(words)s; a basic unit (level %(level)s needs at least %(least)s)", {**values, "words": words})


def _than_the_line(profile: UnitProfile) -> Text:
    """What a special unit does better than the line of Katana Samurai."""
    line = catalog().units["katana-samurai"]
    better, plain = profile.attributes, line.attributes
    values = {"line": line.name, "at": better.at, "plain_at": plain.at, "hr": better.hr, "plain_hr": plain.hr}
    if better.at is not None and plain.at is not None and better.at < plain.at:
        return Text("to strike harder than %(line)s (AT %(at)s against %(plain_at)s)", values)
    return Text("to hold longer than %(line)s (HR %(hr)s against %(plain_hr)s)", values)


def ability_reasons(army: Army) -> Iterator[tuple[str, Text]]:
    """Each Taisho ability of the list by its name, and whom it is for."""
    titles = titles_of(army)
    for id_ in army.taisho_abilities:
        served = serves(army, id_)
        words = Text("for %(whom)s", {"whom": tuple(titles[one] for one in served)})
        if len(served) == len(army.fielded):
            words = Text("for every unit")
        yield catalog().taisho_abilities[id_].name, words if served else Text("for nobody in this list")


def _of_character(roster: Roster, one: CharacterEntry, titles: Titles) -> Text:
    who, unit = roster.who(one), roster.army.unit(one.joins)
    leads = one is roster.general()
    values = {"unit": titles.get(one.joins or "", ""), "hr": who.honor_bonus, "initiative": who.initiative_bonus}
    if leads and unit is not None:
        return counted(
            "leads from %(unit)s, with %(num)s Commandment Point, and raises its HR",
            "leads from %(unit)s, with %(num)s Commandment Points, and raises its HR",
            who.commandment_points,
            values,
        )
    if leads:
        return counted(
            "leads, with %(num)s Commandment Point, and goes where he is needed",
            "leads, with %(num)s Commandment Points, and goes where he is needed",
            who.commandment_points,
        )
    if "hidden" in who.traits or who.id == "shinobi":
        return Text("attacks from hiding") if unit is None else Text("hides in %(unit)s until shown", values)
    if unit is None:
        return Text("fights alone, or challenges enemy characters")
    if who.initiative_bonus:
        return Text("gives %(unit)s HR +%(hr)s and initiative +%(initiative)s", values)
    return Text("gives %(unit)s HR +%(hr)s", values)
