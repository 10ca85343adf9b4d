"""Ways to make a whole list legal: the naive checker agrees with each, and no set of fewer changes does it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.armies.mend import WayToMend, level_instead, ways_to_mend
from companion.play.armies.reading import read
from companion.play.armies.suggest import Suggestion, fill
from companion.rules.kensei.army import Army, CharacterEntry, Fix, UnitEntry, mended, most_miniatures, problems
from companion.rules.kensei.army.joining import GENERALS
from companion.rules.kensei.army.mending import setting
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.army.together import lawful_abilities
from companion.rules.kensei.profiles import Path
from tests.golden.told import changed
from tests.rules.kensei.army import naive
from tests.rules.kensei.army.lists import Doc, army, doc, documents, hero, unit
from tests.rules.kensei.army.test_army_judged import act


def words(way: WayToMend) -> list[str]:
    return [str(change.words) for change in way.changes]


def legal(listed: Army) -> bool:
    return not problems(listed, catalog())


def without_twins(listed: Army, way: WayToMend) -> str:
    """What becomes of each entry as its owner sees it: one of several alike, nameless and empty, is told by nothing."""
    held = {one.joins for one in listed.characters} | {listed.general}
    after = {one.id: one for one in (*way.army.units, *way.army.characters)}
    seen = []
    for one in (*listed.units, *listed.characters):
        left = after.pop(one.id, None)
        plain = not (one.name or one.note or one.id in held or getattr(one, "joins", None))
        seen.append(repr((replace(one, id=""), left and replace(left, id="")) if plain else (one, left)))
    return repr((way.army.general, way.army.taisho_abilities, sorted(seen), sorted(map(repr, after.values()))))


def taken(way: WayToMend) -> set[str]:
    """Whom a way takes out of the list, for good or to the bench."""
    fixes = [fix for change in way.changes for fix in change.fixes]
    return {fix.remove or str(fix.set["id"]) for fix in fixes if fix.remove or "benched" in fix.set}


def touched(way: WayToMend) -> set[str]:
    fixes = [fix for change in way.changes for fix in change.fixes]
    return {fix.remove or (fix.add.id if fix.add else str(fix.set.get("id", ""))) for fix in fixes}


def check(listed: Army, since: Sequence[str] = ()) -> tuple[WayToMend, ...]:
    """Every way makes it legal, by the rules and by the naive checker, and says what is left. All are as short, but for
    one that keeps all entries where no other does; and none takes out what another only changes."""
    ways = ways_to_mend(listed, since)
    assert ways
    assert len({way.key for way in ways}) == len(ways)
    assert len({without_twins(listed, way) for way in ways}) == len(ways), [words(way) for way in ways]
    for way in ways:
        assert legal(way.army), (words(way), [str(p.message) for p in problems(way.army, catalog())])
        document = document_of(way.army)
        assert naive.codes(document, way.army.level) == set()
        longer = len(way.changes) - len(ways[0].changes)
        assert longer == 0 or (longer == 1 and way is ways[1] and not taken(way))
        assert longer == 0 or all(taken(other) for other in ways if other is not way)
        for other in (other for other in ways if len(other.changes) <= len(way.changes)):
            assert not (taken(way) > taken(other) and touched(way) >= touched(other)), (words(way), words(other))
        assert mended(listed, [fix for change in way.changes for fix in change.fixes]) == way.army
        roster = Roster(way.army, catalog(), catalog().levels[way.army.level])
        spent = sum(map(naive.koku_of, naive.units_of(document)))
        assert way.roster.koku_budget.left == roster.koku_allowed - spent >= 0
        assert way.roster.vp_budget.left == roster.level.vp - sum(map(naive.vp_of, naive.heroes_of(document))) >= 0
    return ways


# ---- ways, kept as text


def told(lines: list[str]) -> Iterator[str]:
    """Every way to make a list legal, with what each change does. A line before it says what came since it was so."""
    since = lines[0].removeprefix("~ since ").split() if len(lines) > 1 else []
    listed = read(lines[-1]).army
    assert listed is not None
    yield from lines
    for number, way in enumerate(() if legal(listed) else check(listed, since), 1):
        for change in way.changes:
            yield f"  {number}. {change.words} ({', '.join(map(act, change.fixes))})"
    if (level := level_instead(listed)) is not None:
        yield f"  or level {level}"


def test_the_ways_that_are_offered() -> None:
    assert not changed("mended-lists", told)


def test_an_empty_list_is_given_what_it_needs() -> None:
    ways = check(army(doc("sohei", 1)))
    assert len(ways[0].changes) == 3
    assert any("to lead" in line for line in words(ways[0]))


def test_a_way_goes_when_a_later_one_does_less() -> None:
    """To take the unit of four out loses less than to lead it otherwise, but it need not go."""
    text = "[Kuge, level 1]; 2 Ishitsubute Ashigaru; 5 Yari Ashigaru; 9 Yari Ashigaru; 11 Katana Samurai, front 2"
    listed = read(f"{text}; 10 Yumi Samurai; 4 Yari Ashigaru; Abilities: Master in Calligraphy, Expert Strategist").army
    assert listed is not None
    assert min(len(taken(way)) for way in check(listed)) < 3


# ---- random lists


@settings(max_examples=60)
@given(documents())
def test_random_lists_become_legal(document: Doc) -> None:
    listed = army(document)
    assume(not legal(listed))
    check(listed)


# ---- brute force


def moves(listed: Army) -> Iterator[Fix]:
    """Every single act a way may be made of."""
    level = catalog().levels[listed.level]
    for one in listed.fielded:
        profile = catalog().units[one.unit]
        yield Fix(remove=one.id)
        most = min(one.miniatures, most_miniatures(profile, level))
        sizes = {profile.basic_unit, *range(profile.basic_unit, most + 1)}
        yield from (setting(one.id, miniatures=size) for size in sorted(sizes - {one.miniatures}))
        if one.standard_bearer:
            yield setting(one.id, standard_bearer=False)
        if one.front is not None:
            yield setting(one.id, front=None)
    for who in listed.present:
        profile_ = catalog().characters[who.character]
        yield Fix(remove=who.id)
        if who.mounted or profile_.may_ride:
            yield setting(who.id, mounted=not who.mounted)
        if who.joins is not None:
            yield setting(who.id, joins=None)
        if who.weapon is not None:
            yield setting(who.id, weapon=profile_.weapon_choice[0] if profile_.weapon_choice else None)
        if profile_.rank in GENERALS:
            yield setting(None, general=who.id)
    yield setting(None, general=None)
    yield from (setting(None, taisho_abilities=kept) for kept in sorted(lawful_for(listed)))
    for profile in catalog().units.values():
        if profile.unit_class == "basic":
            yield Fix(add=UnitEntry("new-unit", profile.id, profile.basic_unit))
    for id_, who_ in catalog().characters.items():
        if who_.rank in GENERALS:
            yield Fix(add=CharacterEntry("new-leader", id_, who_.weapon_choice[0] if who_.weapon_choice else None))


def lawful_for(listed: Army) -> set[tuple[str, ...]]:
    """What could be left of the abilities under any leader."""
    level = catalog().levels[listed.level]
    found = set()
    for id_, who in catalog().characters.items():
        if who.rank in GENERALS:
            led = replace(listed, characters=(CharacterEntry("leader", id_),), general="leader")
            found.add(lawful_abilities(Roster(led, catalog(), level)))
    return found - {listed.taisho_abilities}


def small(chance: Random) -> Army:
    """A little list with a few things wrong in it."""
    path, level = chance.choice(("kuge", "buke", "sohei")), chance.randint(1, 3)
    own = [name for name, row in naive.UNITS.items() if row[1] in (None, path) or chance.random() < 0.1]
    units: list[Doc] = [unit("yari-ashigaru"), unit("katana-samurai")]
    for _ in range(chance.randint(0, 2)):
        name = chance.choice(own)
        basic, most = naive.UNITS[name][2:4]
        size, front = chance.choice((basic, basic, min(basic + 2, most))), chance.choice((None, None, None, 2, 3))
        units.append(unit(name, size, standard_bearer=chance.random() < 0.2, front=front))
    able = [name for name in catalog().characters if naive.rank_and_path(name)[1] in (None, path)]
    heroes = [hero("daisho-samurai", joins=chance.choice((None, "u1", "u2")))]
    for _ in range(chance.randint(0, 2)):
        joins, mounted = chance.choice((None, "u1", "u2", "u3")), chance.random() < 0.2
        heroes.append(hero(chance.choice(able), joins=joins if len(units) > 2 else None, mounted=mounted))
    return army(doc(path, level, units=units, characters=heroes, general=chance.choice((None, None, "c1"))))


def test_nothing_smaller_does_it() -> None:
    """Every set of fewer acts is tried: none makes the list legal. Sets of three and more are not tried."""
    chance, tried, most = Random(12), {2: 0, 3: 0}, {2: 20, 3: 4}
    while tried != most:
        listed = small(chance)
        fewest = 0 if legal(listed) else len(check(listed)[0].changes)
        if fewest not in tried or tried[fewest] == most[fewest]:
            continue
        tried[fewest] += 1
        for count in range(1, fewest):
            for acts in combinations(moves(listed), count):
                assert not legal(mended(listed, acts)), acts


@pytest.mark.parametrize(("path", "level"), [("buke", 2), ("kuge", 3), ("sohei", 5)])
def test_what_was_just_added_is_the_first_thing_offered_to_take_out(path: Path, level: int) -> None:
    """Whatever breaks a full and legal list: nothing that its player chose before is touched, and nothing benched."""
    for seed in range(2):
        suggestion = fill(Army(path, level), "balanced", seed)
        assert isinstance(suggestion, Suggestion)
        broken = 0
        for profile in catalog().units.values():
            new = UnitEntry("u99", profile.id, profile.basic_unit)
            listed = replace(suggestion.army, units=(*suggestion.army.units, new))
            if problems(listed, catalog()):
                broken += 1
                (way, *_) = ways_to_mend(listed)
                assert way.army == suggestion.army, (profile.id, words(way))
        assert broken > 5
