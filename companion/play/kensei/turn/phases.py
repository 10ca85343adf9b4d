"""Turns and phases (7:4:1): what ends with them, who leaves the table, how a battle ends, and secrets that come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from companion.play.acts import ActForm, Sentences, everybody, public_line
from companion.play.game import Event, Line
from companion.play.kensei import owned
from companion.play.kensei.acts import UNDER_WAY, FirstSideAct, HeroAct, PieceAct, act, of_units
from companion.play.kensei.after.flight import caught_up, destroyed, on_taken_ground
from companion.play.kensei.after.honor import must_roll_on
from companion.play.kensei.after.owing import fought, judged, owe, result_words, ve_left
from companion.play.kensei.ask.names import UNHURRIED, withdrawn
from companion.play.kensei.asks import AskKind
from companion.play.kensei.combat import duels, listing
from companion.play.kensei.fight.harm import land_waiting
from companion.play.kensei.fight.words import reveal_words
from companion.play.kensei.markers import BY_ID, MARKERS, Marker
from companion.play.kensei.orders import acting, charging
from companion.play.kensei.orders.plans import drafted
from companion.play.kensei.pieces import SEATS, OpposedRoll, Piece, other
from companion.play.kensei.state import PHASES, Phase, State
from companion.play.kensei.turn import taisho, victory, whose
from companion.rules.kensei.turn import contacts, effects
from companion.rules.kensei.turn.facts import Facts
from companion.rules.kensei.victory import Scored
from companion.rules.text import Refusal, Text, counted, joined, player_at, player_first

PHASE_NAMES: dict[str, Text] = {
    "orders": Text("Orders and actions"),
    "combat": Text("Combat"),
    "resolution": Text("Resolution"),
}

FLIGHTS: frozenset[AskKind] = frozenset({"chase", "pursuit", "further", "again"})
"""What is asked of a flight after its dice."""
ABILITIES: frozenset[AskKind] = frozenset({"ki", "whom", "away", "harm", "last"})
"""What is asked of abilities, and ends with the phase."""


@act("leave", anyway="skip", sees=everybody)
class LeaveAct(ActForm):
    """Leaves the phase named; `skip` puts off what is still owed."""

    turn: int
    phase: Phase
    skip: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        if (self.turn, self.phase) != (state.turn, state.phase):
            return Refusal(Text("That phase is already over: look at the table as it is now."), "7:4:1")
        state = withdrawn(land_waiting(state))
        if state.running is not None:
            return UNDER_WAY
        if refused := must_roll_on(state):
            return refused
        if not self.skip and (left_open := next(still_open(state), None)):
            return left_open
        if refused := _not_theirs(state, event):
            return refused
        if self.skip and victory.waits(state):  # what is dropped was all that the points waited for
            return replace(state, rolls=(), asks=(), deaths=(), flights=())
        rolls = tuple(roll for roll in state.rolls if not roll.done)
        chains = tuple(chain for chain in state.chains if chain.id in state.aside)
        return passed(replace(state, chains=chains, rolls=rolls, ended=()))  # by hand it goes one phase on, no further

    def line(self, before: State, event: Event, after: State) -> Line:
        sentences = [phase_words(after)]
        if before.phase == "orders" and (left := acting.orders_left(before)):
            sentences.append(Text("Orders not carried out: %(units)s.", {"units": left}))
        if before.phase == "combat":
            sentences += results_words(before)
        else:
            sentences += put_off_words(before, after)
        if before.phase == "resolution":
            sentences += _turn_over(before, after)
        gone = {str(seat): words for seat in SEATS if (words := drafts_lost(before, seat)) is not None}
        return Line(joined(sentences), {seat: joined([*sentences, words]) for seat, words in gone.items()})


def put_off_words(before: State, after: State) -> list[Text]:
    """What becomes of the honor rolls that were still owed when a phase was left."""
    count = {"count": len(before.owed)}
    if not before.owed:
        return []
    return [
        Text("Honor rolls put off: %(count)s.", count)
        if after.owed
        else Text("Honor rolls left out: %(count)s.", count)
    ]


def passed(state: State) -> State:
    """The table as the phase behind this one finds it; results that are shown stay."""
    if state.phase != "resolution":
        state = state.asking_only(lambda ask: ask.kind not in ABILITIES or ask.id in state.aside)
    if state.phase == "combat":
        asked = {ask.about for ask in state.asks}
        state = settle(replace(state, fallen=tuple(one for one in state.fallen if one.id in asked)))
    if state.phase != PHASES[-1]:
        return replace(state, phase=PHASES[PHASES.index(state.phase) + 1])
    return next_turn(state)


def _not_theirs(state: State, event: Event) -> Refusal | None:
    """Whose orders it would end that are not this side's to end (8:3:4)."""
    seat = other(event.by)
    if state.phase != "orders" or not whose.is_led(state) or whose.has_ended(state, seat):
        return None
    side = {"side": player_first(seat)}
    return Refusal(Text("%(side)s has not finished giving orders: ask first whether they are done.", side), "8:3:4")


def still_open(state: State) -> Iterator[Refusal]:
    """What is still to be done before this phase is left; leaving it anyway drops that, or puts it off."""
    if state.phase != "resolution" and state.asked(*ABILITIES):
        yield Refusal(Text("An ability is not finished: roll its dice, or end the phase anyway."), "3:4:6")
    if state.phase != "combat":
        if state.owed:
            count = {"count": len(state.owed)}
            words = Text("Honor rolls still owed: %(count)s. Make them, or end the phase anyway.", count)
            yield Refusal(words, "11:3:1")
        if state.deaths:
            words = Text("Still to say who stands near the dead general: answer, or end the phase anyway.")
            yield Refusal(words, "4:4:5")
        if state.asked(*FLIGHTS):
            yield Refusal(Text("A flight or a pursuit is not finished: finish it, or end the phase anyway."), "11:4:5")
    close = (piece.title for seat in SEATS for piece in charging.owing(state, seat))
    charge = Text(
        "Less than 5 cm from an enemy and without a charge: %(units)s. Let them charge, or end the phase anyway."
    )
    yield from of_units(close, charge, charging.NEAR_RULE)
    if state.asked("break", "dash", "follow"):
        yield Refusal(Text("A character is still breaking away: finish it, or end the phase anyway."), "4:3:8")
    running = (piece.title for seat in SEATS for piece in taisho.undecided(state, seat))
    regroup = Text("Still to be regrouped, or to flee again: %(units)s. Choose, or end the phase anyway.")
    yield from of_units(running, regroup, "8:3:2")
    if state.phase == "orders":
        yield from acting.still_due(state)


def next_turn(state: State) -> State:
    """The table as the next turn finds it: what ends with the turn has ended (7:4:7)."""
    state = on_taken_ground(state)
    staying = {p.id for p in state.pieces if p.able}
    lasting = contacts.after_turn(state.contacts, staying, state.turn)
    return replace(
        state,
        pieces=tuple(replace(p, facts=p.facts.after_turn() if p.standing else Facts()) for p in state.pieces),
        contacts=lasting,
        effects=effects.after_turn(state.effects, state.turn),
        turn=state.turn + 1,
        phase="orders",
        blows=(),
        fallen=(),
        melees=(),
        duels=duels.lasting(state, lasting),
        ve_judged={},
        chains=tuple(chain for chain in state.chains if chain.finished),
        rolls=(),
        flights=(),
        deaths=(),
        asks=(),
        names={},
        command=OpposedRoll(),
        spent=(),
        uses=owned.kept(state),
        plans=(),
        charges=(),
        reactions=(),
        joined=(),
        breakaways=(),
        fell_short={piece: turn for piece, turn in state.fell_short.items() if turn == state.turn},
        near=(),
        ended=(),
        hurried={},
    )


def settle(state: State) -> State:
    """Every combat of the turn judged: the defeated get their marker and owe an honor roll (11:2:3)."""
    state = replace(state, ve_judged=ve_left(state))
    for combat in fought(state):
        for piece_id in judged(state, combat).defeated:
            state = state.with_facts(state.known(piece_id), defeated=True)
            state = owe(state, piece_id, state.combats_name, "defeated")
    return caught_up(state)


def drafts_lost(before: State, seat: str) -> Text | None:
    """What a side alone is told whose drafts end with the phase."""
    count = len(drafted(before, seat)) if before.phase == "orders" else 0
    return counted(
        "The draft for %(num)s unit was not announced and is gone.",
        "The drafts for %(num)s units were not announced and are gone.",
        count,
    ) if count else None  # fmt: skip


def _turn_over(before: State, after: State) -> list[Text]:
    """Points so far, and what is to come; nothing where no type of battle was chosen."""
    points = [victory.reason(before)] if victory.last_turn(before) else []
    ahead = victory.coming(after)
    return [*points, *([ahead] if ahead is not None else [])]


def results_words(state: State) -> list[Text]:
    """Every combat of the turn in a few words."""
    return [result_words(state, combat) for combat in fought(state)]


def phase_words(state: State) -> Text:
    return Text("Turn %(turn)s: %(phase)s.", {"turn": state.turn, "phase": PHASE_NAMES[state.phase]})


@act("first", sees=everybody)
class FirstAct(FirstSideAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        return replace(state.without_asks(state.command.id), first=self.first)

    def line(self, before: State, event: Event, after: State) -> Line:
        return public_line("The Commandment roll: %(side)s acts first.", side=player_at(self.first))


@act("reveal", label=Text("who is shown"), sees=everybody)
class RevealAct(HeroAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        shown = state.shown(event.seat, self.hero) if event.by == event.seat else state
        if shown is state:
            return Refusal(Text("Nobody with that name is hidden in your army."), "5:1:13")
        return shown

    def line(self, before: State, event: Event, after: State) -> Sentences:
        arrived = after.piece(self.hero)
        if arrived is not None and before.piece(self.hero) is None:
            return public_line("%(who)s shows himself.", who=arrived.title)
        return list(reveal_words(before, after))


@act(
    "end",
    label=Text("the end of the battle"),
    commutes=False,
    agreed=lambda state, event: event.data.get("winner") != victory.free_result(state, event.by),
    sees=everybody,
)
class EndAct(ActForm):
    winner: Literal["a", "b", "draw"]

    def apply(self, state: State, event: Event) -> State | Refusal:
        return replace(land_waiting(state, at_once=True), over=self.winner, asks=(), chains=(), rolls=())

    def line(self, before: State, event: Event, after: State) -> Line:
        """Both armies' secrets may be read from now on: taking the end back needs the other player's word, as the end
        itself does that no rule has brought."""
        if self.winner == "draw":
            return public_line("A draw: the battle is over.")
        return public_line("%(who)s has won: the battle is over.", who=player_first(self.winner))


# ---- the end of a turn: which markers come off the table, which are turned over


TURNED = BY_ID["fleeing"], BY_ID["regroup"]
"""The two sides of one marker: what ran this turn may be called back in the next (2:6:4)."""


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The points of a side, and all that scored them."""

    seat: str
    points: int
    why: tuple[Scored, ...]


NAMED = 4
"""Fewer of a side are named, even if a marker lies beside all of them."""


@dataclass(frozen=True, slots=True)
class EndingView:
    """What the players do on the table when this turn ends."""

    off: tuple[tuple[Marker, tuple[Text, ...]], ...]
    """Each marker that comes off, and beside whom of each side it lies."""
    fell_short: tuple[str, ...]
    """Whose charge fell short in it: that counts in the next turn (9:5:7, K54)."""
    turned: tuple[str, ...]
    """Beside whom the run-away marker is turned over."""
    undone: tuple[Refusal, ...]
    """What the turn leaves behind: combats that were not fought, and who runs and was forgotten."""
    last: bool
    """It was the last turn: to go on is not what comes next."""


def scores(state: State) -> tuple[ScoreView, ...]:
    """The points of both sides so far; nothing where no points decide."""
    found = victory.verdict(state)
    if found is None or victory.last_turn(state) is None or not state.begun:
        return ()
    return tuple(ScoreView(seat, found.points(seat), found.why[seat]) for seat in SEATS)


def ending(state: State) -> EndingView | None:
    """What ends with this turn, while it is about to; nothing where no type of battle was chosen."""
    if not state.battle or state.over or state.phase != "resolution":
        return None
    after = next_turn(state)
    pairs = [(piece, after.known(piece.id)) for piece in state.pieces if piece.standing]
    short = [was.title for was, _ in pairs if state.fell_short.get(was.id) == state.turn]
    turned = [was.title for was, now in pairs if TURNED[0].shown(state, was) and TURNED[1].shown(after, now)]
    return EndingView(
        tuple(_off(state, after, pairs)), tuple(short), tuple(turned), tuple(_undone(state)), victory.is_last(state)
    )


def words(state: State) -> Text | None:
    """The sentence of the turn's end; none while anything of the turn is open on any side."""
    found = ending(state)
    if found is None or any(still_open(state)) or any(ask.kind not in UNHURRIED for ask in state.asks):
        return None
    names = {"turn": state.turn}
    if found.off:
        return Text("Turn %(turn)s ends: take these markers off.", names)
    return Text("Turn %(turn)s ends.", names)


def _undone(state: State) -> Iterator[Refusal]:
    """What may be forgotten and is lost with the turn. Who was only now pursued into fights in the next (11:4:5)."""
    for one in listing.left(state):
        if any(met.cause != "pursuit" or met.since != state.turn for met in listing.met_in(state, one)):
            yield Refusal(Text("Not fought: %(combat)s.", {"combat": listing.title(state, one.members)}), "10:1")
    running = (piece.title for seat in SEATS for piece in taisho.left_running(state, seat))
    yield from of_units(running, Text("Neither regrouped nor moved farther in flight: %(units)s."), "8:3:2")


def _off(state: State, after: State, pairs: list[tuple[Piece, Piece]]) -> Iterator[tuple[Marker, tuple[Text, ...]]]:
    for marker in MARKERS:
        if marker is TURNED[0]:
            continue
        off = [(was, marker.shown(state, was) and not marker.shown(after, now)) for was, now in pairs]
        rows = (_beside(seat, [(one.title, lies) for one, lies in off if one.seat == seat]) for seat in SEATS)
        if beside := tuple(found for found in rows if found is not None):
            yield marker, beside


def _beside(seat: str, side: list[tuple[str, bool]]) -> Text | None:
    """Beside whom of a side a marker lies: by name, or where those without one are few, by them."""
    have, rest = ([title for title, lies in side if lies == wanted] for wanted in (True, False))
    if not have:
        return None
    if len(have) < max(NAMED, 2 * len(rest)):
        return Text("%(who)s", {"who": tuple(have)})
    if not rest:
        return Text("%(side)s: all", {"side": player_first(seat)})
    return Text("%(side)s: all but %(who)s", {"side": player_first(seat), "who": tuple(rest)})


# ---- over the edge of the table: what leaves it counts as destroyed


@act("off-table", commutes=False, label=Text("who left the table"), sees=everybody)
class OffTableAct(PieceAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        piece = state.piece(self.piece)
        if piece is None or not piece.standing:
            return Refusal(Text("Nothing of that unit is left on the table: choose another."), "11:4:4")
        if not piece.facts.flees:
            words = Text(
                "Only units in flight leave the table: %(unit)s must stop at the edge. Mark the flight first, or "
                "correct by hand.",
                {"unit": piece.title},
            )
            return Refusal(words, "11:4:4")
        for flight in state.flights:
            if flight.piece == piece.id and flight.faces:
                state = state.with_flight(replace(flight, end="edge"))
        return destroyed(state, piece, f"t{state.turn}.{piece.id}.edge", off_table=True)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        left = Text("%(unit)s left the table: counted as destroyed.", {"unit": before.piece_of(self).title})
        return [left, *reveal_words(before, after)]
