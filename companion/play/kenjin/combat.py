"""Results of battlefields, the Sanctuary's and the Supply Camp's questions, cowards, points (Combat Resolution)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.play.acts import ActForm, everybody, public_line
from companion.play.cardgame import Word, Words, row, then
from companion.play.game import Event, Line
from companion.play.kenjin.setup import at_tile
from companion.play.kenjin.stacks import SpotAct, StackAct, left, once_too_often
from companion.play.kenjin.state import ACTS, CAMP, KenjinState, Spot
from companion.rules import counts
from companion.rules.kenjin.armies import owner
from companion.rules.kenjin.battlefield import Resolution, SupplyAsk, supply_ask, supply_bonus
from companion.rules.kenjin.cards import BATTLEFIELDS
from companion.rules.kenjin.score import TORII, KenjinScore, score
from companion.rules.text import Problem, Refusal, Text, counted, refuse, refuse_any, refuse_at

NOBODY = "nobody"


def camp_first(state: KenjinState, battlefield: str) -> Refusal | None:
    """The Supply Camp is resolved before the others, and its winner names two of them (rulings N6, N10)."""
    camp = state.spot(CAMP)
    if camp is None or battlefield == CAMP:
        return None
    if not camp.done:
        return Refusal(Text("The Supply Camp is resolved before all others."), "Supply Camp")
    if open_ask(state):
        return Refusal(Text("First %(who)s names two battlefields.", {"who": camp.winner}), "Supply Camp")
    return None


def open_ask(state: KenjinState) -> SupplyAsk | None:
    """The question to the winner of the Supply Camp, while anything is left to strengthen."""
    camp = state.spot(CAMP)
    if camp is None or not camp.done or camp.winner is None or camp.named or camp.skipped:
        return None
    if all(spot.done for spot in state.spots):
        return None
    return supply_ask(camp.winner, state.layout, state.teams)


def points(state: KenjinState) -> KenjinScore:
    """Points by the battlefields resolved so far."""
    found = score(state.seats, state.teams, state.conquests(), state.lords_last or ())
    assert isinstance(found, KenjinScore), found
    return found


@ACTS.act("destroy", commutes=False, label=Text("a card destroyed"), sees=everybody)
class DestroyAct(StackAct):
    """Which card the Sanctuary takes of this player, from 0 at the bottom."""

    index: int

    def at_spot(self, state: KenjinState, event: Event, spot: Spot) -> KenjinState | Refusal:
        spot = replace(spot, destroy={**spot.destroy, event.seat: self.index})
        found = state.resolution(spot)
        return found if isinstance(found, Refusal) else state.with_spot(spot)


@ACTS.act("conquer", label=at_tile(Text("the result of %(tile)s")), sees=everybody)
class ConquerAct(SpotAct):
    """The result by the cards tapped in; `winner` says what the page showed, a seat or "nobody"."""

    winner: Word

    def at_spot(self, state: KenjinState, event: Event, spot: Spot) -> KenjinState | Refusal:
        if refused := camp_first(state, self.battlefield):
            return refused
        found = state.resolution(spot)
        if isinstance(found, Refusal):
            return found
        if found.ask:
            return Refusal(found.ask.reason, "Sanctuary")
        if self.winner != (found.winner or NOBODY):
            values = {"tile": BATTLEFIELDS[self.battlefield].name, "who": found.winner or Text("nobody")}
            text = Text("By the cards entered, %(tile)s goes to %(who)s: look at them again.", values)
            return refuse_at("winner", text, "Determine the Winner")
        return _taken(state, _result(spot, found))

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        spot = before.spot(self.battlefield)
        assert spot is not None
        found = before.resolution(spot)
        assert isinstance(found, Resolution)
        assert found.strength is not None
        tile, (first, second) = BATTLEFIELDS[self.battlefield].name, spot.between
        one, two = found.strength[first], found.strength[second]
        values = {"tile": tile, "first": first, "one": one, "second": second, "two": two}
        text = Text("%(tile)s: %(first)s %(one)s, %(second)s %(two)s.", values)
        return Line(then(text, result_words(after, self.battlefield)), step=self.battlefield)


def _result(spot: Spot, found: Resolution) -> Spot:
    """The battlefield with its winner, and which of his own cards count at the end."""
    if found.winner is None:
        return replace(spot, done=True)
    army = spot.army(found.winner)
    own = {army.cards[i].card for i in found.left[found.winner] if owner(army, army.cards[i]) == found.winner}
    return replace(spot, done=True, winner=found.winner, peasant="peasant" in own, lord="lord" in own)


def _taken(state: KenjinState, spot: Spot) -> KenjinState | Refusal:
    after = state.with_spot(spot)
    found = score(after.seats, after.teams, after.conquests())
    if not isinstance(found, Refusal):
        return after
    places = tuple(Problem(problem.path.rpartition(".")[2], problem.message) for problem in found.problems)
    return Refusal(found.reason, found.rule, places)


def _by_cards(state: KenjinState, spot: Spot) -> Spot | None:
    """The battlefield with the result of the cards entered there; None while nothing comes of them."""
    found = state.resolution(spot) if any(army.cards for army in spot.sides) else None
    return _result(spot, found) if isinstance(found, Resolution) and found.ask is None else None


def by_cards(state: KenjinState, spot: Spot) -> Text | None:
    """What the cards entered at a battlefield come to; None where nothing does yet."""
    found = _by_cards(state, spot)
    return Text("By its cards: %(result)s", {"result": _conquered(found)}) if found else None


def result_words(state: KenjinState, battlefield: str) -> Text:
    """Who conquered it, and what for."""
    spot = state.spot(battlefield)
    assert spot is not None
    return _conquered(spot)


def _conquered(spot: Spot) -> Text:
    if spot.winner is None:
        return Text("Nobody conquers it.")
    values = {"who": spot.winner, "points": counts.points(BATTLEFIELDS[spot.battlefield].value)}
    text = Text("%(who)s conquers it for %(points)s.", values)
    peasant = Text("A Peasant is left: +1.") if spot.peasant else None
    lord = Text("The Lord is left: +3.") if spot.lord else None
    return then(text, peasant, lord)


def torii_words(state: KenjinState, battlefield: str) -> Text | None:
    """What the Torii have brought their winner so far beyond their own points; None elsewhere, or for nothing.

    It grows with every battlefield conquered later, so no line of the log says it.
    """
    spot = state.spot(battlefield)
    if battlefield != TORII or spot is None or spot.winner is None:
        return None
    if not (others := points(state).points[spot.winner].torii):
        return None
    return counted("+%(num)s for %(num)s other battlefield.", "+%(num)s for %(num)s other battlefields.", others)


@ACTS.act("quick", label=at_tile(Text("the result of %(tile)s")), sees=everybody)
class QuickAct(SpotAct):
    """Only who has won, and whether a Peasant and the Lord of his are left there. `anyway`: although the cards entered
    come to something else.
    """

    winner: Word
    peasant: bool = False
    lord: bool = False
    anyway: bool = False

    def at_spot(self, state: KenjinState, event: Event, spot: Spot) -> KenjinState | Refusal:
        if self.winner not in (*spot.between, NOBODY):
            text = Text("It is between %(who)s; choose one of them, or nobody.", {"who": row(spot.between)})
            return refuse_at("winner", text, "Determine the Winner")
        if self.winner == NOBODY and (self.peasant or self.lord):
            text = Text("Where nobody conquers, neither Peasant nor Lord counts.")
            return refuse_at("peasant" if self.peasant else "lord", text, "End of the Game")
        winner = None if self.winner == NOBODY else self.winner
        found = _by_cards(state, spot)
        if found and not self.anyway and (found.winner, found.peasant, found.lord) != (winner, self.peasant, self.lord):
            values = {"tile": BATTLEFIELDS[spot.battlefield].name, "result": _conquered(found)}
            text = Text(
                "Cards are entered at %(tile)s. By them: %(result)s Look at them, or say that it counts anyway.", values
            )
            return refuse_at("anyway", text, "Determine the Winner")
        # Cards tapped in before are forgotten: they have not decided.
        spot = Spot(spot.battlefield, spot.between, done=True, quick=True, winner=winner)
        spot = replace(spot, peasant=self.peasant, lord=self.lord)
        return _elsewhere(state.with_spot(spot), spot) or _taken(state, spot)

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        tile = Text("%(tile)s:", {"tile": BATTLEFIELDS[self.battlefield].name})
        return Line(then(tile, result_words(after, self.battlefield)), step=self.battlefield)


def _elsewhere(state: KenjinState, spot: Spot) -> Refusal | None:
    """A Lord or Peasant said to be left here, though all of that clan lie on other battlefields or are out."""
    if spot.winner is None:
        return None
    unused = left(state)[spot.winner]
    problems = [
        Problem(card, once_too_often(state, spot, spot.winner, card))
        for card, here in (("peasant", spot.peasant), ("lord", spot.lord))
        if here and unused[card] < 0
    ]
    return refuse_any(problems, "End of the Game")


@ACTS.act("left", commutes=False, label=at_tile(Text("what is left of %(tile)s")), sees=everybody)
class LeftAct(ActForm):
    """A Peasant or the Lord of the winner that was forgotten where only he was tapped in; or said to be left there by
    mistake.
    """

    battlefield: Word
    card: Literal["peasant", "lord"] | None = None
    without: Literal["peasant", "lord"] | None = None

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        spot = state.spot(self.battlefield)
        if spot is None or not spot.done:
            return refuse_at("battlefield", Text("That battlefield is not resolved."), "End of the Game")
        if not spot.quick or spot.winner is None:
            text = Text("Open this battlefield again to correct it.")
            return refuse_at("battlefield", text, "End of the Game")
        card = self.card or self.without
        if card is None:
            return refuse_at("card", Text("Say which card it is: peasant or lord."), "End of the Game")
        here = self.card is not None
        if (spot.peasant if card == "peasant" else spot.lord) == here:
            return refuse_at("card", Text("That is entered already."), "End of the Game")
        spot = replace(spot, peasant=here) if card == "peasant" else replace(spot, lord=here)
        return _elsewhere(state.with_spot(spot), spot) or _taken(state, spot)

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        tile = Text("%(tile)s, corrected:", {"tile": BATTLEFIELDS[self.battlefield].name})
        return Line(then(tile, result_words(after, self.battlefield)), step=f"{self.battlefield}.left")


@ACTS.act("supply", label=Text("the choice of the Supply Camp"), sees=everybody)
class SupplyAct(ActForm):
    """Two battlefields the Supply Camp strengthens; `skip` where only winners are tapped: it decides nothing."""

    named: Words = ()
    skip: bool = False

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        camp, ask = state.spot(CAMP), open_ask(state)
        if camp is None or ask is None or event.seat != ask.player:
            return Refusal(Text("Only the winner of the Supply Camp names battlefields, once."), "Supply Camp")
        if self.skip and state.way == "score":
            return state.with_spot(replace(camp, skipped=True))
        found = supply_bonus(ask.player, self.named, state.layout, state.teams)
        return found if isinstance(found, Refusal) else state.with_spot(replace(camp, named=self.named))

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        camp = after.spot(CAMP)
        if camp is None or not camp.named:  # whatever was chosen before it was skipped
            return public_line("Supply Camp: %(who)s names no battlefield.", who=event.seat)
        tiles = row([BATTLEFIELDS[tile].name for tile in camp.named])
        return public_line("Supply Camp: %(who)s names %(tiles)s for +1 each.", who=event.seat, tiles=tiles)


@ACTS.act("reopen", commutes=False, label=at_tile(Text("opening %(tile)s again")), sees=everybody)
class ReopenAct(ActForm):
    battlefield: Word

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        spot = state.spot(self.battlefield)
        if spot is None or not spot.done:
            text = Text("That battlefield is not resolved: there is nothing to open again.")
            return refuse_at("battlefield", text, "Combat Resolution")
        later = [s for s in state.spots if s.done and not s.quick and s.battlefield != CAMP]
        if self.battlefield == CAMP and later:
            tiles = row([BATTLEFIELDS[s.battlefield].name for s in later])
            text = Text("The Supply Camp came before these; open them again first: %(tiles)s.", {"tiles": tiles})
            return Refusal(text, "Supply Camp")
        return state.with_spot(Spot(spot.battlefield, spot.between, spot.armies, spot.destroy))

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        return public_line("%(tile)s is open again.", tile=BATTLEFIELDS[self.battlefield].name)


@ACTS.act("cowards", commutes=False, label=Text("who deployed their Lord last"), sees=everybody)
class CowardsAct(ActForm):
    """Everybody whose Lord was the last card; nobody, if it is empty."""

    players: Words = ()

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if not state.deployed:
            return Refusal(Text("Who deployed their Lord last is asked when all cards are deployed."), "Special Cases")
        if problems := [
            Problem(f"players.{index}", Text("Nobody with that name plays here."))
            for index, player in enumerate(self.players)
            if player not in state.seats
        ]:
            return refuse(problems, "Special Cases")
        covered = state.covered
        for index, player in enumerate(self.players):
            if player in covered:
                values = {"who": player, "tile": BATTLEFIELDS[covered[player]].name}
                text = Text("A card lies above the Lord of %(who)s (%(tile)s): he was not the last.", values)
                return refuse_at(f"players.{index}", text, "Special Cases")
        return replace(state, cowards=tuple(seat for seat in state.seats if seat in self.players))

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        if not after.cowards:
            return public_line("Nobody deployed their Lord last.")
        return public_line("-5 points for a Lord deployed last: %(who)s.", who=row(after.cowards))
