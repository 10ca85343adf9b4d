"""Attacks resolved by the rules API each second, over HTTP, by a few programs at once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from statistics import median

from bench.server import Server
from bench.wire import Line
from companion.api.calls import EXAMPLES

PROGRAMS = 4
SECONDS = 5.0


async def _ask(folder: Path, seconds: float) -> tuple[float, float]:
    body = json.dumps(EXAMPLES["/kensei/attack"]["charge"]).encode()
    taken: list[float] = []
    with Server(folder, "api") as server:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds

        async def program() -> None:
            line = Line(server.port)
            while loop.time() < end:
                begun = loop.time()
                head = {"Content-Type": "application/json"}
                answer = await line.ask("POST", "/api/kensei/attack", head, body=body)
                assert answer.status == 200, answer.text
                taken.append((loop.time() - begun) * 1000)
            line.close()

        await asyncio.gather(*(program() for _ in range(PROGRAMS)))
    return len(taken) / seconds, median(taken)


def attacks_per_second(folder: Path, seconds: float = SECONDS) -> tuple[float, float]:
    """Attacks answered a second, and the median milliseconds of one while `PROGRAMS` ask at once."""
    return asyncio.run(_ask(folder, seconds))
