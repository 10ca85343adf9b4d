"""What waits for an ability until it is decided, disturbed ones included; and what nobody can use."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from tests.play.kensei.abilities.combats import give, met, throw
from tests.play.kensei.abilities.test_kensei_distract import chips, field_of
from tests.play.kensei.field import Field

CHARGE = "t1.charge.a2>b1"


def with_lone_general(ability: str, **setup: str) -> tuple[Field, str]:
    """A general of the Sohei who has learned this stands alone; monks of his, and swordsmen of the other side."""
    field = Field(**{"battle": "pitched", **setup})
    field.act("a", "side", path="sohei")
    field.unit("a", "naginata-sohei", 8)
    general = field.hero("a", "taisho-sohei")
    field.act("a", "ability", ability=ability, on=True)
    field.unit("b", "katana-samurai", 8)
    return field.begin(), general


def test_nobody_to_be_about_is_no_use_whatever_the_players_agree_on() -> None:
    field = met("katana-samurai", "geisha", sizes=(8, 8))
    (geisha,) = (hero.id for piece in field.state.of("a") for hero in piece.heroes)
    why = field.refused("a", "use", user=geisha, ability="assassin", about=field.state.melees[0].id, anyway=True)
    assert "no possible target" in why
    assert not field.state.uses


def test_a_cry_that_is_disturbed_still_holds_up_the_charge() -> None:
    field, geisha = field_of("naginata-sohei", 8)
    field.act("a", "announce", piece="a2", goal="charge+run+", target="b1")
    field.act("b", "use", user="b1", ability="battle-cry", about=CHARGE)
    field.act("a", "use", user=geisha, ability="distract", about="t1.battle-cry.b1")
    why = "The ability of Naginata Sohei comes first: roll its dice."
    assert field.refused("a", "charge", charge=CHARGE, left_cm=0) == why
    throw(field, f"t1.distract.{geisha}.ki>b1", 1)
    throw(field, f"t1.distract.{geisha}.ki<b1", 9)
    assert field.refused("a", "charge", charge=CHARGE, left_cm=0) == why


def flowering() -> Field:
    """Both have given their dice, and the flowers' own die is due; a Geisha stands opposite."""
    field = met("onna-bushi", b=("katana-samurai", "geisha"))
    give(field, "a", 5, **{"ability.a1": "cherry-tree-flowers"})
    give(field, "b", 3)
    return field


def test_initiative_lies_open_only_when_a_disturbed_ability_is_decided() -> None:
    field = flowering()
    melee = field.state.melees[0]
    assert not melee.dice, "the ability comes first"
    geisha = next(h.id for p in field.state.of("b") for h in p.heroes)
    about = field.state.uses[0].id
    field.act("b", "use", user=geisha, ability="distract", about=about)
    assert not field.state.melees[0].dice
    for ask in [one for one in field.state.asks if one.about.startswith("t1.distract")]:
        field.act(ask.seat, "roll", step=ask.id, faces=[9 if ask.seat == "a" else 1])
    assert not field.state.melees[0].dice
    field.act("a", "roll", step=next(one.id for one in field.state.asks if one.about == about), faces=[1])
    assert field.state.melees[0].dice


def test_who_has_seen_the_die_disturbs_no_more() -> None:
    field, geisha = field_of("onna-bushi", 4)
    field.act("b", "use", user="b1", ability="warrior-women")
    assert "distract" in chips(field)
    throw(field, "t1.warrior-women.b1.ki", 1)
    assert chips(field) == {}
    about = "t1.warrior-women.b1"
    why = field.refused("a", "use", user=geisha, ability="distract", about=about, anyway=True)
    assert "until its die is entered" in why


def test_what_goes_with_orders_is_not_used_in_a_combat() -> None:
    field, general = with_lone_general("divine-wind")
    field.leave()
    why = field.refused("a", "use", user=general, ability="divine-wind", taisho=True)
    assert "in the orders phase" in why


def charged_ashigaru(leader: str = "") -> tuple[Field, str]:
    """Spearmen whom their general has taught Forest of Spears are charged; and who leads them, where somebody does."""
    field = Field(battle="pitched")
    field.unit("a", "katana-samurai")
    field.unit("a", "yari-ashigaru")
    general = field.hero("a", "taisho-buke", "a1")
    leading = field.hero("a", leader, "a2") if leader else ""
    field.act("a", "ability", ability="forest-of-spears", on=True)
    field.act("b", "side", path="kuge")
    field.unit("b", "katana-samurai", 8)
    field.begin()
    field.act("a", "use", user=general, ability="forest-of-spears", taisho=True)
    throw(field, field.state.asks[-1].id, 1)
    field.act("b", "announce", piece="b1", do="charge", pace="none", target="a2")
    return field, leading


def test_ashigaru_who_cannot_do_it_themselves_always_roll_with_anothers_ki() -> None:
    field, daisho = charged_ashigaru("daisho-ashigaru")
    field.act("a", "use", user="a2", ability="forest-of-spears", about=field.state.charges[0].id)
    step = next(ask.id for ask in field.state.asks if ask.kind == "ki")
    assert "The unit's own KI does not count" in field.refused("a", "lend", step=step)
    assert "lends his KI" in field.act("a", "lend", step=step, lender=daisho)


def test_ashigaru_near_nobody_who_lends_it_do_not_use_it() -> None:
    field, _nobody = charged_ashigaru()
    charge = field.state.charges[0].id
    assert "there is none" in field.refused("a", "use", user="a2", ability="forest-of-spears", about=charge)


def test_a_phase_is_not_left_over_an_ability_whose_die_is_due_unless_it_is_dropped() -> None:
    half = "An ability is not finished: roll its dice, or end the phase anyway."
    field, general = with_lone_general("divine-wind")
    field.act("a", "announce", piece=general, goal="charge+run+", target="b1")
    field.act("b", "react", step=f"t1.charge.{general}>b1.react", what="withstand")
    field.act("a", "use", user=general, ability="divine-wind", taisho=True)
    assert field.state.asks[-1].kind == "ki"
    for seat in ("a", "b", None):
        assert KENSEI.view(field.state, seat).orders, "the page asks nobody else of the general's own charge"
    assert field.refused("a", "leave", turn=1, phase="orders") == half
    field.leave(skip=True)
    assert field.state.phase == "combat"
    assert not [ask for ask in field.state.asks if ask.kind == "ki"]


def test_nor_in_the_combats() -> None:
    field = flowering()
    assert field.refused("a", "leave", turn=1, phase="combat").startswith("An ability is not finished")
    field.act("a", "leave", turn=1, phase="combat", skip=True)
    assert field.state.phase == "resolution"
    assert not field.state.asks


def test_who_has_learned_the_wheel_is_mourned_by_nobody() -> None:
    field, general = with_lone_general("darma-wheel")
    field.act("a", "correct", piece=general, hero=general, wounds=12, reason="forgotten")
    assert not field.hero_of(general).alive
    assert (field.state.deaths, field.owed()) == ((), [])
