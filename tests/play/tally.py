"""A small game with all that a real one has: commuting and ordered acts, secrets, hidden acts, dice and taps.

Each seat has coins. `add` gives it some (in any order), `spend` takes some it must have. `draw` takes a card only
its owner sees, `hide` an act the others may not even know of, `think` one they may not even notice, `show` turns the
hand up. `begin` starts a roll of three dice, `pad` notes one of them, `roll` ends it; its coins are the number of
sevens and better.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.play.acts import Act, ActForm, Game, everybody, own_seat
from companion.play.game import Due, Event, Line, Result, Seat
from companion.rules.text import Refusal, Text

SEATS = ("a", "b", "c")


@dataclass(frozen=True)
class State:
    coins: dict[Seat, int]
    hands: dict[Seat, tuple[str, ...]]
    hidden: dict[Seat, tuple[str, ...]]
    shown: tuple[Seat, ...] = ()
    rolls: int = 0
    roller: Seat | None = None
    noted: tuple[int, ...] = ()
    pot: int = 0
    """All coins there are: whoever gets or spends some after another does something else without him."""
    drawn: int = 0
    """All cards anybody has drawn, likewise."""


@dataclass
class Tally:
    acts: ClassVar[Mapping[str, Any]] = {}
    past: ClassVar[tuple[Text, ...]] = ()
    id: str = "tally"
    name: str = "Tally"
    seats: tuple[Seat, ...] = SEATS
    rules_version: str = "1"
    most_spent: int = 10**9
    """Another rules version may allow less."""
    thinks: bool = True
    """Another one may know no thinking."""
    folded: int = field(default=0, compare=False)

    def start(self, setup: Mapping[str, Any]) -> State | Refusal:
        coins = setup.get("coins", 0)
        if not isinstance(coins, int) or coins < 0:
            return Refusal(Text("Coins are a number from 0 on."))
        return State(dict.fromkeys(SEATS, coins), dict.fromkeys(SEATS, ()), dict.fromkeys(SEATS, ()))

    def again(self, state: State, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**setup, "again": True}

    def apply(self, state: State, event: Event) -> State | Refusal:
        self.folded += 1
        return getattr(self, f"_{event.type}")(state, event.seat, event.data)

    def _coins(self, state: State, seat: Seat, more: int) -> State:
        return replace(state, coins={**state.coins, seat: state.coins[seat] + more}, pot=state.pot + more)

    def _add(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        return self._coins(state, seat, data["n"])

    def _spend(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        if data["n"] > min(state.coins[seat], self.most_spent):
            return Refusal(Text("%(seat)s has only %(n)s", {"seat": seat, "n": state.coins[seat]}))
        return self._coins(state, seat, -data["n"])

    def _draw(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        return replace(state, hands={**state.hands, seat: (*state.hands[seat], data["card"])}, drawn=state.drawn + 1)

    def _hide(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        return replace(state, hidden={**state.hidden, seat: (*state.hidden[seat], data["card"])})

    def _think(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        return self._hide(state, seat, data) if self.thinks else Refusal(Text("Nobody thinks here."))

    def _show(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        if not state.hands[seat]:
            return Refusal(Text("There is no card to show."))
        return replace(state, shown=(*state.shown, seat))

    def _begin(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        if state.roller is not None:
            return Refusal(Text("A roll is under way."))
        return replace(state, roller=seat, rolls=state.rolls + 1, noted=())

    def _pad(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        if state.roller != seat or len(state.noted) == 3:
            return Refusal(Text("No die of yours is awaited."))
        return replace(state, noted=(*state.noted, data["face"]))

    def _roll(self, state: State, seat: Seat, data: Mapping[str, Any]) -> State | Refusal:
        faces = tuple(data["faces"]) or state.noted
        if state.roller != seat or len(faces) != 3:
            return Refusal(Text("Three dice of who began the roll are awaited."))
        return self._coins(replace(state, roller=None, noted=()), seat, sum(face >= 7 for face in faces))

    def due(self, state: State) -> tuple[Due, ...]:
        if state.roller is None:
            return ()
        return (Due(state.roller, "roll", Text("Roll 3 dice."), f"roll-{state.rolls}", {"dice": 3}),)

    dice, stamped, decided = Game.dice, Game.stamped, Game.decided
    agreed, guards_seats, roll_name = Game.agreed, Game.guards_seats, Game.roll_name

    def view(self, state: State, seat: Seat | None) -> Any:
        hands = {s: state.hands[s] if s == seat or s in state.shown else len(state.hands[s]) for s in SEATS}
        return {"coins": state.coins, "hands": hands, "hidden": state.hidden[seat] if seat else ()}

    def result(self, state: State) -> Result | None:
        winner = next((s for s in SEATS if state.coins[s] >= 1000), None)
        return Result(((winner,),), state.coins, Text("%(seat)s wins", {"seat": winner})) if winner else None

    def line(self, before: State, event: Event, after: State) -> Line:
        values = {"seat": event.seat, "total": after.coins[event.seat], **event.data}
        step = f"roll-{after.rolls}"
        if event.type == "pad":
            return Line(step=step)
        if event.type in ("hide", "think"):
            return Line(private={event.seat: Text("%(seat)s hides %(card)s", values)})
        if event.type == "draw":
            private = {event.seat: Text("%(seat)s draws %(card)s", values)}
            return Line(Text("%(seat)s draws a card", {"seat": event.seat}), private)
        if event.type == "show":
            return Line(
                Text("%(seat)s shows %(hand)s", {**values, "hand": ", ".join(after.hands[event.seat])}), reveals=True
            )
        if event.type == "roll":
            return Line(Text("%(seat)s rolls and has %(total)s", values), step=step)
        if event.type == "begin":
            return Line(Text("%(seat)s takes the dice", values))
        verb = {"add": "adds", "spend": "spends"}[event.type]
        return Line(Text(f"%(seat)s {verb} %(n)s and has %(total)s", values))

    def label(self, state: State, event: Event) -> Text | None:
        return Text("the face %(face)s", {"face": event.data["face"]}) if event.type == "pad" else None

    def show_event(self, state: State, event: Event, seat: Seat | None) -> Mapping[str, Any] | None:
        if event.type in ("hide", "think") and seat != event.seat:
            return None
        if event.type == "draw" and seat != event.seat and event.seat not in state.shown:
            return {}
        return event.data

    def read(self, event_type: str, form: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        if event_type in ("add", "spend"):
            n = form.get("n")
            return {"n": n} if isinstance(n, int) and 0 < n < 10_000 else Refusal(Text("n is 1 to 9,999"))
        if event_type in ("draw", "hide", "think"):
            return {"card": str(form.get("card"))}
        if event_type == "pad":
            face = form.get("face")
            if not isinstance(face, int) or not 1 <= face <= 10:
                return Refusal(Text("A face is 1 to 10."))
            return {"face": face, "how": "hand"}
        if event_type == "roll":
            faces = form.get("faces", ())
            if any(not isinstance(face, int) or not 1 <= face <= 10 for face in faces):
                return Refusal(Text("Faces are 1 to 10."))
            return {"faces": tuple(faces), "how": "hand"}
        if event_type in ("begin", "show"):
            return {}
        return Refusal(Text("This game knows no such act."))

    def declared(self, event_type: str) -> Act[State]:
        sees = own_seat if event_type in ("hide", "draw", "think") else everybody
        return Act(event_type, ActForm, event_type == "add", quiet=event_type == "think", sees=sees)

    def owed(self, state: State, former: State) -> tuple[str, ...]:
        return ()

    def ready(self, state: State, event: Event) -> State:
        return state

    def anyway(self, event: Event) -> None:
        return None

    def has_secret(self, state: State) -> bool:
        return any(state.hidden[s] or (state.hands[s] and s not in state.shown) for s in SEATS)

    def dump(self, state: State) -> str:
        return json.dumps(state.__dict__)

    def load(self, text: str) -> State:
        value = json.loads(text)
        for cards in ("hands", "hidden"):
            value[cards] = {seat: tuple(held) for seat, held in value[cards].items()}
        return State(**{**value, "shown": tuple(value["shown"]), "noted": tuple(value["noted"])})
