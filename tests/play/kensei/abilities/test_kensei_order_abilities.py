"""Abilities given with the orders: of who goes, of who shoots, and about others
(9:4:3, 12:5, 12:6:3, K75)."""

from dataclasses import replace

from companion.play.kensei.ask.kinds import AskView
from companion.play.kensei.pieces import WrittenDown
from companion.play.kensei.state import must
from tests.play.kensei.abilities.combats import throw
from tests.play.kensei.field import Field, fielded


def asked(field: Field, kind: str) -> list[str]:
    return [ask.id for ask in field.state.asks if ask.kind == kind]


def spying(*, hidden: bool) -> Field:
    """A Geisha may hide in side b's samurai, a Spy hides in side a's."""
    enemy = "kuge: katana-samurai" + " + geisha" * hidden
    return fielded("buke: katana-samurai + spy", enemy, battle="pitched")


def question(field: Field, seat: str) -> tuple[AskView, ...]:
    return field.view(seat).abilities.hidden


def spied(field: Field) -> str:
    """The step of the question after a Spy's Kaiden has held."""
    chip = next(c for c in field.view("a").abilities.inside_of("ax-spy") if c.ability == "kaiden")
    assert chip.hidden
    field.act("a", "use", user="ax-spy", ability="kaiden")
    assert not field.hero_of("ax-spy").hidden
    throw(field, "t1.kaiden.ax-spy.ki", 6)
    return asked(field, "hidden")[0]


def test_a_spy_asks_who_is_hidden_near_him_whether_or_not_anybody_is() -> None:
    for hides in (True, False):
        field = spying(hidden=hides)
        step = spied(field)
        assert question(field, "a") == ()
        assert [[str(title) for _, title, _ in one.pool] for one in question(field, "b")] == [
            ["Geisha in Katana Samurai 2"] if hides else []
        ]
        for seat in ("a", "b"):
            assert "can say that" in field.refused(seat, "show-hidden", by="a", step=step)
        if hides:
            field.act("b", "reveal", hero="bx-geisha")
            assert [one.pool for one in question(field, "b")] == [()]
        assert field.act("b", "show-hidden", step=step) == "Kaiden: nobody."


def test_of_what_is_sealed_a_spy_is_shown_what_is_not_open_yet() -> None:
    field = spying(hidden=False)
    spied(field)
    hill, shore = (WrittenDown("b", words, text=words) for words in ("behind the hill", "on the shore"))
    field.state = replace(field.state, seals=(replace(hill, opened=True), shore))
    assert [one for one, _, _ in question(field, "b")[0].pool] == [shore.seal]


def test_who_is_shown_to_a_spy_is_known_to_all_and_who_is_not_named_is_in_no_seats_data() -> None:
    field = spying(hidden=True)
    step = spied(field)
    asked = field.state
    geisha = "bx-geisha"
    assert "you have nobody hidden" in field.refused("b", "show-hidden", step=step, target={"bh77": True}).lower()
    assert field.act("b", "show-hidden", step=step, target={geisha: True}).startswith("Kaiden: ")
    assert not field.hero_of(geisha).hidden
    assert must(field.shown(field.events[-1], "a"))["target"] == {geisha: True}
    field.state = asked
    field.act("b", "show-hidden", step=step, target={geisha: False})
    assert geisha not in str(must(field.shown(field.events[-1], "a")))
    assert field.hero_of("bx-geisha").hidden
