"""What a game of Tenno is at one moment: frozen values only, plain enough to be stored as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.play.acts import Acts
from companion.play.cardgame import SHARED, Player, Seated
from companion.rules.tenno.cards import CARDS, LAYOUT
from companion.rules.tenno.duel import Bout, Duel, duel
from companion.rules.tenno.house import TennoHouse

Way = Literal["score", "duels"]
"""How a table is kept: only piles at the end, or duel by duel."""

Piles = Mapping[str, tuple[str, ...]]
"""Cards of each player, by seat."""

HAND = len(CARDS) - LAYOUT
"""Cards in each hand when the game begins."""


@dataclass(frozen=True, slots=True)
class EnteredDuel:
    """A duel as it was entered. Secret until the game is over."""

    number: int
    attacker: str
    card: str
    defender: str
    defense: str
    monk: bool = False

    @property
    def duel(self) -> Duel:
        """What came of it."""
        found = duel(self.card, self.defense, self.monk)
        assert isinstance(found, Duel), found
        return found

    @property
    def fight(self) -> Bout:
        """The duel with who was attacked, as the rules take it."""
        return Bout(self.defender, self.duel)


@dataclass(frozen=True, slots=True)
class TennoState(Seated):
    """A whole game."""

    players: tuple[Player, ...]
    turn: str
    """Whose turn it is; before the first duel the eldest player's."""
    hands: Mapping[str, int]
    """Cards in each hand: what gaps are filled from."""
    unfilled: Mapping[str, int] = field(default_factory=dict)
    """The same before the gaps of the turn shown now were filled."""
    attacks: tuple[EnteredDuel, ...] = ()
    last: int = 0
    """How many of the latest attacks belong to the turn shown now."""
    second: bool = False
    """A Ronin's second attack is open."""
    over: bool = False
    ended_by: str = ""
    """Whose gap cannot be filled; empty when the end was declared by hand."""
    piles: Piles = field(default_factory=dict)
    rests: Piles = field(default_factory=dict)
    """Hand and layout together, of leaders who tie."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """Points of piles that were added up at the table: their cards are not known, and empty in `piles`."""
    unheard: tuple[str, ...] = field(default=(), compare=False)
    """Whose act, or turn, another entered or took and who have entered nothing since. No act is another one by it."""
    way: Way = "duels"
    house: TennoHouse = TennoHouse()

    @property
    def first(self) -> str:
        """Who began, or will: the eldest player."""
        return self.attacks[0].attacker if self.attacks else self.turn

    @property
    def fallen(self) -> Mapping[tuple[str, str], EnteredDuel]:
        """By seat and card, the duel that took the card from the table; the earliest, where several say so."""
        found: dict[tuple[str, str], EnteredDuel] = {}
        for attack in self.attacks:
            if attack.duel.lost("attacker"):
                found.setdefault((attack.attacker, attack.card), attack)
            if attack.duel.lost("defender"):
                found.setdefault((attack.defender, attack.defense), attack)
        return found

    def farmers_only(self, seat: str, number: int) -> bool:
        """Whether before this duel the seat's layout still was the three farmers: no gap filled, no card swapped."""
        turns = [attack for attack in self.attacks if attack.number < number]
        return not any(
            attack.attacker == seat or (attack.defender == seat and attack.duel.lost("defender")) for attack in turns
        )

    @property
    def turn_attacks(self) -> tuple[EnteredDuel, ...]:
        """The attacks of the turn under way, or of the one just over."""
        return self.attacks[len(self.attacks) - self.last :]


ACTS = Acts(SHARED)
"""Every kind of event of the game."""
