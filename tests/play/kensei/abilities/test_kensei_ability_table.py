"""Every row of the table of abilities, held against a battle that runs (3:4:6, 12:5, 12:6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from companion import content
from companion.content import catalog
from companion.content.loader import ContentError, load
from companion.play.game import Event
from companion.play.kensei.abilities.offers import Offer, offer, offers
from companion.play.kensei.abilities.rolls import MINE, OWN, THEIRS, due
from companion.play.kensei.abilities.using import begun
from companion.play.kensei.owned import Owned, kept, label, no_more, owned, price
from companion.play.kensei.state import State, must
from companion.play.kensei.turn.phases import next_turn
from companion.play.kensei.turn_state import Use
from companion.rules.kensei.abilities.rule import Form, Lasts, LiesOpen, SwapsCards, Window
from companion.rules.kensei.turn.effects import effects_on
from tests.play.kensei.abilities.table import OPEN, ROWS, SHOWS, SIDE, Row, form_of, named
from tests.play.kensei.deploy.secrets import lay
from tests.play.kensei.field import Field


def test_an_ability_without_a_file_fails_the_load(tmp_path: Path) -> None:
    """Its entry alone is not enough: the sentence names it and says what to write."""
    source = Path(content.__file__).parent / "kensei"
    for file in source.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    for name, id_ in (("abilities.toml", "banzai"), ("taisho.toml", "divine-wind")):
        text = (source / name).read_text().replace(f'id = "{id_}"', 'id = "nobody-knows"')
        (tmp_path / name).write_text(text)
    with pytest.raises(ContentError) as found:
        load(tmp_path)
    said = str(found.value)
    assert said.count("has no entry in the rules of abilities; write one that says when it may be used") == 2
    assert "nobody-knows" in said


@dataclass
class Driven:
    """A battle in which the owner of a row could use it, or a deployment."""

    field: Field
    one: Owned
    form: Form
    about: str


def driven(row: Row) -> Driven:
    """The battle of this row, in which nobody has used it yet."""
    made = _driven(row)
    return replace(made, field=made.field.copy())


@cache
def _driven(row: Row) -> Driven:
    """A has the owner, as `a1` or with swordsmen as `a1` about him, and a general; B swordsmen and riders led well."""
    early = row.window in ("card", "reveal")
    field = Field(battle="pitched", **({"deploys": "yes"} if early else {}))
    known = catalog()
    unit = known.units.get(row.owner)
    path = (unit.path if unit else None) or (row.owner if row.taisho and row.owner != "all" else "buke")
    field.army("a", f"{path}: {row.owner if unit else 'katana-samurai'}, yari-ashigaru 8, taisho-{path}")
    field.army("b", f"{'sohei' if path != 'sohei' else 'buke'}: katana-samurai 8 + daisho-samurai, kiba-musha 3")
    if row.taisho:
        field.act("a", "ability", ability=row.ability, on=True)
    elif unit is None:
        field.hero("a", row.owner, "a1" if row.owner in ("geisha", "spy") else None)
    field.begin()
    about = arranged(field, row)
    (one,) = (one for one in owned(field.state, "a") if (one.ability.id, one.taisho) == (row.ability, row.taisho))
    return Driven(field, one, form_of(row), about)


def arranged(field: Field, row: Row) -> str:
    """Brings the moment about in which the row is offered; what it is about."""
    mine = field.state.of("a")
    user = next((p.id for p in mine for h in p.heroes if h.character == row.owner), "a1")
    if row.window in ("card", "reveal"):
        field.act("a", "deploy-first", first="b")
        lay(field, "b1")
        if row.window == "card":
            return "card-b1"
        lay(field, "a1", "b2", "a2", "ah1")
    if row.window == "charged":
        field.act("b", "announce", piece="b1", do="charge", pace="run", target="a1")
        return field.state.charges[0].id
    if row.window == "charging":
        field.act("a", "announce", piece=user, do="charge", pace="run", target="b1")
        return field.state.charges[0].id
    if row.window == "before-in":
        field.act("a", "touch", one=user, other="b1", charged="earlier")
    return ""


def hears(field: Field, use: str) -> list[str]:
    return [ask.id for ask in field.state.asks if ask.about == use]


USED = tuple(row for row in ROWS if row.window != "by-itself")
used = pytest.mark.parametrize("row", USED, ids=named)
ARRANGED = tuple(
    row for row in USED if row.window not in ("ability", "challenging", "challenged", "honor-due", "roll-failed")
)
"""Those whose moment this table brings about by itself; what answers a roll, a challenge or another ability is used in
the tests of its window."""
arranged_ones = pytest.mark.parametrize("row", ARRANGED, ids=named)
GENERIC = (Lasts, LiesOpen, SwapsCards)
"""Outcomes that need nothing but the use itself; what else comes of one is tested with its window."""


@used
def test_its_price_who_is_offered_it_and_how_often_are_the_rows(row: Row) -> None:
    made = driven(row)
    state, one, form, hero = made.field.state, made.one, made.form, made.one.hero
    assert f"{price(state, one)} {'points' if row.taisho else 'AC'}" == row.price
    assert offer(state, one, form, made.about).price == price(state, one)
    theirs, together = (made.field.view(seat).abilities for seat in ("b", None))
    assert all(chip.seat == "b" for chip in (*theirs.free, *theirs.taisho, *theirs.deploying))
    assert (hero is not None and hero.hidden) == (row.seen == SHOWS or row.ability == "yutei")
    secret = row.taisho or (hero is not None and hero.hidden)
    offered = [chip.ability for chip in (*together.free, *together.taisho, *together.deploying) if chip.seat == "a"]
    assert not (secret and row.ability in offered), "one phone for both shows what both know, and nothing else"
    if row.window == "reveal":  # once in a deployment: tests/…/test_kensei_deployment_abilities.py
        assert row.once == "deployment"
        return
    assert no_more(state, one, form) is None
    known = Use("t1.x", row.ability, "a", one.piece.id, hero.id if hero else "", row.taisho, form.id, turn=state.turn)

    def after(count: int, *, holds: bool, later: bool) -> str:
        with_uses = replace(state, uses=tuple(replace(known, id=f"u{n}", holds=holds) for n in range(count)))
        if later:
            with_uses = replace(with_uses, uses=kept(with_uses), turn=state.turn + 1)
        refused = no_more(with_uses, one, form)
        return str(refused or "")

    if row.window == "card":
        assert (after(2, holds=True, later=False), bool(after(3, holds=False, later=False))) == ("", True)
        assert row.once == "3 rolls"
        return
    assert ("one a turn" if row.once == "turn" else "once a battle") in after(1, holds=True, later=False)
    spent = {holds: "once a battle" in after(1, holds=holds, later=True) for holds in (True, False)}
    assert (
        spent
        == {
            "battle": {True: True, False: True},
            "success": {True: True, False: False},
            "turn": {True: False, False: False},
        }[row.once]
    )


def use_of(row: Row, made: Driven) -> Use:
    """Begins to use it; the enemy's cards are turned up first where that is its moment."""
    field = made.field
    if row.window == "reveal":
        field.act("b", "cards-up")
    target = {"enemy-units": "b1", "own-units": "a1", "enemy-characters": "bh1"}.get(made.form.whom.pool, "")
    targets = (target,) if target and not made.form.whom.after else ()
    field.state = begun(field.state, made.one, made.form, made.about, targets)
    return field.state.uses[-1]


def offered(made: Driven, row: Row, window: Window, about: str) -> list[Offer]:
    """This form of it, as the table offers it."""
    found = offers(made.field.state, "a", window, about)
    mine = (one for one in found if (one.owned.ability.id, one.owned.taisho) == (row.ability, row.taisho))
    return [one for one in mine if one.form.id == row.form_id]


@arranged_ones
def test_it_is_offered_in_its_window_alone_paid_rolled_and_seen_as_its_row_says(row: Row) -> None:
    made = driven(row)
    for window in get_args(Window):
        for about in dict.fromkeys(("", made.about)):
            found = offered(made, row, window, about)
            if window != row.window:
                assert not found, window
            elif about == made.about:
                (one,) = found
                assert one.owned.user == made.one.user
                assert str(one.price) == row.price.split()[0]
                assert str(label(one.owned, one.form)) == one.owned.ability.name, "no moment allows two forms"
    field, hero = made.field, made.one.hero
    use = use_of(row, made)
    cost = int(row.price.split()[0])
    assert (use.price, use.ac, use.taisho, use.seat) == (cost, cost, row.taisho, "a")
    names = {"own": {OWN}, "each": {OWN}, "opposed": {MINE, THEIRS}, "none": set()}[row.roll.split()[0]]
    assert {name[:1] for name in due(use)} == names
    assert {ask.seat for ask in field.state.asks if ask.about == use.id and ask.kind == "ki"} == {
        "b" if name == THEIRS else "a" for name in names
    }
    after = next((h for p in field.state.pieces for h in p.heroes if hero and h.id == hero.id), None)
    assert (after is not None and after.hidden) == (row.ability == "yutei")
    event = Event("use", "a", "a", {"user": use.user, "ability": row.ability, "about": made.about})
    assert ("user" in must(field.shown(event, "b"))) is (row.seen in (OPEN, SHOWS))
    assert row.seen != SIDE or made.one.user not in repr(field.view("b"))


@arranged_ones
def test_held_it_does_what_the_row_says_until_it_says_and_failed_what_it_says_of_that(row: Row) -> None:
    for holds in (True, False):
        made = driven(row)
        outcomes = made.form.won if holds else made.form.lost
        if not all(isinstance(one, GENERIC) for one in outcomes) or (row.roll == "none" and not holds):
            continue
        use = settled(row, made, holds=holds)
        state = made.field.state
        assert (use.holds, hears(made.field, use.id)) == (holds, [])
        lies = {(one.source, one.on) for one in state.effects}
        on = {"self": {use.user}, "side": {"a"}, "targets": set(use.targets), "losers": set(use.losers)}
        for one in (*made.form.won, *made.form.lost):
            if isinstance(one, Lasts):
                assert {(one.effect, who) in lies for who in on[one.on]} <= {one in outcomes}
        if LiesOpen() in made.form.won:
            assert state.deployment.lies_open("b1") is holds
        for lasting in (one for one in outcomes if isinstance(one, Lasts)):
            assert lies, "it lies on somebody"
            if lasting in made.form.won:
                assert turns_of(state, lasting, on[lasting.on]) == {"turn": 1, "next-turn": 2, "place": 4}[row.end]


def turns_of(state: State, lasting: Lasts, on: set[str]) -> int:
    """In how many of the next four turns, of which it leaves out none, this counts."""
    counts = []
    for _ in range(4):
        counts.append(any(lasting.effect in effects_on(state.effects, who, state.turn) for who in on))
        state = next_turn(state)
    assert counts == sorted(counts, reverse=True)
    return sum(counts)


def settled(row: Row, made: Driven, *, holds: bool) -> Use:
    """Uses it to the last die, every die for it or every die against it."""
    field, use = made.field, use_of(row, made)
    for _ in range(6):
        asks = [ask for ask in field.state.asks if ask.about == use.id]
        if not asks:
            break
        ask = asks[0]
        if ask.kind == "whom":
            target = (
                {"1": True, "2": True}
                if made.form.whom.count
                else {"a2" if made.form.whom.pool == "friends" else "b1": True}
            )
            field.act(ask.seat, "whom", step=ask.id, target=target)
        else:
            high = made.form.roll == "opposed" or (made.form.roll is None and made.one.ability.ki_roll == "opposed")
            mine = ask.seat == "a"
            low, top = (10, 1) if high else (1, 10)
            good = holds if mine else not holds
            field.act(ask.seat, "roll", step=ask.id, faces=[(low if good else top) % 10])
    return must(field.state.use(use.id))


Arrange = Callable[[Driven], None]


def engaged(made: Driven) -> None:
    made.field.act("a", "touch", one=made.one.piece.id, other="b1", charged="earlier")


def apart(made: Driven) -> None:
    made.field.act("a", "part", one=made.one.piece.id, other="b1")


def first_turn(made: Driven) -> None:
    apart(made)
    made.field.act("a", "touch", one=made.one.piece.id, other="b1", charged="one")


def shot(made: Driven) -> None:
    made.field.act("a", "mark", piece=made.one.piece.id, marker="shot", on=True)


def from_the_flank(made: Driven) -> None:
    charges = (replace(one, zone="flank") for one in made.field.state.charges)
    made.field.state = replace(made.field.state, charges=tuple(charges))


def as_it_is(made: Driven) -> None:
    """The battle has just begun: nobody charges, nobody runs away, not every card lies."""


OBSTACLES: Mapping[str, tuple[Arrange, str]] = {
    "engaged": (engaged, "while engaged"),
    "no-charge": (as_it_is, "It needs a charge"),
    "apart": (apart, "Nobody is in contact with"),
    "first-turn": (first_turn, "Only from the second turn of a combat on"),
    "shot": (shot, "after shooting this turn"),
    "flank": (from_the_flank, "does not come from the front"),
    "turn-1": (as_it_is, "Only from the second turn on."),
    "one-runs": (as_it_is, "two or more units in flight"),
}
"""How each comes about at a table, and the sentence of the chip. Cards and hidden characters: their own tests."""
HINDERED = [(row, name) for row in ARRANGED for name in row.no.split() if name in OBSTACLES]


@pytest.mark.parametrize(("row", "name"), HINDERED, ids=lambda one: one if isinstance(one, str) else named(one))
def test_what_stands_against_it_is_said_at_its_chip(row: Row, name: str) -> None:
    made = driven(row)
    if name == "no-charge" and row.window == "charging":
        made.field.state = replace(made.field.state, charges=(), plans=())
    arrange, sentence = OBSTACLES[name]
    arrange(made)
    (one,) = offered(made, row, form_of(row).window, made.about)
    assert one.against is not None
    expected = "Announce its charge" if (name, row.window) == ("no-charge", "charging") else sentence
    assert expected in str(one.against)
