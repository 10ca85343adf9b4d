"""The tricky situations of Zipang Portable's book, by section or FAQ: what is tapped, and what has to come of it.

Every case begins with the first turn of campaign 1 in the hands of Ana (a). The same table is played through the rules
and through the keys that the page offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from companion.play.zipang.game import ZIPANG
from tests.play.cardtable import Cardtable

NAMES = {"name.a": "Ana", "name.b": "Ben", "name.c": "Chie", "name.d": "Dai", "name.e": "Emi", "name.f": "Fumi"}


def begun(players: int | str, **setup: str) -> Cardtable:
    """A table in the first turn of campaign 1, which is a's."""
    table = Cardtable(ZIPANG, players=players, **setup)
    table.do("a", "starts", player="a")
    table.do("a", "campaign", number=1)
    return table


@dataclass(frozen=True)
class Tap:
    """One key of the page: whose, which act, what it says. `refused`: words of why it does not count."""

    seat: str
    act: str
    form: Mapping[str, str]
    refused: str = ""


def play(seat: str, card: str, *targets: str) -> Tap:
    return Tap(seat, "play", {"card": card, "targets": ",".join(targets)})


def answer(seat: str, how: str) -> Tap:
    """How a target meets the card: a word, or the sum of his hand."""
    return Tap(seat, "answer", {"sum": how} if how.isdecimal() else {"answer": how})


def hand(seat: str, *cards: str) -> Tap:
    return Tap(seat, "hand", {"cards": ",".join(cards)})


def coins(**places: int) -> Tap:
    """Coins counted on the table, so that a case need not play a whole evening."""
    return Tap("a", "count", {("pot" if at == "pot" else f"purses.{at}"): str(n) for at, n in places.items()})


def no(tap: Tap, words: str) -> Tap:
    return Tap(tap.seat, tap.act, tap.form, words)


def out(seat: str) -> Tap:
    return Tap("a", "out", {"player": seat, "out": "true"})


SUPPLY_ENDS = Tap("a", "count", {"supply": "0"})
FOUND_NOTHING = Tap("b", "nothing", {})


@dataclass(frozen=True)
class Case:
    """`then` are questions to the state, by what they ask; `says` stands on the page at the end."""

    rule: str
    what: str
    taps: tuple[Tap, ...]
    then: Mapping[str, tuple[Callable[[Any], Any], Any]] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    silent: tuple[tuple[str, str], ...] = ()
    """Keys (a seat, a word they send) that the page must not offer at the end."""
    players: int = 3

    @property
    def id(self) -> str:
        return f"{self.rule}: {self.what}"


pot, first, ranking = attrgetter("coins.pot"), attrgetter("first"), attrgetter("ranking")
turn, ending = attrgetter("campaign.turn"), attrgetter("campaign.ending")
laid, supply = attrgetter("campaign.discard"), attrgetter("campaign.supply")


def purse(seat: str) -> Callable[[Any], Any]:
    return lambda state: state.coins.purses[seat]


def standing(state: Any) -> str:
    return "".join(state.campaign.standing) if state.campaign else ""


def held(seat: str) -> Callable[[Any], Any]:
    return lambda state: state.campaign.hands[seat]


def winner(state: Any) -> str | None:
    return state.columns[-1].winner if state.columns else ""


CASES = (
    Case(
        "7 Q7",
        "Nobleman, Crazy One, Tea Master, Emperor: each card taken is played by who took it",
        (
            play("a", "tea-master", "c"),
            play("a", "peasant"),
            play("b", "nobleman", "c"),
            play("b", "crazy-one"),
            play("b", "tea-master", "d"),
            play("b", "emperor"),
        ),
        {"ended": (ending, "emperor"), "in": (standing, "abcd"), "refilled": (held("c"), 2), "own": (held("b"), 2)},
        ("Lay the hands open and enter them: Ana, Ben, Chie and Dai.",),
        players=4,
    ),
    Case(
        "7 Q7",
        "a Peasant taken by the Tea Master makes an ikki with one of his own",
        (play("a", "tea-master", "b"), play("a", "ikki")),
        {"laid": (laid, ("tea-master", "peasant", "peasant")), "own": (held("a"), 2), "his": (held("b"), 2)},
        ("Ikki (5) attacks Ben, Chie and Dai: their answer?",),
        players=4,
    ),
    Case(
        "7 Q7",
        "so does one taken by the Nobleman",
        (play("a", "nobleman", "d"), play("a", "ikki"), answer("b", "5"), answer("c", "4"), answer("d", "5")),
        {"in": (standing, "abd"), "turn": (turn, "b")},
        ("Chie has 4 of 5 Battle points and is eliminated.",),
        players=4,
    ),
    Case(
        "5 Defense",
        "a Monk may be named late, while the card lies open: the coin goes back",
        (play("a", "bandit", "b"), answer("b", "monk")),
        {"his": (purse("b"), 4), "mine": (purse("a"), 4), "turn": (turn, "b")},
        ("Ben plays Monk against the Bandit. The coin goes back.",),
    ),
    Case(
        "5 Defense",
        "once the next card lies there it is too late for a Monk",
        (play("a", "bandit", "b"), play("b", "peasant"), no(answer("b", "monk"), "does not have to answer")),
        {"his": (purse("b"), 3), "mine": (purse("a"), 5)},
        silent=(("b", "monk"),),
    ),
    Case(
        "7 Q1",
        "without a coin no attack is blocked by one, also before the first turn",
        (
            coins(b=0, a=8),
            play("a", "captain", "b"),
            no(answer("b", "coin"), "from a purse that has one"),
            answer("b", "out"),
        ),
        {"in": (standing, "ac"), "pot": (pot, 3)},
        ("Ben is eliminated.",),
    ),
    Case(
        "5 Special Blocks",
        "a coin blocks each attack before the first turn, one for each",
        (play("a", "captain", "c"), answer("c", "coin"), play("b", "captain", "c"), answer("c", "coin")),
        {"his": (purse("c"), 2), "pot": (pot, 6), "in": (standing, "abcd")},
        ("Chie pays 1 coin into the pot instead.",),
        players=4,
    ),
    Case(
        "5 Special Blocks",
        "after it no coin does",
        (
            play("a", "captain", "b"),
            answer("b", "coin"),
            play("b", "captain", "a"),
            no(answer("a", "coin"), "before the first turn"),
        ),
        {"mine": (purse("a"), 4)},
        silent=(("a", "coin"),),
    ),
    Case(
        "7 Q4",
        "a Merchant reaches the eliminated, and nobody who has no coin",
        (out("b"), coins(c=0, d=8), play("a", "merchant")),
        {
            "out": (purse("b"), 3),
            "empty": (purse("c"), 0),
            "other": (purse("d"), 7),
            "pot": (pot, 6),
            "in": (standing, "acd"),
        },
        ("1 coin each into the pot: Ben and Dai.",),
        silent=(("c", "monk"),),
        players=4,
    ),
    Case(
        "7 Q3",
        "who has no coin left stays in the campaign",
        (coins(b=1, a=7), play("a", "bandit", "b")),
        {"his": (purse("b"), 0), "in": (standing, "abc"), "turn": (turn, "b")},
    ),
    Case(
        "7 Q9",
        "a Monk saves its owner from an ikki and nobody else",
        (play("a", "ikki"), answer("c", "monk"), answer("b", "out"), answer("d", "blocked")),
        {"in": (standing, "acd"), "refilled": (held("d"), 2)},
        ("Chie plays Monk against the Ikki.",),
        players=4,
    ),
    Case(
        "7 Q9",
        "nobody cancels the Emperor",
        (play("a", "emperor"), no(answer("b", "monk"), "does not have to answer")),
        {"ended": (ending, "emperor")},
        silent=(("b", "monk"),),
    ),
    Case(
        "7 Q9",
        "a Monk keeps the own hand closed from the Shrine Maiden; the others lie open",
        (play("a", "shrine-maiden"), answer("c", "monk")),
        {"turn": (turn, "b"), "his": (held("c"), 2)},
        ("Chie plays Monk against the Shrine Maiden.", "Hands open: 15 seconds"),
    ),
    Case(
        "5 Attack",
        "attacks of one card are separate and take effect together",
        (play("a", "commander", "b", "d"), answer("d", "out"), no(play("b", "peasant"), "First Ben answers")),
        {"in": (standing, "abcd")},
        ("Commander (4) attacks Ben: their answer?",),
        players=4,
    ),
    Case(
        "7 Q6",
        "the Emperor's own honor does not count: only what is left in hand",
        (
            play("a", "emperor"),
            hand("a", "ninja", "peasant"),
            hand("b", "captain", "bandit"),
            hand("c", "merchant", "captain"),
        ),
        {"won": (winner, "b"), "his": (purse("b"), 7)},
        ("Ben has the most honor and takes 3 coins.",),
    ),
    Case(
        "7 Q2",
        "who could not draw up to two cards counts what he has; no card is honor 0",
        (
            SUPPLY_ENDS,
            play("a", "ninja", "b"),
            no(hand("a"), "Ana holds 2 cards"),
            hand("a", "captain"),
            hand("b"),
            hand("c", "monk"),
        ),
        {"won": (winner, "c")},
    ),
    Case(
        "6 (2)",
        "equal honor is a draw: the coins stay, and the same player begins again",
        (
            play("a", "emperor"),
            no(hand("a", "captain"), "Ana holds 2 cards"),
            *(hand(seat, "captain", "peasant") for seat in "ab"),
            hand("c", "ninja", "merchant"),
            Tap("a", "campaign", {"number": "2"}),
        ),
        {"won": (winner, None), "pot": (pot, 6), "turn": (turn, "a")},
    ),
    Case(
        "Ninja",
        "the hand goes face up without a tap, and two cards are drawn",
        (play("a", "ninja", "c"),),
        {"his": (held("c"), 2), "supply": (supply, 7), "laid": (laid, ("ninja",))},
    ),
    Case(
        "Crazy One",
        "not the face-down first card: with nothing face up it finds nothing",
        (play("a", "crazy-one"),),
        {"turn": (turn, "b"), "laid": (laid, ("crazy-one",))},
        ("No card is face up.",),
    ),
    Case(
        "Crazy One",
        "only what lies face up, and the card goes back onto the pile",
        (
            play("a", "princess"),
            play("b", "crazy-one"),
            no(play("b", "warlord", "a"), "No Warlord is face up"),
            play("b", "princess"),
        ),
        {"his": (purse("b"), 5), "pot": (pot, 1), "turn": (turn, "c")},
    ),
    Case(
        "Tea Master",
        "from an empty hand nothing is taken, and play goes on",
        (play("a", "peasant"), play("b", "tea-master", "c"), FOUND_NOTHING),
        {"turn": (turn, "c")},
        ("Ben finds no card with the Tea Master.",),
    ),
    Case(
        "1",
        "no coins left at the end of a campaign ends the game, not during it; coins rank the players",
        (coins(b=0, c=8), SUPPLY_ENDS, play("a", "emperor"), *(hand(seat, "captain") for seat in "abc")),
        {"ranking": (ranking, (("c",), ("a",), ("b",)))},
        ("Chie is Shogun with 8 coins.",),
    ),
    Case(
        "1",
        "leaders who tie draw a card each; equal honor draws again; the higher one is Shogun",
        (
            coins(a=6, b=0, c=6),
            play("a", "emperor"),
            *(hand(seat, "captain", "peasant") for seat in "ac"),
            hand("b", "ninja", "merchant"),
            Tap("a", "draw", {"card": "captain"}),
            Tap("c", "draw", {"card": "bandit"}),
            Tap("a", "draw", {"card": "monk"}),
            Tap("c", "draw", {"card": "warlord"}),
        ),
        {"ranking": (ranking, (("c",), ("a",), ("b",))), "pot": (pot, 3)},
        ("Chie is Shogun with 6 coins, by the card drawn.",),
    ),
    Case(
        "2 (1)",
        "two players have four coins each, and no Commander",
        (no(play("a", "commander", "b"), "stays in the box"),),
        {"mine": (purse("a"), 3), "pot": (pot, 2)},
        players=2,
    ),
)
