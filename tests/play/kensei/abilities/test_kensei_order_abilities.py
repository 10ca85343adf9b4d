"""Abilities given with the orders: of who goes, of who shoots, and about others
(9:4:3, 12:5, 12:6:3, K75)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.ask.kinds import AskView
from companion.play.kensei.fight.situation import fight_of, strike_of
from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.chips import GoalChip, OrderChip
from companion.play.kensei.pieces import WrittenDown
from companion.play.kensei.state import must
from companion.rules.kensei.fight.attack import numbers
from companion.rules.text import Refusal
from tests.play.kensei.abilities.combats import lasts, throw
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.lines import row
from tests.play.kensei.test_kensei_choose import panel


def chips(field: Field, piece: str) -> dict[str, OrderChip]:
    return {chip.ability: chip for chip in row(field, field.piece(piece).seat, piece).chips if chip.ability}


STEP = "t1.alternated-shot.a1.ki"


def gunners() -> Field:
    return fielded("kuge: teppotai 5 + daisho-ashigaru", "katana-samurai 8, kiba-musha 3", battle="pitched")


def goal(field: Field) -> GoalChip:
    return next(one for one in row(field, "a", "a1").goals if one.ability)


def dice(field: Field) -> int:
    asked = numbers(strike_of(field.state, fight_of(field.state, field.chain())))
    assert not isinstance(asked, Refusal)
    return asked.dc.value


def shot(die: int) -> Field:
    field = gunners()
    chosen = goal(field)
    assert (chosen.ac, chosen.value, chosen.against) == (2, "ability+march+alternated-shot", None)
    data = KENSEI.read("announce", KENSEI.nested({"piece": "a1", "goal": chosen.value, "target": "b1"}))
    assert not isinstance(data, Refusal)
    assert field.act("a", "announce", **data) == "Teppotai: Alternated Shot at Katana Samurai."
    assert "The KI die comes first" in field.refused("a", "carry", piece="a1")
    field.act("a", "roll", step=STEP, faces=[die])
    field.act("a", "carry", piece="a1")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=20)
    return field


def test_an_alternated_shot_has_four_dice_more_and_its_price_is_the_shots_own() -> None:
    held, failed = shot(4), shot(6)
    assert dice(held) == dice(failed) + 4
    assert row(held, "a", "a1").left == 0
    assert (held.chain().defender, held.chain().kind) == ("b1", "shot")


def staked() -> Field:
    field = gunners()
    field.act("a", "announce", piece="a1", do="ability", ability="wall-of-stakes")
    assert "wall-of-stakes" in lasts(field, "a1")
    return field


def charged(piece: str) -> tuple[Field, str]:
    """Who stands behind stakes withstands the charge of this piece, and which charge that is."""
    field = staked()
    field.act("b", "announce", piece=piece, do="charge", pace="march", target="a1")
    charge = field.state.charges[0].id
    field.act("a", "react", step=f"{charge}.react", what="withstand")
    return field, charge


def test_riders_cannot_charge_the_front_behind_stakes_and_who_walks_can() -> None:
    field, charge = charged("b2")
    assert "Stakes stand before Teppotai" in field.refused("b", "charge", charge=charge)
    assert field.view("b").orders.charges[0].staked is not None
    field.act("b", "charge", charge=charge, zone="flank")
    assert field.state.charges[0].end == "reached"
    field, charge = charged("b1")
    field.act("b", "charge", charge=charge)
    assert field.state.charges[0].end == "reached"


def asked(field: Field, kind: str) -> list[str]:
    return [ask.id for ask in field.state.asks if ask.kind == kind]


RAPPA = "t1.rappa.ah1"


def rumour() -> Field:
    """A Shinobi and samurai against samurai led by a Taisho, ashigaru and a Busho by himself."""
    enemy = "kuge: katana-samurai + taisho-kuge, yari-ashigaru 10, busho-kuge"
    return fielded("kuge: shinobi, katana-samurai", enemy, battle="pitched", first="a")


def rappa(*targets: str) -> Field:
    """He uses Rappa; about these, where they are chosen already."""
    field = rumour()
    field.act("a", "announce", piece="ah1", do="ability", ability="rappa")
    if targets:
        field.act("a", "whom", step=f"{RAPPA}.whom", target=dict.fromkeys(targets, True))
    return field


def news(field: Field, seat: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """What dice came to last, as the panel of this seat tells it."""
    told = must(panel(field, seat).other_result)
    return tuple((number, str(word)) for number, word in told.figures), str(told.outcome)


def ki(field: Field, step: str) -> int:
    """What is added to this die."""
    value = next(one for one in field.view(None).abilities.dice if one.step == step).number.value
    assert isinstance(value, int)
    return value


def test_each_die_of_rappa_names_against_whom_and_each_pair_is_news_beside_the_next() -> None:
    field = rappa()
    assert str(panel(field, "b").sentence) == "Rappa of Shinobi: its target is asked for."
    assert not row(field, "b", "ah1").done, "it is being asked"
    field.act("a", "whom", step=f"{RAPPA}.whom", target={"b1": True, "b2": True})
    samurai = field.piece("b1").title
    asked_of = {one.step: str(one.sentence) for one in field.view("a").abilities.dice}
    assert asked_of[f"{RAPPA}.ki>b1"] == f"Rappa: roll one die for Shinobi against {samurai}, plus KI 6."
    assert "cannot lend KI here" in field.refused("b", "lend", step=f"{RAPPA}.ki<b2", lender="nobody")
    assert "can say that" in field.refused("a", "lend", step=f"{RAPPA}.ki<b2", lender="bh2")
    theirs = ki(field, f"{RAPPA}.ki<b1")
    assert asked_of[f"{RAPPA}.ki<b1"] == f"Rappa: roll one die for {samurai} against Shinobi, plus KI {theirs}."
    throw(field, f"{RAPPA}.ki>b1", 5)
    assert panel(field, "a").other_result is None, "nothing has come of it yet"
    assert throw(field, f"{RAPPA}.ki<b1", 2) == f"Rappa, {samurai} against Shinobi: 2 + KI {theirs} = {2 + theirs}."
    pair = (("11", "Shinobi"), (str(2 + theirs), samurai))
    for seat in "ab":
        assert panel(field, seat).ki, "the next pair is due"
        assert news(field, seat) == (pair, f"Rappa works on {samurai}.")
    throw(field, f"{RAPPA}.ki>b2", 4)
    line = throw(field, f"{RAPPA}.ki<b2", 9)
    assert line.endswith(f"Rappa works on {samurai}, not on Yari Ashigaru.")
    _, came = news(field, "b")
    assert came == f"Rappa works on {samurai}, not on Yari Ashigaru. {samurai} must make an honor roll."
    assert row(field, "b", "ah1").done


def test_a_ki_roll_takes_the_place_of_the_news_before_it_until_something_is_carried_out() -> None:
    field = fielded("buke: kengo 2, katana-samurai", "katana-samurai 8", battle="pitched", first="a")
    field.act("a", "honor", piece="a2")
    throw(field, "t1.called.honor.a2.die", 1)
    assert news(field, "a")[1].endswith("hold.")
    field.act("a", "announce", piece="a1", do="ability", ability="two-swords")
    assert panel(field, "a").other_result is None, "a pad is open, and that was another's roll"
    throw(field, "t1.two-swords.a1.ki", 5)
    for seat in "ab":
        assert news(field, seat) == ((("5", "rolled"), ("5", "KI")), "Two Swords works.")
    field.act("a", "done", turn=1)
    assert panel(field, "a").other_result is None


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
