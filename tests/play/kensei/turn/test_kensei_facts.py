"""Facts under the markers: what each circumstance of the table comes from, what it changes in the rolls that follow,
what a card says of it, and when it ends (2:6:4, 3:4:6, 12:6)."""

from __future__ import annotations

import pytest

from companion.play.kensei.markers import with_effect
from tests.play.kensei.field import Field, attack_of, fielded, honor_of


def test_a_bushis_bow_is_his_own() -> None:
    """He shoots, his unit's bows stay loaded; they shoot, his stays as it is (9:3:1)."""
    field = fielded("buke: yumi-samurai 10 + busho-buke bow", "katana-samurai 10")
    field.shoot("a1", "b1", "", striker="ah1", distance_cm=30)
    assert not field.hero_of("ah1").loaded
    assert "unloaded" not in field.markers("a1")
    field.aim("shot", "a1", "b1", distance_cm=30)
    assert attack_of(field).refusal is None
    field.act("a", "striker", step=field.step(), striker="ah1")
    assert "not loaded" in str(attack_of(field).refusal), "each shooter knows whether he is"
    field.act("a", "cancel", step=field.step())
    assert field.act("a", "mark", piece="a1", hero="ah1", marker="unloaded", on=False) == (
        "Busho Buke: no longer “Not loaded”."
    )
    field.shoot("a1", "b1", "", distance_cm=30)
    assert field.hero_of("ah1").loaded
    assert "unloaded" in field.markers("a1")
    assert "Not loaded" in field.refused("a", "mark", piece="a1", hero="ah1", marker="run", on=True)
    assert "No such character" in field.refused("a", "mark", piece="a1", hero="bh1", marker="unloaded", on=True)


def test_a_contact_without_a_name_is_over_with_the_enemy_who_had_none() -> None:
    """a1 is marked Engaged and destroys b1: it was b1, and a1 is free to shoot again."""
    field = fielded("yumi-samurai 10", "yari-ashigaru 5, yari-ashigaru 5")
    field.act("b", "correct", piece="b1", miniatures=1, reason="it began so")
    assert field.act("a", "mark", piece="a1", marker="engaged", on=True)
    assert field.act("a", "mark", piece="a1", marker="engaged", on=True) == "", "it lies there already"
    assert f"no marker {'m' * 30};" in field.refused("a", "mark", piece="a1", marker="m" * 31, on=True)
    field.leave()
    field.strike("a1", "b1", "9 9", "9 9", "9 9")
    for on in (True, False):
        field.act("a", "mark", piece="a1", marker="enemy-destroyed", on=on)
    field.leave(2)
    field.aim("shot", "a1", "b2")
    assert "enemy-destroyed" in field.markers("a1"), "that it destroyed nobody was said of the turn before"


def test_a_contact_without_an_enemys_name_gets_one_by_the_strike() -> None:
    field = fielded("katana-samurai 8", "yari-ashigaru 8")
    for piece in ("a1", "b1"):
        field.act("a", "mark", piece=piece, marker="engaged", on=True)
    field.leave()
    field.strike("a1", "b1", "")
    (contact,) = field.state.contacts
    assert contact.joins("a1", "b1")
    field.act("a", "mark", piece="a1", marker="engaged", on=False)
    assert field.markers("a1") == field.markers("b1") == set()


def test_friends_who_fled_through_it_are_remembered_this_turn_and_the_next() -> None:
    """Said at one honor roll, known at the next (11:4:2)."""
    field = fielded("katana-samurai 8", "yari-ashigaru 8")
    targets = []
    for turn in range(3):
        field.act("a", "honor", piece="a1")
        step = field.step()
        if turn == 0:
            field.act("a", "answer", step=step, field="run_through", value="yes")
        seen = honor_of(field)
        targets.append((seen.run_through, seen.target.value))
        field.act("a", "put-off", step=step)
        field.next_turn()
    assert targets == [(True, 3), (True, 3), (False, 4)]


def test_a_roll_that_was_thrown_keeps_its_target() -> None:
    field = Field().army("a", "katana-samurai 8").army("b", "yari-ashigaru 8")
    field.act("a", "standard", piece="a1", standard=True)
    field.begin()
    field.honor("a1", 9, 3, 3)
    seen = honor_of(field)
    assert not field.piece("a1").standard_bearer, "who runs loses it"
    assert "standard-bearer" in [str(m.reason) for m in seen.target.modifiers]


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


def test_harassers_have_a_flank_for_who_comes_upon_them_in_a_fight_of_the_same_turn(field: Field) -> None:
    field.act("a", "touch", one="a1", other="b3", charged="one")
    field.act("a", "touch", one="a2", other="b3", charged="one", zone="rear")
    field.aim("melee", "a2", "b3")
    assert ("DF", -2, "9:5:5") in terms(field)


def lone_archer() -> tuple[Field, str]:
    """Swordsmen a1 against swordsmen b1 and a Busho with a bow who stands in no unit."""
    return fielded("katana-samurai 8", "buke: katana-samurai 8, busho-buke bow"), "bh1"


def test_a_lone_character_who_shot_is_struck_more_easily_in_that_turn_only() -> None:
    field, archer = lone_archer()
    field.aim("melee", "a1", archer)
    assert ("DF", -2, "5:2:3") not in terms(field)
    field.act("a", "cancel", step=field.step())
    field.shoot(archer, "a1", "")
    field.leave()
    field.aim("melee", "a1", archer)
    assert ("DF", -2, "5:2:3") in terms(field)
    field.act("a", "cancel", step=field.step())
    field.leave(2)
    field.aim("melee", "a1", archer)
    assert ("DF", -2, "5:2:3") not in terms(field)
    assert field.markers(archer) == {"unloaded"}, "what he shot with stays empty"


# ---- what the hands do afterwards


def taken_off(field: Field) -> set[str]:
    """What each side is told to remove; both are told the same."""
    views = [field.view(seat).attack for seat in ("a", "b")]
    assert all(view is not None for view in views)
    return {str(view.fallen) for view in views if view}


def test_a_character_slain_beside_his_unit_is_removed_and_not_the_unit() -> None:
    field = fielded("katana-samurai 8, shinobi", "katana-samurai 8 + daisho-samurai")
    shinobi, first = "ah1", "bh1"
    field.act("b", "correct", piece="b1", hero=first, wounds=5, reason="an earlier fight")
    field.shoot(shinobi, "b1", "9 9", "9 9", "9 9", weapon="blowpipe", distance_cm=15, aimed_at_character=first)
    assert not field.hero_of(first).alive
    assert field.piece("b1").miniatures == 8
    assert taken_off(field) == {"Remove Daisho Samurai from the table."}
    field.strike("a1", "b1", "")
    assert taken_off(field) == {"Katana Samurai 2: nothing to remove."}, "he is gone already"


def test_miniatures_are_removed_by_number_and_a_whole_unit_or_a_lone_character_by_name() -> None:
    field = fielded("katana-samurai 8", "katana-samurai 5")
    for dice, said in (
        (("9", "9", "3"), "Katana Samurai 2: nothing to remove."),
        (("9", "9", "4"), "Remove 1 miniature of Katana Samurai 2."),
        (("9 9", "9 9", "5 5"), "Remove 2 miniatures of Katana Samurai 2."),
        (("9 9 9", "9 9 9", "9 9 9"), "Remove Katana Samurai 2 from the table."),
    ):
        field.strike("a1", "b1", *dice)
        assert taken_off(field) == {said}
    field, archer = lone_archer()
    field.strike("a1", archer, "9", "9", "4")
    assert taken_off(field) == {"Busho Buke: nothing to remove."}, "wounds leave him standing"
    field.strike("a1", archer, "9 9 9 9", "9 9 9 9", "9 9 9 9")
    assert not field.hero_of(archer).alive
    assert taken_off(field) == {"Remove Busho Buke from the table."}


def test_of_two_who_outlived_their_unit_the_one_who_is_slain_is_removed() -> None:
    field = fielded("katana-samurai 8", "katana-samurai 4 + geisha + daisho-samurai")
    geisha, bushi = (hero.id for hero in field.piece("b1").heroes)
    field.act("b", "correct", piece="b1", miniatures=0, reason="swept away")
    field.act("b", "correct", piece="b1", hero=bushi, wounds=5, reason="an earlier fight")
    assert [h.id for h in field.piece("b1").survivors] == [geisha, bushi]
    field.strike("a1", "b1", "9 9 9", "9 9 9", "9 9 9", aimed_at_character=bushi)
    assert [h.id for h in field.piece("b1").survivors] == [geisha]
    assert taken_off(field) == {"Remove Daisho Samurai from the table."}
    field.strike("a1", "b1", "9 9 9 9", "9 9 9 9", "9 9 9 9", aimed_at_character=geisha)
    assert taken_off(field) == {"Remove Geisha from the table."}, "her unit has been gone since before"


@pytest.fixture
def battle() -> Field:
    """A side whose general stands in its second unit, with a spy hidden in its first; and an enemy."""
    armies = "kuge: onna-bushi 8 + spy + daisho-samurai, katana-samurai 8 + taisho-kuge, kensei", "katana-samurai 8"
    return fielded(*armies)


def lies(battle: Field, seat: str | None = "a") -> dict[str, list[str]]:
    """What this seat reads of each piece beside which something is said."""
    return {one.id: [str(lie) for lie in one.lies] for one in battle.view(seat).pieces if one.lies}


def last(battle: Field, effect: str, on: str) -> None:
    battle.state = with_effect(battle.state, on, effect, present=True)


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
