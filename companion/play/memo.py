"""What is asked for by several phones at once is made once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Made = TypeVar("Made")


@dataclass(eq=False, slots=True)
class _Slot(Generic[Made]):
    """One answer, and the lock under which it is made."""

    made: Made | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Memo(Generic[Made]):
    """The answers used lately, by a key that names everything they depend on; never more than `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._slots: OrderedDict[Hashable, _Slot[Made]] = OrderedDict()
        self._lock = threading.Lock()

    def peek(self, key: Hashable) -> Made | None:
        """The answer to this key where it has been made and is still here."""
        with self._lock:
            slot = self._slots.get(key)
            if slot is not None:
                self._slots.move_to_end(key)
            return slot.made if slot is not None else None

    def put(self, key: Hashable, made: Made) -> None:
        """Keeps an answer that was made elsewhere, in the place of another to this key."""
        with self._lock:
            self._slots[key] = _Slot(made)
            self._slots.move_to_end(key)
            self._shrink()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The answer to this key. Whoever asks while another thread makes it waits for that one."""
        with self._lock:
            slot = self._slots.get(key)
            if slot is None:
                slot = self._slots[key] = _Slot()
                self._shrink()
            else:
                self._slots.move_to_end(key)
        with slot.lock:
            if slot.made is None:
                slot.made = make()
            return slot.made

    def _shrink(self) -> None:
        while len(self._slots) > self._most:
            self._slots.popitem(last=False)
