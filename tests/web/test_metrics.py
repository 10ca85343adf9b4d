"""What whoever runs the server sees of it, behind his word."""

import os
import re
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import Config, ConfigError, from_environment
from companion.store import StoreTrouble
from companion.store.daily import DailyCopies
from companion.web import create_app
from companion.web.metrics import LATELY, MINUTE, SLOWEST, Counts
from companion.web.services import Services
from tests.web.phones import Sitting

pytestmark = pytest.mark.own_app

WORD = "a word that is long"
BEARER = {"Authorization": f"Bearer {WORD}"}


@pytest.fixture
def config(config: Config) -> Config:
    return replace(config, host_word=WORD)


def basic(word: str) -> dict[str, str]:
    return {"Authorization": "Basic " + b64encode(f"host:{word}".encode()).decode()}


def numbers(client: FlaskClient) -> dict[str, float]:
    """What Prometheus reads, by name and labels; every line has to be one of its format."""
    answer = client.get("/metrics", headers=BEARER)
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.text.endswith("\n")
    found, kinds = {}, {}
    for line in answer.text.splitlines():
        if line.startswith("#"):
            sort, name, rest = re.fullmatch(r"# (HELP|TYPE) ([a-z_]+) (.+)", line).groups()  # type: ignore[union-attr]
            kinds[sort, name] = rest
            continue
        name, labels, value = re.fullmatch(r"([a-z_]+)(\{\w+=\"[^\"\\\n]*\"\})? (\S+)", line).groups()  # type: ignore[union-attr]
        base = name if ("TYPE", name) in kinds else re.sub(r"_(bucket|sum|count)$", "", name)
        assert kinds["TYPE", base] in ("gauge", "counter", "histogram")
        assert ("HELP", base) in kinds
        found[name + (labels or "")] = float(value)
    return found


def test_without_the_word_there_is_neither_and_one_that_is_soon_guessed_is_none(config: Config) -> None:
    none = create_app(replace(config, host_word=""))
    for path in ("/host", "/metrics"):
        assert none.test_client().get(path, headers=BEARER).status_code == 404
    with pytest.raises(ConfigError, match="at least 16 characters"):
        from_environment({"COMPANION_HOST_WORD": "short"})


def test_only_who_has_the_word_reads_it_and_guessing_ends(client: FlaskClient) -> None:
    for path in ("/host", "/metrics"):
        for headers in ({}, basic("wrong"), {"Authorization": "Bearer wrong"}, {"Authorization": "nonsense"}):
            answer = client.get(path, headers=headers)
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"].startswith("Basic ")
            assert "gunbai_" not in answer.text
        for headers in (BEARER, basic(WORD)):
            assert [client.get(path, headers=headers).status_code for _ in range(70)] == [200] * 70
    assert "Set-Cookie" not in client.get("/metrics", headers=BEARER).headers
    assert client.get("/host", headers=BEARER).headers["Cache-Control"] == "no-store"
    tried = [client.get("/host", headers=basic(f"word {number}")).status_code for number in range(70)]
    assert (tried[0], tried[-1]) == (401, 429)
    assert client.get("/host").status_code == 401, "who brings none guesses nothing"


def test_it_counts_tables_taps_streams_and_refusals_and_tells_no_address(
    app: Flask, client: FlaskClient, services: Services, clock: list[float]
) -> None:
    """A recovery link is a seat, and a list's link the list."""
    assert numbers(client)["gunbai_tables_open"] == 0
    sitting, gone = Sitting(app), Sitting(app)
    gone.ana.post("/delete")
    link = re.search(r"/r/[\w-]+", sitting.ana.get("/seats/link").text)
    assert link
    client.get(link[0])
    before = numbers(client)
    sitting.ana.act("muster", unit="katana-samurai")
    assert sitting.ana.tap("muster", unit="nobody").status_code == 422
    assert client.get("/no/such/secret").status_code == 404
    stream = services.streams.open(sitting.id, current=lambda: 1)
    now = numbers(client)
    assert now["gunbai_tables_open"] == 1
    assert now["gunbai_taps_total"] == before["gunbai_taps_total"] + 1
    assert now["gunbai_streams_open"] == 1
    assert now['gunbai_refusals_total{status="422"}'] == 1
    assert now['gunbai_refusals_total{status="404"}'] == 1
    assert now["gunbai_answer_seconds_count"] == now['gunbai_answer_seconds_bucket{le="+Inf"}']
    assert now["gunbai_answer_seconds_count"] == before["gunbai_answer_seconds_count"] + 4
    assert now["gunbai_database_up"] == now["gunbai_processes"] == 1
    assert now["gunbai_disk_free_bytes"] > 0
    page = client.get("/host", headers=BEARER).text
    for told in (r">1 of \d+<", r">1 with 422<", r">\d+ ms: (GET|POST) /"):
        assert re.search(told, page), told
    for secret in (sitting.id, link[0].removeprefix("/r/"), "such"):
        assert secret not in page + client.get("/metrics", headers=BEARER).text
    stream.close()  # type: ignore[union-attr]
    assert numbers(client)["gunbai_streams_open"] == 0
    clock[0] += MINUTE + 1
    assert numbers(client)["gunbai_taps_last_minute"] == 0


def test_the_slowest_of_the_last_minutes_each_page_once() -> None:
    counts = Counts()
    for number in range(SLOWEST + 2):
        counts.answered(f"GET /{number}", 200, number / 10, 0.0, tap=False)
    counts.answered("GET /6", 200, 0.05, LATELY / 2, tap=False)
    assert counts.slowest(LATELY / 2) == [(f"GET /{number}", number / 10) for number in (6, 5, 4, 3, 2)]
    assert counts.slowest(LATELY + 1) == [("GET /6", 0.05)]
    assert (counts.within[0.1], counts.within[10.0]) == (3, 8)


def test_a_database_that_does_not_answer_is_told(
    monkeypatch: pytest.MonkeyPatch, services: Services, client: FlaskClient
) -> None:
    assert services.tables

    def gone() -> None:
        raise StoreTrouble("gone")

    monkeypatch.setattr(services.store, "read", gone)
    now = numbers(client)
    assert now["gunbai_database_up"] == 0
    assert "gunbai_tables_open" not in now
    assert "The database does not answer." in client.get("/host", headers=BEARER).text


def test_the_newest_backup_is_the_daily_copy_or_lies_in_the_folder_that_was_named(
    config: Config, tmp_path: Path, client: FlaskClient, services: Services
) -> None:
    assert "gunbai_newest_backup_timestamp_seconds" not in numbers(client)
    assert "none was found" in client.get("/host", headers=BEARER).text
    DailyCopies(services.store, print).keep()
    assert numbers(client)["gunbai_newest_backup_timestamp_seconds"] > 1e9
    assert "0 hours ago" in client.get("/host", headers=BEARER).text
    named = create_app(replace(config, backups=str(tmp_path / "backups")))
    for day, at in (("2026-11-22", 1000), ("2026-11-23", 2000)):
        (tmp_path / "backups" / day).mkdir(parents=True)
        whole = tmp_path / "backups" / day / "tables.dump"
        whole.touch()
        os.utime(whole, (at, at))
    (tmp_path / "backups" / "2026-11-24").mkdir()
    (tmp_path / "backups" / "2026-11-24" / "tables.partial").touch()
    assert numbers(named.test_client())["gunbai_newest_backup_timestamp_seconds"] == 2000, "half a one is none"
    named.extensions["gunbai"].close()
