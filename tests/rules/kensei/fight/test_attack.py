"""Whole attacks: what can never happen, faces against bins, and dice that cannot be (9:3:3 to 9:3:6)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from companion.rules import dice as dice_rules
from companion.rules.dice import DefenseTally, tally_attack, tally_defense
from companion.rules.kensei.after.honor import owed_after_attack
from companion.rules.kensei.fight import attack as attack_rules
from companion.rules.kensei.fight.attack import (
    Numbers,
    Outcome,
    damage_dice,
    damage_points,
    numbers,
    resolve,
    resolve_faces,
)
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Number, Refusal, Text
from tests.golden.told import changed
from tests.modifier_cases import CHARGE_OF_THE_BOOK, KENSEI, LED, SHINOBI, YARI, melee, shot
from tests.rules.asked import answers
from tests.strategies import attack_tallies, catalog, defense_tallies, faces, rolls, strike_from, strikes

ASHIGARU = Combatant(catalog().units["yari-ashigaru"], 10)


def plain(value: int) -> Number:
    return Number(value, Text("test"), "")


def numbers_of(dc: int = 10, at: int = 4, df: int = 4, ar: int = 1, damage_bonus: int = 0) -> Numbers:
    return Numbers(plain(dc), plain(at), plain(df), plain(ar), plain(damage_bonus), None)


any_numbers = st.builds(
    numbers_of,
    dc=st.integers(0, 20),
    at=st.integers(-3, 13),
    df=st.integers(-3, 13),
    ar=st.integers(1, 11),
    damage_bonus=st.integers(-2, 4),
)


@st.composite
def chains(draw: st.DrawFn) -> tuple[Numbers, list[int], list[int], list[int]]:
    """Numbers and all the dice of one attack."""
    n = draw(any_numbers)
    attack = draw(rolls(n.dc.value))
    hit = tally_attack(attack, n.at.value)
    defense = draw(rolls(hit.hits + hit.tens))
    kept = tally_defense(defense, n.df.value, hit.tens)
    return n, attack, defense, draw(rolls(kept.failed + kept.tens))


# ---- what holds for every strike there is


@given(strikes)
def test_every_term_of_a_number_has_its_reason_and_the_floors_hold(strike: Strike) -> None:
    n = numbers(strike)
    if not isinstance(n, Numbers):
        event("refused")
        assert str(n)
        assert n.rule
        return
    for number in (n.dc, n.at, n.df, n.ar, n.damage_bonus):
        assert all(m.value and str(m.reason) for m in number.modifiers)
        assert str(number.source)
        assert number.rule
    assert n.dc.value >= 0
    assert n.ar.value >= 1


@given(strikes, st.data())
def test_whole_attacks_stay_within_their_bounds(strike: Strike, data: st.DataObject) -> None:
    n = numbers(strike)
    assume(isinstance(n, Numbers))
    assert isinstance(n, Numbers)
    attack = data.draw(attack_tallies(n.dc.value, n.at.value))
    defense = data.draw(defense_tallies(attack, n.df.value))
    damage = data.draw(rolls(defense.failed + defense.tens))
    outcome = resolve(n, strike.defender, attack, defense, damage)
    struck = n.target or strike.defender
    result = outcome.result
    assert result is not None
    assert outcome.next is None
    assert 0 <= result.miniatures_removed <= struck.miniatures
    assert result.miniatures_removed + result.miniatures_left == struck.miniatures
    assert result.destroyed == (result.miniatures_left == 0)
    assert 0 <= result.accumulated_damage < struck.attributes.vt
    assert 0 <= result.spilled <= result.beyond
    points = outcome.damage.points if outcome.damage else 0
    assert points >= 0
    before = struck.accumulated_damage + points
    taken = result.miniatures_removed * struck.attributes.vt + result.accumulated_damage + result.beyond
    assert before == taken
    for owed in owed_after_attack(strike, struck, result):
        assert str(owed.reason)
        assert owed.rule


@given(chains())
def test_faces_and_bins_agree(chain: tuple[Numbers, list[int], list[int], list[int]]) -> None:
    n, attack, defense, damage = chain
    hit = tally_attack(attack, n.at.value)
    kept = tally_defense(defense, n.df.value, hit.tens)
    assert resolve_faces(n, ASHIGARU, attack, defense, damage) == resolve(n, ASHIGARU, hit, kept, damage)


@given(chains(), st.randoms(use_true_random=False))
def test_order_within_a_group_does_not_matter(
    chain: tuple[Numbers, list[int], list[int], list[int]], random: Any
) -> None:
    n, attack, defense, damage = chain
    hit = tally_attack(attack, n.at.value)
    kept = tally_defense(defense, n.df.value, hit.tens)

    def mixed(dice: list[int], first: int) -> list[int]:
        one, two = dice[:first], dice[first:]
        random.shuffle(one)
        random.shuffle(two)
        return one + two

    again = resolve_faces(n, ASHIGARU, mixed(attack, 0), mixed(defense, hit.hits), mixed(damage, kept.failed))
    assert again == resolve_faces(n, ASHIGARU, attack, defense, damage)


@given(chains(), st.integers(1, 4))
def test_more_armor_never_hurts_more(chain: tuple[Numbers, list[int], list[int], list[int]], more: int) -> None:
    n, _, defense, damage = chain
    kept = DefenseTally(0, len(damage), 0)
    assume(defense)
    armored = replace(n, ar=plain(n.ar.value + more))
    assert damage_points(damage_dice(armored, kept), damage) <= damage_points(damage_dice(n, kept), damage)


@given(st.lists(faces), st.integers(-3, 13), st.integers(1, 3))
def test_better_numbers_never_help_the_other(rolled: list[int], number: int, more: int) -> None:
    easy, hard = tally_attack(rolled, number), tally_attack(rolled, number + more)
    assert easy.hits + easy.tens >= hard.hits + hard.tens
    assert tally_defense(rolled, number, 0).saved <= tally_defense(rolled, number + more, 0).saved


# ---- roll by roll


ATTACK, DEFENSE, DAMAGE = [1, 3, 6, 4, 2, 4, 5, 6, 7, 0], [2, 5, 0, 6, 3], [6, 7, 2, 1]


def test_dice_come_to_what_is_kept() -> None:
    book = strike_from(CHARGE_OF_THE_BOOK)
    known = {**vars(attack_rules), **vars(dice_rules), "numbers_of": numbers_of, "BOOK": (numbers(book), book.defender)}
    assert not changed("rules/dice", answers(known | {"ATTACK": ATTACK, "DEFENSE": DEFENSE, "DAMAGE": DAMAGE}))


def test_shot_into_a_unit_hurts_its_character_only_when_aimed() -> None:
    strike = strike_from(shot(SHINOBI, LED, 15, aimed_at_character=True))
    n = numbers(strike)
    assert isinstance(n, Numbers)
    done = resolve_faces(n, strike.defender, [0, 0, 0], [9, 9, 9], [9, 8, 1])
    assert isinstance(done, Outcome), done
    assert done.result is not None
    assert done.damage is not None
    assert done.damage.points == (9 - 3 + 1) + (8 - 3 + 1)
    assert (done.result.destroyed, done.result.miniatures_removed) == (True, 1)
    assert owed_after_attack(strike, n.target or strike.defender, done.result) == ()


@pytest.mark.parametrize("change", ["a trait", "no attack"])
def test_who_has_no_attack_or_no_part_in_combat_never_strikes(change: str) -> None:
    """5:1:14: either is enough; the book's Geisha has both."""
    strike = strike_from(melee(KENSEI, YARI))
    profile = strike.attacker.profile
    if change == "a trait":
        profile = replace(profile, traits=profile.traits | {"no-combat"})
    else:
        profile = replace(profile, attributes=replace(profile.attributes, at=None))
    found = numbers(replace(strike, attacker=replace(strike.attacker, profile=profile)))
    assert isinstance(found, Refusal)
    assert found.rule == "5:1:14"
