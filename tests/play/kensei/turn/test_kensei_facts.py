"""Facts under the markers: what each circumstance of the table comes from, what it changes in the rolls that follow,
what a card says of it, and when it ends (2:6:4, 3:4:6, 12:6)."""

import pytest

from tests.play.kensei.field import Field, attack_of, fielded


@pytest.fixture
def field() -> Field:
    """Archers a1, swordsmen a2 and riders a3 against swordsmen b1, archers b2 and Ninjas b3."""
    return fielded("yumi-samurai, katana-samurai, kiba-musha", "kuge: katana-samurai, yumi-samurai, ninjas")


def terms(field: Field) -> set[tuple[str, int, str]]:
    """Everything that changes a number of the strike that is aimed: which, by how much, and the section."""
    return {(name, m.value, m.rule) for name, number in attack_of(field).numbers for m in number.modifiers}


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "marked", "marker", "wanted"),
    [
        ("shot", "a1", "b1", "a1", "march", {("AT", 1, "9:3:3")}),
        ("shot", "a1", "b1", "a1", "run", {("AT", 2, "9:3:3")}),
        ("shot", "a1", "b1", "a1", "special", set()),
        ("shot", "a1", "b1", "a1", "forest", set()),
        ("shot", "a1", "b1", "b1", "hill", {("DF", 1, "6:2:2")}),
        ("shot", "a1", "b1", "b1", "forest", {("DF", 1, "6:2:1")}),
        ("shot", "a1", "b1", "b1", "stream", {("DF", -2, "6:2:6")}),
        ("shot", "a1", "b1", "b1", "light-cover", {("DF", 1, "2:7:4")}),
        ("shot", "a1", "b1", "b1", "heavy-cover", {("DF", 2, "2:7:4")}),
        ("shot", "a1", "b1", "b1", "fleeing", {("DF", -2, "11:4:2")}),
        ("shot", "a1", "b1", "b1", "regroup", {("DF", -2, "11:4:2")}),
        ("shot", "a1", "b1", "b1", "regrouped", set()),
        ("shot", "a1", "b1", "b1", "defensive", set()),
        ("melee", "a2", "b1", "a2", "charge", {("AT", -1, "9:5:5")}),
        ("melee", "a3", "b1", "a3", "charge", {("AT", -2, "9:5:5")}),
        ("melee", "a2", "b1", "a2", "counter-charge", {("DC", 2, "9:5:6"), ("AT", -1, "9:5:5"), ("DF", -1, "9:5:6")}),
        ("melee", "a2", "b1", "a2", "defensive", {("DC", -3, "2:7:2")}),
        ("melee", "a2", "b1", "a2", "march", set()),
        ("melee", "a2", "b1", "a2", "stream", set()),
        ("melee", "a2", "b1", "b1", "defensive", {("DF", 1, "2:7:2")}),
        ("melee", "a2", "b1", "b1", "hill", {("AT", 1, "6:2:2")}),
        ("melee", "a2", "b1", "b1", "forest", {("AT", 1, "6:2:1")}),
        ("melee", "a3", "b1", "b1", "forest", {("AT", 2, "6:2:1")}),
        ("melee", "a2", "b1", "b1", "stream", {("DF", -2, "6:2:6")}),
        ("melee", "a2", "b1", "b1", "light-cover", {("DF", 1, "2:7:4")}),
        ("melee", "a2", "b1", "b1", "heavy-cover", {("DF", 2, "2:7:4")}),
        ("melee", "a2", "b1", "b1", "fleeing", {("DF", -2, "11:4:2"), ("DF", 1, "2:7:2")}),
        ("melee", "a2", "b1", "b1", "regroup", {("DF", -2, "11:4:2"), ("DF", 1, "2:7:2")}),
        ("melee", "a1", "b1", "a1", "withstood-and-shot", {("AT", 2, "9:5:6")}),
        ("melee", "a2", "b2", "b2", "withstood-and-shot", {("DF", -1, "9:5:6")}),
        ("melee", "a2", "b2", "b2", "shot", set()),
        ("melee", "a2", "b1", "b1", "slowed", set()),
    ],
)
def test_a_marker_adds_just_this_to_a_strike_and_nothing_is_left_when_it_is_taken_away(
    field: Field, kind: str, attacker: str, defender: str, marked: str, marker: str, wanted: set[tuple[str, int, str]]
) -> None:
    situation = {"distance_cm": 40} if kind == "shot" else {}
    field.aim(kind, attacker, defender, **situation)
    plain = terms(field)
    for on, expected in ((True, plain | wanted), (False, plain)):
        field.act(attacker[0], "cancel", step=field.step())
        field.act(marked[0], "mark", piece=marked, marker=marker, on=on)
        field.aim(kind, attacker, defender, **situation)
        assert terms(field) == expected


# ---- what the hands do afterwards


@pytest.fixture
def battle() -> Field:
    """A side whose general stands in its second unit, with a spy hidden in its first; and an enemy."""
    armies = "kuge: onna-bushi 8 + spy + daisho-samurai, katana-samurai 8 + taisho-kuge, kensei", "katana-samurai 8"
    return fielded(*armies)


def lies(battle: Field, seat: str | None = "a") -> dict[str, list[str]]:
    """What this seat reads of each piece beside which something is said."""
    return {one.id: [str(lie) for lie in one.lies] for one in battle.view(seat).pieces if one.lies}


def last(battle: Field, effect: str, on: str) -> None:
    battle.state = battle.state.with_effect(on, effect)


@pytest.mark.parametrize(
    ("on", "piece", "words"),
    [
        ("a1", "a1", "failed to break away"),
        ("ah1", "a1", "Daisho Samurai: failed to break away"),
        ("ah3", "ah3", "failed to break away"),
        ("b1", "b1", "failed to break away"),
        ("a", "a2", "the whole side: failed to break away"),
        ("b", "b1", "the whole side: failed to break away"),
    ],
)
def test_an_effect_is_told_beside_who_bears_it(battle: Field, on: str, piece: str, words: str) -> None:
    assert lies(battle) == {}
    last(battle, "failed-break-away", on)
    assert lies(battle) == lies(battle, "b") == {piece: [f"{words}, until the end of turn 1"]}


def test_who_hides_is_told_of_to_his_own_side_alone_and_what_a_marker_shows_to_nobody(battle: Field) -> None:
    for effect in ("run-through", "destroyed-enemy"):
        last(battle, effect, "a1")
    assert lies(battle) == {}
    last(battle, "failed-break-away", "ax-spy")
    assert list(lies(battle, "a")) == ["a1"]
    assert lies(battle, "b") == lies(battle, None) == {}


def test_of_a_side_it_is_told_at_its_first_piece_where_its_general_is_dead(battle: Field) -> None:
    last(battle, "darma-wheel", "a")
    battle.act("a", "correct", piece="a2", hero="ah2", wounds=battle.hero_of("ah2").profile.attributes.vt, reason="x")
    assert lies(battle) == {"a1": ["the whole side: The Darma Wheel, until the end of turn 2"]}
    battle.act("a", "correct", piece="a1", miniatures=0, reason="x")
    battle.off_table("a1")
    assert list(lies(battle)) == ["a2"]
