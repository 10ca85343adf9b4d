"""Orders drafted in private and announced to all, with their AC (8:3:4, 8:3:5, 9:1, K70)."""

from __future__ import annotations

import pytest

from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.view import OrderRow, OrdersView, orders_view
from companion.rules.kensei.turn.contacts import between
from tests.play.kensei.field import Field, fielded

NO_ENEMY = "A charge or a shot names an enemy on the table: choose one."


LATE_WORDS = "Units have moved already: by the book all orders are announced first."


def lines(**setup: str) -> Field:
    """Swordsmen, archers and riders against spears and archers."""
    field = fielded(
        "buke: katana-samurai 8, yumi-samurai 6, kiba-musha 4",
        "buke: yari-ashigaru 8, yumi-ashigaru 6",
        battle="pitched",
        **setup,
    )
    field.act("a", "first", first="a")
    return field


def seen(field: Field, seat: str | None) -> OrdersView:
    return orders_view(field.state, seat)


def row(field: Field, seat: str | None, piece: str) -> OrderRow:
    found = seen(field, seat).row(piece)
    assert found is not None
    return found


def test_a_draft_is_its_sides_alone_until_it_is_announced() -> None:
    field = lines()

    def others() -> tuple[object, ...]:
        return KENSEI.view(field.state, "b"), KENSEI.view(field.state, None), KENSEI.due(field.state)

    before = others()
    assert field.act("a", "order", piece="a1", do="advance", pace="run") == ""
    assert others() == before
    event = field.events[-1]
    assert KENSEI.show_event(field.state, event, "a") == event.data
    assert KENSEI.show_event(field.state, event, "b") is None
    assert KENSEI.show_event(field.state, event, None) is None
    assert KENSEI.secrets(field.state) == {"orders a1"}
    assert [str(words) for words in row(field, "a", "a1").draft] == ["run"]
    assert field.act("a", "announce") == "Katana Samurai: run."
    assert [str(words) for words in row(field, "b", "a1").announced] == ["run"]
    assert KENSEI.secrets(field.state) == frozenset()


def test_a_target_announces_its_unit_and_the_drafts_before_it() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    told = field.act("a", "announce", piece="a3", goal="charge+run+", target="b1")
    assert told == "Katana Samurai: march. Kiba Musha: run, charge Yari Ashigaru."


def test_ac_are_counted_when_announced_and_shown_when_drafted() -> None:
    field = lines()
    have = row(field, "a", "a2").have
    field.act("a", "order", piece="a2", do="advance")
    shown = row(field, "a", "a2")
    assert (shown.left, shown.drafting) == (have, 1)
    assert [seen(field, seat).drafts for seat in ("a", "b", None)] == [1, 0, 0]
    assert row(field, "b", "a2").drafting == 0
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    assert row(field, "b", "a2").left == have - 2


def test_what_the_book_has_something_against_is_done_anyway_and_the_log_says_so() -> None:
    field = lines()
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    assert field.refused("a", "announce", piece="a1", do="advance") == ("That makes 3 AC in all; the unit has 2.")
    told = field.act("a", "announce", piece="a1", do="advance", anyway=True)
    assert "Anyway: That makes 3 AC in all; the unit has 2." in told
    assert lines().refused("a", "announce", piece="a1", goal="shoot+march+", target="b1") == (
        "Katana Samurai cannot shoot: no weapon for it."
    )


def test_a_chip_tapped_again_takes_its_draft_back_and_another_pace_replaces_it() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    field.act("a", "order", piece="a1", do="advance", pace="run")
    assert [str(words) for words in row(field, "a", "a1").draft] == ["run"]
    field.act("a", "order", piece="a1", do="advance", pace="run", on=False)
    assert row(field, "a", "a1").draft == ()
    assert field.refused("a", "announce") == "Nothing is drafted: open a unit's row and tap an order first."


def test_archers_may_shoot_with_or_without_greater_precision() -> None:
    shots = [one for one in row(lines(), "a", "a2").goals if one.do == "shoot"]
    assert [(str(one.label), one.precision, one.ac) for one in shots] == [
        ("Shoot", False, 1),
        ("Greater precision", True, 3),
    ]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"piece": "b1", "do": "advance"}, "There is no such unit of yours on the table: choose another."),
        ({"piece": "a1", "goal": "charge+run+"}, NO_ENEMY),
        (
            {"piece": "a1", "goal": "charge+run+", "target": "a2"},
            NO_ENEMY,
        ),
    ],
)
def test_an_order_without_a_unit_or_an_enemy_says_what_is_wanted(form: dict[str, str], said: str) -> None:
    assert lines().refused("a", "announce", **form) == said


def test_a_table_without_orders_goes_on_as_before_and_drafts_do_not_outlive_the_phase() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    field.shoot("a2", "b2", "1 1 1 1 1 1")
    field.leave()
    assert field.state.phase == "combat"
    assert field.state.plans == ()
    assert field.refused("a", "order", piece="a1", do="advance").startswith("Orders are given")


def test_moves_end_with_one_word_and_are_known_to_shots() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance", pace="run")
    field.act("a", "order", piece="a2", do="advance")
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    assert [one.piece for one in seen(field, "a").moving] == ["a1"]
    assert [one.piece for one in seen(field, "a").following] == ["a2"]
    assert field.act("a", "moved") == "Carried out: Katana Samurai."
    assert field.piece("a1").facts.moved == "run"
    field.act("a", "carry", piece="a2")
    chain = field.chain()
    assert (chain.attacker, chain.defender, chain.kind) == ("a2", "b2", "shot")
    assert chain.situation.moved == "march"
    assert chain.situation.loaded
    assert seen(field, "a").following == ()


def test_loading_makes_ready_and_a_stop_loses_the_rest() -> None:
    field = lines()
    field.shoot("a2", "b2", "1 1 1 1 1 1")
    assert not field.piece("a2").loaded
    field.act("a", "announce", piece="a2", do="load")
    field.act("a", "moved")
    assert field.piece("a2").loaded
    field.act("a", "announce", piece="a1", goal="charge+march+", target="b1")
    assert field.act("a", "stop", piece="a1") == "Katana Samurai stopped; lost: march, charge Yari Ashigaru."
    assert seen(field, "a").charges == ()
    assert not any(ask.kind == "react" for ask in field.state.asks), "nobody is asked about a charge that stopped"
    assert row(field, "a", "a1").left == row(field, "a", "a1").have - 2, "its AC are spent"


def test_the_rows_can_be_hidden_for_the_whole_table() -> None:
    field = lines()
    field.act("a", "show-orders", shown=False)
    assert seen(field, "b") == OrdersView(shown=False)
    field.act("b", "show-orders", shown=True)
    assert seen(field, "a").now


def test_orders_end_with_the_turn() -> None:
    field = lines()
    field.act("a", "announce", piece="a1", goal="charge+none+", target="b1")
    field.act("b", "react", step="t1.charge.a1>b1.react", what="withstand")
    field.act("a", "charge", charge="t1.charge.a1>b1", left_cm="99")
    field.next_turn(skip=True)
    assert (field.state.plans, field.state.charges, field.state.reactions) == ((), (), ())
    assert between(field.state.contacts, "a1", "b1") is None


def test_orders_after_a_unit_has_moved_are_late_by_the_book_and_still_announced() -> None:
    field = lines()
    assert LATE_WORDS not in field.act("a", "announce", piece="a1", do="advance")
    assert seen(field, "a").late is None
    field.act("a", "moved")
    assert str(seen(field, "a").late) == LATE_WORDS
    assert seen(field, "b").late is None
    assert field.act("a", "announce", piece="a2", do="advance").endswith(LATE_WORDS)
