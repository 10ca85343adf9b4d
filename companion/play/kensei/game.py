"""Kensei as a table knows it: one object, five verbs, every event in one registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, ClassVar, get_args, get_type_hints

from companion.content import catalog
from companion.content.army_document import LEAST_KOKU, MOST_KOKU
from companion.play.acts import Act, ActGame
from companion.play.game import Due, Event, Result
from companion.play.kensei import view as views
from companion.play.kensei.after import honor
from companion.play.kensei.amend import by_hand as hand
from companion.play.kensei.ask import dice
from companion.play.kensei.fight import aim
from companion.play.kensei.fight import chain as attack
from companion.play.kensei.fight import view as rolls
from companion.play.kensei.muster import bring, enlist
from companion.play.kensei.muster import sides as muster
from companion.play.kensei.state import SEATS, Side, State, other
from companion.play.kensei.turn import phases as turns
from companion.rules.kensei.settings import Settings
from companion.rules.text import Problem, Refusal, Text, refuse

MODULES = (muster, enlist, bring, aim, attack, dice, honor, hand, turns)
ACTS: dict[str, Act[State]] = {act.name: act for module in MODULES for act in module.ACTS}
"""Every kind of event of a battle; to add one, add its Act to the module of its subject."""

SECRET = frozenset(a.name for a in (*muster.ACTS, *enlist.ACTS, *bring.ACTS)) - {"ready", "unready"}
"""How an army was made stays its player's until the battle is over: one hidden step more or less would tell."""


class Kensei(ActGame[State]):
    """A quick battle of two sides."""

    id = "kensei"
    name = "Kensei"
    seats: tuple[str, ...] = SEATS
    rules_version = "kensei-3"
    state = State
    acts: ClassVar[Mapping[str, Act[State]]] = ACTS
    may_be_empty = frozenset({"value", "name", "clan", "mon", "striker"})

    def start(self, setup: Mapping[str, Any]) -> State | Refusal:
        """`setup`: a value for each setting of `Settings`, `odds` (all or nobody), the agreed `level` of army lists
        if there is one, the `koku` of level 10 where more than the printed ones are agreed, and `_salt` for the seals.
        """
        hints = get_type_hints(Settings)
        problems = []
        chosen = {}
        for f in fields(Settings):
            value = setup.get(f.name, f.default)
            allowed = get_args(hints[f.name])
            if value in allowed:
                chosen[f.name] = value
            else:
                words = Text("%(name)s is one of %(allowed)s.", {"name": f.name, "allowed": ", ".join(allowed)})
                problems.append(Problem(f.name, words))
        odds = setup.get("odds", "all")
        if odds not in ("all", "nobody"):
            problems.append(Problem("odds", Text("Odds are shown to all or to nobody.")))
        level = setup.get("level") or None
        if level is not None and str(level) not in [str(number) for number in range(1, 11)]:
            problems.append(Problem("level", Text("The level is 1 to 10, or left out for a quick battle.")))
        koku = _koku_agreed(setup)
        if isinstance(koku, Problem):
            problems.append(koku)
        if problems or isinstance(koku, Problem):
            return refuse(problems)
        sides: dict[str, Side] = {seat: Side(seat) for seat in SEATS}
        salt = str(setup.get("_salt", ""))
        agreed = int(level) if level else None
        return State(Settings(**chosen), odds == "all", salt, sides, level=agreed, koku_limit=koku)

    def barred(self, state: State, event: Event) -> Refusal | None:
        """Both seats play at every table; nobody else does."""
        if event.seat in SEATS and event.by in SEATS:
            return None
        return Refusal(Text("Only the two sides act at this table."))

    def apply(self, state: State, event: Event) -> State | Refusal:
        """The state after the event; a roll for a unit that is gone goes with it."""
        after = super().apply(state, event)
        return after if isinstance(after, Refusal) else honor.tidied(after)

    def due(self, state: State) -> tuple[Due, ...]:
        if state.over:
            return ()
        if not state.begun:
            return tuple(
                Due(s, "muster", Text("Choose your army, then say Ready.")) for s in SEATS if not state.sides[s].ready
            )
        return (*self._urgent(state), *self._owed(state), *self._free(state))

    def _urgent(self, state: State) -> tuple[Due, ...]:
        """Dice in somebody's hand: the baton."""
        running, roll = state.attack, state.honor
        if running and not running.finished:
            dice, sentence, waiting = rolls.attack_act(state, running)
            data = {"dice": dice, "waiting": waiting}
            return (Due(attack.holder(running), running.step, sentence, running.step_id, data),)
        piece = state.piece(roll.piece) if roll and honor.running(state) else None
        if roll and piece:
            dice, sentence, waiting = rolls.honor_act(state, roll, piece)
            data = {"dice": dice, "waiting": waiting}
            return (Due(piece.seat, "honor", sentence, honor.step_id(roll), data),)
        return ()

    def _owed(self, state: State) -> tuple[Due, ...]:
        found = []
        for owed in state.owed:
            if piece := state.piece(owed.piece):
                words = Text("%(unit)s owes an honor roll.", {"unit": piece.title})
                found.append(Due(piece.seat, "owed", words, owed.id, {"piece": piece.id}, owed=True))
        return tuple(found)

    def _free(self, state: State) -> tuple[Due, ...]:
        first = state.first
        words = Text("Choose who strikes, or end the phase.")
        return tuple(Due(seat, "choose", words) for seat in (first, other(first)))

    def view(self, state: State, seat: str | None) -> views.View:
        return views.view(state, seat)

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        if state.over == "draw":
            return Result((SEATS,), sentence=Text("The battle ends in a draw."))
        return Result(
            ((state.over,), (other(state.over),)), sentence=Text("Side %(side)s has won.", {"side": state.over.upper()})
        )

    def show_event(self, state: State, event: Event, seat: str | None) -> Mapping[str, Any] | None:
        """How an army was made is its own side's to read until the battle is over; then its seal can be checked."""
        if state.over and event.type == "ready":
            return {**event.data, "proof": muster.proof(state, event.seat)}
        return event.data if event.seat == seat or state.over or event.type not in SECRET else None

    def nested(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """A form's flat fields as data: `bin.hits=5` becomes `bins={"hits": 5}`, `bins=3+1` the saves of unmarked and
        marked dice, `set.moved=run` a circumstance and its value, an empty `striker` nobody in particular."""
        found = super().nested(dict(_fields(form)))
        if isinstance(bins := found.get("bins"), str):
            plain, _, marked = bins.partition("+")
            found["bins"] = {"saved": plain, "saved_marked": marked}
        if found.get("striker") == "":
            found["striker"] = None
        return found

    def has_secret(self, state: State) -> bool:
        absent = any(side.absent for side in state.sides.values())
        return not state.begun or absent or any(h.hidden and h.alive for p in state.pieces for h in p.heroes)


def _koku_agreed(setup: Mapping[str, Any]) -> int | Problem | None:
    """The koku agreed on, which only a level the book leaves open can have (12:3, K33)."""
    words = str(setup.get("koku") or "").strip()
    if not words:
        return None
    open_levels = [number for number, level in catalog().levels.items() if level.koku_open]
    if str(setup.get("level")) not in map(str, open_levels):
        levels = {"levels": tuple(open_levels)}
        return Problem(
            "koku", Text("Koku are agreed on at level %(levels)s only. Choose it, or leave the koku empty.", levels)
        )
    if not (words.isascii() and words.isdecimal() and LEAST_KOKU <= int(words[:9]) <= MOST_KOKU):
        bounds = {"koku": words[:12], "least": LEAST_KOKU, "most": MOST_KOKU}
        return Problem("koku", Text("%(koku)s koku: agree on %(least)s to %(most)s, or leave it empty.", bounds))
    return int(words)


def _fields(form: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in form.items():
        head, _, tail = str(name).partition(".")
        if head == "set":
            yield from (("field", tail), ("value", value))
        else:
            yield f"bins.{tail}" if head == "bin" else name, value


KENSEI = Kensei()
