"""Who may see an act is said once, on the act: log, export, entries, undo and requests are held against it.

Every act of every game is entered at a real table with secrets planted in all its fields and in its line, and whatever
the other seat and a watcher can get is searched for what the act's own declaration does not give them.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, make_dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import create_model

from companion.play.acts import Act, ActForm, Game, Sealing, everybody, own_seat, part, public_line
from companion.play.desk import act_of
from companion.play.game import Event, Line, Seat
from companion.play.registry import GAMES
from companion.play.values import Asked, Done, Preview, Tap
from companion.rules.text import Refusal, Text
from companion.store import rows
from tests.play.tabletop import DEVICES, Tabletop

LOOKING: tuple[tuple[Seat | None, str], ...] = (*DEVICES.items(), (None, "device-w"))
OVER = {"kensei": "draw", "tenno": True}
"""What `over` is at the end of the games in which acts are opened then."""


def doing(apply: Callable[[Any], Any]) -> type[ActForm]:
    return type("Form", (ActForm,), {"apply": lambda self, state, event: apply(state)})


# ---- an act that does not say it


def test_an_act_that_does_not_say_who_may_see_it_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="sees"):
        Act("careless", ActForm)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="who may see it"):
        Act("careless", ActForm, sees=None)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nobody_sees_an_event_no_act_stands_for(game: Game[Any]) -> None:
    state = game.start({})
    for seat in (None, *game.seats):
        assert game.show_event(state, Event("unheard-of", "a", "a", {"x": 1}), seat) is None


# ---- every act of every game


class Counts(ActForm):
    """Enters it and nothing else: who acts later acts at another table without it."""

    def apply(self, state: Any, event: Event) -> Any:
        return replace(state, entered=state.entered + 1)


def planted(act: Act[Any]) -> Act[Any]:
    """The act with its name, fields and declaration, which changes nothing and tells all a watcher may know of it;
    where he may know nothing, all there is."""

    class Tells(Counts):
        def line(self, before: Any, event: Event, after: Any) -> Line:
            shown = act.sees(after, event, None)
            words = " ".join(str(value) for value in (event.data if shown is None else shown).values())
            return public_line("%(mark)s %(words)s", mark=mark(act), words=words)

    fields: dict[str, Any] = dict.fromkeys(act.data.model_fields, (Any, ""))
    base = (Tells, Sealing) if issubclass(act.data, Sealing) else Tells
    return replace(act, data=create_model(f"Planted{act.name}", __base__=base, **fields))


def mark(act: Act[Any]) -> str:
    return f"this-is-{act.name}"


class Planted(Tabletop):
    """Tables of one game, all of whose acts are planted: they are counted, and nothing else. `over` ends the game,
    `idle` is one more of them without a line."""

    def __init__(self, folder: Path, game: Game[Any]) -> None:
        over = OVER.get(game.id)
        acts = {act.name: planted(act) for act in game.acts.values()}
        acts["over"] = Act("over", doing(lambda s: replace(s, over=over) if over else s), sees=everybody)
        acts["idle"] = Act("idle", Counts, sees=everybody)
        counted = make_dataclass("Counted", [("entered", int, 0)], bases=(game.state,), frozen=True)

        def start(playing: Any, setup: Mapping[str, Any]) -> Any:
            state = game.start(setup)
            return counted(**{one.name: getattr(state, one.name) for one in fields(state)})

        changed = {"acts": acts, "state": counted, "start": start, "barred": lambda *_: None}
        super().__init__(folder, type(game.name, (type(game),), changed)())
        self.looking = [(seat, device) for seat, device in LOOKING if seat is None or seat in game.seats]

    def enter(self, seat: str, act: str) -> Event:
        """The act with a secret in each field, as it is kept."""
        form = {name: f"secret-{name}" for name in self.game.acts[act].data.model_fields}
        done = self.tables.tap(self.id, DEVICES[seat], Tap(act, form, seat, seat, self.key()))
        if isinstance(done, Asked):
            done = self.answer("b" if seat == "a" else "a", True)
        assert isinstance(done, Done), (act, str(done))
        with self.store.read() as db:
            row = rows.event_row(db, self.id, done.seq)
        assert row is not None
        return act_of(row).event

    def exported(self, seat: Seat | None) -> list[dict[str, Any]]:
        document = self.tables.export(self.id, seat)
        assert document is not None
        return list(document["events"])

    def got(self, seat: Seat | None, device: str) -> Iterator[str]:
        """Everything this seat can get of the log, and what is asked of it."""
        table = self.get()
        yield json.dumps(self.exported(seat))
        yield from (str(entry.text) for entry in self.tables.log(self.id, seat))
        yield from (str(line) for line in self.tables.export_text(self.id, seat) or ())
        yield from (str(self.tables.entry(self.id, seat, seq)) for seq in range(table.seq + 2))
        yield from (str(line) for ask in table.asks for line in ask.lines_for(seat))
        yield str(table.last.get(seat))
        yield str(self.tables.next_undo(self.id, device, seat or "", seat))
        if seat is not None:
            previews = (self.tables.preview_amend(self.id, device, seat, seq, ()) for seq in range(table.seq + 2))
            yield from (str(preview) for preview in previews)


def hides(table: Planted, act: Act[Any], event: Event, shown: Mapping[str, Any] | None, who: tuple[Any, str]) -> None:
    """Fails where somebody gets more of the event than is shown to him; not asked where that is all of it."""
    kept = [str(value) for name, value in event.data.items() if name not in (shown or {})]
    for text in table.got(*who) if kept or shown is None else ():
        assert not [secret for secret in kept if secret in text], (act.name, who, text)
        assert shown is not None or mark(act) not in text, (act.name, who, text)


def holds(table: Planted, act: Act[Any], event: Event) -> None:
    """Fails where somebody gets more of the event than its act says, or less of it in the export."""
    state = table.get().state
    for seat, device in table.looking:
        shown = act.sees(state, event, seat)
        hides(table, act, event, shown, (seat, device))
        found = [one["data"] for one in table.exported(seat) if one["type"] == act.name and one["counts"]]
        assert found == ([] if shown is None else [shown]), (act.name, seat)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_goes_by_what_each_act_says(game: Game[Any], tmp_path: Path) -> None:
    table = Planted(tmp_path, game)
    opened = False
    for act in game.acts.values():
        table.table("a", "b")
        if act.quiet:
            table.enter("b", "idle")  # a quiet act stands behind another
        event = table.enter("a", act.name)
        assert event.data.keys() == act.data.model_fields.keys()
        holds(table, act, event)
        begun = {seat: act.sees(table.get().state, event, seat) for seat, _ in table.looking}
        for seat, _ in table.looking:
            lines = [str(entry.text) for entry in table.tables.log(table.id, seat)]
            assert [mark(act) in line for line in lines] == ([] if begun[seat] is None else [True]), (act.name, seat)

        table.enter("b", "idle")
        if act.quiet:
            assert isinstance(table.undo("a"), Done), "a request would tell of it"
        else:
            assert isinstance(table.undo("a"), Asked)
            holds(table, act, event)
            for seat, _ in table.looking:
                assert bool(table.get().asks[0].lines_for(seat)) == (begun[seat] is not None), (act.name, seat)
            assert isinstance(table.answer("b", True), Done)
        for who in table.looking:
            hides(table, act, event, begun[who[0]], who)

        event = table.enter("a", act.name)
        table.enter("a", "over")
        holds(table, act, event)
        shut = begun[None] != act.sees(table.get().state, event, None)
        assert isinstance(table.undo("a"), Asked if game.id in OVER else Done), "what was opened has been seen"
        opened |= shut
    assert opened == (game.id in OVER)
    table.close()


def test_why_an_act_became_impossible_is_told_to_those_who_see_all_of_it(tmp_path: Path) -> None:
    """The reason may speak of any of its fields; of a duel of Tenno nobody reads which cards met."""
    table = Tabletop(tmp_path, GAMES["tenno"])
    table.table("a", "b")
    for number, (seat, target) in enumerate(("ab", "ba"), 1):
        table.did(seat, "duel", number=number, card="samurai-8", target=target, defense="samurai-7")
    told = {}
    for seat in "ab":
        preview = table.preview(seat, 1, ())
        assert isinstance(preview, Preview)
        assert [change.seq for change in preview.impossible] == [2]
        told[seat] = preview.impossible[0].refusal
    assert told["a"] is None
    assert told["b"] is not None, "he entered it himself"
    table.close()


# ---- what a line says, and to whom


@dataclass(frozen=True)
class Veiled:
    hidden: tuple[str, ...] = ("ace", "king")
    open: bool = False


def until_open(state: Veiled, event: Event, seat: Seat | None) -> Mapping[str, Any] | None:
    return event.data if state.open else own_seat(state, event, seat)


class CardAct(ActForm):
    card: str = ""

    def apply(self, state: Veiled, event: Event) -> Veiled:
        return state

    def line(self, before: Veiled, event: Event, after: Veiled) -> Line:
        return Line(Text("A card."), {"a": Text("The %(card)s.", {"card": self.card}), "b": Text("Not for b.")})


class Away(CardAct):
    def apply(self, state: Veiled, event: Event) -> Veiled:
        return replace(state, hidden=tuple(card for card in state.hidden if card != self.card))


class Veil(Game[Veiled]):
    """Cards are hidden; acts take them away in sight or unseen, or open what was closed."""

    id = "veil"
    name = "Veil"
    seats = ("a", "b")
    rules_version = "1"
    state = Veiled
    acts: ClassVar[Mapping[str, Act[Any]]] = {
        act.name: act
        for act in (
            Act("show", Away, sees=everybody),
            Act("burn", Away, sees=own_seat),
            Act("plot", CardAct, sees=until_open),
            Act("deal", CardAct, sees=lambda s, e, seat: e.data if seat == "a" else part(e)),
            Act("turn", doing(lambda state: replace(state, open=not state.open)), sees=everybody),
        )
    }
    start = again = due = view = result = None  # type: ignore[assignment]  # only its lines are looked at

    def barred(self, state: Veiled, event: Event) -> Refusal | None:
        return None

    def secrets(self, state: Veiled) -> frozenset[str]:
        return frozenset(state.hidden)


VEIL = Veil()


def line_of(act: str, state: Veiled | None = None, **data: str) -> Line:
    before = state or Veiled()
    event = Event(act, "a", "a", data)
    after = VEIL.apply(before, event)
    assert isinstance(after, Veiled)
    return VEIL.line(before, event, after)


def test_a_line_is_told_to_those_who_may_see_its_act() -> None:
    ace = Text("The %(card)s.", {"card": "ace"})
    for act in ("burn", "plot"):
        assert (line_of(act, card="ace").public, line_of(act, card="ace").private) == (None, {"a": ace})
    for act in ("show", "deal"):
        told = line_of(act, card="ace")
        assert (told.public, dict(told.private)) == (Text("A card."), {"a": ace, "b": Text("Not for b.")})
    assert line_of("plot", Veiled(open=True), card="ace").public == Text("A card.")
    assert [VEIL.has_secret(Veiled(hidden=hidden)) for hidden in (("ace",), ())] == [True, False]


@pytest.mark.parametrize(
    ("act", "data", "open_before", "reveals"),
    [
        ("show", {"card": "ace"}, False, True),
        ("show", {"card": "none such"}, False, False),
        ("burn", {"card": "ace"}, False, False),
        ("plot", {"card": "ace"}, False, False),
        ("deal", {"card": "ace"}, False, False),
        ("turn", {}, False, True),
        ("turn", {}, True, False),
    ],
)
def test_what_shows_a_secret_is_found_out(act: str, data: dict[str, str], open_before: bool, reveals: bool) -> None:
    assert line_of(act, Veiled(open=open_before), **data).reveals == reveals
