"""Kenjin at a table: whole combats tapped in against the rules' own answers, single acts, and the two ways to play."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.play.kenjin.game import KENJIN
from companion.play.kenjin.setup import FOURS, shuffled
from companion.rules.kenjin.armies import Lying, Stack
from companion.rules.kenjin.battlefield import Resolution, resolve
from companion.rules.kenjin.cards import BATTLEFIELDS, BRIDGE_CARDS, CARDS, CLANS, ENTERED
from companion.rules.kenjin.layout import layout_problems
from companion.rules.kenjin.score import Conquest, KenjinScore, score
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable

SET = [card.id for card in CARDS.values() for _ in range(card.count)]
STRENGTHS = {f"strengths.{card}": str(place % 4) for place, card in enumerate(ENTERED)}


def token(lying: Lying) -> str:
    owner = f"@{lying.owner}" if lying.owner else ""
    return f"{lying.card}{owner}" + (f":{lying.face}" if lying.face else "")


def drawn(players: int, seed: int = 0, **setup: Any) -> Cardtable:
    """A table whose battlefields were drawn, in combat."""
    table = Cardtable(KENJIN, players=players, **STRENGTHS, **setup)
    chance = random.Random(seed)
    table.do("a", "roll", step="tiles", faces=tuple(chance.randrange(10) for _ in range(16)))
    table.do("a", "combat")
    return table


class Combat:
    """Real cards of real clans on a drawn layout, tapped in and resolved."""

    def __init__(self, players: int, seed: int, **setup: Any) -> None:
        self.chance = random.Random(seed)
        self.table = drawn(players, seed, **setup)
        self.stacks: dict[str, dict[str, list[Lying]]] = {
            spot.battlefield: {player: [] for player in spot.between} for spot in self.table.state.spots
        }
        self.gone: dict[str, list[str]] = {player: [] for player in self.table.state.seats}
        for player in self.table.state.seats:
            self.deploy(player)
        for player in self.table.state.seats:
            self.strike(player)

    def deploy(self, player: str) -> None:
        cards = [card for card in SET if card != "assassin"]
        self.chance.shuffle(cards)
        for card in cards:
            mine = [tile for tile, sides in self.stacks.items() if player in sides]
            room = [t for t in mine if t != "bridge" or len(self.stacks[t][player]) < BRIDGE_CARDS - 1]
            face = "up" if not CARDS[card].regular and self.chance.random() < 0.2 else None
            self.stacks[self.chance.choice(room)][player].append(Lying(card, None, face))

    def strike(self, player: str) -> None:
        """The Assassin takes a face-down card of another player."""
        prey = [
            (side, index)
            for sides in self.stacks.values()
            for whose, side in sides.items()
            for index, lying in enumerate(side)
            if whose != player and not CARDS[lying.card].regular and lying.face is None
        ]
        side, index = self.chance.choice(prey)
        whose = next(p for sides in self.stacks.values() for p, s in sides.items() if s is side)
        self.gone[whose].append(side[index].card)
        side[index] = Lying("assassin", player)

    def play_out(self) -> None:
        tiles = list(self.stacks)
        self.chance.shuffle(tiles)
        for tile in sorted(tiles, key=lambda tile: tile != "supply-camp"):
            self.resolve(tile)
        for player, cards in self.gone.items():
            self.table.do(player, "gone", cards=",".join(cards))
        assert all(player.complete for player in self.table.view().players)
        covered = self.table.state.covered
        for player, tile in covered.items():
            assert "lord" in [card.card for card in self.stacks[tile][player][:-1]]
            assert "not the last" in self.table.refused("a", "cowards", players=player)
        cowards = [seat for seat in self.table.state.seats if seat not in covered][:1]
        assert (self.table.result() is None) == bool(cowards), "asked where the cards do not tell it"
        if cowards:
            self.table.do("a", "cowards", players=cowards[0])
        self.ends(cowards)

    def resolve(self, tile: str) -> None:
        for player, stack in self.stacks[tile].items():
            if self.chance.random() < 0.5:
                self.table.do(player, "army", battlefield=tile, cards=",".join(token(card) for card in stack))
                continue
            for at, card in enumerate(stack):
                more = {"owner": card.owner} if card.owner else {}
                face = {"face": card.face} if card.face else {}
                self.table.do(player, "lay", battlefield=tile, card=card.card, at=at, **more, **face)
        found = self.expected(tile)
        while found.ask:
            seat, choices = found.ask.player, found.ask.choices
            assert (seat, "destroy") in self.table.due()
            self.table.do(seat, "destroy", battlefield=tile, index=self.chance.choice(choices))
            found = self.expected(tile)
        winner = found.winner or "nobody"
        wrong = "nobody" if found.winner else next(iter(self.stacks[tile]))
        assert "look at them again" in self.table.refused("a", "conquer", battlefield=tile, winner=wrong)
        self.table.do("a", "conquer", battlefield=tile, winner=winner)
        if tile == "supply-camp" and found.winner:
            ask = self.table.view().supply
            assert ask.seat == found.winner
            self.table.do(ask.seat, "supply", named=",".join(self.chance.sample(ask.choices, 2)))

    def expected(self, tile: str) -> Resolution:
        """What the rules say of the real stacks."""
        state = self.table.state
        spot = state.spot(tile)
        armies = [Stack(player, tuple(stack)) for player, stack in self.stacks[tile].items()]
        found = resolve(tile, state.strengths, armies, state.bonus(tile), spot.destroy)
        assert isinstance(found, Resolution), found
        return found

    def ends(self, cowards: list[str]) -> None:
        state = self.table.state
        conquests = []
        for tile, sides in self.stacks.items():
            found = self.expected(tile)
            left = [sides[found.winner][i] for i in found.left[found.winner]] if found.winner else []
            own = {card.card for card in left if card.owner is None}
            first, second = sides
            conquests.append(Conquest(tile, (first, second), found.winner, "peasant" in own, "lord" in own))
        expected = score(state.seats, state.teams, conquests, cowards)
        result = KENJIN.result(state)
        assert isinstance(expected, KenjinScore)
        assert result is not None
        assert result.places == expected.ranking
        assert dict(result.points) == {player: points.total for player, points in expected.points.items()}


@pytest.mark.parametrize(("players", "teams"), [(2, "no"), (3, "no"), (4, "no"), (4, "yes")])
def test_whole_combats(players: int, teams: str) -> None:
    for seed in range(3):
        combat = Combat(players, seed, teams=teams)
        combat.play_out()
        assert combat.table.replayed() == combat.table.state


# ---- the setup


@pytest.mark.parametrize(
    ("setup", "path"),
    [
        ({"players": 5}, "players"),
        ({"players": 2, "way": "else"}, "way"),
        ({"players": 2, "begins": "d"}, "begins"),
        ({"players": 2, "battlefields": "draft"}, "battlefields"),
        ({"players": 2, "battlefields": "guess"}, "battlefields"),
        ({"players": 3, "teams": "yes"}, "teams"),
        ({"players": 4, "teams": "maybe"}, "teams"),
        ({"players": 2, "clan.a": "takeda"}, "clan.a"),
        ({"players": 2, "clan.a": "jozu", "clan.b": "jozu"}, "clan.b"),
        ({"players": 2, "strengths.scout": "4"}, "strengths.scout"),
        ({"players": 2, "strengths.lord": "2"}, "strengths.lord"),
        ({"players": 2, "strengths": {"scout": "x"}}, "strengths.scout"),
        ({"players": 2, "strengths": 7}, "strengths."),
    ],
)
def test_a_wrong_setup_is_located(setup: dict[str, Any], path: str) -> None:
    refusal = KENJIN.start(setup)
    assert isinstance(refusal, Refusal)
    assert path in [problem.path for problem in refusal.problems]


def test_clans_and_remembered_strengths_come_with_the_setup() -> None:
    table = Cardtable(KENJIN, players=3, strengths=dict.fromkeys(ENTERED, 1), **{"clan.b": "kamiwashi"})
    shown = table.view()
    assert [player.clan for player in shown.players] == ["jozu", "kamiwashi", "yasei"]
    assert [player.name for player in shown.players] == ["Jozu", "Kamiwashi", "Yaseï"]
    assert {player.clan for player in shown.players} <= CLANS.keys()
    assert dict(shown.strengths) == dict.fromkeys(ENTERED, 1)
    assert ("a", "strengths") not in table.due()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_drawn_layout_is_that_of_the_book_and_dice_shuffle_every_order_alike(players: int) -> None:
    for seed in range(5):
        state = drawn(players, seed).state
        assert not [*layout_problems(state.seats, state.layout)]
    orders = {shuffled(FOURS, tuple(map(int, f"{number:08}"))) for number in range(120)}
    assert len(orders) == 120
    assert all(sorted(order) == sorted(FOURS) for order in orders)


# ---- cards tapped in


@pytest.fixture
def table() -> Cardtable:
    """Two players in combat for the Port, the Torii, the Bridge and the Sanctuary."""
    table = Cardtable(KENJIN, players=2, battlefields="table", **STRENGTHS)
    spots = {f"spots.{tile}": "ab" for tile in ("port", "torii", "bridge", "sanctuary")}
    table.do("a", "place", **spots)
    table.do("a", "combat")
    return table


def test_every_wrong_card_of_a_stack_is_located(table: Cardtable) -> None:
    cards = [{"card": "ninja"}, {"card": "scout", "face": "down"}, {"card": "lord", "owner": "b"}, {"card": "brute"}]
    refusal = table.tap("a", "army", battlefield="torii", cards=cards)
    assert refusal is not None
    assert [problem.path for problem in refusal.problems] == ["cards.0.card", "cards.1.face", "cards.2.owner"]
    assert "counts as played" in str(refusal)


def several(one: st.SearchStrategy[str], most: int) -> st.SearchStrategy[str]:
    """A field of a form that names several."""
    return st.lists(one, max_size=most).map(",".join)


SEAT = st.sampled_from([*"abcd", "nobody"])
TILE = st.sampled_from([*BATTLEFIELDS, "castle"])
FORM = st.fixed_dictionaries(
    {"battlefield": TILE, "card": st.sampled_from([*CARDS, "ninja"]), "winner": SEAT, "player": SEAT},
    optional={
        "at": st.integers(0, 2),
        "index": st.integers(0, 2),
        "owner": SEAT,
        "face": st.sampled_from(["up", "down"]),
        "cards": several(st.sampled_from([*CARDS, "assassin@a", "assassin@b", "peasant:up"]), 4),
        "named": several(TILE, 2),
        "players": several(SEAT, 2),
        "fours": several(TILE, 5),
        "sixes": several(TILE, 5),
        "faces": st.lists(st.integers(0, 10), min_size=16, max_size=16),
        "strengths.brute": st.integers(-1, 4),
        "spots.torii": st.sampled_from(["ab", "ax", "abc"]),
        "peasant": st.booleans(),
        "lord": st.booleans(),
        "number": st.integers(0, 30),
        "step": st.just("tiles"),
    },
)


@settings(max_examples=40)
@given(
    players=st.integers(2, 4),
    combat=st.booleans(),
    taps=st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(sorted(KENJIN.acts)), FORM), max_size=25),
    data=st.data(),
)
def test_whatever_is_tapped_nothing_breaks(
    players: int, combat: bool, taps: list[tuple[str, str, dict[str, Any]]], data: st.DataObject
) -> None:
    table = drawn(players) if combat else Cardtable(KENJIN, players=players, **STRENGTHS)
    for seat, act, form in taps:
        fields = KENJIN.acts[act].data.model_fields
        fitting = {name: value for name, value in form.items() if name.split(".")[0] in fields}
        if table.state.spots and "battlefield" in fitting:
            fitting["battlefield"] = data.draw(st.sampled_from([spot.battlefield for spot in table.state.spots]))
        if act == "conquer" and table.state.deployed:
            spot = next(s for s in table.view().spots if s.tile.id == fitting["battlefield"])
            fitting["winner"] = spot.winner or "nobody"
        if act == "reopen" and len(table.events) % 3:
            continue
        if table.tap(seat, act, **fitting) is None:
            table.look()
            for player in table.view().players:
                assert all(left >= 0 for _, left in player.left)
    assert table.replayed() == table.state


NAMES = {"name.a": "Ana", "name.b": "Ben", "name.c": "Chie", "name.d": "Dai"}


def named(players: int, **setup: str) -> Cardtable:
    return Cardtable(KENJIN, players=players, **dict(list(NAMES.items())[:players]), **setup)


def test_strengths_of_an_earlier_table_are_looked_at_once() -> None:
    known = {f"strengths.{card}": "1" for card in ENTERED}
    table = named(2, way="help", **known)
    assert table.view().recalled
    assert table.do("a", "strengths", strengths=dict.fromkeys(ENTERED, 1)) == (
        "The Strengths of an earlier table are those of these cards."
    )
    again = KENJIN.start(KENJIN.again(table.state, table.setup))
    assert not table.state.recalled
    assert not isinstance(again, Refusal)
    assert not again.recalled, "who plays once more has looked at them"


def test_three_players_draw_what_is_on_offer_and_the_next_game_keeps_the_oldest() -> None:
    table = named(3, way="help", battlefields="draft")
    assert ("a", "layout") in table.due()
    table.do("a", "roll", step="tiles", faces=(3,) * 16)
    assert len(table.state.draft.fours) == 4
    offer = table.state.draft.fours
    table.do("a", "oldest", player="b")
    assert table.state.draft.fours == offer
    assert ("b", "choose") in table.due()
    started = KENJIN.start(KENJIN.again(table.state, table.setup))
    assert not isinstance(started, Refusal)
    assert started.oldest == "b"
