"""Whole evenings with real cards: what the table counts is what lies there, and no coin or card is lost or doubled.

The cards are dealt and moved by `tests.rules.zipang.piles`; the table only hears what players tap.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.play.zipang.game import ZIPANG
from companion.rules.text import Refusal
from companion.rules.zipang.attack import NEEDED, answer_order
from companion.rules.zipang.campaign import campaign_end
from companion.rules.zipang.cards import CARDS, battle, deck
from tests.play.cardtable import Cardtable
from tests.rules.zipang import piles as p


class Evening:
    """Players with cards in their hands, who tap what they do."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.table = Cardtable(ZIPANG, players=str(players))
        self.piles: Any = None
        self.used: set[str] = set()

    @property
    def state(self) -> Any:
        return self.table.state

    def play_out(self) -> None:
        self.table.do("a", "starts", player=self.chance.choice(self.state.seats))
        while self.state.ranking is None and len(self.state.columns) < 30:
            self.campaign()
        while self.state.tied:
            self.last_draw()

    def campaign(self) -> None:
        number, pot = len(self.state.columns) + 1, self.state.coins.pot
        self.table.do("a", "campaign", number=str(number))
        assert self.state.coins.pot == pot + len(self.state.players)
        shuffled = list(deck(len(self.state.players)))
        self.chance.shuffle(shuffled)
        self.piles = p.deal(self.state.seats, shuffled)
        while self.state.campaign and not self.state.campaign.ending:
            self.turn(self.state.campaign.turn)
        if self.state.campaign:
            self.hands_decide()
        assert len(self.state.columns) == number

    def turn(self, player: str) -> None:
        self.piles = p.draw(self.piles, player)
        self.counts_agree()
        hand = self.piles.hands[player]
        card = "ikki" if hand.count("peasant") > 1 and self.chance.random() < 0.6 else self.chance.choice(hand)
        self.piles = p.play(self.piles, player, card)
        self.effect(player, card)
        if self.state.campaign:
            self.counts_agree(drawn=not self.state.campaign.ending)

    def effect(self, player: str, card: str, choices: bool = True) -> None:
        """The card lies there; it is tapped in, and what follows is done on the table and told."""
        campaign = self.state.campaign
        view = next(c for c in ZIPANG.view(self.state, player).palette if c.id == card)
        targets = self.chance.sample(view.targets, view.choose) if view.choose else list(view.targets)
        self.tap(player, "play", card=card, targets=",".join(targets) if view.choose else "")
        play = self.state.play
        aimed = answer_order(self.state.seats, player, tuple(targets))
        saved = [t for t in aimed if card != "emperor" and self.answers_monk(t)]
        if card in NEEDED:
            self.battle(card, aimed, saved)
        else:
            for target in saved:
                self.monk(target, play.number)
        if card == "ninja" and aimed and not saved:
            self.piles = p.ninja(self.piles, aimed[0])
        if card in ("tea-master", "nobleman") and aimed and not saved:
            self.take(player, aimed[0], play.number)
        if card == "crazy-one":
            self.crazy(player, play.number)
        assert campaign.number == len(self.state.columns) + (self.state.campaign is not None)

    def answers_monk(self, target: str) -> bool:
        return "monk" in self.piles.hands.get(target, ()) and self.chance.random() < 0.5

    def monk(self, target: str, number: int) -> None:
        self.piles = p.answer_monk(self.piles, target)
        self.tap(target, "answer", number=str(number), answer="monk")

    def battle(self, card: str, targets: tuple[str, ...], saved: list[str]) -> None:
        number, fallen = self.state.play.number, []
        for target in targets:
            if target in saved:
                self.monk(target, number)
                continue
            total = battle(self.piles.hands[target])
            first = target not in self.state.campaign.begun
            if total < NEEDED[card] and first and self.state.coins.purses[target]:
                self.tap(target, "answer", number=str(number), answer="coin")
                continue
            fallen += [target] if total < NEEDED[card] else []
            self.tap(target, "answer", number=str(number), answer="sum", sum=str(total))
        self.piles = p.eliminate(self.piles, fallen)

    def take(self, player: str, victim: str, number: int) -> None:
        if not self.piles.hands[victim]:
            return
        place = self.chance.randrange(len(self.piles.hands[victim]))
        join = self.piles.hands[victim][place] == "peasant" and "peasant" in self.piles.hands[player]
        taken = p.take(self.piles, player, victim, place, join)
        assert not isinstance(taken, Refusal)
        self.piles = taken.piles
        self.effect(player, taken.card)

    def crazy(self, player: str, number: int) -> None:
        lying = [card for card in self.piles.discard if card != "crazy-one"]
        if not lying:
            return
        offered = {c.id for c in ZIPANG.view(self.state, player).palette if c.lying or c.perhaps}
        assert offered - {"ikki"} >= set(lying)
        assert offered - {"ikki"} == set(lying) or self.state.campaign.unseen
        card = self.chance.choice(lying)
        join = card == "peasant" and "peasant" in self.piles.hands[player]
        taken = p.crazy_one(self.piles, player, card, join)
        assert not isinstance(taken, Refusal)
        self.piles = taken.piles
        self.effect(player, taken.card)

    def tap(self, seat: str, type: str, **form: str) -> None:
        campaign = self.state.campaign
        if type == "play":
            form["number"] = str(campaign.plays + 1)
        total = self.state.coins.total
        self.used.add(form.get("card", ""))
        self.table.do(seat, type, campaign=str(campaign.number), **form)
        assert self.state.coins.total == total

    def hands_decide(self) -> None:
        campaign, coins = self.state.campaign, self.state.coins
        hands = {seat: self.piles.hands[seat] for seat in campaign.standing}
        end = campaign_end(campaign.ending, coins.pot, hands, coins.purses, campaign.first)
        assert not isinstance(end, Refusal)
        for seat in self.chance.sample(campaign.standing, len(campaign.standing)):
            cards = ",".join(hands[seat])
            self.table.do(seat, "hand", campaign=str(campaign.number), cards=cards)
        assert (dict(self.state.coins.purses), self.state.coins.pot) == (dict(end.purses), end.pot)
        assert self.state.columns[-1].winner == end.winner

    def last_draw(self) -> None:
        shuffled = list(deck(len(self.state.players)))
        self.chance.shuffle(shuffled)
        for seat in self.state.tied:
            self.table.do(seat, "draw", card=shuffled.pop())

    def counts_agree(self, drawn: bool = True) -> None:
        """Hands, supply and face-up cards, as the table has them and as they lie. After a turn the next has drawn."""
        campaign, piles = self.state.campaign, self.piles
        real = {player: len(hand) for player, hand in piles.hands.items()}
        supply = len(piles.supply)
        if drawn and campaign.turn and sum(campaign.hands.values()) > sum(real.values()):
            real[campaign.turn] += 1
            supply -= 1
        assert dict(campaign.hands) == real
        assert campaign.supply == supply
        assert len(campaign.discard) + campaign.unseen == len(piles.discard)
        lying = list(piles.discard)
        for card in campaign.discard:
            lying.remove(card)
        total = sum(real.values()) + supply + len(piles.discard) + 1
        assert total == len(deck(len(self.state.players)))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_table_counts_what_lies_there(players: int) -> None:
    used: set[str] = set()
    for seed in range(8):
        evening = Evening(players, seed)
        evening.play_out()
        used |= evening.used
        assert evening.table.replayed() == evening.state
        assert evening.state.ranking is None or ZIPANG.result(evening.state) is not None
    assert used >= {card for card in (*CARDS, "ikki") if card == "ikki" or card in deck(players)}
