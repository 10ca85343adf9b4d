"""The steps of `docs/hosting.md`, run as they are written by a user without rights: with PostgreSQL, two gunicorns, and
both proxies before them. Only folders, ports and the day differ; what stands for root and systemd is in `machine`."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date
from http.client import HTTPConnection
from pathlib import Path

import flask
import pytest

from tests.live.test_proxy_files import FRAME, program
from tests.running import ROOT, free_ports, new_table, send
from tests.system import postgres
from tools.postgres import Postgres

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf8")
PRETENDED = ("sudo", "git", "python3", "install", "nginx", "systemctl")
NOTHING_TO_DO = ("apt", "useradd", "certbot")
KEPT = (
    "app.py",
    "companion",
    "printables",
    "templates",
    "static",
    "docs",
    "requirements.txt",
    "requirements-hosting.txt",
)
NOBODY = 65534
PACKAGES = str(Path(flask.__file__).parents[1])
OWN_PATHS = re.compile(r"(?<![\w.])/(?=(?:etc|opt|var|usr/local)/)")


def steps(number: int) -> list[str]:
    """The commands of a section, block by block."""
    section = re.search(rf"^## {number}\. .*?(?=^## )", PAGE, re.M | re.S)
    assert section is not None
    return re.findall(r"```\n(.*?)```", section[0], re.S)


def python_of(user: int | None) -> str:
    """A Python that this user may run with our packages: the one of the tests, or the system's of the same version."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for one in (sys.executable, shutil.which(f"python{version}", path="/usr/bin") or ""):
        with suppress(PermissionError, FileNotFoundError):
            words, environ = [one, "-c", "import flask"], {"PYTHONPATH": PACKAGES}
            if subprocess.run(words, user=user, cwd="/", env=environ, capture_output=True).returncode == 0:
                return one
    pytest.skip(f"no Python {version} that a user without rights may run")


class Machine:
    """A folder that is a machine's root, with its programs."""

    def __init__(self, server: Postgres) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="gunbai-host-", dir="/tmp"))
        self._user = NOBODY if os.geteuid() == 0 else None
        self._python = python_of(self._user)
        self._server = server
        one, two, caddy, nginx = free_ports(4)
        self._ports = {"8001": str(one), "8002": str(two)}
        self.fronts = {name: port for name, port in (("caddy", caddy), ("nginx", nginx)) if shutil.which(name)}
        self._environ = {
            "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}",
            "HOME": str(self.root),
            "MACHINE": str(self.root),
            "PACKAGES": PACKAGES,
            "PGHOST": str(server.folder),
            **{name.upper(): program(name) for name in self.fronts},
        }
        self._lay_out()

    def own(self, text: str) -> str:
        """A step, or a file of the page, with this machine's folders and ports."""
        for port, instead in self._ports.items():
            text = text.replace(port, instead)
        text = OWN_PATHS.sub(f"{self.root}/", text).replace("/run/postgresql", str(self._server.folder))
        text = text.replace("games.example {", f"http://:{self.fronts.get('caddy')} {{")
        here = f"listen 127.0.0.1:{self.fronts.get('nginx')};"
        return text.replace("    listen [::]:80;\n", "").replace("listen 80;", here)

    def _lay_out(self) -> None:
        for folder in ("bin", "running", "etc/systemd/system", "etc/caddy", "etc/nginx/sites-available"):
            (self.root / folder).mkdir(parents=True)
        for folder in ("etc/nginx/sites-enabled", "opt/gunbai", "usr/local/bin", "var/backups", "var/log/nginx"):
            (self.root / folder).mkdir(parents=True)
        (self.root / "repository").mkdir()
        for name in KEPT:
            kept, there = ROOT / name, self.root / "repository" / name
            shutil.copytree(kept, there) if kept.is_dir() else shutil.copy(kept, there)
        for file in (self.root / "repository/docs/hosting").iterdir():
            file.write_text(self.own(file.read_text()))
        caddyfile = self.root / "repository/docs/hosting/Caddyfile"
        caddyfile.write_text(caddyfile.read_text().replace("{\n", "{\n\tadmin off\n", 1))
        frame = FRAME.format(folder=self.root, user="")
        enabled = f"include {self.root}/etc/nginx/sites-enabled/*"
        (self.root / "nginx.conf").write_text(frame.replace(f"include {self.root}/gunbai", enabled))
        for name in (*PRETENDED, *NOTHING_TO_DO):
            does = f'exec {self._python} {self.root}/machine.py {name} "$@"' if name in PRETENDED else "exit 0"
            (self.root / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
            (self.root / "bin" / name).chmod(0o755)
        shutil.copy(Path(__file__).with_name("machine.py"), self.root)
        if self._user is not None:
            subprocess.run(["chown", "-R", f"{self._user}:{self._user}", str(self.root)], check=True)

    def run(self, block: str, folder: str = "opt/gunbai/current") -> str:
        """What a block of commands prints; none of them may fail."""
        words = ["bash", "-eu", "-o", "pipefail", "-c", self.own(block)]
        where = self.root / folder if (self.root / folder).exists() else self.root
        done = subprocess.run(
            words,
            cwd=where,
            env=self._environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            user=self._user,
            group=self._user,
            extra_groups=None if self._user is None else [],
        )
        log = self.root / "running" / "log"
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{log.read_text() if log.exists() else ''}"
        return done.stdout

    def end(self) -> None:
        """Nothing of it goes on, and nothing is left."""
        sessions = self.root / "running" / "sessions"
        for one in sessions.read_text().split() if sessions.exists() else ():
            with suppress(ProcessLookupError):
                os.killpg(int(one), signal.SIGKILL)
        shutil.rmtree(self.root)


@pytest.fixture
def machine() -> Iterator[Machine]:
    program("curl")
    with postgres("postgres") as server:
        os.chmod(server.folder, 0o755)
        made = Machine(server)
        if not made.fronts:
            pytest.skip("neither caddy nor nginx is here")
        try:
            yield made
        finally:
            made.end()


def status(port: int, path: str, cookie: str = "") -> tuple[int, str]:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path, headers={"Cookie": cookie})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text


def test_the_steps_of_the_page(machine: Machine) -> None:
    for block in (*steps(1), *steps(2)):
        machine.run(block)
    assert "it answers" in machine.run(steps(3)[0])
    for proxy, block in zip(("caddy", "nginx"), steps(4), strict=True):
        if proxy in machine.fronts:
            machine.run(block)
    fronts = [*machine.fronts.values()]
    for front in fronts:
        for _ in range(600):
            with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", front)):
                break
            time.sleep(0.1)

    tables = {front: new_table(front) for front in fronts}
    machine.run(steps(5)[0])
    [saved] = (machine.root / "var/backups/gunbai").iterdir()
    assert {file.name for file in saved.iterdir()} == {"tables.dump", "key"}

    later, _ = new_table(fronts[0])
    machine.run(steps(6)[0].replace("2026-11-22", str(date.fromisoformat(saved.name))))
    for _ in range(600):
        answer, _text = status(fronts[0], f"/t/{later}")
        if answer != 503:  # a proxy that met the app while it was down waits before it tries again
            break
        time.sleep(0.1)
    assert answer == 404, "what came after that night"

    answers: dict[int, list[int]] = {front: [] for front in fronts}
    stop = threading.Event()

    def play(front: int) -> None:
        table, cookie = tables[front]
        while len(answers[front]) < 3 or not stop.wait(0.01):
            name = f"Evening {len(answers[front])}"
            answers[front].append(send(front, f"/t/{table}/rename", cookie, {"name": name}))

    with ThreadPoolExecutor() as players:
        played = players.map(play, fronts)
        try:
            machine.run(steps(7)[0])
        finally:
            stop.set()
        assert [*played] == [None] * len(fronts)
    for front, (table, cookie) in tables.items():
        assert len(answers[front]) > 2
        assert {*answers[front]} == {303}, "nothing on the phones, which the key of before knows"
        assert f"Evening {len(answers[front]) - 1}" in status(front, f"/t/{table}", cookie)[1]
