"""Before the battle: what the muster allows, what it refuses and how the refusal helps; and a Shinobi: what he is sent
to do, and that nobody else learns of him (12:6:3, K80)."""

import pytest

from companion.content.army_document import document_of
from companion.play.kensei.muster.bring import places
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.army.joining import ShinobiKind
from tests.play.kensei.deploy.secrets import SETUP, lay, told
from tests.play.kensei.field import Field

KUGE = Army(
    "kuge",
    4,
    (UnitEntry("u1", "katana-samurai", 8), UnitEntry("u2", "yari-ashigaru", 8)),
    (
        CharacterEntry("c1", "shinobi", kind="kamari"),
        CharacterEntry("c2", "spy", joins="u2"),
        CharacterEntry("c3", "busho-kuge"),
        CharacterEntry("c4", "daisho-samurai", joins="u1"),
    ),
)
"""One behind terrain, one hidden in a unit, one alone, and one in the ranks."""


def brought(**setup: str) -> Field:
    field = Field(**setup)
    field.act("a", "bring", army=document_of(KUGE))
    return field


def test_what_each_entry_of_a_list_has_become_on_the_table_and_whoever_is_discharged_is_gone() -> None:
    field = brought()
    pieces = {"u1": "a1", "u2": "a2", "c2": "a2", "c3": "ah1", "c4": "a1"}
    assert places(KUGE, field.state, "a") == pieces
    assert [(one.id, one.miniatures, one.at_start) for one in field.state.of("a")] == [
        ("a1", 8, 8),
        ("a2", 8, 8),
        ("ah1", 0, 0),
    ]

    def present() -> set[str]:
        return {hero.id for piece in field.state.of("a") for hero in piece.heroes} | {
            hero.id for hero in field.state.sides["a"].absent
        }

    everybody, listed = present(), field.state
    for who in ("ax-shinobi", "ax-spy", "ah1", "ah2"):
        field.state = listed
        field.act("a", "discharge", hero=who)
        assert present() == everybody - {who}, "and nobody else"
        assert {piece.id for piece in field.state.of("a")} == {"a1", "a2", "ah1"} - {who}


def test_an_illegal_list_comes_nearer_to_what_is_allowed_and_tells_its_hidden_ones_apart() -> None:
    field = Field()
    for count in (0, 100):
        army = Army("kuge", 4, (UnitEntry("u1", "katana-samurai", 8), UnitEntry("u2", "katana-samurai", count)), ())
        why = f"{count} miniatures; 1 to 99 can stand"
        assert why in field.refused("a", "bring", army=document_of(army)), "no table holds it"
    spies = tuple(CharacterEntry(f"c{number}", "spy", joins="u1") for number in (1, 2))
    field.act("a", "bring", army=document_of(Army("kuge", 4, (UnitEntry("u1", "katana-samurai", 14),), spies)))
    assert [hero.id for hero in field.piece("a1").heroes] == ["ax-spy", "ax-spy-2"]
    for hero in ("ax-spy", "ax-spy-2"):
        field.act("a", "discharge", hero=hero)
    for count in (14, 13):
        field.act("a", "size", piece="a1", miniatures=count)
        assert (field.piece("a1").miniatures, field.piece("a1").at_start) == (count, count)
    assert "4 to 12 are allowed" in field.refused("a", "size", piece="a1", miniatures=14)


def test_an_army_is_made_by_its_own_side_and_not_after_ready() -> None:
    field = Field()
    field.act("a", "side", clan="  Take\x00da\n\u202e🏯  ")
    assert field.state.sides["a"].clan == "Take da 🏯", "what players write stays on its line"
    assert "in secret" in field.refused("b", "muster", by="a", unit="kengo")
    assert "at least one" in field.refused("a", "ready")
    field.unit("a", "katana-samurai")
    field.act("a", "ready")
    assert "Undo that first" in field.refused("a", "muster", unit="kengo")
    field.act("a", "unready")
    field.unit("a", "kengo")
    field.act("a", "ready")
    field.unit("b", "kengo")
    field.act("b", "ready")
    assert "by hand" in field.refused("a", "muster", unit="kengo")
    assert "undo" in field.refused("a", "unready")
    assert "at least 1" in field.refused("a", "correct", piece="a1", miniatures=0, reason="\x00\x01")


KINDS: tuple[tuple[ShinobiKind, str | None], ...] = (("mitsumono", "a1"), ("kamari", None), ("denuki", None))
SWORDS = "kuge: katana-samurai 8, katana-samurai 6"


def mustered(kind: ShinobiKind | None = None, piece: str | None = None) -> Field:
    """Two units, and a Shinobi sent to do this, or nobody."""
    field = Field(**SETUP).army("a", SWORDS)
    if kind:
        field.act("a", "enlist", character="shinobi", kind=kind, piece=piece)
    else:
        field.act("a", "name", piece="a1", name="")  # an act as secret as the other, that does nothing
    return field


def laid(kind: ShinobiKind | None = None, piece: str | None = None) -> Field:
    """The same at the deployment, all cards laid."""
    field = mustered(kind, piece)
    field.act("a", "enlist", character="daisho-samurai", piece="a2")
    field.army("b", "kiba-musha 4, yari-ashigaru 10").begin()
    field.act("a", "terrain", kind="forest")
    field.act("a", "deploy-first", first="b")
    lay(field, "b1", "a1", "b2", "a2")
    return field


@pytest.mark.parametrize(("kind", "piece"), KINDS)
def test_a_battle_with_him_looks_like_one_without(kind: ShinobiKind, piece: str | None) -> None:
    battles = laid(kind, piece), laid()
    for seat in ("b", None):
        assert len({told(one, seat) for one in battles}) == 1
