"""A tap costs no more when the log is long, also before a battle, when others may read no line of it."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.play import history
from tests.web.phones import Sitting


def test_a_tap_in_secret_reads_no_more_of_a_longer_log(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    line_of = history.line_of
    monkeypatch.setattr(history, "line_of", lambda row: (read.append(row), line_of(row))[1])
    ana = Sitting(app).ana
    ana.act("muster", unit="yumi-samurai")

    def lines_read(times: int) -> int:
        for number in range(times):
            read.clear()
            ana.act("name", piece="a1", name=f"Archers {times} {number}")
        return len(read)

    assert lines_read(5) == lines_read(30) > 0
