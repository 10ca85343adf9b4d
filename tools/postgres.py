"""A PostgreSQL server of one's own, made of this machine's binaries, for tests and measurements."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType


def binaries() -> Path | None:
    """Where initdb and pg_ctl are; Debian keeps them by version, out of the way."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


class Postgres:
    """A fresh server with one database; it listens on a socket in its own folder only, and root runs none."""

    def __init__(self, superuser: str = "gunbai") -> None:
        """Raises FileNotFoundError where PostgreSQL is not installed."""
        found = binaries()
        if found is None:
            raise FileNotFoundError("PostgreSQL is not installed: apt-get install postgresql")
        self._binaries = found
        self._user = "postgres" if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="gunbai-pg-", dir="/tmp"))  # a socket's path has to be short
        if self._user:
            shutil.chown(self.folder, self._user)
        self._data = str(self.folder / "data")
        self._superuser = superuser
        self.url = f"postgresql+psycopg://{superuser}@/postgres?host={self.folder}"

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = f"-k {self.folder} -h ''"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Ends it; `immediate` is as if its machine had lost power."""
        self._run("pg_ctl", "-D", self._data, "-m", mode, "stop")

    def restart(self) -> None:
        """Ends it without a word to anybody, and starts it again."""
        self.stop()
        self.start()

    def pids(self) -> list[int]:
        """Its processes."""
        main = int((Path(self._data) / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        return [main, *map(int, children)]

    def __enter__(self) -> Postgres:
        self._run("initdb", "-D", self._data, "-U", self._superuser, "--auth=trust", "-E", "UTF8", "--no-sync")
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder)

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._binaries / program), *words]
        subprocess.run(command, user=self._user, cwd=self.folder, check=True, capture_output=True)
