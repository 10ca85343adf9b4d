"""The process that draws: `python -m printables SECONDS`, begun by `press.py` and for its ears alone.

What is asked comes through the standard input and the answers leave through the standard output, both pickled. It ends
after so many seconds without work, and at the end of its input: nobody is left to ask then, or to wait for a sheet.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

Asked = tuple[str, tuple[Any, ...]]
NICER = 5
"""Where the machine has no core to spare, taps come first."""


def main(idle: float) -> None:
    """Answers until nothing is asked any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for who began this process, and reaches all of them
    if hasattr(os, "nice"):
        os.nice(NICER)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whoever prints something prints it where the server does, and not among the answers
    from printables import drawing

    asked: SimpleQueue[Asked] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    patience = None  # it was begun for something
    with suppress(Empty, BrokenPipeError):
        while True:
            what, given = asked.get(timeout=patience)
            answers.write(_answered(getattr(drawing, what), given))
            answers.flush()
            patience = idle
    os._exit(0)  # at once: the other thread is still listening


def _listen(asked: SimpleQueue[Asked]) -> None:
    """Takes down what is asked; at the end of it the process ends, whatever it is drawing."""
    try:
        while True:
            asked.put(pickle.load(sys.stdin.buffer))
    except EOFError:
        pass
    except Exception:  # nobody shall wait for an answer to what could not be read
        traceback.print_exc()
    os._exit(0)


def _answered(draw: Any, given: tuple[Any, ...]) -> bytes:
    """The answer, or the exception in its place."""
    try:
        return pickle.dumps((True, draw(*given)))
    except Exception as problem:
        told = "".join(traceback.format_exception(problem))
        problem.add_note(f"In the process that draws:\n{told}")
        try:
            answer = pickle.dumps((False, problem))
            pickle.loads(answer)  # an exception that wants more than its message can be written, but not read
        except Exception:
            answer = pickle.dumps((False, RuntimeError(told)))
        return answer


if __name__ == "__main__":
    main(float(sys.argv[1]))
