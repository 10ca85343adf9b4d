"""Hidden ones: a Mitsumono in a unit, a Kamari behind terrain, a Denuki among the enemy, Ninjas until they act, and who
is kept off the table (5:1:6, 5:1:13, 12:6:2, 12:6:3, K72, K80)."""

from __future__ import annotations

import pytest

from companion.content.army_document import document_of
from companion.play.kensei.after.pursuit import meetings
from companion.play.kensei.combat.duels import challenges
from companion.play.kensei.deploy.seals import kept_off
from companion.play.kensei.game import KENSEI
from companion.play.kensei.markers import with_facts
from companion.play.kensei.state import must
from companion.play.kensei.turn_state import Flight
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.turn.contacts import engaged_since_before
from tests.play.kensei.combat.trio import contact
from tests.play.kensei.deploy.secrets import SETUP, deployed, lay, sealed, told
from tests.play.kensei.field import Field, at_once, honor_of, panel


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


@pytest.mark.parametrize(("act", "form"), [("infiltrate", {}), ("open-seal", {"entered": True})])
def test_a_denuki_shows_himself_before_the_unit_of_his_number(act: str, form: dict[str, bool]) -> None:
    field = sent("denuki")
    seal = sealed(field, "a", who="ax-shinobi", card=3)
    begun(field)
    (mine,) = field.view("a").seals
    assert mine.denuki
    assert not field.view("b").seals[0].denuki
    said = field.act("a", act, seal=seal, **form)
    assert said == "It was sealed: Shinobi, enemy card 3. Shinobi shows himself in front of Yari Ashigaru."
    met = contact(field, "ax-shinobi", "b3")
    assert (met.cause, met.zone_of_one, met.charger, met.since) == ("denuki", "front", "", 1)
    assert not field.piece("ax-shinobi").facts.charged, "it is never a charge"
    for seat in "ab":
        told = must(panel(field, seat).other_result)
        assert str(told.outcome) == "Shinobi, hidden until now, is in contact with the front of Yari Ashigaru."
    for one in ("ax-shinobi", "b3"):
        assert engaged_since_before(field.state.contacts, one, 1), "the unit is in combat where it stands"
    assert "no such Denuki waiting" in field.refused("a", "infiltrate", seal=seal)


def test_on_a_cavalry_number_he_stands_before_the_next_that_is_none_and_else_a_unit_is_asked_for() -> None:
    field = sent("denuki")
    seal = sealed(field, "a", who="ax-shinobi", card=1)
    begun(field)
    assert "in front of Katana Samurai" in field.act("a", "infiltrate", seal=seal)
    assert contact(field, "ax-shinobi", "b2")
    field = sent("denuki")
    seal = sealed(field, "a", who="ax-shinobi", card=9)
    begun(field)
    asked = field.state
    why = "That card number belongs to no unit on the table: choose the enemy unit the Denuki stands in front of."
    assert field.refused("a", "infiltrate", seal=seal) == why
    for wrong in ("a1", "zz", "ax-shinobi"):
        assert field.refused("a", "infiltrate", seal=seal, enemy=wrong) == why
    field.act("a", "infiltrate", seal=seal, enemy="b2")
    assert contact(field, "ax-shinobi", "b2")
    field.state = asked
    field.act("a", "open-seal", seal=seal)
    assert field.piece("ax-shinobi").standing, "an opened seal only brings him to light"
    assert field.state.contacts == ()


def test_his_own_side_alone_is_asked_for_a_card_and_to_show_him_in_its_orders() -> None:
    field = sent("denuki")

    def hides(seat: str, of: str = "a") -> tuple[tuple[str, str], ...]:
        return must(field.view(seat).deploy).side(of).denuki

    assert hides("a") == (("ax-shinobi", "Shinobi"),)
    assert hides("b") == ()
    assert hides("b", "b") == ()
    sealed(field, "a", who="ax-shinobi", card=1)
    assert hides("a") == ()
    deployed(field)
    assert at_once(panel(field, "a")) == [], "the Commandment roll comes first"
    others: tuple[ShinobiKind | None, ...] = ("kamari", None)
    assert [must(sent(kind).view("a").deploy).side("a").denuki for kind in others] == [(), ()], "nobody else is asked"
    field.act("a", "first", first="b")
    assert at_once(panel(field, "a")) == [], "the other side gives orders"
    field.act("b", "done", turn=1)
    assert [at_once(panel(field, seat)) for seat in "ab"] == [["denuki"], []]
    ((_, asked),) = panel(field, "a").at_once
    assert str(asked.sentence) == str(panel(field, "a").sentence)
    assert str(asked.sentence) == "Shinobi shows himself now: a Denuki among the enemy."
    assert [one.in_front_of for one in field.view("a").seals] == ["Katana Samurai 2"], "1 is of riders"
    field.act("a", "infiltrate", seal=field.state.seals[0].seal)
    assert at_once(panel(field, "a")) == []


def test_he_shows_himself_in_the_orders_of_his_own_side_unless_they_agree() -> None:
    field = sent("denuki")
    seal = sealed(field, "a", who="ax-shinobi", card=3)
    assert "not begun" in field.refused("a", "infiltrate", seal=seal)
    deployed(field)
    field.act("b", "first", first="b")
    assert "Taisho orders of his own side" in field.refused("a", "infiltrate", seal=seal)
    field.act("a", "infiltrate", seal=seal, anyway=True)
    assert contact(field, "ax-shinobi", "b3")


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


# ---- Kamari and Ninjas


def test_a_kamari_whose_owner_says_nothing_stays_hidden() -> None:
    field = sent("kamari")
    seal = sealed(field, "a", who="ax-shinobi", behind="forest-1")
    begun(field)
    assert not field.view("a").seals[0].denuki, "he hides from who comes, not among the enemy"
    field.act("b", "order", piece="b1", do="advance")
    field.act("b", "announce")
    field.leave(3, skip=True)
    assert [one.opened for one in field.state.seals] == [False]
    assert f"seal {seal}" in KENSEI.secrets(field.state)
    assert field.state.piece("ax-shinobi") is None
    assert field.act("a", "reveal", hero="ax-shinobi") == "Shinobi shows himself."


def test_ninjas_are_shown_when_they_act() -> None:
    field = sent(None)
    seal = sealed(field, "a", who="a2", behind="forest-1")
    begun(field)
    hidden = field.state
    assert "Side A shows who was hidden" in field.act("b", "touch", one="b2", other="a2"), "or when they fight"
    assert field.state.seals[0].opened
    field.state = hidden
    field.act("a", "order", piece="a2", do="advance")
    assert not field.state.seals[0].opened, "a draft shows nobody"
    said = field.act("a", "announce")
    assert said.endswith("Side A shows who was hidden: Ninjas, hidden behind Forest 1.")
    assert field.line.reveals, "taking it back needs consent"
    assert str(field.view("b").seals[0].what) == "Ninjas, hidden behind Forest 1"
    after = field.state
    assert "opens what was sealed" in field.act("a", "open-seal", seal=seal), "and again changes nothing"
    assert field.state == after


# ---- Mitsumono, Geisha, Spy


def test_a_mitsumono_lends_his_unit_nothing_and_shown_he_takes_the_place_of_a_bushi() -> None:
    field = begun(sent("mitsumono", "u1"))
    hero = field.hero_of("ax-shinobi")
    assert (hero.hidden, hero.kind) == (True, "mitsumono")
    assert field.act("a", "reveal", hero="ax-shinobi") == "Shinobi is revealed in Katana Samurai 1."
    shown = field.state
    field.act("a", "honor", piece="a1")
    assert honor_of(field).target.value == field.piece("a1").profile.attributes.hr
    field.state = shown
    field.act("a", "quit", hero="ax-shinobi", shows=True)
    assert field.piece("ax-shinobi").lone is not None
    assert not field.piece("a1").heroes
    assert "loner" in field.refused("a", "enter", hero="ax-shinobi", unit="a1"), "who has left is one for good"
    field.state = shown
    field.act("b", "touch", one="b2", other="a1")
    field.leave()
    field.act("a", "fight", combat="t1.combat.a1+b2")
    pairs = {hero.id: {foe.id for foe in foes} for hero, foes in challenges(field.state, field.state.melees[0])}
    assert (pairs["bh1"], pairs["ax-shinobi"]) == ({"ax-shinobi"}, {"bh1"})


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


def test_who_is_kept_off_the_table_is_written_down_before_the_battle() -> None:
    field = sent("kamari")
    assert "Only a general with Clandestine Practices" in field.refused("a", "seal", who="a2", off=True)
    field = practised()
    assert must(field.view("a").sealing).off
    assert "Say who stays off" in field.refused("a", "seal", off=True, text="somebody")
    seal = sealed(field, "a", who="a2", off=True)
    assert str(field.view("a").seals[0].what) == "Ninjas, kept off the table"
    assert field.view("b").seals[0].what is None
    assert [(one.seal, one.who) for one in kept_off(field.state, "a")] == [(seal, "a2")]
    assert not kept_off(field.state, "b")
    begun(field)
    assert "before the battle begins" in field.refused("a", "seal", who="a2", off=True)
    assert not must(field.view("a").sealing).off
    field.act("a", "open-seal", seal=seal, written="a2////off the table")
    assert not kept_off(field.state, "a")


def practised() -> Field:
    """A Kuge general with Clandestine Practices, and Ninjas."""
    field = Field(**SETUP).army("a", "kuge: katana-samurai 8 + taisho-kuge, ninjas 4")
    field.act("a", "ability", ability="clandestine-practices", on=True)
    return field.army("b", "katana-samurai 8").begin()


@pytest.mark.parametrize("written", [{"who": "a2", "behind": "forest-1"}, {"text": "far behind the hill"}])
def test_ninjas_who_may_be_hidden_are_no_target_whatever_the_seal_says(written: dict[str, str]) -> None:
    field = sent(None)
    seal = sealed(field, "a", **written)
    begun(field)
    field.act("a", "done", turn=1)
    for order in ("charge+run+", "shoot+march+"):
        said = field.refused("b", "announce", piece="b1", goal=order, target="a2")
        assert said == "Ninjas may be hidden, and nobody aims at what is not on the table: choose another."
    for seat in ("a", "b", None):
        assert field.view(seat).orders.unseen == ("a2",)
    seen = field.state
    said = field.act("b", "announce", piece="b1", goal="charge+run+", target="a2", anyway=True)
    assert "Against the rules: Ninjas may be hidden" in said
    field.state = seen
    field.act("a", "open-seal", seal=seal)
    assert field.view("b").orders.unseen == ()
    field.act("b", "announce", piece="b1", goal="charge+run+", target="a2")


def test_who_waits_hidden_is_left_out_of_what_all_do_and_reads_so_to_its_own_side() -> None:
    field = sent(None)
    sealed(field, "a", who="a2", behind="forest-1")
    begun(field)
    perhaps = "may be hidden, off the field"
    for seat, words in (("a", "hidden behind Forest 1"), ("b", perhaps), (None, perhaps)):
        side = field.view(seat).side("a")
        assert side.pieces is not None
        assert [str(one.hides) for one in side.pieces if one.id == "a2"] == [words]
    assert field.view("a").orders.alike["a"].marching == 1
    other = sent("denuki")
    sealed(other, "a", who="ax-shinobi", card=3)
    assert begun(other).view("a").orders.alike["a"].marching == 2, "a seal about somebody else holds nobody back"
    for seat in ("a", None):
        assert must(field.view(seat).orders.row("a1")).friends == (), "who is off the table is in nobody's way"
    runs = with_facts(field.state, field.piece("a1"), fleeing_since=1)
    assert {one.who for one in meetings(runs, Flight("f", "a1", faces=(3, 4)))} == {""}
    field.act("a", "alike")
    assert [plan.piece for plan in field.state.plans] == ["a1"], "one tap does not give the ambush away"
    field.act("a", "order", piece="a2", do="advance")
    field.act("a", "announce")
    assert field.state.seals[0].opened
    assert [one.hides for one in field.view("a").side("a").pieces or ()] == [None, None]


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


@pytest.mark.parametrize("seat", ["a", "b"])
def test_what_everybody_reads_of_ninjas_and_their_seal_agree(seat: str) -> None:
    """Those who lost something stood there; a number that the other side sets by hand opens no seal."""
    field = sent(None)
    sealed(field, "a", who="a2", behind="forest-1")
    begun(field)
    said = field.act(seat, "correct", piece="a2", miniatures=3, reason="arrows")
    opened = seat == "a"
    assert ("Side A shows who was hidden: Ninjas, hidden behind Forest 1." in said) is opened
    assert (field.state.seals[0].opened, field.view("b").orders.unseen) == (opened, () if opened else ("a2",))


@pytest.mark.parametrize(
    ("seat", "act", "form", "shown"),
    [
        ("a", "announce", {"piece": "a2", "do": "advance"}, True),
        ("b", "touch", {"one": "b2", "other": "a2"}, True),
        ("a", "correct", {"piece": "a2", "miniatures": 3, "reason": "arrows"}, True),
        ("b", "correct", {"piece": "a2", "miniatures": 3, "reason": "arrows"}, False),
        ("a", "order", {"piece": "a2", "do": "advance"}, False),
        ("a", "announce", {"piece": "a1", "do": "advance"}, False),
    ],
)
def test_ninjas_everybody_has_seen_are_not_said_to_hide_in_later_turns(
    seat: str, act: str, form: dict[str, object], shown: bool
) -> None:
    """Though the seal, which names nobody, is closed (K80)."""
    field = sent(None)
    sealed(field, "a", text="far behind the hill")
    begun(field)
    before = field.state
    field.act(seat, act, **form)
    if act == "touch":
        field.act("b", "part", one="b2", other="a2")
    for _ in range(3):
        assert field.view("b").orders.unseen == (() if shown else ("a2",))
        assert field.view("a").orders.unseen == field.view("b").orders.unseen
        field.next_turn(skip=True)
    assert KENSEI.view(before, "b").orders.unseen == ("a2",), "and taken back it is as it was"
