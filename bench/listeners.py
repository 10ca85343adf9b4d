"""Phones that only listen, in a process of their own: `python -m bench.listeners` opens the streams it is told of.

A line of JSON in (the port, then of each stream its path and cookie), a line out with how many are open and how many
were refused; then after each line in, a line with how many are open still and the rings so far. It ends with its input.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from companion.serve import allow_files

AT_A_TIME = 20
"""Streams that are opened side by side; a hall sits down little by little too."""


class Ear(asyncio.Protocol):
    """One stream: counts its rings and remembers nothing else."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self.answered: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.open = False
        self.rings = 0

    def connection_made(self, transport: Any) -> None:
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        if not self.answered.done():
            status = int(data.split(b" ", 2)[1])
            self.open = status == 200
            self.answered.set_result(status)
        self.rings += data.count(b"event: changed")

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = False
        if not self.answered.done():
            self.answered.set_result(0)


async def main() -> None:
    loop = asyncio.get_running_loop()
    asked = json.loads(sys.stdin.readline())
    allow_files(len(asked["streams"]) + 64)
    one_of_few = asyncio.Semaphore(AT_A_TIME)

    async def listen(path: str, cookie: str) -> Ear:
        cookie_header = f"Cookie: {cookie}\r\n" if cookie else ""
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{cookie_header}\r\n".encode()
        async with one_of_few:
            _transport, ear = await loop.create_connection(lambda: Ear(request), "127.0.0.1", asked["port"])
            await ear.answered
        return ear

    ears = await asyncio.gather(*(listen(path, cookie) for path, cookie in asked["streams"]))
    _say(open=sum(ear.open for ear in ears), refused=sum(not ear.open for ear in ears))
    while await loop.run_in_executor(None, sys.stdin.readline):
        _say(open=sum(ear.open for ear in ears), rings=sum(ear.rings for ear in ears))


def _say(**numbers: int) -> None:
    print(json.dumps(numbers), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
