"""A Shinobi chosen at the table: what he is sent to do, and that nobody else learns of him (12:6:3, K80)."""

from __future__ import annotations

import pytest

from companion.rules.kensei.army.joining import ShinobiKind
from tests.play.kensei.deploy.secrets import SETUP, lay, told
from tests.play.kensei.field import Field

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


def where(field: Field) -> list[tuple[str, str, ShinobiKind | None, bool]]:
    """Where each character of A is, with his id, what he is sent to do, and whether he hides."""
    on = [(p.id, h) for p in field.state.of("a") for h in p.heroes]
    off = [("absent", h) for h in field.state.sides["a"].absent]
    return [(place, h.id, h.kind, h.hidden) for place, h in (*on, *off)]


def test_he_may_be_sent_to_do_something_else_and_keeps_his_id() -> None:
    field = mustered("kamari")
    for kind, piece in (("mitsumono", "a2"), ("mitsumono", "a1"), ("denuki", None), ("kamari", None)):
        field.act("a", "outfit", hero="ax-shinobi", kind=kind, piece=piece)
        assert where(field) == [(piece or "absent", "ax-shinobi", kind, True)]
    field.act("a", "discharge", hero="ax-shinobi")
    assert where(field) == []


def test_who_stands_openly_hides_once_he_is_sent_or_joins_a_unit() -> None:
    """A list may leave a Shinobi's kind open; a Spy may be enlisted before his unit."""
    field = mustered()
    field.act("a", "enlist", character="shinobi")
    field.act("a", "enlist", character="spy")
    assert [(one, hidden) for _, one, _, hidden in where(field)] == [("ah1", False), ("ah2", False)]
    field.act("a", "outfit", hero="ah1", kind="denuki")
    field.act("a", "outfit", hero="ah2", piece="a1")
    assert where(field) == [("a1", "ax-spy", None, True), ("absent", "ax-shinobi", "denuki", True)]


def test_what_the_book_does_not_allow_is_refused_and_changes_nothing() -> None:
    field = mustered("kamari")
    before = where(field)
    assert "A Mitsumono hides in a unit" in field.refused("a", "outfit", hero="ax-shinobi", kind="mitsumono")
    for kind, why in (("kamari", "who is a Mitsumono may start in a unit"), ("denuki", "joins no unit of his own")):
        assert why in field.refused("a", "outfit", hero="ax-shinobi", kind=kind, piece="a1")
    assert "An army may have at most one Shinobi" in field.refused("a", "enlist", character="shinobi", kind="denuki")
    field.act("a", "enlist", character="daisho-samurai", piece="a1", kind="kamari")
    assert where(field) == [("a1", "ah1", None, False), *before], "the chip was meant for the Shinobi"
    assert "Only a Shinobi has a kind" in field.refused("a", "outfit", hero="ah1", kind="kamari")
    assert "hides only where no Bushi" in field.refused("a", "outfit", hero="ax-shinobi", kind="mitsumono", piece="a1")


def test_his_own_side_reads_what_he_does() -> None:
    field = mustered()
    for kind, piece, line in (
        ("kamari", None, "Shinobi, a Kamari: written down, not on the table."),
        ("denuki", None, "Shinobi, a Denuki: written down, not on the table."),
        ("mitsumono", "a2", "Your army: 6 Katana Samurai with Shinobi."),
    ):
        act = "outfit" if field.state.sides["a"].absent else "enlist"
        form = {"hero": "ax-shinobi"} if act == "outfit" else {"character": "shinobi"}
        assert not field.act("a", act, **form, kind=kind, piece=piece), "nobody else reads it"
        assert str(field.line.private["a"]) == line
    assert field.view("a").side("a").kinds == {"ax-shinobi": "mitsumono"}
    assert not field.view("b").side("a").kinds


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
