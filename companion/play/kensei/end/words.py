"""The words of the end: each unit in short, and the battle report that stands above the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.play.kensei.end.story import Deed, LuckRow, Story, UnitStory
from companion.play.kensei.turn.ending import ScoreView
from companion.play.kensei.view import View
from companion.rules import counts
from companion.rules.text import Text, counted, player_at


def unit_words(unit: UnitStory) -> tuple[Text, ...]:
    """What a unit did and suffered, as far as there is anything to tell."""
    told = []
    if unit.dealt:
        told.append(Text("%(damage)s damage done", {"damage": unit.dealt}))
    if unit.suffered:
        told.append(Text("%(damage)s suffered", {"damage": unit.suffered}))
    if unit.destroyed:
        told.append(counted("%(num)s enemy brought down", "%(num)s enemies brought down", unit.destroyed))
    if unit.held:
        told.append(counted("%(num)s honor roll held", "%(num)s honor rolls held", unit.held))
    if unit.broken:
        told.append(counted("%(num)s honor roll failed", "%(num)s honor rolls failed", unit.broken))
    return tuple(told) or (Text("no blow given or taken"),)


def report(view: View, story: Story, players: Mapping[str, str]) -> tuple[Text, ...]:
    """The battle in short, line by line."""
    scores = {score.seat: score for score in view.scores}
    lines = [_winner(view, players)]
    lines.append(Text("%(why)s It lasted to turn %(turn)s.", {"why": view.decided, "turn": view.turn}))
    for side in view.sides:
        lines += [EMPTY, *_side(view, story, side.seat, scores.get(side.seat), players)]
    if story.deeds:
        lines += [EMPTY, Text("Decisive acts:"), *(_deed(deed, players) for deed in story.deeds)]
    if story.luck:
        lines += [EMPTY, Text("Luck, dice against their average:")]
        lines += [_luck(row, seat, players) for row in story.luck for seat in row.sides]
    return (*lines, EMPTY, Text("Log:"))


EMPTY = Text("")


def _name(seat: str, players: Mapping[str, str]) -> Text | str:
    return players.get(seat) or player_at(seat)


def _winner(view: View, players: Mapping[str, str]) -> Text:
    if view.over == "draw":
        return Text("The battle ends in a draw.")
    return Text("%(name)s has won the battle.", {"name": _name(view.over, players)})


def _side(view: View, story: Story, seat: str, score: ScoreView | None, players: Mapping[str, str]) -> Iterator[Text]:
    side = view.side(seat)
    named = {"name": _name(seat, players), "left": side.miniatures, "of": counts.miniatures(side.at_start)}
    yield Text("%(name)s: %(left)s of %(of)s left.", named)
    if score is not None:
        yield Text("  Points: %(points)s", {"points": score.points})
        for one in score.why:
            yield Text("    %(points)s  %(reason)s", {"points": one.points, "reason": one.reason})
    for unit in story.of(seat):
        values = {"unit": unit.title, "left": unit.left, "of": unit.at_start, "told": unit_words(unit)}
        yield Text("  %(unit)s, %(left)s of %(of)s: %(told)s", values) if unit.at_start else _lone(unit)
        if unit.at_start and unit.slain:
            yield Text("    Slain: %(who)s", {"who": unit.slain})


def _lone(unit: UnitStory) -> Text:
    values = {"who": unit.title, "told": unit_words(unit)}
    return Text("  %(who)s, slain: %(told)s", values) if unit.gone else Text("  %(who)s: %(told)s", values)


def _deed(deed: Deed, players: Mapping[str, str]) -> Text:
    values = {"turn": deed.turn, "name": _name(deed.seat, players), "deed": deed.sentence}
    return Text("  Turn %(turn)s, %(name)s: %(deed)s", values)


def _luck(row: LuckRow, seat: str, players: Mapping[str, str]) -> Text:
    luck = row.sides[seat]
    values = {
        "what": row.what,
        "name": _name(seat, players),
        "got": luck.got,
        "expected": f"{luck.expected:.1f}",
        "dice": counts.dice(luck.dice),
    }
    return Text("  %(what)s, %(name)s: %(got)s of %(dice)s, %(expected)s on average", values)
