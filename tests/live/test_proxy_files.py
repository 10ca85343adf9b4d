"""The proxies' files as they are shipped, in Debian's nginx and Caddy, before two gunicorns: all but ports and folders
is as written."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.running import ROOT, event, free_ports, new_table, open_stream, send, started, wait_until_open

FILES = ROOT / "docs" / "hosting"
THREADS = 8
GUNICORN = (
    *("-m", "gunicorn", "-c", "python:companion.hosting", "--threads", str(THREADS)),
    "tests.live.large_answer:app",
)
"""With few threads, so that few connections would hold them all."""
SLOW = 5 * THREADS
FRAME = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/gunbai;
}}
"""


def nginx(folder: Path, file: str, port: int) -> list[str]:
    """The command that serves this file on a port."""
    file = file.replace("    listen [::]:80;\n", "").replace("listen 80;", f"listen 127.0.0.1:{port};")
    (folder / "gunbai").write_text(file.replace("/var/log/nginx/error.log", str(folder / "error.log")))
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(FRAME.format(folder=folder, user=user))
    return [program("nginx"), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, file: str, port: int) -> list[str]:
    """The same, without a certificate."""
    file = file.replace("games.example {", f"http://:{port} {{").replace("{\n", "{\n\tadmin off\n", 1)
    (folder / "Caddyfile").write_text(file)
    return [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def program(name: str) -> str:
    """Where it is; its tests are left out where it is not: a club has one of the two proxies."""
    return shutil.which(name) or pytest.skip(f"{name} is not here")


KINDS = {"nginx.conf": nginx, "Caddyfile": caddy}


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """The ports of two processes over one database; each proxy stands before these."""
    settings = {
        "COMPANION_HOST": "127.0.0.1",
        "COMPANION_TRUSTED_PROXIES": "127.0.0.1",
        "COMPANION_HEARTBEAT_SECONDS": "3600",
    }
    folder, ports = tmp_path_factory.mktemp("hosts"), free_ports(2)
    with ExitStack() as running:
        for port in ports:
            running.enter_context(started(folder, port, *GUNICORN, **settings))
        yield ports[0], ports[1]


@contextmanager
def served(
    name: str, folder: Path, hosts: tuple[int, int], change: Callable[[str], str] = lambda file: file
) -> Iterator[int]:
    """The port of a proxy with this file, or what a test makes of it. It answers: nothing of the proxy before is left
    with the two processes."""
    (front,) = free_ports(1)
    file = change((FILES / name).read_text())
    for shipped, port in zip(("127.0.0.1:8001", "127.0.0.1:8002"), hosts, strict=True):
        file = file.replace(shipped, f"127.0.0.1:{port}")
    environ = {**os.environ, "HOME": str(folder)}
    proxy = subprocess.Popen(
        KINDS[name](folder, file, front),
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        wait_until_open(proxy, front)
        for _ in range(4):
            assert got(front, "/lists")[0] == 200
        yield front
    finally:
        os.killpg(proxy.pid, signal.SIGKILL)  # asked to end, Caddy waits for whoever is there
        proxy.communicate()


@pytest.fixture(params=sorted(KINDS), scope="module")
def port(
    request: pytest.FixtureRequest, hosts: tuple[int, int], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[int]:
    """Of the proxy with its file as it is shipped."""
    with served(request.param, tmp_path_factory.mktemp("shipped"), hosts) as front:
        yield front


def got(port: int, path: str, timeout: float = 60) -> tuple[int, str]:
    """Status, and what it asks of browsers in time to come."""
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
    with closing(connection):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
    return answer.status, answer.headers["Strict-Transport-Security"] or ""


def test_the_shipped_file_passes_streams_at_once(port: int) -> None:
    assert got(port, "/ready") == (200, "max-age=31536000")
    table, cookie = new_table(port)
    stream = open_stream(port, table, cookie, timeout=60)
    before = int(event(stream)["id"])
    assert send(port, f"/t/{table}/sit", cookie, {"seat": "b", "player": "Ben"}) == 303
    while int(event(stream)["id"]) == before:  # it is greeted first; the next heartbeat would be in an hour
        pass
    stream.close()


# ---- who is slow


HALF = (
    b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nwords="
)


def sends_slowly(port: int, so_much: int = len(HALF)) -> socket.socket:
    """A phone that has sent half a request, or less, and sends no more."""
    phone = socket.create_connection(("127.0.0.1", port), 60)
    phone.sendall(HALF[:so_much])
    return phone


def reads_slowly(port: int) -> socket.socket:
    """A phone that asks for a large answer, and reads nothing of it."""
    phone = socket.socket()
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    phone.settimeout(60)
    phone.connect(("127.0.0.1", port))
    phone.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return phone


SLOWNESS = {"sends": sends_slowly, "reads": reads_slowly}


@pytest.mark.parametrize("slow", SLOWNESS)
def test_who_is_slow_keeps_nobody_waiting(port: int, slow: str) -> None:
    with ExitStack() as phones:
        for _ in range(SLOW):
            phones.enter_context(SLOWNESS[slow](port))
        for _ in range(4):  # at either process
            assert got(port, "/lists")[0] == 200


SOONER = {" 20s": " 1s", " 30s": " 1s", " 60s": " 1s"}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_who_sends_too_slowly_is_hung_up_on(hosts: tuple[int, int], name: str, tmp_path: Path) -> None:
    def sooner(file: str) -> str:
        assert sum(file.count(known) for known in SOONER) >= 2
        for known, soon in SOONER.items():
            file = file.replace(known, soon)
        return file

    with served(name, tmp_path, hosts, sooner) as front, sends_slowly(front) as one, sends_slowly(front, 30) as other:
        for phone in (one, other):
            with suppress(ConnectionResetError):
                while phone.recv(4096):  # perhaps a sentence, and the end
                    pass


def test_nginx_counts_the_connections_of_an_address(hosts: tuple[int, int], tmp_path: Path) -> None:
    few = 30
    with served("nginx.conf", tmp_path, hosts, lambda file: file.replace("gunbai 2000;", f"gunbai {few};")) as front:
        with ExitStack() as phones:
            for _ in range(few):
                phones.enter_context(sends_slowly(front))
            answers = (got(front, "/lists")[0] for _ in range(2 * few))  # it may not have looked at all of them yet
            assert next(status for status in answers if status != 200) == 503
        for _ in range(600):
            if got(front, "/lists")[0] == 200:
                break
            time.sleep(0.05)
        else:
            pytest.fail("they have gone")


# ---- what is large


def test_too_large_a_body_is_refused_in_a_sentence_of_the_app(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/join", b"x" * 300_000, {"Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    assert answer.status == 413
    assert re.search(r"at most 256 KB", answer.read().decode())
    connection.close()
