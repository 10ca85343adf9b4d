"""What whoever runs the server sees of it, behind a password he sets: `/host` to read, `/metrics` for Prometheus.

Counted in memory, for one process; a page is named by its pattern, never by its address, which may be a seat's. Without
the password there is neither page, and nothing is counted.
"""

from __future__ import annotations

import hmac
import shutil
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from flask import Flask, Response, abort, g, request
from werkzeug.exceptions import TooManyRequests

from companion.config import Config
from companion.store import StoreTrouble, key_path
from companion.store.daily import copies_of
from companion.web.answers import render_page
from companion.web.i18n import _
from companion.web.security import come_again, networks, no_store
from companion.web.services import Services, services

MINUTE, LATELY = 60.0, 600.0
"""Seconds in which taps are counted, and of which the slowest answers are told."""
SLOWEST = 5
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: how many answers took no longer."""
TAPS, STREAM = "table.tap", "live.stream"


@dataclass
class Counts:
    """What one process has answered since it began."""

    answers: int = 0
    seconds: float = 0.0
    taps: int = 0
    refused: Counter[int] = field(default_factory=Counter)
    within: Counter[float] = field(default_factory=Counter)
    _tapped: deque[float] = field(default_factory=deque)
    _slow: deque[tuple[float, float, str]] = field(default_factory=deque)
    """When, how long and what: of the last minutes those that no later answer was slower than."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answered(self, what: str, status: int, took: float, now: float, *, tap: bool) -> None:
        """An answer is made: to which pattern of addresses, and how long it took."""
        with self._lock:
            self.answers += 1
            self.seconds += took
            self.refused[status] += status >= 400
            self.within.update(most for most in BUCKETS if took <= most)
            if tap and status < 400:
                self.taps += 1
                self._tapped.append(now)
            self._forget(now)
            kept = [one for one in self._slow if one[2] != what or one[1] > took]
            self._slow = deque([*kept, (now, took, what)][-1000:])

    def taps_a_minute(self, now: float) -> int:
        with self._lock:
            self._forget(now)
            return len(self._tapped)

    def slowest(self, now: float) -> list[tuple[str, float]]:
        """The patterns that took longest in the last minutes, each with its longest answer."""
        with self._lock:
            self._forget(now)
            longest: dict[str, float] = {}
            for _at, took, what in self._slow:
                longest[what] = max(took, longest.get(what, 0.0))
        return sorted(longest.items(), key=lambda one: one[1], reverse=True)[:SLOWEST]

    def _forget(self, now: float) -> None:
        while self._tapped and self._tapped[0] < now - MINUTE:
            self._tapped.popleft()
        while self._slow and self._slow[0][0] < now - LATELY:
            self._slow.popleft()


@dataclass(frozen=True)
class Snapshot:
    """All of it at one moment."""

    counts: Counts
    here: Services
    now: float
    tables: int | None
    """None: the database does not answer."""
    disk: int
    backup: float | None
    """Seconds since the epoch; None where there is no backup."""

    @property
    def others(self) -> int:
        """Processes beside this one."""
        return self.here.bell.neighbors.count


def newest_backup(config: Config, file: Path | None) -> float | None:
    """When the newest backup was made that is whole: in the folder of backups, or beside a SQLite file."""
    found: Iterable[Path] = ()
    if config.backups:
        found = Path(config.backups).glob("*/tables.dump")
    elif file is not None:
        found = copies_of(file, date.today())
    try:
        return max((one.stat().st_mtime for one in found), default=None)
    except OSError:  # a folder that this user may not read
        return None


def _snapshot(counts: Counts) -> Snapshot:
    here = services()
    try:
        tables: int | None = here.tables.open_tables()
    except StoreTrouble:
        tables = None
    file = here.store.file if tables is not None else None
    free = shutil.disk_usage(key_path(here.config.database_url, here.config.key_file).parent).free
    return Snapshot(counts, here, here.clock(), tables, free, newest_backup(here.config, file))


def _authorize(word: str) -> None:
    """Lets in who has the password, under any name or as a bearer token. Wrong ones count as guesses."""
    sent = request.authorization
    given = (sent.token or sent.password or "") if sent is not None else ""
    if not given:
        _challenge()
    path, now = networks("host"), services().clock()
    seconds = services().limits["guess"].wait(path, "", now)
    if seconds > 0:
        message = _("Many passwords were tried here. Try again in a few seconds.")
        raise TooManyRequests(message, retry_after=come_again(seconds))
    if not hmac.compare_digest(given.encode(), word.encode()):
        _challenge()
    services().limits["guess"].give_back(path, "", now)


def _challenge() -> None:
    words = _(
        "This page is for whoever runs the server: enter any name, and the value of COMPANION_HOST_WORD as the "
        "password."
    )
    headers = {"WWW-Authenticate": 'Basic realm="Gunbai", charset="UTF-8"'}
    abort(no_store(Response(words, 401, headers, "text/plain")))


def as_prometheus(seen: Snapshot) -> str:
    """The same numbers in Prometheus' text format."""
    lines: list[str] = []
    for name, kind, does, values in _figures(seen):
        lines += [f"# HELP gunbai_{name} {does}", f"# TYPE gunbai_{name} {kind}"]
        lines += [f"gunbai_{name}{which} {value}" for which, value in values.items()]
    return "".join(f"{line}\n" for line in lines)


def _figures(seen: Snapshot) -> Iterator[tuple[str, str, str, Mapping[str, object]]]:
    """Name, kind, what it tells, and its values, each by what stands behind the name."""
    counts, here = seen.counts, seen.here
    yield "database_up", "gauge", "1 while the database answers.", {"": int(seen.tables is not None)}
    if seen.tables is not None:
        yield "tables_open", "gauge", "Tables that were neither deleted nor closed.", {"": seen.tables}
    yield "streams_open", "gauge", "Live streams of this process.", {"": here.streams.count}
    yield "streams_most", "gauge", "Live streams this process holds at most.", {"": here.config.max_streams}
    yield "processes", "gauge", "Processes that hear each other over this database.", {"": seen.others + 1}
    yield "taps_total", "counter", "Taps that were entered.", {"": counts.taps}
    tapped = counts.taps_a_minute(seen.now)
    yield "taps_last_minute", "gauge", "Taps that were entered within the last minute.", {"": tapped}
    refused = {f'{{status="{status}"}}': number for status, number in sorted(counts.refused.items()) if number}
    yield "refusals_total", "counter", "Answers that refused something, by status.", refused
    within = {f'_bucket{{le="{most}"}}': counts.within[most] for most in BUCKETS}
    whole = {'_bucket{le="+Inf"}': counts.answers, "_sum": f"{counts.seconds:.6f}", "_count": counts.answers}
    yield "answer_seconds", "histogram", "How long answers took, without their wait for a thread.", within | whole
    slowest = {f'{{page="{what}"}}': f"{took:.6f}" for what, took in counts.slowest(seen.now)}
    yield "slowest_answer_seconds", "gauge", "The slowest answers of the last ten minutes.", slowest
    yield "disk_free_bytes", "gauge", "What is left of the disk of the database, or of its key.", {"": seen.disk}
    if seen.backup is not None:
        made = f"{seen.backup:.0f}"
        yield "newest_backup_timestamp_seconds", "gauge", "When the newest backup was made.", {"": made}


def install(app: Flask) -> None:
    """Counts, and shows what was counted, where a password is set."""
    here: Services = app.extensions["gunbai"]
    word = here.config.host_word
    if not word:
        return
    counts = Counts()

    def begin() -> None:
        g.begun = time.perf_counter()

    def end(response: Response) -> Response:
        if request.endpoint != STREAM and "begun" in g and response.status_code >= 200:  # the other asks for its body
            what = f"{request.method} {request.url_rule.rule if request.url_rule is not None else 'no page'}"
            took = time.perf_counter() - g.begun
            counts.answered(what, response.status_code, took, here.clock(), tap=request.endpoint == TAPS)
        return response

    def host() -> Response:
        _authorize(word)
        seen = _snapshot(counts)
        age = None if seen.backup is None else max(0, round((time.time() - seen.backup) / 3600))
        refused = sorted((status, number) for status, number in counts.refused.items() if number)
        return render_page("host.html", seen=seen, refused=refused, backup_hours=age)

    def metrics() -> Response:
        _authorize(word)
        figures = as_prometheus(_snapshot(counts))
        return no_store(Response(figures, content_type="text/plain; version=0.0.4; charset=utf-8"))

    app.before_request(begin)
    app.after_request(end)
    app.add_url_rule("/host", "host", host)
    app.add_url_rule("/metrics", "metrics", metrics)
