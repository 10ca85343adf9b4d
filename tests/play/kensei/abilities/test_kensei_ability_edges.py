"""Edges of the abilities' machine: what closes a window and what waits for one, who pays, whose chance is shown, what
is told of harm; and Distract, which disturbs all of them until their die is entered (12:6:3, K77)."""

from dataclasses import replace

from companion.play.kensei.abilities.using import begun
from companion.play.kensei.abilities.view import AbilityChip
from companion.play.kensei.board import effect_name
from companion.play.kensei.owned import owned
from companion.play.kensei.state import must
from companion.rules.kensei.turn.effects import LASTING
from tests.play.kensei.abilities.combats import lasts, throw
from tests.play.kensei.field import Field, fielded, honor_of

SWORDS = "t1.two-swords.b1"
DISTRACT = {"user": "ax-geisha", "ability": "distract"}


def beside_geisha(unit: str = "kengo", miniatures: int = 2, *, shown: bool = True) -> Field:
    """Side a has a Geisha among its samurai, side b this unit."""
    path = {"teppotai": "kuge", "onna-bushi": "kuge", "naginata-sohei": "sohei"}.get(unit, "buke")
    field = fielded("buke: katana-samurai 8 + geisha, kengo 2", f"{path}: {unit} {miniatures}", battle="pitched")
    if shown:
        field.act("a", "reveal", hero="ax-geisha")
    return field


def swords(*, shown: bool = True) -> Field:
    field = beside_geisha(shown=shown)
    field.act("b", "announce", piece="b1", do="ability", ability="two-swords")
    return field


def chips(field: Field, seat: str = "a") -> dict[str, AbilityChip]:
    return {chip.ability: chip for chip in field.view(seat).abilities.interrupts}


def test_a_hidden_geisha_is_told_of_nobody() -> None:
    field = swords(shown=False)
    assert "still hidden" in field.refused("a", "use", **DISTRACT, about=SWORDS)
    assert chips(field, "b") == {}
    other = fielded("buke: katana-samurai 8, kengo 2", "buke: kengo 2", battle="pitched")
    other.act("b", "announce", piece="b1", do="ability", ability="two-swords")
    assert field.view("b").abilities == other.view("b").abilities
    assert [d.sentence for d in field.due()] == [d.sentence for d in other.due()]


def test_a_failed_roll_that_cost_nothing_is_paid_when_it_is_thrown_again() -> None:
    """K50 with `kept`: the AC comes back with the failure, and is spent again with the second die."""
    for setting, after_failure in (("kept", 0), ("spent", 1)):
        field = fielded(
            "buke: no-dachi-samurai 8 + geisha", "katana-samurai 8", battle="pitched", failed_ability=setting
        )
        field.act("a", "reveal", hero="ax-geisha")
        field.act("a", "announce", piece="a1", do="charge", pace="none", target="b1")
        (one,) = (o for o in owned(field.state, "a") if o.ability.id == "fight-for-the-emperor")
        field.state = begun(field.state, one, one.rule.forms[0], "t1.nothing")
        use = field.state.uses[-1].id
        throw(field, f"{use}.ki", 9)
        failed = must(field.state.use(use))
        assert (failed.holds, failed.ac) == (False, after_failure)
        field.act("a", "use", user="ax-geisha", ability="inspire", about=use)
        throw(field, "t1.inspire.ax-geisha.ki", 1)
        again = must(field.state.use(use))
        assert (again.holds, again.ac, again.again) == (None, 1, 1)


def test_a_phase_is_not_left_over_an_ability_whose_die_is_due_unless_it_is_dropped() -> None:
    half = "An ability is not finished: roll its dice, or end the phase anyway."
    field = Field(battle="pitched").army("a", "sohei: naginata-sohei 8, taisho-sohei").army("b", "katana-samurai 8")
    field.act("a", "ability", ability="divine-wind", on=True)
    field.begin().act("a", "announce", piece="ah1", goal="charge+run+", target="b1")
    field.act("b", "react", step="t1.charge.ah1>b1.react", what="withstand")
    field.act("a", "use", user="ah1", ability="divine-wind", taisho=True)
    assert field.state.asks[-1].kind == "ki"
    for seat in ("a", "b", None):
        assert field.view(seat).orders, "the page asks nobody else of the general's own charge"
    assert field.refused("a", "leave", turn=1, phase="orders") == half
    field.leave(skip=True)
    assert field.state.phase == "combat"
    assert not [ask for ask in field.state.asks if ask.kind == "ki"]
    field.state = replace(field.state, uses=())
    why = field.refused("a", "use", user="ah1", ability="divine-wind", taisho=True)
    assert "in the orders phase" in why, "what goes with orders is not used in a combat"


def test_riders_hurt_by_slings_roll_once_with_the_ki_of_the_general_who_calls_to_duty_or_with_their_own() -> None:
    field = fielded(
        "kuge: katana-samurai 8 + taisho-kuge, kiba-musha 6, busho-kuge", "ishitsubute-ashigaru 9", battle="pitched"
    )
    field.state = field.state.with_effect("a", "fulfil-your-duty")
    field.shoot("b1", "a2", "9 9 9", "9 9 9", "9 9 4", distance_cm=30)
    assert field.owed() == [("a2", ("sling",))]
    field.act("a", "honor", piece="a2", owed=field.state.owed[0].id)
    asked = field.state
    roll = honor_of(field)
    assert (roll.target.value, [one.title for one in roll.commanders]) == (4, ["Taisho Kuge"])
    assert (roll.is_ki, roll.ask_sohei) == (True, False)
    said = field.refused("a", "answer", step=roll.step_id, field="commander", value="ah2")
    assert said == "Only the general lends his KI, in the turn of Fulfil Your Duty, once."
    field.act("a", "answer", step=roll.step_id, field="commander", value=roll.commanders[0].id)
    roll = honor_of(field)
    assert (roll.target.value, str(roll.target.source)) == (6, "Taisho Kuge lends his KI")
    assert "KI of Kiba Musha: 6 against 6" in field.act("a", "roll", step=roll.step_id, faces=[6])
    assert "slowed" not in field.markers("a2")
    assert "fulfil-your-duty" not in lasts(field, "a2")
    field.state = asked
    field.act("a", "roll", step=roll.step_id, faces=[5])
    assert "slowed" in field.markers("a2")
    assert "fulfil-your-duty" in lasts(field, "a2"), "it is left to another"


def test_a_dead_general_lends_his_honor_while_the_wheel_turns_and_no_ki() -> None:
    field = fielded("sohei: yari-ashigaru 8, taisho-sohei", "kuge: katana-samurai 8, shinobi", battle="pitched")
    for effect in ("darma-wheel", "spears-allowed"):
        field.state = field.state.with_effect("a", effect)
    field.act("b", "announce", piece="bh1", do="ability", ability="rappa")
    field.act("b", "whom", step=field.state.asks[-1].id, **{"target.a1": "true"})
    (die,) = (one for one in field.view("a").abilities.dice if one.seat == "a")
    assert [title for _, title, _ in die.lenders] == ["Taisho Sohei"]
    field.act("a", "correct", piece="ah1", hero="ah1", wounds=12, reason="forgotten")
    (die,) = (one for one in field.view("a").abilities.dice if one.seat == "a")
    assert die.lenders == ()


def test_every_effect_has_a_name_on_the_sheet() -> None:
    names = {effect: str(effect_name(effect)) for effect in LASTING}
    assert all(names.values())
    assert names["duels-half"].startswith("Trained Assassins")
    assert names["two-swords"] == "Two Swords"
