"""What everybody sees of a game of Tenno. While it goes on, no card and no total is in it (ruling T5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.play.cardgame import Player, PlayersShown, named, names_of, row
from companion.play.tenno import duels, scoring
from companion.play.tenno.state import EnteredDuel, TennoState
from companion.rules import counts
from companion.rules.tenno.cards import CARDS, LAYOUT_AT_START, TennoCard
from companion.rules.tenno.duel import Step
from companion.rules.tenno.score import kept, points_of, room
from companion.rules.text import Text, counted


@dataclass(frozen=True, slots=True)
class TennoPlayerView(Player):
    """A player at the table. `pile`, `points`, `rest`, `check` and `by_duels` are None before the end."""

    hand: int
    turn: bool
    pile: tuple[str, ...] | None
    points: int | None
    rest: tuple[str, ...] | None
    check: Text | None
    """How the pile differs from the duels entered."""
    by_duels: tuple[str, ...] | None
    """The pile that follows from the duels entered, till one is tapped in; None where there were none."""
    doubt: Text | None
    """Why that pile cannot be."""
    room: tuple[tuple[str, int], ...]
    """How many of each card his pile can hold, beside those of the others."""
    keeps: frozenset[str]
    """The cards his hand and layout can hold."""
    rest_check: Text | None
    """How they differ from the duels entered."""
    total: int | None
    """The points of his pile, where only they were said."""


@dataclass(frozen=True, slots=True)
class TennoView(PlayersShown):
    """A whole game. `way` is how the table is kept; `last` and `steps` say what is done now with the cards of this
    turn.
    """

    way: str
    counted: int
    """What the one card counts at the end of which a house rule says so; all others what is printed on them."""
    phase: str
    """`duel`, `second`, `count`, `tie` or `over`."""
    sentence: Text
    players: tuple[TennoPlayerView, ...]
    turn: str
    number: int
    """The number of the next duel."""
    attacker: str
    last: tuple[Text, ...]
    steps: tuple[Text, ...]
    doubts: tuple[Text, ...]
    """What cannot have been in the turn's duels: to be looked at again."""
    palette: tuple[TennoCard, ...]
    ended: Text | None
    tie_break: tuple[tuple[str, int], ...]
    ranking: tuple[tuple[str, ...], ...] | None


def phase(state: TennoState) -> str:
    """Where the game stands."""
    if not state.over:
        return "second" if state.second else "duel"
    if scoring.tallied(state) is None:
        return "count"
    return "tie" if scoring.asked(state) else "over"


def sentence(state: TennoState) -> Text:
    """The one sentence of the moment, the same for everybody."""
    stands = phase(state)
    if stands == "duel":
        who = {"who": state.turn}
        return Text("%(who)s attacks: they turn over a card of their layout, then one of a rival's.", who)
    if stands == "second":
        return Text("%(who)s may attack again with another card of the layout.", {"who": state.turn})
    if stands == "count":
        left = [seat for seat in state.seats if seat not in state.piles]
        if state.way == "score" and not state.piles:
            return Text("Play to the end, then turn up the captured piles and enter them: %(who)s.", {"who": row(left)})
        return Text("Turn up the captured piles and enter them: %(who)s.", {"who": row(left)})
    if stands == "tie":
        return Text("A tie: enter hand and layout of %(who)s.", {"who": row(scoring.asked(state))})
    return result_words(state)


def result_words(state: TennoState) -> Text:
    """Who has won the game."""
    found = scoring.tallied(state)
    assert found is not None
    first = found.ranking[0]
    values = {"who": row(first), "points": counts.points(found.points[first[0]]), "more": found.tie_break[first[0]]}
    if len(first) > 1:
        return Text("%(who)s share the emperor's favor: %(points)s, %(more)s in hand and layout.", values)
    if len(scoring.leaders(state)) > 1:
        return Text("%(who)s wins the tie at %(points)s with %(more)s in hand and layout.", values)
    return Text("%(who)s wins the emperor's favor with %(points)s.", values)


def view(state: TennoState) -> TennoView:
    """The game as everybody sees it."""
    names = names_of(state)
    found = scoring.tallied(state)
    complete = found is not None and not scoring.asked(state)
    return TennoView(
        way=state.way,
        counted=points_of("ninja", state.house),
        phase=phase(state),
        sentence=named(sentence(state), names),
        players=tuple(_player(state, player) for player in state.players),
        turn="" if state.over else state.turn,
        number=len(state.attacks) + 1,
        attacker=state.turn_attacks[0].attacker if state.last else "",
        last=tuple(named(_outcome(attack), names) for attack in state.turn_attacks),
        steps=tuple(named(text, names) for text in _steps(state)),
        doubts=tuple(named(text, names) for text in _doubts(state)),
        palette=tuple(CARDS.values()),
        ended=named(_ended(state), names) if state.over and state.way != "score" else None,
        tie_break=tuple(found.tie_break.items()) if found and len(scoring.leaders(state)) > 1 else (),
        ranking=found.ranking if found and complete else None,
    )


def _player(state: TennoState, player: Player) -> TennoPlayerView:
    seat = player.seat
    found, differs = scoring.tallied(state), scoring.check(state, seat)
    pending = state.over and bool(state.attacks) and seat not in state.piles
    refused = scoring.doubt(state, seat) if pending else None
    piles = {one: state.piles.get(one, ()) for one in state.seats}
    names = names_of(state)
    differing = scoring.rest_check(state, seat)
    return TennoPlayerView(
        seat,
        player.name,
        player.crest,
        state.hands[seat],
        not state.over and state.turn == seat,
        state.piles.get(seat) if state.over else None,
        found.points[seat] if found else None,
        state.rests.get(seat) if state.over else None,
        differs.sentence if differs else None,
        scoring.by_duels(state)[seat] if pending else None,
        named(refused.problems[0].message if refused.problems else refused.reason, names) if refused else None,
        tuple(room(piles, seat).items()) if state.over else (),
        _keeps(state, seat),
        named(differing, names) if differing else None,
        state.totals.get(seat),
    )


def _keeps(state: TennoState, seat: str) -> frozenset[str]:
    """The cards this player's hand and layout can hold, for the keys at a tie."""
    if not state.over:
        return frozenset()
    piles = {one: state.piles.get(one, ()) for one in state.seats}
    return kept(piles, {one: cards for one, cards in state.rests.items() if one != seat}, seat)


def _outcome(attack: EnteredDuel) -> Text:
    """What is done with the two cards; which ones they are is not said."""
    found = attack.duel
    values = {"who": attack.attacker, "whom": attack.defender}
    if found.winner is None:
        return Text("Nobody wins: both cards leave the game.", values)
    if found.winner == "attacker" and "attacker" in found.discarded:
        return Text("%(who)s wins and lays the card of %(whom)s face down on the pile; the attacking card leaves the "
                    "game.", values)  # fmt: skip
    if found.winner == "attacker":
        return Text(
            "%(who)s wins, lays the card of %(whom)s face down on the pile and puts the attacking card back.", values
        )
    if found.captured == "attacker":
        return Text(
            "%(whom)s wins, lays the attacking card face down on the pile and puts the defending card back.", values
        )
    if "defender" in found.discarded:
        return Text("%(whom)s wins: both cards leave the game.", values)
    return Text("%(whom)s wins and puts the defending card back; the attacking card leaves the game.", values)


def _doubts(state: TennoState) -> tuple[Text, ...]:
    """Who cannot have had the card entered for him, which is not named: at the start three farmers lie (Setup)."""
    if state.over:
        return ()
    doubtful = {attack.number: _farmers_only(state, attack) for attack in state.turn_attacks}
    return tuple(
        Text(
            "Duel %(number)s: %(who)s still had only the three Farmers in the layout (Setup). Wrong tap? "
            "Correct it in the log before the next duel.",
            {"number": number, "who": row(seats)},
        )
        for number, seats in doubtful.items()
        if seats
    )


def _farmers_only(state: TennoState, attack: EnteredDuel) -> list[str]:
    """Who had another card entered in this duel than the farmers, which alone can have lain before him."""
    entered = (
        (attack.attacker, (attack.card,)),
        (attack.defender, (attack.defense, "monk") if attack.monk else (attack.defense,)),
    )
    return [
        seat
        for seat, cards in entered
        if not LAYOUT_AT_START.issuperset(cards) and state.farmers_only(seat, attack.number)
    ]


def _steps(state: TennoState) -> tuple[Text, ...]:
    """What follows the turn's duels, in order (ruling T6)."""
    if not state.last or state.second or (state.over and not state.ended_by):
        return ()
    # Gaps have been filled in the count of hands already: what there was before says what is done.
    found = duels.aftermath(replace(state, hands=state.unfilled), declined=True)
    alike = Counter(found.steps)  # who won twice against one Ronin looks twice
    return tuple(_STEPS[step.kind](replace(step, count=step.count or times)) for step, times in alike.items())


def _fill(step: Step) -> Text:
    return counted(
        "%(who)s fills the gap with a card from hand, in the same position.",
        "%(who)s fills %(num)s gaps with cards from hand, in the same positions.",
        step.count,
        {"who": step.player},
    )


def _swap(step: Step) -> Text:
    return Text("%(who)s may swap a card of the layout with one from hand.", {"who": step.player})


def _swap_in_layout(step: Step) -> Text:
    return Text("%(who)s has no hand: two cards of the layout may change places.", {"who": step.player})


def _look(step: Step) -> Text:
    return counted(
        "%(who)s looks at one card in the layout of %(whom)s.",
        "%(who)s looks at %(num)s cards in the layout of %(whom)s.",
        step.count,
        {"who": step.player, "whom": step.at or ""},
    )


_STEPS = {"fill": _fill, "swap-with-hand": _swap, "swap-in-layout": _swap_in_layout, "look": _look}


def _ended(state: TennoState) -> Text:
    if state.ended_by:
        return Text("%(who)s cannot fill the gap: the game is over.", {"who": state.ended_by})
    return Text("The game is over.")
