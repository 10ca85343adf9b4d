"""What a card says of the effects that last on a piece, on who stands in it, and on its whole side (3:4:6, 12:6)."""

from __future__ import annotations

import pytest

from companion.play.kensei.game import KENSEI
from companion.play.kensei.markers import with_effect
from tests.play.kensei.field import Field, fielded


@pytest.fixture
def field() -> Field:
    """A side whose general stands in its second unit, with a spy hidden in its first; and an enemy."""
    armies = "kuge: onna-bushi 8 + spy + daisho-samurai, katana-samurai 8 + taisho-kuge, kensei", "katana-samurai 8"
    return fielded(*armies)


def lies(field: Field, seat: str | None = "a") -> dict[str, list[str]]:
    """What this seat reads of each piece beside which something is said."""
    return {one.id: [str(lie.words) for lie in one.lies] for one in KENSEI.view(field.state, seat).pieces if one.lies}


def last(field: Field, effect: str, on: str) -> None:
    field.state = with_effect(field.state, on, effect, present=True)


@pytest.mark.parametrize(
    ("on", "piece", "words"),
    [
        ("a1", "a1", "failed to break away"),
        ("ah1", "a1", "Daisho Samurai: failed to break away"),
        ("ah3", "ah3", "failed to break away"),
        ("b1", "b1", "failed to break away"),
        ("a", "a2", "all of the side: failed to break away"),
        ("b", "b1", "all of the side: failed to break away"),
    ],
)
def test_an_effect_is_told_beside_who_bears_it(field: Field, on: str, piece: str, words: str) -> None:
    assert lies(field) == {}
    last(field, "failed-break-away", on)
    assert lies(field) == lies(field, "b") == {piece: [f"{words}, until the end of turn 1"]}


def test_who_hides_is_told_of_to_his_own_side_alone(field: Field) -> None:
    last(field, "failed-break-away", "ax-spy")
    assert list(lies(field, "a")) == ["a1"]
    assert lies(field, "b") == lies(field, None) == {}


def test_what_a_marker_shows_and_what_counts_later_is_not_told(field: Field) -> None:
    last(field, "run-through", "a1")
    last(field, "destroyed-enemy", "a1")
    assert lies(field) == {}


def test_of_a_side_it_is_told_at_its_first_piece_where_its_general_is_dead(field: Field) -> None:
    last(field, "darma-wheel", "a")
    field.act("a", "correct", piece="a2", hero="ah2", wounds=field.hero_of("ah2").profile.attributes.vt, reason="x")
    assert lies(field) == {"a1": ["all of the side: The Darma Wheel, until the end of turn 2"]}
    field.act("a", "correct", piece="a1", miniatures=0, reason="x")
    field.off_table("a1")
    assert list(lies(field)) == ["a2"]
