"""A character: his own AC, shot and loading; joining a unit, leaving it, and breaking away from a combat
(4:3:4, 4:3:5, 4:3:7, 4:3:8; K8, K13, K40, K49, K67)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.characters_view import HeroRow
from companion.play.kensei.orders.view import orders_view
from companion.play.kensei.pieces import Hero
from companion.rules.kensei.turn.contacts import between
from companion.rules.kensei.turn.effects import effects_on
from tests.play.kensei.combat.trio import contact
from tests.play.kensei.field import Field, fielded, honor_of
from tests.play.kensei.orders.lines import eyes_of_others, row


def guarded() -> tuple[Field, str]:
    """Archers with a Busho, swordsmen beside them, a Geisha hidden in these; spears and a Daisho opposite."""
    field = fielded(
        "kuge: yumi-samurai 6 + busho-kuge katana, katana-samurai 8 + geisha",
        "buke: yari-ashigaru 8, daisho-samurai",
        battle="pitched",
        first="a",
    )
    busho = "ah1"
    return field, busho


def hero(field: Field, hero_id: str, seat: str | None = "a") -> HeroRow:
    return next(one for one in orders_view(field.state, seat).heroes if one.hero == hero_id)


def left(field: Field, hero_id: str) -> int:
    return hero(field, hero_id).left


def test_a_bushi_shoots_beside_his_archers_with_ac_and_a_shot_of_his_own() -> None:
    field, busho = guarded()
    assert [one.hero for one in orders_view(field.state, "a").heroes_of("a1")] == [busho]
    assert {goal.do for goal in hero(field, busho).goals} == {"shoot"}
    assert (hero(field, busho).alone, hero(field, "bh1", "b").alone) == (False, True)
    field.act("a", "order", piece="a1", do="advance")
    said = field.act("a", "announce", piece=busho, do="shoot", target="b1")
    assert said == "Yumi Samurai: march. Busho Kuge: shoot at Yari Ashigaru."
    assert left(field, busho) == 2
    shown = row(field, "a", "a1")
    assert shown.left == shown.have - 1, "his AC is not his unit's"
    field.act("a", "moved")
    assert [one.piece for one in orders_view(field.state, "b").next_heroes] == [busho]
    field.act("a", "carry", piece=busho)
    field.act("a", "cancel", step=field.step())
    assert [one.piece for one in orders_view(field.state, "b").next_heroes] == [busho], "called off, it is left"
    field.act("a", "carry", piece=busho)
    chain = field.chain()
    assert (chain.striker, chain.weapon, chain.situation.moved) == (busho, "bow", "march")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=30)
    due = field.due()[0]
    assert due.data["dice"] == 2, "half of his five dice, rounded down"
    field.act("a", "roll", step=due.step, faces=[1, 1])
    assert not field.hero_of(busho).loaded
    assert field.piece("a1").loaded
    assert "One shot a turn" in field.refused("a", "announce", piece=busho, do="shoot", target="b1")
    field.act("a", "announce", piece=busho, do="load")
    field.act("a", "carry", piece=busho)
    assert field.hero_of(busho).loaded
    assert left(field, busho) == 1


def test_his_draft_is_his_sides_alone_and_goes_with_the_next_announcement() -> None:
    field, busho = guarded()
    field.act("a", "mark", piece="a1", hero=busho, marker="unloaded", on=True)
    before = eyes_of_others(field)
    assert field.act("a", "order", piece=busho, do="load") == ""
    assert eyes_of_others(field) == before
    assert field.shown(field.events[-1], "b") is None
    assert [str(one) for one in hero(field, busho).draft] == ["load"]
    assert f"orders {busho}" in KENSEI.secrets(field.state)
    field.act("a", "order", piece=busho, do="load", on="false")
    assert "not drafted" in field.refused("a", "order", piece=busho, do="load", on="false")
    field.act("a", "order", piece=busho, do="load")
    assert field.act("a", "announce") == "Busho Kuge: load."
    assert [str(one) for one in hero(field, busho, "b").announced] == ["load"]


def test_a_shot_he_cannot_make_stops_him_there_and_its_ac_is_lost() -> None:
    field, busho = guarded()
    assert "No announced order" in field.refused("a", "carry", piece=busho)
    fresh = field.state
    field.act("a", "announce", piece=busho, do="shoot", target="b1")
    assert "stopped" in field.act("a", "stop", piece=busho)
    assert (orders_view(field.state, "a").next_heroes, left(field, busho)) == ((), 2)
    field.act("a", "quit", hero=busho)
    assert not field.piece(busho).facts.shot, "he has not shot when he steps out either"
    field.state = fresh
    field.act("a", "mark", piece="a1", hero=busho, marker="unloaded", on=True)
    field.act("a", "announce", piece=busho, do="load")
    field.act("a", "announce", piece=busho, do="shoot", target="b1")
    field.act("b", "correct", piece="b1", miniatures=0, reason="all fell")
    assert field.act("a", "carry", piece=busho) == (
        "Carried out by Busho Kuge: load. Busho Kuge has nobody left to shoot at. "
        "Busho Kuge stopped; lost: shoot at Yari Ashigaru."
    )
    assert (field.state.running, orders_view(field.state, "a").next_heroes, left(field, busho)) == (None, (), 1)


def test_what_cannot_be_is_named_where_his_order_is_announced_anyway_or_with_the_next() -> None:
    field, busho = guarded()
    fresh = field.state
    precise = {"piece": busho, "do": "shoot", "target": "b1", "precision": "true"}
    field.act("a", "announce", piece="a1", do="advance")
    why = "Busho Kuge moves with Yumi Samurai this turn: greater precision allows no move."
    assert field.refused("a", "announce", **precise) == why
    assert f"Against the rules: {why}" in field.act("a", "announce", anyway="true", **precise)
    field.state = fresh
    for _ in range(4):
        field.act("a", "order", piece=busho, do="load", anyway="true")
    said = field.act("a", "announce", piece="a2", do="advance")
    assert "Against the rules: That makes 4 AC in all; the unit has 3." in said


def test_a_hidden_character_is_on_no_other_seat_and_moves_only_when_his_player_knows_that_it_shows_him() -> None:
    field, _ = guarded()
    geisha = next(h.id for h in field.piece("a2").heroes)
    for seat in ("b", None):
        assert geisha not in repr(field.view(seat))
    unknown = field.refused("b", "quit", hero="ax-nobody")
    assert field.refused("b", "quit", hero=geisha) == unknown
    assert field.refused("a", "quit", by="b", hero=geisha) == unknown, "nor for her side, from the other phone"
    assert hero(field, geisha).hidden
    assert "shows him to everybody" in field.refused("a", "quit", hero=geisha)
    assert "announced at once" in field.refused("a", "order", piece=geisha, do="load")
    said = field.act("a", "quit", hero=geisha, shows="true")
    assert said == "Geisha is revealed in Katana Samurai. Geisha leaves Katana Samurai and stands alone."
    assert geisha in {piece.id for piece in field.state.of("a")}
    assert not field.hero_of(geisha).hidden


def test_what_keeps_him_in_his_unit_and_which_may_take_him_is_told_to_his_own_side() -> None:
    field, busho = guarded()
    assert (hero(field, busho).quits, hero(field, busho).against_quitting, hero(field, busho).units) == (True, None, ())
    field.act("a", "touch", one="a1", other="b1")
    mine, theirs = hero(field, busho), hero(field, busho, "b")
    assert (mine.quits, [one.piece for one in mine.enemies]) == (False, ["b1"])
    assert "breaking away" in str(mine.against_quitting)
    assert (theirs.quits, theirs.against_quitting, theirs.enemies) == (False, None, ())
    alone = "kuge: katana-samurai 8, kiba-musha 4, busho-kuge katana"
    field = fielded(alone, "yari-ashigaru 8", battle="pitched", first="a")
    assert [unit.piece for unit in hero(field, "ah1").units] == ["a1"], "he walks, and they ride"
    assert hero(field, "ah1").against_quitting is None, "he stands in none"
    for do in ("advance", "face", "load"):
        field.act("a", "announce", piece="ah1", do=do, anyway="true")
    (offered,) = hero(field, "ah1").units
    assert (offered.piece, "0 of 3 AC left" in str(offered.against)) == ("a1", True), "the unit that never can is not"


def test_abilities_take_his_ac_in_their_turn_and_nobody_elses() -> None:
    field = fielded("kuge: onna-bushi 8 + busho-kuge", "buke: yari-ashigaru 8, shinobi", battle="pitched")
    field.act("a", "first", first="a")
    field.act("a", "use", user="a1", ability="warrior-women")
    field.act("b", "announce", piece="bh1", do="ability", ability="incendiary-bomb")
    assert (left(field, "ah1"), hero(field, "bh1", "b").left) == (3, hero(field, "bh1", "b").have - 2)
    field.next_turn(skip=True)
    field.act("a", "first", first="a")
    assert hero(field, "bh1", "b").left == hero(field, "bh1", "b").have


def test_leaving_makes_a_piece_of_him_with_what_he_did_and_joining_ends_it() -> None:
    field, busho = guarded()
    field.act("a", "correct", piece="a1", hero=busho, wounds=3, reason="hurt-before")
    field.act("a", "announce", piece="a1", do="advance", pace="run")
    field.act("a", "moved")
    assert field.act("a", "quit", hero=busho) == "Busho Kuge leaves Yumi Samurai and stands alone."
    alone = field.piece(busho)
    assert (alone.standing, alone.facts.moved, alone.heroes[0].wounds) == (True, "run", 3)
    assert not field.piece("a1").heroes
    shown = row(field, "b", busho)
    assert (shown.have, shown.left, [str(one) for one in shown.announced]) == (3, 2, ["leave Yumi Samurai"])
    field.act("a", "announce", piece=busho, do="advance")
    assert field.act("a", "enter", hero=busho, unit="a2") == "Busho Kuge joins Katana Samurai."
    assert [h.id for h in field.piece("a2").heroes if h.id == busho] == [busho]
    assert not field.piece(busho).standing
    assert busho not in {piece.id for piece in field.state.pieces}
    assert left(field, busho) == 0
    joined = field.state
    refused = field.refused("a", "announce", piece=busho, do="shoot", target="b1")
    told = field.act("a", "announce", piece=busho, do="shoot", target="b1", anyway=True)
    assert told.startswith(f"Busho Kuge: shoot at Yari Ashigaru. Against the rules: {refused} "), "as of all others"
    field.state = joined
    assert "0 of 3 AC" in field.refused("a", "quit", hero=busho)
    assert "Against the rules: " in field.act("a", "quit", hero=busho, anyway="true")
    assert field.piece(busho).standing
    assert [piece.id for piece in field.state.pieces].count(busho) == 1


def test_a_unit_in_combat_is_entered_only_by_a_charge_that_reaches_its_enemy() -> None:
    field, busho = guarded()
    field.act("a", "quit", hero=busho)
    field.act("a", "touch", one="a2", other="b1")
    assert "only by a charge" in field.refused("a", "enter", hero=busho, unit="a2")
    field.act("a", "announce", piece=busho, goal="charge+none+", target="b1")
    field.act("a", "charge", charge=f"t1.charge.{busho}>b1", left_cm=4)
    field.act("a", "roll", step=f"t1.charge.{busho}>b1.dice", faces=[6])
    assert "not in contact with" in field.refused("a", "enter", hero=busho, unit="a1")
    field.act("a", "enter", hero=busho, unit="a2")
    assert [(met.one, met.other) for met in field.state.contacts] == [("a2", "b1")]
    thrown = field.view("b").other_result
    assert thrown is not None
    assert (thrown.who, str(thrown.outcome)) == ("Busho Kuge", "In contact."), "nothing of him stands, and he is named"
    assert "breaking away" in field.refused("a", "quit", hero=busho)
    field.leave()
    assert field.state.phase == "combat"


def test_only_his_own_side_orders_him_and_only_in_the_orders_phase() -> None:
    field, busho = guarded()
    assert "no such unit" in field.refused("b", "announce", piece=busho, do="load")
    assert "goes with his unit" in field.refused("a", "order", piece=busho, do="advance")
    assert "is not in a unit" in field.refused("b", "quit", hero="bh1")
    assert "must leave it first" in field.refused("a", "enter", hero=busho, unit="a2")
    assert "names an enemy" in field.refused("a", "announce", piece=busho, do="shoot", target="a2")
    assert "of his own side" in field.refused("b", "enter", hero="bh1", unit="a2")
    field.leave()
    assert "orders phase" in field.refused("a", "quit", hero=busho)


def test_what_the_other_phone_enters_is_the_one_order_that_was_spoken() -> None:
    field, busho = guarded()
    field.act("a", "order", piece="a2", do="advance")
    field.act("a", "order", piece=busho, do="load", anyway="true")
    assert "Only a unit's own side" in field.refused("a", "order", by="b", piece=busho, do="load")
    said = field.act("a", "announce", by="b", piece=busho, do="shoot", target="b1")
    assert said == "Busho Kuge: shoot at Yari Ashigaru."
    assert [str(one) for one in hero(field, busho).draft] == ["load"]
    assert [str(one) for one in hero(field, busho, "b").announced] == ["shoot at Yari Ashigaru"]
    assert hero(field, busho, "b").draft == ()
    assert KENSEI.secrets(field.state) >= {"orders a2", f"orders {busho}"}


def test_who_hides_in_a_unit_is_not_told_by_what_is_refused_or_done_anyway() -> None:
    """A Mitsumono takes the place of a Bushi (K80): his own side knows, and nobody else learns of it."""
    field, busho = guarded()
    hidden = Hero("ax-shinobi", "shinobi", hidden=True, kind="mitsumono")
    field.state = field.state.with_piece(replace(field.piece("a2"), heroes=(hidden,)))
    field.act("a", "quit", hero=busho)
    before = field.state
    assert "only where no Bushi" in field.refused("a", "enter", hero=busho, unit="a2")
    assert field.act("a", "enter", by="b", hero=busho, unit="a2") == "Busho Kuge joins Katana Samurai."
    field.state = before
    assert field.act("a", "enter", hero=busho, unit="a2", anyway="true") == "Busho Kuge joins Katana Samurai."
    shown = [field.shown(field.events[-1], seat) for seat in ("a", "b", None)]
    told = {"hero": busho, "unit": "a2"}
    assert shown == [{**told, "anyway": True}, told, told], "that it was against the book tells of who hides"


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
    due = {one.seat: str(one.sentence) for one in field.due() if one.kind == "break"}
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
    assert said == f"Busho Buke breaks away from Yari Samurai. Against the rules: {why}"
    field.state = before
    assert effects_on(field.state.effects, "a1", 2) == {"refused"}
    field.leave()
    field.aim("melee", "a1", "b1", striker="ah1")
    assert field.chain().situation.failed_break_away
    due = field.due()[0]
    assert due.data["dice"] == 1, "a third of five, rounded down"
    field.act("a", "cancel", step=due.step)
    field.leave(2, skip="true")
    assert field.state.effects == ()


def test_an_enemy_character_follows_and_reaches_him_for_a_confrontation() -> None:
    field = got_away()
    step = f"{NAME}.follow"
    assert "Only side B" in field.refused("a", "follow", step=step, follower="bh1")
    assert "seen in that unit" in field.refused("b", "follow", step=step, follower="ah1")
    assert field.act("b", "follow", step=step, follower="bh1") == "Daisho Samurai tries to go after Busho Buke."
    field.act("a", "roll", step=f"{NAME}.dice", faces=[3, 4])
    said = thrown(field, 10, 1, "follow-in", runner="b")
    assert said.endswith("Daisho Samurai goes after Busho Buke.")
    due = field.due()[0]
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
    field.aim("melee", "bh1", "ah1")
    said_of = field.chain().situation
    assert (said_of.confrontation, said_of.chased_breakaway, said_of.charging) == (True, True, True)


def test_who_follows_and_falls_short_stands_alone_and_nobody_may_follow_at_all() -> None:
    field = got_away()
    away = field.state
    field.act("a", "roll", step=f"{NAME}.dice", faces=[9, 9])
    field.act("b", "follow", step=f"{NAME}.follow", follower="bh1")
    thrown(field, 10, 1, "follow-in", runner="b")
    said = field.act("b", "roll", step=f"{NAME}.follow.dice", faces=[5, 2])
    assert said.endswith("moves 7 cm and does not reach Busho Buke.")
    assert field.piece("bh1").standing
    assert not [met for met in field.state.contacts if met.touches("bh1")]
    field.leave()
    field.act("b", "touch", one="bh1", other="ah1")
    field.act("a", "fight", combat="t2.combat.ah1+bh1")
    assert not field.state.melees[0].confrontations, "they met by another way than his going after him"
    field.state = away
    field.act("a", "roll", step=f"{NAME}.dice", faces=[2, 2])
    assert [ask.kind for ask in field.state.asks] == ["follow"]
    assert "still breaking away" in field.refused("a", "leave", turn=2, phase="orders")
    assert field.act("b", "follow", step=f"{NAME}.follow") == "Nobody goes after Busho Buke."
    assert field.state.asks == ()
    assert "is over" in field.refused("b", "follow", step=f"{NAME}.follow", follower="bh1")
    field.leave()


def test_a_lone_character_in_contact_breaks_away_too() -> None:
    field = got_away(with_enemy_hero=False)
    field.act("a", "roll", step=f"{NAME}.dice", faces=[2, 2])
    field.act("a", "touch", one="ah1", other="b1")
    field.next_turn(skip="true")
    field.act("a", "first", first="a")
    assert "must break away first" in field.refused("a", "enter", hero="ah1", unit="a2")
    field.act("a", "break-away", hero="ah1", enemy="b1")
    field.act("a", "roll", step="t3.break.ah1.in.a", faces=[10])
    field.act("b", "roll", step="t3.break.ah1.in.b", faces=[1])
    assert not [met for met in field.state.contacts if met.touches("ah1")]
    assert "in no combat" in field.refused("a", "break-away", hero="ah1")


def test_dice_of_a_breaking_away_fall_with_its_phase_or_once_the_fight_has_begun() -> None:
    field = locked()
    field.act("a", "break-away", hero="ah1")
    assert "Say whom" in field.refused("a", "break-away", hero="ah1", enemy="a2")
    assert "Another character is breaking away" in field.refused("a", "break-away", hero="ah1", anyway="true")
    asked = field.state
    field.leave(skip="true")
    assert field.state.asks == ()
    assert "is over" in field.refused("a", "roll", step=f"{NAME}.in.a", faces=[3])
    field.state = asked
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
    assert {due.seat for due in field.due() if due.kind == "duel"} == {"a", "b"}
    view = field.view("a").combats.combats[0].duels[0]
    assert [die.seat for die in view.dice] == ["b", "a"]
