"""Abilities of the deployment: Yutei as a card is laid, Expert Strategist before the cards are turned up (K72, K78)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.kensei.abilities.view import AbilitiesView
from companion.play.kensei.game import KENSEI
from tests.play.kensei.deploy import secrets
from tests.play.kensei.deploy.secrets import deployed, lay
from tests.play.kensei.field import Field

WINDS = "It works. Card 1 of side B is face up: Katana Samurai with Daisho Samurai."


def table(*, spy: str | None = "a2", strategists: str = "") -> Field:
    """A has archers and swordsmen, with a Spy in one of them where he is brought; B swordsmen with their Daisho, and
    spears. Nobody has laid a card; B lays first."""
    field = Field(**secrets.SETUP)
    field.army("a", "buke: yumi-samurai 8, katana-samurai 8 + taisho-buke")
    field.army("b", "buke: katana-samurai 8, yari-ashigaru 8, taisho-buke")
    for seat in strategists:
        field.act(seat, "ability", ability="expert-strategist", on=True)
    field.hero("b", "daisho-samurai", "b1")
    if spy:
        field.hero("a", "spy", spy)
    field.begin().act("a", "deploy-first", first="b")
    return field


def laid(field: Field) -> Field:
    """All cards lie: B's swordsmen, spears and general, A's archers and swordsmen."""
    lay(field, "b1", "a1", "b2", "a2", "bh1")
    return field


def seen(field: Field, seat: str | None) -> AbilitiesView:
    return field.view(seat).abilities


def yutei(field: Field, about: str, face: int) -> str:
    field.act("a", "use", user="ax-spy", ability="yutei", about=about)
    return field.act("a", "roll", step=f"deploy.yutei.{about}.ki", faces=[face])


def told(field: Field, seat: str | None) -> str:
    """All that this seat is told, but for how the armies were made: these differ."""
    return secrets.told(field, seat, untold=("enlist", "ability", "ready"))


# ---- Yutei


def test_yutei_is_offered_as_the_enemy_lays_and_held_turns_his_card() -> None:
    field = table()
    assert not seen(field, "a").deploying
    field.act("b", "lay", piece="b1")
    (chip,) = seen(field, "a").deploying
    assert (str(chip.name), chip.price, chip.chance, chip.about, chip.hidden) == ("Yutei", 0, 0.6, "card-b1", True)
    assert (
        field.act("a", "use", user="ax-spy", ability="yutei", about="card-b1") == "Side A used Yutei: card 1 of side B."
    )
    assert not seen(field, "a").deploying, "one roll a card"
    due = field.due()[0]
    assert (due.seat, due.kind, str(due.sentence)) == ("a", "ki", "Yutei: roll one die for side A, KI 6 or less.")
    said = field.act("a", "roll", step="deploy.yutei.card-b1.ki", faces=[6])
    assert said == f"Yutei, side A: 6 against KI 6. {WINDS}"
    assert [card.face_up for card in field.state.deployment.cards] == [True]
    assert KENSEI.line(field.state, field.events[-1], field.state)
    assert not seen(field, "a").deploying, "the card lies face up"


def test_yutei_is_for_the_card_just_laid_unless_the_players_agree() -> None:
    field = table()
    lay(field, "b1", "a1")
    assert not seen(field, "a").deploying
    late = field.refused("a", "use", user="ax-spy", ability="yutei", about="card-b1")
    assert late == "Only for the card that the other side has just laid."
    field.act("a", "use", user="ax-spy", ability="yutei", about="card-b1", anyway=True)
    field.act("a", "roll", step="deploy.yutei.card-b1.ki", faces=[1])
    assert field.state.deployment.cards[0].face_up
    again = field.refused("a", "use", user="ax-spy", ability="yutei", about="card-b1", anyway=True)
    assert again == "That card is already face up."


def test_a_card_that_is_not_there_is_a_plain_sentence() -> None:
    field = table()
    lay(field, "b1", "a1")
    for about in ("", "b1", "card-a1", "card-b9", "card-b0", "card-c1", "card-b" * 40, "card-b²"):
        said = field.refused("a", "use", user="ax-spy", ability="yutei", about=about, anyway=True)
        assert said == "Choose a card that the other side has laid: there is none of that number.", about


def test_only_who_has_a_spy_uses_yutei_and_not_for_somebody_else() -> None:
    field, without = table(), table(spy=None)
    for one in (field, without):
        one.act("b", "lay", piece="b1")
    assert not seen(without, "a").deploying
    mine = "Nobody on your side on the table has that ability: choose one that is offered."
    assert "not begun" in without.refused("a", "use", user="ax-spy", ability="yutei", about="card-b1")
    guesses = {
        one.refused("a", "use", by="b", user="ax-spy", ability="yutei", about="card-b1") for one in (field, without)
    }
    assert len(guesses) == 1
    assert mine not in guesses


def test_it_is_over_with_the_deployment() -> None:
    field = laid(table())
    field.act("a", "use", user="ax-spy", ability="yutei", about="card-b3")
    deployed(field)
    assert not [ask for ask in field.state.asks if ask.kind == "ki"]
    assert field.state.uses[0].holds is False
    said = field.refused("a", "use", user="ax-spy", ability="yutei", about="card-b3", anyway=True)
    assert "has begun" in said


@pytest.mark.parametrize("seat", ["b", None])
def test_nobody_else_learns_where_the_spy_stands_nor_what_was_offered(seat: str | None) -> None:
    """Two tables that differ in where he stands, and one without him: the same until he is used, then but that."""
    fields = [table(spy=spy) for spy in ("a1", "a2", None)]
    for field in fields:
        field.act("b", "lay", piece="b1")
    before = [told(field, seat) for field in fields]
    assert before[0] == before[1] == before[2]
    for field in fields[:2]:
        yutei(field, "card-b1", 3)
    used = [told(field, seat) for field in fields[:2]]
    assert used[0] == used[1]
    assert "ax-spy" not in used[0]
    assert not seen(fields[0], seat).deploying
    event = next(event for event in fields[0].events if event.type == "use")
    assert fields[0].shown(event, seat) == {"ability": "yutei", "about": "card-b1"}
    assert fields[0].shown(event, "a") == event.data
    deployed(fields[0])
    assert "user" not in (fields[0].shown(event, seat) or {}), "he is hidden still"
    fields[0].act("a", "reveal", hero="ax-spy")
    assert fields[0].shown(event, seat) == event.data


# ---- Expert Strategist


def test_the_enemy_turns_up_first_and_two_own_cards_change_places() -> None:
    field = laid(table(strategists="a"))
    (chip,) = (one for one in seen(field, "a").deploying if one.ability == "expert-strategist")
    assert (chip.price, chip.chance, chip.taisho) == (0, None, True)
    said = field.act("a", "use", user=chip.user, ability="expert-strategist", taisho=True)
    assert said == "Side A used Expert Strategist. The cards of side B are turned face up first."
    assert [(due.seat, due.kind) for due in field.due()] == [("b", "turn-up")]
    field.act("b", "cards-up")
    (due,) = (one for one in field.due() if one.kind == "whom")
    assert str(due.sentence) == "Expert Strategist. Which two of your cards change places, if any?"
    pools = {seat: [str(name) for _, name, _ in seen(field, seat).whoms[0].pool] for seat in "ab"}
    assert pools == {"a": ["Card 1: Yumi Samurai", "Card 2: Katana Samurai"], "b": ["Card 1", "Card 2"]}
    said = field.act("a", "whom", step=due.step, target={"1": True, "2": True})
    assert said == "Expert Strategist: cards 1, 2 of side A change places."
    assert [card.piece for card in field.state.deployment.of("a")] == ["a2", "a1"]
    assert [(due.seat, due.kind) for due in field.due()] == [("a", "turn-up")]
    assert "1 Katana Samurai" in field.act("a", "cards-up")
    assert field.state.uses[0].holds


def test_what_a_spy_has_turned_is_not_swapped_nor_one_card_alone_nor_at_all_where_nobody_wants() -> None:
    field = table(spy=None, strategists="b")
    field.act("b", "lay", piece="b1")
    field.act("b", "face-up", card=1)
    lay(field, "a1", "b2", "a2", "bh1")
    field.act("b", "use", user="bh1", ability="expert-strategist", taisho=True)
    field.act("a", "cards-up")
    step = "deploy.expert-strategist.b.whom"
    assert [one for one, _, _ in seen(field, "b").whoms[0].pool] == ["2", "3"]
    for target in ({"1": True, "2": True}, {"9": True, "2": True}):
        assert "Choose only among those offered" in field.refused("b", "whom", step=step, target=target)
    assert field.refused("b", "whom", step=step, target={"2": True}) == "Choose 2 of those offered, or none."
    assert "Each side decides about its own cards" in field.refused("b", "whom", by="a", step=step, target={})
    before = field.state.deployment.cards
    assert field.act("b", "whom", step=step, target={}) == "Expert Strategist of side B: nobody."
    assert field.state.deployment.cards == before


def test_it_comes_once_all_cards_lie_and_before_the_own_are_up() -> None:
    field = table(strategists="ab")
    field.act("b", "lay", piece="b1")
    wanted: dict[str, Any] = {"user": "ah1", "ability": "expert-strategist", "taisho": True}
    assert field.refused("a", "use", **wanted) == "Once all cards are laid, before they are turned up."
    lay(field, "a1", "b2", "a2", "bh1")
    field.act("a", "use", **wanted)
    assert field.refused("a", "use", **wanted) == "You have used that already: once in a deployment."
    assert not [one for one in seen(field, "a").deploying if one.taisho]
    field.act("b", "use", user="bh1", ability="expert-strategist", taisho=True)
    assert {ask.seat for ask in field.state.asks if ask.kind == "whom"} == {"a", "b"}, "neither sees the other's first"
    field.act("a", "cards-up")
    assert {ask.seat for ask in field.state.asks if ask.kind == "whom"} == {"b"}, "his own lie: it is settled"
    again = field.refused("a", "use", **wanted, anyway=True)
    assert again == "Your cards are already face up: their places are settled."


@pytest.mark.parametrize("seat", ["b", None])
def test_what_was_swapped_shows_by_its_number_alone(seat: str | None) -> None:
    looks = []
    for order in (("a1", "a2"), ("a2", "a1")):
        field = table(spy=None, strategists="a")
        lay(field, "b1", order[0], "b2", order[1], "bh1")
        field.act("a", "use", user="ah1", ability="expert-strategist", taisho=True)
        field.act("b", "cards-up")
        field.act("a", "whom", step="deploy.expert-strategist.a.whom", target={"1": True, "2": True})
        looks.append(told(field, seat))
    assert looks[0] == looks[1]
