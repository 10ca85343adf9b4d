"""Led battles reach every ability; they keep their secrets while they do, and every one of them replays."""

from __future__ import annotations

from random import Random

from hypothesis import event, given, settings
from hypothesis import strategies as st

from companion.play.kensei.game import KENSEI
from tests.play.kensei.driven_abilities import SIDES, AbilityDriver, Named, armies, every, used_in
from tests.play.kensei.laws import nothing_secret

Pair = tuple[str, str]
PAIRS: tuple[Pair, ...] = (("buke", "sohei"), ("kuge", "buke"), ("sohei", "kuge"))
BEFORE_THE_BATTLE = {"card", "reveal"}
USING = {"use", "initiative", "show-hidden"}
MOST_BATTLES = 40


def led(
    pair: tuple[str, str], chance: Random, wanted: set[Named], *, deploys: bool
) -> tuple[AbilityDriver, set[Named]]:
    """A battle to its end, and what was used in it."""
    driver = AbilityDriver(armies(*pair, chance, wanted, deploys=deploys), chance, wanted)
    found = {one for state in driver.acts() for one in used_in(state)}
    assert KENSEI.result(driver.state) is not None, f"no end: {KENSEI.due(driver.state)[0].sentence}"
    return driver, found & every()


def told(found: set[Named]) -> None:
    """Hypothesis is told of everything that was used."""
    for one in sorted(found):
        event(" ".join(one).strip())


@settings(max_examples=3)
@given(st.sampled_from(PAIRS), st.booleans(), st.integers(0, 10**6))
def test_a_led_battle_of_any_abilities_replays(pair: Pair, deploys: bool, number: int) -> None:
    """All acts once more lead to the same end; whenever an ability is used the table can be kept, and nobody is told
    another's secret."""
    driver, found = led(pair, Random(number), set(), deploys=deploys)
    told(found)
    passages = list(driver.field.passages())
    for one in passages:
        if one.event.type in USING:
            assert KENSEI.load(KENSEI.dump(one.after)) == one.after
            nothing_secret(one.after, [])
    assert passages[-1].after == driver.state


def test_led_battles_reach_every_ability() -> None:
    """As many battles as it takes: what is missing is wanted in the next."""
    missing = every()
    for number in range(MOST_BATTLES):
        if not missing:
            break
        deploys = any(form in BEFORE_THE_BATTLE for _, _, form in missing)
        _, found = led(PAIRS[number % len(PAIRS)], Random(f"led {number}"), missing, deploys=deploys)
        missing -= found
    assert not missing, f"no battle has used {sorted(missing)}"


def test_the_armies_of_these_battles_know_every_path() -> None:
    assert set(SIDES) == {path for pair in PAIRS for path in pair} == {"buke", "sohei", "kuge"}
