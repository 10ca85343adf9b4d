"""Gunicorn with our settings, as `docs/hosting.md` starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.running import ROOT, event, new_table, open_stream, started

GUNICORN = ("-m", "gunicorn", "-c", "python:companion.hosting")


def test_it_makes_its_database_rings_across_its_workers_and_ends_with_streams_open(
    tmp_path: Path, free_port: int
) -> None:
    settings = {"COMPANION_HOST": "127.0.0.1", "COMPANION_HEARTBEAT_SECONDS": "3600", "WEB_CONCURRENCY": "2"}
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
