"""The builder's pages over HTTP: choices, limits, edits, undo, and what a tap gets back."""

from __future__ import annotations

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
    for form in ({}, {"path": "ronin", "level": "3"}, {"path": "buke", "level": "11"}):
        answer = client.post("/lists/new", data=form)
        assert answer.status_code == 422
        assert "from 1 to 10" in answer.text


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


def test_the_head_of_every_page_has_the_level_on_a_line_of_its_own(builder: Builder) -> None:
    """Beside a long name or a verdict of two digits it would be cut off."""
    level = r"<span><b>{}</b>\s*<small>{}</small></span>"
    assert re.search(level.format("Buke", "level 3"), builder.page())
    builder.did("head", name="Black Otters of the Eastern Sea")
    assert re.search(level.format("Black Otters of the Eastern Sea", "Buke · level 3"), builder.page("/check"))


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


def test_the_strip_says_have_and_allowed_and_who_fills_it(builder: Builder) -> None:
    filled(builder)
    page = builder.page("/more")
    assert 'aria-label="Koku: 430 of 1200"' in page
    assert 'aria-label="VP and characters: 650 Special characters: 2; level 3 allows 1."' in page
    assert 'aria-label="Projectile units: 1 of 3"' in page
    assert "level 4: at most 1600" in page
    builder.did("remove", id="u2")
    builder.did("remove", id="u3")
    assert 'aria-label="Basic units: 2 of 2+"' in builder.page("/more")
    builder.did("remove", id="u4")
    page = builder.page("/more")
    assert 'aria-label="Basic units: 1 needs 1"' in page
    assert "Basic units: 1; level 3 asks for at least 2." in page


def test_the_strip_stands_on_every_page_of_a_list_and_none_needs_a_script(builder: Builder) -> None:
    filled(builder)
    for page in (*PAGES, "/play"):
        html = builder.page(page)
        assert [f'id="cell-{name}"' in html for name in ("koku", "vp", "basic", "cavalry")] == [True] * 4, page
        assert not re.search(r"\sstyle=|\son\w+=|<spears>", html), page
        for form in re.findall(r"<form.*?</form>", html, re.S):
            assert 'method="post"' in form or 'method="get"' in form
            assert "<button" in form, form


def test_problems_are_said_at_the_unit_and_on_the_strip_and_mended_by_one_tap(builder: Builder) -> None:
    for unit in ("yari-ashigaru", "yari-ashigaru", "katana-samurai"):
        builder.did("add", unit=unit)
    builder.did("enlist", character="busho-buke")
    builder.did("size", id="u3", to="12")
    page = builder.page()
    sentence = "Katana Samurai: 12 miniatures; level 3 allows 6."
    assert page.count(sentence) == 1
    assert sentence in builder.page("/check")
    builder.did("fix", code="unit-too-large", about="u3")
    assert 'class="problem"' not in builder.page()
    assert builder.kept.army.unit("u3").miniatures == 6  # type: ignore[union-attr]


def test_keys_that_can_do_nothing_are_off(builder: Builder) -> None:
    """A unit that may have five miniatures only is made neither larger nor smaller."""

    def off() -> list[str]:
        sizes = re.search(r'class="[^"]*\bsizes\b.*?</form>', builder.page(), re.S)
        assert sizes
        return re.findall(r"<button[^>]* disabled[^>]*>\s*([^<]*?)\s*<", sizes[0])

    builder.did("head", level=1)
    builder.did("add", unit="yari-ashigaru")
    assert len(off()) == 4
    builder.did("head", level=3)
    assert off() == ["min", "−5"]
    builder.did("add", unit="yari-ashigaru")
    second = builder.page().partition('id="e-u2"')[2]
    assert second.index("Yari Ashigaru 2") < second.index("On cards and sheets: u2"), "by what its card is known"


def test_an_ability_of_every_path_is_not_called_like_the_leader(builder: Builder) -> None:
    builder.did("enlist", character="taisho-buke")
    builder.client.set_cookie("language", "de")
    chips = re.findall(r'<span class="chip-hint">([^<]+)</span></span>', builder.page().partition('id="abilities"')[2])
    assert set(chips) == {"jeder Pfad", "Buke"}


def test_the_picker_says_what_the_next_one_breaks(builder: Builder) -> None:
    builder.did("add", unit="kengo")
    page = builder.page("/add")
    row = re.search(r'<li class="pick[^"]*" id="p-kengo".*?</li>', page, re.S)
    assert row is not None
    assert "breaks" in row[0]
    assert "Elite units: 2; level 3 allows 1." in row[0]
    assert 'data-fits="no"' in row[0]


def test_a_level_is_looked_at_before_it_is_chosen(builder: Builder) -> None:
    filled(builder)
    builder.did("size", id="u3", to="6")
    page = builder.page("/level/1")
    assert "Katana Samurai: 6 miniatures; level 1 allows 4." in page
    assert "Go to level 1" in page
    builder.did("head", level="1")
    assert builder.kept.army.level == 1
    assert builder.client.get(builder.url + "/level/11").status_code == 404


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


def test_a_loner_is_offered_to_no_unit(builder: Builder) -> None:
    """Nothing changes that, so its sentence does not stand at every unit; a Shinobi could still be made a Mitsumono."""
    for unit in ("katana-samurai", "kengo"):
        builder.did("add", unit=unit)
    for who in ("busho-buke", "kensei", "shinobi"):
        builder.did("enlist", character=who)
    katana, kengo = builder.page().split('id="e-u')[1:3]
    offered = re.findall(r'name="id" value="(c\d+)"', katana)
    assert offered == ["c3", "c5"]
    assert "A character joins" not in kengo.split("</details>")[0]


def test_undo_and_redo_by_plain_forms_and_bad_edits_are_refused_with_the_page(builder: Builder) -> None:
    builder.did("add", unit="yari-ashigaru")
    assert "Undo: added 5 Yari Ashigaru" in builder.page()
    builder.client.post(builder.url + "/undo", data={"key": builder.key()})
    assert builder.kept.army.units == ()
    assert "Redo: added 5 Yari Ashigaru" in builder.page()
    builder.client.post(builder.url + "/redo", data={"key": builder.key()})
    assert len(builder.kept.army.units) == 1
    builder.client.post(builder.url + "/undo", data={"key": builder.key()})
    refused = builder.client.post(builder.url + "/undo", data={"key": builder.key()})
    assert refused.status_code == 422
    assert "left to undo" in refused.text
    for form in ({}, {"op": "explode"}, {"op": "size", "id": "u9", "by": "1"}, {"op": "add", "unit": "orcs"}):
        answer = builder.client.post(builder.url + "/edit", data={"key": builder.key(), **form})
        assert answer.status_code == 422, form
        assert '<div id="notice"' in answer.text
        assert 'class="strip"' in answer.text


def test_the_stream_of_a_list_answers_and_a_wrong_token_does_not(builder: Builder) -> None:
    answer = builder.client.get(builder.url + "/stream", buffered=False)
    assert answer.mimetype == "text/event-stream"
    answer.close()
    for path in ("", "/now", "/stream", "/share", "/army.json", "/qr-edit.svg"):
        assert builder.client.get("/l/wrong-token" + path).status_code == 404


def test_one_tap_makes_the_whole_list_legal_and_undo_takes_it_back(builder: Builder) -> None:
    """A named unit with its copy and too many of another path: the check page offers sets of changes."""
    for unit in ("yari-ashigaru", "katana-samurai", "kiba-musha", "naginata-sohei"):
        builder.did("add", unit=unit)
    builder.did("name", id="u3", name="Red riders")
    builder.did("copy", id="u3")
    builder.did("enlist", character="daisho-samurai")
    before = builder.kept.army
    page = builder.page("/check")
    for change in ("Make these 2 changes", "Remove Kiba Musha", "Remove Naginata Sohei"):
        assert change in page
    assert re.search(r"Leaves \d+ koku and \d+ VP unspent", page)
    way = re.search(r'name="way" value="(\w+)"', page)
    assert way is not None
    builder.did("mend", way=way[1])
    assert "Legal at level 3" in builder.page("/check")
    assert "Make it legal" not in builder.page("/check")
    assert [unit.name for unit in builder.kept.army.units] == ["", "", "Red riders"]
    again = builder.post("mend", way=way[1])
    assert again.status_code == 422
    assert "The list has changed since" in again.text
    assert builder.client.post(builder.url + "/undo", data={"key": builder.key()}).status_code == 303
    assert builder.kept.army == before
    for gone in ("u3", "u4", "u5"):
        builder.did("remove", id=gone)
    for _ in range(2):
        builder.did("add", unit="katana-samurai")
    builder.did("size", id="u1", to=12)
    page = builder.page("/check")
    assert "Yari Ashigaru: 12 → 9 miniatures, 45 koku less" in page
    assert re.search(r"Or play it at level \d, where it is legal as it is", page)


def test_what_broke_a_limit_just_now_is_first_offered_to_be_taken_back(app: Flask, builder: Builder) -> None:
    """By the phone that did it; on another's, and once something else was done, the ways to mend it stand first."""

    def ways(client: FlaskClient | None = None) -> list[str]:
        page = (client or builder.client).get(f"{builder.url}/check").text
        return [" ".join(way.split()) for way in page.split("Or one at a time")[0].split('class="card way"')[1:]]

    undo = "Undo the last change: added 4 No-Dachi Samurai"
    for unit in ("yari-ashigaru", "katana-samurai", "yari-samurai", "yari-samurai"):
        builder.did("add", unit=unit)
    builder.did("enlist", character="busho-buke", joins="u2")
    assert ways() == [], "two are allowed"
    builder.did("add", unit="no-dachi-samurai")
    first, *others = ways()
    assert undo in first
    assert f'action="{builder.url}/undo?page=check"' in first
    assert "Remove Yari Samurai" in "".join(others)
    assert "Remove No-Dachi Samurai" not in "".join(others), "Undo does the same"
    assert undo not in "".join(ways(app.test_client()))
    builder.did("name", id="u1", name="First")
    first = ways()[0]
    assert "Remove No-Dachi Samurai: 160 koku less" in first, "what came since it was legal"
    chosen = builder.kept.army.units[:-1]
    builder.did("mend", **dict(re.findall(r'name="(way|fresh)" value="([^"]*)"', first)))
    assert builder.kept.army.units == chosen
