"""A Bushi's own shot beside a unit that withstands and shoots; a lone character's withstanding shot (4:3:11, K52)."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.view import orders_view
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.test_kensei_announcing import row
from tests.play.kensei.orders.test_kensei_charges import misses

CHARGE = "t1.charge.a1>b1"


def charged(what: str = "shoot") -> Field:
    """Swordsmen charge archers with a Busho among them, who answer."""
    field = fielded(
        "buke: katana-samurai 8", "buke: yumi-samurai 6 + busho-buke katana, daisho-samurai", battle="pitched"
    )
    field.act("a", "first", first="a")
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    field.act("b", "react", step=f"{CHARGE}.react", what=what)
    return field


def test_he_shoots_after_his_unit_with_what_a_withstanding_shot_costs() -> None:
    field = charged()
    field.act("b", "reply", charge=CHARGE)
    misses(field)
    assert [str(one.sentence) for one in orders_view(field.state, None).hero_replies] == [
        "Busho Buke shoots too, at Katana Samurai"
    ]
    assert (
        field.act("b", "hero-reply", charge=CHARGE, hero="bh1")
        == "Busho Buke shoots before the charge of Katana Samurai."
    )
    chain = field.chain()
    assert (chain.striker, chain.situation.withstand_and_shoot) == ("bh1", True)
    assert chain.situation.distance_cm == 28, "his unit has measured it"
    misses(field)
    assert not field.hero_of("bh1").loaded
    row = next(one for one in orders_view(field.state, "b").heroes if one.hero == "bh1")
    assert (row.have, row.left) == (3, 2)
    assert orders_view(field.state, "b").hero_replies == ()
    assert "not loaded" in field.refused("b", "hero-reply", charge=CHARGE, hero="bh1")
    assert "One shot a turn" in field.refused("b", "announce", piece="bh1", do="shoot", target="a1")
    field.act("a", "charge", charge=CHARGE, left_cm=99)
    assert KENSEI.view(field.state, "b").acts_now == "b", "an answer is no order: his side has given none yet"
    assert not KENSEI.view(field.state, "b").all_carried_out


def test_he_does_not_where_his_unit_does_not_or_the_charge_is_over() -> None:
    field = charged("withstand")
    assert orders_view(field.state, "b").hero_replies == ()
    assert "withstands and shoots" in field.refused("b", "hero-reply", charge=CHARGE, hero="bh1")
    again = charged()
    assert "no such character of yours" in again.refused("a", "hero-reply", charge=CHARGE, hero="bh1")
    again.act("b", "announce", piece="bh1", do="load", anyway=True)
    assert "spent AC" in again.refused("b", "hero-reply", charge=CHARGE, hero="bh1")
    again.act("a", "charge", charge=CHARGE, anyway=True)
    assert "is waiting" in again.refused("b", "hero-reply", charge=CHARGE, hero="bh1")


def test_a_lone_character_withstands_and_shoots_like_a_unit() -> None:
    field = charged()
    field.act("a", "announce", piece="a1", goal="charge+none+", target="bh2", anyway="true")
    step = "t1.charge.a1>bh2"
    assert "never counter-charges" in field.refused("b", "react", step=f"{step}.react", what="counter")
    field.act("b", "react", step=f"{step}.react", what="shoot")
    field.act("b", "reply", charge=step)
    chain = field.chain()
    assert (chain.attacker, chain.weapon, chain.situation.withstand_and_shoot) == ("bh2", "bow", True)
    assert row(field, "a", "bh2").left == 2
