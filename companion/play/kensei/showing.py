"""Who was hidden shows himself: a Denuki among the enemy, Ninjas as they act (5:1:6, 12:6:3, K80)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.deploy.seals import infiltrates, what
from companion.play.kensei.ground import WrittenDown
from companion.play.kensei.orders.plans import has_shown
from companion.play.kensei.pieces import Piece, other
from companion.play.kensei.state import State, must
from companion.play.kensei.turn import whose
from companion.rules.kensei.deployment.infiltrating import RULE, Laid, place_of_denuki
from companion.rules.kensei.turn.contacts import Contact, again
from companion.rules.text import Refusal, Text, player_first


class InfiltrateData(Data):
    """`seal`: the fingerprint of what says where he hides. `enemy`: before whom he stands, where no card says it;
    `anyway`: although it is not the time for it."""

    seal: str = Field(max_length=40)
    enemy: str = Field("", max_length=40)
    anyway: bool = False


def _infiltrate(state: State, event: Event, data: InfiltrateData) -> State | Refusal:
    own = (one for one in state.seals if one.seat == event.seat == event.by)
    found = next((one for one in own if one.seal == data.seal and infiltrates(state, one)), None)
    if found is None:
        return Refusal(Text("Your side has no Denuki waiting under that seal: look at the list again."), RULE)
    if not data.anyway and (state.phase != "orders" or whose.acts_now(state) not in ("", found.seat)):
        words = Text("A Denuki shows himself in the Taisho orders of his own side: wait for them, or do it anyway.")
        return Refusal(words, RULE)
    enemy = _before(state, found, data.enemy)
    if isinstance(enemy, Refusal):
        return enemy
    opened = tuple(replace(one, opened=True) if one is found else one for one in state.seals)
    arrived = must(replace(state, seals=opened).arrived(found.seat, found.who))
    met = Contact(found.who, enemy.id, state.turn, "denuki", charger="")
    return replace(arrived, contacts=again(arrived.contacts, met))


def _before(state: State, one: WrittenDown, said: str) -> Piece | Refusal:
    """Before whom he stands: by the number he wrote down, or by what the players say where that tells nobody."""
    number = place_of_denuki(_laid(state, other(one.seat)), one.card) if one.card else None
    if number is not None:
        said = state.deployment.of(other(one.seat))[number - 1].piece
    piece = state.piece(said)
    if piece is None or piece.seat == one.seat or not piece.miniatures:
        words = Text("His number stands for no unit on the table: choose the enemy unit before which he stands.")
        return Refusal(words, RULE)
    return piece


def _laid(state: State, seat: str) -> tuple[Laid, ...]:
    """What the cards of a side stand for by now."""
    return tuple(_kind(state.piece(card.piece)) for card in state.deployment.of(seat))


def _kind(piece: Piece | None) -> Laid:
    if piece is None or not piece.standing:
        return "gone"
    if piece.unit is None or not piece.miniatures:
        return "character"
    return "cavalry" if "mounted" in piece.profile.traits else "troop"


def _infiltrate_line(before: State, event: Event, data: InfiltrateData, after: State) -> Line:
    made = next(one for one in after.seals if one.seat == event.seat and one.seal == data.seal)
    met = after.contacts[-1]
    piece, enemy = must(after.piece(made.who)), must(after.piece(met.other))
    values = {"who": piece.title, "unit": enemy.title, "seal": made.seal, "what": what(before, made)}
    return Line(Text("%(who)s shows himself in front of %(unit)s. Seal %(seal)s said: %(what)s.", values))


# ---- Ninjas that act


def tidied(state: State) -> State:
    """Ninjas who act, or fight, are hidden no more: what was written of them opens by itself."""
    if not state.begun or not any(not one.opened and _acts(state, one) for one in state.seals):
        return state
    seals = (
        replace(one, opened=True, shown=True) if not one.opened and _acts(state, one) else one for one in state.seals
    )
    return replace(state, seals=tuple(seals))


def _acts(state: State, one: WrittenDown) -> bool:
    """Whether everybody has seen who it is about do something."""
    piece = state.piece(one.who) if one.who else None
    return piece is not None and has_shown(state, piece)


def told(before: State, after: State) -> list[Text]:
    """What opened by itself since."""
    known = {(one.seat, one.seal) for one in before.seals if one.opened}
    new = [one for one in after.seals if one.shown and (one.seat, one.seal) not in known]
    return [
        Text(
            "%(side)s shows who acts: seal %(seal)s said %(what)s.",
            {"side": player_first(one.seat), "seal": one.seal, "what": what(after, one)},
        )
        for one in new
    ]


ACTS = (Act("infiltrate", InfiltrateData, _infiltrate, _infiltrate_line, sees=everybody),)
