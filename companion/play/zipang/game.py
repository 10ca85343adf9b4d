"""Zipang Portable as a table knows it: the five verbs, every event in one registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from companion.play.cardgame import SEATS, CardGame, named, names_of, seat_players
from companion.play.game import Due, Event, Result
from companion.play.zipang import campaigns, cards, hand
from companion.play.zipang import view as views
from companion.play.zipang.state import ACTS, Campaign, PlayedCard, Way, ZipangState
from companion.rules.house import chosen
from companion.rules.text import Refusal, Text, refuse_at
from companion.rules.zipang.attack import NEEDED
from companion.rules.zipang.cards import LEAST_PLAYERS, MOST_PLAYERS
from companion.rules.zipang.coins import start
from companion.rules.zipang.house import ZipangHouse


class Zipang(CardGame[ZipangState]):
    """Campaigns for coins between two to six players."""

    id = "zipang"
    name = "Zipang Portable"
    seats = SEATS[:MOST_PLAYERS]
    rules_version = "zipang-1"
    state = ZipangState
    acts = ACTS

    def start(self, setup: Mapping[str, Any]) -> ZipangState | Refusal:
        """`setup`: `players` (2 to 6), each seat's `name.a` and `crest.a`, and `way` result or cards."""
        players = seat_players(setup, LEAST_PLAYERS, MOST_PLAYERS)
        if isinstance(players, Refusal):
            return players
        way = setup.get("way", "cards")
        if way not in get_args(Way):
            return refuse_at("way", Text("Choose result or cards."), "2 Game Setup")
        house = chosen(ZipangHouse, setup)
        if isinstance(house, Refusal):
            return house
        return ZipangState(players, start([player.seat for player in players]), way=way, house=house)

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        """The state after the event; moves of coins are kept, to find a missing one by."""
        after = super().apply(state, event)
        return after if isinstance(after, Refusal) else hand.noted(state, event, after)

    def due(self, state: ZipangState) -> tuple[Due, ...]:
        """What each seat does next; who holds the baton first."""
        names = names_of(state)
        sentence = named(views.sentence(state), names)
        campaign, play = state.campaign, state.play
        if state.tied:
            return tuple(Due(seat, "draw", sentence) for seat in state.tied if seat not in state.drawn)
        if state.ranking:
            return ()
        if campaign is None:
            kind, step = ("campaign", "") if state.first else ("first", campaigns.first_step(state))
            data = {} if state.first else {"dice": campaigns.LOT}
            return tuple(Due(seat, kind, sentence, step, data) for seat in state.seats)
        if state.way == "result":
            return tuple(Due(seat, "result", sentence, f"c{campaign.number}.end") for seat in state.seats)
        if campaign.ending:
            left = [seat for seat in campaign.standing if seat not in campaign.shown]
            return tuple(Due(seat, "hand", named(_HAND, names)) for seat in left)
        if play and cards.waits(state) and not cards.takes(state):
            return tuple(self._answer(state, campaign, play, seat) for seat in cards.unanswered(play))
        kind, words = "play", Text("Draw a card, then play one.")
        if cards.takes(state):
            kind, words = "take", Text("Play the card taken by the %(card)s.", sentence.values)
        return (Due(campaign.turn, kind, words, f"c{campaign.number}.p{campaign.plays + 1}"),)

    def _answer(self, state: ZipangState, campaign: Campaign, play: PlayedCard, seat: str) -> Due:
        data = {
            "needed": NEEDED[play.card],
            "coin": cards.may_pay(state, seat),
            "monk": cards.may_be_monk(state, play.base, seat),
        }
        values = {"card": cards.name_of(play.card), "who": play.player, "needed": data["needed"]}
        words = Text("%(card)s of %(who)s: your hand blocks with %(needed)s or more.", values)
        step = f"c{campaign.number}.p{play.number}.{seat}"
        return Due(seat, "answer", named(words, names_of(state)), step, data)

    def shown(self, state: ZipangState) -> views.ZipangView:
        return views.view(state)

    def result(self, state: ZipangState) -> Result | None:
        """Players by coins, once the game is over and the tied leaders have drawn."""
        if state.ranking is None or state.tied:
            return None
        words = named(campaigns.shogun_words(state), names_of(state))
        return Result(state.ranking, dict(state.coins.purses), words)


_HAND = Text("Lay your hand open and enter it.")

ZIPANG = Zipang()
