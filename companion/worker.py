"""What takes long is computed in a process of its own. Python computes in one thread at a time: beside the pages it
would take every other turn from the taps. And what it needs, a pen or a solver, is loaded only there.

The process is begun by the first who asks (`python -m companion.worker MODULE SECONDS`), answers one after the other
through its pipes, pickled, and ends by itself: after a while without work, so that its memory goes back, and when
whoever began it is gone, however.
"""

from __future__ import annotations

import atexit
import importlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any

from companion.rules.text import Text

ROOT = Path(__file__).resolve().parent.parent
IDLE_SECONDS = 60.0
"""After this long without work the process ends."""
ANSWER_SECONDS = 60.0
"""A process that has not answered by then stands still, and is ended: who waits for it keeps all others waiting. The
largest kit takes a few seconds."""
MOST_WAITING = 24
"""Of those who wait at a time, each in a thread, whether or not he is still there to be answered. A page that shows a
large kit on a wide screen asks for twenty previews at once."""
TURN_SECONDS = 25.0
"""How long one waits for his turn: twenty previews take a few seconds, on a slow machine more. This, a minute for an
answer and another where the process ended over it are together less than what a proxy waits
(`docs/hosting/nginx.conf`)."""
BUSY = Text("Too many are waiting for this already.")
NICER = 10
"""Where the machine has no core to spare, taps come first."""
ENDED = (OSError, EOFError, pickle.UnpicklingError)
"""What is raised here where a process cannot be begun, or ends before it has answered."""

Asked = tuple[str, tuple[Any, ...], Mapping[str, Any]]


class WorkerTrouble(Exception):
    """There is no answer: no process can be begun, or every one ends over this, or too many wait for it."""

    def __init__(self, words: Text, why: str) -> None:
        """What a player reads, and what whoever runs the server does."""
        super().__init__(why)
        self.words = words


class Worker:
    """The one process in which the functions of this module are called, for all threads of this one."""

    def __init__(
        self, module: str, without: Text, idle: float = IDLE_SECONDS, *, most_waiting: int = MOST_WAITING
    ) -> None:
        """`without`: what a player reads where no process answers."""
        self._module = module
        self._without = without
        self._idle = idle
        self._process: subprocess.Popen[bytes] | None = None
        self.most_waiting = most_waiting
        self._places = threading.BoundedSemaphore(self.most_waiting)
        self._here = threading.local()
        self._turn = threading.Lock()
        atexit.register(self.close)

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def close(self) -> None:
        """Ends the process, if it is not just at work: it ends with this one then. Who asks later begins another."""
        if self._turn.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._turn.release()

    @contextmanager
    def place(self) -> Iterator[float]:
        """A place among those who wait, and the time until which one waits there. Who waits for another thread to ask
        takes one too; a thread has one only, however often it takes one."""
        until: float | None = getattr(self._here, "until", None)
        if until is not None:
            yield until
            return
        if not self._places.acquire(blocking=False):
            raise WorkerTrouble(BUSY, f"{self.most_waiting} are waiting for {self._module}")
        self._here.until = until = time.monotonic() + TURN_SECONDS
        try:
            yield until
        finally:
            self._here.until = None
            self._places.release()

    def ask(self, what: str, *given: Any, **named: Any) -> Any:
        """The answer of a function of the module. An exception there is raised here; `WorkerTrouble` where there is no
        answer."""
        asked = pickle.dumps((what, given, named))
        with self.place() as until, self._turn_before(until):
            done, answer = self._tried(asked)
        if not done:
            raise answer
        return answer

    @contextmanager
    def _turn_before(self, until: float) -> Iterator[None]:
        """The turn to ask. Who waited too long for another thread's does not begin it either."""
        left = until - time.monotonic()
        if left <= 0 or not self._turn.acquire(timeout=left):
            raise WorkerTrouble(BUSY, f"no turn within {TURN_SECONDS:g} seconds at {self._module}")
        try:
            yield
        finally:
            self._turn.release()

    def _tried(self, asked: bytes) -> tuple[bool, Any]:
        """The answer of a process that does not end over it."""
        with suppress(*ENDED):  # perhaps just when it was asked: another is begun
            return self._answer(asked)
        try:
            return self._answer(asked)
        except ENDED as problem:
            raise WorkerTrouble(self._without, repr(problem)) from problem

    def _answer(self, asked: bytes) -> tuple[bool, Any]:
        """What the process answers, and whether that is an answer or an exception."""
        try:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            with self._in_time(process):
                process.stdin.write(asked)
                process.stdin.flush()
                answer = _read(process.stdout)
        except BaseException:  # half an answer shall not be taken for the beginning of the next
            self._end()
            raise
        return answer

    @contextmanager
    def _in_time(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        """Ends the process where the block takes too long; its pipes end with it. Another would take as long again, so
        that is the trouble already."""
        over = threading.Event()

        def end() -> None:
            over.set()
            process.kill()

        timer = threading.Timer(ANSWER_SECONDS, end)
        timer.daemon = True  # at the end of this process nobody waits for it
        timer.start()
        try:
            yield
        except ENDED as problem:
            if over.is_set():
                raise WorkerTrouble(self._without, f"no answer within {ANSWER_SECONDS:g} seconds") from problem
            raise
        finally:
            timer.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, begun where there is none."""
        if self._process is not None and self.pid is not None:
            return self._process
        self._end()
        command = [sys.executable, "-m", "companion.worker", self._module, str(self._idle)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )
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


def _read(answers: IO[bytes]) -> tuple[bool, Any]:
    """The next answer. One that cannot be read, as where the code on the disk is not that of this process any more, is
    as good as none; pickle raises almost anything over it."""
    try:
        answer: tuple[bool, Any] = pickle.load(answers)
    except ENDED:
        raise
    except Exception as problem:
        raise pickle.UnpicklingError(repr(problem)) from problem
    return answer


# ---- in the process itself


def main(module: str, idle: float) -> None:
    """Answers until nothing is asked any more."""
    # Ctrl-C is meant for who began this process. Where there are no process groups (Windows) it reaches this one too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICER)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whoever prints something prints it where the server does, and not among the answers
    functions = importlib.import_module(module)
    asked: SimpleQueue[Asked] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    patience = None  # it was begun for something
    with suppress(Empty, BrokenPipeError):
        while True:
            what, given, named = asked.get(timeout=patience)
            answers.write(_answered(getattr(functions, what), given, named))
            answers.flush()
            patience = idle
    os._exit(0)  # at once: the other thread is still listening


def _listen(asked: SimpleQueue[Asked]) -> None:
    """Takes down what is asked; at the end of it the process ends, whatever it is at."""
    try:
        while True:
            asked.put(pickle.load(sys.stdin.buffer))
    except EOFError:
        pass
    except Exception:  # nobody shall wait for an answer to what could not be read
        traceback.print_exc()
    os._exit(0)


def _answered(function: Any, given: tuple[Any, ...], named: Mapping[str, Any]) -> bytes:
    """The answer, or the exception in its place."""
    try:
        return pickle.dumps((True, function(*given, **named)))
    except Exception as problem:
        trace = "".join(traceback.format_exception(problem))
        problem.add_note(f"In the worker process:\n{trace}")
        try:
            answer = pickle.dumps((False, problem))
            pickle.loads(answer)  # an exception that wants more than its message can be written, but not read
        except Exception:
            answer = pickle.dumps((False, RuntimeError(trace)))
        return answer


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
