"""A character: his own AC, shot and loading; joining a unit, leaving it, and breaking away from a combat
(4:3:4, 4:3:5, 4:3:7, 4:3:8; K8, K13, K40, K49, K67)."""

from dataclasses import replace

from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.rows import HeroRow
from companion.play.kensei.orders.view import orders_view
from companion.play.kensei.pieces import Hero
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.lines import eyes_of_others


def guarded() -> tuple[Field, str]:
    """Archers with a Busho, swordsmen beside them, a Geisha hidden in these; spears and a Daisho opposite."""
    field = fielded(
        "kuge: yumi-samurai 6 + busho-kuge katana, katana-samurai 8 + geisha",
        "buke: yari-ashigaru 8, daisho-samurai",
        battle="pitched",
        first="a",
    )
    busho = "ah1"
    return field, busho


def hero(field: Field, hero_id: str, seat: str | None = "a") -> HeroRow:
    return next(one for one in orders_view(field.state, seat).heroes if one.hero == hero_id)


def test_his_draft_is_his_sides_alone_and_goes_with_the_next_announcement() -> None:
    field, busho = guarded()
    field.act("a", "mark", piece="a1", hero=busho, marker="unloaded", on=True)
    before = eyes_of_others(field)
    assert field.act("a", "order", piece=busho, do="load") == ""
    assert eyes_of_others(field) == before
    assert field.shown(field.events[-1], "b") is None
    assert [str(one) for one in hero(field, busho).draft] == ["load"]
    assert f"orders {busho}" in KENSEI.secrets(field.state)
    field.act("a", "order", piece=busho, do="load", on="false")
    assert "not drafted" in field.refused("a", "order", piece=busho, do="load", on="false")
    field.act("a", "order", piece=busho, do="load")
    assert field.act("a", "announce") == "Busho Kuge: load."
    assert [str(one) for one in hero(field, busho, "b").announced] == ["load"]


def test_a_hidden_character_is_on_no_other_seat_and_moves_only_when_his_player_knows_that_it_shows_him() -> None:
    field, _ = guarded()
    geisha = next(h.id for h in field.piece("a2").heroes)
    for seat in ("b", None):
        assert geisha not in repr(field.view(seat))
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
    shown = [field.shown(field.events[-1], seat) for seat in ("a", "b", None)]
    told = {"hero": busho, "unit": "a2"}
    assert shown == [{**told, "anyway": True}, told, told], "that it was against the book tells of who hides"
