"""Abilities of the deployment: Yutei as a card is laid, Expert Strategist before the cards are turned up (K72, K78)."""

import pytest

from companion.play.kensei.abilities.view import AbilitiesView
from tests.play.kensei.deploy import secrets
from tests.play.kensei.deploy.secrets import deployed, lay
from tests.play.kensei.field import Field


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


def seen(field: Field, seat: str | None) -> AbilitiesView:
    return field.view(seat).abilities


def yutei(field: Field, about: str, face: int) -> str:
    field.act("a", "use", user="ax-spy", ability="yutei", about=about)
    return field.act("a", "roll", step=f"deploy.yutei.{about}.ki", faces=[face])


def told(field: Field, seat: str | None) -> str:
    """All that this seat is told, but for how the armies were made: these differ."""
    return secrets.told(field, seat, untold=("enlist", "ability", "ready"))


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
