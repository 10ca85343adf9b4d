"""Tenno as a table knows it: the five verbs, every event in one registry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from companion.play.cardgame import PLAYER, SEATS, CardGame, first_seat, named, names_of, seat_players
from companion.play.game import Due, Event, Result
from companion.play.tenno import scoring
from companion.play.tenno import view as views
from companion.play.tenno.state import ACTS, HAND, TennoState, Way
from companion.rules.house import chosen
from companion.rules.tenno.cards import LEAST_PLAYERS, MOST_PLAYERS
from companion.rules.tenno.house import TennoHouse
from companion.rules.text import Refusal, Text, refuse_at


class Tenno(CardGame[TennoState]):
    """Duels of face-down cards between two to seven players."""

    id = "tenno"
    name = "Tenno"
    seats = SEATS[:MOST_PLAYERS]
    rules_version = "tenno-1"
    state = TennoState
    acts = ACTS

    def start(self, setup: Mapping[str, Any]) -> TennoState | Refusal:
        """`setup`: `players` (2 to 7), each seat's `name.a` and `crest.a`, and `way` score or duels. The first seat is
        the eldest player's, until somebody says otherwise.
        """
        players = seat_players(setup, LEAST_PLAYERS, MOST_PLAYERS)
        if isinstance(players, Refusal):
            return players
        way = setup.get("way", "duels")
        if way not in get_args(Way):
            return refuse_at("way", Text("Choose score or duels."), "Setup")
        hands = dict.fromkeys([player.seat for player in players], HAND)
        first = first_seat(setup, players)
        if isinstance(first, Refusal):
            return first
        house = chosen(TennoHouse, setup)
        if isinstance(house, Refusal):
            return house
        # Where only the piles are entered, the game is played before the first tap.
        return TennoState(players, first, hands, over=way == "score", way=way, house=house)

    def again(self, state: TennoState, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same choices; the eldest player begins again."""
        return {**super().again(state, setup), "begins": state.first}

    def apply(self, state: TennoState, event: Event) -> TennoState | Refusal:
        """The state after the event; it remembers for whom another player has entered something."""
        after = super().apply(state, event)
        return after if isinstance(after, Refusal) or event.type == PLAYER else listened(state, event, after)

    def agreed(self, state: TennoState, event: Event) -> bool:
        """Besides, what ends the game on the word of one player who has entered something for another (T5)."""
        always = super().agreed(state, event)
        if always or state.over:
            return always
        after = self.apply(state, event)
        return isinstance(after, TennoState) and after.over and not {event.by}.issuperset(after.unheard)

    def decided(self, state: TennoState) -> bool:
        """Once the piles are open."""
        return state.over

    def due(self, state: TennoState) -> tuple[Due, ...]:
        """What each seat does next."""
        stands = views.phase(state)
        if stands in ("duel", "second"):
            words = Text("Attack: turn over a card of your layout, then one of a rival's.")
            if stands == "second":
                words = Text("You may attack again with another card of the layout.")
            return (Due(state.turn, stands, words, f"d{len(state.attacks) + 1}"),)
        if stands == "count":
            left = [seat for seat in state.seats if seat not in state.piles]
            words = Text("Turn up your captured pile and enter it.")
            if state.way == "score" and not state.piles:
                words = Text("Play. After the end turn up your captured pile and enter it.")
            return tuple(Due(seat, "pile", words) for seat in left)
        if stands == "tie":
            words = Text("A tie: enter your hand and your layout.")
            return tuple(Due(seat, "rest", words) for seat in scoring.asked(state))
        return ()

    def shown(self, state: TennoState) -> views.TennoView:
        return views.view(state)

    def result(self, state: TennoState) -> Result | None:
        """Players by points, once all piles are counted and ties broken."""
        found = scoring.tallied(state)
        if found is None or scoring.asked(state):
            return None
        return Result(found.ranking, dict(found.totals), named(views.result_words(state), names_of(state)))


def listened(before: TennoState, event: Event, after: TennoState) -> TennoState:
    """The state that remembers who has not been heard since another did something in his place."""
    replaced = {event.seat, before.turn} if event.type == "turn" and before.attacks else {event.seat}
    unheard = tuple(sorted(replaced.union(before.unheard) - {event.by}))
    return after if unheard == after.unheard else replace(after, unheard=unheard)


TENNO = Tenno()
