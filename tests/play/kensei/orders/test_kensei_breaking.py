"""Breaking away from a combat and being followed (4:3:8; K8, K13, K67)."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.view import orders_view
from companion.rules.kensei.turn.contacts import between
from companion.rules.kensei.turn.effects import effects_on
from tests.play.kensei.combat.trio import contact
from tests.play.kensei.field import Field, fielded, honor_of
from tests.play.kensei.orders.test_kensei_announcing import row

NAME = "t2.break.ah1"


def locked(*, with_enemy_hero: bool = True) -> Field:
    """Swordsmen with a Busho fight spears with a Daisho Samurai since the turn before; it is turn 2."""
    enemy = "buke: yari-samurai 8" + " + daisho-samurai" * with_enemy_hero
    field = fielded("buke: katana-samurai 8 + busho-buke katana, katana-samurai 6", enemy, battle="pitched")
    field.act("a", "first", first="a")
    field.act("a", "touch", one="a1", other="b1")
    field.next_turn(skip="true")
    field.act("a", "first", first="a")
    assert field.state.turn == 2
    return field


def thrown(field: Field, mine: int, theirs: int, stage: str = "in", runner: str = "a") -> str:
    """Both dice of the opposed roll; the last line."""
    field.act(runner, "roll", step=f"{NAME}.{stage}.{runner}", faces=[mine])
    them = "b" if runner == "a" else "a"
    return field.act(them, "roll", step=f"{NAME}.{stage}.{them}", faces=[theirs])


def got_away(*, with_enemy_hero: bool = True) -> Field:
    """The Busho has broken away; how far, and who follows, is still to be said."""
    field = locked(with_enemy_hero=with_enemy_hero)
    field.act("a", "break-away", hero="ah1")
    thrown(field, 10, 1)
    return field


def test_who_wins_the_opposed_roll_stands_alone_and_his_unit_is_the_weaker() -> None:
    field = locked(with_enemy_hero=False)
    assert "only use abilities" in field.refused("a", "announce", piece="a1", do="advance")
    assert "breaking away" in field.refused("a", "quit", hero="ah1")
    assert field.act("a", "break-away", hero="ah1") == "Busho Buke breaks away from Yari Samurai."
    due = {one.seat: str(one.sentence) for one in KENSEI.due(field.state) if one.kind == "break"}
    assert due == {
        "a": "Busho Buke breaks away from Yari Samurai. Busho Buke: 1 die and IN 5.",
        "b": "Busho Buke breaks away from Yari Samurai. Yari Samurai: 1 die and IN 3.",
    }
    view = orders_view(field.state, "a")
    assert [(one.seat, one.step, str(one.sentence), one.number and one.number.value) for one in view.hero_dice] == [
        ("a", f"{NAME}.in.a", due["a"], 5),
        ("b", f"{NAME}.in.b", due["b"], 3),
    ]
    assert [str(die.wants) for one in view.hero_dice for die in one.faces] == ["IN", "IN"]
    assert thrown(field, 5, 7) == "Yari Samurai: IN 10. A tie: both roll again."
    said = thrown(field, 9, 1, "in/2")
    assert said.endswith("Busho Buke gets away.")
    assert field.piece("ah1").standing
    assert between(field.state.contacts, "ah1", "b1") is None
    assert between(field.state.contacts, "a1", "b1") is not None
    assert effects_on(field.state.effects, "a1", 2) == {"broke-away"}
    assert not [ask for ask in field.state.asks if ask.kind == "follow"], "nobody is there to follow"
    assert "is still breaking away" in field.refused("a", "leave", turn=2, phase="orders")
    (dash,) = orders_view(field.state, "a").hero_dice
    assert (dash.seat, dash.number, [str(die.wants) for die in dash.faces]) == ("a", None, ["centimeters"] * 2)
    said = field.act("a", "roll", step=f"{NAME}.dice", faces=[7, 10])
    assert said.endswith("Busho Buke gets up to 17 cm away.")
    assert [str(one) for one in orders_view(field.state, "b").away] == ["Busho Buke has got away: up to 17 cm."]
    assert row(field, "b", "ah1").left == 2
    field.act("a", "honor", piece="a1", cause="by-hand")
    terms = [(str(term.reason), term.value) for term in honor_of(field).target.modifiers]
    assert ("a character broke away", -1) in terms, "of the unit he has left"


def test_who_loses_it_strikes_with_a_third_and_lends_his_unit_nothing() -> None:
    field = locked()
    field.act("a", "break-away", hero="ah1")
    assert thrown(field, 1, 9).endswith("Busho Buke does not get away.")
    why = "Busho Buke has tried to break away this turn, and stays in the combat."
    assert field.refused("a", "break-away", hero="ah1") == why
    before = field.state
    said = field.act("a", "break-away", hero="ah1", anyway=True)
    assert said == f"Busho Buke breaks away from Yari Samurai. Anyway: {why}"
    field.state = before
    assert effects_on(field.state.effects, "a1", 2) == {"refused"}
    field.leave()
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1", striker="ah1")
    assert field.chain().situation.failed_break_away
    due = KENSEI.due(field.state)[0]
    assert due.data["dice"] == 1, "a third of five, rounded down"
    field.act("a", "cancel", step=due.step)
    for _ in range(2):
        field.leave(skip="true")
    assert field.state.effects == ()


def test_an_enemy_character_follows_and_reaches_him_for_a_confrontation() -> None:
    field = got_away()
    step = f"{NAME}.follow"
    assert "Only side B" in field.refused("a", "follow", step=step, follower="bh1")
    assert "seen in that unit" in field.refused("b", "follow", step=step, follower="ah1")
    assert field.act("b", "follow", step=step, follower="bh1") == "Daisho Samurai would go after Busho Buke."
    field.act("a", "roll", step=f"{NAME}.dice", faces=[3, 4])
    said = thrown(field, 10, 1, "follow-in", runner="b")
    assert said.endswith("Daisho Samurai goes after Busho Buke.")
    due = KENSEI.due(field.state)[0]
    assert str(due.sentence) == "Daisho Samurai goes after Busho Buke. Roll 2 dice: 7 or more reaches."
    said = field.act("b", "roll", step=f"{NAME}.follow.dice", faces=[5, 2])
    assert said == "Dice 5 2: Daisho Samurai reaches Busho Buke. They meet in a confrontation."
    met = contact(field, "bh1", "ah1")
    assert (met.cause, met.charger) == ("chase", "bh1")
    assert effects_on(field.state.effects, "b1", 2) == frozenset(), "his unit suffers nothing by it"
    field.leave()
    field.act("a", "fight", combat="t2.combat.ah1+bh1")
    duel = field.state.melees[0].confrontations[0]
    assert (duel.challenger, duel.challenged, duel.refused) == ("bh1", "ah1", False)
    for hero, seat, die in (("bh1", "b", 9), ("ah1", "a", 1)):
        field.act(seat, "duel-die", step=f"{duel.id}.in.{hero}", face=die)
    field.act("b", "aim", kind="melee", attacker="bh1", defender="ah1")
    said_of = field.chain().situation
    assert (said_of.confrontation, said_of.chased_breakaway, said_of.charging) == (True, True, True)


def test_who_follows_and_falls_short_stands_alone_and_nobody_may_follow_at_all() -> None:
    field = got_away()
    field.act("a", "roll", step=f"{NAME}.dice", faces=[9, 9])
    field.act("b", "follow", step=f"{NAME}.follow", follower="bh1")
    thrown(field, 10, 1, "follow-in", runner="b")
    said = field.act("b", "roll", step=f"{NAME}.follow.dice", faces=[5, 2])
    assert said.endswith("moves 7 cm and does not reach Busho Buke.")
    assert field.piece("bh1").standing
    assert not [met for met in field.state.contacts if met.touches("bh1")]
    again = got_away()
    again.act("a", "roll", step=f"{NAME}.dice", faces=[2, 2])
    assert [ask.kind for ask in again.state.asks] == ["follow"]
    assert "still breaking away" in again.refused("a", "leave", turn=2, phase="orders")
    assert again.act("b", "follow", step=f"{NAME}.follow") == "Nobody goes after Busho Buke."
    assert again.state.asks == ()
    assert "is over" in again.refused("b", "follow", step=f"{NAME}.follow", follower="bh1")
    again.leave()


def test_a_lone_character_in_contact_breaks_away_too() -> None:
    field = got_away(with_enemy_hero=False)
    field.act("a", "roll", step=f"{NAME}.dice", faces=[2, 2])
    field.act("a", "touch", one="ah1", other="b1")
    field.next_turn(skip="true")
    field.act("a", "first", first="a")
    assert "breaks away first" in field.refused("a", "enter", hero="ah1", unit="a2")
    field.act("a", "break-away", hero="ah1", enemy="b1")
    field.act("a", "roll", step="t3.break.ah1.in.a", faces=[10])
    field.act("b", "roll", step="t3.break.ah1.in.b", faces=[1])
    assert not [met for met in field.state.contacts if met.touches("ah1")]
    assert "in no combat" in field.refused("a", "break-away", hero="ah1")


def test_dice_of_a_breaking_away_fall_with_its_phase() -> None:
    field = locked()
    field.act("a", "break-away", hero="ah1")
    assert "Say whom" in field.refused("a", "break-away", hero="ah1", enemy="a2")
    assert "Another character is breaking away" in field.refused("a", "break-away", hero="ah1", anyway="true")
    field.leave(skip="true")
    assert field.state.asks == ()
    assert "is over" in field.refused("a", "roll", step=f"{NAME}.in.a", faces=[3])


def test_who_is_in_a_fight_that_has_begun_stays_in_it() -> None:
    field = locked()
    field.act("a", "break-away", hero="ah1")
    field.act("a", "fight", combat="t2.combat.a1+b1")
    assert [ask for ask in field.state.asks if ask.kind == "break"] == []
    for act, form in (("break-away", {}), ("quit", {"anyway": "true"})):
        assert "has begun" in field.refused("a", act, hero="ah1", **form)


def test_the_last_of_their_units_meet_in_a_confrontation_as_all_others_do() -> None:
    field = locked()
    for unit in ("a1", "b1"):
        field.act("a", "correct", piece=unit, miniatures=0, reason="lost")
    field.act("a", "break-away", hero="ah1")
    thrown(field, 10, 1)
    field.act("b", "follow", step=f"{NAME}.follow", follower="bh1")
    field.act("a", "roll", step=f"{NAME}.dice", faces=[1, 1])
    field.act("b", "roll", step=f"{NAME}.follow.dice", faces=[10, 10])
    field.leave(skip="true")
    field.act("a", "fight", combat="t2.combat.a1+b1")
    duel = field.state.melees[0].confrontations[0]
    assert (duel.challenger, duel.challenged) == ("bh1", "ah1")
    assert {due.seat for due in KENSEI.due(field.state) if due.kind == "duel"} == {"a", "b"}
    view = KENSEI.view(field.state, "a").combats.combats[0].duels[0]
    assert [die.seat for die in view.dice] == ["b", "a"]
