"""The general's abilities: what each does to a turn, and how long (12:6:2; K70 to K72)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.play.kensei.after.owing import target
from companion.play.kensei.orders.charging import charge_rules
from companion.play.kensei.pieces import Hero
from companion.play.kensei.state import HonorRoll
from companion.play.kensei.turn import taisho
from tests.play.kensei.abilities.combats import lasts
from tests.play.kensei.deploy.test_kensei_hidden import sealed
from tests.play.kensei.field import Field, taisho_of


def led(path: str, ability: str, *units: str) -> Field:
    """Side a's Taisho has learned this and stands with the first of its units."""
    first, *others = units
    field = Field(battle="pitched").army("a", ", ".join([f"{path}: {first} + taisho-{path}", *others]))
    field.army("b", "kuge: katana-samurai 8, yumi-samurai 10, yumi-samurai 10")
    field.act("a", "ability", ability=ability, on=True)
    return field.begin()


def general(field: Field) -> str:
    return next(h.id for h in field.piece("a1").heroes)


def use(field: Field, ability: str, die: int = 1, **more: Any) -> None:
    field.act("a", "use", user=general(field), ability=ability, taisho=True, **more)
    field.act("a", "roll", step=f"t{field.state.turn}.{ability}.taisho.ki", faces=[die])


def runs(field: Field, *pieces: str) -> None:
    for piece in pieces:
        field.act("a", "mark", piece=piece, marker="regroup", on=True)


def test_his_ability_comes_before_he_calls_back() -> None:
    field = led("buke", "bushido-law", "katana-samurai", "yari-ashigaru")
    runs(field, "a2")
    field.act("a", "regroup", piece="a2")
    field.act("a", "roll", step="t1.regroup.a2.die", faces=[1])
    said = field.refused("a", "use", user=general(field), ability="bushido-law", taisho=True, anyway=False)
    assert "comes before that" in said or "cost" in said
    chip = field.view("a").abilities.taisho[0]
    assert chip.against is not None


def test_his_banzai_is_for_a_unit_on_foot_and_may_be_tried_until_it_has_worked() -> None:
    field = led("buke", "banzai", "katana-samurai", "kiba-musha", "yari-samurai")
    step = "t1.banzai.taisho"
    field.act("a", "use", user=general(field), ability="banzai", taisho=True)
    assert "Choose" in field.refused("a", "whom", step=f"{step}.whom", target={"a2": True})
    field.act("a", "whom", step=f"{step}.whom", target={"a3": True})
    field.act("a", "roll", step=f"{step}.ki", faces=[10])
    assert "banzai" not in lasts(field, "a3")
    field.next_turn(skip=True)
    use(field, "banzai", 2, target={"a3": True})
    assert "banzai" in lasts(field, "a3")
    field.act("a", "announce", piece="a3", do="charge", pace="none", target="b1")
    assert charge_rules(field.state, field.state.charges[0]).most_dice == 2
    field.next_turn(skip=True)
    assert "once a battle" in field.refused("a", "use", user=general(field), ability="banzai", taisho=True)


def test_a_master_in_calligraphy_calls_two_back_for_one_point_at_any_distance() -> None:
    field = led("buke", "master-in-calligraphy", "katana-samurai", "yari-ashigaru", "yumi-ashigaru")
    runs(field, "a2")
    said = field.refused("a", "use", user=general(field), ability="master-in-calligraphy", taisho=True)
    assert "two or more units" in said
    runs(field, "a3")
    plain = taisho_of(field).running[0].chance
    use(field, "master-in-calligraphy")
    assert taisho_of(field).running[0].chance == pytest.approx(plain + 0.3)
    number = target(field.state, HonorRoll("", "a2", (), regroups=True))
    assert "Master in Calligraphy" in str([term.reason for term in number.modifiers])
    left = taisho.left(field.state, "a")
    for piece in ("a2", "a3"):
        field.act("a", "regroup", piece=piece)
        field.act("a", "roll", step=f"t1.regroup.{piece}.die", faces=[1])
    assert left - taisho.left(field.state, "a") == 1


def test_a_unit_that_fulfils_its_duty_skips_one_honor_roll() -> None:
    field = led("kuge", "fulfil-your-duty", "katana-samurai", "yari-ashigaru", "yumi-ashigaru")
    use(field, "fulfil-your-duty")
    for archers, piece in (("b2", "a2"), ("b3", "a3")):
        field.shoot(archers, piece, "9 9 9", "9 9 9", "4 4 4", distance_cm=30)
    assert [one.duty for one in field.view("a").owed] == [True, True]
    first, second = (one.id for one in field.state.owed)
    assert "You owe no such" in field.refused("b", "skip-roll", owed=first)
    assert field.act("a", "skip-roll", owed=first) == "Yari Ashigaru, called to duty: no honor roll."
    assert [one.duty for one in field.view("a").owed] == [False]
    assert "the turn of Fulfil Your Duty" in field.refused("a", "skip-roll", owed=second)
    assert "You owe no such" in field.refused("a", "skip-roll", owed=first)


def test_the_duty_lends_a_unit_the_generals_ki_once() -> None:
    field = led("kuge", "fulfil-your-duty", "katana-samurai", "onna-bushi")
    use(field, "fulfil-your-duty")
    field.act("a", "use", user="a2", ability="warrior-women")
    step = "t1.warrior-women.a2.ki"
    field.act("a", "lend", step=step, lender=general(field))
    field.act("a", "roll", step=step, faces=[6])
    assert field.state.uses[-1].named is False
    assert "fulfil-your-duty" not in lasts(field, "a2")


def kept_off(*absent: Hero) -> Field:
    """Side a's general knows Clandestine Practices, and these were kept off the table."""
    field = Field(battle="pitched").army("a", "kuge: katana-samurai + taisho-kuge").army("b", "katana-samurai 8")
    field.act("a", "ability", ability="clandestine-practices", on=True)
    field.state = field.state.with_side(replace(field.state.sides["a"], absent=absent))
    return field.begin()


def test_who_was_kept_off_the_table_enters_from_the_second_turn_and_acts() -> None:
    field = kept_off(Hero("ashinobi", "shinobi", hidden=True, kind="kamari"))
    said = field.refused("a", "use", user=general(field), ability="clandestine-practices", taisho=True)
    assert "Only from the second turn on" in said
    field.next_turn(skip=True)
    use(field, "clandestine-practices")
    step = "t2.clandestine-practices.taisho.hidden"
    assert [one.pool for one in field.view("a").abilities.hidden] == [(("ashinobi", "Shinobi", False),)]
    assert field.view("b").abilities.hidden == ()
    assert "ashinobi" not in repr(field.view("b"))
    line = field.act("a", "show-hidden", step=step, target={"ashinobi": True})
    assert line == "Clandestine Practices: Shinobi enters and may act at once."
    assert field.piece("ashinobi").standing
    field.act("a", "announce", piece="ashinobi", do="advance", pace="run")


def test_only_one_enters_and_the_same_is_asked_where_nobody_waits() -> None:
    two = (Hero("as1", "shinobi", hidden=True), Hero("as2", "shinobi", hidden=True))
    step = "t2.clandestine-practices.taisho.hidden"
    waiting = []
    for absent in (two, ()):
        field = kept_off(*absent)
        field.next_turn(skip=True)
        use(field, "clandestine-practices")
        waiting.append([str(due.data["waiting"]) for due in field.due() if due.step == step])
        if absent:
            assert "Only one enters" in field.refused("a", "show-hidden", step=step, target={"as1": True, "as2": True})
            assert "say that nobody does" in field.refused("a", "show-hidden", step=step)
        assert field.act("a", "show-hidden", step=step, nobody=True) == "Clandestine Practices: nobody."
    assert waiting[0] == waiting[1] == ["Clandestine Practices: Side A says who enters."]


def test_who_is_written_down_at_a_card_waits_there_and_the_seal_of_who_enters_is_opened() -> None:
    absent = [Hero(f"as{number}", "shinobi", hidden=True) for number in (1, 2, 3)]
    field = kept_off(*absent)
    sealed(field, "a", nonce="n1", who="as1", card=1)
    for number in (2, 3):
        sealed(field, "a", nonce=f"n{number}", who=f"as{number}", text="waits in the hills")
    field.next_turn(skip=True)
    use(field, "clandestine-practices")
    (asked,) = field.view("a").abilities.hidden
    assert [who for who, *_ in asked.pool] == ["as2", "as3"]
    field.act("a", "show-hidden", step="t2.clandestine-practices.taisho.hidden", target={"as3": True})
    assert [(one.who, one.opened) for one in field.state.seals] == [("as1", False), ("as2", False), ("as3", True)]
