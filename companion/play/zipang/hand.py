"""Set right by hand: coins moved or counted, who is in, whose turn it is. It advises, it does not police."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from companion.play.acts import ActForm, everybody, public_line
from companion.play.cardgame import Word, row, then
from companion.play.game import Event, Line
from companion.play.zipang import campaigns, effects
from companion.play.zipang.cards import ending, going_on, name_of, waits
from companion.play.zipang.state import ACTS, Campaign, CoinMove, ZipangState
from companion.rules import counts
from companion.rules.cardgame import by_place
from companion.rules.text import Problem, Refusal, Text, refuse, refuse_at
from companion.rules.zipang.cards import HAND
from companion.rules.zipang.coins import Balance, Coins, balance

POT = "pot"
Count = Annotated[int, Field(ge=0, le=99)]


def off(state: ZipangState) -> Balance:
    """Coins on the table against the coins there must be (ruling Z1)."""
    return balance(state.coins)


def settled(state: ZipangState) -> ZipangState | Refusal:
    """The state with the last card closed: nothing set right by hand is worked out anew by a late Monk."""
    if waits(state) and state.play:
        text = Text("Finish the %(card)s first, or undo it.", {"card": name_of(state.play.card)})
        return Refusal(text, "5 Battle")
    return replace(state, play=None)


# ---- coins


@ACTS.act("count", commutes=False, label=Text("coins counted"), sees=everybody)
class CountAct(ActForm):
    """What lies on the table: purses that were counted, the pot, the supply; what is left out stays."""

    purses: dict[Word, Count] = Field(default_factory=dict, max_length=6)
    pot: Count | None = None
    supply: Annotated[int, Field(ge=0, le=30)] | None = None

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        problems = [
            Problem(f"purses.{seat}", Text("Nobody with that name plays here; leave the purse out."))
            for seat in self.purses
            if seat not in state.seats
        ]
        if self.supply is not None and state.campaign is None:
            problems.append(Problem("supply", Text("There is no supply between two campaigns; leave it out.")))
        if problems:
            return refuse(problems, "2 Game Setup")
        rested = settled(state)
        if isinstance(rested, Refusal):
            return rested
        pot = rested.coins.pot if self.pot is None else self.pot
        coins = Coins({**rested.coins.purses, **self.purses}, pot)
        campaign = rested.campaign
        if campaign and self.supply is not None:
            campaign = replace(campaign, supply=self.supply)
        if (coins, campaign) == (rested.coins, rested.campaign):
            return Refusal(Text("That is what is entered already; nothing to correct."), "2 Game Setup")
        counted = _differences(rested.coins, coins)
        return _in_column(replace(rested, coins=coins, campaign=campaign, counted=counted))

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        changes = [
            Text("%(place)s %(was)s → %(now)s", {"place": _place(place), "was": was, "now": now})
            for place, was, now in _places(before.coins, after.coins)
            if was != now
        ]
        if before.campaign and after.campaign and before.campaign.supply != after.campaign.supply:
            values = {"was": before.campaign.supply, "now": after.campaign.supply}
            changes.append(Text("supply %(was)s → %(now)s", values))
        counted = Text("Counted: %(changes)s.", {"changes": row(changes)})
        step = "" if after.campaign or not after.columns else f"c{after.columns[-1].number}.end"
        return Line(then(counted, off(after).sentence, likely(before, after)), step=step)


def _in_column(state: ZipangState) -> ZipangState:
    """Coins set right between campaigns belong to the column of the one before; they may end the game, or reopen it."""
    if state.campaign or not state.columns:
        return state
    purses = state.coins.purses
    column = replace(state.columns[-1], purses=purses, pot=state.coins.pot)
    ranking = by_place(purses) if min(purses.values()) == 0 else None
    return replace(state, columns=(*state.columns[:-1], column), ranking=ranking, drawn={}, shared=False)


def _places(before: Coins, after: Coins) -> list[tuple[str, int, int]]:
    return [*((p, before.purses[p], after.purses[p]) for p in before.purses), (POT, before.pot, after.pot)]


def _differences(before: Coins, after: Coins) -> dict[str, int]:
    """How many coins more, or fewer, the places have where that changed."""
    return {place: now - was for place, was, now in _places(before, after) if now != was}


def _place(place: str) -> str | Text:
    return Text("pot") if place == POT else place


def likely(before: ZipangState, after: ZipangState) -> Text | None:
    """The entry that is probably missing, from how a count differs from what was written down."""
    differs = _differences(before.coins, after.coins)
    if not differs:
        return None
    if off(after).missing:
        return since(after, differs)
    if sum(differs.values()):
        return None
    found = _guess(before, *_gave_and_got(differs), differs)
    return None if found is None else Text("Probably not entered: %(what)s.", {"what": found})


def _gave_and_got(differs: Mapping[str, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    gave = tuple(place for place, change in differs.items() if change < 0)
    return gave, tuple(place for place in differs if place not in gave)


def _guess(before: ZipangState, gave: tuple[str, ...], got: tuple[str, ...], differs: Mapping[str, int]) -> Text | None:
    pot, ones = before.coins.pot, all(differs[place] == -1 for place in gave)
    if got == (POT,) and ones:
        others = [seat for seat in before.seats if seat not in gave]
        with_coins = {seat for seat, purse in before.coins.purses.items() if purse}
        if not others:
            return Text("the ante of a new campaign")
        if len(others) == 1 and len(gave) > 1 and set(gave) == with_coins - set(others):
            return Text("a Merchant of %(who)s", {"who": others[0]})
        return Text("a coin into the pot against an attack: %(who)s", {"who": row(gave)})
    if len(gave) == len(got) == 1 and gave != (POT,) and ones:
        return Text("a Bandit of %(who)s at %(whom)s", {"who": got[0], "whom": gave[0]})
    if gave == (POT,) and len(got) == 1:
        if differs[got[0]] == pot and not before.campaign:
            return Text("the pot of the last campaign for %(who)s", {"who": got[0]})
        if differs[got[0]] == pot // 2:
            return Text("a Princess of %(who)s", {"who": got[0]})
        if differs[got[0]] == pot:
            return Text("a campaign's pot for %(who)s", {"who": got[0]})
        return Text("coins of the pot for %(who)s", {"who": got[0]})
    return None


def since(state: ZipangState, differs: Mapping[str, int]) -> Text | None:
    """Where to look when coins are missing or too many: the last entry that moved coins there."""
    for move in reversed(state.moves):
        if move.what != "count" and (not differs or set(differs) & {*move.gave, *move.got}):
            gave, got = (row([_place(place) for place in places]) for places in (move.gave, move.got))
            values = {"what": what_moved(move.what), "gave": gave, "got": got, "campaign": move.campaign}
            return Text(
                "Look at the last entry that moved these coins: %(what)s, campaign %(campaign)s (%(gave)s → %(got)s).",
                values,
            )
    return None


def what_moved(what: str) -> Text:
    """The name of what moved coins: a card, or an act."""
    return _MOVED[what] if what in _MOVED else name_of(what)


_MOVED = {
    **dict.fromkeys(("campaign", "roll", "starts"), Text("ante")),  # by results a campaign begins with who begins
    "coin": Text("coin against an attack"),
    "end": Text("the pot taken"),
    "move": Text("moved by hand"),
    "count": Text("counted by hand"),
}


def noted(before: ZipangState, event: Event, after: ZipangState) -> ZipangState:
    """The state with this event's coins among the latest moves, and a count forgotten once anything moves."""
    differs = _differences(before.coins, after.coins)
    if not differs:
        return after
    number = after.campaign.number if after.campaign else len(after.columns)
    move = CoinMove(_what(before, event, after), number, *_gave_and_got(differs))
    counted = after.counted if event.type == "count" else {}
    return replace(after, moves=(*after.moves, move)[-LEDGER:], counted=counted)


LEDGER = 12
"""Moves kept to look for a missing coin among."""


def _what(before: ZipangState, event: Event, after: ZipangState) -> str:
    if len(after.columns) > len(before.columns):
        return "end"
    if event.type in ("play", "moved"):
        return str(event.data["card"])
    if event.type == "answer":
        return "coin" if event.data["answer"] == "coin" else "monk"
    return event.type


@ACTS.act("move", commutes=False, label=Text("coins moved by hand"), sees=everybody)
class MoveAct(ActForm):
    """Coins from one place to another: a seat, or `pot`."""

    source: Word
    target: Word
    coins: Annotated[int, Field(ge=1, le=30)] = 1

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        problems = [
            Problem(path, Text("A place is a player or the pot; this is neither."))
            for path, place in (("source", self.source), ("target", self.target))
            if place not in (*state.seats, POT)
        ]
        if self.source == self.target:
            problems.append(Problem("target", Text("Coins move to another place; choose one.")))
        if problems:
            return refuse(problems, "2 Game Setup")
        rested = settled(state)
        if isinstance(rested, Refusal):
            return rested
        places = {**rested.coins.purses, POT: rested.coins.pot}
        if places[self.source] < self.coins:
            values = {"place": _place(self.source), "have": places[self.source]}
            return refuse_at("coins", Text("Only %(have)s are there: %(place)s.", values), "2 Game Setup")
        places[self.source] -= self.coins
        places[self.target] += self.coins
        return _in_column(replace(rested, coins=Coins({seat: places[seat] for seat in rested.seats}, places[POT])))

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        values = {"source": _place(self.source), "target": _place(self.target), "coins": counts.coins(self.coins)}
        return public_line("%(coins)s by hand: %(source)s → %(target)s.", **values)


# ---- players and turns


def playing(state: ZipangState) -> Campaign | Refusal:
    """The campaign in which cards are played now."""
    if state.way == "cards" and state.campaign is None:
        return Refusal(Text("No campaign is going on."), "3 Campaign Beginning")
    return going_on(state, state.campaign.number if state.campaign else 0)


@ACTS.act("out", commutes=False, label=Text("who is eliminated"), sees=everybody)
class OutAct(ActForm):
    """A player out of the campaign, or in it again."""

    player: Word
    out: bool = True

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        rested = settled(state)
        if isinstance(rested, Refusal):
            return rested
        campaign = playing(rested)
        if isinstance(campaign, Refusal):
            return campaign
        if self.player not in rested.seats or (self.player in campaign.standing) != self.out:
            text = Text("That player is already in or out as you say, or nobody with that name plays here.")
            return refuse_at("player", text, "5 Battle")
        if not self.out:
            standing = tuple(seat for seat in rested.seats if seat in campaign.standing or seat == self.player)
            back = min(HAND, campaign.unseen)
            hands = {**campaign.hands, self.player: back}
            again = replace(campaign, standing=standing, hands=hands, unseen=campaign.unseen - back)
            return replace(rested, campaign=again)
        unseen = campaign.unseen + campaign.hands[self.player]
        after = replace(campaign, unseen=unseen)
        if campaign.turn == self.player:
            after = effects.next_turn(rested.seats, after)
        standing = tuple(seat for seat in after.standing if seat != self.player)
        hands = {seat: cards for seat, cards in after.hands.items() if seat != self.player}
        rested = replace(rested, campaign=replace(after, standing=standing, hands=hands))
        return campaigns.close(rested, "last-standing", {standing[0]: ()}) if len(standing) == 1 else rested

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        names = {"who": self.player}
        text = Text("%(who)s is eliminated.", names) if self.out else Text("%(who)s is in again.", names)
        return Line(then(text, ending(before, after)))


@ACTS.act("turn", commutes=False, label=lambda _, act: Text("the turn of %(who)s", {"who": act.player}), sees=everybody)
class TurnByHandAct(ActForm):
    """Whose turn it is: those in between have had theirs without an entry."""

    player: Word

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        rested = settled(state)
        if isinstance(rested, Refusal):
            return rested
        campaign = playing(rested)
        if isinstance(campaign, Refusal):
            return campaign
        if self.player not in campaign.standing or self.player == campaign.turn:
            text = Text("Choose another player who is still in: %(who)s.", {"who": row(campaign.standing)})
            return refuse_at("player", text, "4 Campaign Turns")
        while campaign.turn != self.player and not campaign.ending:
            # each of them drew a card and laid one down, which nobody tapped in
            hands = {**campaign.hands, campaign.turn: max(0, campaign.hands[campaign.turn] - 1)}
            campaign = effects.next_turn(rested.seats, replace(campaign, hands=hands, unseen=campaign.unseen + 1))
        return replace(rested, campaign=campaign)

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        text = Text("Corrected by hand: it is the turn of %(who)s.", {"who": self.player})
        return Line(then(text, ending(before, after)))
