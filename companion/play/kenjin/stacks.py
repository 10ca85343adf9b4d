"""Cards tapped in as they lie, bottom to top, once they are turned up; and cards that left the game before."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from companion.play.acts import ActForm, Data, everybody, public_line
from companion.play.cardgame import Word, Words, row
from companion.play.game import Event, Line
from companion.play.kenjin.setup import LAY_OUT_FIRST
from companion.play.kenjin.state import ACTS, KenjinState, Spot
from companion.rules import counts
from companion.rules.kenjin.armies import Account, Lying, Stack, account, army_problems, named_cards, owner
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS
from companion.rules.text import Problem, Refusal, Text, refuse, refuse_any, refuse_at


class SpotAct(ActForm):
    """An act at a battlefield that is being resolved."""

    battlefield: Word

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        spot = open_spot(state, self.battlefield)
        return spot if isinstance(spot, Refusal) else self.at_spot(state, event, spot)

    @abstractmethod
    def at_spot(self, state: KenjinState, event: Event, spot: Spot) -> KenjinState | Refusal:
        """The state after it, or why it cannot happen now."""


class StackAct(SpotAct):
    """A single tap at a stack, which is kept but not listed; the result names the strengths."""

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        return Line(step=f"{self.battlefield}.cards")


class CardData(Data):
    """A card in a stack; `owner` of an Assassin that crossed over, `face` where it is not the usual one."""

    card: Word
    owner: Word | None = None
    face: Literal["up", "down"] | None = None


def _tokens(value: Any) -> Any:
    """A form's "scout,assassin@b,peasant:up" as cards."""
    if not isinstance(value, str):
        return value
    return [_token(token.strip()) for token in value.split(",") if token.strip()]


def _token(token: str) -> dict[str, str]:
    rest, _, face = token.partition(":")
    card, _, of = rest.partition("@")
    return {"card": card, **({"owner": of} if of else {}), **({"face": face} if face else {})}


def open_spot(state: KenjinState, battlefield: str) -> Spot | Refusal:
    """The battlefield while it is being resolved."""
    spot = state.spot(battlefield)
    if not state.spots:
        return LAY_OUT_FIRST
    if spot is None:
        tiles = row([BATTLEFIELDS[s.battlefield].name for s in state.spots])
        text = Text("There is no such battlefield here; there are: %(tiles)s.", {"tiles": tiles})
        return refuse_at("battlefield", text, "Combat Resolution")
    if not state.deployed:
        text = Text("Cards are entered when all are deployed and turned up, not before.")
        return Refusal(text, "Combat Resolution")
    if spot.done:
        text = Text("%(tile)s is resolved already; open it again first.", {"tile": BATTLEFIELDS[battlefield].name})
        return Refusal(text, "Combat Resolution")
    return spot


def left(state: KenjinState) -> dict[str, dict[str, int]]:
    """How many of each card of each player have not been tapped in anywhere."""
    seen = Counter((whose, card) for _, whose, card in state.lying())
    seen.update((player, card) for player, cards in state.gone.items() for card in cards)
    return {seat: {card.id: card.count - seen[seat, card.id] for card in CARDS.values()} for seat in state.seats}


def accounts(state: KenjinState) -> Mapping[str, Account]:
    """Missing and double cards of everybody."""
    return account(state.seats, [army for spot in state.spots for army in spot.sides], state.gone)


def taken(state: KenjinState, player: str, found: Account) -> tuple[str, ...]:
    """The cards a player misses, where so many Assassins of others stand among his: each took one (ruling N4)."""
    armies = [army for spot in state.spots for army in spot.sides if army.player == player]
    crossed = sum(lying.card == "assassin" and owner(army, lying) != player for army in armies for lying in army.cards)
    gone = len(state.gone.get(player, ()))
    return found.missing if not found.double and 0 < len(found.missing) <= crossed - gone else ()


def emptiest(state: KenjinState, player: str) -> str | None:
    """Where a missing card most likely lies: the player's battlefield with the fewest cards tapped in."""
    mine = [spot for spot in state.spots if player in spot.between and not spot.quick]
    return min(mine, key=lambda spot: len(spot.army(player).cards)).battlefield if mine else None


# ---- stacks


def _put(
    state: KenjinState, seat: str, spot: Spot, cards: Sequence[Lying], paths: Sequence[str]
) -> KenjinState | Refusal:
    """The state with this stack; `paths` say where in the input each card stands."""
    if seat not in spot.between:
        text = Text("%(who)s does not fight at this battlefield: choose another.", {"who": seat})
        return refuse_at("battlefield", text, "Combat Resolution")
    army = Stack(seat, tuple(cards))
    problems = [
        Problem(f"{paths[index]}owner", Text("Nobody with that name plays here."))
        for index, card in enumerate(cards)
        if card.owner is not None and card.owner not in state.seats
    ]
    problems += [_at_card(one, paths) for one in army_problems("army", army, bridge=spot.battlefield == "bridge")]
    if problems:
        return refuse(problems, "Combat Resolution")
    spot = replace(spot, armies={**spot.armies, seat: tuple(cards)}, destroy={})
    after = state.with_spot(spot)
    return _doubles(after, spot, army, paths) or after


def _at_card(problem: Problem, paths: Sequence[str]) -> Problem:
    """`army.cards.2.face` of the rules at its place in the input, where `from` is called `owner`."""
    parts = problem.path.split(".")
    if len(parts) < 4:
        return Problem("cards", problem.message)
    field = "owner" if parts[3] == "from" else parts[3]
    return Problem(f"{paths[int(parts[2])]}{field}", problem.message)


def _doubles(state: KenjinState, spot: Spot, army: Stack, paths: Sequence[str]) -> Refusal | None:
    """Cards of this stack that a clan does not have so often, with where the others lie."""
    problems: list[Problem] = []
    unused = left(state)
    for index, lying in enumerate(army.cards):
        whose = owner(army, lying)
        if unused[whose][lying.card] < 0:
            problems.append(Problem(f"{paths[index]}card", once_too_often(state, spot, whose, lying.card)))
    return refuse_any(problems, "Army cards")


def once_too_often(state: KenjinState, spot: Spot, whose: str, card: str) -> Text:
    """Where the others lie of a card that a clan does not have so often."""
    places = [s.battlefield for s, o, c in state.lying() if (o, c) == (whose, card)]
    names = [BATTLEFIELDS[place].name for place in dict.fromkeys(places) if place != spot.battlefield]
    if card in state.gone.get(whose, ()):
        names.append(Text("out of the game"))
    values = {"who": whose, "card": CARDS[card].name, "places": row(names or [Text("here")])}
    return Text("%(card)s of %(who)s is entered already (%(places)s); take one out first.", values)


def _lying(data: CardData, seat: str) -> Lying:
    return Lying(data.card, None if data.owner == seat else data.owner, data.face)


@ACTS.act("lay", label=Text("a card entered"), sees=everybody)
class LayCardAct(StackAct, CardData):
    """One card more on top of a stack that has `at` cards."""

    at: int

    def at_spot(self, state: KenjinState, event: Event, spot: Spot) -> KenjinState | Refusal:
        cards = spot.army(event.seat).cards
        if self.at != len(cards):
            text = Text("The stack has %(cards)s: look at the table as it is now.", {"cards": counts.cards(len(cards))})
            return refuse_at("at", text, "Combat Resolution")
        here = [f"cards.{index}." for index in range(len(cards))]
        return _put(state, event.seat, spot, (*cards, _lying(self, event.seat)), (*here, ""))


@ACTS.act("lift", commutes=False, label=Text("taking a card up"), sees=everybody)
class LiftAct(StackAct):
    """The card at this place, from 0 at the bottom, is taken out again."""

    at: int

    def at_spot(self, state: KenjinState, event: Event, spot: Spot) -> KenjinState | Refusal:
        cards = spot.army(event.seat).cards
        if not 0 <= self.at < len(cards):
            return refuse_at("at", Text("There is no such card in this stack."), "Combat Resolution")
        armies = {**spot.armies, event.seat: (*cards[: self.at], *cards[self.at + 1 :])}
        return state.with_spot(replace(spot, armies=armies, destroy={}))


@ACTS.act("army", label=Text("the cards of a battlefield"), sees=everybody)
class WholeStackAct(StackAct):
    """A whole stack, bottom to top."""

    cards: Annotated[tuple[CardData, ...], BeforeValidator(_tokens), Field(max_length=26)] = ()

    def at_spot(self, state: KenjinState, event: Event, spot: Spot) -> KenjinState | Refusal:
        cards = [_lying(card, event.seat) for card in self.cards]
        return _put(state, event.seat, spot, cards, [f"cards.{index}." for index in range(len(cards))])


# ---- cards out of the game


@ACTS.act("gone", label=Text("cards out of the game"), sees=everybody)
class GoneAct(ActForm):
    """All cards of a player that left the game before the combat, by an Assassin or laid face down by mistake."""

    cards: Words = ()

    def apply(self, state: KenjinState, event: Event) -> KenjinState | Refusal:
        if not state.deployed or not all(spot.done for spot in state.spots):
            text = Text(
                "The card an Assassin took out stays face down till the end: enter it when every battlefield is "
                "resolved."
            )
            return Refusal(text, "Assassin")
        problems = [
            Problem(f"cards.{index}", Text("No clan has such a card."))
            for index, card in enumerate(self.cards)
            if card not in CARDS
        ]
        if problems:
            return refuse(problems, "Army cards")
        after = replace(state, gone={**state.gone, event.seat: self.cards})
        unused = left(after)[event.seat]
        problems = [
            Problem(f"cards.{index}", Text("%(card)s is already on a battlefield, or is named too often.",
                                           {"card": CARDS[card].name}))
            for index, card in enumerate(self.cards)
            if unused[card] < 0
        ]  # fmt: skip
        return refuse_any(problems, "Army cards") or after

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Line:
        if not self.cards:
            return public_line("No card of %(who)s left the game before the combat.", who=event.seat)
        cards = row(named_cards(self.cards))
        return public_line("%(who)s: %(cards)s left the game before the combat.", who=event.seat, cards=cards)
