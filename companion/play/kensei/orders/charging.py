"""A charge: who owes one, what comes before the charger moves, and how it ends (9:5, 11:4:1; K54, K88 to K91)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from pydantic import Field

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import PieceAct, about, act, done_anyway, others_word
from companion.play.kensei.after import words
from companion.play.kensei.after.owing import listed
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind, Words
from companion.play.kensei.asks import Ask
from companion.play.kensei.fight.words import charged
from companion.play.kensei.orders.announcing import own
from companion.play.kensei.orders.plans import failed_charge, halved, walked_through
from companion.play.kensei.orders.reacting import OVER, RULE, awaited, is_open, pending, stands
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, Flight, Reaction
from companion.rules import counts
from companion.rules.dice import faces_text
from companion.rules.kensei.orders.charge import Charge, charge_end, with_effects
from companion.rules.kensei.turn.contacts import Contact, Zone
from companion.rules.text import Refusal, Text, agreeing, joined

CHARGE_RULE = "9:5:1"
FARTHEST_CM = 200


# ---- under 5 cm of an enemy when its side's orders begin: it owes a charge


NEAR_RULE = "11:4:1"


@dataclass(frozen=True, slots=True)
class NearView:
    """A unit that owes a charge, and how far it runs without one."""

    piece: str
    seat: str
    sentence: Text
    cm: int


def owing(state: State, seat: str) -> tuple[Piece, ...]:
    """Who of a side owes a charge still: not engaged, and none announced."""
    if not state.under_way or state.phase != "orders":
        return ()
    charging = {charge.piece for charge in state.charges}
    return tuple(p for p in state.of(seat) if is_near(state, p) and p.id not in charging)


def is_near(state: State, piece: Piece) -> bool:
    """Whether it is said to stand there, may act, and touches nobody."""
    return piece.id in state.near and piece.able and not state.touches(piece.id)


def _own(data: PieceAct, state: State, event: Event) -> Piece | Refusal:
    """A piece of its side, whose orders may have ended."""
    return own(state, event, data.piece, late=True)


@act("near", label=Text("who is less than 5 cm away"), sees=everybody)
class NearAct(PieceAct):
    """Whether a unit stands under 5 cm of an enemy."""

    on: bool = True

    @about(_own)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        rest = tuple(one for one in state.near if one != piece.id)
        return replace(state, near=(*rest, piece.id) if self.on else rest)

    def line(self, before: State, event: Event, after: State) -> Text:
        names = {"unit": after.piece_of(self).title}
        if self.on:
            return Text("Less than 5 cm from an enemy: %(unit)s.", names)
        return Text("5 cm or more from every enemy: %(unit)s.", names)


@act("run-near", label=Text("a flight without dice"), sees=everybody)
class RunNearAct(PieceAct):
    @about(_own)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        if piece not in owing(state, piece.seat):
            names = {"unit": piece.title}
            return Refusal(
                Text("%(unit)s need not charge: no enemy is less than 5 cm away, or the charge is announced.", names),
                NEAR_RULE,
            )
        name = state.free_name(f"t{state.turn}.{piece.id}.near")
        return state.given(name).with_flight(Flight(name, piece.id, cm=runs_cm(piece))).breaks(piece, state.turn)

    def line(self, before: State, event: Event, after: State) -> Text:
        return words.runs(after, after.flights[-1])


def runs_cm(piece: Piece) -> int:
    """How far it runs: twice its MV (11:4:1)."""
    return 2 * piece.body.mv


def near_views(state: State) -> Iterator[NearView]:
    """Who owes a charge, as it is said."""
    for piece in (piece for seat in SEATS for piece in owing(state, seat)):
        names = {"unit": piece.title, "cm": runs_cm(piece)}
        sentence = Text("%(unit)s, less than 5 cm from an enemy, must charge or flee %(cm)s cm.", names)
        yield NearView(piece.id, piece.seat, sentence, runs_cm(piece))


# ---- what comes before a charger moves: the reaction of its target, and what followed from that


def first(state: State, charge: Charging) -> Refusal | None:
    """What is still to be done before this charge is carried out; it can be carried out all the same."""
    names = {"unit": state.title(charge.piece), "enemy": state.title(charge.target)}
    if awaited(state, charge) is not None:
        return Refusal(Text("The reaction of %(enemy)s to %(unit)s is still to be chosen.", names), RULE)
    if (waits := pending(state, charge)) is not None:
        reasons = {
            "shoot": Text("The shot of %(enemy)s comes first: make it.", names),
            "flee": Text("The flight of %(enemy)s comes first: make it.", names),
        }
        return Refusal(reasons[waits], RULE)
    running = state.running
    if running is not None and running.attacker == charge.target and running.situation.withstand_and_shoot:
        return Refusal(Text("The shot of %(enemy)s comes first: finish it.", names), RULE)
    if any(use.about == charge.id and state.undecided(use) for use in state.uses):
        return Refusal(Text("The ability of %(enemy)s comes first: roll its dice.", names), "3:4:6")
    if any(state.flight_of(ask).piece == charge.target for ask in state.asked("escape")):
        return Refusal(Text("The flight of %(enemy)s comes first: roll its dice.", names), RULE)
    return _unrolled(state, charge) or _followed(state, charge, names)


def _unrolled(state: State, charge: Charging) -> Refusal | None:
    """An ability of the charger whose dice are due: they say how far the charge goes, and what it is worth."""
    due = (use for use in state.uses if state.undecided(use))
    its = (use for use in due if (charge.piece in use.targets if use.taisho else use.user == charge.piece))
    used = next(its, None)
    if used is None:
        return None
    names = {"unit": state.title(charge.piece), "ability": used.name}
    return Refusal(Text("%(ability)s of %(unit)s comes first: roll its die.", names), "9:4:3")


def staked(state: State, charge: Charging) -> Refusal | None:
    """Stakes that keep riders from the front of their target; a flank or the rear is open to them (K75)."""
    piece, target = state.piece_of(charge), state.known(charge.target)
    if target.facts.flees or not piece.body.is_mounted:
        return None
    if "wall-of-stakes" not in state.lasting_on(target):
        return None
    words = Text(
        "Stakes stand before %(enemy)s: riders cannot charge the front. Choose the flank or rear, or charge anyway.",
        {"enemy": target.title},
    )
    return Refusal(words, "12:5:4")


def _followed(state: State, charge: Charging, names: dict[str, str]) -> Refusal | None:
    """What a shot caused is settled before the charger moves (9:3:7, K89)."""
    if any(roll.piece == charge.piece and not roll.done for roll in state.rolls):
        return Refusal(Text("The honor roll of %(unit)s comes first: make it.", names), "11:3:1")
    due = (*listed(state), *(roll for roll in state.rolls if roll.in_the_air))
    if any(roll.piece == charge.target for roll in due):
        return Refusal(Text("The honor roll of %(enemy)s comes first.", names), "11:3:1")
    if any(death.seat == state.piece_of(charge).seat for death in state.deaths):
        return Refusal(Text("Say first who stands near the dead general."), "4:4:5")
    return None


def withstood(state: State, charge: Charging) -> State:
    """The state in which a target that was not waited for withstands: that needs no word (9:5:6)."""
    if awaited(state, charge) is None:
        return state
    return replace(state, reactions=(*state.reactions, Reaction(charge.target, charge.id, "withstand", 0, done=True)))


def by_die(state: State, charge: Charging) -> bool:
    """Whether its target fled from another charger: it charges where that stands now, by a die (K88)."""
    answer = state.reaction_of(charge.target)
    return answer is not None and answer.what == "flee" and answer.against not in ("", charge.id)


# ---- carried out


def charge_rules(state: State, charge: Charging, *, hoped: frozenset[str] = frozenset()) -> Charge:
    """The charge as the rules see it: its gap is what its advance covers and what is left then. `hoped`: effects that
    would lie on it if what it was told to use worked."""
    piece = state.piece_of(charge)
    who, half = piece.body, failed_charge(state, piece) or halved(state, piece) or walked_through(state, piece)
    bare = Charge(who.mv, who.is_mounted, 0, charge.pace, turned=charge.turned, halved=half)
    bare = replace(bare, minus_cm=charge.minus_cm)
    bare = with_effects(bare, who, state.lasting_on(piece) | hoped)
    return replace(bare, gap_cm=bare.carries_cm + charge.left_cm)


def counter_cm(state: State, piece: Piece) -> float:
    """How far its counter-charge carries it: a march, though its own last charge fell short (9:5:6, 9:5:7, K53)."""
    who = piece.body
    return Charge(who.mv, who.is_mounted, 0, "march", halved=halved(state, piece)).advance_cm


def _open_charge(
    data: ChargeAct | CounterAct, state: State, event: Event, *, short: bool = False
) -> Charging | Refusal:
    """The charge of this name that is still to be carried out; or, `short`, one that just fell short."""
    charge = state.charge(data.charge)
    if charge is None or (charge.end != "short" if short else not is_open(state, charge)):
        return Refusal(OVER, CHARGE_RULE)
    piece, target = state.piece_of(charge), state.known(charge.target)
    whose = (target if short else piece).seat
    if event.seat != whose:
        return others_word(whose, CHARGE_RULE)
    if not piece.able or not target.standing:
        return Refusal(Text("One of the two is gone or in flight: say that the charger stopped."), CHARGE_RULE)
    return charge


@act("charge", label=Text("how the charge went"), sees=everybody)
class ChargeAct(ActForm):
    """How a charge went: what its advance left to its target, nothing where it is in contact already."""

    charge: str
    left_cm: float = Field(0, ge=0, le=FARTHEST_CM, allow_inf_nan=False)
    turned: bool = False
    farther: bool = False
    """More is left than its dice reach."""
    zone: Zone = "front"
    anyway: bool = False
    """Although something comes first: a reaction, or what followed from it."""

    @about(_open_charge)
    def apply(self, state: State, event: Event, charge: Charging) -> State | Refusal:
        if not self.anyway and (found := first(state, charge)):
            return found
        if self.zone == "front" and not self.anyway and (found := staked(state, charge)):
            return found
        at_once = not (self.left_cm or self.turned or self.farther)
        if at_once and not self.anyway and by_die(state, charge):
            return Refusal(
                Text(
                    "%(enemy)s fled from another charge: measure the distance as it is now; the charge dice must reach "
                    "that far.",
                    {"enemy": state.title(charge.target)},
                ),
                "9:5:6",
            )
        turned = self.turned or (by_die(state, charge) and not at_once)
        charge = replace(charge, left_cm=self.left_cm, turned=turned, zone=self.zone, farther=self.farther)
        state = withstood(state, charge).with_charge(charge).without_asks(charge.id)
        if self.farther:
            return _short(state, charge, 0)
        rules = charge_rules(state, charge)
        if not rules.needs_die:
            return _reached(state, charge)
        if rules.least is None:
            return _short(state, charge, charge_end(rules, (10,) * rules.dice).stands_cm)
        return state.with_question("charge", state.piece_of(charge).seat, charge.id)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        charge, was = must(after.charge(self.charge)), must(before.charge(self.charge))
        names = {**_names(after, charge), "left": f"{charge_rules(after, charge).gap_left_cm:g}"}
        sentence = Text("%(unit)s to %(enemy)s: %(left)s cm, %(dice)s.", names)
        sentences = [ended_words(after, charge) if charge.end else sentence]
        stakes = staked(before, was) if self.zone == "front" else None
        against = (first(before, was), stakes) if self.anyway else ()
        return [*sentences, *(words for found in against for words in done_anyway(found))]


def _thrown(state: State, ask: Ask, faces: Faces) -> State:
    charge = state.charge_of(ask)
    end = charge_end(charge_rules(state, charge), faces)
    state = state.without_asks(charge.id)
    charge = replace(charge, faces=faces)
    state = state.with_charged(charge.id)
    return _reached(state, charge) if end.reached else _short(state, charge, end.stands_cm)


def _reached(state: State, charge: Charging) -> State:
    """In contact: it has charged. Who meant to counter-charge is reached instead (K23), who runs away in its rear."""
    if state.known(charge.target).facts.flees:
        charge = replace(charge, zone="rear")
    met = Contact(charge.piece, charge.target, state.turn, "charge", charge.zone, charger=charge.piece)
    state = state.with_contact(met)
    state = _ended(state, replace(charge, end="reached")).with_facts(state.piece_of(charge), charged=True, cover="none")
    answer = state.reaction_of(charge.target)
    if answer is not None and answer.what == "counter" and not answer.done:
        state = state.with_facts(state.known(charge.target), counter_charged=True)
        state = state.with_reaction(replace(answer, done=True))
    return state


def _short(state: State, charge: Charging, stands_cm: float) -> State:
    """Short of its target: it has advanced, and its next turn is the poorer for it (9:5:7, K54)."""
    state = _ended(state, replace(charge, end="short", stands_cm=stands_cm))
    state = replace(state, fell_short={**state.fell_short, charge.piece: state.turn})
    pace = "march" if charge.pace == "none" else charge.pace  # without an advance its dice have moved it
    return state.with_facts(state.piece_of(charge), moved=pace, cover="none")


def _ended(state: State, charge: Charging) -> State:
    """The charge is over, and with it the orders up to it."""
    plan = state.plan_of(charge.piece)
    places = (n for n, s in enumerate(plan.steps) if s.do == "charge" and s.target == charge.target and n >= plan.done)
    return state.with_charge(charge).with_plan(replace(plan, done=next(places, plan.done - 1) + 1))


@act("counter", label=Text("a counter-charge"), sees=everybody)
class CounterAct(ActForm):
    """How the counter-charge went after a charge that fell short (K53)."""

    charge: str
    reached: bool
    zone: Zone = "front"

    @about(partial(_open_charge, short=True))
    def apply(self, state: State, event: Event, charge: Charging) -> State | Refusal:
        answer = state.reaction_of(charge.target)
        if answer is None or answer.what != "counter" or answer.done or state.touches(charge.target):
            return Refusal(Text("No counter-charge is possible there any more."), "9:5:6")
        state = state.with_reaction(replace(answer, done=True)).with_facts(
            state.known(charge.target), counter_charged=True
        )
        state = state.left_place(charge.target)  # short or not, it has gone to meet its charger
        if not self.reached:
            return state
        met = Contact(charge.target, charge.piece, state.turn, "counter", self.zone, charger=charge.target)
        return state.with_contact(met)

    def line(self, before: State, event: Event, after: State) -> Text:
        names = _names(after, must(after.charge(self.charge)))
        if self.reached:
            return Text("%(enemy)s counter-charged %(unit)s.", names)
        return Text("%(enemy)s counter-charged and did not reach %(unit)s.", names)


# ---- words


def _names(state: State, charge: Charging) -> dict[str, object]:
    rules = charge_rules(state, charge)
    names = {"unit": state.title(charge.piece), "enemy": state.title(charge.target)}
    return {**names, "dice": counts.dice(rules.dice), "least": rules.least, "cm": f"{charge.stands_cm:g}"}


def _words(state: State, ask: Ask) -> Words:
    charge = state.charge_of(ask)
    names, alone = _names(state, charge), state.piece_of(charge).lone is not None
    return (
        agreeing(
            "%(unit)s charges %(enemy)s. Roll %(dice)s: %(least)s or more reaches.",
            "%(unit)s charge %(enemy)s. Roll %(dice)s: %(least)s or more reaches.",
            names,
            alone=alone,
        ),
        agreeing(
            "%(unit)s rolls for his charge at %(enemy)s.",
            "%(unit)s roll for their charge at %(enemy)s.",
            names,
            alone=alone,
        ),
    )


def ended_words(state: State, charge: Charging) -> Text:
    """How a charge ended."""
    names = _names(state, charge)
    if charge.farther:
        return Text("%(unit)s fell short of %(enemy)s: too far for the dice.", names)
    if charge.end == "short":
        return Text("%(unit)s fell short of %(enemy)s: %(cm)s cm away.", names)
    return Text("%(charge)s.", {"charge": charged(state.title(charge.piece), state.title(charge.target), charge.zone)})


def reach_words(charge: Charging) -> Text:
    """Whether its dice reached; the log ends with it, where a narrow phone reads it."""
    if charge.end == "short":
        return Text("Short, %(cm)s cm away.", {"cm": f"{charge.stands_cm:g}"})
    return Text("In contact.")


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    charge = after.charge_of(ask)
    dice = Text("Charge dice %(faces)s.", {"faces": faces_text(charge.faces)})
    short = Text("%(unit)s fell short of %(enemy)s.", _names(after, charge))
    return joined([short if charge.end == "short" else ended_words(after, charge), dice, reach_words(charge)])


KINDS |= {
    "charge": Kind(
        "9:5:3", lambda s, ask: charge_rules(s, s.charge_of(ask)).dice, _words, _thrown, _line, stands=stands
    )
}
