"""Alternated Shot and Wall of Stakes: the abilities of who shoots (12:5:4, K75)."""

from __future__ import annotations

from companion.play.kensei.fight.situation import fight_of, strike_of
from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.chips import GoalChip
from companion.rules.kensei.fight.attack import numbers
from companion.rules.text import Refusal
from tests.play.kensei.abilities.combats import lasts, row_of
from tests.play.kensei.field import Field, fielded

STEP = "t1.alternated-shot.a1.ki"


def gunners() -> Field:
    return fielded("kuge: teppotai 5 + daisho-ashigaru", "katana-samurai 8, kiba-musha 3", battle="pitched")


def goal(field: Field) -> GoalChip:
    return next(one for one in row_of(field, "a", "a1").goals if one.ability)


def dice(field: Field) -> int:
    asked = numbers(strike_of(field.state, fight_of(field.state, field.chain())))
    assert not isinstance(asked, Refusal)
    return asked.dc.value


def shot(die: int) -> Field:
    field = gunners()
    chosen = goal(field)
    assert (chosen.ac, chosen.value, chosen.against) == (2, "ability+march+alternated-shot", None)
    data = KENSEI.read("announce", KENSEI.nested({"piece": "a1", "goal": chosen.value, "target": "b1"}))
    assert not isinstance(data, Refusal)
    assert field.act("a", "announce", **data) == "Teppotai: Alternated Shot at Katana Samurai."
    assert "The KI die comes first" in field.refused("a", "carry", piece="a1")
    field.act("a", "roll", step=STEP, faces=[die])
    field.act("a", "carry", piece="a1")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=20)
    return field


def test_an_alternated_shot_has_four_dice_more_and_its_price_is_the_shots_own() -> None:
    held, failed = shot(4), shot(6)
    assert dice(held) == dice(failed) + 4
    assert row_of(held, "a", "a1").left == 0
    assert (held.chain().defender, held.chain().kind) == ("b1", "shot")


def test_a_character_inside_lends_his_ki_to_it() -> None:
    field = gunners()
    daisho = field.piece("a1").heroes[0]
    field.act("a", "announce", piece="a1", do="ability", ability="alternated-shot", target="b1")
    assert field.act("a", "lend", step=STEP, lender=daisho.id) == "Daisho Ashigaru lends his KI to Teppotai."
    number = KENSEI.view(field.state, "a").abilities.dice[0].number
    assert (number.value, str(number.source)) == (daisho.profile.attributes.ki, "Daisho Ashigaru lends his KI")
    assert field.act("a", "lend", step=STEP) == "Teppotai will roll with their own KI."
    assert str(KENSEI.view(field.state, "a").abilities.dice[0].number.source) == "profile of Teppotai"


def test_it_names_an_enemy_and_is_no_second_shot() -> None:
    field = gunners()
    assert "names an enemy" in field.refused("a", "announce", piece="a1", do="ability", ability="alternated-shot")
    field.act("a", "announce", piece="a1", do="shoot", target="b1")
    said = field.refused("a", "announce", piece="a1", do="ability", ability="alternated-shot", target="b1")
    assert "One shot a turn" in said or "makes 3 AC" in said


def staked() -> Field:
    field = gunners()
    field.act("a", "announce", piece="a1", do="ability", ability="wall-of-stakes")
    assert "wall-of-stakes" in lasts(field, "a1")
    return field


def test_stakes_need_no_die_and_stand_until_the_unit_leaves_its_place() -> None:
    field = staked()
    field.next_turn(skip=True)
    for do, stand in (("load", True), ("advance", False)):
        assert "wall-of-stakes" in lasts(field, "a1")
        field.act("a", "announce", piece="a1", do=do, anyway=True)
        field.act("a", "moved")
        assert ("wall-of-stakes" in lasts(field, "a1")) is stand


def charged(piece: str) -> tuple[Field, str]:
    """Who stands behind stakes withstands the charge of this piece, and which charge that is."""
    field = staked()
    field.act("b", "announce", piece=piece, do="charge", pace="march", target="a1")
    charge = field.state.charges[0].id
    field.act("a", "react", step=f"{charge}.react", what="withstand")
    return field, charge


def test_riders_cannot_charge_the_front_behind_stakes_and_who_walks_can() -> None:
    field, charge = charged("b2")
    assert "Stakes stand before Teppotai" in field.refused("b", "charge", charge=charge)
    assert KENSEI.view(field.state, "b").orders.charges[0].staked is not None
    field.act("b", "charge", charge=charge, zone="flank")
    assert field.state.charges[0].end == "reached"
    field, charge = charged("b1")
    field.act("b", "charge", charge=charge)
    assert field.state.charges[0].end == "reached"


def test_who_runs_away_leaves_its_stakes_behind() -> None:
    field = staked()
    field.act("a", "mark", piece="a1", marker="fleeing", on=True)
    assert "wall-of-stakes" not in lasts(field, "a1")
