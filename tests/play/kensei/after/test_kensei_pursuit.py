"""Pursuit at the table: who is asked, the dice, the free attack, and who survives it (11:4:5; K58, K86)."""

from __future__ import annotations

from companion.play.kensei.ask.names import urgent
from tests.play.kensei.after.rout import broken, told
from tests.play.kensei.combat.trio import rolled
from tests.play.kensei.field import Field, attack_of, fielded

CHASE = "t1.combats.honor.b1.run.a1"


def asked(field: Field) -> list[str]:
    """Which chases are asked about."""
    return [ask.about.rpartition(".")[2] for ask in field.state.asks if ask.kind == "chase"]


def test_the_victor_is_asked_nothing_waits_for_it_and_he_may_hold() -> None:
    field = broken()
    assert asked(field) == ["a1"]
    assert urgent(field.state) == ()
    (chase,) = field.view("a").chases
    assert str(chase.sentence) == "Katana Samurai 1 may pursue Katana Samurai 2: 14 cm or more is enough."
    assert (chase.seat, chase.dice, chase.chance) == ("a", 2, 0.28)
    assert "whether they pursue or hold" in field.refused("a", "roll", step=chase.step, faces=[1, 2])
    refused = field.refused("a", "leave", turn=1, phase="resolution")
    assert refused == "A flight or a pursuit is not finished: finish it, or end the phase anyway."
    assert field.act("a", "hold", step=chase.step) == "Katana Samurai 1 will not pursue."
    assert asked(field) == []
    assert told(field)[1:] == ["Katana Samurai 1 will not pursue."]
    assert field.leave(skip=True).startswith("Turn 2: Orders and actions.")
    assert field.state.flights == ()


def caught(field: Field, *rolls: str) -> Field:
    """a1 has reached b1 and strikes with these dice."""
    field.act("a", "pursue", step=f"{CHASE}.chase")
    field.act("a", "roll", step=f"{CHASE}.dice", faces=[10, 10])
    for faces in rolls:
        field.throw(faces)
    return field


def test_reaching_it_opens_the_free_attack_and_who_survives_runs_on_without_an_honor_roll() -> None:
    field = broken()
    field.act("a", "mark", piece="a1", marker="charge", on=True)
    caught(field)
    view = attack_of(field)
    assert (view.attacker.id, view.defender.id, view.step) == ("a1", "b1", "attack")
    assert field.chain().situation.free_attack
    df = dict(view.numbers)["DF"]
    assert {(term.value, term.rule) for term in df.modifiers} == {(-2, "11:4:2"), (1, "2:7:2")}
    assert all(term.rule != "9:5:5" for _, number in view.numbers for term in number.modifiers), "no charge, no rear"
    for faces in ("9 9", "9 9", "5 5"):
        field.throw(faces)
    assert (field.piece("b1").miniatures, field.owed()) == (3, [])
    due = field.due()[0]
    assert (due.seat, str(due.sentence)) == ("b", "Katana Samurai 2 must flee farther. Roll 1 die to see how much.")
    assert field.act("b", "roll", step=due.step, faces=[7]) == "Katana Samurai 2 fled 7 cm more."
    assert told(field)[0] == "Katana Samurai 2 flee 14 cm: straight away from Katana Samurai 1."
    assert told(field)[2] == "Katana Samurai 2 fled 7 cm more."
    assert urgent(field.state) == ()


def test_another_enemy_in_the_way_is_in_contact_and_fought_next_turn_without_a_charge() -> None:
    field = caught(broken())
    field.act("a", "cancel", step=field.step())
    (offer,) = field.view("a").free_attacks
    field.act("a", "aim", kind="melee", attacker=offer.attacker, defender=offer.defender)
    assert field.chain().situation.free_attack, "called off, it is offered again"
    assert field.view("a").free_attacks == ()
    (flight,) = field.view("a").flights
    assert [(stop.who, stop.on) for stop in flight.stops] == [("b2", False)]
    said = field.act("a", "stopped", chase=CHASE, enemy="b2")
    assert said == (
        "Yari Ashigaru stopped Katana Samurai 1 in pursuit: they are in contact, and fight next turn without a charge."
    )
    assert field.state.running is None, "it does not strike who got away"
    assert field.view("a").free_attacks == ()
    field.leave()
    assert "engaged" in field.markers("a1")
    field.leave()
    field.aim("melee", "a1", "b2")
    assert not field.chain().situation.first_turn


def test_only_who_has_run_and_still_stands_can_have_been_stopped() -> None:
    field = broken(attackers=3)
    assert "look at the table" in field.refused("a", "stopped", chase=CHASE, enemy="b2")
    for chaser in ("a2", "a3"):
        step = CHASE.replace("run.a1", f"run.{chaser}")
        field.act("a", "pursue", step=f"{step}.chase")
        field.act("a", "pad", step=f"{step}.dice", die=1, face=2)
        run = field.view("a").run
        assert run is not None
        assert [(die.index, die.face) for die in run.faces] == [(0, None), (1, 2)]
        assert (run.chance, run.may_hold) == (0.28, False)
        field.act("a", "roll", step=f"{step}.dice", faces=[1, 2])
    assert stops(field) == ["a2", "a3"], "a1 has not run"
    chase = CHASE.replace("run.a1", "run.a3")
    assert "Yari Ashigaru" in field.refused("a", "stopped", chase=chase, enemy="b1")
    before = field.state
    field.act("a", "stopped", chase=chase, enemy="b2")
    said = field.act("a", "stopped", chase=chase, enemy="b2", on="no")
    assert said == "Nobody stopped Katana Samurai 3 in pursuit."
    assert field.state == before
    field.off_table("a2")
    assert stops(field) == ["a3"]


def stops(field: Field) -> list[str]:
    """Who is asked whether somebody stood in his way."""
    (flight,) = field.view("a").flights
    return [stop.what.rpartition(".")[2] for stop in flight.stops if stop.who == "b2"]


def two_routs() -> Field:
    """The first of Ben's two units runs and is pursued; the second owes its honor roll."""
    field = fielded("katana-samurai 10, katana-samurai 10", "katana-samurai 5, katana-samurai 5", phase="combat")
    for one, other in (("a1", "b1"), ("a2", "b2")):
        field.strike(one, other, "9 9 9", "9 9 9", "5 5 5")
    field.leave()
    field.honor("b1", 10, 6, 8)
    field.act("a", "pursue", step=f"{CHASE}.chase")
    return field


def test_what_a_side_owes_itself_is_not_taken_from_its_hands_by_anothers_pursuit() -> None:
    field = two_routs()
    view = field.view("b")
    assert (view.front, [one.seat for one in view.waits], [one.piece for one in view.owed]) == ("", ["a"], ["b2"])
    assert field.view("a").front == "run"
    field.honor("b2", 1)
    assert field.view("b").front == "run", "it watches, as nothing is its own any more"


COMBAT = "t1.combat.a1+a2+b1"


def test_all_its_dice_strike_who_is_reached() -> None:
    """b1 shared its dice between two enemies: one is destroyed, the other has lost, runs, and is reached."""
    field = fielded("katana-samurai 8, kengo 1", "yari-samurai 10", phase="combat")
    for enemy in ("a1", "a2"):
        field.act("a", "touch", one=enemy, other="b1")
    field.act("b", "fight", combat=COMBAT)
    rolled(field, a="1 1", b="10")
    field.act("b", "share", combat=COMBAT, fighter="b1", split="a1:6 a2:4")
    field.strike("b1", "a1", "9 9 9", "9 9 9", "5 5 5")
    field.strike("b1", "a2", "9 9", "9 9", "9 9")
    field.strike("a1", "b1", "1")
    field.leave()
    field.honor("a1", 10, 1, 2)
    chase = "t1.combats.honor.a1.run.b1"
    field.act("b", "pursue", step=f"{chase}.chase")
    field.act("b", "roll", step=f"{chase}.dice", faces=[9, 9])
    dice = dict(attack_of(field).numbers)["DC"]
    assert [str(one.reason) for one in dice.modifiers] == [
        "10 miniatures, basic unit 4",
        "at least double the enemy's VE",
    ]
