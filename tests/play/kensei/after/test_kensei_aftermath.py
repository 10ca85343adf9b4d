"""What an attack leaves behind: honor rolls by their moment, a general's death, markers, results (K20–K28, K52–K57)."""

from __future__ import annotations

from companion.play.kensei.fighters import body
from tests.play.kensei.field import Field, attack_of, fielded, honor_of
from tests.play.kensei.laws import check


def duel(attackers: int = 10, defenders: int = 10, **setup: str) -> Field:
    """Archers and swordsmen of a against swordsmen of b; pieces a1, a2 and b1."""
    field = Field(**setup).army("a", f"yumi-samurai {attackers}, katana-samurai {attackers}")
    return field.army("b", f"katana-samurai {defenders}")


def shots_take(field: Field, miniatures: int, **situation: object) -> str:
    """A shot of a1, loaded anew, that removes exactly so many of b1 (VT 3, AR 2: a five does three)."""
    field.act("a", "mark", piece="a1", marker="unloaded", on=False)
    nines, fives = " ".join(["9"] * miniatures), " ".join(["5"] * miniatures)
    return field.shoot("a1", "b1", nines, nines, fives, distance_cm=30, **situation)


# ---- honor rolls


def test_what_else_is_owed_rests_between_a_failed_die_and_its_flight() -> None:
    """The die may be thrown again till then (K73), so the other roll is kept; nobody is asked for it."""
    field = duel(defenders=8).begin()
    shots_take(field, 4)
    shots_take(field, 2)
    first, second = (roll.id for roll in field.state.owed)
    field.act("b", "honor", piece="b1", owed=first)
    before = field.state
    field.act("b", "roll", step=f"{first}.die", faces=[9])
    check(before, field.events[-1], field.state)
    assert [roll.id for roll in field.state.owed] == [second]
    view = field.view("b")
    assert (view.owed, view.honor and view.honor.asking) == ((), False)
    assert "cannot roll for honor" in field.refused("b", "honor", piece="b1", owed=second)
    field.act("b", "roll", step=f"{first}.flight", faces=[3, 4])
    assert field.owed() == [], "who runs away rolls none"
    assert "fleeing" in field.markers("b1")


def test_sling_stones_owe_a_ki_roll_of_riders_even_when_they_run() -> None:
    field = fielded("ishitsubute-ashigaru 9", "kiba-musha 5")
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.shoot("a1", "b1", "9 9 9", "9 9 9", "9 9 4", distance_cm=30)
    assert field.owed() == [("b1", ("sling",))]
    owed = field.view("b").owed[0]
    assert str(owed.sentence) == "Hit by slings, Kiba Musha must make a KI roll."
    assert str(owed.asked) == "Slings hit Kiba Musha: KI 4 or less, or half movement next time."
    assert owed.is_ki
    field.honor("b1", 9)
    assert "slowed" in field.markers("b1")
    assert str(honor_of(field, "b").sentence) == "Kiba Musha: half movement next time."


# ---- markers over the turns


def terms(field: Field, number: str, seat: str = "a") -> set[tuple[int, str]]:
    """What changes this number of the strike that is aimed, as this side sees it, and the section."""
    return {(term.value, term.rule) for term in dict(attack_of(field, seat).numbers)[number].modifiers}


def test_who_breaks_loses_the_standard_acts_no_more_and_reached_strikes_back_in_defensive_position() -> None:
    field = duel()
    field.act("b", "standard", piece="b1", standard=True)
    field.begin()
    field.act("b", "mark", piece="b1", marker="engaged", on=True)
    field.honor("b1", 10, 2, 9)
    broken = field.state
    assert not field.piece("b1").standard_bearer
    assert field.markers("b1") == {"fleeing"}
    assert "In flight" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    assert "cannot roll for honor" in field.refused("b", "honor", piece="b1")
    field.leave()
    field.aim("melee", "a2", "b1")
    assert (-2, "11:4:2") in terms(field, "DF")
    field.act("a", "cancel", step=field.step())
    field.act("b", "mark", piece="b1", marker="engaged", on=True)
    assert "In flight" in field.refused("b", "aim", kind="shot", attacker="b1", defender="a1")
    field.aim("melee", "b1", "a1")
    assert -3 in [value for value, _ in terms(field, "DC", "b")]

    field.state = broken
    for _ in range(2):
        field.next_turn()
        assert field.markers("b1") == {"regroup"}, "who is not regrouped goes on"
    for marker in ("regrouped", "fleeing"):
        field.act("b", "mark", piece="b1", marker=marker, on=True)
        assert field.markers("b1") == {marker}


# ---- characters of a unit that is gone


def test_spilled_damage_finds_the_special_one_first_and_who_lives_fights_on_alone() -> None:
    field = fielded("yumi-samurai 10", "katana-samurai 4 + spy + daisho-samurai")
    spy, bushi = "bx-spy", "bh1"
    # seven hits of nine on four miniatures of VT 3: twelve points kill them, nine go on, one stays in his armor
    said = field.shoot("a1", "b1", "9 9 9", "9 9 9", "9 9 9", distance_cm=30)
    assert said.endswith("Destroyed: Katana Samurai. Spy has 8 wounds.")
    assert "Spy is revealed in Katana Samurai." in said
    assert not field.hero_of(spy).hidden
    assert [h.id for h in field.piece("b1").survivors] == [spy, bushi]
    assert body(field.piece("b1")).name == "Spy"
    field.act("a", "mark", piece="a1", marker="unloaded", on=False)
    field.aim("shot", "a1", "b1")
    assert field.chain().aimed_at == spy
    assert "Spy, Daisho Samurai" in field.refused(
        "a", "situate", step=field.step(), field="aimed_at_character", value=""
    )
    field.act("a", "situate", step=field.step(), field="aimed_at_character", value=bushi)
    field.act("a", "cancel", step=field.step())
    field.aim("melee", "b1", "a1")
    assert field.chain().striker == spy
    field.act("b", "striker", step=field.step(), striker=bushi)
    assert attack_of(field, "b").dice == 4, "with all his dice"


def test_who_was_hidden_and_dies_with_his_unit_is_named_with_his_side() -> None:
    field = fielded("yumi-samurai 10", "katana-samurai 4 + spy + daisho-samurai")
    said = field.shoot("a1", "b1", "9 9 9 9", "9 9 9 9", "9 9 9 9", distance_cm=30)
    assert said.endswith(" wounds. Hidden until now and slain: Spy of side B.")
    assert str(attack_of(field).fallen) == "Remove 4 miniatures of Katana Samurai, and Spy with them."


def test_sohei_among_ashigaru_hearten_them_unasked_and_others_are_asked_for() -> None:
    """Sohei less than 20 cm away give ashigaru HR +1 (5:1:5); their leader is nearer than that."""
    field = fielded(
        "sohei: naginata-sohei 6 + taisho-sohei, yari-ashigaru 8 + busho-sohei, yari-ashigaru 8", "katana-samurai 8"
    )
    for piece, asked, heartened in (("a2", False, True), ("a3", True, False)):
        field.act("a", "honor", piece=piece, cause="by-hand")
        shown = honor_of(field)
        reasons = [str(one.reason) for one in shown.target.modifiers]
        assert (shown.ask_sohei, "Sohei within 20 cm" in reasons) == (asked, heartened)
        field.act("a", "put-off", step=shown.step_id)
