"""Played games to take away: as JSON, as a table for a spreadsheet, and each as a play for BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable
from datetime import UTC, tzinfo
from typing import Any
from urllib.parse import quote

from companion.play.played import Play
from companion.play.standings import tallies

FORMAT = "gunbai-plays/1"
COLUMNS = (
    "day", "game", "table", "place", "minutes", "note", "player", "rank", "points", "won", "team", "team_points",
    "clan", "turn",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # spreadsheets take the wide ones too
"""What makes a spreadsheet compute a cell instead of showing it."""


def document(plays: Iterable[Play], nobody: Collection[str] = ()) -> dict[str, Any]:
    """Plays, and statistics for each player and game, as plain JSON."""
    kept = tuple(plays)
    games = dict.fromkeys(play.game for play in kept)
    return {
        "format": FORMAT,
        "plays": [
            {
                "game": play.game,
                "name": play.title,
                "at": play.at.isoformat(),
                "place": play.place,
                "note": play.note,
                "minutes": play.minutes,
                "players": [
                    {"name": player.name, "place": player.place, "points": player.points}
                    | ({"team": player.team, "own_points": player.own} if player.team else {})
                    | ({"clan": player.role} if player.role else {})
                    | ({"turn": player.seat} if player.seat else {})
                    for player in play.players
                ],
                "winners": list(play.winners),
                "led": play.led,
            }
            for play in kept
        ],
        "players": [
            {"name": one.name, "game": game, "plays": one.plays, "wins": one.wins, "average": one.average,
             "best": one.best}
            for game in games
            for one in tallies([play for play in kept if play.game == game], nobody)
        ],
    }  # fmt: skip


def sheet(plays: Iterable[Play], zone: tzinfo | None) -> str:
    """A line for each player of each game, as comma-separated values with a head."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for play in plays:
        for one in play.players:
            team = (one.team, one.points) if one.team else ("", "")
            writer.writerow(
                _cell(value)
                for value in (
                    play.evening(zone), play.game_name, play.title, play.place, play.minutes, play.note, one.name,
                    one.place, one.own, "yes" if one.name in play.winners else "no", *team, one.role, one.seat or "",
                )
            )  # fmt: skip
    return out.getvalue()


def _cell(value: object) -> object:
    """What players have typed never becomes a formula; numbers stay numbers."""
    if isinstance(value, str) and value.lstrip().startswith(FORMULA):
        return f"'{value}"
    return value


def bg_stats(play: Play) -> dict[str, Any]:
    """The play as BG Stats takes it from other programs: time in UTC, one entry for each player."""
    points = any(player.points is not None for player in play.players)
    return {
        "sourceName": "Gunbai",
        "sourcePlayId": play.table,
        "playDate": f"{play.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": play.game_name,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": not points,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name.casefold(),
                "rank": player.place,
                "winner": player.name in play.winners,
                "startPlayer": player.starts,  # said to be optional, but its Android program takes no play without it
                **({"score": player.points} if player.points is not None else {}),
                **({"role": player.role} if player.role else {}),
                **({"team": str(player.team)} if player.team else {}),
            }
            for player in play.players
        ],
        "comments": f"{play.title}: {play.note}" if play.note else play.title,
        **({"location": play.place} if play.place else {}),
        **({"durationMin": play.minutes} if play.minutes is not None else {}),
    }


def bg_stats_link(play: Play) -> str:
    """The address that BG Stats takes over on a phone that has it, with the play filled in; only a tap leads there."""
    text = json.dumps(bg_stats(play), ensure_ascii=False, separators=(",", ":"))
    return f"https://app.bgstatsapp.com/createPlay.html?data={quote(text, safe='')}"
