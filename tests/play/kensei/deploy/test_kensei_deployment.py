"""The deployment between Ready and turn 1: rolls, cards by turns and whose secret they are, turned up, or left out
(7:2, 7:3, K78, K79)."""

import re

import pytest

from companion.play.game import Event
from companion.play.kensei.deploy.view import DeployView
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import must
from tests.play.kensei.deploy.secrets import SETUP, lay, told
from tests.play.kensei.field import Field, fielded


def ready(**setup: str) -> Field:
    """A: archers, riders with a Taisho and a Geisha, a lone Kensei; B: swordsmen with their Daisho, Ninjas."""
    a = "buke: yumi-samurai 10, katana-samurai 8 + taisho-buke + geisha, kensei"
    return fielded(a, "kuge: katana-samurai 8 + daisho-samurai, ninjas 4", **SETUP, **setup)


def rolled(first: str = "a") -> Field:
    """With both rolls made; `first` has won the advantage roll."""
    field = ready()
    throw(field, "ground", 9, 1)
    throw(field, "advantage", *((9, 1) if first == "a" else (1, 0)))
    assert field.state.deployment.first == first
    return field


def throw(field: Field, kind: str, a: int, b: int) -> str:
    field.act("a", "roll", step=f"deploy.{kind}.a", faces=[a])
    return field.act("b", "roll", step=f"deploy.{kind}.b", faces=[b])


def seen(field: Field, seat: str | None) -> DeployView:
    return must(field.view(seat).deploy)


def dues(field: Field) -> list[tuple[str, str]]:
    return [(due.seat, due.kind) for due in field.due()]


def test_a_spy_sees_one_card_and_only_that_one() -> None:
    field = rolled("a")
    lay(field, "a1", "a2")
    said = field.act("a", "face-up", card=2)
    assert said == "Card 2 of side A is face up: Katana Samurai with Taisho Buke.", "the Geisha stays hidden"
    assert [str(card.what) for card in seen(field, "b").side("a").cards] == ["None", "Katana Samurai with Taisho Buke"]
    assert field.view("b").side("a").pieces is None
    assert "already" in field.refused("a", "face-up", card=2)
    assert "no card 3" in field.refused("a", "face-up", card=3)
    assert "across the table" in field.refused("a", "face-up", by="b", card=1)


@pytest.mark.parametrize("cards", [0, 1])
def test_nobody_opens_the_others_army_by_beginning(cards: int) -> None:
    field = rolled("a")
    lay(field, *("a1",)[:cards])
    field.act("b", "deployed")
    assert field.view("b").side("a").pieces is None
    assert field.view("a").side("b").pieces is None
    assert "ask whether it has deployed" in field.refused("a", "deployed", by="b")
    assert "already" in field.refused("b", "deployed")
    assert [seen(field, None).awaited, dues(field)] == [("a",), [("a", "lay")]], "B lays none any more"
    field.act("a", "deployed")
    assert field.state.begun


PLANTED = (("a1", "a2"), ("a2", "a1"))


def battle(order: tuple[str, ...]) -> Field:
    """Side A lays its cards in this order, B in between."""
    field = fielded(*2 * ["yumi-samurai 10, katana-samurai 8 + daisho-samurai"], **SETUP)
    field.act("a", "deploy-first", first="a")
    lay(field, order[0], "b1", order[1], "b2")
    return field


def test_two_battles_that_differ_in_the_card_laid_look_the_same_to_all_but_its_side() -> None:
    one, other = (battle(order) for order in PLANTED)
    assert [told(one, seat) == told(other, seat) for seat in ("a", "b", None)] == [False, True, True]
    assert len(KENSEI.secrets(one.state)) == len(KENSEI.secrets(other.state))


@pytest.mark.parametrize("guess", ["a1", "a2", "b1"])
def test_guessing_gets_the_same_answer_whatever_was_laid(guess: str) -> None:
    for act, form in (("lay", {"piece": guess}), ("face-up", {"card": 1}), ("cards-up", {})):
        answers = {re.sub(r"\d", "", battle(order).refused("a", act, by="b", **form)) for order in PLANTED}
        assert len(answers) == 1
    assert len({battle(order).refused("b", "lay", piece="a1") for order in PLANTED}) == 1


def test_turning_up_opens_what_was_laid_and_counts_as_seen_and_so_does_a_card_shown_to_a_spy() -> None:
    field = battle(PLANTED[0])
    laid = [Event("lay", piece[0], piece[0], {"piece": piece}) for piece in ("a1", "a2", "b1")]
    hidden = field.state
    assert [field.shown(laid[0], seat) for seat in ("a", "b", None)] == [laid[0].data, {}, {}]
    field.act("a", "cards-up")
    assert field.line.reveals
    assert field.shown(laid[0], None) == laid[0].data
    assert field.shown(laid[2], "a") == {}
    field.state = hidden
    field.act("a", "face-up", card=1)
    assert field.line.reveals
    assert [field.shown(one, "b") for one in laid[:2]] == [{"piece": "a1"}, {}]
