"""An army list at a table: it becomes the force, its secrets stay its side's, and the agreed level is said."""

import pytest

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.kensei.game import KENSEI
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.profiles import WeaponId
from companion.rules.text import Refusal
from tests.play.kensei.field import Field

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


def bring(field: Field, army: Army, seat: str = "a") -> Field:
    field.act(seat, "bring", army=document_of(army))
    return field


def table_with(army: Army, **setup: str) -> Field:
    """A new table to which side a has brought this list."""
    return bring(Field(**setup), army)


def test_a_list_becomes_the_force() -> None:
    field = bring(Field().army("a", "kengo").army("b", "katana-samurai"), LIST)
    state = field.state
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
    state = bring(field, Army("sohei", 1, (UnitEntry("u1", "naginata-sohei", 4),))).state
    assert [p.unit for p in state.of("a")] == ["naginata-sohei"], "brought again it replaces the own force"
    assert [p.unit for p in state.of("b")] == ["katana-samurai"]
    assert state.sides["a"].path == "sohei"


def test_the_other_side_learns_nothing() -> None:
    field = table_with(LIST, level="3")
    assert field.line.public is None
    assert set(field.line.private) == {"a"}
    for eyes in ("b", None):
        assert field.shown(field.events[-1], eyes) is None
        assert "Guard" not in repr(field.view(eyes))
        assert field.view(eyes).side("a").problems == ()
    field.army("b", "katana-samurai").begin()
    assert field.state.begun
    told = repr(field.view("b"))
    assert "Guard" in told
    assert "spy" not in told.lower(), "who hides in a unit is not told when the battle begins"


def test_the_agreed_level_judges_both_and_forbids_neither() -> None:
    large = Army("buke", 3, (UnitEntry("u1", "katana-samurai", 12), UnitEntry("u2", "katana-samurai", 4)),
                 (CharacterEntry("c1", "busho-buke", "katana"),))  # fmt: skip
    field = bring(table_with(LIST, level="3"), large, "b")
    assert field.view("a").side("a").problems == ()
    own = field.view("b").side("b").problems
    assert [p.code for p in own] == ["unit-too-large"]
    field.act("b", "ready")
    assert field.view("a").side("b").legal is None, "not before both are ready"
    field.act("a", "ready")
    assert field.state.begun
    for eyes in ("a", "b", None):
        seen = field.view(eyes)
        assert (seen.level, seen.side("a").legal, seen.side("b").legal) == (3, True, False)
    unjudged = table_with(LIST, level="").view("a")
    assert (unjudged.level, unjudged.side("a").problems, unjudged.side("a").legal) == (None, (), None)
    for level in ("11", "three"):
        assert isinstance(KENSEI.start({"level": level}), Refusal)


def test_documents_that_cannot_be_played_are_refused() -> None:
    empty = document_of(Army("buke", 3))
    for army in ({}, {"format": "gunbai-army"}, empty, {**document_of(LIST), "units": [{"unit": "orcs"}]}):
        assert len(Field().refused("a", "bring", army=army)) > 10
    for broken in ("x", 3, None, []):
        assert Field().refused("a", "bring", army=broken)
    crowd = Army("buke", 3, tuple(UnitEntry(f"u{n}", "yari-ashigaru", 5) for n in range(31)))
    assert "at most 30" in Field().refused("a", "bring", army=document_of(crowd))
    ready = table_with(LIST)
    ready.act("a", "ready")
    assert ready.refused("a", "bring", army=document_of(LIST))


def test_every_unit_and_character_can_be_brought() -> None:
    units = tuple(UnitEntry(f"u{n}", id_, unit.basic_unit) for n, (id_, unit) in enumerate(catalog().units.items()))
    assert sum(1 for _ in table_with(Army("buke", 10, units)).state.of("a")) == len(units)
    everybody = tuple(CharacterEntry(f"c{n}", id_) for n, id_ in enumerate(catalog().characters))
    assert sum(1 for _ in table_with(Army("buke", 10, (), everybody)).state.of("a")) == len(everybody)


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
    enlisted = Field().army("a", f"buke: katana-samurai + {character} {weapon or ''}".strip())
    for field in (table_with(Army("buke", 8, *entries)), enlisted):
        (piece,) = field.state.of("a")
        assert piece.weapons_of(piece.heroes[0].id) == carried
