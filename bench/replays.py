"""What a tap costs beside clients that ask for whole tables to be computed anew, again and again without a pause.

They run in a process of their own that takes only what processor is left (`nice`): they would come from other machines.
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench.server import ROOT, Server

REPLAYS = 40
TIMES_DEARER = 3.0
"""What a tap may cost beside so many."""
ENTRIES = 5000
"""The longest export that is taken."""
SERVERS = {"python app.py": ("app.py",), "gunicorn": ("-m", "gunicorn", "-c", "python:companion.hosting")}


@dataclass
class Beside:
    """Milliseconds of a tap before and beside them, and how many of them were answered so: a status, or an error."""

    before: float
    beside: float
    answers: dict[str, int]


def export(entries: int) -> str:
    """An evening with so many entries."""
    data: list[tuple[str, dict[str, str]]] = [("muster", {"unit": "katana-samurai"})]
    data += [("name", {"piece": "a1", "name": f"n{n}"}) for n in range(1, entries)]
    events = [
        {"n": n, "type": type, "seat": "a", "by": "a", "data": entered, "line": "x" * 100}
        for n, (type, entered) in enumerate(data)
    ]
    return json.dumps({"format": "gunbai-table/1", "game": "kensei", "setup": {}, "seats": [], "events": events})


def beside_replays(
    folder: Path,
    command: tuple[str, ...],
    replays: int = REPLAYS,
    taps: int = 200,
    entries: int = ENTRIES,
    nice: int = 19,
) -> Beside:
    """The middle one of so many taps, before and while so many clients ask a server begun by this command."""
    from bench.faults import begin, tapping

    with Server(folder, "replays", command=command) as server:
        hands = begin(server.port)
        tapping(hands[0], server.port, taps)  # what is loaded once is loaded
        before = tapping(hands[0], server.port, taps)
        clients = subprocess.Popen(
            [sys.executable, "-m", "bench.replays", *map(str, (server.port, replays, entries, nice))],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert clients.stdout is not None
        clients.stdout.readline()  # each has had an answer
        beside = tapping(hands[0], server.port, taps)
        output, _ = clients.communicate("")
    return Beside(before, beside, json.loads(output))


def main(port: int, replays: int, entries: int, nice: int) -> None:
    """Asks until its input ends; says when all have had an answer, and at last what all were answered."""
    os.nice(nice)
    sent = export(entries).encode()
    answers: Counter[str] = Counter()
    begun = threading.Barrier(replays + 1)

    def ask() -> None:
        first = True
        while True:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
            try:
                line.request("POST", "/api/replay", sent, {"Content-Type": "application/json"})
                answer = line.getresponse()
                answer.read()
                answers[str(answer.status)] += 1
            except (OSError, http.client.HTTPException) as problem:
                answers[type(problem).__name__] += 1
            line.close()
            if first:
                begun.wait()
                first = False

    for _ in range(replays):
        threading.Thread(target=ask, daemon=True).start()
    begun.wait()
    print("begun", flush=True)
    sys.stdin.read()
    print(json.dumps(answers), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
