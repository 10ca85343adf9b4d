"""A game kept by results: who takes each pot, and the coins that moved before. No card is tapped in."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.play.acts import Act, Data, everybody, public_line
from companion.play.cardgame import Word
from companion.play.game import Event, Line
from companion.play.zipang.cards import name_of
from companion.play.zipang.state import ZipangState
from companion.rules import counts
from companion.rules.text import Refusal, Text
from companion.rules.zipang import coins as purses


class CoinsMovedData(Data):
    """A card that moved coins of several places at once, and who played it."""

    campaign: int
    card: Literal["merchant", "princess"]
    player: Word


def _moved(state: ZipangState, event: Event, data: CoinsMovedData) -> ZipangState | Refusal:
    campaign = state.campaign
    if state.way != "result":
        return Refusal(Text("Tap the card itself: it moves the coins."), "4 Campaign Turns")
    if campaign is None or campaign.number != data.campaign:
        return Refusal(Text("That campaign is over: look at the table as it is now."), "6 Campaign End")
    move = purses.merchant if data.card == "merchant" else purses.princess
    coins = move(state.coins, data.player)
    if isinstance(coins, Refusal):
        return coins
    if coins == state.coins:
        return Refusal(Text("No coin moves: there is none to take."), "6 Campaign End")
    return replace(state, coins=coins)


def _moved_line(before: ZipangState, event: Event, data: CoinsMovedData, after: ZipangState) -> Line:
    moved = counts.coins(abs(after.coins.pot - before.coins.pot))
    values = {"card": name_of(data.card), "who": data.player, "coins": moved}
    if data.card == "merchant":
        return public_line("%(card)s of %(who)s: %(coins)s into the pot.", **values)
    return public_line("%(card)s of %(who)s: %(coins)s from the pot.", **values)


ACTS = (
    Act(
        "moved",
        CoinsMovedData,
        _moved,
        _moved_line,
        commutes=False,
        label=Text("coins that a card moved"),
        sees=everybody,
    ),
)
