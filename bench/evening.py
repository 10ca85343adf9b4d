"""Tables of four phones: two players who resolve attacks tap by tap, and two who watch."""

from __future__ import annotations

import asyncio
import html
import itertools
import re
import secrets
from bisect import bisect_left
from collections.abc import Iterator, Mapping

from bench.wire import Answer, EventStream, Line

REGION = re.compile(r'data-region="(\w+)" data-rev="(\w+)"')
STEP = re.compile(r'data-step="([^"]+)\.\w+"')
Act = tuple[str, str, dict[str, object]]
"""Whose tap, its type, its fields."""


class Phone:
    """A phone as its scripts behave: a connection for taps, one for looks, one stream, and what it shows."""

    def __init__(self, port: int, seat: str = "") -> None:
        self.port = port
        self.seat = seat
        self.cookie = ""
        self.table = ""
        self.seen: list[tuple[int, float]] = []
        """Each newer state it showed: the table's seq, and when the answer was there."""
        self.refused: list[str] = []
        self._regions: dict[str, str] = {}
        self._tag = ""
        self._taps, self._looks = Line(port), Line(port)
        self._stream: EventStream | None = None
        self._rung = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def visit(self, path: str, form: Mapping[str, object] | None = None) -> Answer:
        """Opens a page, or sends a plain form; keeps the cookie."""
        method = "GET" if form is None else "POST"
        answer = await self._taps.ask(method, path, {"Cookie": self.cookie}, form)
        if (cookie := answer.headers.get("set-cookie", "")).startswith("gunbai="):
            self.cookie = cookie.split(";")[0]
        return answer

    def _headers(self) -> dict[str, str]:
        had = ",".join(f"{name}={rev}" for name, rev in self._regions.items())
        return {"Cookie": self.cookie, "HX-Request": "true", "X-Regions": had}

    def _keep(self, answer: Answer) -> str:
        """Swaps in what came; the text of the answer."""
        text = answer.text
        self._regions.update(REGION.findall(text))
        self._tag = answer.headers.get("x-version", self._tag)
        seq = int(answer.headers.get("x-seq", "0"))
        if not self.seen or seq > self.seen[-1][0]:
            self.seen.append((seq, asyncio.get_running_loop().time()))
        return text

    async def tap(self, type: str, fields: Mapping[str, object]) -> tuple[Answer, str]:
        """One tap; its answer, and the answer's text."""
        form = {"type": type, "seat": self.seat, "key": secrets.token_hex(12), "page": "table", **fields}
        if self.seen:
            form["seen"] = self.seen[-1][0]
        answer = await self._taps.ask("POST", f"/t/{self.table}/tap", self._headers(), form)
        text = self._keep(answer)
        if answer.status != 200:
            self.refused.append(f"{type} {dict(fields)}: {answer.status}")
        return answer, text

    async def look(self) -> Answer:
        """Fetches what changed since the last look."""
        headers = {**self._headers(), "If-None-Match": f'W/"{self._tag}"'}
        answer = await self._looks.ask("GET", f"/t/{self.table}/now?page=table", headers)
        if answer.status == 200:
            self._keep(answer)
        return answer

    async def sit(self, table: str) -> None:
        """Opens the table's page."""
        self.table = table
        page = await self.visit(f"/t/{table}")
        self._regions.update(REGION.findall(page.text))

    async def listen(self) -> int:
        """Opens the stream, and looks at every ring from now on. The status of the stream's answer."""
        self._stream = EventStream(self.port, f"/t/{self.table}/stream", {"Cookie": self.cookie})
        status = await self._stream.open()
        if status == 200:
            self._tasks = [asyncio.create_task(self._hear(self._stream)), asyncio.create_task(self._answer_rings())]
        return status

    async def _hear(self, stream: EventStream) -> None:
        async for _ in stream.rings():
            self._rung.set()

    async def _answer_rings(self) -> None:
        """One look at a time; rings during it make one more, as the page's script does."""
        while True:
            await self._rung.wait()
            self._rung.clear()
            await self.look()

    def when(self, seq: int) -> float | None:
        """When this phone first showed the table as of event `seq`, or later."""
        place = bisect_left(self.seen, (seq, 0.0))
        return self.seen[place][1] if place < len(self.seen) else None

    async def leave(self, *, abruptly: bool = False) -> None:
        """Ends the stream and every connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        if self._stream:
            self._stream.drop()
        if not abruptly:
            self._taps.close()
            self._looks.close()


class Evening:
    """One table with its four phones, ready for battle; half of them at another port where one is given."""

    def __init__(self, port: int, other: int | None = None) -> None:
        other = port if other is None else other
        self.players = {"a": Phone(port, "a"), "b": Phone(other, "b")}
        self.watchers = [Phone(port), Phone(other)]
        self.acts = self._acts()
        self._step = ""

    @property
    def phones(self) -> list[Phone]:
        return [*self.players.values(), *self.watchers]

    async def begin(self) -> None:
        """Makes the table, seats both players and musters two small armies."""
        a, b = self.players["a"], self.players["b"]
        made = await a.visit("/new", {"game": "kensei", "player": "Aki", "name": "Bench"})
        table = made.headers["location"].split("/t/")[1].split("/")[0]
        await b.visit(f"/t/{table}/sit", {"seat": "b", "player": "Ben"})
        for phone in self.phones:
            await phone.sit(table)
        for phone in (a, b):
            await phone.tap("side", {"path": "buke", "clan": "Takeda", "mon": "tomoe"})
            await phone.tap("muster", {"unit": "yumi-samurai", "miniatures": 10})
            await phone.tap("muster", {"unit": "katana-samurai", "miniatures": 10})
            await phone.tap("enlist", {"character": "busho-buke", "piece": f"{phone.seat}2"})
        for phone in (a, b):
            await phone.look()
            await phone.tap("ready", {})
        for phone in self.phones:
            await phone.look()

    def _acts(self) -> Iterator[Act]:
        """Shots and charges without end, each side in turn. Nobody is wounded, so the battle never runs out."""
        for number in itertools.count():
            one, other = ("a", "b") if number % 4 < 2 else ("b", "a")
            # The archers shoot at each other: the others are engaged after their first charge.
            kind, unit = ("shot", 1) if number % 2 else ("melee", 2)
            yield one, "aim", {"kind": kind, "attacker": f"{one}{unit}", "defender": f"{other}{unit}"}
            if kind == "shot":
                yield one, "situate", {"step": "at", "field": "distance_cm", "value": "40"}
            field = "loaded" if kind == "shot" else "charging"
            yield one, "situate", {"step": "at", "field": field, "value": "yes"}
            yield one, "pad", {"step": "at", "bin.hits": 3}
            yield one, "pad", {"step": "at", "bin.tens": 0}
            yield other, "pad", {"step": "df", "bin.saved": 1}
            yield other, "pad", {"step": "df", "bin.tens": 0}
            yield one, "pad", {"step": "damage", "die": 0, "face": 1}
            yield one, "pad", {"step": "damage", "die": 1, "face": 1}
            yield one, "put-away", {}

    async def tap_next(self) -> tuple[str, int, Answer]:
        """The next tap of the battle: who tapped, the seq it brought, and the answer."""
        seat, type, fields = next(self.acts)
        if "step" in fields:
            fields = {**fields, "step": f"{self._step}.{fields['step']}"}
        answer, text = await self.players[seat].tap(type, fields)
        if type == "aim" and (found := STEP.search(text)):
            self._step = html.unescape(found[1])
        return seat, int(answer.headers.get("x-seq", "0")), answer

    def refused(self) -> list[str]:
        """Taps that were not taken: there should be none."""
        return [one for phone in self.phones for one in phone.refused]
