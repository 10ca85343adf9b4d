"""Tenno at a table: whole games with real cards, the count at the end, and nothing secret told before it."""

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.play.codec import encode
from companion.play.tenno.game import TENNO
from companion.rules.tenno.cards import CARDS, LAYOUT
from companion.rules.tenno.duel import Duel, duel
from companion.rules.tenno.score import TennoScore, score
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable

NAMES = [*CARDS, *(str(card.name) for card in CARDS.values())]


def told(table: Cardtable) -> str:
    """Everything any seat, spectator, log or export is told now, but for the palette that lists all cards."""
    state = table.state
    seats = (None, *TENNO.seats)
    views = [repr(replace(TENNO.view(state, seat), palette=())) for seat in seats]
    events = [TENNO.show_event(state, event, seat) for event in table.events for seat in seats]
    due = [(str(d.sentence), encode(dict(d.data))) for d in TENNO.due(state)]
    return json.dumps([views, events, due, table.lines, encode(TENNO.result(state))])


def assert_secret(table: Cardtable) -> None:
    everything = told(table)
    for name in NAMES:
        assert name not in everything
    assert "points" not in everything.replace("points=None", "")


class Game:
    """Players with real cards who tap what they do."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.table = Cardtable(TENNO, players=players, **{f"name.{s}": f"P{s}" for s in TENNO.seats[:players]})
        self.seats = self.table.state.seats
        rest = [card for card in CARDS if not card.startswith("farmer")]
        self.layouts = {seat: ["farmer-1", "farmer-2", "farmer-3"] for seat in self.seats}
        self.hands = {seat: self.chance.sample(rest, len(rest)) for seat in self.seats}
        self.piles: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.gone: list[str] = []

    def play_out(self) -> None:
        turns = 0
        while not self.table.state.over:
            turns += 1
            assert turns < 500
            self.turn()
            if not self.table.state.over:
                assert_secret(self.table)
                assert dict(self.table.state.hands) == {seat: len(hand) for seat, hand in self.hands.items()}
        assert any(len(layout) < LAYOUT for layout in self.layouts.values())
        self.count()

    def turn(self) -> None:
        player = self.table.state.turn
        self.chance.shuffle(self.layouts[player])
        lost: list[str] = []
        first = self.fight(player, lost)
        if first is None:  # three Shoguns cannot be; one may stand among cards that attack
            return
        if first.second_attack:
            assert self.table.due() == [(player, "second")]
            number = len(self.table.state.attacks)
            if self.chance.random() < 0.3 or self.fight(player, lost, again=True) is None:
                self.table.do(player, "decline", number=number)
        for seat in dict.fromkeys((player, *lost)):
            while len(self.layouts[seat]) < LAYOUT and self.hands[seat]:
                self.layouts[seat].append(self.hands[seat].pop())
            if len(self.layouts[seat]) < LAYOUT:
                assert self.table.state.ended_by == seat
                return

    def fight(self, player: str, lost: list[str], again: bool = False) -> Duel | None:
        cards = [card for card in self.layouts[player] if card != "shogun" and not (again and card == "ronin")]
        targets = [seat for seat in self.seats if seat != player and self.layouts[seat]]
        if not cards or not targets:
            return None
        card, target = cards[0], self.chance.choice(targets)
        last = [one for one in self.table.state.turn_attacks if again and one.defender == target]  # ruling T7
        open_to = [one for one in self.layouts[target] if one not in [before.defense for before in last]]
        if not open_to:
            return None
        defense = self.chance.choice(open_to)
        monk = "monk" in self.layouts[target] and defense != "monk" and self.chance.random() < 0.5
        found = duel(card, defense, monk)
        assert isinstance(found, Duel)
        sides = {"attacker": (player, card), "defender": (target, defense)}
        for role in ("attacker", "defender"):
            seat, mine = sides[role]
            if not found.lost(role):  # type: ignore[arg-type]
                continue
            self.layouts[seat].remove(mine)
            lost.append(seat)
            if found.captured == role:
                self.piles[sides[found.winner or ""][0]].append(mine)
            else:
                self.gone.append(mine)
        number = len(self.table.state.attacks) + 1
        self.table.do(player, "duel", number=number, card=card, target=target, defense=defense, monk=monk)
        return found

    def count(self) -> None:
        cards = [
            *self.gone,
            *(c for places in (self.piles, self.hands, self.layouts) for p in places.values() for c in p),
        ]
        assert sorted(cards) == sorted([*CARDS] * len(self.seats))
        for seat in self.seats:
            self.table.do(seat, "pile", cards=",".join(self.piles[seat]))
        for seat, kind in self.table.due():
            assert kind == "rest"
            self.table.do(seat, "rest", cards=",".join([*self.hands[seat], *self.layouts[seat]]))
        found = score(self.piles, self.hands, self.layouts)
        result = self.table.result()
        assert isinstance(found, TennoScore)
        assert result is not None
        assert result.places == found.ranking
        assert dict(result.points) == found.totals
        assert all(player.check is None for player in self.table.view().players)


@pytest.mark.parametrize("players", range(2, 8))
def test_whole_games(players: int) -> None:
    for seed in range(4):
        game = Game(players, seed)
        game.play_out()
        assert game.table.replayed() == game.table.state


def fight(table: Cardtable, card: str, target: str, defense: str, **more: Any) -> str:
    number = len(table.state.attacks) + 1
    return table.do(table.state.turn, "duel", number=number, card=card, target=target, defense=defense, **more)


def test_the_end_by_hand_and_what_the_piles_should_be() -> None:
    """When the end is taken back, they are secret again."""
    table = Cardtable(TENNO, players=3)
    fight(table, "farmer-3", "b", "farmer-1")
    fight(table, "ronin", "c", "samurai-7")
    table.do("a", "finish")
    assert table.due() == [("a", "pile"), ("b", "pile"), ("c", "pile")], "though a second attack is open"
    table.do("a", "pile", cards="farmer-2")
    check = table.view().players[0].check
    assert str(check) == "By the duels entered, Farmer 1 should be there, and not Farmer 2."
    table.do("a", "pile", cards="farmer-1")
    assert table.view().players[0].check is None
    for seat, cards in (("b", ""), ("c", "shogun,daimyo")):
        table.do(seat, "pile", cards=cards)
    assert "Shogun" in told(table) or "shogun" in told(table)
    table.state = TENNO.apply(TENNO.start(table.setup), table.events[0])  # what undoing the end leaves
    assert_secret(table)


def test_who_taps_a_card_of_his_own_that_fell_learns_nothing_of_anothers() -> None:
    """A refused duel is told to nobody, so it must not tell what lies in which pile (The Attacker Wins)."""
    table = Cardtable(TENNO, players=3, way="duels", **{"name.a": "Ana", "name.b": "Ben", "name.c": "Chie"})
    table.do("a", "duel", number=1, card="farmer-2", target="b", defense="farmer-1")
    table.do("b", "duel", number=2, card="farmer-3", target="c", defense="farmer-1")
    table.do("c", "duel", number=3, card="farmer-2", target="a", defense="farmer-1")
    table.do("a", "duel", number=4, card="farmer-3", target="b", defense="farmer-2")
    said = {
        table.refused("b", "duel", number=5, card="farmer-1", target=rival, defense=card, monk=monk)
        for rival in "ac"
        for card in CARDS
        for monk in (False, True)
        if not (monk and card == "monk")  # he never helps himself, wherever he lies
    }
    assert len(said) == 1, said
    assert not re.search(r"Ana|Chie|duel \d", next(iter(said)))


@pytest.mark.parametrize("setup", [{"players": 1}, {"players": 8}, {"players": "many"}, {"players": 2, "way": "else"}])
def test_a_wrong_setup_is_located(setup: dict[str, Any]) -> None:
    found = TENNO.start(setup)
    assert isinstance(found, Refusal)
    assert [problem.path for problem in found.problems] == [list(setup)[-1]]


CARD = st.sampled_from([*CARDS, "pawn"])
FORM = st.fixed_dictionaries(
    {"target": st.sampled_from("abcx"), "card": CARD, "player": st.sampled_from("abx")},
    optional={
        "defense": st.sampled_from([*CARDS]),
        "monk": st.booleans(),
        "cards": st.lists(CARD, max_size=4).map(",".join),
        "number": st.integers(0, 4),
    },
)
TAP = st.tuples(st.sampled_from("abcdefg"), st.sampled_from(sorted(TENNO.acts)), FORM)


@settings(max_examples=40)
@given(players=st.integers(2, 7), taps=st.lists(TAP, max_size=25))
def test_whatever_is_tapped_nothing_breaks_and_nothing_is_told(
    players: int, taps: list[tuple[str, str, dict[str, Any]]]
) -> None:
    table = Cardtable(TENNO, players=players)
    for seat, act, form in taps:
        form = dict(form)
        if act == "hold":
            form["cards"] = len(form.get("cards", ""))
        if act == "duel":
            seat, form["number"] = table.state.turn, len(table.state.attacks) + 1
        if act == "decline":
            form["number"] = len(table.state.attacks)
        if act == "finish" and len(table.events) < 12:
            continue
        fields = TENNO.acts[act].data.model_fields
        if table.tap(seat, act, **{name: value for name, value in form.items() if name in fields}) is None:
            table.look()
        if not table.state.over:
            assert_secret(table)
    assert table.replayed() == table.state
