"""The end of the game: captured piles, hands and layouts of leaders who tie, ranking (End of the Game, ruling T5).

Lines name neither cards nor points: if the end is taken back, the log may not tell what lay in the piles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from companion.play.acts import ActForm, public_line
from companion.play.cardgame import Words, row
from companion.play.game import Event, Line
from companion.play.tenno.state import ACTS, Piles, TennoState
from companion.rules import counts
from companion.rules.tenno.cards import CARDS
from companion.rules.tenno.score import TennoScore, beyond, freed, most_points, owned, ranked, score
from companion.rules.text import Problem, Refusal, Text, refuse, refuse_any, refuse_at

NOT_OVER = Refusal(
    Text("Piles are counted when the game is over; until then nobody looks into them."), "End of the Game"
)


@dataclass(frozen=True, slots=True)
class Check:
    """How a pile differs from the duels that were entered: cards it lacks, and cards it should not hold."""

    absent: tuple[str, ...]
    extra: tuple[str, ...]

    @property
    def sentence(self) -> Text | None:
        """Names the difference; None where there is none."""
        values = {
            "absent": row([CARDS[card].name for card in self.absent]),
            "extra": row([CARDS[card].name for card in self.extra]),
        }
        if self.absent and self.extra:
            return Text("By the duels entered, %(absent)s should be there, and not %(extra)s.", values)
        if self.absent:
            return Text("By the duels entered, %(absent)s should be there too.", values)
        return Text("By the duels entered, %(extra)s should not be there.", values) if self.extra else None


def tallied(state: TennoState) -> TennoScore | None:
    """The score, once every pile is tapped in."""
    if not state.over or any(seat not in state.piles for seat in state.seats):
        return None
    found = score({seat: state.piles[seat] for seat in state.seats}, state.rests, {}, state.house)
    assert isinstance(found, TennoScore), found
    return ranked({**found.points, **state.totals}, found.tie_break)


def leaders(state: TennoState) -> tuple[str, ...]:
    """Who has the most points of captured cards, once all piles are in."""
    found = tallied(state)
    if found is None:
        return ()
    return tuple(seat for seat, points in found.points.items() if points == max(found.points.values()))


def asked(state: TennoState) -> tuple[str, ...]:
    """Leaders who tie and whose hand and layout are still to be counted."""
    tied = leaders(state)
    return tuple(seat for seat in tied if seat not in state.rests) if len(tied) > 1 else ()


def by_duels(state: TennoState) -> Piles:
    """What each pile holds if every duel was entered."""
    piles: dict[str, list[str]] = {seat: [] for seat in state.seats}
    for attack in state.attacks:
        if attack.duel.captured == "defender":
            piles[attack.attacker].append(attack.defense)
        elif attack.duel.captured == "attacker":
            piles[attack.defender].append(attack.card)
    return {seat: tuple(cards) for seat, cards in piles.items()}


def check(state: TennoState, seat: str) -> Check | None:
    """How a pile tapped in differs from the duels; None before the end, or where no duel was entered."""
    if not state.over or seat not in state.piles or not state.attacks:
        return None
    due, there = Counter(by_duels(state)[seat]), Counter(state.piles[seat])
    return Check(tuple((due - there).elements()), tuple((there - due).elements()))


def rest_check(state: TennoState, seat: str) -> Text | None:
    """How hand and layout tapped in differ from the duels: cards that fell, or another number of them."""
    if not (state.over and state.attacks) or seat not in state.rests:
        return None
    lost = [card for whose, card in state.fallen if whose == seat]
    wrong = [card for card in state.rests[seat] if card in lost]
    if wrong:
        names = row([CARDS[card].name for card in wrong])
        return Text("By the duels entered, %(cards)s fell and should not be there.", {"cards": names})
    due = len(CARDS) - len(lost)
    if len(state.rests[seat]) == due:
        return None
    values = {"due": counts.cards(due), "there": len(state.rests[seat])}
    return Text("By the duels entered, %(due)s should be there, not %(there)s.", values)


def doubt(state: TennoState, seat: str) -> Refusal | None:
    """Why the pile as the duels tell it cannot be, which happens where some were entered wrong."""
    return _impossible(state, seat, {**state.piles, seat: by_duels(state)[seat]}, state.rests)


def _sees_cards(state: TennoState, event: Event, seat: str | None) -> Mapping[str, Any]:
    """If the end was taken back, nobody reads what lay there."""
    return event.data if state.over else {}


class PileCounted(ActForm):
    def line(self, before: TennoState, event: Event, after: TennoState) -> Line:
        return public_line("The pile of %(who)s is counted.", who=event.seat)


@ACTS.act("pile", label=Text("the cards of a pile"), sees=_sees_cards)
class PileAct(PileCounted):
    """All cards of a captured pile."""

    cards: Words = ()

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        if not state.over:
            return NOT_OVER
        piles = {**state.piles, event.seat: self.cards}
        totals = {seat: points for seat, points in state.totals.items() if seat != event.seat}
        return _impossible(state, event.seat, piles, state.rests) or replace(state, piles=piles, totals=totals)


@ACTS.act("total", label=Text("the points of a pile"), sees=_sees_cards)
class TotalAct(PileCounted):
    """The points of a captured pile, without its cards."""

    points: Annotated[int, Field(ge=0), Text("The points of a pile are a whole number from 0 on; add it up again.")]

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        if state.way != "score":
            text = Text("At this table every duel was entered: count the pile card by card, not as a total.")
            return Refusal(text, "End of the Game")
        most = most_points(len(state.seats), state.house)
        if self.points > most:
            text = Text("A pile has %(most)s points at most with so many players; add it up again.", {"most": most})
            return refuse_at("points", text, "End of the Game")
        totals = {**state.totals, event.seat: self.points}
        return replace(state, piles={**state.piles, event.seat: ()}, totals=totals)


@ACTS.act("rest", label=Text("a hand and layout counted"), sees=_sees_cards)
class RestAct(ActForm):
    """All cards left in hand and layout."""

    cards: Words = ()

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        if not state.over:
            return NOT_OVER
        if not self.cards:
            text = Text("One card at least is left: a turn takes two of three in the layout at most. Look again.")
            return refuse_at("cards", text, "End of the Game")
        rests = {**state.rests, event.seat: self.cards}
        return _impossible(state, event.seat, state.piles, rests) or replace(state, rests=rests)

    def line(self, before: TennoState, event: Event, after: TennoState) -> Line:
        return public_line("Hand and layout of %(who)s are counted.", who=event.seat)


def _impossible(state: TennoState, seat: str, piles: Piles, rests: Piles) -> Refusal | None:
    """Unknown cards, a captured Geisha, more of a card than there are sets; each at its place in `cards`."""
    everybody = {one: piles.get(one, ()) for one in state.seats}
    counted = score(everybody, rests, {})
    if isinstance(counted, Refusal):
        problems = []
        for problem in counted.problems:
            place = problem.path.rpartition(".")[2]
            problems.append(Problem(f"cards.{place}" if place.isdecimal() else "cards", problem.message))
        return refuse(problems, counted.rule)
    if found := beyond(piles):
        return refuse([Problem("cards", problem.message) for problem in found], "Special Powers")
    if refused := _elsewhere(everybody, rests):
        return refused
    seen = Counter(card for place in (piles, rests) for cards in place.values() for card in cards)
    own = Counter(piles.get(seat, ()))
    problems = []
    for card in CARDS:
        values = {"card": CARDS[card].name, "times": seen[card], "sets": len(state.seats), "own": own[card]}
        if seen[card] > len(state.seats):
            text = Text("%(times)s × %(card)s in all, but there are %(sets)s sets; look again.", values)
            problems.append(Problem("cards", text))
        elif own[card] > len(state.seats) - 1:
            text = Text("%(own)s × %(card)s: one of them is this player's own; look again.", values)
            problems.append(Problem("cards", text))
    return refuse_any(problems, "End of the Game")


def _elsewhere(piles: Piles, rests: Piles) -> Refusal | None:
    """Cards of a pile that still lie in hands and layouts, and a Geisha who should have left."""
    if not rests:
        return None
    found = [
        Text(
            "%(card)s in the pile of %(who)s: too many of them are counted. Look again at that pile, and at hands and "
            "layouts.",
            {"card": CARDS[card].name, "who": seat},
        )
        for seat, card in owned(piles, rests)
    ]
    found += [
        Text(
            "%(who)s captured a Shogun: only the Geisha takes him, and then she leaves the game. Take her out, or "
            "correct the pile.",
            {"who": seat},
        )
        for seat in freed(piles, rests)
    ]
    return refuse_any((Problem("cards", text) for text in found), "End of the Game")
