"""The proxies' files as they are shipped, in Debian's nginx and Caddy, before two gunicorns: all but ports and folders
is as written."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.live.test_hosts import free_ports, send
from tests.running import ROOT, event, new_table, open_stream, started, wait_until_open
from tests.system import program

FILES = ROOT / "docs" / "hosting"
GUNICORN = ("-m", "gunicorn", "-c", "python:companion.hosting")
SLOW = 150
"""Connections that send half a request: more than each process has threads."""
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
    return [program("nginx", "nginx"), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, file: str, port: int) -> list[str]:
    """The same, without a certificate."""
    file = file.replace("games.example {", f"http://:{port} {{").replace("{\n", "{\n\tadmin off\n", 1)
    (folder / "Caddyfile").write_text(file)
    return [program("caddy", "caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


KINDS = {"nginx.conf": nginx, "Caddyfile": caddy}


@pytest.fixture(params=sorted(KINDS))
def port(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """Of the proxy, before two processes over one database."""
    kind: Callable[[Path, str, int], list[str]] = KINDS[request.param]
    first, second, front = free_ports(3)
    file = (FILES / request.param).read_text().replace("127.0.0.1:8001", f"127.0.0.1:{first}")
    command = kind(tmp_path, file.replace("127.0.0.1:8002", f"127.0.0.1:{second}"), front)
    settings = {
        "COMPANION_HOST": "127.0.0.1",
        "COMPANION_TRUSTED_PROXIES": "127.0.0.1",
        "COMPANION_HEARTBEAT_SECONDS": "3600",
        "COMPANION_MAX_STREAMS": "4",
    }
    with ExitStack() as running:
        for process in (first, second):
            running.enter_context(started(tmp_path, process, *GUNICORN, **settings))
        environ = {**os.environ, "HOME": str(tmp_path)}
        proxy = subprocess.Popen(
            command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        try:
            wait_until_open(proxy, front)
            yield front
        finally:
            os.killpg(proxy.pid, signal.SIGKILL)  # asked to end, Caddy waits for whoever is there
            proxy.communicate()


def got(port: int, path: str) -> tuple[int, str]:
    """Status, and what it asks of browsers in time to come."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.headers["Strict-Transport-Security"] or ""


def test_the_shipped_file_passes_streams_at_once_and_stops_who_is_slow(port: int) -> None:
    assert got(port, "/ready") == (200, "max-age=31536000")
    table, cookie = new_table(port)
    stream = open_stream(port, table, cookie, timeout=60)
    before = int(event(stream)["id"])
    assert send(port, f"/t/{table}/sit", cookie, {"seat": "b", "player": "Ben"}) == 303
    while int(event(stream)["id"]) == before:  # it is greeted first; the next heartbeat would be in an hour
        pass
    half = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nwords="
    with ExitStack() as slow:
        for _ in range(SLOW):
            slow.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(half)
        for _ in range(4):  # at either process
            assert got(port, "/lists")[0] == 200
    stream.close()


def test_too_large_a_body_is_refused_in_a_sentence_of_the_app(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/join", b"x" * 300_000, {"Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    assert answer.status == 413
    assert re.search(r"at most 256 KB", answer.read().decode())
    connection.close()
