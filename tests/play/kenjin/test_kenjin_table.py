"""Kenjin at a table: whole combats tapped in against the rules' own answers, single acts, and the two ways to play."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.play.kenjin.game import KENJIN
from companion.play.kenjin.setup import FOURS, shuffled
from companion.rules.kenjin.armies import Lying, Stack
from companion.rules.kenjin.battlefield import Resolution, resolve
from companion.rules.kenjin.cards import BATTLEFIELDS, BRIDGE_CARDS, CARDS, CLANS, ENTERED
from companion.rules.kenjin.layout import check_layout
from companion.rules.kenjin.score import Conquest, KenjinScore, score
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable

SET = [card.id for card in CARDS.values() for _ in range(card.count)]
STRENGTHS = {f"strengths.{card}": str(place % 4) for place, card in enumerate(ENTERED)}
DICE = (7,) * 16
POINTS = re.compile(r"\d+(?= points)|(?<=\+)\d+")
"""What a row says a battlefield brings."""


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


def test_strengths_are_asked_for_until_they_are_known_and_no_card_is_tapped_in_while_it_lies_face_down() -> None:
    table = Cardtable(KENJIN, players=2)
    assert ("a", "strengths") in table.due()
    assert "The Strength of Brute is missing" in table.refused("a", "strengths", **{"strengths.scout": "1"})
    table.do("b", "strengths", **STRENGTHS)
    assert ("a", "strengths") not in table.due()
    table.do("a", "roll", step="tiles", faces=DICE)
    assert "not before" in table.refused("a", "lay", battlefield=table.state.spots[0].battlefield, card="lord", at=0)
    for _ in range(2):
        assert "face down till the end" in table.refused("a", "gone", cards="peasant")
        if not table.state.deployed:
            table.do("a", "combat")
    assert all(KENJIN.commutes(act) for act in ("lay", "army", "conquer", "quick")), "two phones score at once"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_drawn_layout_is_that_of_the_book_and_dice_shuffle_every_order_alike(players: int) -> None:
    for seed in range(5):
        state = drawn(players, seed).state
        assert not isinstance(check_layout(state.seats, state.layout), Refusal)
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


def test_a_double_card_is_named_with_where_it_lies(table: Cardtable) -> None:
    table.do("a", "lay", battlefield="port", card="scout", at=0)
    assert "(Port)" in table.refused("a", "lay", battlefield="torii", card="scout", at=0)
    table.do("b", "lay", battlefield="torii", card="assassin", owner="a", at=0)
    assert "(Torii)" in table.refused("b", "army", battlefield="bridge", cards="brute,assassin@a")
    table.do("a", "army", battlefield="bridge", cards="peasant,peasant,peasant")
    table.do("a", "lay", battlefield="torii", card="peasant", at=0)
    assert "(Torii and Bridge)" in table.refused("a", "lay", battlefield="port", card="peasant", at=1)


def test_every_wrong_card_of_a_stack_is_located(table: Cardtable) -> None:
    cards = [{"card": "ninja"}, {"card": "scout", "face": "down"}, {"card": "lord", "owner": "b"}, {"card": "brute"}]
    refusal = table.tap("a", "army", battlefield="torii", cards=cards)
    assert refusal is not None
    assert [problem.path for problem in refusal.problems] == ["cards.0.card", "cards.1.face", "cards.2.owner"]
    assert "counts as played" in str(refusal)


def test_the_rows_of_battlefields_add_up_to_the_points(table: Cardtable) -> None:
    """The Torii's row grows with every other battlefield its winner conquers; the log stays as it was."""
    said = table.do("a", "quick", battlefield="torii", winner="a")
    rows = []
    for tile, winner in (("port", "a"), ("bridge", "b"), ("sanctuary", "a")):
        table.do("a", "quick", battlefield=tile, winner=winner, peasant="true" if tile == "sanctuary" else "")
        rows.append({spot.tile.id: str(spot.result) for spot in table.view().spots})
    assert said.endswith("conquers it for 4 points.")
    assert rows[0]["torii"].endswith("conquers it for 4 points. +1 for 1 other battlefield.")
    assert rows[1]["torii"] == rows[0]["torii"], "what another conquers counts for nobody else"
    assert rows[2]["torii"].endswith("conquers it for 4 points. +2 for 2 other battlefields.")
    assert not [tile for tile, words in rows[2].items() if "other battlefield" in words and tile != "torii"]
    numbers = [int(n) for tile in ("torii", "port", "sanctuary") for n in POINTS.findall(rows[2][tile])]
    assert sum(numbers) == table.view().players[0].points.total


def test_a_card_an_assassin_took_is_asked_for_and_no_alarm(table: Cardtable) -> None:
    """She stands in its place (ruling N4): what is missing is as many cards as crossed; more than that is an alarm."""
    rest = [card for card in SET if card not in ("brute", "assassin")]
    table.do("a", "army", battlefield="port", cards=",".join([*rest[:6], "assassin@b"]))
    table.do("a", "army", battlefield="torii", cards=",".join(rest[6:]))
    table.do("a", "army", battlefield="bridge", cards="brute")
    for spot in table.view().spots:
        table.do("a", "conquer", battlefield=spot.tile.id, winner=spot.winner or "nobody")
    ana = table.view().players[0]
    assert (ana.taken, ana.look_at) == (("assassin",), None)
    assert str(ana.account) == "An Assassin stands on the other side: did she eliminate this card? Assassin."
    table.do("a", "gone", cards=",".join(ana.taken))
    ana = table.view().players[0]
    assert (ana.complete, ana.taken) == (True, ())
    table.do("a", "gone")
    table.do("a", "reopen", battlefield="bridge")
    table.do("a", "army", battlefield="bridge", cards="")
    table.do("a", "conquer", battlefield="bridge", winner="nobody")
    ana = table.view().players[0]
    assert (ana.complete, ana.taken, str(ana.account)) == (False, (), "Missing: Assassin, Brute.")
    assert (ana.look_at, dict(ana.left)["brute"]) == ("bridge", 1)


def test_a_lord_who_lies_on_another_battlefield_is_left_nowhere_else(table: Cardtable) -> None:
    """Neither while he is counted there nor once he has been destroyed there."""
    table.do("b", "army", battlefield="sanctuary", cards="lord")
    only_who_won = {"battlefield": "torii", "winner": "b", "lord": True}
    assert "Lord of Jozu is entered already (Sanctuary)" in table.refused("a", "quick", **only_who_won)
    table.do("a", "lay", battlefield="sanctuary", card="brute", at=0)
    spot = next(s for s in table.view().spots if s.tile.id == "sanctuary")
    while spot.ask:
        asked = next(side for side in spot.sides if side.choices)
        table.do(asked.seat, "destroy", battlefield="sanctuary", index=asked.choices[0])
        spot = next(s for s in table.view().spots if s.tile.id == "sanctuary")
    assert [card.fallen for card in spot.sides[1].cards] == ["sanctuary"]
    table.do("a", "conquer", battlefield="sanctuary", winner=spot.winner or "nobody")
    assert "(Sanctuary)" in table.refused("a", "quick", **only_who_won)
    table.do("a", "quick", battlefield="torii", winner="b", peasant=True)
    table.do("a", "quick", battlefield="port", winner="a", lord=True)
    assert dict(table.view().players[1].left)["peasant"] == 3


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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_score_only_goes_from_the_battlefields_to_the_combat(players: int) -> None:
    table = named(players, way="score")
    table.do("a", "roll", step="tiles", faces=(3,) * 16)
    assert table.view().phase == "combat"
    assert all(kind in ("combat", "strengths") for _, kind in table.due())
    table.refused("a", "turn", number=1)
    for spot in table.state.spots:
        table.do("a", "quick", battlefield=spot.battlefield, winner=spot.between[0])
    table.do("a", "cowards")
    assert table.result() is not None
    helped = named(players, way="help")
    helped.do("a", "roll", step="tiles", faces=(3,) * 16)
    assert ("a", "turn") in helped.due(), "with help, turns come first"


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


def test_where_only_winners_are_tapped_the_supply_camp_names_nothing() -> None:
    drawn = (named(3, way="score") for _ in range(10))
    for face, table in enumerate(drawn):
        table.do("a", "roll", step="tiles", faces=tuple((face + place) % 10 for place in range(16)))
        if table.state.spot("supply-camp"):
            break
    winner = table.state.spot("supply-camp").between[0]
    table.do("a", "quick", battlefield="supply-camp", winner=winner)
    assert "supply" not in [kind for _, kind in table.due()]
    assert table.view().supply is None
    spot = next(spot for spot in table.state.spots if not spot.done and winner in spot.between)
    table.do(winner, "lay", battlefield=spot.battlefield, card="peasant", at=0)
    assert (winner, "supply") in table.due()


def test_a_forgotten_peasant_or_lord_is_said_later() -> None:
    """Points follow, and a slip is taken back without the winner."""
    table = named(2, way="score")
    table.do("a", "roll", step="tiles", faces=(3,) * 16)
    first, second, *_ = (spot.battlefield for spot in table.state.spots)
    for tile in (first, second):
        table.do("a", "quick", battlefield=tile, winner="a")
    points = table.view().players[0].points.total
    assert "The Lord is left: +3." in table.do("b", "left", battlefield=first, card="lord")
    assert table.view().players[0].points.total == points + 3
    table.do("a", "left", battlefield=first, without="lord")
    assert table.view().players[0].points.total == points
    table.do("a", "left", battlefield=second, card="lord")
