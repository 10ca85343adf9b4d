"""Strikes that open by themselves where nothing is to be chosen, and initiative that is settled without a die (10:2:4,
10:2:5).
"""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from tests.play.kensei.combat.trio import TRIO, book, due, only, rolled, waiting
from tests.play.kensei.field import Field, attack_of, fielded


def pair(**setup: str) -> Field:
    """Samurai who have charged samurai, in the combat phase."""
    field = fielded("katana-samurai 8", "katana-samurai 8", **setup)
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    return field


def fighting(**setup: str) -> Field:
    """Both have given their dice: the side that charged strikes first."""
    field = pair(**setup)
    rolled(field, a="5", b="4")
    return field


def asked(field: Field) -> list[tuple[str, str]]:
    """Who throws which dice now."""
    return [(d.seat, d.step) for d in KENSEI.due(field.state) if d.step and d.kind != "honor"]


def thrown(field: Field, *rolls: str) -> str:
    """The dice of the strike that is open, attack dice left out being ones; the last line."""
    said = ""
    for faces in rolls:
        one = KENSEI.due(field.state)[0]
        dice = [int(face) for face in faces.split()]
        dice += [1] * (one.data["dice"] - len(dice)) if one.kind == "attack" else []
        said = field.act(one.seat, "roll", step=one.step, faces=dice)
    return said


def test_the_next_strike_opens_by_itself_and_the_last_result_stays_in_view() -> None:
    field = fighting()
    assert asked(field) == [("a", "t1.a1>b1.melee.at")]
    assert dict(attack_of(field).numbers)["DC"].value == 8
    thrown(field, "9 9", "9 9", "5 5")
    assert asked(field) == [("b", "t1.b1>a1.melee.at")]
    assert [chain.id for chain in field.state.chains if chain.landed] == ["t1.a1>b1.melee"]
    thrown(field, "1")
    assert asked(field) == []
    assert only(field).passed == ()


def test_a_strike_that_opened_by_itself_can_be_called_off_and_does_not_come_back() -> None:
    field = fighting()
    assert field.refused("b", "cancel", step=field.step()) == "Only the side that aims can call it off: ask them."
    field.act("a", "cancel", step=field.step())
    assert field.state.running is None
    assert due(field) == [("a", "Katana Samurai 1 strike: IN 10.")]
    field.act("a", "pass", combat="t1.combat.a1+b1", fighter="a1")
    assert asked(field) == [("b", "t1.b1>a1.melee.at")], "the next one opens all the same"


def test_what_is_said_of_a_strike_that_opened_by_itself_stays() -> None:
    field = fighting()
    field.act("a", "modify", step=field.step(), to="at", value=1, reason="house rule")
    chain = field.state.running
    assert chain is not None
    assert [term.value for term in chain.free] == [1]
    field.act("b", "mark", piece="b1", marker="march", on=True)
    assert field.state.running == chain


def test_it_is_counted_anew_while_nobody_has_touched_it() -> None:
    field = fighting()
    before = dict(attack_of(field).numbers)["DF"].value
    field.act("b", "mark", piece="b1", marker="defensive", on=True)
    assert dict(attack_of(field).numbers)["DF"].value == before + 1
    field.act("a", "part", one="a1", other="b1")
    assert field.state.running is None, "nobody is there to strike"
    field.act("a", "touch", one="a1", other="b1")
    assert field.step() == "t1.a1>b1.melee.at", "under the same name"


def test_it_keeps_nobody_from_another_fight() -> None:
    field = book()
    rolled(field)
    assert asked(field)[0][1] == "t1.a1>b1.melee.at"
    field.act("b", "aim", kind="melee", attacker="b2", defender="a2")
    assert field.step() == "t1.b2>a2.melee.at", "the other side starts one from a unit"
    field.act("b", "cancel", step=field.step())
    assert field.step() == "t1.a1>b1.melee.at"
    field.leave(skip=True)
    assert field.state.phase == "resolution", "nor does it keep the phase"
    assert field.state.running is None, "what is left unfinished stays so"


def test_none_opens_when_the_battle_is_over() -> None:
    field = fighting()
    field.act("a", "end", winner="draw")
    assert field.state.running is None


def test_who_has_several_to_strike_chooses() -> None:
    field = book()
    rolled(field, a="1 1", b="10")
    assert waiting(field)[0] == "b1"
    assert field.state.running is None
    field.act("b", "share", combat=TRIO, fighter="b1", split="a1:5 a2:5")
    assert field.state.running is None, "which of the two first"
    field.act("b", "aim", kind="melee", attacker="b1", defender="a1")
    thrown(field, "1")
    assert field.step() == "t1.b1>a2.melee.at", "one is left"


def test_a_bushi_strikes_right_after_his_unit_by_a_tap_and_his_enemy_by_none() -> None:
    field = book(bushi=True)
    rolled(field)
    assert field.step() == "t1.a1>b1.melee.at"
    thrown(field, "1")
    assert [d.kind for d in KENSEI.due(field.state)][:1] == ["beside"]
    field.act("a", "stand-back", step="t1.a1>b1.melee.beside")
    assert field.step() == "t1.a2>b1.melee.at"


def fled(a: str = "kiba-musha 4", b: str = "yari-ashigaru 10", **setup: str) -> Field:
    """Riders have reached spearmen who run, or these have reached those."""
    field = fielded(a, b, **setup)
    field.leave()
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.act("a", "touch", one="a1", other="b1", charged="one", zone="rear")
    return field


def test_who_alone_would_roll_and_has_nothing_to_choose_rolls_no_initiative() -> None:
    field = fled()
    said = field.act("a", "fight", combat="t1.combat.a1+b1")
    assert said.endswith("No initiative roll: Kiba Musha first, Yari Ashigaru last, reached in flight.")
    assert asked(field) == [("a", "t1.a1>b1.melee.at")]
    field.act("a", "cancel", step=field.step())
    assert due(field) == [("a", "Kiba Musha strike first: the enemy was reached in flight.")]
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1")
    thrown(field, "1")
    assert field.step() == "t1.b1>a1.melee.at"


def test_who_has_a_position_to_choose_gives_initiative_all_the_same() -> None:
    field = fled()
    field.act("a", "part", one="a1", other="b1")
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    assert [seat for seat, _ in due(field)] == ["a"]


def test_who_has_somebody_to_challenge_gives_initiative_all_the_same() -> None:
    led = "buke: katana-samurai 8 + busho-buke katana"
    field = fled(led, led)
    field.act("a", "fight", combat="t1.combat.a1+b1")
    assert [seat for seat, _ in due(field)] == ["a"]


def test_a_second_combat_that_was_begun_waits_for_the_end_of_the_first() -> None:
    """The panel led to two at once: the dice of the second were asked in the middle of a strike of the first."""
    field = fielded("katana-samurai 8, yari-samurai 6", "katana-samurai 8, yari-samurai 6")
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "touch", one="a2", other="b2", charged="one")
    first, second = "t1.combat.a1+b1", "t1.combat.a2+b2"
    field.act("a", "fight", combat=second)
    field.act("b", "fight", combat=first)

    def about() -> set[str]:
        return {d.step for d in KENSEI.due(field.state) if d.kind in ("initiative", "strike")}

    assert about() == {f"{second}.in.a", f"{second}.in.b"}
    for seat, fighter, die in (("a", "a2", 5), ("b", "b2", 4)):
        field.act(seat, "initiative", step=f"{second}.in.{seat}", die={fighter: die})
    assert asked(field) == [("a", "t1.a2>b2.melee.at")], "its strike opens by itself, and nothing else is asked"
    seen = KENSEI.view(field.state, "b")
    assert [one.id for one in seen.combats.led] == [second]
    thrown(field, "1")
    assert asked(field) == [("b", "t1.b2>a2.melee.at")]
    thrown(field, "1")
    assert about() == {f"{first}.in.a", f"{first}.in.b"}
