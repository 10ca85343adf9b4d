"""Ways to make a whole list legal: the naive checker agrees with each, and no set of fewer changes does it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.armies import edits
from companion.play.armies.draft import Draft, army_of, draft_of, next_number
from companion.play.armies.mend import WayToMend, level_instead, ways_to_mend
from companion.play.armies.suggest import Suggestion, fill
from companion.rules.kensei.army import Army, CharacterEntry, Fix, UnitEntry, mended, most_miniatures, problems
from companion.rules.kensei.army.joining import GENERALS
from companion.rules.kensei.army.mending import adding, removing, setting
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.army.together import lawful_abilities
from companion.rules.kensei.profiles import Path
from companion.rules.text import Refusal
from tests.rules.kensei.army import naive
from tests.rules.kensei.army.lists import Doc, army, doc, documents, hero, plain, unit


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


def check(listed: Army) -> tuple[WayToMend, ...]:
    """Every way makes it legal, by the rules and by the naive checker, and says what is left. All are as short, but for
    one that keeps all entries where no other does; and none takes out what another only changes."""
    ways = ways_to_mend(listed)
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
        assert way.koku_left == roster.koku_allowed - spent >= 0
        assert way.vp_left == roster.level.vp - sum(map(naive.vp_of, naive.heroes_of(document))) >= 0
    return ways


# ---- whose turn it is to go


def red_spears(level: int, red: str) -> tuple[Draft, str]:
    """ "Red Spears", named, with a standard-bearer and two characters inside, then its copy; and the copy's id."""
    draft = draft_of(Army("buke", level))
    for name, form in (
        ("add", {"unit": "yari-ashigaru"}), ("add", {"unit": "katana-samurai"}), ("add", {"unit": red}),
        ("name", {"id": "u3", "name": "Red Spears"}), ("standard", {"id": "u3", "on": "true"}),
        ("enlist", {"character": "busho-buke", "joins": "u3"}), ("enlist", {"character": "spy", "joins": "u3"}),
        ("copy", {"id": "u3"}),
    ):  # fmt: skip
        done = edits.edit(draft, name, form, next_number(draft))
        assert not isinstance(done, Refusal), done
        draft = done[0]
    assert draft["unit"]["u6"]["standard_bearer"]
    return draft, "u6"


@pytest.mark.parametrize(("level", "red", "code", "less"), [
    (2, "yari-samurai", "too-many-special", 190), (1, "yari-samurai", "koku-over", 190),
])  # fmt: skip
def test_the_copy_goes_and_not_the_original(level: int, red: str, code: str, less: int) -> None:
    draft, copy = red_spears(level, red)
    listed = army_of(draft)
    assert code in {problem.code for problem in problems(listed, catalog())}
    first = check(listed)[0]
    assert first.army.unit(copy) is None
    assert first.army.unit("u3") == listed.unit("u3")
    assert [one.joins for one in first.army.characters] == ["u3", "u3"]
    assert words(first) == [f"Remove {catalog().units[red].name}: {less} koku less"]
    draft = edits.edit(draft, "name", {"id": copy, "name": "Blue Spears"}, 0)[0]  # type: ignore[index]
    left = check(army_of(draft))[0].army.unit(copy)
    assert level == 1 or (left is not None and left.benched), "of two alike that are named the newer goes to the bench"


@pytest.mark.parametrize(("fields", "joins", "shrunk"), [
    ({}, None, "u7"), ({"name": "Red Spears"}, None, "u6"), ({"note": "painted"}, None, "u6"), ({}, "u7", "u6"),
])  # fmt: skip
def test_what_is_dear_to_its_owner_is_not_the_first_to_shrink(fields: Doc, joins: str | None, shrunk: str) -> None:
    """Of units alike in size, the newest one gives way; but not where it has a name, a note or company."""
    units = [*[unit("katana-samurai", 6)] * 6, unit("katana-samurai", 6, **fields)]
    listed = army(doc("buke", 3, units=units, characters=[hero("daisho-samurai", joins=joins)]))
    assert [problem.code for problem in problems(listed, catalog())] == ["koku-over"]
    first = check(listed)[0]
    assert [one.id for one in listed.units if first.army.unit(one.id) != one] == [shrunk]
    assert words(first)[0].endswith("6 → 4 miniatures, 60 koku less")


def test_one_problem_is_not_mended_twice_and_another_level_is_said_where_the_list_is_legal_there() -> None:
    """A unit of another path that is also too large, in the way of a limit and full of the wrong people: it goes."""
    wrong = unit("naginata-sohei", 14, standard_bearer=True)
    guest = hero("busho-buke", joins="u3", mounted=True)
    listed = army(plain("buke", 2, units=[wrong, unit("yari-samurai")], characters=[guest]))
    assert len(problems(listed, catalog())) > 2
    (way,) = check(listed)
    assert words(way) == [f"Naginata Sohei to the bench, kept but not counted: {naive.koku_of(wrong)} koku less"]
    assert way.army.characters[-1].joins is None
    assert level_instead(army(plain("buke", 3, units=[unit("naginata-sohei")]))) is None
    listed = army(plain("buke", 3))
    assert ways_to_mend(listed) == ()
    assert level_instead(replace(listed, level=1)) == 2
    ways = check(army(plain("sohei", 1) | {"units": [], "characters": []}))
    assert len(ways[0].changes) == 3, "an empty list is given what it needs"
    assert any("to lead" in line for line in words(ways[0]))


# ---- ways that differ


def test_which_of_two_twins_goes_is_one_way() -> None:
    """One special unit is allowed: the twins go, or the newer of them with the third; not the older with it as well."""
    twins = [unit("yari-samurai"), unit("no-dachi-samurai"), unit("yari-samurai")]
    listed = army(plain("buke", 2, units=twins))
    gone = [{one.id for one in listed.units if way.army.unit(one.id) is None} for way in check(listed)]
    assert sorted(map(sorted, gone)) == [["u3", "u5"], ["u4", "u5"]]
    named = [*twins[:2], {**twins[2], "name": "Red"}]
    assert len(check(army(plain("buke", 2, units=named)))) == 3, "a twin with a name is no twin"
    (way,) = check(army(plain("buke", 2, characters=[hero("busho-buke"), hero("busho-buke")])))
    assert way.army.character("c2")
    assert way.army.character("c3") is None


@pytest.mark.parametrize(("units", "heroes", "ways"), [
    # Too large is made smaller; that the whole unit could go as well is nothing to be told of.
    ([unit("yari-ashigaru", 12), unit("katana-samurai", 9)], [hero("busho-buke")],
     [["Yari Ashigaru: 12 → 9 miniatures, 45 koku less", "Katana Samurai: 9 → 6 miniatures, 90 koku less"]]),
    # Who may not stand there stands alone; neither he nor the unit goes.
    ([unit("yari-ashigaru"), unit("katana-samurai")],
     [hero("busho-buke", joins="u2"), hero("daisho-samurai", joins="u2")],
     [["Busho Buke stands alone"], ["Daisho Samurai stands alone"]]),
])  # fmt: skip
def test_nothing_goes_where_a_change_does(units: list[Doc], heroes: list[Doc], ways: list[list[str]]) -> None:
    found = check(army(doc("buke", 3, units=units, characters=heroes)))
    assert sorted(map(words, found)) == sorted(ways)


def test_a_change_more_that_keeps_everything_is_offered_too() -> None:
    """80 koku too many: a unit of 215 goes, or two standard-bearers of 80 together."""
    names = ("yari-ashigaru", "katana-samurai", "no-dachi-samurai")
    units = [unit(name, standard_bearer=True) for name in names]
    ways = check(army(doc("buke", 1, units=units, characters=[hero("daisho-samurai")])))
    assert [words(way) for way in ways] == [
        ["Remove No-Dachi Samurai: 215 koku less"],
        ["Yari Ashigaru: no standard-bearer, 25 koku less", "No-Dachi Samurai: no standard-bearer, 55 koku less"],
    ]


def test_a_way_goes_when_a_later_one_does_less() -> None:
    """To take the unit of four out loses less than to lead it otherwise, but it need not go."""
    sizes = [("ishitsubute-ashigaru", 2), ("yari-ashigaru", 5), ("yari-ashigaru", 9), ("katana-samurai", 11)]
    sizes += [("yumi-samurai", 10), ("yari-ashigaru", 4)]
    units = [unit(name, size, **({"front": 2} if size == 11 else {})) for name, size in sizes]
    abilities = ["master-in-calligraphy", "expert-strategist"]
    ways = check(army(doc("kuge", 1, units=units, taisho_abilities=abilities)))
    assert min(len(taken(way)) for way in ways) < 3


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
        yield removing(one.id)
        most = min(one.miniatures, most_miniatures(profile, level))
        sizes = {profile.basic_unit, *range(profile.basic_unit, most + 1)}
        yield from (setting(one.id, miniatures=size) for size in sorted(sizes - {one.miniatures}))
        if one.standard_bearer:
            yield setting(one.id, standard_bearer=False)
        if one.front is not None:
            yield setting(one.id, front=None)
    for who in listed.present:
        profile_ = catalog().characters[who.character]
        yield removing(who.id)
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
            yield adding(UnitEntry("new-unit", profile.id, profile.basic_unit))
    for id_, who_ in catalog().characters.items():
        if who_.rank in GENERALS:
            yield adding(CharacterEntry("new-leader", id_, who_.weapon_choice[0] if who_.weapon_choice else None))


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


def test_what_came_since_the_list_was_legal_goes_before_anything_else() -> None:
    """The newest alone where that does it, else all of it; named, dear and lived in though it is."""
    chosen = [unit("yari-samurai", 5, id="u3"), unit("yari-samurai", 5, id="u4")]
    new = [unit("no-dachi-samurai", 6, id="u8", name="Red"), unit("no-dachi-samurai", 4, id="u9")]
    listed = army(plain("buke", 3, units=[*chosen, new[0]]))
    ways = ways_to_mend(listed, None, ["u8"])
    assert words(ways[0]) == ["Remove Red (No-Dachi Samurai): 240 koku less"]
    assert ways[0].army == listed.without("u8")
    assert len({way.key for way in ways}) == len(ways) == 3
    both = army(plain("buke", 3, units=[*chosen, *new]))
    assert ways_to_mend(both, None, ["u8", "u9"])[0].army == both.without("u9").without("u8")
    one = army(plain("buke", 3, units=[chosen[0], *new]))
    assert ways_to_mend(one, None, ["u8", "u9"])[0].army == one.without("u9")
    assert ways_to_mend(one, None, ["nobody"])[0] == ways_to_mend(one)[0]
