"""A server in a process of its own, as players start it, and as much of a phone as its streams need."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]


class Running:
    """`python app.py` as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self.port = port

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return str(answer.read().decode())

    def end(self, number: signal.Signals = signal.SIGINT) -> tuple[float, str]:
        """Sends the signal; the seconds until the process ended, and everything it printed."""
        begun = time.monotonic()
        self.process.send_signal(number)
        printed, _ = self.process.communicate(timeout=120)
        return time.monotonic() - begun, printed


@contextmanager
def started(tmp_path: Path, port: int, *command: str, **settings: str) -> Iterator[Running]:
    """Over a database in this folder, if the settings name no other."""
    environ = {
        **os.environ,
        "COMPANION_DATABASE_URL": f"sqlite:///{tmp_path / 'data' / 'tables.sqlite3'}",
        "PORT": str(port),
        "COMPANION_MAX_STREAMS": "20",
        "PYTHONUNBUFFERED": "1",
        **settings,
    }
    process = subprocess.Popen(
        [sys.executable, *(command or ("app.py",))],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        wait_until_open(process, port)
        yield Running(process, port)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # gunicorn's workers wait for an open stream, for an hour
        process.wait()
        if process.stdout:
            process.stdout.close()


def wait_until_open(process: subprocess.Popen[str], port: int) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise AssertionError(f"it ended at once:\n{process.communicate()[0]}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("it never listened")


def new_table(port: int) -> tuple[str, str]:
    """A table made by a form as a phone sends it: its id, and the phone's cookie."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    form = "game=kensei&player=Ana&name=Sunday"
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{port}"}
    with closing(connection):
        connection.request("POST", "/new", form, headers)
        answer = connection.getresponse()
        assert answer.status == 303, answer.read().decode()
        place, cookie = answer.headers["Location"], answer.headers["Set-Cookie"].split(";")[0]
    return place.split("/t/")[1].split("/")[0], cookie


def open_stream(port: int, table_id: str, cookie: str, *, timeout: float = 60, **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
    always = {"Cookie": cookie, "Accept-Encoding": "gzip", "Connection": "close"}
    connection.request("GET", f"/t/{table_id}/stream", headers={**always, **headers})
    return connection.getresponse()


def event(stream: HTTPResponse) -> dict[str, str]:
    """The next event that has an id."""
    while True:
        fields: dict[str, str] = {}
        while line := stream.readline().decode().strip():
            name, _, value = line.partition(":")
            fields[name] = value.strip()
        if "id" in fields:
            return fields


def send(port: int, path: str, cookie: str, form: dict[str, str]) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request("POST", path, urlencode(form), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def free_ports(count: int) -> list[int]:
    with ExitStack() as probes:
        found = [probes.enter_context(socket.socket()) for _ in range(count)]
        for probe in found:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in found]
