"""What every process that serves needs, whichever web server it is: its memory, and what to say at its start."""

from __future__ import annotations

import ctypes
import gc
import os
import sys

from companion.config import Config
from companion.network import EVERYWHERE

GC_THRESHOLDS = (700, 10, 300)
"""Python's own, but for the last: it looked through everything that is kept of fifty tables again and again, each time
for a fifth of a second in which nobody was answered. A larger first number would save a twentieth of each tap, but then
what is new is looked through so much at a time that one tap of twenty waits 60 ms longer."""
ARENA_MAX = -8
"""glibc's M_ARENA_MAX."""


def one_heap() -> None:
    """Lets all threads take memory from one place; called before they begin. By itself glibc gives each its own, which
    never gets smaller."""
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
        mallopt(ARENA_MAX, 1)


def settle_memory() -> None:
    """Called when all is loaded: that stays for good, so the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def warnings(config: Config) -> tuple[str, ...]:
    """What whoever starts the server may not have meant, a line each."""
    root = "It runs as root: whoever breaks in owns this computer. Start it as a user of its own."
    everywhere = (
        "It listens on every network of this computer, a public one too; --host ADDRESS (COMPANION_HOST) takes one."
    )
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return (*((root,) if as_root else ()), *((everywhere,) if config.host in EVERYWHERE else ()))
