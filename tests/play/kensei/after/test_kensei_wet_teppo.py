"""Teppo in a stream: the KI roll that is owed, weapons wet for the battle, who still shoots (6:2:6, K64)."""

from dataclasses import replace

from companion.play.kensei.orders.reacting import no_reaction
from companion.play.kensei.pieces import Hero
from companion.rules.kensei.turn.facts import WET
from tests.play.kensei.field import Field, attack_of, fielded

WORDS = "Wet teppo are useless for the rest of the battle."


def teppo(**setup: str) -> Field:
    """Teppotai with a Daisho who has teppo as they have (K14), archers; swordsmen against them."""
    return fielded("kuge: teppotai 8 + daisho-ashigaru, yumi-ashigaru 8", "katana-samurai 8", **setup)


def wades(field: Field, piece: str = "a1", *, on: bool = True) -> str:
    return field.act("a", "mark", piece=piece, marker="stream", on=on)


def soaked() -> Field:
    """After a roll that failed."""
    field = teppo(first="b")
    wades(field)
    field.honor("a1", 3)
    return field


def test_wet_teppo_neither_shoot_nor_load_for_the_rest_of_the_battle_and_a_bow_among_them_does() -> None:
    field = soaked()
    unit = field.piece("a1")
    field.state = field.state.with_piece(replace(unit, heroes=(*unit.heroes, Hero("ah9", "busho-kuge", "bow"))))
    wades(field, on=False)
    field.next_turn()
    assert "teppo-wet" in field.markers("a1")
    shooters = next(p for s in field.view("a").sides for p in s.pieces or () if p.id == "a1").shooters
    assert [str(one.cannot or "") for one in shooters] == ["teppo wet", "teppo wet", ""]
    for who in ("a1", "ah1"):
        assert field.refused("a", "announce", piece=who, do="load") == WORDS
        assert field.refused("a", "announce", piece=who, do="shoot", target="b1") == WORDS
    assert no_reaction(field.state, field.piece("a1"), "shoot") == WET
    field.aim("shot", "a1", "b1", distance_cm=30)
    refusal = attack_of(field).refusal
    assert refusal is not None
    assert (str(refusal.reason), refusal.rule) == (WORDS, "6:2:6")
    field.act("a", "cancel", step=field.step())
    field.aim("shot", "a1", "b1", striker="ah9", distance_cm=30)
    assert attack_of(field).refusal is None
    field.act("a", "cancel", step=field.step())
    said = field.act("a", "mark", piece="a1", marker="teppo-wet", on=False)
    assert said == "Teppotai: no longer “Teppo wet”."
    field.aim("shot", "a1", "b1", distance_cm=30)
    assert attack_of(field).refusal is None, "set right by hand"
