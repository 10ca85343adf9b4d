"""Cards as they lie on a battlefield, and whether all thirteen of each clan are accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.cardgame import unknown_card
from companion.rules.kenjin.cards import BRIDGE_CARDS, CARDS
from companion.rules.text import Problem, Text, counted, listed


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in an army's stack.

    `owner` is whose clan it is of (None: the army's player); only an Assassin lies with another player (ruling N4).
    `face` is `up`, `down`, or None for the usual one: regular cards up, secret ones down.
    """

    card: str
    owner: str | None = None
    face: str | None = None


@dataclass(frozen=True, slots=True)
class Stack:
    """One player's side of a battlefield, from the bottom of the stack to its top."""

    player: str
    cards: Sequence[Lying]


@dataclass(frozen=True, slots=True)
class Account:
    """What a player's thirteen cards lack, and which of them were named too often: a card stands there once for
    each copy.
    """

    missing: tuple[str, ...]
    double: tuple[str, ...]

    @property
    def complete(self) -> bool:
        return not self.missing and not self.double

    @property
    def sentence(self) -> Text:
        """Names what is missing or double, or says that all are there."""
        absent, double = listed(named_cards(self.missing)), listed(named_cards(self.double))
        if self.missing and self.double:
            return Text("Missing: %(missing)s. Named too often: %(double)s.", {"missing": absent, "double": double})
        if self.missing:
            return Text("Missing: %(missing)s.", {"missing": absent})
        if self.double:
            return Text("Named too often: %(double)s.", {"double": double})
        return Text("All 13 cards are there.")


def named_cards(cards: Sequence[str]) -> list[Text]:
    """What these cards are called; of several alike, how many there are."""
    alike = Counter(cards).items()
    return [
        Text("%(count)s × %(what)s", {"count": times, "what": CARDS[card].name}) if times > 1 else CARDS[card].name
        for card, times in alike
    ]


def owner(army: Stack, lying: Lying) -> str:
    """Whose clan a card of this army is of."""
    return lying.owner or army.player


def face_up(lying: Lying) -> bool:
    """Whether a card lies face up before the secret ones are turned."""
    return lying.face == "up" or (lying.face is None and CARDS[lying.card].regular)


def army_problems(path: str, army: Stack, bridge: bool) -> Iterator[Problem]:
    """What is impossible about one army by itself; doubles are found over all armies by `double_problems`."""
    for index, lying in enumerate(army.cards):
        yield from _card_problems(f"{path}.cards.{index}", army, lying)
    own = sum(owner(army, lying) == army.player for lying in army.cards)
    if bridge and own > BRIDGE_CARDS:
        values = {"player": army.player, "cards": own}
        text = Text("Own cards of %(player)s on the Bridge: %(cards)s; three are allowed.", values)
        yield Problem(f"{path}.cards", text)


def double_problems(armies: Sequence[Stack]) -> Iterator[Problem]:
    """Cards of one clan that lie there more often than it has them, over all the armies given."""
    seen: Counter[tuple[str, str]] = Counter()
    for number, army in enumerate(armies):
        for index, lying in enumerate(army.cards):
            key = (owner(army, lying), lying.card)
            seen[key] += 1
            if lying.card in CARDS and seen[key] > CARDS[lying.card].count:
                values = {"player": key[0], "card": CARDS[lying.card].name}
                text = counted(
                    "%(player)s has %(card)s only once; take one out.",
                    "%(player)s has %(card)s only %(num)s times; take one out.",
                    CARDS[lying.card].count,
                    values,
                )
                yield Problem(f"armies.{number}.cards.{index}", text)


def account(
    players: Sequence[str], armies: Iterable[Stack], gone: Mapping[str, Sequence[str]] | None = None
) -> Mapping[str, Account]:
    """Each player's missing and double cards once every battlefield is entered.

    `gone` are cards of each player that left the game before the combat: taken out by an Assassin, or regular ones
    that were laid face down (ruling N9).
    """
    seen: Counter[tuple[str, str]] = Counter()
    for army in armies:
        seen.update((owner(army, lying), lying.card) for lying in army.cards)
    for player, cards in (gone or {}).items():
        seen.update((player, card) for card in cards)
    accounts = {}
    for player in players:
        off = {card.id: card.count - seen[player, card.id] for card in CARDS.values()}
        absent = tuple(card for card, count in off.items() for _ in range(count))
        double = tuple(card for card, count in off.items() for _ in range(-count))
        accounts[player] = Account(absent, double)
    return accounts


def _card_problems(path: str, army: Stack, lying: Lying) -> Iterator[Problem]:
    if lying.card not in CARDS:
        yield unknown_card(f"{path}.card", lying.card, CARDS)
        return
    name = CARDS[lying.card].name
    if lying.face not in (None, "up", "down"):
        yield Problem(f"{path}.face", Text('A face is up or down, not "%(face)s".', {"face": lying.face}))
    if lying.face == "down" and CARDS[lying.card].regular:
        text = Text("%(card)s deployed face down leaves the game (it counts as played); take it out.", {"card": name})
        yield Problem(f"{path}.face", text)
    if lying.card != "assassin" and owner(army, lying) != army.player:
        text = Text("Only an Assassin joins another's army; %(card)s stays with its owner.", {"card": name})
        yield Problem(f"{path}.from", text)
