"""Moving: extra turns, through friends, behind an obstacle, away from an enemy that is too near, with a character;
and who is engaged moves no more (4:3:1, 8:3:5, 9:1, 9:2:2, 9:4:2, 9:4:4, 10:2:1, 11:4:1; K54, K64, K81, K91, K93,
K94, K96)."""

from companion.play.kensei.combat.initiative import may_be_defensive, numbers_now
from companion.play.kensei.melees import Striker
from companion.play.kensei.newest import footer_line
from companion.play.kensei.orders.announcing import LATE
from companion.play.kensei.orders.plans import halved, has_ac, left
from companion.rules.kensei.turn.effects import effects_on
from companion.rules.text import Text
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.lines import CHARGE, answered, lines, react, seen


def test_both_have_less_initiative_and_the_other_loses_ac_and_half_its_way() -> None:
    field = lines()
    archers = field.piece("a2")
    field.act("a", "announce", piece="a1", do="through", target="a2")
    announced = field.state
    field.act("a", "stop", piece="a1")
    assert (left(field.state, archers), halved(field.state, archers)) == (has_ac(archers), False), "it stopped before"
    field.state = announced
    field.act("a", "moved")
    for piece in ("a1", "a2"):
        assert effects_on(field.state.effects, piece, field.state.turn) == {"moved-through"}
    archers = field.piece("a2")
    assert left(field.state, archers) == has_ac(archers) - 1
    field.act("a", "announce", piece="a2", goal="charge+march+", target="b1", anyway=True)
    assert "their advance is up to 5 cm" in str(seen(field, "a").charges[0].sentence)
    field.act("a", "touch", one="a1", other="b1")
    field.leave(skip=True)
    field.act("a", "fight", combat="t1.combat.a1+b1")
    number = numbers_now(field.state, field.state.melees[0])["a1"]
    assert [term.value for term in number.modifiers if term.rule == "9:4:2"] == [-2]
    field.leave(2)
    assert field.state.effects == (), "it ends with the turn"


def test_a_lone_character_walks_on_at_half_and_takes_nothing_from_the_unit() -> None:
    field = fielded("kuge: katana-samurai 8, busho-kuge katana", "yari-ashigaru 8", battle="pitched", first="a")
    lone = "ah1"
    swords = field.piece("a1")
    field.act("a", "announce", piece=lone, do="through", target="a1")
    field.act("a", "moved")
    assert effects_on(field.state.effects, lone, 1) == {"moved-through"}
    assert effects_on(field.state.effects, "a1", 1) == frozenset()
    assert (left(field.state, swords), halved(field.state, swords)) == (has_ac(swords), False)
    assert field.act("a", "announce", piece=lone, goal="charge+march+", target="b1") == (
        "Busho Kuge: march, charge Yari Ashigaru. Units have acted already: by the book all orders are announced first."
    )
    late = Text("%(first)s %(then)s", {"first": Text("Busho Kuge: march."), "then": LATE})
    assert str(footer_line(late)) == "Busho Kuge: march.", "the foot of the page tells the act"
    react(field, "withstand", f"t1.charge.{lone}>b1")
    mv = field.hero_of(lone).profile.attributes.mv
    assert f"his advance is up to {mv // 2} cm" in str(seen(field, "a").charges[0].sentence)


def said(field: Field) -> list[str]:
    return [str(one.sentence) for one in seen(field, "a").near]


def test_a_charge_that_fell_short_leaves_no_defensive_position_and_owes_nothing() -> None:
    field = answered("withstand")
    swordsmen = Striker("a1", unit=True)
    assert may_be_defensive(field.state, swordsmen) is None, "not carried out yet"
    field.act("a", "charge", charge=CHARGE, left_cm=99)
    assert "charged this turn" in str(may_be_defensive(field.state, swordsmen))
    field.next_turn(skip=True)
    assert may_be_defensive(field.state, swordsmen) is None
    field.act("a", "first", first="a")
    assert said(field) == [], "it stands 5 cm away"
