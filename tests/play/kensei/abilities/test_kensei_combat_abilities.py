"""Abilities chosen under the seal of the initiative dice, and what comes of them (10:2:2, 12:5, 12:6:3, K49)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.kensei.abilities.view import CombatChips
from companion.play.kensei.combat.strikes import upcoming
from companion.play.kensei.combat.view import combats_view
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import Ask
from tests.play.kensei.abilities.combats import NEW, aimed, asked, chip, fight, give, ki, lasts, met, reasons
from tests.play.kensei.field import Field, fielded

# ---- under the seal


def test_an_ability_is_sealed_with_the_dice_and_rolled_before_they_lie_open() -> None:
    field = met("kuge: onna-bushi 4")
    offer = chip(field, "a", "cherry-tree-flowers")
    assert (offer.price, offer.chance, offer.against) == (1, 0.4, None)
    assert not field.view("a").combat_abilities.open, "who gives dice has no open chips"
    assert give(field, "a", 5, **{"ability.a1": "cherry-tree-flowers"}) == "Side A is ready for initiative."
    assert not field.state.uses, "the other side has not given: nothing of it is known"
    assert "used Cherry Tree Flowers" in give(field, "b", 3)
    assert not field.state.melees[0].dice
    assert ki(field, 4).endswith("It works.")
    assert field.state.melees[0].dice == {"a1": (5,), "b1": (3,)}
    assert "cherry-tree-flowers" in lasts(field, "a1")
    row = field.view("a").orders.row("a1")
    assert row is None or row.left == 1
    field.strike("a1", "b1", "1")
    numbers = aimed(field, "b1", "a1")
    assert (-1, "Cherry Tree Flowers") in reasons(numbers["DF"])
    assert (-1, "Cherry Tree Flowers") in reasons(numbers["AR"])


def test_the_other_side_sees_neither_offer_nor_seal() -> None:
    field = met("kuge: onna-bushi 4")
    give(field, "a", 5, **{"ability.a1": "cherry-tree-flowers"})
    shown = field.view("b").combat_abilities
    assert (shown.sealed, shown.open) == ((), ())
    assert not field.view(None).combat_abilities.sealed
    event = field.events[-1]
    for seat in ("b", None):
        assert KENSEI.acts["initiative"].sees(field.state, event, seat) == {"step": event.data["step"]}


def test_what_cannot_be_sealed_is_said() -> None:
    field = met("kuge: ninjas 4")
    step = field.state.melees[0].id + ".in.a"
    first = field.refused("a", "initiative", step=step, faces=[5], **{"ability.a1": "vanishing"})
    assert "Only from the second turn of a combat on" in first
    for wrong in ({"ability.a1": "clean-cut"}, {"ability.b1": "vanishing"}):
        assert "choose one that is offered" in field.refused("a", "initiative", step=step, faces=[5], **wrong)
    assert str(chip(field, "a", "trained-assassins").against) == ("No enemy character is in contact with Ninjas.")
    sealed(field, "vanishing!")
    assert asked(field) == [("a", "ki")], "the book has something against it, and the players wanted it anyway"


def test_an_ability_comes_before_the_dice_or_not_at_all() -> None:
    field = met("kuge: onna-bushi 4")
    give(field, "a", 5)
    give(field, "b", 3)
    melee = field.state.melees[0].id
    assert "those are shown already" in field.refused("a", "use", user="a1", ability="cherry-tree-flowers", about=melee)
    assert "must be in that combat" in field.refused(
        "a", "use", user="a1", ability="cherry-tree-flowers", about="t1.combat.a7+b1"
    )


def test_a_combat_that_is_past_offers_none() -> None:
    field = met("kuge: onna-bushi 4")
    assert field.view("a").combat_abilities.sealed
    fought = field.state
    field.leave(skip=True)
    assert (len(field.state.melees), field.view("a").combat_abilities) == (1, CombatChips())
    field.state = fought
    field.act("a", "end", winner="draw")
    assert (len(field.state.melees), field.view("a").combat_abilities) == (1, CombatChips())


def sealed(field: Field, ability: str, user: str = "a1") -> None:
    """Both sides give their dice, and one of side a's uses this under the seal."""
    give(field, "a", 5, **{f"ability.{user}": ability})
    give(field, "b", 3)


def accepted(field: Field, *, refuse: bool = False, **dice: int) -> str:
    """The only challenge is accepted, or refused, and both roll for who strikes first; the last line."""
    (duel,) = field.state.melees[0].confrontations
    field.act("b", "meet", duel=duel.id, refuse=refuse)
    return [
        field.act(seat, "duel-die", step=f"{duel.id}.in.{who}", face=die)
        for seat, (who, die) in zip("ab", dice.items(), strict=True)
    ][-1]


# ---- out of the combat


def test_a_vanishing_that_fails_costs_initiative() -> None:
    field = met("shinobi")
    give(field, "a", 5)
    give(field, "b", 3)
    for striker, enemy in (("ah1", "b1"), ("b1", "ah1")):
        field.strike(striker, enemy, "1")
    field.next_turn()
    fight(field)
    sealed(field, "shinobi-vanishing", "ah1")
    ki(field, 9)
    place = next(one for one in combats_view(field.state).combats[-1].order if one.seat == "a")
    assert place.number is not None
    assert (-3, "a Vanishing that failed") in reasons(place.number)
    assert field.state.contacts


def test_a_spy_captures_a_geisha_where_there_is_one() -> None:
    assert chip(met("spy", "katana-samurai 8 + geisha"), "a", "metsuke", "capture").against is None
    assert "enemy Geisha" in str(chip(met("spy"), "a", "metsuke", "capture").against)


# ---- confrontations of a miniature


def daring() -> Field:
    """A Kengo dares a Busho; his KI die is still to fall."""
    field = met("buke: kengo 3", "kuge: katana-samurai 8 + busho-kuge")
    sealed(field, "i-dare-you")
    return field


def test_one_kengo_fights_a_character_and_the_others_the_unit() -> None:
    field, whole = daring(), 9
    assert ki(field, 2).endswith("Kengo challenge Busho Kuge.")
    duel = field.state.melees[0].confrontations[0]
    assert (duel.challenger, duel.challenged, duel.refused, duel.bound) == ("a1", "bh1", None, False)
    assert accepted(field, a1=8, bh1=2).endswith("First strike: Kengo.")
    numbers = aimed(field, "a1", "b1")
    assert field.chain().aimed_at == "bh1"
    assert numbers["DC"].value == 3
    assert (3 - whole, "I Dare You: one of them fights a character by himself") in reasons(numbers["DC"])
    field.act("a", "cancel", step=field.step())
    field.strike("a1", "b1", "0 0 0", "0 0 0", "9 9 9")
    assert not field.hero_of("bh1").alive
    assert field.state.blows[-1].slain
    assert field.state.blows[-1].damage == 0, "ten for his death, instead of the damage (K27)"
    assert [s.id for s in upcoming(field.state, field.state.melees[0])] == ["a1", "b1"]
    assert aimed(field, "a1", "b1")["DC"].value == whole - 3
    assert field.chain().aimed_at is None


def test_who_is_dared_strikes_back_at_the_miniature_and_that_is_damage() -> None:
    field = daring()
    ki(field, 2)
    accepted(field, a1=1, bh1=9)
    field.strike("b1", "a1", "0 0", "0 0", "9 9", striker="bh1")
    assert field.piece("a1").miniatures == 1
    assert field.state.blows[-1].damage > 0
    assert [d.seat for d in field.due() if d.kind == "duel"] == ["a"], "another of them strikes back"
    field.strike("a1", "b1", "1")
    field.leave(2, skip=True)
    assert field.state.duels == (), "the ability ends with the turn"


@pytest.mark.parametrize("now", ["open", "called off", "fought"])
def test_a_challenge_gives_way_to_who_dares_until_a_die_of_it_has_fallen(now: str) -> None:
    field = fielded("buke: kengo 3, kengo 3, kensei", "buke: katana-samurai 8 + busho-buke", **NEW, phase="combat")
    for one in ("a1", "a2", "ah1"):
        field.act("a", "touch", one=one, other="b1")
    field.act("a", "fight", combat="t1.combat.a1+a2+ah1+b1")
    step, dares = "t1.combat.a1+a2+ah1+b1.in.", {"ability.a1": "i-dare-you"}
    duel, one_a_turn = challenge(field), "Each character has one confrontation a turn: choose another."
    assert (
        field.refused("a", "initiative", step=f"{step}a", declare=True, **dares, **{"ability.a2": "i-dare-you"})
        == one_a_turn
    )
    if now == "called off":
        field.act("a", "duel-off", duel=duel)
    if now == "fought":
        accepted(field, ah1=8, bh1=2)
        assert field.refused("a", "initiative", step=f"{step}a", declare=True, **dares) == one_a_turn
        return
    field.act("a", "initiative", step=f"{step}a", declare=True, **dares)
    field.act("b", "initiative", step=f"{step}b", faces=[3])
    given_way = "Kensei and Busho Buke do not fight. " * (now == "open")
    assert ki(field, 2).endswith(f"It works. {given_way}Kengo 1 challenge Busho Buke.")
    assert [one.challenger for one in field.state.melees[0].confrontations if not one.off] == ["a1"]


def test_trained_assassins_are_not_refused_and_failing_lose_half() -> None:
    for die, works in ((5, True), (6, False)):
        field = met("kuge: ninjas 4", "kuge: katana-samurai 8 + busho-kuge")
        sealed(field, "trained-assassins")
        ki(field, die)
        assert [one.refused for one in field.state.melees[0].confrontations] == [None] * works
        if works:
            (duel,) = field.state.melees[0].confrontations
            assert "cannot be refused" in field.refused("b", "meet", duel=duel.id, refuse=True)
            accepted(field, a1=8, bh1=2)
        dc = aimed(field, "a1", "b1")["DC"]
        pool = dc.value - sum(v for v, why in reasons(dc) if "Trained Assassins" in why)
        assert dc.value == (pool + works) // 2


# ---- challenges answered


def challenge(field: Field, hero: str = "ah1", other: str = "bh1") -> str:
    field.act("a", "challenge", combat=field.state.melees[0].id, hero=hero, other=other)
    return field.state.melees[0].confrontations[0].id


def test_a_kensei_is_not_refused_and_that_unit_leaves_him_alone() -> None:
    field = met("kensei", "kuge: katana-samurai 8 + busho-kuge")
    duel = challenge(field)
    assert chip(field, "a", "specialist-in-duels").chance is None
    field.act("b", "meet", duel=duel, refuse=True)
    field.act("a", "use", user="ah1", ability="specialist-in-duels", about=duel)
    now = field.state.melees[0].confrontations[0]
    assert (now.refused, now.bound) == (False, True)
    field.act("a", "duel-die", step=f"{duel}.in.ah1", face=8)
    field.act("b", "duel-die", step=f"{duel}.in.bh1", face=2)
    field.strike("ah1", "b1", "1")
    field.strike("b1", "ah1", "1", striker="bh1")
    assert upcoming(field.state, field.state.melees[0]) == ()


def assassin() -> tuple[Field, str]:
    """A Shinobi has challenged the Busho of spearmen, and which challenge that is."""
    field = met("shinobi", "buke: yari-samurai 8 + busho-buke")
    return field, challenge(field)


def test_protect_the_lord_avoids_an_assassin_too_and_failing_leaves_the_challenge() -> None:
    field, duel = assassin()
    assert chip(field, "b", "protect-the-lord").chance == 0.4
    assert not [one for one in field.view("a").combat_abilities.open if one.seat == "b"]
    assert "No challenge is open" in field.refused("b", "use", user="b1", ability="protect-the-lord", about="x")
    field.act("b", "use", user="b1", ability="protect-the-lord", about=duel)
    used = field.state
    assert ki(field, 3).endswith("It works.")
    assert field.state.melees[0].confrontations[0].off
    assert "refused" not in lasts(field, "b1"), "he has refused nothing"
    field.state = used
    ki(field, 9)
    assert not field.state.melees[0].confrontations[0].off
    assert "An Assassin cannot be refused" in field.refused("b", "meet", duel=duel, refuse=True)


def test_no_challenge_is_avoided_once_a_die_of_it_has_fallen() -> None:
    field, duel = assassin()
    field.act("b", "meet", duel=duel)
    field.act("a", "duel-die", step=f"{duel}.in.ah1", face=2)
    assert "No challenge is open" in field.refused("b", "use", user="b1", ability="protect-the-lord", about=duel)
    field.act("b", "duel-die", step=f"{duel}.in.bh1", face=9)
    assert str(field.due()[0].data["waiting"]) == "Busho Buke strikes Shinobi."
    field.act("b", "cancel", step=field.step())
    assert str(field.due()[0].sentence) == "Busho Buke strikes Shinobi with all his dice."


def test_a_lord_is_protected_by_the_unit_he_stands_in_alone() -> None:
    field = met("shinobi", "buke: yari-samurai 8 + busho-buke, yari-samurai 8")
    duel = challenge(field)
    assert "No challenge is open" in field.refused("b", "use", user="b2", ability="protect-the-lord", about=duel)
    assert [one.user for one in field.view("b").combat_abilities.open] == ["b1"]


# ---- harm


def stabbing(hers: int, his: int) -> Field:
    """A Geisha in a unit has used Assassin, with these dice."""
    field = met("katana-samurai 8 + geisha", "buke: katana-samurai 8 + busho-buke")
    sealed(field, "assassin", "ax-geisha")
    ki(field, hers, his)
    return field


def flowers() -> tuple[Field, Ask, int]:
    """Some fall by the first strike under the flowers; the roll of their last dice, and how many these are."""
    field = met("kuge: onna-bushi 6")
    give(field, "a", 1, **{"ability.a1": "cherry-tree-flowers"})
    give(field, "b", 9)
    ki(field, 4)
    field.strike(next(field.state.of("b")).id, "a1", "0", "0", "9")
    lost = 6 - field.piece("a1").miniatures
    ask = next(ask for ask in field.state.asks if ask.kind == "last")
    assert (ask.seat, field.due()[0].data["dice"]) == ("a", lost) != ("a", 0)
    return field, ask, lost


def test_who_falls_under_the_flowers_rolls_a_die_that_counts_in_the_result() -> None:
    field, ask, lost = flowers()
    assert field.state.asks == (ask,)
    assert "An ability is not finished" in field.refused("a", "leave", turn=1, phase="combat")
    assert "rolls these dice" in field.refused("b", "roll", step=ask.id, faces=[9])
    bins: dict[str, Any] = {"bin.hits": 1, "bin.misses": 0, "bin.tens": 0}
    assert "faces" in field.refused("a", "roll", step=ask.id, **bins)
    said = field.act("a", "roll", step=ask.id, faces=[9] * lost)
    assert f"{7 * lost} damage at Katana Samurai" in said, "each less AR 2"
    (blow,) = (blow for blow in field.state.blows if blow.attacker == "a1")
    assert (blow.damage, blow.defender) == (7 * lost, "b1")
    assert [s.id for s in upcoming(field.state, field.state.melees[0])] == ["a1"], "their unit strikes still"


def test_last_dice_that_are_due_are_dropped_with_the_phase() -> None:
    field, _, _ = flowers()
    field.leave(skip=True)
    assert not field.state.fallen
    assert not [ask for ask in field.state.asks if ask.kind == "last"]


def test_a_geisha_alone_gives_no_dice_and_uses_hers_openly() -> None:
    field = met("geisha", "buke: katana-samurai 8 + busho-buke")
    (one,) = field.view("a").combat_abilities.open
    assert (one.ability, one.about) == ("assassin", field.state.melees[0].id)
    assert not field.view("a").combat_abilities.sealed
    field.act("a", "use", user=one.user, ability="assassin", about=one.about)
    give(field, "b", 3)
    assert not field.state.melees[0].dice, "her dice come first"
    ki(field, 1, 9)
    assert field.state.melees[0].dice == {"b1": (3,)}
