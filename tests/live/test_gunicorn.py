"""Gunicorn with our settings, as `docs/hosting.md` starts it; and two servers over one database."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.live.test_server import all_of, knock
from tests.printables.test_press import children
from tests.running import ROOT, event, free_ports, new_table, open_stream, send, started
from tests.system import postgres

GUNICORN = ("-m", "gunicorn", "-c", "python:companion.hosting")


def test_it_makes_its_database_rings_across_its_workers_and_ends_with_streams_open(
    tmp_path: Path, free_port: int
) -> None:
    settings = {"COMPANION_HOST": "0.0.0.0", "COMPANION_HEARTBEAT_SECONDS": "3600", "WEB_CONCURRENCY": "2"}
    with started(tmp_path, free_port, *GUNICORN, **settings) as server:
        assert (tmp_path / "data" / "tables.sqlite3").exists()
        table, cookie = new_table(server.port)
        streams = [open_stream(server.port, table, cookie, timeout=120) for _ in range(6)]
        for stream in streams:
            assert stream.status == 200
            assert stream.headers["X-Accel-Buffering"] == "no"
            assert int(event(stream)["id"]) > 0
        server.process.send_signal(signal.SIGTERM)
        for stream in streams:
            stream.read()  # to a proper end: a stream that is cut off raises IncompleteRead
            stream.close()
        printed, _ = server.process.communicate(timeout=120)
    assert server.process.returncode == 0, printed
    assert "Traceback" not in printed
    assert printed.count("It listens on every network of this computer") == 1
    assert ("It runs as root" in printed) == (os.geteuid() == 0)


def test_more_kits_than_there_are_threads_stop_no_page(tmp_path: Path, free_port: int) -> None:
    """What draws them stands still, and nobody is there any more to read them."""
    asked = b"GET /print/page-0.png HTTP/1.0\r\n\r\n"
    with started(tmp_path, free_port, *GUNICORN, COMPANION_MAX_STREAMS="1") as server:
        assert "Quick reference" in server.get("/print")
        (worker,) = children(server.process.pid)
        (press,) = children(worker)
        os.kill(press, signal.SIGSTOP)
        for _ in range(100):
            knock(server.port, asked).close()
        assert "Gunbai" in server.get("/lists")
        with knock(server.port, asked) as late:
            assert b" 503 " in all_of(late).partition(b"\r\n")[0]
        os.kill(press, signal.SIGCONT)
        _, printed = server.end(signal.SIGTERM)
    assert "24 are waiting for printables.drawing" in printed, "nobody waits beyond that"


def test_who_is_refused_for_the_length_reads_that_the_connection_ends(tmp_path: Path, free_port: int) -> None:
    """What comes after the refusal is read on, or a proxy says 502."""
    with started(tmp_path, free_port, *GUNICORN) as server:
        for path, length in (("/join", 300_000), ("/api/kensei/attack", 70_000)):
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n"
            with knock(server.port, f"{head}Content-Type: application/json\r\n\r\n".encode() + b"x" * length) as line:
                answer = all_of(line)
            assert b" 413 " in answer.partition(b"\r\n")[0]
            assert b"\r\nConnection: close\r\n" in answer
            with knock(server.port, b"GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n") as line:
                assert b"\r\nConnection: keep-alive\r\n" in line.recv(4096), "others go on"
        head = "POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n"
        with knock(server.port, head.encode()) as line:
            answer = line.recv(65536)
            assert b" 413 " in answer.partition(b"\r\n")[0]
            for _ in range(3):
                line.sendall(b"x" * 100_000)
            line.shutdown(socket.SHUT_WR)
            all_of(line)  # to a proper end: a broken line raises ConnectionResetError


BEGUN = """
import gc
from types import SimpleNamespace

from app import create_app
from companion import hosting
from companion.process import GC_THRESHOLDS

app = create_app()
hosting.post_worker_init(SimpleNamespace(wsgi=app))
assert gc.get_threshold() == GC_THRESHOLDS
assert gc.get_freeze_count() > 10_000
services = app.extensions["gunbai"]
services.closing.join()
services.close()
print("as app.py does")
"""


def test_a_worker_settles_its_memory_and_closes_old_tables_as_app_py_does(tmp_path: Path) -> None:
    settings = {"COMPANION_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "COMPANION_KEEP_DAYS": "90"}
    answer = subprocess.run(
        [sys.executable, "-c", BEGUN], cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True
    )
    assert answer.stdout == "as app.py does\n", answer.stderr


def test_a_database_that_cannot_be_opened_is_said_at_the_start(free_port: int) -> None:
    environ = {
        **os.environ,
        "COMPANION_DATABASE_URL": "postgresql+psycopg://gunbai:secret@/gunbai?host=/nowhere",
        "COMPANION_HOST": "127.0.0.1",
        "PORT": str(free_port),
    }
    answer = subprocess.run(
        [sys.executable, *GUNICORN], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120
    )
    assert answer.returncode != 0
    assert "The database postgresql+psycopg://…@/gunbai?host=/nowhere cannot be used" in answer.stderr
    assert "secret" not in answer.stderr + answer.stdout
    assert "Traceback" not in answer.stderr


def test_a_tap_at_one_server_rings_a_phone_at_the_other(tmp_path: Path) -> None:
    """Two whole servers over PostgreSQL, whose heartbeats are an hour apart: nothing but the wire between them can have
    told it. Over SQLite they do so behind the proxies (`test_proxy_files`)."""
    with ExitStack() as servers:
        settings = {
            "COMPANION_DATABASE_URL": servers.enter_context(postgres()).url,
            "COMPANION_KEY_FILE": str(tmp_path / "key"),
            "COMPANION_HEARTBEAT_SECONDS": "3600",
        }
        one, two = (servers.enter_context(started(tmp_path, port, **settings)) for port in free_ports(2))
        table, cookie = new_table(one.port)
        stream = open_stream(two.port, table, cookie, timeout=120)
        assert stream.status == 200
        version = int(event(stream)["id"])
        for number in range(3):
            assert send(one.port, f"/t/{table}/rename", cookie, {"name": f"Evening {number}"}) in (200, 303)
            while (rung := int(event(stream)["id"])) == version:
                pass  # somebody came or went: the same version again
            assert rung > version
            version = rung
        stream.close()
