"""The file of a SQLite database, and whether what lies by its name is that file still.

What SQLite keeps beside it (`-wal`) is found by name alone: opened beside another file, it would be written into that
one. So no connection is opened any more once the file is another, and none beside what another file has left.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SIDE_FILES = ("-wal", "-shm")
"""What SQLite keeps next to a database that is open, or was when its program was killed."""
_JOURNAL = slice(18, 20)
"""Where a database says how it is written; our own say WAL before anything lies beside them, backups never do."""
_WAL = b"\2\2"


class OwnFile:
    """The file one store has opened, made where there was none."""

    def __init__(self, path: Path, moment: str) -> None:
        """What lies beside the file and belongs to another goes aside, under a name with this moment."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        # The file holds secrets of the players: only its owner may read it. SQLite gives -wal and -shm the same mode.
        self._handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        self._identity = _identity_of(os.fstat(self._handle))
        self._wal_identity: tuple[int, int] | None = None
        self._is_wal = False
        self.put_aside = aside_of_another(path, moment)

    def settled(self) -> None:
        """Everything is made: from now on the file and what lies beside it stay what they are."""
        self._is_wal = self._says() == _WAL
        self._wal_identity = identity(sibling(self.path, "-wal"))

    def there(self) -> bool:
        """Whether the file bears its name."""
        return identity(self.path) == self._identity

    def overwritten(self) -> bool:
        """Whether something else was written into it, as by `cp`: a backup says that it is no WAL."""
        return self._is_wal and self._says() != _WAL

    def same(self) -> bool:
        """Whether all is as it was. Costs two looks at what the system has in memory."""
        return self.there() and not self.overwritten()

    @contextmanager
    def left_alone(self) -> Iterator[None]:
        """The last connection writes what it holds into the file, unless that bears another name by then."""
        elsewhere = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        renamed = self.overwritten() and self._renamed(elsewhere)
        try:
            yield
        finally:
            if renamed:
                elsewhere.rename(self.path)

    def _renamed(self, elsewhere: Path) -> bool:
        """Another process that ends may have given it another name for the moment, just as this one does."""
        for _ in range(100):
            if self.there():
                with suppress(FileNotFoundError):
                    self.path.rename(elsewhere)
                    return True
            time.sleep(0.01)
        return False

    def clear_away(self, aside: Path | None) -> None:
        """Takes from beside another file what belongs to this one: under that name, or away."""
        if self._wal_identity is None or identity(sibling(self.path, "-wal")) != self._wal_identity:
            return
        if aside is not None:
            move_side_files(self.path, aside)
            return
        for end in SIDE_FILES:
            sibling(self.path, end).unlink(missing_ok=True)

    def close(self) -> None:
        """After the last connection: on POSIX to close a file gives up every lock this process has on it."""
        os.close(self._handle)

    def _says(self) -> bytes:
        if sys.platform == "win32":  # there an open file is not replaced, and not read at a place
            return _WAL
        return os.pread(self._handle, 20, 0)[_JOURNAL]


def sibling(file: Path, end: str) -> Path:
    """What lies next to a file, by the end of its name."""
    return file.with_name(file.name + end)


def move_side_files(file: Path, other: Path) -> None:
    """Puts what lies beside a file beside another one."""
    for end in SIDE_FILES:
        if sibling(file, end).exists():
            sibling(file, end).rename(sibling(other, end))


@contextmanager
def partial_file(target: Path) -> Iterator[Path]:
    """A file beside the target, for its owner only, that is gone afterwards unless it has taken the target's name."""
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        yield partial
    finally:
        for end in ("", *SIDE_FILES):
            sibling(partial, end).unlink(missing_ok=True)


def sync(file: Path) -> None:
    """Waits until what was written into a file is on the disk."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def aside_name(file: Path, moment: str) -> Path:
    """The name of what was in a file's place until this moment."""
    return file.with_name(f"{file.name}.before-{moment}")


def aside_of_another(file: Path, moment: str) -> Path | None:
    """Puts aside a `-wal` that cannot be this file's, and says under which name it is kept.

    A database says that it is a WAL before it gets one, and says so no more only after its WAL is gone."""
    wal = sibling(file, "-wal")
    if not wal.exists() or not wal.stat().st_size:
        return None
    if file.exists():
        with file.open("rb") as written:
            if written.read(20)[_JOURNAL] == _WAL:
                return None
    aside = file.with_name(f"{file.name}.stray-{moment}")  # beside no file at all
    move_side_files(file, aside)
    return sibling(aside, "-wal")


def identity(file: Path) -> tuple[int, int] | None:
    """Which file there is now by this name; None where there is none."""
    try:
        return _identity_of(os.stat(file))
    except OSError:
        return None


def _identity_of(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino
