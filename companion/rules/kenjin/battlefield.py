"""The resolution of one battlefield, step by step in the order of ruling N3 (Combat Resolution, Battlefields)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.kenjin.armies import Lying, Stack, army_problems, double_problems, face_up, owner
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, strengths_problems, tile_name, unknown_battlefield
from companion.rules.kenjin.house import BY_THE_BOOK, KenjinHouse
from companion.rules.kenjin.layout import Placed
from companion.rules.text import Modifier, Number, Problem, Refusal, Text, refuse, refuse_any

By = Literal["archer", "samurai", "sanctuary", "golden-temple", "fortress"]
PREY = ("peasant", "brute", "ashigaru")
"""What a Samurai eliminates."""
TEMPLE_LEAD = 4
FORTRESS_CARDS = 3


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A card that fell: its army, its place in the list given (from 0), and what removed it."""

    player: str
    index: int
    by: By


@dataclass(frozen=True, slots=True)
class SanctuaryChoice:
    """A choice that is the player's own: which of his equally weak cards the Sanctuary takes (ruling N6)."""

    player: str
    choices: tuple[int, ...]
    reason: Text


@dataclass(frozen=True, slots=True)
class Resolution:
    """What came of a battlefield. While `ask` is open, `strength` and `winner` are None.

    Every card is either among the eliminated or in `left`; a loser who withdraws has not lost his cards to anything.
    """

    strength: Mapping[str, int] | None
    winner: str | None
    eliminated: tuple[Eliminated, ...]
    left: Mapping[str, tuple[int, ...]]
    steps: tuple[Text, ...]
    ask: SanctuaryChoice | None = None
    why: Mapping[str, Number] = field(default_factory=dict)
    """Each Total Strength with its cards and bonuses."""


@dataclass(frozen=True, slots=True)
class _Fight:
    """A battlefield while it is resolved: the two lists grow step by step, and never leave `resolve`."""

    tile: str
    strengths: Mapping[str, int]
    armies: Sequence[Stack]
    fallen: list[Eliminated]
    steps: list[Text]
    house: KenjinHouse = BY_THE_BOOK

    def left(self, army: Stack) -> tuple[int, ...]:
        gone = {fall.index for fall in self.fallen if fall.player == army.player}
        return tuple(index for index in range(len(army.cards)) if index not in gone)

    def holds(self, army: Stack, card: str) -> bool:
        return any(army.cards[index].card == card for index in self.left(army))

    def strength(self, army: Stack, index: int, left: Sequence[int]) -> int:
        """The Strength of one card while the cards `left` lie there; the Lord counts those above him (N3)."""
        card = army.cards[index].card
        if card == "lord":
            counted = left if self.house.lord_cards == "still" else range(len(army.cards))
            return 2 + sum(above > index for above in counted)
        if card == "peasant":
            return 1 if self.tile == "rice-field" else 0
        strength = self.strengths[card]
        return 2 if self.tile == "village" and strength == 1 else strength


def resolve(
    battlefield: str,
    strengths: Mapping[str, int],
    armies: Sequence[Stack],
    bonus: Mapping[str, int] | None = None,
    destroy: Mapping[str, int] | None = None,
    house: KenjinHouse = BY_THE_BOOK,
) -> Resolution | Refusal:
    """Resolves a battlefield between two armies.

    `strengths` are the printed ones, 0 to 3, at least of the cards there; `bonus` the Supply Camp's +1 by player;
    `destroy` the card each player gives to the Sanctuary, where he has a choice; on another battlefield it changes
    nothing, and a step says so. The order of the armies changes nothing but the order of questions and lines.
    """
    bonus, destroy = bonus or {}, destroy or {}
    if refused := refuse_any(_problems(battlefield, strengths, armies, bonus, destroy), "Combat Resolution"):
        return refused
    fight = _Fight(battlefield, strengths, armies, [], [], house)
    # The Port counts what lies open before anything is turned or falls (ruling N10).
    open_cards = {army.player: sum(face_up(lying) for lying in army.cards) for army in armies}
    if battlefield == "port":
        for player, count in open_cards.items():
            values = {"player": player, "count": count}
            fight.steps.append(Text("Port: %(player)s has %(count)s face up.", values))
    fight.steps.append(Text("Secret cards are turned face up."))
    _archers(fight)
    _samurai(fight)
    if battlefield == "sanctuary":
        ask = _sanctuary(fight, destroy)
        if isinstance(ask, Refusal):
            return ask
        if ask is not None:
            return Resolution(None, None, tuple(fight.fallen), _left(fight), tuple(fight.steps), ask)
    elif destroy:
        fight.steps.append(
            Text("Only the Sanctuary takes a card by choice; what was sent as “destroy” changed nothing.")
        )
    why = {army.player: _total(fight, army, open_cards[army.player], bonus.get(army.player, 0)) for army in armies}
    strength = {player: number.value for player, number in why.items()}
    for player, value in strength.items():
        fight.steps.append(Text("%(player)s: strength %(value)s.", {"player": player, "value": value}))
    winner = _winner(fight, strength, bonus)
    return Resolution(strength, winner, tuple(fight.fallen), _left(fight), tuple(fight.steps), None, why)


def _archers(fight: _Fight) -> None:
    """Each Archer removes the enemy's Samurai, both sides at once: no Archer falls to anything before."""
    for army, enemy in _sides(fight):
        if fight.holds(enemy, "archer"):
            _fall(fight, army, ("samurai",), "archer")


def _samurai(fight: _Fight) -> None:
    """Each Samurai still there removes the enemy's Peasants, Brute and Ashigaru, both sides at once."""
    for army, enemy in _sides(fight):
        if fight.holds(enemy, "samurai"):
            _fall(fight, army, PREY, "samurai")


def _fall(fight: _Fight, army: Stack, prey: Sequence[str], by: By) -> None:
    for index in fight.left(army):
        if army.cards[index].card in prey:
            _remove(fight, army, index, by)


def _remove(fight: _Fight, army: Stack, index: int, by: By) -> None:
    fight.fallen.append(Eliminated(army.player, index, by))
    source = BATTLEFIELDS[by].name if by in BATTLEFIELDS else CARDS[by].name
    values = {"source": source, "player": army.player, "card": CARDS[army.cards[index].card].name, "place": index + 1}
    fight.steps.append(Text("%(source)s: %(player)s loses %(card)s (card %(place)s).", values))


def _sanctuary(fight: _Fight, destroy: Mapping[str, int]) -> SanctuaryChoice | Refusal | None:
    """Each side loses one of its weakest cards; the first question that is open is asked, the rest is done."""
    asks: list[SanctuaryChoice] = []
    problems: list[Problem] = []
    falls: list[tuple[Stack, int]] = []
    for army in fight.armies:
        choices = _weakest(fight, army)
        chosen = destroy.get(army.player)
        if chosen is not None and chosen not in choices:
            values = {"player": army.player, "choices": ", ".join(map(str, choices)) or "-"}
            text = Text(
                "%(player)s loses one of the weakest cards left; give its place, counted from 0: %(choices)s.", values
            )
            problems.append(Problem(f"destroy.{army.player}", text))
        elif chosen is not None:
            falls.append((army, chosen))
        elif len({_after(fight, army, index) for index in choices}) > 1:
            names = {"player": army.player}
            reason = Text("Sanctuary: %(player)s chooses which of the weakest cards is lost.", names)
            asks.append(SanctuaryChoice(army.player, choices, reason))
        elif choices:
            falls.append((army, choices[0]))
    if problems:
        return refuse(problems, "Sanctuary")
    for army, index in falls:
        _remove(fight, army, index, "sanctuary")
    if asks:
        fight.steps.append(asks[0].reason)
        return asks[0]
    return None


def _weakest(fight: _Fight, army: Stack) -> tuple[int, ...]:
    left = fight.left(army)
    strength = {index: fight.strength(army, index, left) for index in left}
    return tuple(index for index in left if strength[index] == min(strength.values()))


def _after(fight: _Fight, army: Stack, lost: int) -> tuple[Lying, int]:
    """What a loss at the Sanctuary means: the kind of card gone, and the strength that remains.

    Two Peasants are no choice, unless one lies above the Lord and the other below.
    """
    left = tuple(index for index in fight.left(army) if index != lost)
    gone = army.cards[lost]
    return Lying(gone.card, owner(army, gone)), sum(fight.strength(army, index, left) for index in left)


def _total(fight: _Fight, army: Stack, open_cards: int, bonus: int) -> Number:
    """Total Strength: the cards left, then Port, Palace and Supply Camp."""
    left = fight.left(army)
    terms = [
        Modifier(fight.strength(army, index, left), CARDS[army.cards[index].card].name, "Army Cards") for index in left
    ]
    extra: list[Modifier] = []
    if fight.tile == "port" and open_cards:
        extra.append(Modifier(open_cards, Text("Port: cards that lay face up"), "Port"))
    enemy = next(other for other in fight.armies if other is not army)
    if fight.tile == "palace" and _palace_cards(fight, army) > _palace_cards(fight, enemy):
        deployed = fight.house.palace_cards == "deployed"
        more = Text("Palace: more cards deployed") if deployed else Text("Palace: more cards")
        extra.append(Modifier(-2, more, "Palace"))
    if bonus:
        extra.append(Modifier(bonus, Text("Supply Camp"), "Supply Camp"))
    for term in extra:
        values = {"player": army.player, "value": f"{term.value:+}", "reason": term.reason}
        fight.steps.append(Text("%(player)s: %(value)s (%(reason)s).", values))
    return Number(0, Text("Total Strength"), "Determine the Winner", (*terms, *extra))


def _palace_cards(fight: _Fight, army: Stack) -> int:
    """The cards that the Palace compares: those left, or by a house rule all that were deployed (ruling N10)."""
    return len(army.cards) if fight.house.palace_cards == "deployed" else len(fight.left(army))


def _winner(fight: _Fight, strength: Mapping[str, int], bonus: Mapping[str, int]) -> str | None:
    """Higher strength, else more cards, else nobody; Golden Temple and Fortress have conditions (ruling N5)."""
    first, second = fight.armies
    lead = strength[first.player] - strength[second.player]
    cards = len(fight.left(first)) - len(fight.left(second))
    ahead = lead or cards
    best = None if ahead == 0 else (first if ahead > 0 else second)
    without = fight.house.temple_lead == "without_camp" and any(bonus.values())
    apart = lead - bonus.get(first.player, 0) + bonus.get(second.player, 0) if without else lead
    if fight.tile == "golden-temple" and abs(apart) < TEMPLE_LEAD:
        if without:
            fight.steps.append(Text("Golden Temple: the Supply Camp does not count for the lead."))
        fight.steps.append(Text("Golden Temple: nobody leads by 4, so nobody conquers and both armies are removed."))
        _clear(fight, "golden-temple")
        return None
    if best is None:
        fight.steps.append(Text("Equal strength and equal cards: nobody conquers."))
        return None
    if fight.tile == "fortress" and len(fight.left(best)) < FORTRESS_CARDS:
        fight.steps.append(Text("Fortress: fewer than 3 cards, so nobody conquers and both armies are removed."))
        _clear(fight, "fortress")
        return None
    values = {"player": best.player, "tile": BATTLEFIELDS[fight.tile].name}
    if lead == 0:
        fight.steps.append(Text("Equal strength: %(player)s has more cards and conquers %(tile)s.", values))
    else:
        fight.steps.append(Text("%(player)s conquers %(tile)s.", values))
    if fight.tile == "supply-camp":
        fight.steps.append(Text("%(player)s names two other battlefields for +1 each.", values))
    return best.player


def _clear(fight: _Fight, by: By) -> None:
    for army in fight.armies:
        fight.fallen.extend(Eliminated(army.player, index, by) for index in fight.left(army))


def _sides(fight: _Fight) -> tuple[tuple[Stack, Stack], tuple[Stack, Stack]]:
    first, second = fight.armies
    return (first, second), (second, first)


def _left(fight: _Fight) -> Mapping[str, tuple[int, ...]]:
    return {army.player: fight.left(army) for army in fight.armies}


def _problems(
    battlefield: str,
    strengths: Mapping[str, int],
    armies: Sequence[Stack],
    bonus: Mapping[str, int],
    destroy: Mapping[str, int],
) -> Iterator[Problem]:
    if battlefield not in BATTLEFIELDS:
        yield unknown_battlefield("battlefield", battlefield)
    needed = dict.fromkeys(lying.card for army in armies for lying in army.cards)
    yield from strengths_problems(strengths, tuple(needed))
    players = [army.player for army in armies]
    if len(players) != 2 or players[0] == players[1]:
        yield Problem("armies", Text("A battlefield has two armies, of two different players."))
    for number, army in enumerate(armies):
        yield from army_problems(f"armies.{number}", army, bridge=battlefield == "bridge")
    yield from double_problems(armies)
    yield from _without_army("bonus", bonus, players)
    yield from _bonus_problems(battlefield, bonus)
    yield from _without_army("destroy", destroy, players)


def _bonus_problems(battlefield: str, bonus: Mapping[str, int]) -> Iterator[Problem]:
    for player, value in bonus.items():
        if value not in (0, 1):
            yield Problem(f"bonus.{player}", Text("The Supply Camp gives +1, not %(value)s.", {"value": value}))
    if len([value for value in bonus.values() if value]) > 1:
        yield Problem("bonus", Text("There is one Supply Camp: only one side can have its bonus."))
    if battlefield == "supply-camp" and any(bonus.values()):
        yield Problem("bonus", Text("The Supply Camp gives no bonus to itself; leave the bonus out."))


def _without_army(path: str, named: Mapping[str, int], players: Sequence[str]) -> Iterator[Problem]:
    for player in named:
        if player not in players:
            values = {"player": player, "players": ", ".join(players)}
            text = Text("%(player)s has no army here; these players have one: %(players)s.", values)
            yield Problem(f"{path}.{player}", text)


# ---- the Supply Camp: resolved before all others, its winner names two other battlefields (rulings N6, N10)


NAMED = 2


@dataclass(frozen=True, slots=True)
class SupplyAsk:
    """The winner's choice: `count` different battlefields out of `choices`."""

    player: str
    choices: tuple[str, ...]
    count: int
    reason: Text


def supply_ask(winner: str, layout: Sequence[Placed], teams: Sequence[Sequence[str]] | None = None) -> SupplyAsk:
    """What the winner of the Supply Camp is asked: battlefields of his own, or in teams of his partner's too."""
    allies = _allies(winner, teams)
    choices = tuple(
        spot.battlefield
        for spot in layout
        if spot.battlefield != "supply-camp" and any(player in allies for player in spot.between)
    )
    reason = Text("Supply Camp: %(player)s names two other battlefields for +1 each.", {"player": winner})
    return SupplyAsk(winner, choices, NAMED, reason)


def supply_bonus(
    winner: str, named: Sequence[str], layout: Sequence[Placed], teams: Sequence[Sequence[str]] | None = None
) -> Mapping[str, Mapping[str, int]] | Refusal:
    """The bonuses by battlefield, as `resolve` takes them: `{"torii": {"ana": 1}, …}`; the partner's on his own."""
    if refused := refuse_any(_naming_problems(named, supply_ask(winner, layout, teams).choices), "Supply Camp"):
        return refused
    between = {spot.battlefield: spot.between for spot in layout}
    allies = _allies(winner, teams)
    return {
        tile: {winner if winner in between[tile] else next(p for p in between[tile] if p in allies): 1}
        for tile in named
    }


def _naming_problems(named: Sequence[str], choices: Sequence[str]) -> Iterator[Problem]:
    for number, tile in enumerate(named):
        if tile not in choices:
            values = {"tile": tile_name(tile), "choices": tuple(map(tile_name, choices))}
            yield Problem(f"named.{number}", Text('No bonus on "%(tile)s"; name two of: %(choices)s.', values))
        elif tile in named[:number]:
            text = Text("%(tile)s is named twice; name two different ones.", {"tile": BATTLEFIELDS[tile].name})
            yield Problem(f"named.{number}", text)
    if len(named) != NAMED:
        yield Problem("named", Text("Name two battlefields, not %(count)s.", {"count": len(named)}))


def _allies(player: str, teams: Sequence[Sequence[str]] | None) -> tuple[str, ...]:
    return next((tuple(team) for team in teams or () if player in team), (player,))
