"""Attacks, a Ronin's second attack, gaps and turns (Game Play, Special Powers, rulings T2 to T6).

No line says which cards met: memory is part of the game. A refusal speaks only of a card its player has just tapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from companion.play.acts import Act, Data, everybody, part, public_line
from companion.play.cardgame import Word, not_next, stepped, then
from companion.play.game import Event, Line
from companion.play.tenno.state import HAND, EnteredDuel, TennoState
from companion.rules import counts
from companion.rules.tenno.cards import CARDS
from companion.rules.tenno.duel import Aftermath, Duel, after, duel
from companion.rules.text import Refusal, Text, refuse_at


class DuelData(Data):
    """One card against another: `number` counts duels from 1, `card` attacks, `defense` is the card attacked."""

    number: int
    card: Word
    target: Word
    defense: Word
    monk: bool = False


class DeclineData(Data):
    """No second attack of the Ronin; `number` is that of his duel."""

    number: int


class BeginsData(Data):
    player: Word


class HoldData(Data):
    """How many cards a player holds in hand, counted at the table: where none is left, a gap ends the game."""

    player: Word
    cards: Annotated[int, Field(ge=0, le=HAND)]


class FinishData(Data):
    """The game is over, as the table says: one player's word alone opens no pile."""

    finish: Literal[True] = True


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
    found = after(attacks[0].attacker, [attack.fight for attack in attacks], state.hands, declined)
    assert isinstance(found, Aftermath), found
    return found


# ---- attacking


def _duel(state: TennoState, event: Event, data: DuelData) -> TennoState | Refusal:
    if refused := closed(state):
        return refused
    already = Text("That duel is entered already: look at the table as it is now.")
    if refused := not_next(data.number, len(state.attacks) + 1, already, "Attacking"):
        return refused
    if event.seat != state.turn:
        text = Text("It is the turn of %(who)s; set the turn if the table says otherwise.", {"who": state.turn})
        return Refusal(text, "Attacking")
    if data.target not in state.seats or data.target == event.seat:
        return refuse_at("target", Text("Attack another player of this game."), "Attacking")
    found = duel(data.card, data.defense, data.monk)
    if isinstance(found, Refusal):
        return found
    if refused := _not_allowed(state, data, found):
        return refused
    attack = EnteredDuel(data.number, event.seat, data.card, data.target, data.defense, data.monk)
    last = state.last + 1 if state.second else 1
    return _settle(replace(state, attacks=(*state.attacks, attack), last=last, second=False))


def _not_allowed(state: TennoState, data: DuelData, found: Duel) -> Refusal | None:
    """What the rules of this very turn forbid, and cards that are not on the table any more."""
    if not found.allowed and found.reason:
        return refuse_at("card", found.reason, found.rule)
    if state.second:
        before = state.turn_attacks[-1]
        if data.card == before.card:
            text = Text("The second attack is made by another card of the layout.")
            return refuse_at("card", text, "Special Powers")
        if (data.target, data.defense) == (before.defender, before.defense) and before.duel.lost("defender"):
            text = Text("That card has just fallen; tap the one turned over.")
            return refuse_at("defense", text, "Attacking")
        if (data.target, data.defense) == (before.defender, before.defense):
            text = Text("The Ronin's second attack goes against another card; tap the one turned over.")
            return refuse_at("defense", text, "Special Powers")
    return _fallen(state, data)


def _fallen(state: TennoState, data: DuelData) -> Refusal | None:
    """A card that an earlier duel has taken from the table fights no more, and helps no more.

    Nobody may look into the piles: only the first such card is named, the attacker's own before a rival's, so that no
    other is asked after for nothing; and never who took it, nor when (The Attacker Wins).
    """
    tapped = [("card", state.turn, data.card), ("defense", data.target, data.defense)]
    if data.monk:
        tapped.append(("monk", data.target, "monk"))
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
    turn = _next(state, state.turn)
    return replace(state, second=False, unfilled=state.hands, hands=hands, turn=turn)


def _next(state: TennoState, seat: str) -> str:
    return state.seats[(state.seats.index(seat) + 1) % len(state.seats)]


def _duel_line(before: TennoState, event: Event, data: DuelData, after: TennoState) -> Line:
    values = {"number": data.number, "who": event.seat, "whom": data.target}
    winner = after.attacks[-1].duel.winner
    if winner == "attacker":
        text = Text("Duel %(number)s: %(who)s attacks %(whom)s and wins.", values)
    elif winner == "defender":
        text = Text("Duel %(number)s: %(who)s attacks %(whom)s, who wins.", values)
    else:
        text = Text("Duel %(number)s: %(who)s attacks %(whom)s. Nobody wins.", values)
    return stepped(Line(then(text, ended_words(before, after))), f"d{data.number}")


def ended_words(before: TennoState, after: TennoState) -> Text | None:
    """What the log says when this act ended the game."""
    if before.over or not after.over:
        return None
    return Text("%(who)s cannot fill the gap: the game is over.", {"who": after.ended_by})


def _duel_label(data: DuelData) -> Text:
    return Text("duel %(number)s", {"number": data.number})


def _decline(state: TennoState, event: Event, data: DeclineData) -> TennoState | Refusal:
    if state.over or not state.second or data.number != len(state.attacks):
        return Refusal(Text("There is no second attack to decline: look at the table as it is now."), "Special Powers")
    return _settle(state, declined=True)


def _decline_line(before: TennoState, event: Event, data: DeclineData, after: TennoState) -> Line:
    text = Text("%(who)s does not attack again.", {"who": before.turn})
    return stepped(Line(then(text, ended_words(before, after))), f"d{data.number}.decline")


def _sees_duel(state: TennoState, event: Event, seat: str | None) -> Mapping[str, Any]:
    """Before the end nobody reads which cards met."""
    return event.data if state.over else part(event, "number", "target")


# ---- set right by hand


def _starts(state: TennoState, event: Event, data: BeginsData) -> TennoState | Refusal:
    if refused := closed(state):
        return refused
    if data.player not in state.seats or data.player == state.turn:
        return refuse_at("player", Text("Choose another player of this game."), "Attacking")
    if state.second:
        return Refusal(Text("First enter the second attack, or that there is none."), "Special Powers")
    return replace(state, turn=data.player)


def _starts_line(before: TennoState, event: Event, data: BeginsData, after: TennoState) -> Line:
    if not before.attacks:
        return public_line("%(who)s begins.", who=data.player)
    return public_line("Corrected by hand: it is the turn of %(who)s.", who=data.player)


def _hold(state: TennoState, event: Event, data: HoldData) -> TennoState | Refusal:
    if refused := closed(state):
        return refused
    if state.hands.get(data.player) in (None, data.cards):
        text = Text("That is entered already, or nobody with that name plays here.")
        return refuse_at("player", text, "After the Attack")
    return replace(state, hands={**state.hands, data.player: data.cards})


def _hold_line(before: TennoState, event: Event, data: HoldData, after: TennoState) -> Line:
    return public_line("Counted: %(who)s holds %(cards)s in hand.", who=data.player, cards=counts.cards(data.cards))


def _finish(state: TennoState, event: Event, data: FinishData) -> TennoState | Refusal:
    return closed(state) or replace(state, over=True, second=False, ended_by="")


def _finish_line(before: TennoState, event: Event, data: FinishData, after: TennoState) -> Line:
    return public_line("The game is over: count the piles.")


ACTS = (
    Act("duel", DuelData, _duel, _duel_line, label=_duel_label, sees=_sees_duel),
    Act("decline", DeclineData, _decline, _decline_line, label=Text("doing without a second attack"), sees=everybody),
    Act(
        "turn",
        BeginsData,
        _starts,
        _starts_line,
        commutes=False,
        label=lambda data: Text("the turn of %(who)s", {"who": data.player}),
        sees=everybody,
    ),
    Act(
        "hold",
        HoldData,
        _hold,
        _hold_line,
        commutes=False,
        agreed=True,
        label=lambda data: Text("the hand of %(who)s", {"who": data.player}),
        sees=everybody,
    ),
    Act(
        "finish",
        FinishData,
        _finish,
        _finish_line,
        commutes=False,
        agreed=True,
        label=Text("the end of the game"),
        sees=everybody,
    ),
)
