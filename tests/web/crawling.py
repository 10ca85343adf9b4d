"""Every page and every link of the golden sessions leads somewhere: opened from every seat, by who watches, and on one
phone for all.

A link is opened again where it may show something else: another kind of page, another act or question at the table,
another who looks. What differs only in a number, as two entries of one kind do, is opened once. All look at one table,
whose seats are handed to one phone, and back, where it may show something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException

from bench import phones, sessions
from companion.play.kensei.game import KENSEI
from companion.web.asker import due_of
from companion.web.services import Services

TABS = ("", "/forces", "/log", "/more", "/seats")
LINKS = re.compile(r'\b(?:href|hx-get|src|data-base|data-worker)="([^"#]+)')
SENT = re.compile(r'\b(?:hx-post|formaction)="([^"]*)')
FORMS = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.S)
HIS_OWN = {"token", "words", "key", "seen"}
"""Values that are others each time."""
FIELDS = re.compile(r'<(?:input|button)\b(?=[^>]* name="([^"]*)")(?=[^>]* value="([^"]*)")')
DRAWN = {"printing.page", "printing.download", "seats.qr"}
"""What is drawn for a kit or a table, whoever asks."""


class Found(NamedTuple):
    """An address of a page, and how it is asked for."""

    method: str
    url: str


def leads_to(page: str, text: str) -> Iterator[Found]:
    """The addresses of a page: what it loads, what a tap opens, and where its forms are sent."""
    for url in LINKS.findall(text):
        yield Found("GET", unescape(url))
    for url in SENT.findall(text):
        yield Found("POST", unescape(url))
    for head, inner in FORMS.findall(text):
        action = re.search(r'action="([^"]*)', head)
        if re.search(r'method="get"', head):
            fields = {unescape(name): unescape(value) for name, value in reversed(FIELDS.findall(inner))}
            yield Found("GET", f"{unescape(action[1]) if action else page.partition('?')[0]}?{urlencode(fields)}")
        elif action:
            yield Found("POST", unescape(action[1]))


class Eyes(NamedTuple):
    """Somebody who looks at a table: in what part, and on which phone."""

    part: str
    phone: phones.Phone


class Crawl:
    """The pages of one table after another, each opened once for everything that may make it another page."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.routes = app.url_map.bind("localhost")
        self.opened: set[tuple[object, ...]] = set()
        self.broken: dict[str, str] = {}
        self.types: dict[int, str] = {}
        self.moment: tuple[str, str] = "", ""
        self.due: dict[str, list[str]] = {}
        self.asked_first = ""

    def look_round(self, sitting: Sitting, where: str) -> None:
        """Opens the tabs of everybody here, and what they lead to."""
        table = sitting.now
        self.types = sitting.types
        kensei = table.game is KENSEI  # of a battle the phase is known before anybody looks
        phase = table.state.phase if kensei else table.game.view(table.state, None).phase
        self.moment = table.game.id, phase
        self.due = {}
        for one in due_of(table):
            self.due.setdefault(one.seat, []).append(one.kind)
        everybody = sitting.everybody()
        self.asked_first = next(iter(self.due.values()), [""])[0]
        now = (*self.moment, self.asked_first, table.game.has_secret(table.state))
        if now not in self.opened:
            self.opened.add(now)
            everybody = chain(everybody, sitting.on_one_phone())
        for eyes in everybody:
            tabs = [eyes.phone.path + tab for tab in TABS]
            tried = {Found("GET", tab) for tab in tabs}
            for tab in tabs:  # another tab shuts what one phone shows in secret: what this one leads to comes first
                left = [(Found("GET", tab), "")]
                while left:
                    link, page = left.pop()
                    found = set(self._open(link, eyes, f"{where}, {eyes.part}, on {page}")) - tried
                    tried |= found
                    left += [(one, link.url) for one in sorted(found)]

    def _open(self, link: Found, eyes: Eyes, where: str) -> list[Found]:
        """What the page behind this link leads to; nothing where such a page was opened before."""
        if not link.url.startswith("/"):
            return []  # of another host, or a word to copy
        try:
            endpoint, values = self.routes.match(urlsplit(link.url).path, method=link.method)
        except HTTPException as problem:
            self.broken.setdefault(f"{link.method} {link.url}: {problem}", where)
            return []
        if link.method == "POST" or endpoint == "static":
            return []
        kinds = {(endpoint, kind) for kind in self._kinds(endpoint, dict(values), link, eyes)}
        if endpoint in DRAWN:
            kinds = {(endpoint, *values)}
        if kinds <= self.opened:
            return []
        self.opened |= kinds
        answer = eyes.phone.client.get(link.url)
        if answer.status_code not in (200, 204, 302, 303, 308):
            self.broken.setdefault(f"{link.url}: {answer.status}", where)
        if answer.location:
            return [Found("GET", answer.location)]
        if answer.mimetype != "text/html":
            return []
        return [one._replace(url=urljoin(link.url, one.url)) for one in leads_to(link.url, answer.text)]

    def _kinds(self, endpoint: str, values: dict[str, object], link: Found, eyes: Eyes) -> Iterator[object]:
        """What may make the answer another than those that were seen, each by itself."""
        here: list[tuple[object, ...]] = [()]
        if values.pop("table_id", None) is not None:
            game, phase = self.moment
            here = [(eyes.part, game, phase)]
            if endpoint == "table.show":
                due = self.due.get(eyes.phone.seat, ()) if eyes.part == "seat" else [self.asked_first]
                here = [(*here[0], frozenset(due))]
            elif values.get("page") in ("forces", "log"):
                here.append((game, self.types.get(max(self.types, default=0))))
            elif "seq" in values:
                here.append((game, self.types.get(int(str(values.pop("seq"))))))
        asked = [one for one in parse_qsl(urlsplit(link.url).query) if one[0] not in HIS_OWN]
        plain = [(name, re.sub(r"\d+", "#", str(value))) for name, value in (*values.items(), *asked)]
        if len(asked) > 1:  # of a form, or of what it keeps: each of its fields by itself
            yield from plain
            plain = [(name, "") for name, _ in plain]
        yield from ((*one, *plain) for one in here)


class Sitting(sessions.Sitting):
    """A session whose seats may meanwhile be one phone's, and at which somebody watches."""

    def __init__(self, app: Flask, session: sessions.Session) -> None:
        super().__init__(app, session)
        services: Services = app.extensions["gunbai"]
        self.tables = services.tables
        self.held = {seat.seat: (seat.device, seat.player) for seat in self.now.seats if seat.device}
        self.types: dict[int, str] = {}
        self.watcher, self.shared = phones.Phone(app), phones.Phone(app)
        self.watcher.path = self.shared.path = self.phones[0].path

    def enter(self, entry: sessions.Entry, *, looking: bool = True) -> bool:
        """One entry; of which type it is stays known."""
        entered = super().enter(entry, looking=looking)
        self.types.setdefault(self.now.seq, entry.type)
        return entered

    def everybody(self) -> Iterator[Eyes]:
        """Who looks, one after the other."""
        yield from (Eyes("seat", phone) for phone in self.players.values())
        yield Eyes("watcher", self.watcher)

    def on_one_phone(self) -> Iterator[Eyes]:
        """One phone that holds all seats meanwhile, as it comes, and with one of its players called."""
        for seat, (device, player) in self.held.items():
            self.tables.leave(self.table.id, device, seat)
            self.shared.sit(seat, player)
        yield Eyes("one phone", self.shared)
        if self.now.game.has_secret(self.now.state):
            self.shared.client.post(f"{self.shared.path}/call", data={"seat": next(iter(self.held))})
            yield Eyes("one phone, called", self.shared)
        shared = next(seat.device or "" for seat in self.now.seats)
        for seat, (device, player) in self.held.items():
            self.tables.leave(self.table.id, shared, seat)
            self.tables.sit(self.table.id, device, seat, player)
