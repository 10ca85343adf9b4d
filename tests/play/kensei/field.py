"""A battle in a test's hand: acts go through `read` and `apply` as a page's would, without a table or a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from typing import Any

from companion.content import catalog
from companion.play.game import Due, Event, Line
from companion.play.kensei import markers
from companion.play.kensei.after.view import HonorView
from companion.play.kensei.chains import Chain
from companion.play.kensei.choose import ChooseView, choose_view
from companion.play.kensei.fight.view import AttackView
from companion.play.kensei.game import KENSEI
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State, must
from companion.play.kensei.turn.view import TaishoView
from companion.play.kensei.turn.whose import ended, is_led
from companion.play.kensei.view import View
from companion.play.values import Passage
from companion.rules.text import Refusal


class Field:
    """Two sides and what they do. `act` must succeed, `refused` must not; `line`: what the log has of the last act."""

    def __init__(self, **setup: str) -> None:
        state = KENSEI.start(setup)
        assert isinstance(state, State), state
        self.state = self.first = state
        self.events: list[Event] = []
        self.line = Line()

    def copy(self) -> Field:
        """The same battle, which goes on by itself."""
        other = copy(self)
        other.events = [*self.events]
        return other

    def try_act(self, seat: str, type: str, by: str | None = None, **form: Any) -> State | Refusal:
        """The state after an act, or why it is refused; nothing is changed."""
        return self._tried(seat, type, by, form)[1]

    def _tried(self, seat: str, type: str, by: str | None, form: Mapping[str, Any]) -> tuple[Event, State | Refusal]:
        data = KENSEI.read(type, form)
        if isinstance(data, Refusal):
            return Event(type, seat, by or seat, {}), data
        plain = {name: value for name, value in data.items() if name != "how"}
        event = Event(type, seat, by or seat, plain, "hand" if "how" in data else "")
        return event, KENSEI.apply(self.state, event)

    def attempt(self, seat: str, type: str, by: str | None = None, **form: Any) -> str | Refusal:
        """Does it unless it is refused; the log's public line (empty: none), or why not."""
        event, after = self._tried(seat, type, by, form)
        return after if isinstance(after, Refusal) else self.enter(event)

    def enter(self, event: Event) -> str:
        """Does an act as it is kept, with what no form brings; the log's public line."""
        after = KENSEI.apply(self.state, event)
        assert isinstance(after, State), str(after)
        self.line = KENSEI.line(self.state, event, after)
        self.state = after
        self.events.append(event)
        return str(self.line.public or "")

    def act(self, seat: str, type: str, by: str | None = None, **form: Any) -> str:
        """Does it, and returns the log's public line (empty: none)."""
        said = self.attempt(seat, type, by, **form)
        assert not isinstance(said, Refusal), str(said)
        return said

    def passages(self) -> Iterator[Passage]:
        """All acts once more from the empty table."""
        state = self.first
        for event in self.events:
            after = KENSEI.apply(state, event)
            assert isinstance(after, State), str(after)
            yield Passage(state, event, after)
            state = after

    def refused(self, seat: str, type: str, by: str | None = None, **form: Any) -> str:
        """The sentence of the refusal."""
        answer = self.try_act(seat, type, by, **form)
        assert isinstance(answer, Refusal), f"{type} was not refused"
        return str(answer)

    # armies

    def unit(self, seat: str, unit: str, miniatures: int | None = None) -> str:
        """Musters a unit; its piece."""
        count: dict[str, Any] = {} if miniatures is None else {"miniatures": miniatures}
        self.act(seat, "muster", unit=unit, **count)
        return [p for p in self.state.of(seat) if p.unit][-1].id

    def hero(self, seat: str, character: str, piece: str | None = None, **outfit: Any) -> str:
        """Enlists a character; his id."""
        before = {h.id for p in self.state.pieces for h in p.heroes}
        self.act(seat, "enlist", character=character, **({"piece": piece} if piece else {}), **outfit)
        return next(h.id for p in self.state.pieces for h in p.heroes if h.id not in before)

    def army(self, seat: str, told: str) -> Field:
        """Musters an army told as "buke: katana-samurai 8 + busho-buke katana, yari-ashigaru, kensei": its path where
        it has one, then its units with how many they are and who stands in them, and who stands alone; each character
        with his weapon where it is not the usual one.
        """
        path, _, pieces = told.rpartition(": ")
        if path:
            self.act(seat, "side", path=path)
        for piece in pieces.split(", "):
            first, *heroes = piece.split(" + ")
            name, *more = first.split(" ")
            if name in catalog().units:
                unit = self.unit(seat, name, *map(int, more))
            else:
                unit, heroes = None, [first, *heroes]
            for hero in heroes:
                character, *weapon = hero.split(" ")
                self.hero(seat, character, unit, **({"weapon": weapon[0]} if weapon else {}))
        return self

    def begin(self) -> Field:
        """Both say Ready."""
        self.act("a", "ready")
        self.act("b", "ready")
        return self

    # looking

    def view(self, seat: str | None) -> View:
        """All that this seat's page shows."""
        return KENSEI.view(self.state, seat)

    def due(self) -> tuple[Due, ...]:
        """What is asked now, the first first."""
        return KENSEI.due(self.state)

    def shown(self, event: Event, seat: str | None) -> Mapping[str, Any] | None:
        """What this seat may see of an act."""
        return KENSEI.show_event(self.state, event, seat)

    def piece(self, piece_id: str) -> Piece:
        return must(self.state.piece(piece_id))

    def hero_of(self, hero_id: str) -> Hero:
        return next(h for p in self.state.pieces for h in p.heroes if h.id == hero_id)

    def markers(self, piece_id: str) -> set[str]:
        """The markers that lie beside a piece."""
        return {marker.id for marker in markers.shown(self.state, self.piece(piece_id))}

    def owed(self) -> list[tuple[str, tuple[str, ...]]]:
        """Who owes a roll, and why."""
        return [(o.piece, o.causes) for o in self.state.owed]

    # dice

    def aim(self, kind: str, attacker: str, defender: str, **situation: Any) -> None:
        """Takes aim, in these circumstances besides what the markers tell."""
        seat = self.piece(attacker).seat
        who = {name: situation.pop(name) for name in ("striker", "weapon") if name in situation}
        self.act(seat, "aim", kind=kind, attacker=attacker, defender=defender, **who)
        for field, value in situation.items():
            self.act(seat, "situate", step=self.step(), field=field, value=value)

    def shoot(self, attacker: str, defender: str, *rolls: str, **situation: Any) -> str:
        """A shot with these dice, attack, defense and damage ("9 9", "9 9", "5 5"), from 40 cm; the last line.

        Attack dice left out are ones, which miss.
        """
        situation.setdefault("distance_cm", 40)
        return self._attack("shot", attacker, defender, rolls, situation)

    def strike(self, attacker: str, defender: str, *rolls: str, **situation: Any) -> str:
        """The same in close combat. A Bushi in the unit stands back, unless the test lets his unit `wait` for him."""
        return self._attack("melee", attacker, defender, rolls, situation)

    def _attack(
        self, kind: str, attacker: str, defender: str, rolls: tuple[str, ...], situation: dict[str, Any]
    ) -> str:
        wait = situation.pop("wait", False)
        self.aim(kind, attacker, defender, **situation)
        said, begun = "", self.chain().id
        for faces in rolls:
            said = self.throw(faces)
        assert any(one.id == begun and one.finished for one in self.state.chains), (
            f"{self.due()[0].sentence} is still due"
        )
        due = self.due()[0]
        if due.kind == "beside" and not wait:
            said = self.act(due.seat, "stand-back", step=due.step)
        return said

    def throw(self, faces: str) -> str:
        """Enters the dice that are due ("9 9"); the last line. Attack dice left out are ones, which miss."""
        due = self.due()[0]
        thrown = [int(face) for face in faces.split()]
        if due.kind == "attack":
            thrown += [1] * (due.data["dice"] - len(thrown))
        return self.act(due.seat, "roll", step=due.step, faces=thrown)

    def chain(self) -> Chain:
        """The roll chain under way, or else the last one."""
        return self.state.running or self.state.chains[-1]

    def step(self) -> str:
        """The name of the roll that is due."""
        return self.due()[0].step

    def honor(self, piece: str, die: int, *flight: int, **answers: Any) -> None:
        """The roll this piece owes, or one by hand; with the flight's dice where it breaks."""
        owed = next((o.id for o in self.state.owed if o.piece == piece), "")
        seat = self.piece(piece).seat
        self.act(seat, "honor", piece=piece, owed=owed)
        for field, value in answers.items():
            self.act(seat, "answer", step=self.due()[0].step, field=field, value=value)
        for faces in ([die], list(flight)):
            if faces:
                self.act(seat, "roll", step=self.due()[0].step, faces=faces)

    def off_table(self, piece: str) -> str:
        """It runs away, and over the edge (11:4:4); the last line."""
        seat = self.piece(piece).seat
        self.act(seat, "mark", piece=piece, marker="fleeing", on=True)
        return self.act(seat, "off-table", piece=piece)

    def leave(self, phases: int = 1, **more: Any) -> str:
        """Ends so many phases; that of the orders, once the other side has ended its own. The last line."""
        return [self._leave(**more) for _ in range(phases)][-1]

    def _leave(self, **more: Any) -> str:
        if "b" not in ended(self.state) and is_led(self.state) and self.state.phase == "orders":
            said = self.act("b", "done", turn=self.state.turn)
            if self.state.phase != "orders":
                return said
        return self.act("a", "leave", turn=self.state.turn, phase=self.state.phase, **more)

    def next_turn(self, **more: Any) -> str:
        """Ends three phases: what is done in one turn is followed by the same phase of the next. The last line."""
        return self.leave(3, **more)


def fielded(a: str, b: str, *, first: str = "", phase: str = "orders", **setup: str) -> Field:
    """Two armies, each told as for `army`, in the orders or the combat phase; where it is said, who acts first. What
    is asked for again is copied: no state is ever changed."""
    return _fielded(a, b, first, phase, tuple(setup.items())).copy()


@cache
def _fielded(a: str, b: str, first: str, phase: str, setup: tuple[tuple[str, str], ...]) -> Field:
    return started(Field(**dict(setup)).army("a", a).army("b", b), first, phase)


def started(field: Field, first: str = "", phase: str = "orders") -> Field:
    """The battle of both armies has begun, and is in this phase; where it is said, who acts first."""
    field.begin()
    if first:
        field.act("a", "first", first=first)
    if phase == "combat":
        field.leave()
    return field


def attack_of(field: Field, seat: str = "a") -> AttackView:
    """The attack under way as this side sees it."""
    return must(field.view(seat).attack)


def honor_of(field: Field, seat: str = "a") -> HonorView:
    """The honor roll under way as this side sees it."""
    return must(field.view(seat).honor)


def taisho_of(field: Field) -> TaishoView:
    """What the general of side A has."""
    return next(one for one in field.view("a").taisho if one.seat == "a")


def panel(field: Field, seat: str | None, mine: tuple[str, ...] | None = None) -> ChooseView:
    """What this seat's phone shows, with the act that a page shows it; `mine`: it holds more seats than the one."""
    due = field.due()
    act = due[0] if due[0].seat == seat else next((one for one in due if one.seat == seat and not one.owed), None)
    held = mine if mine is not None else (seat,) if seat is not None else ()
    return choose_view(field.view(seat), seat, held, act, due)
