"""Confrontations before the strikes of a combat: challenge, refusal, roll, both strikes (10:2:3, 4:3:10; K65, K66)."""

from __future__ import annotations

from typing import Any

from companion.play.kensei.combat.strikes import upcoming
from companion.play.kensei.combat.view import combats_view
from companion.play.kensei.game import KENSEI
from companion.play.kensei.turn_state import Confrontation
from tests.play.kensei.abilities.combats import met
from tests.play.kensei.combat.trio import rolled
from tests.play.kensei.field import Field, attack_of, fielded

COMBAT = "t1.combat.a1+b1"
DUEL = f"{COMBAT}.ah1>bh1"
LONE = "t1.combat.ah1+b1"


def two_bushi(alone: str = "", **setup: str) -> Field:
    """Samurai with a Busho meet samurai with a Busho; with `alone`, a character by himself challenges instead."""
    led = "buke: katana-samurai 10 + busho-buke katana"
    field = fielded(f"buke: {alone}" if alone else led, led, phase="combat", **setup)
    field.act("a", "touch", one="ah1" if alone else "a1", other="b1")
    field.act("a", "fight", combat=LONE if alone else COMBAT)
    return field


def challenged(alone: str = "", *, refuse: bool = False, **setup: str) -> Field:
    """His challenge is answered."""
    field = two_bushi(alone, **setup)
    said = field.act("a", "challenge", combat=field.state.melees[0].id, hero="ah1", other="bh1")
    assert "challenges Busho Buke" in said
    field.act("b", "meet", duel=duel(field).id, refuse=refuse)
    return field


def thrown(field: Field, a: int, b: int, round_: str = "") -> str:
    """Both dice of the opposed roll; the line of the last."""
    name = duel(field).id
    field.act("a", "duel-die", step=f"{name}.in{round_}.ah1", face=a)
    return field.act("b", "duel-die", step=f"{name}.in{round_}.bh1", face=b)


def decided(a: int = 8, b: int = 2, **how: Any) -> Field:
    """Both dice have told who strikes first, or that it is not fought."""
    field = challenged(**how)
    thrown(field, a, b)
    return field


def struck(field: Field, *heroes: str) -> None:
    """Each of the two strikes the other's unit in vain."""
    for hero in heroes:
        one, other = ("a1", "b1") if hero == "ah1" else ("b1", "a1")
        field.strike(one, other, "1", striker=hero)


def duel(field: Field) -> Confrontation:
    return field.state.melees[0].confrontations[0]


def due(field: Field) -> list[tuple[str, str]]:
    return [(d.seat, d.kind) for d in field.due() if d.kind in ("duel", "initiative", "strike")]


def test_a_challenge_is_answered_rolled_and_fought_before_initiative() -> None:
    field = two_bushi()
    assert due(field) == [("a", "initiative"), ("b", "initiative")]
    field.act("a", "challenge", combat=COMBAT, hero="ah1", other="bh1")
    assert due(field) == [("b", "duel")]
    assert field.act("b", "meet", duel=DUEL) == "Busho Buke (Katana Samurai 2) accepts: they fight."
    assert due(field) == [("a", "duel"), ("b", "duel")]
    assert thrown(field, 2, 8).endswith("First strike: Busho Buke (Katana Samurai 2).")
    assert duel(field).first == "bh1"
    chain = field.chain()
    assert (chain.id, chain.by_itself) == ("t1.b1:bh1>a1.melee", True)
    assert (chain.aimed_at, chain.situation.confrontation) == ("ah1", True)
    numbers = dict(attack_of(field).numbers)
    assert numbers["DC"].value == field.hero_of("bh1").profile.attributes.dc, "all his dice, not half"
    field.act("b", "cancel", step=field.step())
    assert due(field) == [("b", "duel")], "called off, it waits for a tap"
    field.strike("b1", "a1", "1", striker="bh1")
    assert field.step() == "t1.a1:ah1>b1.melee.at"
    field.strike("a1", "b1", "1", striker="ah1")
    assert due(field) == [("a", "initiative"), ("b", "initiative")]
    assert [b.damage for b in field.state.blows] == [0, 0]


def test_a_death_ends_it_counts_ten_and_lends_no_initiative() -> None:
    """10:6:2, K27."""
    field = decided()
    field.act(
        "b", "correct", piece="b1", hero="bh1", wounds=field.hero_of("bh1").profile.attributes.vt - 1, reason="so"
    )
    field.strike("a1", "b1", "9 9", "9 9", "9 9", striker="ah1")
    assert not field.hero_of("bh1").alive
    assert [(b.damage, b.slain) for b in field.state.blows] == [(0, True)]
    assert due(field)[0][1] == "initiative", "the dead strike no more"
    ours, theirs = (answer.rollers[0].number.value for answer in combats_view(field.state).combats[0].answers)
    assert (ours, theirs) == (4, 3), "his unit has nothing of a dead Bushi"
    assert "10 against 0 damage" in field.leave(skip=True)
    (card,) = field.view("a").judged
    assert [(side.inflicted.value, side.slain) for side in card.sides] == [(10, 10), (0, 0)], "in the sum, and apart"


def test_a_refusal_that_succeeds_costs_his_unit_his_bonuses_this_turn() -> None:
    field = challenged(refuse=True)
    said = thrown(field, 2, 8)
    assert said.endswith("gets away, and gives his unit no HR or IN this turn.")
    assert due(field) == [("a", "initiative"), ("b", "initiative")]
    ours, theirs = (answer.rollers[0].number for answer in combats_view(field.state).combats[0].answers)
    assert ours.value - theirs.value == 1
    assert [(m.value, m.rule) for m in theirs.modifiers] == [(1, "2:7:9"), (-1, "4:3:10")]
    field.strike("b1", "a1", "1", wait=True)
    assert field.due()[0].kind == "beside", "he strikes as usual"


def test_a_lone_challenger_is_struck_by_the_unit_as_well() -> None:
    field = decided(alone="kensei")
    field.strike("ah1", "b1", "1")
    field.strike("b1", "ah1", "1", striker="bh1")
    rolled(field, a="9", b="2")
    assert [s.id for s in upcoming(field.state, field.state.melees[0])] == ["b1"], "he has struck this turn"
    told = field.view("b").other_result
    assert told is not None
    assert [(number, str(who)) for number, who in told.figures] == [
        ("16", "Kensei: has already struck, in the confrontation"),
        ("6", "Katana Samurai"),
    ], "why he is not asked for a strike although his IN is the higher"


def test_what_cannot_be_challenged_is_said() -> None:
    field = two_bushi()
    assert "one of your own" in field.refused("b", "challenge", combat=COMBAT, hero="ah1", other="bh1")
    assert "no challenge to answer" in field.refused("b", "meet", duel=DUEL)
    field.act("a", "challenge", combat=COMBAT, hero="ah1", other="bh1")
    assert "one confrontation a turn" in field.refused("b", "challenge", combat=COMBAT, hero="bh1", other="ah1")
    assert "challenged side" in field.refused("a", "meet", duel=DUEL)
    assert "is not due any more" in field.refused("a", "duel-die", step=f"{DUEL}.in.ah1", face=3)
    assert field.act("a", "duel-off", duel=DUEL).endswith("and Busho Buke (Katana Samurai 2) do not fight.")
    assert "no such confrontation" in field.refused("a", "duel-off", duel=DUEL)
    rolled(field, a="9", b="2")
    assert "before its first initiative die" in field.refused("a", "challenge", combat=COMBAT, hero="ah1", other="bh1")


def test_initiative_stays_sealed_until_the_challenge_is_fought() -> None:
    """A Bushi who dies in it lends his unit nothing (10:2:3, 10:2:4)."""
    field = two_bushi()
    field.act("a", "challenge", combat=COMBAT, hero="ah1", other="bh1")
    for seat in "ab":
        field.act(seat, "initiative", step=f"{COMBAT}.in.{seat}", faces=[5])
    assert not field.state.melees[0].dice
    assert "already entered" in field.refused("b", "challenge", combat=COMBAT, hero="bh1", other="ah1")
    field.act("a", "duel-off", duel=DUEL)
    assert field.state.melees[0].dice == {"a1": (5,), "b1": (5,)}


# ---- in later turns


def next_combat(field: Field, combat: str = "t2.combat.a1+b1") -> str:
    """Both have struck in vain; the next turn's combat of these begins. The line of its beginning."""
    struck(field, duel(field).first, duel(field).foe(duel(field).first))
    field.next_turn()
    return field.act("a", "fight", combat=combat)


def test_a_confrontation_goes_on_in_the_next_turn_without_a_word() -> None:
    """K65: until a death, or until the units part; who strikes first is rolled anew."""
    field = decided()
    said = next_combat(field)
    assert said.endswith(
        "fight. The confrontation of Busho Buke (Katana Samurai 1) and Busho Buke (Katana Samurai 2) goes on."
    )
    assert due(field) == [("a", "duel"), ("b", "duel")]
    (view,) = combats_view(field.state).combats[0].duels
    assert (str(view.title), str(view.words)) == (
        "Busho Buke (Katana Samurai 1) and Busho Buke (Katana Samurai 2) fight on",
        "opposed roll of IN",
    )
    assert thrown(field, 2, 8).endswith("First strike: Busho Buke (Katana Samurai 2).")
    struck(field, "bh1", "ah1")
    assert due(field) == [("a", "initiative"), ("b", "initiative")]


def test_it_ends_when_they_part_or_the_players_say_so_and_with_a_death_or_a_refusal() -> None:
    field = decided()
    next_combat(field)
    field.act("a", "duel-off", duel="t2.combat.a1+b1.ah1>bh1")
    assert due(field) == [("a", "initiative"), ("b", "initiative")]
    parted = decided()
    parted.act("a", "part", one="a1", other="b1")
    slain = decided()
    vt = slain.hero_of("bh1").profile.attributes.vt
    slain.act("b", "correct", piece="b1", hero="bh1", wounds=vt, reason="so")
    for over in (field, parted, slain, decided(2, 8, refuse=True)):
        over.leave(2, skip=True)
        assert over.state.duels == ()


def test_nobody_rolls_initiative_after_a_confrontation_of_two_who_are_alone() -> None:
    """There is no strike left to put in order."""
    field = met("kensei", "kensei")
    field.act("a", "challenge", combat="t1.combat.ah1+bh1", hero="ah1", other="bh1")
    field.act("b", "meet", duel="t1.combat.ah1+bh1.ah1>bh1")
    thrown(field, 8, 2)
    field.strike("ah1", "bh1", "1")
    field.strike("bh1", "ah1", "1")
    assert due(field) == []
    places = combats_view(field.state).combats[0].order
    assert field.leave().endswith("0 against 0 damage: a draw.")
    assert [(p.number, p.fled) for p in places] == [(None, False), (None, False)]


# ---- sealed with the dice


def given(field: Field, seat: str, **more: str) -> str:
    return field.act(seat, "initiative", step=f"{COMBAT}.in.{seat}", faces=[5], **more)


def test_a_challenge_given_with_a_die_is_told_before_the_other_side_gives_its_own() -> None:
    field = two_bushi()
    answers = combats_view(field.state).combats[0].answers
    assert [[(c.hero, c.others) for c in one.challenges] for one in answers] == [
        [("ah1", (("bh1", "Busho Buke (Katana Samurai 2)"),))],
        [("bh1", (("ah1", "Busho Buke (Katana Samurai 1)"),))],
    ]
    assert combats_view(field.state).combats[0].challenges == ()
    said = given(field, "a", **{"challenge.ah1": "bh1"})
    assert (
        said
        == "Side A is ready for initiative. Busho Buke (Katana Samurai 1) challenges Busho Buke (Katana Samurai 2)."
    )
    assert [one.id for one in field.state.melees[0].confrontations] == [DUEL]
    assert due(field)[0] == ("b", "duel")
    assert combats_view(field.state).combats[0].answers == (), "it is answered before another die"
    assert field.shown(field.events[-1], "b") == {"step": f"{COMBAT}.in.a"}
    assert given(field, "b") == "Side B is ready for initiative."
    assert due(field) == [("b", "duel")]
    assert field.shown(field.events[-2], "b") == {"step": f"{COMBAT}.in.a"}, "dice stay sealed"
    assert field.state.melees[0].dice == {}
    assert "confrontations come first" in field.refused("a", "initiative", step=f"{COMBAT}.in.a", faces=[9])
    field.act("b", "meet", duel=DUEL)
    thrown(field, 8, 2)
    struck(field, "ah1", "bh1")
    assert field.state.melees[0].dice == {"a1": (5,), "b1": (5,)}


def test_a_challenge_is_fought_before_its_side_rolls_for_initiative() -> None:
    field = two_bushi()
    field.act(
        "a", "initiative", step=f"{COMBAT}.in.a", declare=True, **{"challenge.ah1": "bh1", "defensive.a1": "true"}
    )
    field.act("b", "meet", duel=DUEL)
    thrown(field, 8, 2)
    struck(field, "ah1", "bh1")
    assert due(field) == [("b", "initiative")]
    given(field, "b")
    assert due(field) == [("a", "initiative")]
    assert combats_view(field.state).combats[0].again == (), "side B has entered its dice for good"
    assert given(field, "a").startswith("Initiative: ")
    assert field.state.known("a1").facts.defensive


def test_who_gave_without_a_challenge_may_still_speak_it_until_the_other_side_has_given() -> None:
    field = two_bushi()
    assert combats_view(field.state).combats[0].again == ()
    given(field, "a")
    (again,) = combats_view(field.state).combats[0].again
    assert (again.seat, again.step, [one.hero for one in again.challenges]) == ("a", f"{COMBAT}.in.a", ["ah1"])
    field.act("a", "initiative", step=again.step, faces=[2], **{"challenge.ah1": "bh1"})
    assert field.state.melees[0].given["a"].dice == {"a1": 2}, "rolled after it was declared"
    given(field, "b")
    assert [one.id for one in field.state.melees[0].confrontations] == [DUEL]
    assert combats_view(field.state).combats[0].again == (), "both sides have heard it"


def test_two_who_challenge_each_other_need_no_answer() -> None:
    field = two_bushi()
    given(field, "b", **{"challenge.bh1": "ah1"})
    said = given(field, "a", **{"challenge.ah1": "bh1"})
    assert said.endswith(
        "Busho Buke (Katana Samurai 2) and Busho Buke (Katana Samurai 1) challenge each other: they fight."
    )
    assert [(one.id, one.refused) for one in field.state.melees[0].confrontations] == [(f"{COMBAT}.bh1>ah1", False)]
    assert due(field) == [("b", "duel"), ("a", "duel")]


def test_of_two_challenges_that_mean_one_character_the_first_told_is_heard() -> None:
    led = "buke: katana-samurai 10 + busho-buke katana"
    field = fielded(led, f"{led}, kensei", first="b", phase="combat")
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "touch", one="a1", other="bh2")
    name = "t1.combat.a1+b1+bh2"
    field.act("a", "fight", combat=name)
    field.act("a", "initiative", step=f"{name}.in.a", faces=[5], **{"challenge.ah1": "bh1"})
    said = field.act("b", "initiative", step=f"{name}.in.b", faces=[4, 3], **{"challenge.bh2": "ah1"})
    assert said == (
        "Side B is ready for initiative. Kensei meant to challenge Busho Buke (Katana Samurai 1): "
        "one of them has a confrontation already."
    )


def test_of_two_challenges_in_one_combat_each_is_answered_by_its_own() -> None:
    led = "buke: katana-samurai 10 + busho-buke katana"
    field = fielded(f"{led}, katana-samurai 10 + busho-buke katana", f"{led}, katana-samurai 10 + busho-buke katana")
    field.leave()
    for one, other in (("a1", "b1"), ("a1", "b2"), ("a2", "b2")):
        field.act("a", "touch", one=one, other=other)
    name = "t1.combat.a1+a2+b1+b2"
    field.act("a", "fight", combat=name)
    field.act("b", "challenge", combat=name, hero="bh1", other="ah1")
    field.act("a", "challenge", combat=name, hero="ah2", other="bh2")
    field.act("b", "meet", duel=f"{name}.ah2>bh2")
    field.act("a", "meet", duel=f"{name}.bh1>ah1", refuse=True)
    assert [one.refused for one in field.state.melees[0].confrontations] == [True, False]
    field.act("b", "duel-die", step=f"{name}.ah2>bh2.in.bh2", faces=[7])
    (_, second) = field.state.melees[0].confrontations
    assert second.dice == {"bh2": (7,)}


def test_who_cannot_be_challenged_under_the_seal_is_said() -> None:
    field = two_bushi()
    for wrong in ({"challenge.ah1": "ah1"}, {"challenge.bh1": "ah1"}, {"challenge.ah1": "nobody"}):
        said = field.refused("a", "initiative", step=f"{COMBAT}.in.a", faces=[5], **wrong)
        assert said.startswith("Choose your own characters")
    given(field, "a")
    given(field, "b")
    tie = f"{COMBAT}.in2.a"
    assert "now enter the dice only" in field.refused(
        "a", "initiative", step=tie, faces=[5], **{"challenge.ah1": "bh1"}
    )
    again: object = KENSEI.load(KENSEI.dump(field.state))
    assert again == field.state
