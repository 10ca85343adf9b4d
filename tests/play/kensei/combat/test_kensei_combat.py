"""Who touches whom, defensive positions, and initiative, sealed until both sides have given theirs
(10:1, 10:2:1, 10:2:4; K15, K44, K68, K69)."""

from __future__ import annotations

from companion.play.kensei.after.owing import fought, judged
from companion.play.kensei.combat.initiative import numbers_now, totals
from companion.play.kensei.combat.listing import ahead
from companion.play.kensei.combat.view import combats_view
from companion.play.kensei.game import KENSEI
from tests.play.kensei.abilities.combats import asked, give, ki, met
from tests.play.kensei.combat.trio import TRIO, book, due, only, passes, rolled
from tests.play.kensei.field import attack_of, fielded


def test_one_sides_dice_and_positions_are_sealed_until_the_other_gives_its_own() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    assert [seat for seat, _ in due(field)] == ["a", "b"]
    said = field.act("b", "initiative", step=f"{TRIO}.in.b", **{"die.b1": "4", "defensive.b1": "true"})
    assert said == "Side B is ready for initiative."
    event = field.events[-1]
    assert field.shown(event, "b") == event.data
    for stranger in ("a", None):
        assert field.shown(event, stranger) == {"step": f"{TRIO}.in.b"}
        assert field.view(stranger).side("b").pieces[0].markers == ()  # type: ignore[index]
    assert KENSEI.secrets(field.state) == {f"{TRIO}.in.b"}
    assert field.markers("b1") == set(), "nobody is in position before both have chosen"
    assert [seat for seat, _ in due(field)] == ["a"]
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    assert field.shown(event, "a") == event.data
    assert field.markers("b1") == {"defensive"}
    assert KENSEI.secrets(field.state) == frozenset()
    assert "is not due any more" in field.refused("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    field.leave(2)
    assert field.shown(event, "a") == event.data, "nor is it closed again when its turn is over"


def test_a_side_may_give_its_dice_anew_while_the_other_has_not() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[9])
    said = field.refused("b", "initiative", by="a", step=f"{TRIO}.in.b", faces=[2])
    assert said == "Side B already has dice here: only the phone that plays that side can change them."
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[1])
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    assert totals(only(field))["b1"] == (5,)


def test_a_combat_counts_as_left_until_its_last_strike() -> None:
    field = book()
    counts = [combats_view(field.state).left]
    rolled(field)
    counts.append(combats_view(field.state).left)
    passes(field, "a2", "a1", "b1")
    assert [*counts, combats_view(field.state).left] == [1, 1, 0]
    words = str(combats_view(field.state).combats[0].words)
    assert words == "0 against 0 damage: a draw.", "nobody struck, and it is judged all the same"


def test_who_comes_late_into_a_combat_is_judged_with_it() -> None:
    field = fielded("katana-samurai 8, katana-samurai 8", "yari-ashigaru 10", phase="combat")
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    field.act("a", "touch", one="a2", other="b1")
    for one in ("a1", "a2"):
        field.strike(one, "b1", "9 9", "9 9", "4 4")
    (combat,) = fought(field.state)
    assert combat.members == {"a1", "a2", "b1"}
    assert judged(field.state, combat).first_inflicted == 12


def test_what_is_wrong_with_the_dice_or_positions_is_said() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    step = f"{TRIO}.in.a"
    assert field.refused("a", "initiative", step=step, faces=[5]) == (
        "One die is needed for each of these: Katana Samurai 1, Kiba Musha."
    )
    assert "One die is needed" in field.refused("a", "initiative", step=step, faces=[5, 5, 5])
    assert "One die is needed" in field.refused("a", "initiative", step=step, **{"die.a1": "5"})
    assert "Only side A rolls" in field.refused("b", "initiative", step=step, faces=[5, 3])
    charged = field.refused("a", "initiative", step=step, faces=[5, 3], **{"defensive.a1": "true"})
    assert charged == "Katana Samurai 1 charged this turn and cannot take a defensive position."
    held = field.refused("a", "initiative", step=step, faces=[5, 3], **{"obstacle.a1": "true"})
    assert "not for riders or who charged" in held
    assert "your own units" in field.refused("a", "initiative", step=step, faces=[5, 3], **{"defensive.b1": "true"})
    assert "is not due any more" in field.refused("a", "initiative", step="t9.x.in.a", faces=[5, 3])


def test_who_waits_on_foot_defends_an_obstacle_and_riders_do_not() -> None:
    field = fielded("kiba-musha 4", "yari-ashigaru 10", phase="combat")
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    step = "t1.combat.a1+b1.in"
    assert "not for riders" in field.refused("a", "initiative", step=f"{step}.a", faces=[5], **{"obstacle.a1": "true"})
    field.act("b", "initiative", step=f"{step}.b", faces=[5], **{"obstacle.b1": "true"})


# ---- who touches whom


def test_a_contact_is_taken_back_and_its_charge_with_it() -> None:
    field = book()
    field.act("a", "touch", one="a1", other="b2", charged="one")
    field.act("a", "part", one="a1", other="b2")
    assert field.markers("a1") == {"charge"}, "it has charged another too"
    assert field.act("a", "part", one="a1", other="b1") == "Katana Samurai 1 and Yari Ashigaru are not in contact."
    assert field.markers("a1") == set()
    assert field.markers("a2") == {"charge"}
    assert "not marked as in contact" in field.refused("a", "part", one="a1", other="b1")
    assert "Choose an enemy" in field.refused("a", "touch", one="a1", other="a2")
    assert "a unit or character of yours" in field.refused("b", "touch", one="a1", other="b1")


# ---- the list


def test_combats_are_listed_till_they_are_fought_and_the_phase_may_be_left_all_the_same() -> None:
    field = book()
    assert [one.id for one in ahead(field.state)] == [TRIO]
    field.act("a", "touch", one="a1", other="b2")
    assert [one.id for one in ahead(field.state)] == ["t1.combat.a1+a2+b1+b2"]
    assert "look at the list" in field.refused("a", "fight", combat=TRIO)
    field.act("a", "part", one="a1", other="b2")
    said = field.act("b", "fight", combat=TRIO)
    assert said == "Katana Samurai 1, Kiba Musha and Yari Ashigaru fight."
    field.act("a", "touch", one="a1", other="b2")
    assert ahead(field.state) == (), "who comes into contact with a combat that has begun fights in the next turn"
    field.leave(2)
    assert field.state.melees == ()
    assert [one.members for one in ahead(field.state)] == [("a1", "a2", "b1", "b2")]


def test_riders_who_charge_him_have_their_own_in() -> None:
    field = fielded("kiba-musha 4", "kuge: katana-samurai 8 + busho-kuge")
    field.act("b", "correct", piece="b1", miniatures=0, reason="arrows")
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    numbers = numbers_now(field.state, field.state.melees[0])
    assert {who: number.value - number.base for who, number in numbers.items()} == {"a1": 0, "bh1": 0}
    assert [(one.value, one.ruling) for one in numbers["a1"].modifiers] == [(0, "K15")], "said where it is looked for"
    field = fielded("kiba-musha 4", "kensei")
    field.act("a", "touch", one="a1", other="bh1", charged="one", zone="rear")
    field.act("a", "aim", kind="melee", attacker="a1", defender="bh1")
    aimed = attack_of(field)
    said = {name: [one.value for one in number.modifiers if one.ruling == "K15"] for name, number in aimed.numbers}
    assert said == {"DC": [], "AT": [0], "DF": [0], "AR": []}
    assert {one.field: (one.value, one.set) for one in aimed.chips if one.field in ("charging", "zone")} == {
        "charging": (True, False),
        "zone": ("rear", False),
    }


def test_who_declares_an_ability_rolls_its_ki_before_his_initiative() -> None:
    field = met("kuge: onna-bushi 4")
    step = f"{field.state.melees[0].id}.in.a"
    said = field.refused("a", "initiative", step=step, declare=True)
    assert said == "Choose an ability or a challenge to declare, or enter the initiative dice."
    said = field.act("a", "initiative", step=step, declare=True, **{"ability.a1": "cherry-tree-flowers"})
    assert said == "Side A is ready for initiative.", "the same words as with a die: what is declared stays sealed"
    assert KENSEI.acts["initiative"].sees(field.state, field.events[-1], "b") == {"step": step}
    assert [answer.seat for answer in combats_view(field.state).combats[0].answers] == ["b"]
    assert "used Cherry Tree Flowers" in give(field, "b", 3)
    assert asked(field) == [("a", "ki")]
    assert "abilities and confrontations come first" in field.refused("a", "initiative", step=step, faces=[5])
    ki(field, 4)
    (answer,) = combats_view(field.state).combats[0].answers
    assert (answer.seat, answer.step, answer.first) == ("a", step, False)
    assert not field.view("a").combat_abilities.sealed
    for more in ({"ability.a1": "cherry-tree-flowers"}, {"defensive.a1": "true"}, {"declare": "true"}):
        assert "enter the dice only" in field.refused("a", "initiative", step=step, faces=[5], **more)
    again = field.refused("b", "initiative", step=step.replace(".in.a", ".in.b"), faces=[9])
    assert again == "Side B already has dice here: now only those of the other side are asked."
    assert field.state.melees[0].dice == {}
    assert give(field, "a", 5).startswith("Initiative: ")
    assert field.state.melees[0].dice == {"a1": (5,), "b1": (3,)}
