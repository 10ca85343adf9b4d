"""Hidden ones: a Mitsumono in a unit, a Kamari behind terrain, a Denuki among the enemy, Ninjas until they act, and who
is kept off the table (5:1:6, 5:1:13, 12:6:2, 12:6:3, K72, K80)."""

import pytest

from companion.content.army_document import document_of
from companion.play.kensei.game import KENSEI
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.army.joining import ShinobiKind
from tests.play.kensei.deploy.secrets import SETUP, deployed, lay, sealed, told
from tests.play.kensei.field import Field


def sent(kind: ShinobiKind | None, joins: str | None = None, character: str = "shinobi") -> Field:
    """A Kuge side with a Shinobi sent to do this, or without him; B has riders, then swordsmen and spears.

    All cards lie; the battle has not begun.
    """
    field = Field(**SETUP)
    hero = (CharacterEntry("c1", character, kind=kind, joins=joins),) if kind or joins else ()
    units = (UnitEntry("u1", "katana-samurai", 8), UnitEntry("u2", "ninjas", 4))
    field.act("a", "bring", army=document_of(Army("kuge", 4, units, hero)))
    field.army("b", "kiba-musha 4, katana-samurai 8 + daisho-samurai, yari-ashigaru 10").begin()
    field.act("a", "terrain", kind="forest")
    field.act("a", "deploy-first", first="b")
    lay(field, "b1", "a1", "b2", "b3")
    return field


def begun(field: Field) -> Field:
    """Both say that they have deployed, and A acts first."""
    deployed(field)
    field.act("a", "first", first="a")
    return field


# ---- Denuki


def test_nobody_else_lets_him_show_himself_nor_learns_by_trying() -> None:
    answers = set()
    for kind in ("denuki", None):
        field = sent(kind)
        seal = sealed(field, "a", **({"who": "ax-shinobi", "card": 3} if kind else {"text": "nobody"}))
        begun(field)
        for seat, by in (("a", "b"), ("b", "b")):
            answers.add(field.refused(seat, "infiltrate", by=by, seal=seal))
    assert answers == {"Your side has no such Denuki waiting: look at the list again."}


NOBODY = {"text": "nobody is there"}
DENUKI = {"who": "ax-shinobi", "card": 3}
WAITING: dict[str, list[tuple[ShinobiKind | None, bool, dict[str, object]]]] = {
    "a Denuki, or none": [("denuki", False, DENUKI), ("kamari", False, NOBODY), (None, False, NOBODY)],
    "where Ninjas wait": [
        (None, False, {"who": "a2", "behind": "forest-1"}),
        (None, False, {"who": "a2"}),
        (None, False, {"text": "far behind the hill"}),
    ],
    "who is kept off": [(None, True, {"who": "a2", "off": True}), (None, True, NOBODY)],
}
"""Who was sent, whether their general has Clandestine Practices, and what was written down."""


@pytest.mark.parametrize("battles", WAITING.values(), ids=WAITING)
def test_who_waits_is_told_by_nothing(battles: list[tuple[ShinobiKind | None, bool, dict[str, object]]]) -> None:
    looks = set()
    for kind, practices, written in battles:
        field = practised() if practices else sent(kind)
        seal = sealed(field, "a", **written)
        begun(field)
        field.act("a", "order", piece="a2", do="advance")
        looks.add(tuple(told(field, seat, without=(seal,)) for seat in ("b", None)))
    (same,) = looks
    assert "shinobi" not in "".join(same).lower()


# ---- Mitsumono, Geisha, Spy


@pytest.mark.parametrize("who", ["shinobi", "geisha", "spy"])
def test_a_unit_in_which_somebody_hides_looks_like_any_other_until_it_fights(who: str) -> None:
    fields = [begun(sent("mitsumono" if who == "shinobi" else None, "u1", who)), begun(sent(None))]
    for seat in ("b", None):
        looks = [told(field, seat) for field in fields]
        assert looks[0] == looks[1]
        assert who not in looks[0].lower()
    guess = {field.refused("a", "reveal", by="b", hero=f"ax-{who}") for field in fields}
    assert len(guess) == 1
    field = fields[0]
    field.act("b", "touch", one="b2", other="a1")
    field.leave()
    assert field.hero_of(f"ax-{who}").hidden, "until the fight begins"
    assert "is revealed in" in field.act("a", "fight", combat="t1.combat.a1+b2")
    assert not field.hero_of(f"ax-{who}").hidden


# ---- kept off the table


def practised() -> Field:
    """A Kuge general with Clandestine Practices, and Ninjas."""
    field = Field(**SETUP).army("a", "kuge: katana-samurai 8 + taisho-kuge, ninjas 4")
    field.act("a", "ability", ability="clandestine-practices", on=True)
    return field.army("b", "katana-samurai 8").begin()


def test_a_target_tapped_tells_no_draft_of_who_waits_hidden() -> None:
    """All drafts told at once tell it too; until then the other side sees what it sees without it."""
    looks = []
    for drafting in (False, True):
        field = sent(None)
        sealed(field, "a", who="a2", behind="forest-1")
        begun(field)
        if drafting:
            field.act("a", "order", piece="a2", do="advance")
        field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
        looks.append(field.view("b"))
    assert looks[0] == looks[1]
    assert (field.view("a").orders.hiding, looks[0].orders.hiding) == (True, False)
    assert "orders a2" in KENSEI.secrets(field.state)
    assert "Ninjas: march." in field.act("a", "announce")
    assert field.state.seals[0].opened
