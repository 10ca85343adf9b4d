"""What a first visit costs in bytes, as sent: compressed bodies, heads apart."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from bench.evening import Evening
from bench.server import Server
from bench.wire import Line

LINKED = re.compile(r'(?:src|href)="(/[^"#]+(?:\.js|\.css|\.svg)[^"#]*)')


async def _first_load(line: Line, path: str, cookie: str) -> dict[str, int]:
    """Compressed bytes of a page and of everything it loads, by path."""
    page = await line.ask("GET", path, {"Cookie": cookie})
    assert page.status == 200, (path, page.status)
    sizes = {path: len(page.body)}
    for linked in dict.fromkeys(LINKED.findall(page.text)):
        if "qr.svg" in linked:
            continue
        answer = await line.ask("GET", linked.replace("&amp;", "&"))
        assert answer.status == 200, (linked, answer.status)
        sizes[linked.split("?")[0]] = len(answer.body)
    return sizes


async def _weigh(folder: Path) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    with Server(folder, "weight") as server:
        evening = Evening(server.port)
        await evening.begin()
        player = evening.players["a"]
        line = Line(server.port)
        pages = {"start page": await _first_load(line, "/", "")}
        answers: dict[str, int] = {}
        for number in range(18):
            seat, _seq, answer = await evening.tap_next()
            if number in (0, 9):
                shot = "charge" if number == 0 else "shot"
                pages[f"table page, a {shot} aimed"] = await _first_load(line, f"/t/{player.table}", player.cookie)
            answers[f"tap {number + 1} of {seat}"] = len(answer.body)
            for phone in evening.phones:
                await phone.look()
        assert not evening.refused(), evening.refused()
        line.close()
        for phone in evening.phones:
            await phone.leave()
        return pages, answers


def weigh(folder: Path) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Bytes of each page's first load by file, and of the answers to the eighteen taps of a charge and a shot."""
    return asyncio.run(_weigh(folder))
