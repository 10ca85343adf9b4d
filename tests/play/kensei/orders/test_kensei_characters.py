"""A character's own AC, shot and loading; joining a unit and leaving it (4:3:4, 4:3:5, 4:3:7; K13, K40, K49, K67)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.characters_view import HeroRow
from companion.play.kensei.orders.view import orders_view
from companion.play.kensei.pieces import Hero
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.test_kensei_announcing import row


def guarded() -> tuple[Field, str]:
    """Archers with a Busho, swordsmen beside them, a Geisha hidden in these; spears and a Daisho opposite."""
    field = fielded(
        "kuge: yumi-samurai 6 + busho-kuge katana, katana-samurai 8 + geisha",
        "buke: yari-ashigaru 8, daisho-samurai",
        battle="pitched",
    )
    field.act("a", "first", first="a")
    busho = "ah1"
    return field, busho


def hero(field: Field, hero_id: str, seat: str | None = "a") -> HeroRow:
    return next(one for one in orders_view(field.state, seat).heroes if one.hero == hero_id)


def left(field: Field, hero_id: str) -> int:
    return hero(field, hero_id).left


def test_a_bushi_shoots_beside_his_archers_with_ac_and_a_shot_of_his_own() -> None:
    field, busho = guarded()
    field.act("a", "order", piece="a1", do="advance")
    said = field.act("a", "announce", piece=busho, do="shoot", target="b1")
    assert said == "Yumi Samurai: march. Busho Kuge: shoot at Yari Ashigaru."
    assert left(field, busho) == 2
    shown = row(field, "a", "a1")
    assert shown.left == shown.have - 1, "his AC is not his unit's"
    field.act("a", "moved")
    assert [one.piece for one in orders_view(field.state, "b").next_heroes] == [busho]
    field.act("a", "carry", piece=busho)
    field.act("a", "cancel", step=field.step())
    assert [one.piece for one in orders_view(field.state, "b").next_heroes] == [busho], "called off, it is left"
    field.act("a", "carry", piece=busho)
    chain = field.chain()
    assert (chain.striker, chain.weapon, chain.situation.moved) == (busho, "bow", "march")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=30)
    due = KENSEI.due(field.state)[0]
    assert due.data["dice"] == 2, "half of his five dice, rounded down"
    field.act("a", "roll", step=due.step, faces=[1, 1])
    assert not field.hero_of(busho).loaded
    assert field.piece("a1").loaded
    assert "One shot a turn" in field.refused("a", "announce", piece=busho, do="shoot", target="b1")
    field.act("a", "announce", piece=busho, do="load")
    field.act("a", "carry", piece=busho)
    assert field.hero_of(busho).loaded
    assert left(field, busho) == 1


def test_his_draft_is_his_sides_alone_and_goes_with_the_next_announcement() -> None:
    field, busho = guarded()

    def others() -> tuple[object, ...]:
        return KENSEI.view(field.state, "b"), KENSEI.view(field.state, None), KENSEI.due(field.state)

    field.act("a", "mark", piece="a1", hero=busho, marker="unloaded", on=True)
    before = others()
    assert field.act("a", "order", piece=busho, do="load") == ""
    assert others() == before
    assert KENSEI.show_event(field.state, field.events[-1], "b") is None
    assert [str(one) for one in hero(field, busho).draft] == ["load"]
    assert f"orders {busho}" in KENSEI.secrets(field.state)
    field.act("a", "order", piece=busho, do="load", on="false")
    assert "not drafted" in field.refused("a", "order", piece=busho, do="load", on="false")
    field.act("a", "order", piece=busho, do="load")
    assert field.act("a", "announce") == "Busho Kuge: load."
    assert [str(one) for one in hero(field, busho, "b").announced] == ["load"]


def test_a_shot_he_cannot_make_is_lost_by_one_word() -> None:
    field, busho = guarded()
    assert "No announced order" in field.refused("a", "carry", piece=busho)
    field.act("a", "announce", piece=busho, do="shoot", target="b1")
    assert "stopped" in field.act("a", "stop", piece=busho)
    assert orders_view(field.state, "a").next_heroes == ()
    assert left(field, busho) == 2
    field.act("a", "quit", hero=busho)
    assert not field.piece(busho).facts.shot, "he has not shot when he steps out either"


def test_a_shot_that_proves_impossible_stops_him_there_and_its_ac_is_lost() -> None:
    field, busho = guarded()
    field.act("a", "mark", piece="a1", hero=busho, marker="unloaded", on=True)
    field.act("a", "announce", piece=busho, do="load")
    field.act("a", "announce", piece=busho, do="shoot", target="b1")
    field.act("b", "correct", piece="b1", miniatures=0, reason="all fell")
    assert field.act("a", "carry", piece=busho) == (
        "Carried out by Busho Kuge: load. Busho Kuge has nobody left to shoot at. "
        "Busho Kuge stopped; lost: shoot at Yari Ashigaru."
    )
    assert field.state.running is None
    assert orders_view(field.state, "a").next_heroes == ()
    assert left(field, busho) == 1


def test_he_cannot_shoot_any_more_at_who_fights() -> None:
    field, busho = guarded()
    field.act("a", "announce", piece=busho, do="shoot", target="b1")
    field.act("a", "touch", one="a1", other="b1", charged="earlier")
    said = field.act("a", "carry", piece=busho)
    assert said.endswith("Busho Kuge stopped; lost: shoot at Yari Ashigaru.")


def test_what_cannot_be_is_named_where_his_order_is_announced_anyway() -> None:
    field, busho = guarded()
    precise = {"piece": busho, "do": "shoot", "target": "b1", "precision": "true"}
    field.act("a", "announce", piece="a1", do="advance")
    why = "Busho Kuge moves with Yumi Samurai this turn: greater precision allows no move."
    assert field.refused("a", "announce", **precise) == why
    assert f"Anyway: {why}" in field.act("a", "announce", anyway="true", **precise)


def test_greater_precision_goes_with_a_unit_that_stays_where_it_is() -> None:
    field, busho = guarded()
    field.act("a", "announce", piece="a1", do="face")
    field.act("a", "announce", piece="a1", do="load", anyway=True)
    field.act("a", "announce", piece=busho, do="shoot", target="b1", precision=True)


def test_what_cannot_be_of_his_draft_is_named_with_the_next_announcement() -> None:
    field, busho = guarded()
    for _ in range(4):
        field.act("a", "order", piece=busho, do="load", anyway="true")
    said = field.act("a", "announce", piece="a2", do="advance")
    assert "Anyway: That makes 4 AC in all; the unit has 3." in said


def test_a_unit_that_can_never_take_him_is_not_offered_though_he_has_no_ac_left() -> None:
    field = fielded("kuge: katana-samurai 8, kiba-musha 4, busho-kuge katana", "yari-ashigaru 8", battle="pitched")
    field.act("a", "first", first="a")
    busho = "ah1"
    assert [unit.piece for unit in hero(field, busho).units] == ["a1"], "he walks, and they ride"
    assert hero(field, busho).against_quitting is None, "he stands in none"
    for do in ("advance", "face", "load"):
        field.act("a", "announce", piece=busho, do=do, anyway="true")
    (offered,) = hero(field, busho).units
    assert offered.piece == "a1"
    assert "0 of 3 AC left" in str(offered.against)


def test_a_hidden_character_is_on_no_other_seat_and_moves_only_when_his_player_knows_that_it_shows_him() -> None:
    field, _ = guarded()
    geisha = next(h.id for h in field.piece("a2").heroes)
    for seat in ("b", None):
        assert geisha not in repr(KENSEI.view(field.state, seat))
    unknown = field.refused("b", "quit", hero="ax-nobody")
    assert field.refused("b", "quit", hero=geisha) == unknown
    assert field.refused("a", "quit", by="b", hero=geisha) == unknown, "nor for her side, from the other phone"
    assert hero(field, geisha).hidden
    assert "shows him to everybody" in field.refused("a", "quit", hero=geisha)
    assert "announced at once" in field.refused("a", "order", piece=geisha, do="load")
    said = field.act("a", "quit", hero=geisha, shows="true")
    assert said == "Geisha is revealed in Katana Samurai. Geisha leaves Katana Samurai and stands alone."
    assert geisha in {piece.id for piece in field.state.of("a")}
    assert not field.hero_of(geisha).hidden


def test_what_keeps_him_in_his_unit_is_told_to_his_own_side() -> None:
    field, busho = guarded()
    assert (hero(field, busho).quits, hero(field, busho).against_quitting, hero(field, busho).units) == (True, None, ())
    field.act("a", "touch", one="a1", other="b1")
    mine, theirs = hero(field, busho), hero(field, busho, "b")
    assert (mine.quits, [one.piece for one in mine.enemies]) == (False, ["b1"])
    assert "breaking away" in str(mine.against_quitting)
    assert (theirs.quits, theirs.against_quitting, theirs.enemies) == (False, None, ())


def test_abilities_take_his_ac_in_their_turn_and_nobody_elses() -> None:
    field = fielded("kuge: onna-bushi 8 + busho-kuge", "buke: yari-ashigaru 8, shinobi", battle="pitched")
    field.act("a", "first", first="a")
    field.act("a", "use", user="a1", ability="warrior-women")
    field.act("b", "announce", piece="bh1", do="ability", ability="incendiary-bomb")
    assert (left(field, "ah1"), hero(field, "bh1", "b").left) == (3, hero(field, "bh1", "b").have - 2)
    field.next_turn(skip=True)
    field.act("a", "first", first="a")
    assert hero(field, "bh1", "b").left == hero(field, "bh1", "b").have


def test_leaving_makes_a_piece_of_him_with_what_he_did_and_joining_ends_it() -> None:
    field, busho = guarded()
    field.act("a", "correct", piece="a1", hero=busho, wounds=3, reason="hurt-before")
    field.act("a", "announce", piece="a1", do="advance", pace="run")
    field.act("a", "moved")
    assert field.act("a", "quit", hero=busho) == "Busho Kuge leaves Yumi Samurai and stands alone."
    alone = field.piece(busho)
    assert (alone.standing, alone.facts.moved, alone.heroes[0].wounds) == (True, "run", 3)
    assert not field.piece("a1").heroes
    shown = row(field, "b", busho)
    assert (shown.have, shown.left, [str(one) for one in shown.announced]) == (3, 2, ["leave Yumi Samurai"])
    field.act("a", "announce", piece=busho, do="advance")
    assert field.act("a", "enter", hero=busho, unit="a2") == "Busho Kuge joins Katana Samurai."
    assert [h.id for h in field.piece("a2").heroes if h.id == busho] == [busho]
    assert not field.piece(busho).standing
    assert busho not in {piece.id for piece in field.state.pieces}
    assert left(field, busho) == 0
    assert "0 of 3 AC" in field.refused("a", "quit", hero=busho)
    assert "Anyway: " in field.act("a", "quit", hero=busho, anyway="true")
    assert field.piece(busho).standing
    assert [piece.id for piece in field.state.pieces].count(busho) == 1


def test_a_unit_in_combat_is_entered_only_by_a_charge_that_reaches_its_enemy() -> None:
    field, busho = guarded()
    field.act("a", "quit", hero=busho)
    field.act("a", "touch", one="a2", other="b1")
    assert "only by a charge" in field.refused("a", "enter", hero=busho, unit="a2")
    field.act("a", "announce", piece=busho, goal="charge+none+", target="b1")
    field.act("a", "charge", charge=f"t1.charge.{busho}>b1", left_cm=4)
    field.act("a", "roll", step=f"t1.charge.{busho}>b1.dice", faces=[6])
    assert "not in contact with" in field.refused("a", "enter", hero=busho, unit="a1")
    field.act("a", "enter", hero=busho, unit="a2")
    assert [(met.one, met.other) for met in field.state.contacts] == [("a2", "b1")]
    thrown = orders_view(field.state, "b").thrown
    assert thrown is not None
    assert (thrown.who, str(thrown.came)) == ("Busho Kuge", "In contact."), "nothing of him stands, and he is named"
    assert "breaking away" in field.refused("a", "quit", hero=busho)
    field.leave()
    assert field.state.phase == "combat"


def test_only_his_own_side_orders_him_and_only_in_the_orders_phase() -> None:
    field, busho = guarded()
    assert "no such unit of yours" in field.refused("b", "announce", piece=busho, do="load")
    assert "goes with his unit" in field.refused("a", "order", piece=busho, do="advance")
    assert "stands in no unit" in field.refused("b", "quit", hero="bh1")
    assert "must leave it first" in field.refused("a", "enter", hero=busho, unit="a2")
    assert "names an enemy" in field.refused("a", "announce", piece=busho, do="shoot", target="a2")
    assert "of his own side" in field.refused("b", "enter", hero="bh1", unit="a2")
    field.leave()
    assert "orders phase" in field.refused("a", "quit", hero=busho)


def test_what_the_other_phone_enters_is_the_one_order_that_was_spoken() -> None:
    field, busho = guarded()
    field.act("a", "order", piece="a2", do="advance")
    field.act("a", "order", piece=busho, do="load", anyway="true")
    assert "Only its own side" in field.refused("a", "order", by="b", piece=busho, do="load")
    said = field.act("a", "announce", by="b", piece=busho, do="shoot", target="b1")
    assert said == "Busho Kuge: shoot at Yari Ashigaru."
    assert [str(one) for one in hero(field, busho).draft] == ["load"]
    assert [str(one) for one in hero(field, busho, "b").announced] == ["shoot at Yari Ashigaru"]
    assert hero(field, busho, "b").draft == ()
    assert KENSEI.secrets(field.state) >= {"orders a2", f"orders {busho}"}


def test_who_hides_in_a_unit_is_not_told_by_what_is_refused_or_done_anyway() -> None:
    """A Mitsumono takes the place of a Bushi (K80): his own side knows, and nobody else learns of it."""
    field, busho = guarded()
    hidden = Hero("ax-shinobi", "shinobi", hidden=True, kind="mitsumono")
    field.state = field.state.with_piece(replace(field.piece("a2"), heroes=(hidden,)))
    field.act("a", "quit", hero=busho)
    before = field.state
    assert "only where no Bushi" in field.refused("a", "enter", hero=busho, unit="a2")
    assert field.act("a", "enter", by="b", hero=busho, unit="a2") == "Busho Kuge joins Katana Samurai."
    field.state = before
    assert field.act("a", "enter", hero=busho, unit="a2", anyway="true") == "Busho Kuge joins Katana Samurai."
    shown = [KENSEI.show_event(field.state, field.events[-1], seat) for seat in ("a", "b", None)]
    told = {"hero": busho, "unit": "a2"}
    assert shown == [{**told, "anyway": True}, told, told], "that it was against the book tells of who hides"
