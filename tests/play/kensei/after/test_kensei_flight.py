"""What a flight meets, who has nowhere to run, and whose ground is taken (11:1, 11:4:2, 11:4:4, 11:4:5; K59, K84)."""

from __future__ import annotations

import pytest

from companion.play.kensei.markers import halved
from tests.play.kensei.after.rout import beaten, broken, told
from tests.play.kensei.field import Field, fielded, honor_of

RUN = "t1.combats.honor.b1.run"


def run() -> Field:
    """a1 has defeated b1, which has run 14 cm; b's general stands in it, and spearmen behind it."""
    return broken(led=True)


def pressed(field: Field) -> list[tuple[str, str]]:
    """The chips that say it did meet something."""
    (flight,) = field.view("a").flights
    return [(one.what, one.who) for one in flight.meetings if one.on]


def test_chips_for_what_only_the_table_knows() -> None:
    (flight,) = run().view("b").flights
    assert [(one.what, one.who, str(one.label)) for one in flight.meetings] == [
        ("nothing", "", "nothing in the way"),
        ("edge", "", "off the table's edge"),
        ("impassable", "", "impassable ground"),
        ("difficult", "", "difficult ground or an obstacle"),
        ("enemy", "", "an enemy"),
        ("friends", "b2", "through Yari Ashigaru"),
    ]
    assert pressed(run()) == [("nothing", "")]
    assert not [one for one in run().state.contacts if one.touches("b1")], "who runs is in contact no more"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("edge", "Katana Samurai 2 left the table: counted as destroyed."),
        ("impassable", "Impassable ground stopped Katana Samurai 2: counted as destroyed."),
    ],
)
def test_what_destroys_it_takes_all_in_it_and_is_the_generals_death(what: str, said: str) -> None:
    field = run()
    assert field.act("b", "met", flight=RUN, what=what) == said
    piece = field.piece("b1")
    assert (piece.miniatures, piece.standing, [h.alive for h in piece.heroes]) == (0, False, [False])
    (death,) = field.view("b").deaths
    assert [piece for piece, _, _ in death.pool] == ["b2"]
    assert field.state.asks == tuple(ask for ask in field.state.asks if ask.kind == "death"), "nobody pursues it"
    assert told(field)[-1] == said
    assert "undo what removed it" in field.refused("b", "met", flight=RUN, what=what, on="no")
    field.act("b", "stood-near", step=death.step, **{"near.b2": "yes"})
    assert field.owed() == [("b2", ("general",))]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("difficult", "Katana Samurai 2 stopped short: difficult ground or an obstacle."),
        ("enemy", "Katana Samurai 2 stopped 5 cm before the enemy."),
    ],
)
def test_what_only_stops_it_can_be_taken_back(what: str, said: str) -> None:
    field = run()
    assert field.act("b", "met", flight=RUN, what=what) == said
    assert pressed(field) == [(what, "")]
    assert field.piece("b1").standing
    ran = honor_of(field, "b").sentence
    assert str(ran) == "Katana Samurai 2 flee 14 cm: straight away from Katana Samurai 1.", "its dice stand"
    assert field.act("b", "met", flight=RUN, what=what, on="no") == "Nothing stopped Katana Samurai 2."
    assert pressed(field) == [("nothing", "")]


def test_friends_run_through_roll_at_one_less_this_turn_and_the_next_and_move_at_half_in_this() -> None:
    field = run()
    assert not halved(field.state, field.piece("b2"))
    said = field.act("b", "met", flight=RUN, what="friends", who="b2")
    assert said == "Fled through Yari Ashigaru: −1 HR and −1 IN this turn and the next, half movement this turn."
    assert pressed(field) == [("friends", "b2")]
    assert field.markers("b2") == {"run-through"}
    assert halved(field.state, field.piece("b2"))
    field.act("b", "honor", piece="b2")
    view = honor_of(field, "b")
    assert (-1, "11:4:2") in [(term.value, term.rule) for term in view.target.modifiers]
    field.act("b", "put-off", step=view.step_id)
    field.act("b", "met", flight=RUN, what="friends", who="b2", on="no")
    assert field.markers("b2") == set()
    field.act("b", "met", flight=RUN, what="friends", who="b2")
    field.next_turn(skip=True)
    assert field.markers("b2") == {"run-through"}, "−1 HR and IN in the next turn too"
    assert not halved(field.state, field.piece("b2"))
    field.next_turn(skip=True)
    assert field.markers("b2") == set()


def through(field: Field, flight: str, friend: str, on: str = "yes") -> None:
    field.act("b", "met", flight=flight, what="friends", who=friend, on=on)


def two_run() -> tuple[Field, str, str]:
    """b1 has run, and b2 too, which the players say; b3 stands behind both. The names of both flights."""
    field = fielded("katana-samurai 8", "yari-ashigaru 9, yari-ashigaru 9, yari-ashigaru 9")
    for piece in ("b1", "b2"):
        field.honor(piece, 10, 3, 4)
    first, second = (flight.id for flight in field.state.flights)
    return field, first, second


def test_run_through_again_it_lasts_a_turn_longer_and_taken_back_the_earlier_one_stays() -> None:
    field, first, _ = two_run()
    through(field, first, "b3")
    field.next_turn(skip=True)
    field.act("b", "mark", piece="b1", marker="regrouped", on=True)
    field.honor("b1", 10, 3, 4)
    (again,) = field.state.flights
    through(field, again.id, "b3")
    assert halved(field.state, field.piece("b3"))
    through(field, again.id, "b3", on="no")
    assert field.markers("b3") == {"run-through"}, "that of the turn before"
    through(field, again.id, "b3")
    field.next_turn(skip=True)
    assert field.markers("b3") == {"run-through"}


def test_who_runs_no_longer_meets_nothing_more() -> None:
    field = run()
    field.act("b", "mark", piece="b1", marker="fleeing", on=False)
    (flight,) = field.view("b").flights
    assert flight.meetings == ()
    said = field.refused("b", "met", flight=RUN, what="edge")
    assert said == "Katana Samurai 2 must be in flight: mark that first."


def test_what_is_refused_says_what_is_allowed() -> None:
    field = run()
    assert "flight is over" in field.refused("b", "met", flight="t9.run", what="edge")
    for what in ("a dragon", "split"):
        assert "edge, impassable, difficult, enemy, friends" in field.refused("b", "met", flight=RUN, what=what)
    for who in ("a1", "b1"):
        assert "Yari Ashigaru" in field.refused("b", "met", flight=RUN, what="friends", who=who)


# ---- held on both sides


def held(zone: str, **setup: str) -> Field:
    """a1 fights b1 in front, a2 from this zone; b1 is defeated and fails its roll."""
    field = beaten(2, zone=zone, **setup)
    field.honor("b1", 10)
    return field


def test_held_in_front_and_rear_it_is_destroyed_at_once() -> None:
    field = held("rear")
    assert not field.piece("b1").standing
    assert told(field) == ["Katana Samurai 3 could not flee, held in front and rear: counted as destroyed."]
    view = honor_of(field, "b")
    assert ([str(view.sentence)], view.done) == (told(field), True)
    assert all(due.kind == "choose" for due in field.due())
    assert ground(field) == [
        "The ground that Katana Samurai 3 left goes to one of these: Katana Samurai 1, Katana Samurai 2."
    ]


def test_a_character_left_of_his_unit_has_no_rear_to_be_held_in() -> None:
    """He runs from two enemies as from one (4:3:3)."""
    field = beaten(2, zone="rear", led=True)
    field.act("a", "correct", piece="b1", miniatures=0, reason="miscounted")
    field.honor("b1", 10)
    assert field.piece("b1").standing
    assert field.due()[0].kind == "flight"


# ---- the ground


def ground(field: Field) -> list[str]:
    return [str(told) for card in field.view("a").judged for told in card.ground]


def test_who_holds_takes_the_ground_and_who_pursues_does_not() -> None:
    field = run()
    assert ground(field) == [], "nobody has said whether they pursue"
    field.act("a", "hold", step=f"{RUN}.a1.chase")
    assert ground(field) == ["The ground that Katana Samurai 2 left goes to Katana Samurai 1."]
    field = run()
    field.act("a", "pursue", step=f"{RUN}.a1.chase")
    field.act("a", "roll", step=f"{RUN}.a1.dice", faces=[1, 1])
    assert ground(field) == []


# ---- reached in flight by a charge


def reached(*rolls: str) -> Field:
    """b1 has fled since an earlier turn; a1 reaches it and strikes with these dice. The combats are judged."""
    field = fielded("katana-samurai 8", "katana-samurai 8, yari-ashigaru 9")
    field.act("b", "mark", piece="b1", marker="regroup", on=True)
    field.leave()
    field.strike("a1", "b1", *rolls)
    field.leave()
    return field


def test_reached_and_not_defeated_it_runs_no_longer() -> None:
    field = reached("9", "9", "5")
    assert field.markers("b1") == set()
    assert told(field) == ["Reached and not defeated, Katana Samurai 2 stopped fleeing and faced the enemy."]
    field.leave()
    assert "engaged" in field.markers("b1"), "it stays in contact"


def test_reached_and_defeated_it_runs_on_without_an_honor_roll_and_may_be_pursued() -> None:
    field = reached("9 9 9", "9 9 9", "5 5 5")
    assert field.owed() == []
    due = field.due()[0]
    assert (due.seat, due.data["dice"]) == ("b", 2)
    assert str(due.sentence).endswith("Katana Samurai 2 must flee again. Roll 2 dice to see how far.")
    said = field.act("b", "roll", step=due.step, faces=[6, 8])
    assert said == "Katana Samurai 2 flee 14 cm: straight away from Katana Samurai 1."
    (chase,) = field.view("a").chases
    field.act("a", "pursue", step=chase.step)
    field.act("a", "roll", step="t1.combats.b1.run.a1.dice", faces=[6, 8])
    assert field.chain().situation.free_attack
    assert field.markers("b1") == {"regroup", "defeated"}, "it began to flee in an earlier turn"
