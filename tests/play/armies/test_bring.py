"""An army list at a table: it becomes the force, its secrets stay its side's, and the agreed level is said."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.armies.suggest import fill
from companion.play.game import Event
from companion.play.kensei.fighters import weapons_of
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.profiles import WeaponId
from companion.rules.text import Refusal

LIST = Army(
    "buke",
    3,
    (
        UnitEntry("u1", "katana-samurai", 6, True, name="Guard"),
        UnitEntry("u2", "yari-ashigaru", 9),
        UnitEntry("u3", "yari-ashigaru", 5, benched=True),
        UnitEntry("u4", "yari-ashigaru", 5),
    ),
    (
        CharacterEntry("c1", "busho-buke", "naginata", False, "u1", name="Baba"),
        CharacterEntry("c2", "spy", None, False, "u2"),
        CharacterEntry("c3", "daisho-samurai"),
    ),
    name="Vanguard",
    clan="Takeda",
    mon="bishi",
)


def start(**setup: Any) -> State:
    state = KENSEI.start(setup)
    assert isinstance(state, State), state
    return state


def act(state: State, seat: str, type: str, **data: Any) -> State | Refusal:
    read = KENSEI.read(type, data)
    return read if isinstance(read, Refusal) else KENSEI.apply(state, Event(type, seat, seat, read))


def did(state: State, seat: str, type: str, **data: Any) -> State:
    after = act(state, seat, type, **data)
    assert isinstance(after, State), after
    return after


def table_with(army: Army, **setup: Any) -> State:
    """A new table to which side a has brought this list."""
    return did(start(**setup), "a", "bring", army=document_of(army))


def test_a_list_becomes_the_force() -> None:
    state = did(start(), "a", "muster", unit="kengo")
    state = did(state, "a", "bring", army=document_of(LIST))
    units = [(p.unit, p.miniatures, p.at_start, p.standard_bearer, p.name) for p in state.of("a") if p.unit]
    assert units == [
        ("katana-samurai", 6, 6, True, "Guard"),
        ("yari-ashigaru", 9, 9, False, ""),
        ("yari-ashigaru", 5, 5, False, ""),
    ]
    assert [p.brought_standard for p in state.of("a") if p.unit] == [True, False, False]
    heroes = {h.character: (p.unit, h.weapon, h.hidden, h.title) for p in state.of("a") for h in p.heroes}
    assert heroes["busho-buke"] == ("katana-samurai", "naginata", False, "Baba")
    assert heroes["spy"][:3] == ("yari-ashigaru", None, True)
    assert heroes["daisho-samurai"][0] is None
    assert (state.sides["a"].path, state.sides["a"].clan, state.sides["a"].mon) == ("buke", "Takeda", "bishi")
    assert len({p.id for p in state.pieces}) == len(state.pieces)
    assert KENSEI.load(KENSEI.dump(state)) == state


def test_bringing_again_replaces_only_the_own_force() -> None:
    state = did(start(), "b", "muster", unit="katana-samurai")
    state = did(state, "a", "bring", army=document_of(LIST))
    state = did(state, "a", "bring", army=document_of(Army("sohei", 1, (UnitEntry("u1", "naginata-sohei", 4),))))
    assert [p.unit for p in state.of("a")] == ["naginata-sohei"]
    assert [p.unit for p in state.of("b")] == ["katana-samurai"]
    assert state.sides["a"].path == "sohei"


def test_the_other_side_learns_nothing() -> None:
    before = start(level="3")
    event = Event("bring", "a", "a", {"army": document_of(LIST)})
    after = KENSEI.apply(before, event)
    assert isinstance(after, State)
    for eyes in ("b", None):
        assert KENSEI.show_event(after, event, eyes) is None
        assert "Guard" not in repr(KENSEI.view(after, eyes))
        assert KENSEI.view(after, eyes).side("a").problems == ()
        line = KENSEI.line(before, event, after)
        assert line.public is None
        assert set(line.private) == {"a"}
    begun = did(did(did(after, "b", "muster", unit="katana-samurai"), "a", "ready"), "b", "ready")
    assert begun.begun
    told = repr(KENSEI.view(begun, "b"))
    assert "Guard" in told
    assert "spy" not in told.lower(), "who hides in a unit is not told when the battle begins"


def test_the_agreed_level_judges_both_and_forbids_neither() -> None:
    state = start(level="3")
    large = Army("buke", 3, (UnitEntry("u1", "katana-samurai", 12), UnitEntry("u2", "katana-samurai", 4)),
                 (CharacterEntry("c1", "busho-buke", "katana"),))  # fmt: skip
    state = did(state, "a", "bring", army=document_of(LIST))
    state = did(state, "b", "bring", army=document_of(large))
    assert KENSEI.view(state, "a").side("a").problems == ()
    own = KENSEI.view(state, "b").side("b").problems
    assert [p.code for p in own] == ["unit-too-large"]
    state = did(state, "b", "ready")
    assert KENSEI.view(state, "a").side("b").legal is None, "not before both are ready"
    state = did(state, "a", "ready")
    assert state.begun
    for eyes in ("a", "b", None):
        seen = KENSEI.view(state, eyes)
        assert (seen.level, seen.side("a").legal, seen.side("b").legal) == (3, True, False)


def test_without_a_level_nothing_is_judged() -> None:
    state = table_with(LIST, level="")
    seen = KENSEI.view(state, "a")
    assert (seen.level, seen.side("a").problems, seen.side("a").legal) == (None, (), None)
    assert isinstance(KENSEI.start({"level": "11"}), Refusal)
    assert isinstance(KENSEI.start({"level": "three"}), Refusal)


def test_a_legal_list_is_legal_at_the_table() -> None:
    for path in ("buke", "kuge", "sohei"):
        for level in (1, 4, 7, 10):
            found = fill(Army(path, level), "balanced", 1)  # type: ignore[arg-type]
            assert not isinstance(found, Refusal)
            state = table_with(found.army, level=str(level))
            assert KENSEI.view(state, "a").side("a").problems == ()


def test_documents_that_cannot_be_played_are_refused() -> None:
    state = start()
    empty = document_of(Army("buke", 3))
    for army in ({}, {"format": "gunbai-army"}, empty, {**document_of(LIST), "units": [{"unit": "orcs"}]}):
        refused = act(state, "a", "bring", army=army)
        assert isinstance(refused, Refusal)
        assert len(str(refused)) > 10
    for broken in ("x", 3, None, []):
        assert isinstance(act(state, "a", "bring", army=broken), Refusal)
    crowd = Army("buke", 3, tuple(UnitEntry(f"u{n}", "yari-ashigaru", 5) for n in range(31)))
    assert "at most 30" in str(act(state, "a", "bring", army=document_of(crowd)))
    ready = did(did(state, "a", "bring", army=document_of(LIST)), "a", "ready")
    assert isinstance(act(ready, "a", "bring", army=document_of(LIST)), Refusal)


def test_every_unit_and_character_can_be_brought() -> None:
    units = tuple(UnitEntry(f"u{n}", id_, unit.basic_unit) for n, (id_, unit) in enumerate(catalog().units.items()))
    state = table_with(Army("buke", 10, units))
    assert sum(1 for _ in state.of("a")) == len(units)
    everybody = tuple(CharacterEntry(f"c{n}", id_) for n, id_ in enumerate(catalog().characters))
    state = table_with(Army("buke", 10, (), everybody))
    assert sum(1 for _ in state.of("a")) == len(everybody)


@pytest.mark.parametrize(
    ("character", "weapon", "carried"),
    [
        ("busho-buke", "bow", ("katana", "bow")),
        ("busho-buke", None, ("katana", "bow")),
        ("busho-buke", "spear", ("spear", "bow")),
        ("daisho-samurai", "bow", ("bow", "katana")),
        ("daimyo-buke", None, ("katana",)),
    ],
)
def test_who_carries_a_bow_always_has_the_weapon_of_his_choice_too(
    character: str, weapon: WeaponId | None, carried: tuple[WeaponId, ...]
) -> None:
    """A Busho has a katana, naginata or spear, and a bow (12:6:1): a list that names the bow chooses nothing of it."""
    entries = (UnitEntry("u1", "katana-samurai", 5),), (CharacterEntry("c1", character, weapon, joins="u1"),)
    state = table_with(Army("buke", 8, *entries))
    (piece,) = state.of("a")
    assert weapons_of(piece, piece.heroes[0].id) == carried
    muster = did(did(start(), "a", "side", path="buke"), "a", "muster", unit="katana-samurai")
    named = {} if weapon is None else {"weapon": weapon}
    enlisted = did(muster, "a", "enlist", character=character, piece="a1", **named)
    (other,) = enlisted.of("a")
    assert weapons_of(other, other.heroes[0].id) == carried
