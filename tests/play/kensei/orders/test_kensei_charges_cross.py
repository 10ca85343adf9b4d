"""Charges that cross each other, lose their target, or come before a reaction; what the other side does meanwhile
(9:5:6, K51 to K53, K60, K87 to K90)."""

from dataclasses import replace

from companion.play.kensei.turn_state import Death, Spent
from tests.play.kensei.orders.lines import CHARGE, answered, charged, lines, react

AT_ARCHERS = "t1.charge.a1>b2"


def test_what_a_shot_caused_is_settled_before_the_charger_moves() -> None:
    field = answered("withstand")
    field.act("a", "honor", piece="a1", cause="by-hand")
    assert field.refused("a", "charge", charge=CHARGE) == "The honor roll of Katana Samurai comes first: make it."
    field.act("a", "roll", step=field.step(), faces=[1])
    field.state = replace(field.state, deaths=(Death("t1.dead", "a", "ah1", "t1.shot"),))
    assert field.refused("a", "charge", charge=CHARGE) == "Say first who stands near the dead general."
    field.state = replace(field.state, deaths=(Death("t1.dead", "b", "bh1", "t1.shot"),))
    field.act("a", "charge", charge=CHARGE)


def test_no_shot_after_ac_that_went_elsewhere() -> None:
    """On a strategic order, or by a friend who moved through them."""
    spent = "Yumi Ashigaru spent AC this turn already."
    field = charged(target="b2")
    heard = Spent("t1.b2>a1.strategic", "b", "strategic", 1, "b2", "a1", holds=False)
    field.state = replace(field.state, spent=(heard,))
    assert field.refused("b", "react", step=f"{AT_ARCHERS}.react", what="shoot") == spent
    field = lines()
    field.act("b", "announce", piece="b1", do="through", target="b2")
    field.act("b", "moved")
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b2")
    assert field.refused("b", "react", step=f"{AT_ARCHERS}.react", what="shoot") == spent
    react(field, "withstand", AT_ARCHERS)
