"""What comes before a charger moves: the reaction of its target, and what followed from that (9:5:6, K88 to K90)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.fighters import body
from companion.play.kensei.lasting import lasting_on
from companion.play.kensei.ordered import Charging, Reaction
from companion.play.kensei.orders.plans import reaction_of
from companion.play.kensei.orders.reacting import RULE, awaited, pending
from companion.play.kensei.orders.words import title
from companion.play.kensei.state import State
from companion.play.kensei.uses import ability_of
from companion.rules.text import Refusal, Text


def first(state: State, charge: Charging) -> Refusal | None:
    """What is still to be done before this charge is carried out; it can be carried out all the same."""
    names = {"unit": title(state, charge.piece), "enemy": title(state, charge.target)}
    if awaited(state, charge) is not None:
        return Refusal(Text("%(enemy)s has still to say how it reacts to %(unit)s.", names), RULE)
    if (waits := pending(state, charge)) is not None:
        told = {"shoot": Text("%(enemy)s shoots first.", names), "flee": Text("%(enemy)s flees first.", names)}
        return Refusal(told[waits], RULE)
    running = state.running
    if running is not None and running.attacker == charge.target and running.situation.withstand_and_shoot:
        return Refusal(Text("The shot of %(enemy)s comes first: finish it.", names), RULE)
    if any(use.about == charge.id and state.undecided(use) for use in state.uses):
        return Refusal(Text("The ability of %(enemy)s comes first: throw its dice.", names), "3:4:6")
    flights = (state.flight(ask.about) for ask in state.asks if ask.kind == "escape")
    if any(flight is not None and flight.piece == charge.target for flight in flights):
        return Refusal(Text("The flight of %(enemy)s comes first: roll its dice.", names), RULE)
    return _unrolled(state, charge) or _followed(state, charge, names)


def _unrolled(state: State, charge: Charging) -> Refusal | None:
    """An ability of the charger whose dice are due: they say how far the charge goes, and what it is worth."""
    due = (use for use in state.uses if state.undecided(use))
    its = (use for use in due if (charge.piece in use.targets if use.taisho else use.user == charge.piece))
    used = next(its, None)
    if used is None:
        return None
    names = {"unit": title(state, charge.piece), "ability": ability_of(used).name}
    return Refusal(Text("%(ability)s of %(unit)s comes first: roll its die.", names), "9:4:3")


def staked(state: State, charge: Charging) -> Refusal | None:
    """Stakes that keep riders from the front of their target; a flank or the rear is open to them (K75)."""
    piece, target = state.piece(charge.piece), state.piece(charge.target)
    if piece is None or target is None or target.facts.flees or not body(piece).is_mounted:
        return None
    if "wall-of-stakes" not in lasting_on(state, target):
        return None
    words = Text(
        "Stakes stand in front of %(enemy)s: riders cannot charge its front. Choose its flank or rear, or say anyway.",
        {"enemy": target.title},
    )
    return Refusal(words, "12:5:4")


def _followed(state: State, charge: Charging, names: dict[str, str]) -> Refusal | None:
    """What a shot caused is settled before the charger moves (K89)."""
    if any(roll.piece == charge.piece and not roll.done for roll in state.rolls):
        return Refusal(Text("The honor roll of %(unit)s comes first: make it.", names), "11:3:1")
    charger = state.piece(charge.piece)
    if charger is not None and any(death.seat == charger.seat for death in state.deaths):
        return Refusal(Text("Who stands near the dead general is said first."), "4:4:5")
    return None


def withstood(state: State, charge: Charging) -> State:
    """The state in which a target that was not waited for withstands: that needs no word (9:5:6)."""
    if awaited(state, charge) is None:
        return state
    answer = Reaction(charge.target, charge.id, "withstand", 0, done=True)
    return replace(state, reactions=(*state.reactions, answer))


def by_die(state: State, charge: Charging) -> bool:
    """Whether its target fled from another charger: it charges where that stands now, by a die (K88)."""
    answer = reaction_of(state, charge.target)
    return answer is not None and answer.what == "flee" and answer.against not in ("", charge.id)
