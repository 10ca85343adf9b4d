"""Lists without a network, as the server sees it: what a phone may keep, what its worker knows, taps that come late."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import list_frame
from tests.web.builder import Builder, filled

BUILDER = ("", "/add", "/check", "/more")


def here(client: FlaskClient) -> dict[str, Any]:
    """What the worker is told of this program."""
    found: dict[str, Any] = json.loads(
        client.get("/list-worker.js").text.split("\n")[0].removeprefix("const HERE=")[:-1]
    )
    return found


def kept(client: FlaskClient, url: str) -> str | None:
    """Until which edit a phone may keep the page at this address."""
    answer = client.get(url)
    assert answer.headers["Cache-Control"] == "no-store", "no cache but the worker's keeps it"
    return answer.headers.get("X-Kept")


def test_a_phone_keeps_the_pages_of_its_own_lists(builder: Builder) -> None:
    builder.did("add", unit="yari-ashigaru")
    assert {kept(builder.client, builder.url + page) for page in BUILDER} == {str(builder.kept.seq)}
    assert [f"/{page}" for page in here(builder.client)["pages"]] == list(BUILDER[1:])


def test_a_stranger_to_a_list_keeps_nothing_of_it(app: Flask, builder: Builder) -> None:
    filled(builder)
    stranger, share = app.test_client(), builder.kept.share_token
    for url in (
        *(builder.url + page for page in BUILDER),
        f"/s/{share}",
        f"/s/{share}/nix",
        f"/q/{builder.kept.id}/u1",
    ):
        assert stranger.get(url).headers.get("X-Kept") is None, url
    stranger.post(f"{builder.url}/keep", data={"key": builder.key()})
    assert kept(stranger, builder.url) is not None


@pytest.mark.parametrize("way", ["bin", "forget"])
def test_what_left_the_phone_is_kept_no_more(client: FlaskClient, builder: Builder, way: str) -> None:
    assert kept(client, builder.url)
    assert client.post(f"{builder.url}/{way}", data={"key": builder.key()}).status_code == 303
    assert kept(client, builder.url) is None
    assert f'"{builder.url}"' not in client.get("/lists").text, "the worker reads there what is left"
    assert way in here(client)["leaving"]


def test_the_worker_knows_the_addresses_of_the_pages_and_reaches_them(
    app: Flask, client: FlaskClient, builder: Builder
) -> None:
    """It answers for the addresses beside its own, and those below; and keeps every file the pages load."""
    told = here(client)
    assert builder.url.startswith(f"{told['list']}/")
    assert told["shelf"] == "/lists"
    assert set(told["pages"]) == set(list_frame.PAGES) - {"army"}
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("list_shelf.")]
    assert set(told["leaving"]) <= {rule.rule.rpartition("/")[2] for rule in rules}, (
        "every way to leave is one there is"
    )
    builder.did("head", name="Black Otters")
    shelf, away = client.get(told["shelf"]).text, client.get("/lists/away").text
    assert f'"{builder.url}"' in shelf
    assert "This page needs the network" in away
    assert "Black Otters" not in away, "the page for no network names nobody"
    loaded = re.compile(r'<(?:script src|link rel="stylesheet" href|use href)="([^"#]+)')
    for page in (*map(builder.page, BUILDER), shelf):
        worker = re.search(r'data-worker="([^"]+)"', page)
        assert worker is not None
        assert worker[1].rpartition("/")[0] == ""
        assert set(loaded.findall(page + away)) <= set(told["files"])
    assert told["away"] in told["files"]
    for file in set(told["files"]):
        assert client.get(file, buffered=True).status_code == 200, file


def test_the_worker_is_asked_for_anew_and_may_fetch_from_here_only(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.get("/list-worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
    version = here(client)["version"]
    assert here(client)["version"] == version
    monkeypatch.setattr("companion.web.offline.LOADED", ("css/games/lists.css",))
    assert here(client)["version"] != version, "another file is another worker"


def test_a_late_tap_says_what_it_saw_and_is_told_what_no_longer_fits(app: Flask, builder: Builder) -> None:
    builder.did("add", unit="yari-ashigaru")
    seen, ben = builder.kept.seq, app.test_client()
    builder.did("front", ben, id="u1", front="3")
    tap = builder.key()
    late = builder.post("front", id="u1", front="4", seen=str(seen), key=tap)
    assert late.status_code == 422
    assert "Not entered: “Yari Ashigaru: front of 4”. Another phone has changed it since" in late.text
    undone = builder.client.post(f"{builder.url}/undo", data={"key": builder.key(), "tap": tap})
    assert undone.status_code == 303, "it says nothing: what was not entered has been told"
    assert len(builder.kept.army.units) == 1
    builder.did("size", id="u1", by="1", seen=str(seen))
    assert (builder.kept.army.units[0].front, builder.kept.army.units[0].miniatures) == (3, 6)
    assert "Not entered: “Yari Ashigaru: front of 4”" in builder.page("/history")
    for nonsense in ("", "x", "-3", "9" * 30):
        assert builder.post("size", id="u1", by="1", seen=nonsense).status_code == 303


def test_every_page_of_the_builder_can_say_that_its_verdict_waits(builder: Builder) -> None:
    """The script puts it in the verdict's place; where none runs, nothing waits."""
    for page in BUILDER:
        told = builder.page(page)
        assert len(re.findall(r'<a class="verdict( wrong)?"', told)) == 1, "it knows the place by its class"
        assert told.count('<a class="verdict-waits" href="#waits" hidden>') == 1
        assert 'id="waits" hidden' in told, "the link leads to what waits"
        assert ("Without the taps that wait" in told) is (page == "/check")
