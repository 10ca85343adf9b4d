"""Facts under the markers: what each of the table's circumstances comes from, and when it ends."""

from __future__ import annotations

from tests.play.kensei.field import Field, attack_of, fielded, honor_of


def test_a_bushis_bow_is_his_own() -> None:
    """He shoots, his unit's bows stay loaded; they shoot, his stays as it is (9:3:1)."""
    field = fielded("buke: yumi-samurai 10 + busho-buke bow", "katana-samurai 10")
    field.shoot("a1", "b1", "", striker="ah1", distance_cm=30)
    assert not field.hero_of("ah1").loaded
    assert "unloaded" not in field.markers("a1")
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=30)
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


def test_a_marker_that_lies_there_already_is_not_told_again() -> None:
    field = fielded("katana-samurai 8", "yari-ashigaru 8")
    assert field.act("a", "mark", piece="a1", marker="march", on=True)
    assert f"no marker {'m' * 30};" in field.refused("a", "mark", piece="a1", marker="m" * 31, on=True)
    assert field.act("a", "mark", piece="a1", marker="march", on=True) == ""


def test_a_fight_is_the_first_turn_of_its_own_contact_only() -> None:
    """a1 fights b1 since last turn; met by a1, b2 is met for the first time (9:5:5)."""
    field = fielded("katana-samurai 8, katana-samurai 8", "yari-ashigaru 8, yari-ashigaru 8")
    field.leave()
    field.strike("a1", "b1", "")
    field.strike("a2", "b2", "")
    field.next_turn()
    assert "engaged" in field.markers("a1")
    for defender, first in (("b1", False), ("b2", True)):
        field.act("a", "aim", kind="melee", attacker="a1", defender=defender)
        assert field.chain().situation.first_turn is first
        field.act("a", "cancel", step=field.step())


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


def test_a_contact_without_a_name_is_over_with_the_enemy_who_had_none() -> None:
    """a1 is marked Engaged and destroys b1: it was b1, and a1 is free to shoot again."""
    field = fielded("yumi-samurai 10", "yari-ashigaru 5, yari-ashigaru 5")
    field.act("b", "correct", piece="b1", miniatures=1, reason="it began so")
    field.act("a", "mark", piece="a1", marker="engaged", on=True)
    field.leave()
    field.strike("a1", "b1", "9 9", "9 9", "9 9")
    field.leave()
    field.leave()
    field.act("a", "aim", kind="shot", attacker="a1", defender="b2")


def test_saying_that_it_destroyed_nobody_last_turn_leaves_what_it_did_this_turn() -> None:
    field = fielded("katana-samurai 10", "yari-ashigaru 5, yari-ashigaru 5")
    field.act("b", "correct", piece="b1", miniatures=1, reason="it began so")
    field.leave()
    field.strike("a1", "b1", "9 9", "9 9", "9 9")
    for on in (True, False):
        field.act("a", "mark", piece="a1", marker="enemy-destroyed", on=on)
    field.leave()
    field.leave()
    assert "enemy-destroyed" in field.markers("a1")


def test_half_movement_is_over_when_it_has_moved() -> None:
    field = fielded("kiba-musha 4", "yari-ashigaru 5")
    field.act("a", "mark", piece="a1", marker="slowed", on=True)
    field.next_turn()
    assert "slowed" in field.markers("a1"), "it stood"
    field.act("a", "mark", piece="a1", marker="march", on=True)
    field.next_turn()
    assert "slowed" not in field.markers("a1")
