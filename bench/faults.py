"""What breaks on the way, brought about on this machine alone: kill -9 in mid-tap, mutated requests, slow clients.

`python -m bench faults` takes the small numbers; `--rounds 300 --requests 20000 --minutes 120` are those of a release.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import secrets
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote, urlencode

from bench.replays import REPLAYS, SERVERS, TIMES_DEARER, beside_replays
from bench.server import Server
from bench.wrong_calls import nested, wrong_calls
from companion.live.stream import HOLD
from companion.play.desk import act_of
from companion.play.fold import fold
from companion.play.registry import GAMES
from companion.rules.text import Refusal
from companion.serve import allow_files
from companion.store import Store, rows
from tools.postgres import Postgres, binaries

TABLES = 2
GROWTH = 1.2
"""So much more memory at the end of a soak than near its beginning is a leak."""
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


class Hand:
    """A phone at one seat that taps without pause, remembers what was acknowledged, and sends again what was not."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.table = ""
        self.cookie = ""
        self.piece = ""
        self.acknowledged: list[str] = []
        self.waiting: dict[str, str] | None = None
        self.exported: list[Any] = []
        self.complaints: list[str] = []

    def ask(self, port: int, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """One request on a connection of its own: status, address it leads to, text."""
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            headers = {"Cookie": self.cookie, **(FORM if form is not None else {})}
            line.request(method, path, urlencode(form) if form is not None else None, headers)
            answer = line.getresponse()
            text = answer.read().decode()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie" and value.startswith("gunbai="):
                    self.cookie = value.split(";")[0]
            return answer.status, answer.headers.get("Location", ""), text
        finally:
            line.close()

    def tap(self, port: int) -> bool:
        """Sends what waits, else something new. False where there was no answer, or one that says to try again."""
        if self.waiting is None:
            name = f"{self.seat}{secrets.token_hex(6)}"
            key = secrets.token_hex(12)
            self.waiting = {"type": "name", "seat": self.seat, "piece": self.piece, "name": name, "key": key}
        try:
            status, _there, text = self.ask(port, "POST", f"/t/{self.table}/tap", self.waiting)
        except (OSError, http.client.HTTPException):
            return False
        if status in (502, 503, 504):
            return False
        if status != 200:
            self.complaints.append(f"{status}: {text[:200]}")
        else:
            self.acknowledged.append(self.waiting["name"])
        self.waiting = None
        return True

    def check(self, port: int) -> list[str]:
        """What is wrong with the log as this seat may read it."""
        status, _there, text = self.ask(port, "GET", f"/t/{self.table}/log.json")
        if status != 200:
            return [f"the export answers {status}"]
        events = json.loads(text)["events"]
        found = Counter(one["data"].get("name") for one in events if one["type"] == "name" and one.get("data"))
        wrong = [f"{name} is there {found[name]} times" for name in self.acknowledged if found[name] != 1]
        wrong += [f"{name} is there {times} times" for name, times in found.items() if times > 1]
        if events[: len(self.exported)] != self.exported:
            wrong.append("the export before is no beginning of this one")
        self.exported = events
        return [*wrong, *self.complaints]


def begin(port: int) -> list[Hand]:
    """Two phones at each of a few tables, with a unit each to name again and again."""
    hands = []
    for _ in range(TABLES):
        a, b = Hand("a"), Hand("b")
        _status, there, _text = a.ask(port, "POST", "/new", {"game": "kensei", "player": "Aki", "name": "Faults"})
        a.table = b.table = there.split("/t/")[1].split("/")[0]
        b.ask(port, "POST", f"/t/{b.table}/sit", {"seat": "b", "player": "Ben"})
        for hand in (a, b):
            form = {"type": "muster", "seat": hand.seat, "unit": "katana-samurai", "key": secrets.token_hex(12)}
            hand.ask(port, "POST", f"/t/{hand.table}/tap", form)
            hand.piece = f"{hand.seat}1"
        hands += [a, b]
    return hands


def tap_until(hands: list[Hand], port: int, stop: threading.Event, other: int | None = None) -> list[threading.Thread]:
    """Everybody taps until told to stop; without an answer at one server, at the other where there is one."""

    def go(hand: Hand) -> None:
        here = port
        while not stop.is_set():
            if not hand.tap(here):
                if other is None:
                    return
                here = other

    threads = [threading.Thread(target=go, args=(hand,)) for hand in hands]
    for thread in threads:
        thread.start()
    return threads


def unlike(url: str, tables: set[str]) -> list[str]:
    """Tables whose state is not what their whole log comes to."""
    store, wrong = Store(url), []
    for table_id in sorted(tables):
        with store.read() as db:
            row = rows.table_row(db, table_id)
            assert row is not None
            game = GAMES[row.game]
            acts = [act_of(act) for act in rows.acts_after(db, table_id, 0)]
            snapshot = rows.newest_snapshot(db, table_id, game.rules_version)
        begun = game.start(json.loads(row.setup))
        assert not isinstance(begun, Refusal)
        whole = fold(game, begun, acts)
        if snapshot is not None:
            later = [act for act in acts if act.slot > snapshot.seq]
            if fold(game, game.load(snapshot.state), later) != whole:
                wrong.append(f"table {table_id}: replay is not the state")
        if row.seq != max((act.seq for act in acts), default=0):
            wrong.append(f"table {table_id}: the log ends at another number than the table says")
    store.close()
    return wrong


@dataclass
class Killed:
    """What rounds of kill -9 came to."""

    rounds: int = 0
    taps: int = 0
    in_flight: int = 0
    wrong: list[str] = field(default_factory=list)


def killed(folder: Path, rounds: int, seed: int = 1) -> Killed:
    """Rounds of kill -9 in mid-tap on SQLite; the same server comes back over the same file."""
    chance, total = random.Random(seed), Killed()
    hands: list[Hand] = []
    for _ in range(rounds):
        with Server(folder, "killed") as server:
            hands = hands or begin(server.port)
            for hand in hands:
                if hand.waiting is not None:
                    total.in_flight += 1
                    hand.tap(server.port)
                total.wrong += hand.check(server.port)
            threads = tap_until(hands, server.port, threading.Event())
            time.sleep(chance.uniform(0.05, 0.6))
            server.kill()
            for thread in threads:
                thread.join()
        total.wrong += unlike(server.url, {hand.table for hand in hands})
        total.rounds += 1
    total.taps = sum(len(hand.acknowledged) for hand in hands)
    return total


def killed_at_two(folder: Path, rounds: int, seed: int = 2) -> Killed:
    """Two processes over one PostgreSQL; one is killed, its phones go on at the other. Then PostgreSQL starts again."""
    chance, total = random.Random(seed), Killed()
    with Postgres() as cluster, Server(folder, url=cluster.url) as first:
        hands = begin(first.port)
        for number in range(rounds):
            with Server(folder, url=cluster.url) as second:
                stop = threading.Event()
                threads = tap_until(hands, second.port, stop, other=first.port)
                time.sleep(chance.uniform(0.1, 0.6))
                second.kill()
                if number == rounds - 1:
                    cluster.restart()
                time.sleep(0.3)
                stop.set()
                for thread in threads:
                    thread.join()
            for hand in hands:
                if hand.waiting is not None:
                    total.in_flight += 1
                    _again(hand, first.port)
                total.wrong += hand.check(first.port)
            total.wrong += unlike(cluster.url, {hand.table for hand in hands})
            total.rounds += 1
        total.taps = sum(len(hand.acknowledged) for hand in hands)
    return total


def _again(hand: Hand, port: int) -> None:
    """As the page's queue does, and sooner, until there is an answer."""
    for _ in range(300):
        if hand.tap(port):
            return
        time.sleep(0.1)
    hand.complaints.append("no answer for half a minute")


# ---- mutated requests

BITS = (
    "",
    "0",
    "-1",
    "9" * 40,
    "é🏯",
    "\x00",
    "a\nb",
    "/\r\n/there",
    "\ud7ff",
    "%s",
    "../..",
    "<b>",
    "' OR 1=1 --",
    "x" * 3000,
    "[]",
    "{}",
    "NaN",
)


def mutated(app: Any, requests: int, seed: int = 3) -> list[str]:
    """Requests of every kind, changed by chance, to an app; those that were answered by a 5xx."""
    chance, client, wrong = random.Random(seed), app.test_client(), []
    made = client.post("/new", data={"game": "kensei", "player": "Ana"}).headers["Location"]
    table = made.split("/t/")[1].split("/")[0]
    links = client.post("/lists/new", data={"path": "buke", "level": "3"}).headers["Location"].split("/")
    known = {"table_id": table, "token": links[2]}
    rules = [rule for rule in app.url_map.iter_rules() if "stream" not in rule.rule]
    types = ("muster", "name", "side", "ready", "aim", "pad", "roll", "mark", "correct", "order", "undo", "", "x")
    names = (
        "type",
        "seat",
        "by",
        "key",
        "seen",
        "act",
        "ask",
        "allow",
        "read",
        "piece",
        "name",
        "words",
        "player",
        "op",
        "id",
        "by",
    )
    calls = wrong_calls()
    for number in range(requests):
        rule = chance.choice(rules)

        def place(found: re.Match[str]) -> str:
            usual = known.get(found[1].split(":")[-1], "1")
            return quote(usual if chance.random() < 0.8 else chance.choice(BITS), safe="")

        path = re.sub(r"<([^>]*)>", place, re.sub(r"<any\(([\w-]+).*?\):\w+>", r"\1", rule.rule))
        form = {chance.choice(names): chance.choice((*BITS, "a", "a1", "3", secrets.token_hex(6))) for _ in range(5)}
        form |= (
            {"type": chance.choice(types), "seat": "a", "key": f"fuzzed-{number:06}"} if chance.random() < 0.5 else {}
        )
        method = chance.choice(("GET", "POST", "POST"))
        if chance.random() < 0.3:
            method, path = "POST", chance.choice([*calls])
        body: dict[str, Any] = {"data": form}
        if path.startswith("/api"):
            sent = chance.choice(calls[path]) if path in calls and chance.random() < 0.9 else json.dumps(form)
            body = {"data": nested(sent, chance) if chance.random() < 0.1 else sent, "content_type": "application/json"}
        answer = client.open(path, method=method, environ_overrides={HOLD: 0.0}, **body)
        if answer.status_code >= 500:
            wrong.append(f"{answer.status_code} {path} {form}"[:300])
        answer.close()
    return wrong


# ---- slow and silent clients


@dataclass
class Slow:
    """Milliseconds of a tap before and while clients do nothing, and whether a new phone got in."""

    before: float
    beside: float
    new_phone: int


def slow(folder: Path, half: int = 300, silent: int = 300, idle: int = 1100, taps: int = 60) -> Slow:
    """Half requests, streams that are never read and connections that never say a word, beside one who plays."""
    held: list[socket.socket] = []
    allow_files(half + silent + idle + 256)
    with Server(folder, "slow") as server:
        hands = begin(server.port)
        tapping(hands[0], server.port, taps)  # what is loaded once is loaded
        before = tapping(hands[0], server.port, taps)
        stream = f"GET /t/{hands[0].table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        words = [b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Len"] * half + [stream] * silent + [b""] * idle
        for sent in words:
            one = socket.create_connection(("127.0.0.1", server.port), 30)
            one.sendall(sent)
            held.append(one)
        beside = tapping(hands[0], server.port, taps)
        status, _there, _text = Hand("a").ask(server.port, "GET", "/join")
        for one in held:
            one.close()
    return Slow(before, beside, status)


def tapping(hand: Hand, port: int, taps: int) -> float:
    """The middle one of so many taps, in milliseconds."""
    times = []
    for _ in range(taps):
        begun = time.perf_counter()
        assert hand.tap(port), "a tap found no answer"
        times.append(time.perf_counter() - begun)
    return median(times) * 1000


@dataclass
class Soak:
    """Taps acknowledged, MB of all processes after the first tenth of the time and at the end, and what was wrong."""

    taps: int
    early: float
    late: float
    wrong: list[str]


def soak(folder: Path, minutes: float) -> Soak:
    """Ten taps a second at two processes over one database, PostgreSQL where it is at hand."""
    with ExitStack() as held:
        url = held.enter_context(Postgres()).url if binaries() is not None else ""
        one = held.enter_context(Server(folder, "soak", url))
        other = held.enter_context(Server(folder, "soak", url))
        hands = begin(one.port)
        begun, early, number = time.monotonic(), 0.0, 0
        while (now := time.monotonic() - begun) < minutes * 60:
            hand = hands[number % len(hands)]
            hand.tap((one, other)[number // len(hands) % 2].port)
            number += 1
            if not early and now > minutes * 6:
                early = one.memory_mb()[0] + other.memory_mb()[0]
            time.sleep(max(0.0, number / 10 - (time.monotonic() - begun)))
        late = one.memory_mb()[0] + other.memory_mb()[0]
        wrong = [line for hand in hands for line in hand.check(other.port)]
        return Soak(sum(len(hand.acknowledged) for hand in hands), early, late, wrong)


def leaks(early: float, late: float) -> bool:
    """Whether a server grows that only goes on doing the same."""
    return late > GROWTH * early


def main(arguments: list[str]) -> int:
    """Everything in turn; exit code 1 where anything was lost, doubled, or answered by a 5xx."""
    parser = argparse.ArgumentParser(prog="python -m bench faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="of kill -9 on SQLite; a third as many on PostgreSQL")
    parser.add_argument("--requests", type=int, default=2000, help="mutated ones, on each store")
    parser.add_argument("--minutes", type=float, default=1.0, help="of the soak at ten taps a second")
    chosen = parser.parse_args(arguments)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _tell("SQLite", killed(folder, chosen.rounds), wrong)
        if binaries() is None:
            print("PostgreSQL is not on this machine: its rounds are left out")
        else:
            _tell("PostgreSQL, two processes", killed_at_two(folder, max(1, chosen.rounds // 3)), wrong)
        wrong += _mutated_on_each(folder, chosen.requests)
        found = slow(folder)
        ratio = found.beside / found.before
        print(
            f"half requests, silent streams, idle connections: a tap costs {ratio:.2f} times, "
            f"a new phone is answered {found.new_phone}"
        )
        if ratio > 2 or found.new_phone != 200:
            wrong.append("slow clients cost too much")
        for name, command in SERVERS.items():
            asked = beside_replays(folder, command)
            dearer = asked.beside / asked.before
            print(f"{REPLAYS} clients that want exports computed anew, {name}: a tap costs {dearer:.2f} times")
            if dearer > TIMES_DEARER:
                wrong.append(f"exports that are computed anew cost too much under {name}")
        soaked = soak(folder, chosen.minutes)
        print(
            f"soak of {chosen.minutes:g} min, two processes: {soaked.taps} taps acknowledged, "
            f"{soaked.early:.0f} MB after a tenth of it, {soaked.late:.0f} MB at the end"
        )
        wrong += soaked.wrong
        if leaks(soaked.early, soaked.late):
            wrong.append("memory grows")
    print("\n".join(["NOT OK:", *wrong[:20]]) if wrong else "Nothing lost, nothing doubled, no 5xx.")
    return 1 if wrong else 0


def _mutated_on_each(folder: Path, requests: int) -> list[str]:
    from companion.config import Config
    from companion.web import create_app

    wrong = []
    app = create_app(Config(database_url=f"sqlite:///{folder / 'mutated.sqlite3'}"))
    wrong += mutated(app, requests)
    app.extensions["gunbai"].close()
    stores = "SQLite"
    if binaries() is not None:
        stores += " and PostgreSQL"
        with Postgres() as cluster:
            app = create_app(Config(database_url=cluster.url, key_file=str(folder / "mutated.key")))
            wrong += mutated(app, requests)
            app.extensions["gunbai"].close()
    print(f"{requests} mutated requests on {stores}: {len(wrong)} answered by a 5xx")
    return wrong


def _tell(name: str, found: Killed, wrong: list[str]) -> None:
    lost = f"{found.taps} taps acknowledged, {found.in_flight} sent again, {len(found.wrong)} wrong"
    print(f"{name}: {found.rounds} rounds of kill -9, {lost}", flush=True)
    wrong += found.wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
