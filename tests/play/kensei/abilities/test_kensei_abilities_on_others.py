"""Abilities drafted with the orders that are about others: chants, rumours, bombs, spies, comfort (12:5, 12:6:3)."""

from __future__ import annotations

from companion.play.kensei.ask.kinds import AskView
from companion.play.kensei.game import KENSEI
from tests.play.kensei.abilities.combats import lasts, row_of, throw
from tests.play.kensei.field import Field, fielded


def asked(field: Field, kind: str) -> list[str]:
    return [ask.id for ask in field.state.asks if ask.kind == kind]


def test_death_chant_asks_whom_once_it_holds_and_then_each_enemys_own_ki() -> None:
    field = fielded("sohei: ama-kihei 3", "kuge: katana-samurai, yari-ashigaru, yumi-ashigaru", battle="pitched")
    field.act("a", "announce", piece="a1", do="ability", ability="death-chant")
    assert asked(field, "whom") == []
    throw(field, "t1.death-chant.a1.ki", 5)
    assert field.refused("a", "whom", step="t1.death-chant.a1.whom", target={"a1": True})
    field.act("a", "whom", step="t1.death-chant.a1.whom", target={"b1": True, "b2": True})
    assert asked(field, "ki") == ["t1.death-chant.a1.ki<b1", "t1.death-chant.a1.ki<b2"]
    assert field.refused("a", "roll", step="t1.death-chant.a1.ki<b1", faces=[3])
    throw(field, "t1.death-chant.a1.ki<b1", 4)
    throw(field, "t1.death-chant.a1.ki<b2", 9)
    assert "chanted-at" not in lasts(field, "b1")
    assert "chanted-at" in lasts(field, "b2")
    assert "chanted-at" not in lasts(field, "b3")
    for turn in (2, 3):
        field.next_turn(skip=True)
        assert ("chanted-at" in lasts(field, "b2")) is (turn == 2)


def test_warrior_women_hearten_the_friends_who_stand_near() -> None:
    field = fielded("kuge: onna-bushi 4, katana-samurai, yari-ashigaru", "kuge: katana-samurai", battle="pitched")
    chip = next(c for c in KENSEI.view(field.state, "a").abilities.free if c.ability == "warrior-women")
    assert (chip.price, chip.against) == (1, None)
    assert KENSEI.view(field.state, "b").abilities.free == ()
    field.act("a", "use", user="a1", ability="warrior-women")
    throw(field, "t1.warrior-women.a1.ki", 4)
    assert field.refused("a", "whom", step="t1.warrior-women.a1.whom", target={"a1": True})
    field.act("a", "whom", step="t1.warrior-women.a1.whom", target={"a2": True})
    assert [("warrior-women" in lasts(field, one)) for one in ("a1", "a2", "a3")] == [False, True, False]
    assert "once a battle" in field.refused("a", "use", user="a1", ability="warrior-women")


RAPPA, BOMB = "t1.rappa.ah1", "t1.incendiary-bomb.ah1"


def rumour() -> Field:
    """A Shinobi and samurai against samurai led by a Taisho, ashigaru and a Busho by himself."""
    enemy = "kuge: katana-samurai + taisho-kuge, yari-ashigaru 10, busho-kuge"
    return fielded("kuge: shinobi, katana-samurai", enemy, battle="pitched")


def test_rappa_is_rolled_against_each_and_the_losers_owe_an_honor_roll_at_once() -> None:
    field = rumour()
    field.act("a", "announce", piece="ah1", do="ability", ability="rappa")
    field.act("a", "whom", step=f"{RAPPA}.whom", target={"b1": True, "b2": True})
    assert len(asked(field, "ki")) == 4
    busho = next(p.heroes[0] for p in field.state.of("b") if p.unit is None)
    assert "cannot lend KI here" in field.refused("b", "lend", step=f"{RAPPA}.ki<b2", lender="nobody")
    assert field.act("b", "lend", step=f"{RAPPA}.ki<b2", lender=busho.id) == "Busho Kuge lends his KI to Yari Ashigaru."
    assert "can say that" in field.refused("a", "lend", step=f"{RAPPA}.ki<b2", lender=busho.id)
    view = next(d for d in KENSEI.view(field.state, "b").abilities.dice if d.step == f"{RAPPA}.ki<b2")
    assert view.number.value == busho.profile.attributes.ki
    assert "lends his KI" in str(view.number.source)
    for target, mine, theirs in (("b1", 5, 2), ("b2", 4, 9)):
        throw(field, f"{RAPPA}.ki>{target}", mine)
        throw(field, f"{RAPPA}.ki<{target}", theirs)
    assert field.owed() == [("b1", ("ability",))]


def test_a_tie_against_the_rumour_is_rolled_again() -> None:
    field = rumour()
    field.act("a", "announce", piece="ah1", do="ability", ability="rappa")
    field.act("a", "whom", step=f"{RAPPA}.whom", target={"b1": True})
    throw(field, f"{RAPPA}.ki>b1", 3)
    throw(field, f"{RAPPA}.ki<b1", 5)
    assert asked(field, "ki") == [f"{RAPPA}.ki>b1/2", f"{RAPPA}.ki<b1/2"]
    throw(field, f"{RAPPA}.ki>b1/2", 1)
    throw(field, f"{RAPPA}.ki<b1/2", 9)
    assert field.owed() == []


def test_the_bomb_takes_three_dice_off_a_unit_without_armor() -> None:
    field = rumour()
    field.act("a", "announce", piece="ah1", do="ability", ability="incendiary-bomb")
    field.act("a", "whom", step=f"{BOMB}.whom", target={"b2": True})
    throw(field, f"{BOMB}.ki", 6)
    before = field.piece("b2")
    assert asked(field, "harm") == [f"{BOMB}.damage"]
    assert "by its faces" in field.refused("a", "roll", step=f"{BOMB}.damage", bins={"hits": 2})
    field.act("a", "pad", step=f"{BOMB}.damage", die=0, face=4)
    field.act("a", "pad", step=f"{BOMB}.damage", die=1, face=10)
    line = field.act("a", "pad", step=f"{BOMB}.damage", die=2, face=5)
    assert line == "Incendiary Bomb: 4 Ø 5, 19 damage at Yari Ashigaru. Removed: 6 miniatures."
    after = field.piece("b2")
    vt = before.profile.attributes.vt
    assert (before.miniatures - after.miniatures, after.accumulated_damage) == divmod(19, vt)
    assert asked(field, "harm") == []


def test_a_bomb_that_fails_goes_off_in_his_hands() -> None:
    field = rumour()
    field.act("a", "announce", piece="ah1", do="ability", ability="incendiary-bomb")
    field.act("a", "whom", step=f"{BOMB}.whom", target={"b2": True})
    throw(field, f"{BOMB}.ki", 7)
    assert throw(field, f"{BOMB}.damage", 2, 2, 3).endswith("7 damage at Shinobi.")
    assert field.piece("ah1").heroes[0].wounds == 7
    row = row_of(field, "a", "ah1")
    assert row.left == row.have - 2


def test_no_bomb_in_the_turn_of_the_blowpipe() -> None:
    field = rumour()
    field.act("a", "order", piece="ah1", do="ability", ability="incendiary-bomb")
    said = field.refused("a", "announce", piece="ah1", do="shoot", target="b1")
    assert "in a turn with a shot" in said


def spying(*, hidden: bool) -> Field:
    """A Geisha may hide in side b's samurai, a Spy hides in side a's."""
    enemy = "kuge: katana-samurai" + " + geisha" * hidden
    return fielded("buke: katana-samurai + spy", enemy, battle="pitched")


def question(field: Field, seat: str) -> tuple[AskView, ...]:
    return KENSEI.view(field.state, seat).abilities.hidden


def spied(field: Field) -> str:
    """The step of the question after a Spy's Kaiden has held."""
    spy = next(h for p in field.state.of("a") for h in p.heroes if h.character == "spy")
    chip = next(c for c in KENSEI.view(field.state, "a").abilities.inside_of(spy.id) if c.ability == "kaiden")
    assert chip.hidden
    field.act("a", "use", user=spy.id, ability="kaiden")
    assert not field.hero_of(spy.id).hidden
    throw(field, f"t1.kaiden.{spy.id}.ki", 6)
    return asked(field, "hidden")[0]


def test_a_spy_asks_who_is_hidden_near_him_whether_or_not_anybody_is() -> None:
    for hides in (True, False):
        field = spying(hidden=hides)
        step = spied(field)
        assert question(field, "a") == ()
        assert [[str(title) for _, title, _ in one.pool] for one in question(field, "b")] == [
            ["Geisha in Katana Samurai 2"] if hides else []
        ]
        assert "can say that" in field.refused("b", "show-hidden", by="a", step=step)
        assert field.act("b", "show-hidden", step=step) == "Kaiden: nobody."


def test_who_is_shown_to_a_spy_is_known_to_all_and_who_is_not_stays_unknown() -> None:
    field = spying(hidden=True)
    step = spied(field)
    geisha = next(h.id for p in field.state.of("b") for h in p.heroes)
    assert "you have nobody hidden" in field.refused("b", "show-hidden", step=step, target={"bh77": True}).lower()
    assert field.act("b", "show-hidden", step=step, target={geisha: True}).startswith("Kaiden: ")
    assert not field.hero_of(geisha).hidden
    told = KENSEI.show_event(field.state, field.events[-1], "a")
    assert told is not None
    assert told["target"] == {geisha: True}


def test_what_is_not_named_to_a_spy_is_in_no_seats_data() -> None:
    field = spying(hidden=True)
    step = spied(field)
    geisha = next(h.id for p in field.state.of("b") for h in p.heroes)
    field.act("b", "show-hidden", step=step, target={geisha: False})
    told = KENSEI.show_event(field.state, field.events[-1], "a")
    assert told is not None
    assert geisha not in str(told)
    assert field.hero_of(geisha).hidden
