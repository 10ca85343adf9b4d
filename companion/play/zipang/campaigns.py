"""How campaigns begin and end: the first player, the ante, hands that decide, the pot, and the last draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from companion.play.acts import ActForm, everybody, public_line
from companion.play.cardgame import Faces, Word, Words, not_next, row, then
from companion.play.game import Event, Line
from companion.play.zipang import effects
from companion.play.zipang.state import ACTS, Campaign, Column, ZipangState
from companion.rules import counts
from companion.rules.dice import TEN, pips
from companion.rules.text import Problem, Refusal, Text, counted, refuse_any, refuse_at
from companion.rules.zipang import coins as purses
from companion.rules.zipang.campaign import campaign_end, shares_pot, tie_draw
from companion.rules.zipang.cards import CARDS, HAND, deck, hand_problems, honor

LOT = 9
"""Dice by which the app draws who begins: read as one number, they leave no player a chance that could be noticed over
another's, and none of them is ever thrown again."""


# ---- who begins


def first_step(state: ZipangState) -> str:
    """The id of the throw that is due."""
    return f"first.{state.rolls + 1}"


def each(state: ZipangState) -> int:
    """How many faces of one ten-sided die stand for each player; the rest is thrown again."""
    return TEN // len(state.players)


def _place(state: ZipangState, faces: Sequence[int]) -> int:
    """The place of who begins among the players; none of theirs where one die's face stands for nobody."""
    if len(faces) == 1:
        return (pips(faces[0]) - 1) // each(state)
    number = int("".join(str(pips(face) % TEN) for face in faces))
    return int(number * len(state.players) // TEN ** len(faces))


@ACTS.act("roll", dice=True, label=Text("drawing lots to begin"), sees=everybody)
class FirstRollAct(ActForm):
    """Who begins by chance: the dice of the app's draw, or one die thrown on the table, of which some faces stand for
    nobody; `step` names the throw they belong to.
    """

    step: Word
    faces: Faces
    next: bool = False
    """The first campaign begins with it, where tables are kept by results."""

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        if state.first:
            return Refusal(Text("Who begins is settled already."), "2 Game Setup")
        number = self.step.removeprefix("first.")
        if not number.isdecimal() or len(self.faces) not in (1, LOT):
            return Refusal(Text("One die decides who begins: enter its face, or let the app draw."), "2 Game Setup")
        if refused := not_next(int(number), state.rolls + 1, Text("That is entered already."), "2 Game Setup"):
            return refused
        place = _place(state, self.faces)
        state = replace(state, rolls=state.rolls + 1)
        if place >= len(state.players):
            return state
        return _onward(replace(state, first=state.seats[place]), self.next)

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        values = {"face": pips(self.faces[0]), "who": after.first}
        if len(self.faces) == LOT:
            text = Text("%(who)s begins, drawn by lot.", values)
        elif not after.first:
            text = Text("The die shows %(face)s: throw again.", values)
        else:
            text = Text("The die shows %(face)s: %(who)s begins.", values)
        return Line(then(text, _onward_words(after)), step=self.step)


@ACTS.act("starts", commutes=False, label=Text("who begins"), sees=everybody)
class StartsAct(ActForm):
    """Who begins, chosen at the table; the youngest, if nobody rolls. `next`: the campaign begins with it."""

    player: Word
    next: bool = False

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        if self.player not in state.seats:
            return refuse_at("player", Text("Nobody with that name plays here."), "2 Game Setup")
        if state.campaign or state.ranking:
            return Refusal(Text("Say who begins between two campaigns, not during one."), "2 Game Setup")
        return _onward(replace(state, first=self.player), self.next)

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        return Line(then(Text("%(who)s begins.", {"who": self.player}), _onward_words(after)))


# ---- a new campaign


def campaign_of(state: ZipangState, number: int) -> Campaign | Refusal:
    """The campaign of this number while it is under way: one that never began is not said to be over."""
    campaign = state.campaign
    if number > (campaign.number if campaign else len(state.columns)):
        return Refusal(Text("That campaign has not begun."), "3 Campaign Beginning")
    if campaign is None or number != campaign.number:
        return Refusal(Text("That campaign is over: look at the table as it is now."), "6 Campaign End")
    return campaign


@ACTS.act("campaign", label=Text("the beginning of a campaign"), sees=everybody)
class CampaignAct(ActForm):
    """A new campaign: `number` counts from 1."""

    number: int

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        if state.ranking:
            return Refusal(Text("The game is over: somebody has no coins left."), "1 Victory and Game End")
        already = Text("That campaign has begun already: look at the table as it is now.")
        if state.campaign and self.number > state.campaign.number:
            return Refusal(Text("The campaign before it is not over."), "3 Campaign Beginning")
        if state.campaign:
            return Refusal(already, "3 Campaign Beginning")
        if refused := not_next(self.number, len(state.columns) + 1, already, "3 Campaign Beginning"):
            return refused
        if not state.first:
            return Refusal(Text("First find out who begins: by a die, or by choice."), "2 Game Setup")
        return _begun(state, self.number)

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        values = {"number": self.number, "pot": after.coins.pot, "who": before.first}
        text = Text(
            "Campaign %(number)s: everyone puts 1 coin into the pot, now %(pot)s. %(who)s has the first turn.", values
        )
        return Line(text, step=f"c{self.number}.begin")


def _onward(state: ZipangState, following: bool) -> ZipangState | Refusal:
    """The state with the next campaign begun, where that was asked for and the game goes on."""
    return _begun(state, len(state.columns) + 1) if following and state.ranking is None else state


def _onward_words(after: ZipangState) -> Text | None:
    """That a campaign began by itself; None where none did."""
    if after.campaign is None:
        return None
    values = {"number": after.campaign.number, "pot": after.coins.pot}
    return Text("Campaign %(number)s: everyone puts 1 coin into the pot, now %(pot)s.", values)


def _begun(state: ZipangState, number: int) -> ZipangState | Refusal:
    coins = purses.ante(state.coins)
    if isinstance(coins, Refusal):
        return coins
    supply = len(deck(len(state.players))) - HAND * len(state.players) - 1
    hands = dict.fromkeys(state.seats, HAND)
    campaign = Campaign(number, state.first, "", state.seats, (), hands, supply)
    if state.way != "result":  # by results nobody's turn is known
        campaign = effects.begin_turn(campaign, state.first)
    return replace(state, coins=coins, campaign=campaign, play=None)


# ---- hands decide


def close(state: ZipangState, reason: str, hands: Mapping[str, Sequence[str]]) -> ZipangState:
    """The campaign is over: the pot to who won it, a new column, and the ranking if somebody has no coins left."""
    campaign, coins = state.campaign, state.coins
    assert campaign is not None
    end = campaign_end(reason, coins.pot, hands, coins.purses, campaign.first, state.house)
    assert not isinstance(end, Refusal), end
    got = tuple(seat for seat, purse in end.purses.items() if purse > coins.purses[seat])
    column = Column(
        campaign.number, campaign.first, reason, end.winner, coins.pot - end.pot, end.honor, end.purses, end.pot,
        () if end.winner else got,
    )  # fmt: skip
    state = replace(state, coins=purses.Coins(end.purses, end.pot), first=end.starts, campaign=None, play=None)
    return replace(state, columns=(*state.columns, column), ranking=end.ranking)


def closed_words(after: ZipangState) -> Text:
    """How the campaign that has just ended came out."""
    column = after.columns[-1]
    stay = counted("%(num)s coin stays", "%(num)s coins stay", column.pot)
    values = {"who": column.winner, "coins": counts.coins(column.took), "stay": stay, "first": after.first}
    if column.shared:
        text = shared_words(column)
    elif column.winner is None and after.ranking:
        text = Text("A draw: %(stay)s in the pot, for nobody.", values)
    elif column.winner is None:
        text = Text("A draw: %(stay)s in the pot, and %(first)s begins again.", values)
    elif column.reason == TOLD:
        text = Text("%(who)s takes %(coins)s.", values)
    elif column.reason == "last-standing":
        text = Text("%(who)s is the last one standing and takes %(coins)s.", values)
    else:
        text = Text("%(who)s has the most honor and takes %(coins)s.", values)
    if after.ranking is None and column.shared:
        return then(text, Text("%(first)s begins again.", values))
    if after.ranking is None:
        return text
    broke = row([player for player, purse in after.coins.purses.items() if purse == 0])
    if after.tied:
        over = Text("No coins left: %(who)s. The game is over. Leaders draw a card each: %(tied)s.",
                    {"who": broke, "tied": row(after.tied)})  # fmt: skip
    else:
        over = then(Text("No coins left: %(who)s. The game is over.", {"who": broke}), shogun_words(after))
    return then(text, over)


def shared_words(column: Column) -> Text:
    """Who shared the pot of a draw, and what each had of it."""
    values = {"who": row(column.shared), "coins": counts.coins(column.took // len(column.shared))}
    return Text("A draw: %(who)s share the pot, %(coins)s each.", values)


@ACTS.act("hand", label=Text("the cards in a hand"), sees=everybody)
class HandAct(ActForm):
    """The cards a player has left; nothing for an empty hand."""

    campaign: int
    cards: Words = ()

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        campaign = campaign_of(state, self.campaign)
        if isinstance(campaign, Refusal):
            return campaign
        if not campaign.ending:
            text = Text("Hands are entered when the Emperor or an empty supply ends a campaign.")
            return Refusal(text, "6 Campaign End")
        if event.seat not in campaign.standing:
            text = Text("%(who)s is out of this campaign and has no hand left.", {"who": event.seat})
            return Refusal(text, "6 Campaign End")
        if refused := refuse_any(hand_problems("cards", self.cards), "6 Campaign End"):
            return refused
        if refused := _too_few(campaign, event.seat, len(self.cards)):
            return refused
        shown = {**campaign.shown, event.seat: self.cards}
        if refused := _too_many(state, campaign, shown):
            return refused
        state = replace(state, campaign=replace(campaign, shown=shown))
        if any(player not in shown for player in campaign.standing):
            return state
        return close(state, campaign.ending, {player: shown[player] for player in campaign.standing})

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        cards = row([CARDS[card].name for card in self.cards])
        values = {"who": event.seat, "cards": cards, "honor": honor(self.cards)}
        if self.cards:
            text = Text("%(who)s holds %(cards)s: honor %(honor)s.", values)
        else:
            text = Text("%(who)s holds no card: honor 0.", values)
        over = closed_words(after) if after.campaign is None else None
        return Line(then(text, over), step=f"c{self.campaign}.end")


def _too_few(campaign: Campaign, seat: str, cards: int) -> Refusal | None:
    """A hand with fewer cards than it is refilled to. Once the supply has run out, a card that nobody tapped in may be
    what is missing, and only an empty hand is asked about.
    """
    held = campaign.hands[seat]
    if cards >= (held if campaign.supply else min(held, 1)):
        return None
    values = {"who": seat, "cards": counts.cards(held)}
    text = Text("%(who)s holds %(cards)s, by what was played: enter them, or skip to the result.", values)
    return refuse_at("cards", text, "Hand Refill Rule")


def _too_many(state: ZipangState, campaign: Campaign, shown: Mapping[str, tuple[str, ...]]) -> Refusal | None:
    """Cards that would be there more often than the deck has them, with what lies face up."""
    seen = Counter(campaign.discard)
    for hand in shown.values():
        seen.update(hand)
    all_cards = Counter(deck(len(state.players)))
    problems = []
    for card, times in seen.items():
        if times > all_cards[card]:
            values = {"card": CARDS[card].name, "times": times, "count": all_cards[card]}
            text = Text(
                "%(card)s in hands and face up: %(times)s, but this deck has %(count)s: "
                "correct a hand, or the card in the log.",
                values,
            )
            problems.append(Problem("cards", text))
    return refuse_any(problems, "2 Game Setup")


@ACTS.act("decide", label=lambda _, act: Text("who won campaign %(number)s", {"number": act.campaign}), sees=everybody)
class DecideAct(ActForm):
    """Who takes the pot, as the table says; "nobody" leaves it. `tied`: who ties and shares it, where the house rule
    has it shared. `next`: the next campaign begins with it, unless the game is over.
    """

    campaign: int
    winner: Word
    tied: Words = ()
    next: bool = False

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        campaign = campaign_of(state, self.campaign)
        if isinstance(campaign, Refusal):
            return campaign
        if self.winner == "nobody":
            if len(campaign.standing) == 1:
                last = {"who": campaign.standing[0]}
                text = Text("%(who)s is the last one left and takes the pot; there is no draw.", last)
                return refuse_at("winner", text, "6 Campaign End")
            tied = _tied(state, campaign, self.tied)
            if isinstance(tied, Refusal):
                return tied
            # Nobody's hand is known; equal ones are what a draw means.
            drawn = close(state, campaign.ending or "supply", dict.fromkeys(tied, ()))
            return _onward(_unhonored(drawn, campaign.ending or TOLD), self.next)
        if self.winner not in campaign.standing:
            values = {"who": self.winner, "standing": row(campaign.standing)}
            text = Text("%(who)s cannot win this campaign; still in: %(standing)s.", values)
            return refuse_at("winner", text, "6 Campaign End")
        reason = "last-standing" if len(campaign.standing) == 1 else campaign.ending or TOLD
        return _onward(_unhonored(close(state, "last-standing", {self.winner: ()}), reason), self.next)

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        return Line(then(closed_words(after), _onward_words(after)), step=f"c{self.campaign}.end")


def _tied(state: ZipangState, campaign: Campaign, named: Sequence[str]) -> Sequence[str] | Refusal:
    """Who ties in a draw; it has to be told only where the pot is shared, and more than two may have tied."""
    if len(campaign.standing) == 2 or not shares_pot(state.coins.purses, state.house):
        return campaign.standing
    if len(set(named)) < 2 or not set(named) <= set(campaign.standing):
        values = {"standing": row(campaign.standing)}
        text = Text("Those who tie share the pot: say which two or more of %(standing)s tie.", values)
        return refuse_at("tied", text, "6 Campaign End")
    return tuple(seat for seat in campaign.standing if seat in named)


TOLD = "told"
"""The reason of a campaign's end of which nothing is known but who took the pot."""


def _unhonored(state: ZipangState, reason: str) -> ZipangState:
    """The last column without the honor of hands nobody named."""
    column = replace(state.columns[-1], reason=reason, honor={})
    return replace(state, columns=(*state.columns[:-1], column))


# ---- the last draw


@ACTS.act("draw", commutes=False, label=Text("drawing a card"), sees=everybody)
class DrawAct(ActForm):
    card: Word

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        if event.seat not in state.tied:
            return Refusal(Text("Only leaders who tie draw a card at the end."), "1 Victory and Game End")
        drawn = {**state.drawn, event.seat: self.card}
        if refused := refuse_any(_draw_problems(state, event.seat, drawn), "1 Victory and Game End"):
            return refused
        if any(player not in drawn for player in state.tied):
            return replace(state, drawn=drawn)
        assert state.ranking is not None
        return replace(state, ranking=tie_draw(state.ranking, drawn), drawn={})

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        card = CARDS[self.card]
        text = Text("%(who)s draws %(card)s: honor %(honor)s.",
                    {"who": event.seat, "card": card.name, "honor": card.honor})  # fmt: skip
        if after.drawn:
            return Line(text)
        if after.tied:
            return Line(then(text, Text("Equal again: %(who)s draw once more.", {"who": row(after.tied)})))
        return Line(then(text, shogun_words(after)))


def _draw_problems(state: ZipangState, seat: str, drawn: Mapping[str, str]) -> list[Problem]:
    if problems := [*hand_problems("card", (drawn[seat],))]:
        return problems
    count = deck(len(state.players)).count(drawn[seat])
    if list(drawn.values()).count(drawn[seat]) <= count:
        return []
    text = counted(
        "This deck has %(card)s only once; look again.",
        "This deck has %(card)s only %(num)s times; look again.",
        count,
        {"card": CARDS[drawn[seat]].name},
    )
    return [Problem("card", text)]


@ACTS.act("share", commutes=False, label=Text("sharing the victory"), sees=everybody)
class ShareVictoryAct(ActForm):
    share: Literal[True] = True

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        if not state.tied:
            return Refusal(Text("Nobody ties for first place."), "1 Victory and Game End")
        return replace(state, shared=True, drawn={})

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        return public_line("%(who)s share first place without drawing cards.", who=row(before.tied))


def shogun_words(state: ZipangState) -> Text:
    """Who has won the game."""
    assert state.ranking is not None
    leaders = state.ranking[0]
    values = {"who": row(leaders), "coins": counts.coins(state.coins.purses[leaders[0]])}
    if len(leaders) > 1:
        return Text("%(who)s share the victory with %(coins)s each.", values)
    if any(state.coins.purses[seat] == state.coins.purses[leaders[0]] for seat in state.seats if seat not in leaders):
        return Text("%(who)s is Shogun with %(coins)s, by the card drawn.", values)
    return Text("%(who)s is Shogun with %(coins)s.", values)
