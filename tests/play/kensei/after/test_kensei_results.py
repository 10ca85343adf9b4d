"""The results of a turn's combats on the screen, and who stands near a dead general
(4:4:5, 11:2; K25, K55, K57)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.play.kensei.after.view import CombatCard
from tests.play.kensei.field import Field, fielded


def fought(**setup: str) -> Field:
    """a1 takes 9 of b1 (three of eight fall) and is answered with 2; a2 and b2 strike in vain. The phase is over."""
    field = fielded(*2 * ["katana-samurai 8, yari-ashigaru 9"], phase="combat", **setup)
    field.strike("a2", "b2", "")
    field.strike("a1", "b1", "9 9 9", "9 9 9", "5 5 5")
    field.strike("b1", "a1", "9", "9", "4")
    return field


def cards(field: Field, seat: str | None = "a") -> tuple[CombatCard, ...]:
    return field.view(seat).judged


def test_a_card_of_the_phase_says_who_fought_with_what_and_who_is_defeated() -> None:
    field = fought()
    assert cards(field) == (), "the phase is not over"
    field.leave()
    won, drawn = cards(field)
    assert cards(field, "b") == cards(field, None) == (won, drawn), "everybody sees the same"
    assert [side.who for side in won.sides] == [("Katana Samurai 1",), ("Katana Samurai 2",)]
    assert [side.inflicted.value for side in won.sides] == [9, 2]
    assert won.difference == 7
    assert str(won.verdict) == "Defeated: Katana Samurai 2."
    (judgement,) = won.judgements
    assert str(judgement.sentence) == "Katana Samurai 2 lost the combat: 7 is more than the 5 VE left."
    assert [owed.piece for owed in judgement.owed] == ["b1"]
    assert judgement.since is None
    assert (drawn.difference, str(drawn.verdict), drawn.judgements) == (0, "A draw.", ())
    assert chooser(field) is None, "only one is lost"
    field.leave(skip=True)
    assert cards(field) == ()


def test_the_card_says_what_became_of_the_defeated_and_its_result_stays() -> None:
    field = fought()
    field.leave()
    before, judged = cards(field)[0], field.state
    field.honor("b1", 1)
    (judgement,) = cards(field)[0].judgements
    assert (str(judgement.since), judgement.owed) == ("Still in the combat.", ())
    field.state = judged
    field.honor("b1", 10, 6, 8)
    assert str(cards(field)[0].judgements[0].since) == "In flight."
    field.strike("a1", "b1", "9 9 9 9 9 9", "9 9 9 9 9 9", "9 9 9 9 9 9", free_attack="yes")
    after = cards(field)[0]
    assert not field.piece("b1").standing
    assert (after.sides, after.difference, after.verdict) == (before.sides, before.difference, before.verdict)
    assert str(after.judgements[0].since) == "Nothing is left on the table."


def test_where_the_table_agreed_on_it_the_difference_is_held_against_the_side() -> None:
    field = fielded("katana-samurai 12", "katana-samurai 6, katana-samurai 8", defeat_ve="side", phase="combat")
    field.strike("a1", "b1", "9 9", "9 9", "5 5")
    field.strike("b2", "a1", "")
    field.leave()
    (card,) = cards(field)
    told = [str(one.sentence) for one in card.judgements]
    assert told == [f"Katana Samurai {number} held: 6 is not more than the 12 VE left." for number in (2, 3)]


# ---- whose turn it is to choose


def chooser(field: Field) -> str | None:
    return field.view("b").resolves


def test_who_chooses_the_next_combat_to_resolve_goes_by_turns() -> None:
    """11: the winner of the commandment roll first, then the other. Three of b's units have lost to three of a's."""
    field = fielded(*2 * ["katana-samurai 8, katana-samurai 8, katana-samurai 8"], phase="combat")
    for number in (1, 2, 3):
        field.strike(f"a{number}", f"b{number}", "9 9 9", "9 9 9", "5 5 5")
    field.leave()
    for first in ("b", "a"):
        field.act("b", "first", first=first)
        assert chooser(field) == first
    field.act("b", "honor", piece="b2", owed="t1.combats.honor.b2")
    assert chooser(field) == "b"
    field.act("b", "roll", step="t1.combats.honor.b2.die", faces=[1])
    assert chooser(field) == "b", "held: it is resolved"
    field.honor("b1", 10, 3, 4)
    assert chooser(field) == "a"
    over = Field()
    over.state = replace(field.state, over="a")
    assert (chooser(over), cards(over)) == (None, ()), "the battle is over"
    field.act("b", "waive", owed="t1.combats.honor.b3")
    assert chooser(field) is None


def two_won(flees: str = "", *, lost: str = "b2") -> Field:
    """Two combats: b1 has lost one, this unit the other. One of b's may have fled since an earlier turn."""
    field = fielded(*2 * ["katana-samurai 8, katana-samurai 8"])
    if flees:
        field.act("b", "mark", piece=flees, marker="regroup", on=True)
    field.leave()
    field.strike("a1", "b1", "9 9 9", "9 9 9", "5 5 5")
    field.strike("a2" if lost == "b2" else "b2", lost, "9 9 9", "9 9 9", "5 5 5")
    field.leave()
    return field


def test_who_must_flee_again_has_still_to_be_chosen() -> None:
    field = two_won("b1")
    assert chooser(field) == "a"
    field.act("b", "roll", step=field.step(), faces=[6, 8])
    assert chooser(field) == "b"


def test_what_one_flight_met_is_still_asked_when_the_others_met_nothing() -> None:
    field = two_won(lost="a2")
    for piece in ("a2", "b1"):
        field.honor(piece, 10, 3, 4)
    mine, theirs = (flight.id for flight in field.state.flights)
    assert field.state.newest_flights == (mine, theirs)
    field.act("b", "met", flight=theirs, what="nothing", who="", on=True)
    assert field.state.newest_flights == (mine,)


def field_of(**setup: str) -> Field:
    """Archers and swordsmen of a; of b swordsmen, spearmen, and a Busho who leads them, alone and hurt."""
    field = fielded(
        "yumi-samurai 10, katana-samurai 10", "kuge: katana-samurai 5, yari-ashigaru 9, busho-kuge", **setup
    )
    general = "bh1"
    field.act("b", "correct", piece=general, hero=general, wounds=8, reason="an earlier fight")
    return field


def shot_dead(**setup: str) -> Field:
    field = field_of(**setup)
    field.shoot("a1", "bh1", "9 9", "9 9", "9 9", distance_cm=30)
    assert not field.hero_of("bh1").alive
    assert not field.piece("bh1").standing
    return field


ASK = "t1.a1>bh1.shot.general.b.near"


def test_the_side_is_asked_once_and_those_who_stand_near_roll_at_once() -> None:
    field = shot_dead()
    assert field.owed() == [], "nobody rolls before it is said"
    (one,) = field.view("b").deaths
    assert (one.seat, one.step) == ("b", ASK)
    assert str(one.sentence) == "Busho Kuge is dead. Who stands within 30 cm of him?"
    assert [(piece, own) for piece, _, own in one.pool] == [("b1", False), ("b2", False)]
    due = [d for d in field.due() if d.kind == "death"]
    assert [(d.seat, d.step) for d in due] == [("b", ASK)]
    assert "Only side B can say" in field.refused("a", "stood-near", step=ASK)
    assert "Katana Samurai 2, Yari Ashigaru" in field.refused("b", "stood-near", step=ASK, **{"near.a1": "yes"})
    assert "is not due any more" in field.refused("b", "stood-near", step=ASK.replace("bh1", "b9"))
    asked = field.state
    assert field.act("b", "stood-near", step=ASK) == "Nobody stands within 30 cm of Busho Kuge, who is dead."
    assert field.owed() == []
    field.state = asked
    said = field.act("b", "stood-near", step=ASK, **{"near.b1": "yes"})
    assert said == "Within 30 cm of Busho Kuge, who is dead: Katana Samurai 2. They owe an honor roll."
    assert field.owed() == [("b1", ("general",))]
    assert field.view("b").deaths == ()
    field.honor("b1", 10, 3, 4)
    assert "fleeing" in field.markers("b1"), "at once, in the orders phase"
    assert "is not due any more" in field.refused("b", "stood-near", step=ASK)


@pytest.mark.parametrize(("phase", "moment"), [("orders", "t1.bh1.by-hand"), ("combat", "t1.combats")])
def test_slain_by_hand_the_same_is_asked_while_he_is(phase: str, moment: str) -> None:
    field = field_of()
    if phase == "combat":
        field.leave()

    def wounds(number: int) -> None:
        field.act("b", "correct", piece="bh1", hero="bh1", reason="miscounted", wounds=number)

    wounds(7)
    assert field.state.deaths == ()
    wounds(field.hero_of("bh1").profile.attributes.vt)
    slain = field.state
    assert slain.deaths
    wounds(3)
    assert (field.state.deaths, field.state.asks) == ((), ()), "he lives after all"
    field.state = slain
    (one,) = field.view("b").deaths
    assert one.step == f"{moment}.general.b.near"
    field.act("b", "stood-near", step=one.step, **{"near.b1": "yes"})
    assert [(roll.piece, roll.moment) for roll in field.state.owed] == [("b1", moment)]
