"""The server as players start it, in a process of its own, and what it costs this machine."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    """A port nobody has, below those from which systems take the ends of connections: it stays free until the server
    has come to listen, whatever else is measured on this machine."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """`python app.py`, or another `command`, on a free port of this computer, over a database of its own in `folder`
    or over `url`; of this version, or of the one in the folder `root`."""

    def __init__(
        self,
        folder: Path,
        name: str = "tables",
        url: str = "",
        *,
        command: tuple[str, ...] = ("app.py",),
        root: Path = ROOT,
        **settings: str,
    ) -> None:
        self.url = url or f"sqlite:///{folder / name}.sqlite3"
        self.port = free_port()
        environ = {
            **os.environ,
            "COMPANION_DATABASE_URL": self.url,
            "COMPANION_KEY_FILE": str(folder / name) + ".key",
            "COMPANION_HOST": "127.0.0.1",
            "PORT": str(self.port),
            **settings,
        }
        self._process = subprocess.Popen(
            [sys.executable, *command],
            cwd=root,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        self._wait_until_open()

    def _wait_until_open(self) -> None:
        for _ in range(1200):
            if self._process.poll() is not None:
                raise RuntimeError("the server ended before it answered")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not answer within two minutes")

    def _pids(self) -> list[int]:
        """The process, and the workers it has begun."""
        main = self._process.pid
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]

    def memory_mb(self) -> tuple[float, float]:
        """PSS and RSS in MB: its share of memory, and all it can see."""
        pss = rss = 0
        for pid in self._pids():
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            kept = {line.split(":")[0]: int(line.split()[1]) for line in text.splitlines()[1:]}
            pss, rss = pss + kept["Pss"], rss + kept["Rss"]
        return pss / 1024, rss / 1024

    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        used = 0
        for pid in self._pids():
            numbers = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            used += int(numbers[11]) + int(numbers[12])
        return used / os.sysconf("SC_CLK_TCK")

    def threads(self) -> int:
        """Threads of the process."""
        return len(list(Path(f"/proc/{self._process.pid}/task").iterdir()))

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.wait()

    def interrupt(self) -> float:
        """Ctrl-C; the seconds until the process had ended."""
        begun = time.perf_counter()
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)
        return time.perf_counter() - begun

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        if self._process.poll() is None:
            for pid in reversed(self._pids()):
                os.kill(pid, signal.SIGKILL)
            self._process.wait()
