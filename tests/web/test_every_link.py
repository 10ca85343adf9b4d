"""Every page and every link of the golden sessions leads somewhere: opened from every seat, by who watches, and on one
phone for all.

A link is opened again where it may show something else: another kind of page, another act or question at the table,
another who looks. What differs only in a number, as two entries of one kind do, is opened once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import count
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException

from bench import phones, sessions
from companion.play.kensei.game import KENSEI
from companion.play.values import Done, Table, Tap
from companion.web.services import Services
from tests.playthroughs.runner import playthroughs

TABS = ("", "/forces", "/log", "/more", "/seats")
LINKS = re.compile(r'\b(?:href|hx-get|src|data-base|data-worker)="([^"#]+)')
SENT = re.compile(r'\b(?:hx-post|formaction)="([^"]*)')
FORMS = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.S)
FIELDS = re.compile(r'<(?:input|button)\b(?=[^>]* name="([^"]*)")(?=[^>]* value="([^"]*)")')
DRAWN = {"printing.page", "printing.download"}
"""What is drawn for a kit, whoever asks."""


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
        services: Services = app.extensions["gunbai"]
        self.tables = services.tables
        self.routes = app.url_map.bind("localhost")
        self.opened: set[tuple[object, ...]] = set()
        self.broken: dict[str, str] = {}
        self.types: dict[int, str] = {}
        self.moment: tuple[str, str] = "", ""
        self.due: dict[str, list[str]] = {}

    def look_round(self, table_id: str, types: dict[int, str], everybody: Iterator[Eyes], where: str) -> None:
        """Opens the tabs of everybody here, and what they lead to."""
        table = self.tables.get(table_id)
        assert table is not None
        self.types = types
        kensei = table.game is KENSEI  # of a battle the phase is known before anybody looks
        phase = table.state.phase if kensei else table.game.view(table.state, None).phase
        self.moment = table.game.id, phase
        self.due = {}
        for one in table.game.due(table.state):
            self.due.setdefault(one.seat, []).append(one.kind)
        for eyes in everybody:
            tabs = [f"/t/{table_id}{tab}" for tab in TABS]
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
        kind = (endpoint, *self._kind(endpoint, dict(values), link, eyes))
        if link.method == "POST" or kind in self.opened or endpoint == "static":
            return []
        self.opened.add(kind)
        answer = eyes.phone.client.get(link.url)
        if answer.status_code not in (200, 204, 302, 303, 308):
            self.broken.setdefault(f"{link.url}: {answer.status}", where)
        if answer.location:
            return [Found("GET", answer.location)]
        if answer.mimetype != "text/html":
            return []
        return [one._replace(url=urljoin(link.url, one.url)) for one in leads_to(link.url, answer.text)]

    def _kind(self, endpoint: str, values: dict[str, object], link: Found, eyes: Eyes) -> Iterator[object]:
        """What may make the answer another than one that was seen."""
        yield tuple(values)
        if endpoint in DRAWN:
            return
        page = values.get("page", "")
        if values.pop("table_id", None) is not None:
            yield eyes.part
            game, phase = self.moment
            yield game
            if endpoint == "table.show":
                yield phase
                yield (
                    frozenset(self.due.get(eyes.phone.seat, ()))
                    if eyes.part == "seat"
                    else next(iter(self.due.values()), [""])[0]
                )
            elif page in ("forces", "log"):
                yield self.types.get(max(self.types, default=0))
            elif "seq" in values:
                yield self.types.get(int(str(values.pop("seq"))))
            else:
                yield phase
        for name, value in (*values.items(), *parse_qsl(urlsplit(link.url).query)):
            if name in ("token", "words", "key", "seen"):
                yield name
            else:
                yield name, re.sub(r"\d+", "#", str(value))


class Sitting(sessions.Sitting):
    """A session whose taps do not show a page: that is left to the crawl."""

    def __init__(self, app: Flask, session: sessions.Session, *, one_phone: bool) -> None:
        super().__init__(app, session, one_phone=one_phone)
        services: Services = app.extensions["gunbai"]
        self.tables = services.tables
        self.held = {seat.seat: seat.device or "" for seat in self.now.seats}
        self.keys = (f"every-link-{number:08}" for number in count())
        self.types: dict[int, str] = {}
        self.one_phone = one_phone

    @property
    def now(self) -> Table:
        table = self.tables.get(self.table.id)
        assert table is not None
        return table

    def look_but(self, tapped: phones.Phone) -> None:
        """Nobody looks."""

    def tap(self, phone: phones.Phone, entry: sessions.Entry, form: dict[str, str]) -> bool:
        given = {**form, "app": True} if form.pop("app", "") else form
        done = self.tables.tap(
            self.table.id, self.held[entry.by], Tap(entry.type, given, entry.seat, entry.by, next(self.keys))
        )
        if isinstance(done, Done):
            self.types[done.seq] = entry.type
        return isinstance(done, Done)

    def everybody(self) -> Iterator[Eyes]:
        """Who looks, one after the other; one phone for all as it comes, and with one of its players called."""
        if not self.one_phone:
            yield from (Eyes("seat", phone) for phone in self.players.values())
            yield Eyes("watcher", self.phones[-1])
            return
        phone = self.phones[0]
        yield Eyes("one phone", phone)
        if self.now.game.has_secret(self.now.state):
            phone.client.post(f"{phone.path}/call", data={"seat": next(iter(self.players))})
            yield Eyes("one phone, called", phone)


def test_every_link_of_every_session_leads_somewhere(app: Flask) -> None:
    crawl = Crawl(app)
    for path in playthroughs():
        session = sessions.read(path)
        for one_phone in (False, True):
            sitting = Sitting(app, session, one_phone=one_phone)
            for number, entry in enumerate((*session.entries, None)):
                where = f"{session.name} before entry {number + 1} ({'one phone' if one_phone else 'phones'})"
                crawl.look_round(sitting.table.id, sitting.types, sitting.everybody(), where)
                if entry is not None:
                    sitting.enter(entry)
    assert not crawl.broken, "\n".join(f"{link}\n  {where}" for link, where in crawl.broken.items())
