"""The book sentence by sentence where an ability meets another rule: its ground, its lenders, its harm (12:5, 12:6)."""

from __future__ import annotations

from companion.play.kensei.after.owing import fought, judged
from companion.play.kensei.board import effect_name
from companion.play.kensei.markers import with_effect
from companion.rules.kensei.turn.effects import LASTING
from tests.play.kensei.abilities.combats import give, ki, lasts, met
from tests.play.kensei.field import fielded, honor_of

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
