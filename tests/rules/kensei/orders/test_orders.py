"""The orders of one unit (2:7:1, 8:3, 9:1 to 9:5; K43, K49, K54, K62, K81): prices, distances, reasons against them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.orders.orders import Commanded, Order, OrdersJudged, Standing, judge_orders
from tests.strategies import catalog

TURN = Order("turn")
MARCH, RUN, FACE, LOAD = Order("advance"), Order("advance", "run"), Order("face"), Order("load")
SHOOT, PRECISE, CHARGE = Order("shoot"), Order("shoot", greater_precision=True), Order("charge")
OCCUPY, OVERCOME, THROUGH = Order("occupy"), Order("overcome"), Order("through")


def ability(id_: str) -> Order:
    return Order("ability", ability=id_)


def judged(who: str, *orders: Order, **standing: object) -> OrdersJudged:
    tables = catalog()
    profile = tables.units.get(who) or tables.characters[who]
    unit = Commanded(Combatant(profile), tables.weapons, tables.abilities)
    return judge_orders(unit, replace(Standing(), **standing), orders)  # type: ignore[arg-type]


def told(found: OrdersJudged) -> list[tuple[int, str]]:
    return [(problem.about, problem.code) for problem in found.problems]


def test_loading_and_shooting_of_the_book() -> None:
    """9:3:1: who shot and did not load cannot shoot; who loaded last turn moves and shoots; 9:3:2: load and shoot."""
    assert told(judged("yumi-samurai", MARCH, SHOOT, loaded=False)) == [(1, "not-loaded")]
    assert told(judged("yumi-samurai", MARCH, SHOOT)) == []
    assert told(judged("yumi-samurai", LOAD, SHOOT, loaded=False)) == []
    assert told(judged("yumi-samurai", SHOOT, LOAD)) == []


def test_the_obstacles_of_the_book() -> None:
    """9:4:1: a run of up to 20 cm and 1 AC to get over, then no further; harassers move on; riders pay nothing."""
    found = judged("katana-samurai", RUN, OVERCOME)
    assert ([step.ac for step in found.steps], found.spent, found.steps[0].most_cm) == ([1, 1], 2, 20)
    assert told(found) == []
    assert told(judged("katana-samurai", OVERCOME, MARCH)) == [(1, "stopped")]
    assert told(judged("ishitsubute-ashigaru", OVERCOME, MARCH, FACE)) == []
    riders = judged("kiba-musha", OVERCOME, RUN)
    assert ([step.ac for step in riders.steps], told(riders)) == ([0, 1], [])


CASES = [
    ("teppotai", (MARCH, SHOOT), {"teppo_wet": True}, [(1, "teppo-wet")]),
    ("teppotai", (LOAD,), {"teppo_wet": True}, [(0, "teppo-wet")]),
    ("katana-samurai", (MARCH, FACE, LOAD), {}, [(2, "ac-over"), (2, "no-shooting-weapon")]),
    ("katana-samurai", (FACE,), {"ac_spent": 2}, [(0, "ac-over")]),
    ("katana-samurai", (MARCH, CHARGE), {"ac_spent": 1}, [(1, "ac-over")]),
    ("kiba-musha", (RUN, FACE, OVERCOME), {}, []),
    ("katana-samurai", (MARCH, RUN), {}, [(1, "twice-advance")]),
    ("katana-samurai", (FACE, FACE), {}, [(1, "twice-face")]),
    ("ishitsubute-ashigaru", (SHOOT, LOAD, SHOOT), {}, [(2, "twice-shot")]),
    ("ishitsubute-ashigaru", (SHOOT, SHOOT), {}, [(1, "twice-shot"), (1, "not-loaded")]),
    ("katana-samurai", (SHOOT,), {}, [(0, "no-shooting-weapon")]),
    ("katana-samurai", (FACE, MARCH), {"fleeing": True}, [(0, "fleeing"), (1, "fleeing")]),
    ("katana-samurai", (FACE, MARCH), {"engaged": True}, [(0, "engaged"), (1, "engaged")]),
    ("katana-samurai", (CHARGE, FACE), {}, [(1, "after-charge")]),
    ("katana-samurai", (CHARGE, CHARGE), {}, [(1, "after-charge")]),
    ("naginata-sohei", (CHARGE, ability("battle-cry")), {}, []),
    ("katana-samurai", (RUN,), {"failed_charge": True}, [(0, "march-only")]),
    ("katana-samurai", (MARCH, CHARGE), {"failed_charge": True}, []),
    ("katana-samurai", (MARCH, TURN), {}, []),
    ("katana-samurai", (MARCH, TURN, TURN), {}, [(2, "ac-over")]),
    ("katana-samurai", (TURN,), {}, [(0, "turn-alone")]),
    ("ishitsubute-ashigaru", (THROUGH, TURN), {}, [(1, "stopped"), (1, "turn-alone")]),
    ("busho-kuge", (Order("join"), Order("quit"), Order("break")), {"engaged": True}, []),
    ("busho-kuge", (MARCH, Order("join"), Order("quit"), Order("join")), {}, [(3, "ac-over")]),
    ("ishitsubute-ashigaru", (PRECISE,), {}, []),
    ("ishitsubute-ashigaru", (FACE, PRECISE), {}, [(1, "ac-over"), (1, "precision-alone")]),
    ("kiba-musha", (OCCUPY,), {}, [(0, "mounted-obstacle")]),
    ("kiba-musha", (THROUGH,), {}, [(0, "mounted-obstacle")]),
    ("katana-samurai", (MARCH, OCCUPY), {}, []),
    ("katana-samurai", (THROUGH, CHARGE), {}, [(1, "stopped")]),
    ("ishitsubute-ashigaru", (THROUGH, MARCH), {}, [(1, "stopped")]),
    ("busho-kuge", (THROUGH, MARCH), {}, []),
    ("katana-samurai", (OVERCOME, OCCUPY), {}, []),
    ("kengo", (ability("two-swords"), ability("no-thinking"), CHARGE), {}, [(1, "twice-ability")]),
    ("katana-samurai", (ability("two-swords"),), {}, [(0, "no-such-ability")]),
    ("kengo", (ability("two-swords"),), {}, []),
    ("kengo", (ability("two-swords"),), {"engaged": True}, [(0, "ability-condition")]),
    ("no-dachi-samurai", (ability("banzai"),), {}, [(0, "ability-condition")]),
    ("no-dachi-samurai", (ability("banzai"), CHARGE), {}, []),
    ("kengo", (ability("no-thinking"), MARCH), {}, [(0, "ability-condition")]),
    ("ikame-bo", (ability("revolving-hit"),), {}, [(0, "ability-condition")]),
    ("ikame-bo", (ability("remain-steadfast"), CHARGE), {}, [(0, "ability-condition")]),
    ("yari-samurai", (ability("forest-of-spears"),), {"engaged": True}, []),
    ("yari-samurai", (ability("forest-of-spears"), CHARGE), {}, [(0, "ability-condition")]),
    ("kensei", (ability("path-is-void"), MARCH, CHARGE), {}, []),
    ("kensei", (ability("path-is-void"), MARCH), {}, [(0, "ability-condition")]),
    ("teppotai", (ability("wall-of-stakes"), SHOOT), {}, []),
    ("teppotai", (SHOOT, ability("wall-of-stakes")), {}, [(1, "ability-condition")]),
    ("teppotai", (ability("alternated-shot"),), {"loaded": False}, [(0, "not-loaded")]),
    ("teppotai", (ability("alternated-shot"),), {"engaged": True}, [(0, "ability-condition")]),
    ("teppotai", (SHOOT, ability("alternated-shot")), {}, [(1, "ac-over"), (1, "twice-shot"), (1, "not-loaded")]),
    ("shinobi", (ability("incendiary-bomb"),), {}, []),
    ("shinobi", (ability("incendiary-bomb"), SHOOT), {}, [(0, "ability-condition")]),
    ("shinobi", (ability("incendiary-bomb"), Order("turn")), {}, [(1, "turn-alone")]),
    ("shinobi", (ability("incendiary-bomb"),), {"engaged": True}, [(0, "ability-condition")]),
    ("ninjas", (ability("vanishing"),), {"engaged": True}, []),
    ("ninjas", (ability("vanishing"),), {}, [(0, "ability-condition")]),
    ("ninjas", (ability("trained-assassins"),), {}, []),
    ("kengo", (ability("i-dare-you"),), {"engaged": True}, []),
    ("geisha", (ability("assassin"),), {}, []),
    ("spy", (ability("yutei"),), {}, []),
]


@pytest.mark.parametrize(("who", "orders", "standing", "expected"), CASES)
def test_which_orders_cannot_be(
    who: str, orders: tuple[Order, ...], standing: dict[str, object], expected: list[tuple[int, str]]
) -> None:
    found = judged(who, *orders, **standing)
    assert sorted(told(found)) == sorted(expected)
    assert [place for place, _ in told(found)] == sorted(place for place, _ in told(found))


@pytest.mark.parametrize(
    ("orders", "ac"),
    [
        ((Order("advance", extra_turns=2),), 3),
        ((PRECISE,), 3),
        ((FACE,), 1),
        ((OCCUPY,), 1),
        ((OVERCOME,), 1),
        ((THROUGH,), 1),
        ((ability("alternated-shot"),), 2),
        ((ability("banzai"),), 1),
        ((ability("warrior-women"),), 1),
    ],
)
def test_prices(orders: tuple[Order, ...], ac: int) -> None:
    """In Action Points (2:7:10)."""
    assert judged("yumi-samurai", *orders).spent == ac


def test_an_ability_without_a_price_where_the_table_has_it_free() -> None:
    """K49: `printed`."""
    tables = catalog()
    unit = Commanded(Combatant(tables.units["onna-bushi"]), tables.weapons, tables.abilities, "printed")
    assert judge_orders(unit, Standing(), (ability("warrior-women"),)).spent == 0
    assert judge_orders(unit, Standing(), (ability("death-chant"),)).spent == 1


@pytest.mark.parametrize(
    ("order", "standing", "most"),
    [
        ((MARCH,), {}, 10),
        ((RUN,), {}, 20),
        ((RUN,), {"halved": True}, 10),
        ((MARCH,), {"failed_charge": True}, 10),
        ((MARCH, CHARGE), {"failed_charge": True}, 5),
        ((MARCH, CHARGE), {"failed_charge": True, "halved": True}, 5),
    ],
)
def test_how_far_an_advance_goes(order: tuple[Order, ...], standing: dict[str, object], most: float) -> None:
    found = judged("katana-samurai", *order, **standing)
    assert [step.most_cm for step in found.steps] == [most, *([None] * (len(order) - 1))]


def test_a_character_who_chose_no_bow_does_not_shoot() -> None:
    """A Busho always carries one; a Taisho never does."""
    assert told(judged("busho-buke", SHOOT)) == []
    assert told(judged("taisho-buke", SHOOT)) == [(0, "no-shooting-weapon")]


def test_a_lone_character_goes_on_at_half_behind_whom_he_walked_through() -> None:
    """4:3:4: half his MV from that unit; before it all of it."""
    whole, half = (judged("busho-kuge", *orders) for orders in ((MARCH, THROUGH), (THROUGH, MARCH)))
    assert half.steps[1].most_cm == (whole.steps[0].most_cm or 0) / 2
