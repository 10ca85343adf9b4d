"""Edges of the abilities' machine: what closes a window and what waits for one, who pays, whose chance is shown, what
is told of harm; and Distract, which disturbs all of them until their die is entered (12:6:3, K77)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.play.kensei.abilities.answering import may_be_disturbed
from companion.play.kensei.abilities.offers import offers
from companion.play.kensei.abilities.using import begun, tidied
from companion.play.kensei.abilities.view import AbilityChip
from companion.play.kensei.after.owing import fought, judged
from companion.play.kensei.board import effect_name
from companion.play.kensei.markers import with_effect
from companion.play.kensei.owned import owned
from companion.play.kensei.state import must
from companion.rules.kensei.turn.effects import LASTING
from tests.play.kensei.abilities.combats import give, ki, lasts, met, throw
from tests.play.kensei.field import Field, fielded, honor_of
from tests.play.kensei.orders.lines import row

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


def distracted(field: Field, hers: int, theirs: int) -> None:
    """The dice of her Distract and of whom she disturbs."""
    throw(field, "t1.distract.ax-geisha.ki>b1", hers)
    throw(field, "t1.distract.ax-geisha.ki<b1", theirs)


def chips(field: Field, seat: str = "a") -> dict[str, AbilityChip]:
    return {chip.ability: chip for chip in field.view(seat).abilities.interrupts}


def test_it_is_offered_while_the_die_is_due_and_closes_with_it() -> None:
    field = swords()
    chip = chips(field)["distract"]
    assert (str(chip.name), chip.user) == ("Distract: Two Swords of Kengo 2", "ax-geisha")
    assert (chip.price, chip.against) == (1, None)
    assert chip.chance == pytest.approx(KI_7_AGAINST_5)
    assert chips(field, "b") == {}, "the other side sees nothing until she is used"
    throw(field, f"{SWORDS}.ki", 5)
    assert chips(field) == {}
    assert "until the die of that ability is entered" in field.refused(
        "a", "use", **DISTRACT, about=SWORDS, anyway=True
    )
    assert "two-swords" in lasts(field, "b1")


KI_7_AGAINST_5 = 64 / 92
"""Of a hundred pairs eight tie; 2 more on her side leave 28 that lose."""


def test_an_ability_without_a_roll_is_cancelled_until_the_next_die() -> None:
    field = beside_geisha("teppotai", 8)
    field.act("b", "announce", piece="b1", do="ability", ability="wall-of-stakes")
    stakes = "t1.wall-of-stakes.b1"
    assert "wall-of-stakes" in lasts(field, "b1")
    assert [chip.about for chip in chips(field).values()] == [stakes]
    used = field.state
    field.act("a", "announce", piece="a2", do="ability", ability="two-swords")
    throw(field, "t1.two-swords.a2.ki", 2)
    assert not may_be_disturbed(field.state, field.state.uses[0])
    assert not chips(field)
    field.state = used
    field.act("a", "use", **DISTRACT, about=stakes)
    distracted(field, 9, 1)
    assert "wall-of-stakes" not in lasts(field, "b1")
    assert [use.holds for use in field.state.uses if use.id == stakes] == [False]


def test_she_disturbs_no_friend_no_ability_that_is_gone_and_nobody_twice() -> None:
    field = swords()
    assert "was undone" in field.refused("a", "use", **DISTRACT, about="t1.nothing", anyway=True)
    field.act("a", "use", **DISTRACT, about=SWORDS)
    distracted(field, 1, 9)
    assert "already used on that ability" in field.refused("a", "use", **DISTRACT, about=SWORDS, anyway=True)
    field.act("a", "announce", piece="a2", do="ability", ability="two-swords")
    assert "only on abilities of enemy units and characters" in field.refused(
        "a", "use", **DISTRACT, about="t1.two-swords.a2", anyway=True
    )


def test_a_hidden_geisha_is_told_of_nobody() -> None:
    field = swords(shown=False)
    assert "still hidden" in field.refused("a", "use", **DISTRACT, about=SWORDS)
    assert chips(field, "b") == {}
    other = fielded("buke: katana-samurai 8, kengo 2", "buke: kengo 2", battle="pitched")
    other.act("b", "announce", piece="b1", do="ability", ability="two-swords")
    assert field.view("b").abilities == other.view("b").abilities
    assert [d.sentence for d in field.due()] == [d.sentence for d in other.due()]


BOMB = "incendiary-bomb"


def bombed(ki: int, *faces: int) -> tuple[Field, str]:
    """A Shinobi throws his bomb at swordsmen with these dice; what the log says of the damage."""
    field = fielded("kuge: katana-samurai 8, shinobi", "katana-samurai 8", battle="pitched")
    field.act("a", "announce", piece="ah1", do="ability", ability=BOMB)
    throw(field, f"t1.{BOMB}.ah1.ki", ki)
    said = ""
    for place, face in enumerate(faces):  # tapped in one by one
        (ask,) = (one for one in field.state.asks if one.kind == "harm")
        assert "by its faces" in field.refused("a", "roll", step=ask.id, bins={"hits": 2})
        said = field.act("a", "pad", step=ask.id, die=place, face=face)
    return field, said


@pytest.mark.parametrize(
    ("faces", "end", "owed"),
    [
        ((6, 6, 6), "6 6 6, 18 damage at Katana Samurai 2. Removed: 6 miniatures.", [("b1", ("half-unit",))]),
        ((4, 10, 5), "4 Ø 5, 19 damage at Katana Samurai 2. Removed: 6 miniatures.", [("b1", ("half-unit",))]),
        ((2, 2, 2), "Removed: 2 miniatures.", []),
        ((0, 0, 9), "Nothing is left of them.", []),
    ],
)
def test_a_bomb_that_halves_a_unit_owes_an_honor_roll_at_once(
    faces: tuple[int, ...], end: str, owed: list[Any]
) -> None:
    field, said = bombed(1, *faces)
    assert said.startswith("Incendiary Bomb: ")
    assert said.endswith(end)
    assert field.owed() == owed


def test_a_bomb_that_fails_hurts_or_kills_him_who_throws_it() -> None:
    field, said = bombed(9, 1, 2, 3)
    assert said == "Incendiary Bomb: 1 2 3, 6 damage at Shinobi."
    assert (field.hero_of("ah1").wounds, field.hero_of("ah1").alive, field.owed()) == (6, True, [])
    shown = row(field, "a", "ah1")
    assert shown.left == shown.have - 2
    field, said = bombed(9, 4, 4, 4)
    assert said.endswith("He is dead.")
    assert not field.hero_of("ah1").alive


def test_a_geisha_may_disturb_another_in_the_next_turn() -> None:
    field = swords()
    field.act("a", "use", **DISTRACT, about=SWORDS)
    distracted(field, 1, 9)
    throw(field, f"{SWORDS}.ki", 9)
    field.next_turn(skip=True)
    field.act("b", "announce", piece="b1", do="ability", ability="no-thinking")
    known = offers(field.state, "a", "ability", field.state.uses[-1].id)
    assert [one.against for one in known] == [None]


def test_nothing_is_asked_of_an_ability_whose_user_has_gone() -> None:
    field = swords()
    gone = field.state.with_piece(replace(field.piece("b1"), miniatures=0))
    after = tidied(gone)
    assert not [ask for ask in after.asks if ask.about == "t1.two-swords.b1"]
    assert after.uses[-1].holds is False
    assert [ask.about for ask in tidied(field.state).asks if ask.kind == "ki"] == ["t1.two-swords.b1"]


def test_the_charge_of_another_is_no_charge_of_ones_own() -> None:
    field = fielded("buke: kengo 2, katana-samurai 8", "katana-samurai 8", battle="pitched")
    for piece, why in (("a2", "It needs a charge"), ("a1", "None")):
        field.act("a", "announce", piece=piece, do="charge", pace="run", target="b1")
        (one,) = (o for o in offers(field.state, "a", "order") if o.owned.ability.id == "no-thinking")
        assert why in str(one.against)


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


def test_nobody_to_be_about_is_no_use_whatever_the_players_agree_on() -> None:
    field = met("katana-samurai 8 + geisha")
    why = field.refused("a", "use", user="ax-geisha", ability="assassin", about=field.state.melees[0].id, anyway=True)
    assert "no possible target" in why
    assert not field.state.uses


def test_a_cry_that_is_disturbed_still_holds_up_the_charge() -> None:
    field = beside_geisha("naginata-sohei", 8)
    field.act("a", "announce", piece="a2", goal="charge+run+", target="b1")
    charge = field.state.charges[0].id
    field.act("b", "use", user="b1", ability="battle-cry", about=charge)
    field.act("a", "use", **DISTRACT, about="t1.battle-cry.b1")
    why = "The ability of Naginata Sohei comes first: roll its dice."
    assert field.refused("a", "charge", charge=charge, left_cm=0) == why
    distracted(field, 9, 1)
    assert field.refused("a", "charge", charge=charge, left_cm=0) == why


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


# ---- Fulfil Your Duty: one KI roll with the general's (12:6:2)


def test_riders_hurt_by_slings_roll_once_with_the_ki_of_the_general_who_calls_to_duty_or_with_their_own() -> None:
    field = fielded(
        "kuge: katana-samurai 8 + taisho-kuge, kiba-musha 6, busho-kuge", "ishitsubute-ashigaru 9", battle="pitched"
    )
    field.state = with_effect(field.state, "a", "fulfil-your-duty", present=True)
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


# ---- who lends his KI is alive (12:6:2: a dead general's HR alone counts on)


def test_a_dead_general_lends_his_honor_while_the_wheel_turns_and_no_ki() -> None:
    field = fielded("sohei: yari-ashigaru 8, taisho-sohei", "kuge: katana-samurai 8, shinobi", battle="pitched")
    for effect in ("darma-wheel", "spears-allowed"):
        field.state = with_effect(field.state, "a", effect, present=True)
    field.act("b", "announce", piece="bh1", do="ability", ability="rappa")
    field.act("b", "whom", step=field.state.asks[-1].id, **{"target.a1": "true"})
    (die,) = (one for one in field.view("a").abilities.dice if one.seat == "a")
    assert [title for _, title, _ in die.lenders] == ["Taisho Sohei"]
    field.act("a", "correct", piece="ah1", hero="ah1", wounds=12, reason="forgotten")
    (die,) = (one for one in field.view("a").abilities.dice if one.seat == "a")
    assert die.lenders == ()


# ---- Distract: an ability without a roll is cancelled (12:6:3)


def test_a_geisha_cancels_that_a_kensei_is_not_refused() -> None:
    field = met("kensei", "kuge: katana-samurai 8 + busho-kuge + geisha")
    field.act("a", "challenge", combat=field.state.melees[0].id, hero="ah1", other="bh1")
    duel = field.state.melees[0].confrontations[0].id
    field.act("b", "meet", duel=duel, refuse=True)
    field.act("a", "use", user="ah1", ability="specialist-in-duels", about=duel)
    use = field.state.uses[-1].id
    (answer,) = (one for one in field.view("b").abilities.interrupts if one.about == use)
    assert (answer.ability, answer.against) == ("distract", None)
    field.act("b", "use", user="bx-geisha", ability="distract", about=use)
    for ask, face in zip(list(field.state.asks), (9, 1), strict=True):
        field.act(ask.seat, "roll", step=ask.id, faces=[face])
    now = field.state.melees[0].confrontations[0]
    assert (now.bound, now.refused) == (False, None)
    assert "specialist-in-duels" not in lasts(field, "ah1")
    field.act("b", "meet", duel=duel, refuse=True)


# ---- what an ability does to a character counts in the result (K57)


def test_what_a_geisha_inflicts_or_suffers_counts_in_the_result() -> None:
    for hers, his, dice, inflicted in ((9, 1, [9, 9, 9], (18, 0)), (1, 9, [], (0, 3))):
        field = met("katana-samurai 8 + geisha", "buke: katana-samurai 8 + taisho-buke")
        give(field, "a", 5, **{"ability.ax-geisha": "assassin"})
        give(field, "b", 3)
        for face in (hers, his):
            ki(field, face)
        if dice:
            field.act("a", "roll", step=field.state.asks[0].id, faces=dice)
        (combat,) = fought(field.state)
        result = judged(field.state, combat)
        assert (result.difference, sum(b.damage for b in combat.blows if b.attacker == "a1")) == (
            abs(inflicted[0] - inflicted[1]),
            inflicted[0],
        )
        upcoming = [str(due.sentence) for due in field.due()]
        assert upcoming, "his unit and he have their strikes still"


# ---- stakes stay where they are (K75)


# ---- nothing that lasts is without a name


def test_every_effect_has_a_name_on_the_sheet() -> None:
    names = {effect: str(effect_name(effect)) for effect in LASTING}
    assert all(names.values())
    assert names["duels-half"].startswith("Trained Assassins")
    assert names["two-swords"] == "Two Swords"
