"""Attacks, a Ronin's second attack, gaps and turns (Game Play, Special Powers, rulings T2 to T6).

No line says which cards met: memory is part of the game. A refusal speaks only of a card its player has just tapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from companion.play.acts import ActForm, everybody, part, public_line
from companion.play.cardgame import Word, not_next, then
from companion.play.game import Event, Line
from companion.play.tenno.state import ACTS, HAND, EnteredDuel, TennoState
from companion.rules import counts
from companion.rules.tenno.cards import CARDS
from companion.rules.tenno.duel import Aftermath, Duel, after, duel
from companion.rules.text import Refusal, Text, refuse_at


def closed(state: TennoState) -> Refusal | None:
    """Why nothing of the duels is entered any more; None while they go on."""
    if state.way == "score":
        text = Text("At this table only the piles are entered; for duels open another table and choose them there.")
        return Refusal(text, "End of the Game")
    if state.over:
        return Refusal(Text("The game is over: count the piles, or undo its end."), "End of the Game")
    return None


def aftermath(state: TennoState, declined: bool = False) -> Aftermath:
    """What follows the attacks of this turn so far."""
    attacks = state.turn_attacks
    return after(attacks[0].attacker, [attack.fight for attack in attacks], state.hands, declined)


# ---- attacking


def _sees_duel(state: TennoState, event: Event, seat: str | None) -> Mapping[str, Any]:
    """Before the end nobody reads which cards met."""
    return event.data if state.over else part(event, "number", "target")


@ACTS.act("duel", label=lambda _, act: Text("duel %(number)s", {"number": act.number}), sees=_sees_duel)
class DuelAct(ActForm):
    """One card against another: `number` counts duels from 1, `card` attacks, `defense` is the card attacked."""

    number: int
    card: Word
    target: Word
    defense: Word
    monk: bool = False

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        if refused := closed(state):
            return refused
        already = Text("That duel is entered already: look at the table as it is now.")
        if refused := not_next(self.number, len(state.attacks) + 1, already, "Attacking"):
            return refused
        if event.seat != state.turn:
            text = Text("It is the turn of %(who)s; set the turn if the table says otherwise.", {"who": state.turn})
            return Refusal(text, "Attacking")
        if self.target not in state.seats or self.target == event.seat:
            return refuse_at("target", Text("Attack another player of this game."), "Attacking")
        found = duel(self.card, self.defense, self.monk)
        if isinstance(found, Refusal):
            return found
        if refused := _not_allowed(state, self, found):
            return refused
        attack = EnteredDuel(self.number, event.seat, self.card, self.target, self.defense, self.monk)
        last = state.last + 1 if state.second else 1
        return _settle(replace(state, attacks=(*state.attacks, attack), last=last, second=False))

    def line(self, before: TennoState, event: Event, after: TennoState) -> Line:
        values = {"number": self.number, "who": event.seat, "whom": self.target}
        winner = after.attacks[-1].duel.winner
        if winner == "attacker":
            text = Text("Duel %(number)s: %(who)s attacks %(whom)s and wins.", values)
        elif winner == "defender":
            text = Text("Duel %(number)s: %(who)s attacks %(whom)s, who wins.", values)
        else:
            text = Text("Duel %(number)s: %(who)s attacks %(whom)s. Nobody wins.", values)
        return Line(then(text, ended_words(before, after)), step=f"d{self.number}")


def _not_allowed(state: TennoState, act: DuelAct, found: Duel) -> Refusal | None:
    """What the rules of this very turn forbid, and cards that are not on the table any more."""
    if not found.allowed and found.reason:
        return refuse_at("card", found.reason, found.rule)
    if state.second:
        before = state.turn_attacks[-1]
        if act.card == before.card:
            text = Text("The second attack is made by another card of the layout.")
            return refuse_at("card", text, "Special Powers")
        if (act.target, act.defense) == (before.defender, before.defense) and before.duel.lost("defender"):
            text = Text("That card has just fallen; tap the one turned over.")
            return refuse_at("defense", text, "Attacking")
        if (act.target, act.defense) == (before.defender, before.defense):
            text = Text("The Ronin's second attack goes against another card; tap the one turned over.")
            return refuse_at("defense", text, "Special Powers")
    return _fallen(state, act)


def _fallen(state: TennoState, act: DuelAct) -> Refusal | None:
    """A card that an earlier duel has taken from the table fights no more, and helps no more.

    Nobody may look into the piles: only the first such card is named, the attacker's own before a rival's, so that no
    other is asked after for nothing; and never who took it, nor when (The Attacker Wins).
    """
    tapped = [("card", state.turn, act.card), ("defense", act.target, act.defense)]
    if act.monk:
        tapped.append(("monk", act.target, "monk"))
    for path, seat, card in tapped:
        if (seat, card) in state.fallen:
            text = Text(
                "%(card)s of %(whose)s is in no layout any more: look at the cards again, or undo the duel in which it "
                "was tapped by mistake.",
                {"card": CARDS[card].name, "whose": seat},
            )
            return refuse_at(path, text, "Attacking")
    return None


def _settle(state: TennoState, declined: bool = False) -> TennoState:
    """Gaps filled and the turn passed on, or the game over; a Ronin's second attack comes before that."""
    found = aftermath(state, declined)
    if any(step.kind == "second-attack" for step in found.steps):
        return replace(state, second=True)
    fills = {step.player: step.count for step in found.steps if step.kind == "fill"}
    hands = {seat: held - fills.get(seat, 0) for seat, held in state.hands.items()}
    if found.ends:
        return replace(state, second=False, unfilled=state.hands, hands=hands, over=True, ended_by=found.ends)
    turn = state.seats[(state.seats.index(state.turn) + 1) % len(state.seats)]
    return replace(state, second=False, unfilled=state.hands, hands=hands, turn=turn)


def ended_words(before: TennoState, after: TennoState) -> Text | None:
    """What the log says when this act ended the game."""
    if before.over or not after.over:
        return None
    return Text("%(who)s cannot fill the gap: the game is over.", {"who": after.ended_by})


@ACTS.act("decline", label=Text("doing without a second attack"), sees=everybody)
class DeclineAct(ActForm):
    """No second attack of the Ronin; `number` is that of his duel."""

    number: int

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        if state.over or not state.second or self.number != len(state.attacks):
            text = Text("There is no second attack to decline: look at the table as it is now.")
            return Refusal(text, "Special Powers")
        return _settle(state, declined=True)

    def line(self, before: TennoState, event: Event, after: TennoState) -> Line:
        text = Text("%(who)s does not attack again.", {"who": before.turn})
        return Line(then(text, ended_words(before, after)), step=f"d{self.number}.decline")


# ---- set right by hand


@ACTS.act("turn", commutes=False, label=lambda _, act: Text("the turn of %(who)s", {"who": act.player}), sees=everybody)
class BeginsAct(ActForm):
    player: Word

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        if refused := closed(state):
            return refused
        if self.player not in state.seats or self.player == state.turn:
            return refuse_at("player", Text("Choose another player of this game."), "Attacking")
        if state.second:
            return Refusal(Text("First enter the second attack, or that there is none."), "Special Powers")
        return replace(state, turn=self.player)

    def line(self, before: TennoState, event: Event, after: TennoState) -> Line:
        if not before.attacks:
            return public_line("%(who)s begins.", who=self.player)
        return public_line("Corrected by hand: it is the turn of %(who)s.", who=self.player)


@ACTS.act(
    "hold",
    commutes=False,
    agreed=True,
    label=lambda _, act: Text("the hand of %(who)s", {"who": act.player}),
    sees=everybody,
)
class HandCountAct(ActForm):
    """How many cards a player holds in hand, counted at the table: where none is left, a gap ends the game."""

    player: Word
    cards: Annotated[int, Field(ge=0, le=HAND)]

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        if refused := closed(state):
            return refused
        if state.hands.get(self.player) in (None, self.cards):
            text = Text("That is entered already, or nobody with that name plays here.")
            return refuse_at("player", text, "After the Attack")
        return replace(state, hands={**state.hands, self.player: self.cards})

    def line(self, before: TennoState, event: Event, after: TennoState) -> Line:
        return public_line(
            "%(who)s holds %(cards)s in hand (counted).", who=self.player, cards=counts.cards(self.cards)
        )


@ACTS.act("finish", commutes=False, agreed=True, label=Text("the end of the game"), sees=everybody)
class FinishAct(ActForm):
    """The game is over, as the table says: one player's word alone opens no pile."""

    finish: Literal[True] = True

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        return closed(state) or replace(state, over=True, second=False, ended_by="")

    def line(self, before: TennoState, event: Event, after: TennoState) -> Line:
        return public_line("The game is over: count the piles.")
