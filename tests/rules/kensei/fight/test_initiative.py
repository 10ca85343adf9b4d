"""Who strikes first (2:7:9, 10:2:4; K15, K19, K44, K73 to K75)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.initiative import Entrant, initiative, striking_order
from tests.strategies import catalog


def entrant(id_: str, who: str, *effects: str, **known: object) -> Entrant:
    tables = catalog()
    unit = tables.units.get(who)
    profile = unit or tables.characters[who]
    combatant = Combatant(profile, unit.basic_unit if unit else 1, effects=frozenset(effects))
    return replace(Entrant(id_, combatant), **known)  # type: ignore[arg-type]


SAMURAI = entrant("a1", "katana-samurai", charging=True, charges="b1", side="a", die=5)
RIDERS = entrant("c1", "kiba-musha", charging=True, charges="b1", side="a", die=3)
SPEARS = entrant("b1", "yari-ashigaru", charged_by="foot", side="b", die=4)


def changes(one: Entrant, *others: Entrant) -> int:
    number = initiative(one, (one, *others))
    return number.value - number.base


def test_the_example_of_the_book() -> None:
    """10:2:4: samurai 10, riders 9, ashigaru 8."""
    found = striking_order((SAMURAI, SPEARS, RIDERS))
    assert {one.id: one.value for one in found.rolled} == {"a1": 10, "b1": 8, "c1": 9}
    assert (found.groups, found.roll_again) == ((("a1",), ("c1",), ("b1",)), ())


def test_equal_ones_roll_again_and_who_flees_is_last() -> None:
    fleeing = entrant("b2", "yumi-samurai", fleeing=True, die=9)
    found = striking_order((SAMURAI, fleeing, replace(RIDERS, die=4), SPEARS))
    assert (found.groups, found.roll_again) == ((("a1", "c1"), ("b1",), ("b2",)), ("a1", "c1"))
    assert found.rolled[1].value is None


def test_without_a_die_there_is_no_order() -> None:
    found = striking_order((SAMURAI, replace(SPEARS, die=None)))
    assert ([one.value for one in found.rolled], found.groups, found.roll_again) == ([10, None], (), ())


def test_a_ten_shows_as_nought() -> None:
    assert striking_order((replace(SAMURAI, die=0),)).rolled[0].value == 15


@pytest.mark.parametrize(
    ("one", "others", "expected"),
    [
        (SAMURAI, (SPEARS,), 2),
        (replace(SAMURAI, first_turn=False), (SPEARS,), 0),
        (SAMURAI, (entrant("b1", "kensei"),), 0),
        (SAMURAI, (entrant("b1", "kensei"), entrant("b2", "yari-ashigaru")), 0),
        (replace(SAMURAI, charges="b2"), (entrant("b1", "kensei"), entrant("b2", "yari-ashigaru")), 2),
        (replace(SAMURAI, charges=None), (entrant("b1", "kensei", side="b"), replace(RIDERS)), 0),
        (entrant("a1", "kensei", charging=True), (SPEARS,), 0),
        (SPEARS, (SAMURAI,), 2),
        (SPEARS, (SAMURAI, RIDERS), 2),
        (replace(SPEARS, charged_by="mounted"), (RIDERS,), 3),
        (replace(SPEARS, zone="flank"), (SAMURAI,), 0),
        (replace(SPEARS, zone="rear"), (SAMURAI,), 0),
        (replace(SPEARS, charged_by=None), (SAMURAI,), 0),
        (replace(SPEARS, first_turn=False, obstacle=True), (SAMURAI,), 0),
        (SPEARS, (entrant("a1", "kensei", charging=True),), 0),
        (SPEARS, (entrant("a2", "kensei", charging=True, charges="b1"), SAMURAI), 2),
        (SPEARS, (entrant("a2", "kensei", charging=True, charges="b1"), replace(SAMURAI, charges=None)), 0),
        (replace(SPEARS, obstacle=True), (SAMURAI,), 4),
        (entrant("b1", "yari-kiba-musha", charged_by="foot"), (SAMURAI,), 0),
        (entrant("b1", "teppotai", "wall-of-stakes", charged_by="foot"), (SAMURAI,), 2),
        (entrant("b1", "teppotai", "wall-of-stakes", charged_by="foot", obstacle=True), (SAMURAI,), 2),
        (entrant("b1", "teppotai", "wall-of-stakes", charged_by="foot", zone="rear"), (SAMURAI,), 0),
        (entrant("b1", "teppotai", "wall-of-stakes", charged_by="foot", first_turn=False), (SAMURAI,), 0),
        (SAMURAI, (entrant("b1", "yari-samurai", "forest-of-spears"),), 0),
        (SAMURAI, (entrant("b1", "yari-samurai", "forest-of-spears", zone="flank"),), 2),
        (SAMURAI, (entrant("b1", "ikame-bo", "remain-steadfast", zone="flank"),), 0),
        (SAMURAI, (entrant("b1", "ikame-bo"), entrant("b2", "ikame-bo", "remain-steadfast")), 2),
        (entrant("a1", "spy", "metsuke", side="a"), (entrant("a2", "ninjas", side="a"),), 0),
        (entrant("a1", "spy", "metsuke", side="a"), (entrant("b1", "ninjas", side="b"),), 4),
    ],
)
def test_what_changes_it(one: Entrant, others: tuple[Entrant, ...], expected: int) -> None:
    assert changes(one, *others) == expected


def test_a_spear_left_at_home_is_no_spear() -> None:
    """A character in a unit who chose the katana has no bonus of a spear (5:2:1)."""
    taisho = Combatant(catalog().characters["taisho-buke"], in_unit=True)
    for weapon, bonus in (("spear", 2), ("katana", 0)):
        one = Entrant("b1", replace(taisho, weapon=weapon), charged_by="foot")
        assert changes(one, SAMURAI) == bonus


def test_the_best_bushi_inside_lends_his_bonus_unless_he_lost_it() -> None:
    """Who refused a confrontation or failed to break away lends nothing, nor does a special character (K26, K66)."""
    tables = catalog()
    daimyo, busho, geisha = (Character(tables.characters[one]) for one in ("daimyo-buke", "busho-buke", "geisha"))
    for inside, names in (
        ((daimyo,), ["Daimyo Buke in the unit"]),
        ((busho, geisha), ["Busho Buke in the unit"]),
        ((geisha,), []),
        ((replace(busho, bonus_lost=True), geisha), []),
    ):
        one = replace(SAMURAI, charging=False, who=replace(SAMURAI.who, characters=inside))
        assert [str(term.reason) for term in initiative(one, (one,)).modifiers] == names
