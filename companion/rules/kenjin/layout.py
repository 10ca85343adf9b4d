"""Which battlefields lie between whom: drawn at random, drafted, or tapped in from the table (Setup, ruling N2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.rules.kenjin.cards import BATTLEFIELDS, tile_name, unknown_battlefield
from companion.rules.text import Problem, Refusal, Text, refuse, refuse_at

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Placed:
    """A battlefield and the two players who fight for it."""

    battlefield: str
    between: Pair


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft: players clockwise from the oldest, the tiles on offer, and what was chosen so far, in order."""

    players: tuple[str, ...]
    fours: tuple[str, ...]
    sixes: tuple[str, ...]
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftTurn:
    """Who chooses now, from which tiles, and between whom the tile goes."""

    player: str
    choices: tuple[str, ...]
    between: Pair


def pairs(players: Sequence[str]) -> tuple[Pair, ...]:
    """Neighbors, each with the one to his left; `players` sit clockwise. Two players are one pair."""
    if len(players) == 2:
        return ((players[0], players[1]),)
    return tuple((player, players[(seat + 1) % len(players)]) for seat, player in enumerate(players))


def teams(players: Sequence[str]) -> tuple[Pair, Pair]:
    """The two teams of a game of four: who sit across from each other (4 Players Team Variant)."""
    return (players[0], players[2]), (players[1], players[3])


def drawn_layout(players: Sequence[str], fours: Sequence[str], sixes: Sequence[str]) -> tuple[Placed, ...]:
    """The beginners' layout: one tile of each value between neighbors, two of each with two players.

    `fours` and `sixes` are the shuffled stacks of 4 and 6 Victory Point tiles, top first; what is left is not used.
    """
    spots = pairs(players) * (2 if len(players) == 2 else 1)
    return tuple(Placed(tile, spot) for stack in (fours, sixes) for tile, spot in zip(stack, spots, strict=False))


def layout_problems(players: Sequence[str], placed: Sequence[Placed]) -> Iterator[Problem]:
    """What is wrong with a layout read off the table: between each two neighbors as many of each value as belong."""
    each = 2 if len(players) == 2 else 1
    have: Counter[tuple[frozenset[str], int]] = Counter()
    for number, spot in enumerate(placed):
        if tile := BATTLEFIELDS.get(spot.battlefield):
            have[frozenset(spot.between), tile.value] += 1
        else:
            yield unknown_battlefield(f"battlefields.{number}.battlefield", spot.battlefield)
    expected = {(frozenset(pair), value): pair for pair in pairs(players) for value in (4, 6)}
    for (pair, value), count in have.items():
        if (pair, value) not in expected:
            names = {"players": " - ".join(sorted(pair))}
            yield Problem("battlefields", Text("There is no battlefield between %(players)s.", names))
        elif count > each:
            yield _wrong_number(expected[pair, value], value, count, each)
    for (pair, value), spot_pair in expected.items():
        if have[pair, value] < each:
            yield _wrong_number(spot_pair, value, have[pair, value], each)


def start_draft(players: Sequence[str], fours: Sequence[str], sixes: Sequence[str]) -> Draft | Refusal:
    """A draft of three or four experienced players, clockwise from the oldest.

    One tile more than players is offered of each value: the first of the shuffled stacks.
    """
    offered = len(players) + 1
    problems = [*_stack_problems("fours", fours, 4), *_stack_problems("sixes", sixes, 6)]
    if len(players) == 2:
        problems.insert(0, Problem("players", Text("Two players do not choose battlefields; draw them.")))
    if problems:
        return refuse(problems, "Setup")
    return Draft(tuple(players), tuple(fours[:offered]), tuple(sixes[:offered]))


def draft_turn(draft: Draft) -> DraftTurn | None:
    """Whose choice it is; None when the draft is over.

    First the 4 point tiles, clockwise, each to the chooser's left; then the 6 point tiles, starting with the last who
    chose and going back, each to the chooser's right.
    """
    players, done = draft.players, len(draft.chosen)
    count = len(players)
    if done < count:
        choices = tuple(tile for tile in draft.fours if tile not in draft.chosen)
        return DraftTurn(players[done], choices, (players[done], players[(done + 1) % count]))
    if done < 2 * count:
        seat = 2 * count - 1 - done
        choices = tuple(tile for tile in draft.sixes if tile not in draft.chosen)
        return DraftTurn(players[seat], choices, (players[seat - 1], players[seat]))
    return None


def draft_choose(draft: Draft, battlefield: str) -> Draft | Refusal:
    """The draft after the tile was chosen by whose turn it is."""
    turn = draft_turn(draft)
    if turn is None:
        return Refusal(Text("All battlefields are chosen; the game begins."), "Setup")
    if battlefield not in turn.choices:
        left = tuple(map(tile_name, turn.choices))
        values = {"player": turn.player, "tile": tile_name(battlefield), "choices": left}
        text = Text('%(player)s cannot choose "%(tile)s"; choose from: %(choices)s.', values)
        return refuse_at("battlefield", text, "Setup")
    return replace(draft, chosen=(*draft.chosen, battlefield))


def draft_placed(draft: Draft) -> tuple[Placed, ...]:
    """The battlefields placed so far, in the order they were chosen."""
    placed: list[Placed] = []
    for count, tile in enumerate(draft.chosen):
        turn = draft_turn(replace(draft, chosen=draft.chosen[:count]))
        if turn is not None:
            placed.append(Placed(tile, turn.between))
    return tuple(placed)


def _stack_problems(path: str, stack: Sequence[str], value: int) -> Iterator[Problem]:
    for index, tile in enumerate(stack):
        if tile not in BATTLEFIELDS:
            yield unknown_battlefield(f"{path}.{index}", tile)
        elif BATTLEFIELDS[tile].value != value:
            values = {"tile": BATTLEFIELDS[tile].name, "is": BATTLEFIELDS[tile].value, "stack": value}
            text = Text("%(tile)s is worth %(is)s points; it does not belong to the stack of %(stack)s.", values)
            yield Problem(f"{path}.{index}", text)
        elif tile in stack[:index]:
            text = Text("%(tile)s is in the stack twice; only one exists.", {"tile": BATTLEFIELDS[tile].name})
            yield Problem(f"{path}.{index}", text)


def _wrong_number(pair: Pair, value: int, have: int, need: int) -> Problem:
    values = {"first": pair[0], "second": pair[1], "value": value, "have": have, "need": need}
    text = Text(
        "Battlefields of %(value)s points between %(first)s and %(second)s: %(have)s; there must be %(need)s.", values
    )
    return Problem("battlefields", text)
