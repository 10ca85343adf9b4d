"""Drawing in a process of its own. Python computes in one thread at a time, so a kit drawn beside the pages would take
every other turn from the taps; and what draws is loaded only there.

The process is begun by the first who asks (`python -m printables`), answers one after the other through its pipes, and
ends by itself: after a while without work, so that its memory goes back, and when whoever began it is gone, however.
"""

from __future__ import annotations

import atexit
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.rules.kensei.army import Army as ArmyList
from companion.rules.text import Refusal
from printables.options import Options
from printables.packed import Packed
from printables.printed import Kit

ROOT = Path(__file__).resolve().parent.parent
IDLE_SECONDS = 60.0
"""After this long without work the process ends."""
DRAWING_SECONDS = 60.0
"""A process that has not answered by then stands still, and is ended: who waits for it keeps all others waiting. The
largest kit takes a few seconds."""
ENDED = (OSError, EOFError, pickle.UnpicklingError)
"""What is raised here where a process cannot be begun, or ends before it has answered."""


class PressTrouble(Exception):
    """There is no process that draws: none can be begun, or every one ends over this."""


class Press:
    """The one process that draws, for all threads of this one."""

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        self._idle = idle
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()

    def kit(self, listed: ArmyList | None, options: Options) -> Kit | Refusal:
        """A list's kit, or everything that stands against it."""
        made: Kit | Refusal = self._ask("kit", listed, options)
        return made

    def packed(self, battle: Packed, options: Options) -> bytes:
        """The sheet of a battle that is put away."""
        made: bytes = self._ask("packed", battle, options)
        return made

    def page(self, pdf: bytes, number: int, width: int) -> bytes:
        """A page of a PDF as a PNG this many pixels across."""
        made: bytes = self._ask("page", pdf, number, width)
        return made

    def icon(self, pixels: int, room: float, rounded: bool) -> bytes:
        """The program's sign as a PNG; it takes `room` of the width."""
        made: bytes = self._ask("icon", pixels, room, rounded)
        return made

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def close(self) -> None:
        """Ends the process, if it is not just drawing: it ends with this one then. Who asks later begins another."""
        if self._turn.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._turn.release()

    def _ask(self, what: str, *given: Any) -> Any:
        """The answer of a function in `drawing.py`. An exception there is raised here."""
        asked = pickle.dumps((what, given))
        with self._turn:
            done, answer = self._tried(asked)
        if not done:
            raise answer
        return answer

    def _tried(self, asked: bytes) -> tuple[bool, Any]:
        """The answer of a process that does not end over it."""
        with suppress(*ENDED):  # perhaps just when it was asked: another is begun
            return self._answer(asked)
        try:
            return self._answer(asked)
        except ENDED as problem:
            raise PressTrouble(repr(problem)) from problem

    def _answer(self, asked: bytes) -> tuple[bool, Any]:
        """What the process answers, and whether that is an answer or an exception."""
        try:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            with _ended_after(DRAWING_SECONDS, process):
                process.stdin.write(asked)
                process.stdin.flush()
                answer: tuple[bool, Any] = pickle.load(process.stdout)
        except BaseException:  # half an answer shall not be taken for the beginning of the next
            self._end()
            raise
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, begun where there is none."""
        if self._process is not None and self.pid is not None:
            return self._process
        self._end()
        command = [sys.executable, "-m", "printables", str(self._idle)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def _end(self) -> None:
        """Nothing is left of the process, nor of what it was asked."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what it never read
                    pipe.close()
        process.wait()


@contextmanager
def _ended_after(seconds: float, process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Ends the process where the block takes longer; its pipes end with it."""
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True  # at the end of this process nobody waits for it
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


PRESS = Press()
"""The one of this process."""
atexit.register(PRESS.close)
