"""Small versions of `python -m bench faults`: what is acknowledged is there, once, whatever breaks."""

import json
import random
from pathlib import Path

from flask import Flask

from bench.faults import Hand, killed, killed_at_two, leaks, mutated, slow, unlike
from bench.replays import SERVERS, beside_replays
from bench.wrong_calls import nested, wrong_calls
from companion.api.endpoints import CALLS
from companion.config import Config
from companion.web import create_app
from companion.web.services import Services
from tests.system import postgres


def test_kill_9_in_mid_tap_loses_and_doubles_nothing(tmp_path: Path) -> None:
    found = killed(tmp_path, 2)
    assert found.wrong == []
    assert (found.rounds, found.taps > 0) == (2, True)


def test_one_of_two_processes_is_killed_and_postgresql_starts_again(tmp_path: Path) -> None:
    postgres()  # or it is left out
    found = killed_at_two(tmp_path, 1)
    assert found.wrong == []
    assert found.taps > 0


def test_mutated_requests_are_never_answered_by_our_mistake(app: Flask) -> None:
    services: Services = app.extensions["gunbai"]
    services.store  # noqa: B018 - made before the first request
    app.testing = False  # as players have it: an exception would be a 500
    assert mutated(app, 200) == []


def test_every_choice_of_a_call_is_given_values_of_every_wrong_kind() -> None:
    calls = wrong_calls()
    assert {*calls} == {f"/api{call.path}" for call in CALLS}
    markers = [json.loads(sent)["marker_mm"] for sent in calls["/api/kensei/print"] if '"marker_mm": ' in sent]
    assert {26, "26", "a\nb"} <= {one for one in markers if isinstance(one, int | str)}
    assert [one in markers for one in (None, [], {})] == [True] * 3
    deep = [nested("{}", random.Random(seed)) for seed in range(50)]
    assert any("\\u0000" in one for one in deep)
    assert max(len(one) for one in deep) > 30_000


def test_slow_and_silent_clients_keep_nobody_out(tmp_path: Path) -> None:
    """Each tap beside them is answered, or `slow` fails; what it costs is measured where nothing else runs."""
    assert slow(tmp_path, half=30, silent=30, idle=100, taps=5).new_phone == 200


def test_beside_many_who_want_exports_computed_anew_each_tap_is_answered(tmp_path: Path) -> None:
    """Or `beside_replays` fails; the release's run asks both servers, and what a tap costs is measured there.
    Clients that took only what processor is left would get none beside other tests."""
    found = beside_replays(tmp_path, SERVERS["python app.py"], replays=8, taps=3, entries=500, nice=0)
    assert {"200", "503"} <= {*found.answers} <= {"200", "429", "503"}, found


def test_a_server_that_grows_is_a_fault_of_the_soak() -> None:
    assert not leaks(100.0, 115.0)
    assert leaks(100.0, 125.0)


def test_the_checks_of_the_bench_find_what_is_wrong(config: Config) -> None:
    """A tap acknowledged but not there, one there twice, and a log that has lost its end."""
    app = create_app(config)
    client = app.test_client()
    hand = Hand("a")

    def ask(_port: int, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        answer = client.open(path, method=method, data=form, headers={"HX-Request": "true"} if form else {})
        return answer.status_code, answer.headers.get("Location", ""), answer.text

    hand.ask = ask  # type: ignore[method-assign]
    made = client.post("/new", data={"game": "kensei", "player": "Aki"}).headers["Location"]
    hand.table, hand.piece = made.split("/t/")[1].split("/")[0], "a1"
    ask(0, "POST", f"/t/{hand.table}/tap", {"type": "muster", "seat": "a", "unit": "kengo", "key": "muster-once"})
    assert hand.tap(0)
    assert hand.check(0) == []
    hand.acknowledged.append("never")
    assert hand.check(0) == ["never is there 0 times"]
    hand.acknowledged.pop()
    naming = {"type": "name", "seat": "a", "piece": "a1"}
    for number, name in enumerate(("other", hand.acknowledged[0])):
        hand.waiting = {**naming, "name": name, "key": f"another-key-of-it-{number}"}
        assert hand.tap(0)
    hand.exported = [*hand.exported[:-1], "something else"]
    assert "the export before is no beginning of this one" in hand.check(0)
    assert unlike(config.database_url, {hand.table}) == []
    services: Services = app.extensions["gunbai"]
    with services.store.write() as db:
        db.exec_driver_sql("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)")
    assert any("ends at another number" in line for line in unlike(config.database_url, {hand.table}))
    services.close()
