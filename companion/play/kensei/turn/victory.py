"""Who has won so far, by what, and when that ends the battle (7:1:1, 7:4:7; rulings K32, K84, K92)."""

from __future__ import annotations

from dataclasses import replace

from companion.content import catalog
from companion.play.game import Event
from companion.play.kensei.ask.names import UNHURRIED
from companion.play.kensei.combat import strikes
from companion.play.kensei.pieces import SEATS, Hero, Piece, other
from companion.play.kensei.state import State
from companion.rules.kensei.victory import ArmyAtEnd, Battle, BattleVerdict, CharacterAtEnd, UnitAtEnd, at_once, victory
from companion.rules.text import Text, player_at


def decided_by(state: State) -> Battle | None:
    """The type of battle whose rule says who wins; None where the last side on the table does."""
    match state.battle:
        case "" | "quick":
            return None
        case battle:
            return battle


def last_turn(state: State) -> int | None:
    """The turn that is the last, None where the battle lasts as long as it takes."""
    return None if decided_by(state) in (None, "assassination") else state.turns


def _armies(state: State) -> tuple[ArmyAtEnd, ArmyAtEnd]:
    return _army(state, "a"), _army(state, "b")


def _army(state: State, seat: str) -> ArmyAtEnd:
    """A side as it stands now. Who is on no table yet counts only where every character must be slain (K92)."""
    chief = state.leader(seat)
    units = (_unit(piece) for piece in state.of(seat) if piece.unit)
    absent = state.sides[seat].absent if state.battle == "head-hunt" else ()
    return ArmyAtEnd(tuple(units), tuple(_character(hero, chief) for hero in (*state.heroes(seat), *absent)))


def _unit(piece: Piece) -> UnitAtEnd:
    assert piece.unit is not None
    return UnitAtEnd(
        catalog().units[piece.unit],
        max(piece.at_start, piece.miniatures),  # by hand more may stand than there were
        piece.miniatures,
        piece.brought_standard,
        off_table=piece.off_table and not piece.miniatures,
        display_name=piece.unit_title,
    )


def _character(hero: Hero, chief: Hero | None) -> CharacterAtEnd:
    is_chief = chief is not None and hero.id == chief.id
    return CharacterAtEnd(hero.profile, hero.mounted, is_chief, slain=not hero.alive, display_name=hero.title)


def verdict(state: State) -> BattleVerdict | None:
    """The points of both, and who would win if this turn ended now; None where no points decide."""
    battle = decided_by(state)
    if battle is None:
        return None
    return victory(battle, state.turn, *_armies(state), state.turns)


def winner_of(state: State) -> str:
    """Who has won by now ("a", "b" or "draw"), or empty while it goes on.

    What is decided at once waits for the end of the combat it happens in, so that both can fall in it; points for the
    end of the turn, when nothing is owed any more (K92).
    """
    if not state.begun:
        return ""
    battle = decided_by(state)
    if battle is None:
        standing = [seat for seat in SEATS if any(piece.standing for piece in state.of(seat))]
        return standing[0] if len(standing) == 1 else ""
    sudden = at_once(battle, *_armies(state))
    if sudden is not None:
        return "" if state.phase == "combat" and not _fought_out(state) else sudden
    if state.phase != "resolution" or state.owed or any(ask.kind not in UNHURRIED for ask in state.asks):
        return ""
    found = verdict(state)
    return (found.winner if found else None) or ""


def _fought_out(state: State) -> bool:
    """Whether each combat in which one has just fallen is finished. Who fell in none that was said, or by hand, fell
    in the combats of the turn together."""
    struck = {blow.defender for blow in state.blows}
    chiefs = {hero.id for seat in SEATS if state.battle == "assassination" and (hero := state.leader(seat))}
    fallen = {
        piece.id
        for piece in state.pieces
        for hero in piece.heroes
        if not hero.alive and (piece.id in struck or hero.id in chiefs)
    }
    in_combat = {member for melee in state.melees for member in melee.members}
    return fallen <= in_combat and all(strikes.is_done(state, one) for one in state.melees if fallen & set(one.members))


def waits(state: State) -> bool:
    """Whether the last turn's points only wait for what is still open."""
    return state.phase == "resolution" and is_last(state) and not winner_of(state)


def is_last(state: State) -> bool:
    """Whether this turn is the last, or comes after it."""
    return state.turn >= (last_turn(state) or state.turn + 1)


def ahead(state: State) -> str:
    """Who would win if the battle ended now: who has won, else who has more points ("draw": nobody). Empty where no
    points decide."""
    found = verdict(state) if last_turn(state) else None
    return winner_of(state) or (found.ahead if found else "")


def end_is_due(state: State) -> bool:
    """Whether somebody has won, or the last turn is over but for what is still owed in it; or it is over long since."""
    if not state.under_way:
        return False
    last = last_turn(state) or state.turn + 1
    return bool(winner_of(state)) or state.turn > last or (state.turn == last and state.phase == "resolution")


def reason(state: State) -> Text:
    """What the winner of now has won by."""
    battle = decided_by(state)
    sudden = battle and at_once(battle, *_armies(state))
    if battle == "assassination" and sudden == "draw":
        return Text("Both generals are slain.")
    if battle == "assassination":
        return Text("The general of the other side is slain.")
    if sudden == "draw":
        return Text("Every character of both sides is slain.")
    if sudden:
        return Text("Every character of the other side is slain.")
    found = verdict(state)
    if found is None:
        return Text("Nobody is left on the other side.")
    return Text("Points: %(a)s against %(b)s.", {"a": found.points("a"), "b": found.points("b")})


def coming(state: State) -> Text | None:
    """What will end the battle with this combat or this turn."""
    battle = decided_by(state)
    if battle is None or state.over or not state.begun:
        return None
    a, b = _armies(state)
    if state.phase == "combat" and at_once(battle, a, b):
        if state.melees:
            return Text("%(why)s The battle ends with this combat.", {"why": reason(state)})
        return Text("%(why)s The battle ends with the combats of this turn.", {"why": reason(state)})
    if battle == "assassination":
        return None
    if a.is_gone or b.is_gone:
        gone = player_at("b" if b.is_gone else "a")
        return Text("Nothing of %(side)s is left: the battle ends with this turn.", {"side": gone})
    if state.turn > state.turns:
        return Text("Turn %(turns)s was the last: you play on.", {"turns": state.turns})
    if state.turn == state.turns:
        return Text("This is the last turn.")
    return None


# ---- whether one player alone may end the battle: what is hidden comes to light with it
#
# He may where the rules give the result and the other side has gone on playing by itself: in this turn, and since the
# last entry that one side made for the other or by hand. That follows from entries everybody reads, so that neither
# asking nor not asking tells whether anything is hidden.

BY_HAND = frozenset({"correct", "forgot", "mark"})


def listened(before: State, event: Event, after: State, *, open_to_all: bool) -> State:
    """The state that remembers who has been heard by this event, which all see or not."""
    if after.turn != before.turn:
        heard: tuple[str, ...] = ()
    elif not open_to_all:
        return after
    elif event.type in BY_HAND or event.seat != event.by or _of_the_others(before, event):
        heard = (event.by,)
    else:
        heard = tuple(sorted({*before.heard, event.by}))
    return after if heard == after.heard else replace(after, heard=heard)


def _of_the_others(state: State, event: Event) -> bool:
    piece = state.piece(str(event.data.get("piece")))
    return piece is not None and piece.seat != event.by


def free_result(state: State, seat: str | None) -> str:
    """The result with which this seat may end the battle without the other's word; empty where there is none."""
    return winner_of(state) if seat is not None and other(seat) in state.heard else ""
