"""The list of combats: those whose fight has begun, and those that contacts make and nobody has begun (10:1, K69)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.fight.words import joined, unveiled
from companion.play.kensei.melee import Confrontation, Melee, Striker
from companion.play.kensei.pieces import Piece, SeatId, other
from companion.play.kensei.state import State
from companion.rules.kensei.fight.confrontation import has_dice
from companion.rules.kensei.fight.melees import groups
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.text import Refusal, Text


class FightData(Data):
    """The name of a combat on the list."""

    combat: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """A combat whose fight has not begun: its name and who stands in it now."""

    id: str
    members: tuple[str, ...]


def ahead(state: State) -> tuple[Ahead, ...]:
    """The combats nobody has begun. Who came into contact with one that is under way fights in the next turn."""
    fighting = {member for melee in state.melees for member in melee.members}
    standing = {piece.id for piece in state.pieces if piece.standing} - fighting
    return tuple(Ahead(_name(state, members), members) for members in groups(state.contacts, standing))


def _name(state: State, members: tuple[str, ...]) -> str:
    """`t3.combat.a1+b2`."""
    return f"t{state.turn}.combat.{'+'.join(members)}"


def left(state: State) -> tuple[Ahead, ...]:
    """Those of them in which nobody has struck either: a table may strike without a word about its combats."""
    struck = {piece for blow in state.blows for piece in (blow.attacker, blow.defender)}
    return tuple(one for one in ahead(state) if not struck & set(one.members))


def chooser(state: State) -> SeatId:
    """Who says which combat comes next: who won the commandment roll first, then by turns (K69)."""
    first = state.commanding
    return first if len(state.melees) % 2 == 0 else other(first)


def met_in(state: State, melee: Melee) -> tuple[Contact, ...]:
    """The contacts within a combat."""
    return tuple(met for met in state.contacts if {met.one, met.other} <= set(melee.members))


def _fight(state: State, event: Event, data: FightData) -> State | Refusal:
    found = next((one for one in ahead(state) if one.id == data.combat), None)
    if found is None:
        words = Text("There is no such combat, or its fight has begun: look at the list as it is now.")
        return Refusal(words, "10:2")
    return fought_now(state, found)


def fought_now(state: State, found: Ahead) -> State:
    """With this combat begun; whoever was hidden in it is seen."""
    for member in found.members:
        if (piece := state.piece(member)) is not None:
            state = state.with_piece(piece.unveiled())
    strikers = tuple(s for m in found.members if (p := state.piece(m)) is not None for s in strikers_of(p))
    melee = Melee(found.id, found.members, strikers)
    return replace(state, melees=(*state.melees, replace(melee, confrontations=_chased(state, melee))))


def _chased(state: State, melee: Melee) -> tuple[Confrontation, ...]:
    """Who broke away and was reached by a character has his confrontation with him, unasked (4:3:8, K67).

    A contact names pieces, and of who is the last of his unit that is the unit: who they are the chase says.
    """
    stands_in = {hero.id: piece.id for piece in state.pieces for hero in piece.heroes}
    chases = {
        (stands_in[one.follower], stands_in[one.hero]): (one.follower, one.hero)
        for one in state.breakaways
        if one.chase
    }
    met = (one for one in met_in(state, melee) if one.cause == "chase" and one.since == state.turn)
    pairs = (pair for one in met if (pair := chases.get((one.one, one.other))))
    return tuple(Confrontation(f"{melee.id}.{one}>{other}", one, other, refused=False) for one, other in pairs)


def strikers_of(piece: Piece) -> tuple[Striker, ...]:
    """Everybody of a piece who strikes at an initiative of his own; a Bushi goes with his unit (K44, K47).
    Who never strikes by dice, as a Geisha, has no place among them (5:1:14).

    Of a unit that is gone each character who is left stands for himself (K68).
    """
    flees = piece.facts.flees
    if piece.unit is None:
        return (Striker(piece.id, flees=flees),) if has_dice(piece.heroes[0].profile) else ()
    heroes = piece.survivors or tuple(h for h in piece.seen_heroes if h.profile.rank == "special")
    own = tuple(Striker(piece.id, h.id, flees=flees) for h in heroes if has_dice(h.profile))
    return (Striker(piece.id, unit=True, flees=flees), *own) if piece.miniatures else own


def _fight_line(before: State, event: Event, data: FightData, after: State) -> Line:
    return Line(joined(fight_words(before, after)))


def fight_words(before: State, after: State) -> list[Text]:
    """Which combat has begun, and who is seen in it."""
    told = Text("%(one)s and %(other)s fight.", _sides(after, after.melees[-1].members))
    return [told, *unveiled(before, after)]


def title(state: State, members: tuple[str, ...]) -> Text:
    """Who is against whom."""
    return Text("%(one)s against %(other)s", _sides(state, members))


def _sides(state: State, members: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    pieces = [piece for member in members if (piece := state.piece(member)) is not None]
    return {name: tuple(p.title for p in pieces if p.seat == seat) for name, seat in (("one", "a"), ("other", "b"))}


ACTS = (Act("fight", FightData, _fight, _fight_line, called=lambda _: Text("which combat is next"), sees=everybody),)
