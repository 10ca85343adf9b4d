"""A PostgreSQL of its own, made of this machine's binaries in a folder that is gone afterwards."""

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


class Cluster:
    """A server that listens on a socket in its own folder only; root runs none, so another user does."""

    def __init__(self) -> None:
        self._binaries = binaries()
        self._folder = Path(tempfile.mkdtemp(prefix="gunbai-pg-"))
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user:
            shutil.chown(self._folder, self._user)
        self.url = f"postgresql+psycopg://gunbai@/postgres?host={self._folder}"

    def _run(self, name: str, *words: str) -> None:
        command = [str(self._binaries / name) if self._binaries else name, "-D", str(self._folder / "data"), *words]
        subprocess.run(command, user=self._user, cwd=self._folder, check=True, capture_output=True)

    def restart(self) -> None:
        """Ends it without a word to anybody, and starts it again."""
        self._run("pg_ctl", "-w", "-m", "immediate", "-l", str(self._folder / "log"), "restart")

    def __enter__(self) -> Cluster:
        self._run("initdb", "-U", "gunbai", "--auth=trust", "-E", "UTF8")
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", f"-k {self._folder} -h ''", "start")
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(self._folder)
