"""The builder's pages over HTTP: choices, limits, edits, undo, and what a tap gets back."""

import re

from flask import Flask
from flask.testing import FlaskClient

from companion.content import catalog
from companion.rules.text import Refusal
from companion.web.marks import CRESTS
from printables.livery import LIVERIES
from printables.reading import army_to_print
from tests.web.builder import Builder, filled

PAGES = ("", "/add", "/check", "/more", "/history", "/share", "/suggest", "/damage", "/compare", "/level/4")


def test_a_list_begins_with_two_choices_and_the_picker(client: FlaskClient, builder: Builder) -> None:
    army = builder.kept.army
    assert (army.path, army.level, army.units) == ("buke", 3, ())
    page = builder.page("/add")
    for name in ("Yari Ashigaru", "Kengo", "Daimyo Buke", "Geisha", "Only for the path of the Sohei"):
        assert name in page
    assert "Buke, level 3" in client.get("/lists").text
    assert "Army lists" in client.get("/").text


def test_every_path_has_a_crest_of_its_own_until_one_is_chosen(client: FlaskClient, app: Flask) -> None:
    """On the phone and on paper: the cards of two sides that lie face down are told apart."""
    lists = [Builder(client, app, path) for path in ("buke", "kuge", "sohei")]
    shown = [re.findall(r"#mon-(\w+)", one.page().split("</header>")[0])[0] for one in lists]
    printed = [army_to_print(one.kept.army) for one in lists if one.did("add", unit="yari-ashigaru") is None]
    assert [one.crest for one in printed if not isinstance(one, Refusal)] == shown
    assert len({LIVERIES[crest].color for crest in shown}) == 3
    answer = client.post("/lists/new", data={"path": "kuge", "level": 2, "mon": "tsuru"})
    assert "#mon-tsuru" in client.get(answer.headers["Location"]).text
    assert client.post("/lists/new", data={"path": "kuge", "level": 2, "mon": "gunbai"}).status_code == 422
    shelf = client.get("/lists").text
    assert shelf.count('name="mon" value="') == len(CRESTS)
    assert all(f"#mon-{crest}" in shelf for crest in shown)


def test_every_page_opens_empty_and_full(client: FlaskClient, app: Flask) -> None:
    builder = Builder(client, app, "sohei", 10)
    for page in PAGES:
        builder.page(page)
    for unit in catalog().units:
        builder.did("add", unit=unit)
    for character in catalog().characters:
        builder.did("enlist", character=character)
    for page in PAGES:
        builder.page(page)


def test_the_strip_stands_on_every_page_of_a_list_and_none_needs_a_script(builder: Builder) -> None:
    filled(builder)
    for page in (*PAGES, "/play"):
        html = builder.page(page)
        assert [f'id="cell-{name}"' in html for name in ("koku", "vp", "basic", "cavalry")] == [True] * 4, page
        assert not re.search(r"\sstyle=|\son\w+=|<spears>", html), page
        for form in re.findall(r"<form.*?</form>", html, re.S):
            assert 'method="post"' in form or 'method="get"' in form
            assert "<button" in form, form


def test_an_ability_of_every_path_is_not_called_like_the_leader(builder: Builder) -> None:
    builder.did("enlist", character="taisho-buke")
    builder.client.set_cookie("language", "de")
    chips = re.findall(r'<span class="chip-hint">([^<]+)</span></span>', builder.page().partition('id="abilities"')[2])
    assert set(chips) == {"jeder Pfad", "Buke"}


# ---- taps


def had_of(page: str) -> dict[str, str]:
    """The headers of a tap by script on this page."""
    had = ",".join(f"{name}={rev}" for name, rev in re.findall(r'data-region="(\w+)" data-rev="(\w+)"', page))
    return {"HX-Request": "true", "X-Regions": had}


def test_a_tap_by_script_gets_only_what_changed(client: FlaskClient, app: Flask) -> None:
    """Of a large list too: less than 6 KB."""
    builder = Builder(client, app, level=8)
    for unit in catalog().units.values():
        if unit.path in (None, "buke"):
            builder.did("add", unit=unit.id)
    for who in ("taisho-buke", "busho-buke", "daisho-samurai", "kensei"):
        builder.did("enlist", character=who)
    headers = had_of(builder.page())
    same = client.get(builder.url + "/now?page=army", headers=headers)
    assert "data-region" not in same.text
    size = {"op": "size", "id": "u1", "page": "army"}
    changed = client.post(f"{builder.url}/edit", data={**size, "by": "1", "key": builder.key()}, headers=headers)
    assert {"bar", "units", "last"} == set(re.findall(r'data-region="(\w+)"', changed.text))
    assert "X-Version" in changed.headers
    headers = had_of(builder.page()) | {"Accept-Encoding": "gzip"}
    answer = client.post(f"{builder.url}/edit", data={**size, "by": "1", "key": builder.key()}, headers=headers)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) < 6_000


def test_a_bad_edit_is_refused_with_the_page(builder: Builder) -> None:
    for form in ({}, {"op": "explode"}, {"op": "size", "id": "u9", "by": "1"}, {"op": "add", "unit": "orcs"}):
        answer = builder.client.post(builder.url + "/edit", data={"key": builder.key(), **form})
        assert answer.status_code == 422, form
        assert '<div id="notice"' in answer.text
        assert 'class="strip"' in answer.text
    assert builder.client.get(builder.url + "/level/11").status_code == 404


def test_the_stream_of_a_list_answers_and_a_wrong_token_does_not(builder: Builder) -> None:
    answer = builder.client.get(builder.url + "/stream", buffered=False)
    assert answer.mimetype == "text/event-stream"
    answer.close()
    for path in ("", "/now", "/stream", "/share", "/army.json", "/qr-edit.svg"):
        assert builder.client.get("/l/wrong-token" + path).status_code == 404


def test_one_tap_makes_the_whole_list_legal_and_undo_takes_it_back(builder: Builder) -> None:
    """The way that the page names, once; and what came since it was legal is taken out by one that says so."""
    for unit in ("yari-ashigaru", "katana-samurai", "kiba-musha", "naginata-sohei"):
        builder.did("add", unit=unit)
    builder.did("enlist", character="daisho-samurai")
    before, page = builder.kept.army, builder.page("/check")
    way = dict(re.findall(r'name="(way|fresh)" value="([^"]*)"', page.split("Or one at a time")[0].split('way">')[-1]))
    builder.did("mend", **way)
    assert "Legal at level 3" in builder.page("/check")
    again = builder.post("mend", **way)
    assert again.status_code == 422
    assert "The list has changed since" in again.text
    assert builder.client.post(builder.url + "/undo", data={"key": builder.key()}).status_code == 303
    assert builder.kept.army == before
