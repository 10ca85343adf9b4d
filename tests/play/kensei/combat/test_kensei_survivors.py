"""Who is left of a unit fights alone, and no charge at him gives IN; who is gone touches nobody (K15, K68)."""

from __future__ import annotations

from companion.play.kensei.combat.initiative import numbers_now
from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import fielded


def test_riders_who_charge_him_have_their_own_in() -> None:
    field = fielded("kiba-musha 4", "kuge: katana-samurai 8 + busho-kuge")
    field.act("b", "correct", piece="b1", miniatures=0, reason="arrows")
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    numbers = numbers_now(field.state, field.state.melees[0])
    assert {who: number.value - number.base for who, number in numbers.items()} == {"a1": 0, "bh1": 0}


def test_who_is_gone_is_in_contact_with_nobody() -> None:
    field = fielded("katana-samurai 8", "katana-samurai 8")
    field.leave()
    field.act("a", "touch", one="a1", other="b1")
    against = {piece.id: piece.against for piece in KENSEI.view(field.state, "a").pieces}
    assert against == {"a1": ("Katana Samurai 2",), "b1": ("Katana Samurai 1",)}
    field.act("b", "correct", piece="b1", miniatures=0, reason="swept away")
    assert [piece.against for piece in KENSEI.view(field.state, "a").pieces] == [(), ()]
