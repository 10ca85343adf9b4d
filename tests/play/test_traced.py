"""What was made from a value is made again exactly when something it looked at has changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.play.kensei.game import KENSEI
from companion.play.kensei.view import view
from companion.play.traced import MOST_PARTS, Notes, Parts, _Traced, part, question, same, traced
from tests.playthroughs.runner import entries, playthroughs


@dataclass(frozen=True, slots=True)
class Man:
    name: str
    wounds: int = 0


@dataclass(frozen=True, slots=True)
class Band:
    men: tuple[Man, ...] = ()
    banner: str = ""
    turn: int = 0

    def man(self, name: str) -> Man | None:
        return next((one for one in self.men if one.name == name), None)

    def named(self, *names: str) -> Iterator[Man]:
        return (one for one in self.men if one.name in names)

    def with_all(self, men: list[Man]) -> bool:
        return all(one in self.men for one in men)

    @property
    def hurt(self) -> bool:
        return any(one.wounds for one in self.men)


BAND = Band((Man("Aki"), Man("Ben", 1)), "tomoe")


def noted(look: Any) -> Notes:
    notes: Notes = {}
    look(traced(BAND, notes))
    return notes


def test_fields_are_noted_and_so_are_answers() -> None:
    assert noted(lambda band: (band.banner, band.banner)) == {"banner": "tomoe"}
    assert noted(lambda band: band.man("Ben")) == {("man", ("Ben",)): Man("Ben", 1)}
    assert noted(lambda band: band.hurt) == {"men": BAND.men}, "a property is noted by what it looks at"
    assert noted(lambda band: list(band.named("Aki"))) == {"men": BAND.men}, "so is what cannot be asked again"
    assert noted(lambda band: band.with_all([Man("Aki")])) == {"men": BAND.men}
    one = traced(BAND, {})
    assert isinstance(one, Band)
    assert replace(one, turn=3) == replace(BAND, turn=3)


def test_who_compares_it_looks_at_all_of_it() -> None:
    assert noted(lambda band: band == BAND) == {"": BAND}
    assert noted(lambda band: band in {BAND})[""] == BAND
    assert traced(BAND, {}) == traced(BAND, {}) != traced(replace(BAND, turn=2), {})

    def the_same(band: Band) -> bool:
        return band == BAND

    parts = Parts()
    assert [parts.of(the_same, replace(BAND, turn=turn)) for turn in (0, 0, 1)] == [True, True, False]


def test_a_part_is_made_again_only_for_what_it_looked_at() -> None:
    parts, made = Parts(), []

    def ben(band: Band, seat: str) -> str:
        made.append(seat)
        man = band.man("Ben")
        return f"{seat}: {man and man.wounds}"

    assert parts.of(ben, BAND, "a") == parts.of(ben, replace(BAND, banner="ume", turn=9), "a") == "a: 1"
    assert parts.of(ben, replace(BAND, men=(Man("Aki", 3), Man("Ben", 1))), "a") == "a: 1", "Aki is not looked at"
    assert made == ["a"]
    assert parts.of(ben, replace(BAND, men=(Man("Ben", 2),)), "a") == "a: 2"
    assert parts.of(ben, replace(BAND, men=(Man("Ben", 2),)), "b") == "b: 2", "each seat has its own"
    assert made == ["a", "a", "b"]


def test_a_part_made_of_parts_has_looked_at_all_that_they_did() -> None:
    parts = Parts()

    @part
    def inner(band: Band) -> str:
        return band.banner

    def outer(band: Band) -> str:
        return f"{band.turn} {inner(band)}"

    assert parts.of(outer, BAND) == "0 tomoe"
    assert parts.of(outer, replace(BAND, turn=1)) == "1 tomoe", "the inner one is kept, and noted all the same"
    assert parts.of(outer, replace(BAND, turn=1, banner="ume")) == "1 ume"


def test_a_part_asks_and_is_made_again_only_for_another_answer() -> None:
    parts, made, asked = Parts(), [], []

    @question
    def wounds(band: Band, name: str) -> int:
        asked.append(name)
        return sum(man.wounds for man in band.men if man.name == name)

    def told(band: Band, seat: str) -> str:
        made.append(seat)
        return f"{seat}: {wounds(band, 'Ben')}"

    def both(band: Band) -> None:
        assert [parts.of(told, band, seat) for seat in "ab"] == [f"{seat}: {wounds(band, 'Ben')}" for seat in "ab"]

    both(BAND)
    assert (made, asked) == (["a", "b"], ["Ben", "Ben", "Ben"]), "once for both parts, and twice beside them"
    both(replace(BAND, men=(Man("Aki", 3), Man("Ben", 1))))
    assert made == ["a", "b"], "the men are others, the answer is not"
    both(replace(BAND, men=(Man("Aki", 3), Man("Ben", 2))))
    assert made == ["a", "b", "a", "b"]


def test_what_is_made_of_a_part_stays_where_that_comes_to_the_same() -> None:
    parts, made = Parts(), []

    @part
    def hurt(band: Band) -> tuple[str, ...]:
        made.append("hurt")
        return tuple(man.name for man in band.men if man.wounds)

    def told(band: Band) -> str:
        made.append("told")
        return ", ".join(hurt(band))

    first = parts.of(hurt, BAND)
    assert parts.of(told, BAND) == "Ben"
    made.clear()
    worse = replace(BAND, men=(Man("Aki"), Man("Ben", 2)))
    assert parts.of(told, worse) == "Ben"
    assert made == ["hurt"], "it is made again for his wounds, and nothing is made of it"
    assert parts.of(hurt, replace(worse, men=(Man("Ben", 5),))) is first, "what is as it was is the very same"
    assert parts.of(told, replace(BAND, men=(Man("Aki", 1), Man("Ben", 2)))) == "Aki, Ben"


def test_nothing_is_asked_about_what_is_gone() -> None:
    parts = Parts()

    @part
    def wounds(band: Band, name: str) -> int:
        man = band.man(name)
        assert man is not None, f"{name} is gone"
        return man.wounds

    def told(band: Band) -> list[int]:
        return [wounds(band, man.name) for man in band.men]

    assert parts.of(told, BAND) == [0, 1]
    assert parts.of(told, replace(BAND, men=(Man("Ben", 2),))) == [2]


def test_parts_that_nobody_asks_for_any_more_are_not_kept_for_ever() -> None:
    parts, most = Parts(), 0
    for turn in range(3 * MOST_PARTS):
        band = replace(BAND, turn=turn)
        assert parts.of(lambda seen, name: seen.man(name), band, "Ben") is BAND.men[1]
        most = max(most, len(parts._kept))
    assert most == MOST_PARTS + 1


def test_views_of_whole_battles_are_those_made_anew_and_take_no_notes() -> None:
    """With the parts of the state before, and of whichever seat looked before: what stays of them is what they are."""
    for path in playthroughs():
        if path.stem in ("skirmish", "orders", "hidden_deployment", "combat_abilities"):
            parts = Parts()
            for number, (game, _before, _event, after) in enumerate(entries(path.read_text())):
                assert game is KENSEI
                seen = {seat: view(after, seat, parts) for seat in ("a", "b", None)}
                seat = ("a", "b", None)[number % 3]
                assert seen[seat] == view(after, seat), (path.stem, seat)
                if path.stem == "orders" and number % 5 == 0:
                    assert not list(_still_traced(seen[seat]))


def _still_traced(value: Any) -> Iterator[Any]:
    if type(value).__mro__[1] is _Traced:
        yield value
    elif hasattr(type(value), "__dataclass_fields__"):
        for name in type(value).__dataclass_fields__:
            yield from _still_traced(getattr(value, name))
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from _still_traced(one)
    elif isinstance(value, dict):
        yield from _still_traced(tuple(value.values()))


@pytest.mark.parametrize(
    ("was", "now"), [(1, True), (False, 0), (2, 2.0), ((1, "a"), (True, "a")), (((0,),), ((False,),))]
)
def test_what_is_equal_and_of_another_kind_is_not_the_same(was: object, now: object) -> None:
    assert now == was
    assert not same(now, was)
    assert same(was, was)
