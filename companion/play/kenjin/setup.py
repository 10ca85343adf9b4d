"""Before the first card: strengths of the table's own cards, the oldest player, battlefields; and turns (Setup)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from companion.play.acts import ActForm, everybody, public_line
from companion.play.cardgame import Faces, Word, Words, not_next, row, then
from companion.play.game import Event, Line
from companion.play.kenjin.state import ACTS, KenjinState, Spot
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, ENTERED, LEAST_PLAYERS, strengths_problems, tile_name
from companion.rules.kenjin.deployment import Deployment, deployment
from companion.rules.kenjin.layout import (
    Placed,
    draft_choose,
    draft_placed,
    draft_turn,
    drawn_layout,
    layout_problems,
    start_draft,
)
from companion.rules.text import Problem, Refusal, Text, counted, refuse, refuse_any, refuse_at

DICE = 8
"""Ten-sided dice that shuffle a stack of five tiles: of 10^8 numbers each order has as many, but for 40."""
STEP = "tiles"
FOURS = tuple(tile.id for tile in BATTLEFIELDS.values() if tile.value == 4)
SIXES = tuple(tile.id for tile in BATTLEFIELDS.values() if tile.value == 6)


def at_tile(words: Text) -> Callable[[object, Any], Text]:
    """The label of an act at a battlefield, which its words name."""
    return lambda _, act: replace(words, values={"tile": tile_name(act.battlefield)})


def before_play(state: KenjinState) -> Refusal | None:
    """The refusal for what belongs before the battlefields lie there."""
    if state.spots:
        return Refusal(Text("The battlefields are already on the table; undo that to change them."), "Setup")
    return None


@ACTS.act("strengths", commutes=False, label=Text("the Strengths of the cards"), sees=everybody)
class StrengthsAct(ActForm):
    """The printed Strength of the eight cards the books lost, 0 to 3."""

    strengths: dict[Word, int] = Field(max_length=20)

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        strengths = {**state.strengths, **self.strengths}
        if refused := refuse_any(strengths_problems(strengths), "Description of Army Cards"):
            return refused
        if strengths == state.strengths:
            if state.recalled:
                return replace(state, recalled=False)
            return Refusal(Text("That is entered already."), "Description of Army Cards")
        # What was resolved by other strengths is looked at again, one tap each.
        spots = tuple(spot if spot.quick or not spot.done else _opened(spot) for spot in state.spots)
        return replace(state, strengths=strengths, spots=spots, recalled=False)

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        entered = [
            Text("%(card)s %(strength)s", {"card": CARDS[card].name, "strength": after.strengths[card]})
            for card in ENTERED
            if before.strengths.get(card) != after.strengths[card]
        ]
        if not entered:
            return public_line("The Strengths of an earlier table are those of these cards.")
        text = Text("Strengths: %(strengths)s.", {"strengths": row(entered)})
        again = [BATTLEFIELDS[s.battlefield].name for s in before.spots if s.done and not s.quick]
        more = Text("To be resolved again: %(tiles)s.", {"tiles": row(again)}) if again else None
        return Line(then(text, more))


def _opened(spot: Spot) -> Spot:
    return replace(spot, done=False, winner=None, peasant=False, lord=False, named=(), destroy={})


@ACTS.act("oldest", commutes=False, label=Text("who is the oldest"), sees=everybody)
class OldestAct(ActForm):
    player: Word

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if self.player not in state.seats or self.player == state.oldest:
            return refuse_at("player", Text("Choose another player of this game."), "Gameplay")
        if begun(state):
            return Refusal(Text("The game has begun: undo the first turn to let another player begin."), "Gameplay")
        after = replace(state, oldest=self.player)
        return _drafting(after, state.draft.fours, state.draft.sixes) if state.draft else after

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        return public_line("%(who)s is the oldest player and goes first.", who=self.player)


def begun(state: KenjinState) -> bool:
    """Whether the oldest player has laid or chosen something: then he stays the first."""
    return bool(state.turns or (state.draft and state.draft.chosen))


# ---- battlefields


def shuffled(tiles: Sequence[str], faces: Sequence[int]) -> tuple[str, ...]:
    """The tiles in the order the dice stand for: read as one number, its digits in the factorial system pick a tile
    each.
    """
    number = int("".join(str(face % 10) for face in faces))
    left, order = list(tiles), []
    while left:
        number, place = divmod(number, len(left))
        order.append(left.pop(place))
    return tuple(order)


def drawn(faces: Sequence[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both stacks as these dice shuffle them: those of 4 points, and those of 6."""
    return shuffled(FOURS, faces[:DICE]), shuffled(SIXES, faces[DICE:])


class TilesAct(ActForm):
    """What brings battlefields to the table, or on offer."""

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        return Line(layout_words(after), step=STEP)


@ACTS.act("roll", dice=True, label=Text("the battlefields drawn"), sees=everybody)
class LayoutRollAct(TilesAct):
    """Dice that shuffle both stacks, those of 4 points first."""

    step: str
    faces: Faces

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if refused := before_play(state):
            return refused
        if state.draft or self.step != STEP or len(self.faces) != 2 * DICE:
            values = {"dice": 2 * DICE}
            text = Text("The battlefields are drawn once, with %(dice)s dice: let the app throw them.", values)
            return Refusal(text, "Setup")
        fours, sixes = drawn(self.faces)
        if state.mode == "draft":
            return _drafting(state, fours, sixes)
        return _laid(state, drawn_layout(state.seats, fours, sixes))


def all_on_offer(state: KenjinState) -> KenjinState | Refusal:
    """The choice of battlefields where every tile is on offer, so that none has to be drawn: with four players."""
    if state.mode != "draft" or len(state.players) + 1 < len(FOURS):
        return state
    return _drafting(state, FOURS, SIXES)


def _drafting(state: KenjinState, fours: Sequence[str], sixes: Sequence[str]) -> KenjinState | Refusal:
    draft = start_draft(state.seats, fours, sixes)
    return draft if isinstance(draft, Refusal) else replace(state, draft=draft)


def _laid(state: KenjinState, placed: Sequence[Placed]) -> KenjinState:
    spots = tuple(Spot(spot.battlefield, spot.between) for spot in placed)
    turns = state.all_turns if state.way == "score" else state.turns
    return replace(state, spots=spots, draft=None, turns=turns)


def layout_words(state: KenjinState) -> Text:
    """Which battlefields lie between whom, or are on offer. Between two players all do, which need not be said."""
    if state.draft:
        tiles = [BATTLEFIELDS[tile].name for tile in (*state.draft.fours, *state.draft.sixes)]
        return Text("On offer: %(tiles)s.", {"tiles": row(tiles)})
    if len(state.players) == LEAST_PLAYERS:
        return Text("Battlefields: %(tiles)s.", {"tiles": row([BATTLEFIELDS[s.battlefield].name for s in state.spots])})
    tiles = [
        Text("%(tile)s (%(first)s - %(second)s)",
             {"tile": BATTLEFIELDS[s.battlefield].name, "first": s.between[0], "second": s.between[1]})
        for s in state.spots
    ]  # fmt: skip
    return Text("Battlefields: %(tiles)s.", {"tiles": row(tiles)})


@ACTS.act("offer", label=Text("the battlefields dealt"), sees=everybody)
class OfferAct(TilesAct):
    """The tiles turned up for a draft, one more than players of each value."""

    fours: Words = ()
    sixes: Words = ()

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if refused := before_play(state):
            return refused
        if state.draft:
            return Refusal(Text("Battlefields are being chosen already; undo that to change the offer."), "Setup")
        needed = len(state.players) + 1
        values = {"needed": needed}
        text = Text("Turn up %(needed)s tiles of each number of points, one more than there are players.", values)
        offered = {"fours": self.fours, "sixes": self.sixes}
        problems = [Problem(path, text) for path, tiles in offered.items() if len(tiles) != needed]
        return refuse_any(problems, "Setup") or _drafting(state, self.fours, self.sixes)


@ACTS.act("choose", commutes=False, label=at_tile(Text("choosing %(tile)s")), sees=everybody)
class ChooseAct(ActForm):
    battlefield: Word

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        turn = draft_turn(state.draft) if state.draft else None
        if state.draft is None or turn is None:
            return Refusal(Text("No battlefield is being chosen now."), "Setup")
        if event.seat != turn.player:
            return Refusal(Text("%(who)s chooses now.", {"who": turn.player}), "Setup")
        draft = draft_choose(state.draft, self.battlefield)
        if isinstance(draft, Refusal):
            return draft
        if draft_turn(draft):
            return replace(state, draft=draft)
        return _laid(state, draft_placed(draft))

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        turn = draft_turn(before.draft) if before.draft else None
        assert turn is not None
        first, second = turn.between
        values = {"who": event.seat, "tile": BATTLEFIELDS[self.battlefield].name, "first": first, "second": second}
        return public_line("%(who)s chooses %(tile)s, between %(first)s and %(second)s.", **values)


@ACTS.act("place", label=Text("the battlefields laid out"), sees=everybody)
class PlaceAct(TilesAct):
    """Battlefields as they lie on the table, each with its two neighbors: `{"torii": "ab"}`."""

    spots: dict[Word, Annotated[str, Field(min_length=2, max_length=2)]] = Field(max_length=10)

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if refused := before_play(state):
            return refused
        problems = [
            Problem(f"spots.{tile}", Text("Name the two players it is between."))
            for tile, between in self.spots.items()
            if not set(between) <= set(state.seats) or len(set(between)) != 2
        ]
        if problems:
            return refuse(problems, "Setup")
        placed = [Placed(tile, (between[0], between[1])) for tile, between in self.spots.items()]
        wrong = (_at_tile(problem, list(self.spots)) for problem in layout_problems(state.seats, placed))
        return refuse_any(wrong, "Setup") or _laid(state, placed)


def _at_tile(problem: Problem, tiles: Sequence[str]) -> Problem:
    """`battlefields.2` of the rules is a named tile here."""
    place = problem.path.split(".")[1:2]
    return Problem(f"spots.{tiles[int(place[0])]}" if place else "spots", problem.message)


# ---- deployment

LAY_OUT_FIRST = Refusal(Text("First lay out the battlefields."), "Army Deployment")


def deploying(state: KenjinState) -> Deployment | None:
    """The turn of the deployment; None before the battlefields lie there."""
    return deployment(state.seats, state.turns) if state.spots else None


@ACTS.act("turn", label=Text("the end of a turn"), sees=everybody)
class TurnOverAct(ActForm):
    """A turn of the deployment is over; `number` counts turns from 1."""

    number: int

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        found = deploying(state)
        if found is None:
            return LAY_OUT_FIRST
        already = Text("That turn is over already: look at the table as it is now.")
        if found.player is None:
            return Refusal(already, "Army Deployment")
        if refused := not_next(self.number, state.turns + 1, already, "Army Deployment"):
            return refused
        if event.seat != found.player:
            return Refusal(Text("It is the turn of %(who)s.", {"who": found.player}), "Army Deployment")
        return replace(state, turns=state.turns + 1)

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        found = deploying(before)
        assert found is not None
        text = counted(
            "Round %(round)s: %(who)s has deployed the last card.",
            "Round %(round)s: %(who)s has deployed %(num)s cards.",
            found.cards,
            {"who": event.seat, "round": found.round},
        )
        more = Text("The combat begins.") if after.deployed else None
        return Line(then(text, more), step=f"turn.{self.number}")


@ACTS.act("round", label=Text("the end of a round"), sees=everybody)
class RoundAct(ActForm):
    """Everybody has deployed in this round; `round` counts from 1."""

    round: int

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if deploying(state) is None:
            return LAY_OUT_FIRST
        already = Text("That round is over already: look at the table as it is now.")
        if state.deployed:
            return Refusal(already, "Army Deployment")
        if refused := not_next(self.round, state.turns // len(state.seats) + 1, already, "Army Deployment"):
            return refused
        return replace(state, turns=self.round * len(state.seats))

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        text = Text("Round %(round)s: all have deployed.", {"round": self.round})
        more = Text("The combat begins.") if after.deployed else None
        return Line(then(text, more), step=f"round.{self.round}")


@ACTS.act("combat", commutes=False, label=Text("beginning the combat"), sees=everybody)
class CombatAct(ActForm):
    """All cards are laid, whatever turns were tapped."""

    combat: bool = True

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if not state.spots or state.deployed:
            return Refusal(Text("The combat begins once, when all cards are deployed."), "Gameplay")
        return replace(state, turns=state.all_turns)

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        return public_line("All cards are deployed: the combat begins.")


def strengths_of(setup: Mapping[str, Any]) -> dict[str, int] | Refusal:
    """The strengths a setup brings along, `strengths` or `strengths.scout`: those the server remembers, or none."""
    given = setup.get("strengths") or {}
    found = dict(given) if isinstance(given, Mapping) else {"": given}
    for card in (*ENTERED, *(key[10:] for key in setup if key.startswith("strengths."))):
        if setup.get(f"strengths.{card}", "") != "":
            found[card] = setup[f"strengths.{card}"]
    problems, whole = [], {}
    for card, value in found.items():
        text = str(value)
        if isinstance(value, bool) or not text.isdecimal() or len(text) > 3:
            problems.append(Problem(f"strengths.{card}", Text("A Strength is 0 to 3, as printed on your card.")))
        else:
            whole[str(card)] = int(text)
    problems += strengths_problems(whole, ())
    return refuse_any(problems, "Description of Army Cards") or whole
