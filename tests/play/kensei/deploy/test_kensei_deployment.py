"""The deployment between Ready and turn 1: rolls, cards by turns and whose secret they are, turned up, or left out
(7:2, 7:3, K78, K79)."""

from __future__ import annotations

import re

import pytest

from companion.play.game import Event
from companion.play.kensei.deploy.view import DeployView
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import must
from tests.play.kensei.deploy.secrets import SETUP, deployed, lay, told
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


def test_it_begins_when_both_are_ready_and_a_tap_of_each_skips_it() -> None:
    field = ready()
    assert not field.state.begun
    assert dues(field) == [("a", "ground"), ("b", "ground")]
    assert "undo" in field.refused("a", "unready")
    assert "has not begun" in field.refused("a", "leave", turn=0, phase="orders")
    assert field.act("a", "deployed") == "Side A has deployed."
    assert not field.state.begun
    assert field.act("b", "deployed") == "Both armies are on the table. The battle begins."
    assert (field.state.begun, field.state.turn) == (True, 1)
    assert [ask.id for ask in field.state.asks] == ["t1.command.a", "t1.command.b"]
    assert "has begun" in field.refused("a", "lay", piece="a1")
    assert "has begun" in field.refused("a", "deployed")


def test_tables_without_it_begin_as_before_and_nothing_is_laid_before_both_are_ready() -> None:
    for setup in ({}, {"deploys": "no"}, {"deploys": ""}):
        field = fielded("katana-samurai 8", "katana-samurai 8", **setup)
        assert (field.state.begun, field.state.turn) == (True, 1)
        assert field.view("a").deploy is None
        assert "has begun" in field.refused("a", "lay", piece="a1")
    assert "yes or no" in str(KENSEI.start({"deploys": "maybe"}))
    field = Field(deploys="yes").army("a", "katana-samurai 8")
    field.act("a", "ready")
    assert "Ready first" in field.refused("a", "lay", piece="a1")
    assert "Ready first" in field.refused("a", "deployed")
    assert field.act("a", "unready") == "Not ready after all."


def test_the_deployment_roll_is_the_generals_hr_and_the_winner_takes_a_side() -> None:
    field = ready()
    roll = must(seen(field, None).roll)
    taisho, daisho = (roll.of(seat).number for seat in "ab")
    assert (taisho.value, taisho.rule, roll.name) == (8, "7:3", "HR")
    assert str(taisho.source) == "HR of the general", "who leads is not told"
    lead = taisho.value - daisho.value
    said = throw(field, "ground", 3, 3 + lead)
    assert said.endswith("A tie: both roll again.")
    assert dues(field) == [("a", "ground"), ("b", "ground")]
    field.act("b", "roll", step="deploy.ground/2.b", faces=[1])
    line = field.act("a", "pad", step="deploy.ground/2.a", die=0, face=0)
    assert line == "Deployment roll of side A: 10 + HR 8 = 18. Side A takes a side of the table."
    assert dues(field) == [("a", "advantage"), ("b", "advantage")]
    won = must(seen(field, "b").won)
    assert (won.winner, won.name, [die.total for die in won.dice]) == ("a", "HR", [18, won.of("b").total])


def test_the_advantage_roll_is_of_ki_and_its_winner_deploys_first_in_the_deeper_zone() -> None:
    field = ready()
    throw(field, "ground", 9, 1)
    assert "counts by its face" in field.refused("a", "roll", step="deploy.advantage.a", bins={"hits": 1})
    assert must(seen(field, None).roll).name == "KI"
    line = throw(field, "advantage", 1, 0)
    assert line.endswith("Side B deploys first, up to 30 cm from the edge; the other up to 20 cm.")
    assert dues(field) == [("b", "lay")]
    won = must(seen(field, None).won)
    assert (won.winner, won.name) == ("b", "KI")
    field.act("b", "lay", piece="b1")
    assert seen(field, None).won is None, "the next act has begun"


def test_a_card_is_laid_once_and_by_its_own_side_and_out_of_turn_it_counts_all_the_same() -> None:
    field = rolled("a")
    fresh = field.state
    assert "Side A still has a card to lay" in field.refused("b", "cards-up")
    field.act("b", "lay", piece="b1")
    assert dues(field) == [("a", "lay")]
    field.state = fresh
    assert field.act("a", "lay", piece="a1") == "Side A lays card 1 face down."
    assert dues(field) == [("b", "lay")]
    field.act("b", "lay", piece="b1")
    assert [(side.seat, side.left) for side in seen(field, None).sides] == [("a", 2), ("b", 0)], "Ninjas have none"
    for piece, why in (("a1", "already"), ("b1", "no such unit"), ("zz", "no such unit")):
        assert why in field.refused("a", "lay", piece=piece)
    assert "own cards" in field.refused("b", "lay", by="a", piece="b1")


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


def all_laid() -> Field:
    field = rolled("a")
    lay(field, "a1", "b1", "a2", "ah2")
    return field


def test_each_side_turns_its_own_up_and_the_battle_begins() -> None:
    field = all_laid()
    assert "across the table" in field.refused("a", "cards-up", by="b")
    said = field.act("a", "cards-up")
    assert said == "Face up, the cards of side A: 1 Yumi Samurai, 2 Katana Samurai with Taisho Buke, 3 Kensei."
    assert field.view("b").side("a").pieces is not None
    assert field.view("a").side("b").pieces is None
    assert "already" in field.refused("a", "cards-up")
    field.act("b", "cards-up")
    assert dues(field) == [("a", "deployed"), ("b", "deployed")]
    assert seen(field, "b").side("b").ninjas == (("b2", "Ninjas"),)
    assert seen(field, "a").side("b").ninjas == ()
    assert field.act("a", "deployed") == "Side A has deployed."
    assert not field.state.begun, "B may still write down where its Ninjas wait"
    assert dues(field) == [("b", "deployed")]
    field.act("b", "seal", text="behind the mill", nonce="n" * 16)
    field.act("b", "deployed")
    assert (field.state.begun, field.state.turn) == (True, 1)


def test_for_who_is_away_the_other_says_it_after_a_word_to_him() -> None:
    field = all_laid()
    for seat in "ab":
        field.act(seat, "cards-up")
    assert "Say first" in field.refused("a", "ask-deployed", moment="2026-01-01T12:00:00+00:00")
    field.act("a", "deployed")
    assert "ask whether" in field.refused("b", "deployed", by="a")
    asked = field.act("a", "ask-deployed", moment="2026-01-01T12:00:00+00:00")
    assert asked == "Side A asks whether side B has deployed."
    assert "already" in field.refused("a", "ask-deployed", moment="2026-01-01T12:00:30+00:00")
    soon, late = "2026-01-01T12:00:59+00:00", "2026-01-01T12:01:00+00:00"
    assert "wait for the answer" in field.refused("b", "deployed", by="a", moment=soon)
    told = field.act("b", "deployed", by="a", moment=late)
    assert told.startswith("Side B was asked and gave no answer: side A says that it has deployed.")
    assert field.state.begun


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


def test_who_has_deployed_keeps_nobody_from_turning_his_cards_up() -> None:
    field = rolled("a")
    field.act("b", "deployed")
    lay(field, "a1", "a2", "ah2")
    assert dues(field) == [("a", "turn-up")]
    field.act("a", "cards-up")
    assert dues(field) == [("a", "deployed")]
    field.act("a", "deployed")
    assert field.state.begun


def test_terrain_is_named_by_kind_and_keeps_its_number() -> None:
    field = ready()
    assert field.act("a", "terrain", kind="forest") == "On the table: Forest 1."
    field.act("b", "terrain", kind="forest")
    field.act("b", "terrain", kind="river")
    assert field.act("a", "terrain-off", terrain="forest-2") == "Off the table: Forest 2."
    assert field.act("a", "terrain", kind="forest") == "On the table: Forest 3."
    assert "was removed" in field.refused("a", "terrain-off", terrain="forest-2")
    lying = [(one.title, one.terrain) for one in field.view(None).terrain]
    told = [(str(title), str(kind.crossed), kind.hides, kind.rule) for title, kind in lying]
    assert told == [
        ("Forest 1", "half movement", True, "6:2:1"),
        ("River 1", "impassable", False, "6:2:3"),
        ("Forest 3", "half movement", True, "6:2:1"),
    ]
    for _ in range(26):
        field.act("a", "terrain", kind="hill")
    assert "at most 30" in field.refused("a", "terrain", kind="hill")


def test_what_is_kept_reads_back_and_nothing_of_it_happens_when_the_battle_is_over() -> None:
    field = all_laid()
    field.act("a", "terrain", kind="low")
    field.act("b", "face-up", card=1)
    field.act("a", "cards-up")
    assert KENSEI.load(KENSEI.dump(field.state)) == field.state
    assert [one.after for one in field.passages()][-1] == field.state
    deployed(field)
    field.act("a", "end", winner="draw")
    forms = {"terrain": {"kind": "hill"}, "lay": {"piece": "a1"}, "deployed": {}, "deploy-first": {"first": "a"}}
    for kind, form in forms.items():
        assert field.refused("a", kind, **form)


def test_whose_turn_it_is_to_place_terrain_is_led() -> None:
    """By turns, each another kind than his last, two each before one may stop (7:2)."""
    field = ready()

    def led() -> tuple[str, str, str]:
        shown, all_ = seen(field, "a"), field.view("a")
        assert shown.terrain_words is not None
        return str(shown.terrain_words[1]), shown.side("a").last_kind, str(all_.placing)[:10]

    def own() -> str:
        return str(must(seen(field, "a").terrain_words)[0])

    assert led() == ("Either of you may begin: place the terrain in turn, at least 15 cm apart.", "", "Place it i")
    assert own() == led()[0]
    field.act("b", "terrain", kind="forest")
    assert led() == ("Side A places the next terrain.", "", "Place it i")
    assert own() == "Place the next terrain."
    field.act("a", "terrain", kind="hill")
    field.act("b", "terrain", kind="low")
    field.act("b", "terrain", kind="hill")
    assert led()[0] == "Side A places the next terrain, of another kind than the last: Hill.", "he has placed fewer"
    assert own() == "Place the next terrain, of another kind than your last: Hill."
    assert led()[1] == "hill"
    field.act("a", "terrain", kind="river")
    assert led()[0] == "Side A may place one more, of another kind than the last (River), or stop."
    assert own() == "Place one more terrain, of another kind than your last (River), or stop."
    assert led()[2] == "Each of yo", "either may stop"
    field.act("a", "terrain", kind="stream")
    assert seen(field, "a").places == "b"


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
