"""A pursuit at the table, and what it or a flight meets on its way (10:1:1, 11:4:2 to 11:4:5; K58, K59, K84)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import StepAct, act
from companion.play.kensei.after import words
from companion.play.kensei.after.flight import gone, stands, thrown
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind, Words, answers, choice
from companion.play.kensei.asks import Ask
from companion.play.kensei.pieces import Piece, other
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Chase, Flight
from companion.rules import counts
from companion.rules.kensei.after.flight import ENDS, End
from companion.rules.kensei.after.honor import flight_dice
from companion.rules.kensei.turn.contacts import Contact, named
from companion.rules.kensei.turn.effects import Effect
from companion.rules.text import Refusal, Text

RULE = "11:4:5"


def _begun(ask: Ask) -> Refusal | None:
    """Whether the dice of this pursuit are being entered: what was said of it stands then."""
    words_ = Text("Dice are already entered: clear them, or finish the pursuit.")
    return None if ask.pad.empty else Refusal(words_, RULE)


@act("pursue", label=Text("a pursuit"), sees=everybody)
class PursueAct(StepAct):
    @answers("chase", "pursuit", rule=RULE)
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        if refused := _begun(ask):
            return refused
        flight, chase = state.chase(ask.about)
        state = state.without_results(event.seat).with_chase(flight, replace(chase, answer="pursue"))
        for another in state.asks:  # one unit pursues one enemy
            if another.kind == "chase" and state.chase(another.about)[1].piece == chase.piece:
                state = state.without_asks(another.about)
        return state.with_question("pursuit", ask.seat, chase.id)

    def line(self, before: State, event: Event, after: State) -> Text:
        return Text("%(unit)s will pursue %(runner)s.", words.titles(before, *_chase_at(before, self)))


@act("hold", sees=everybody)
class HoldAct(StepAct):
    @answers("chase", "pursuit", rule=RULE)
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        if refused := _begun(ask):
            return refused
        flight, chase = state.chase(ask.about)
        return state.with_chase(flight, replace(chase, answer="hold")).without_asks(chase.id)

    def line(self, before: State, event: Event, after: State) -> Text:
        return words.stays_back(before, *_chase_at(before, self))


def _chase_at(state: State, data: StepAct) -> tuple[Flight, Chase]:
    return state.chase(data.asked(state).about)


# ---- the dice


def dice(state: State, ask: Ask) -> int:
    """Dice of a pursuit, or of the way on after a free attack (K28, K58)."""
    flight = state.flight(ask.about)
    runner = state.known(flight.piece if flight else state.chase(ask.about)[1].piece)
    return flight_dice(runner.body, after_free_attack=ask.kind == "further")


def ask_words(state: State, ask: Ask) -> Words:
    """The dice of who was reached in flight and defeated and runs on without an honor roll (K85), of who flees from a
    charge (9:5:6), of the way on after a free attack (K58); or else of a pursuit."""
    flight = state.flight(ask.about)
    chased = (flight,) if flight is not None else state.chase(ask.about)
    names = {**words.titles(state, *chased), "dice": counts.dice(dice(state, ask))}
    if ask.kind == "again":
        return (
            Text("Reached in flight and defeated, %(runner)s must flee again. Roll %(dice)s to see how far.", names),
            Text("Reached in flight and defeated, %(runner)s must flee again.", names),
        )
    if ask.kind == "escape":
        return (
            Text("%(runner)s will flee from the charge. Roll %(dice)s to see how far.", names),
            Text("%(runner)s will flee from the charge.", names),
        )
    if ask.kind == "further":
        return (
            Text("%(runner)s must flee farther. Roll %(dice)s to see how much.", names),
            Text("%(runner)s survived the free attack and must flee farther.", names),
        )
    return (
        Text("Roll %(dice)s. %(cm)s cm or more reaches %(runner)s.", names),
        Text("%(unit)s will pursue %(runner)s.", names),
    )


def _choice_words(state: State, ask: Ask) -> Words:
    names = words.titles(state, *state.chase(ask.about))
    own = Text("%(unit)s may pursue %(runner)s: %(cm)s cm or more is enough.", names)
    return own, Text("%(unit)s may pursue %(runner)s.", names)


def pursued(state: State, ask: Ask, faces: Faces) -> tuple[State, Flight, Chase]:
    """After the pursuit's dice; what they mean for the flight they follow."""
    flight, chase = state.chase(ask.about)
    chase = replace(chase, faces=faces)
    return state.left_place(chase.piece).with_chase(flight, chase).without_asks(chase.id), flight, chase


def _went_on(state: State, ask: Ask, faces: Faces) -> State:
    flight = state.flight_of(ask)
    return state.with_flight(replace(flight, further=faces)).without_asks(flight.id)


def _ran(state: State, ask: Ask, faces: Faces) -> State:
    flight = state.flight_of(ask)
    return thrown(state.without_asks(flight.id), flight, faces, lost=ask.kind == "again")


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    flight = after.flight_of(ask)
    return words.went_on(after, flight) if ask.kind == "further" else words.runs(after, flight)


KINDS |= {
    "chase": choice(
        RULE, _choice_words, Text("No dice are needed yet: say first whether they pursue or hold."), stands
    ),
    "again": Kind(RULE, dice, ask_words, _ran, _line, stands=stands),
    "escape": Kind("9:5:6", dice, ask_words, _ran, _line, stands=stands),
    "further": Kind(RULE, dice, ask_words, _went_on, _line, stands=stands),
}


# ---- a pursuit that runs into another enemy: it ends there in contact


@dataclass(frozen=True, slots=True)
class MetView:
    """A chip: what a flight may have met, or which enemy the pursuit named, and whether it did."""

    what: str
    who: str
    label: Text
    on: bool


def stops(state: State, flight: Flight) -> Iterator[MetView]:
    """Who may have stopped the pursuits of a flight."""
    for chase in flight.chases:
        pursuer = state.piece_of(chase)
        if chase.faces is None or not pursuer.standing:
            continue
        for enemy in _in_the_way(state, flight, pursuer):
            label = Text("%(enemy)s stopped %(unit)s", {"enemy": enemy.title, "unit": pursuer.title})
            yield MetView(chase.id, enemy.id, label, chase.stopped_by == enemy.id)


def _in_the_way(state: State, flight: Flight, pursuer: Piece) -> Iterator[Piece]:
    for enemy in state.of(other(pursuer.seat)):
        if enemy.able and enemy.id != flight.piece:
            yield enemy


def _found(state: State, name: str) -> tuple[Flight, Chase, Piece] | None:
    thrown = ((flight, chase) for flight, chase in state.chases() if chase.faces is not None and chase.id == name)
    return next(((*one, piece) for one in thrown if (piece := state.piece_of(one[1])).standing), None)


@act("stopped", label=Text("who stops the pursuit"), sees=everybody)
class StoppedAct(ActForm):
    """`on`: this enemy stood in the way, or did not."""

    chase: str
    enemy: str
    on: bool = True

    def apply(self, state: State, event: Event) -> State | Refusal:
        found = _found(state, self.chase)
        if found is None:
            return Refusal(Text("That pursuit was not rolled: look at the table as it is now."), RULE)
        flight, chase, pursuer = found
        able = {enemy.id: enemy.title for enemy in _in_the_way(state, flight, pursuer)}
        if self.enemy not in able:
            values = {"able": tuple(able.values()) or Text("nobody")}
            return Refusal(Text("Only these may have stood in the way of the pursuit: %(able)s.", values), RULE)
        kept = tuple(c for c in state.contacts if c.cause != "pursuit" or not c.joins(pursuer.id, chase.stopped_by))
        chase = replace(chase, stopped_by=self.enemy if self.on else "")
        state = replace(state, contacts=kept).with_chase(flight, chase)
        if not self.on:
            return state
        running = state.running  # the free attack that had opened is not made
        if running is not None and (running.attacker, running.defender) == (pursuer.id, flight.piece):
            state = state.without_chain(running.id) if running.numbers is None else state
        return replace(state, contacts=named(state.contacts, Contact(pursuer.id, self.enemy, state.turn, "pursuit")))

    def line(self, before: State, event: Event, after: State) -> Text:
        flight, chase = after.chase(self.chase)
        not_stopped = Text("Nobody stopped %(unit)s in pursuit.", words.titles(after, flight, chase))
        return words.pursuit_words(after, flight, chase) if self.on else not_stopped


# ---- what a flight met, as only the table knows: edge, ground, an enemy, friends


FRIENDS = "friends"
NOTHING = "nothing"
TOLD: tuple[End, ...] = tuple(end for end, how in ENDS.items() if not how.known)
"""What players say of a flight's end."""


def meetings(state: State, flight: Flight) -> tuple[MetView, ...]:
    """What may still be said of a flight: nothing once it is destroyed."""
    runner = state.piece_of(flight)
    if not _may_meet(runner) or not flight.ran:
        return ()
    clear = MetView(NOTHING, "", Text("nothing in the way"), flight.end is None and not flight.through)
    ends = (MetView(end, "", ENDS[end].label, flight.end == end) for end in TOLD)
    passed = (
        MetView(FRIENDS, friend.id, Text("through %(unit)s", {"unit": friend.title}), friend.id in flight.through)
        for friend in state.friends(runner)
        if not (friend.facts.flees or state.may_hide(friend)) or friend.id in flight.through
    )
    return (clear, *ends, *passed)


def _may_meet(runner: Piece) -> bool:
    """Whether it is on the table and still runs: who does not, stops at the edge (11:4:4)."""
    return runner.standing and runner.facts.flees


@act("met", sees=everybody)
class MetAct(ActForm):
    """`what` is an end, `friends` with the piece that was run through, or `nothing`; `on`: it did, or did not."""

    flight: str
    what: str
    who: str = ""
    on: bool = True

    def apply(self, state: State, event: Event) -> State | Refusal:
        flight = state.flight(self.flight)
        if flight is None or not flight.ran:
            return Refusal(Text("That flight is over: look at the table as it is now."), "11:4:2")
        runner = state.piece_of(flight)
        if not runner.standing:
            reason = Text("Nothing of that unit is left on the table: undo what removed it, then enter this again.")
            return Refusal(reason, "11:4:5")
        if not _may_meet(runner):
            return Refusal(Text("%(unit)s must be in flight: mark that first.", {"unit": runner.title}), "11:4:4")
        if self.what == NOTHING:
            return _clear(state, flight)
        if self.what == FRIENDS:
            return self._ran_through(state, flight, runner)
        end = next((one for one in TOLD if one == self.what), None)
        if end is None:
            values = {"known": ", ".join((*TOLD, FRIENDS, NOTHING))}
            return Refusal(Text("Say what stood in the way of the flight, one of these: %(known)s.", values), "11:4:5")
        flight = replace(flight, end=end if self.on else None)
        state = state.with_flight(flight)
        return gone(state, flight) if self.on and ENDS[end].destroyed else state

    def _ran_through(self, state: State, flight: Flight, runner: Piece) -> State | Refusal:
        able = {friend.id: friend.title for friend in state.friends(runner)}
        if self.who not in able:
            values = {"able": tuple(able.values()) or Text("nobody")}
            return Refusal(Text("Of the friends, only these may have stood in the way: %(able)s.", values), "11:4:2")
        passed = tuple(one for one in flight.through if one != self.who)
        state = state.with_flight(replace(flight, through=(*passed, self.who) if self.on else passed))
        return _run_through(state, self.who)

    def line(self, before: State, event: Event, after: State) -> Text:
        flight = must(after.flight(self.flight))
        if self.what == FRIENDS:
            spared = Text("Nobody fled through %(unit)s.", {"unit": after.title(self.who)})
            return words.through(after, (self.who,)) if self.on else spared
        return words.ended(after, flight) or Text("Nothing stopped %(runner)s.", words.titles(after, flight))


def _clear(state: State, flight: Flight) -> State:
    """Nothing stood in its way after all."""
    state = state.with_flight(replace(flight, end=None, through=()))
    for friend in flight.through:
        state = _run_through(state, friend)
    return state


DICE = frozenset({"met", "stopped", "honor", "answer", "honor-seen", "put-off", "roll", "pad", "waive", "stood-near"})
"""What comes between a flight and what it met: nothing of it moves a miniature, so the question stays."""


def newest(before: State, event: Event, after: State) -> State:
    """With the flights that have just run, until their side does anything else than say what they met or throw what
    is owed besides. One that met nothing is asked no more; one of which something is said gives way to the next."""
    ran = {(one.id, one.faces, one.cm, one.further) for one in before.flights}
    now = [one.id for one in after.flights if one.ran and (one.id, one.faces, one.cm, one.further) not in ran]
    known = (one for one in after.newest_flights if one not in now)
    kept = tuple(one for one in known if _still_asked(event, after, one, new=bool(now)))
    asked = (*kept, *now)
    return replace(after, newest_flights=asked) if asked != after.newest_flights else after


def _still_asked(event: Event, after: State, flight_id: str, *, new: bool) -> bool:
    flight = after.flight(flight_id)
    if flight is None or (new and (flight.end or flight.through)):
        return False
    if event.type == "met" and event.data.get("flight") == flight_id and event.data.get("what") == NOTHING:
        return False
    return event.seat != after.piece_of(flight).seat or event.type in DICE


def _run_through(state: State, friend: str) -> State:
    """With what the flights of this turn do to a friend, whatever one of an earlier turn still does to it."""
    now = Effect("run-through", friend, state.turn)
    effects = tuple(effect for effect in state.effects if effect != now)
    through = any(friend in flight.through for flight in state.flights)
    return replace(state, effects=(*effects, now) if through else effects)
