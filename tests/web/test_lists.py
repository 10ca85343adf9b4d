"""The builder's pages over HTTP: every way in and out of a list, and that nothing secret or pasted is lost."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.content import catalog
from companion.play.armies import link
from companion.play.armies.kept import Kept, Lists
from companion.rules.kensei.odds import Attack, odds
from companion.web.services import Services

PAGES = ("", "/add", "/check", "/more", "/history", "/share", "/suggest", "/damage", "/compare", "/level/4")


class Builder:
    """A list in a browser without a screen."""

    def __init__(self, client: FlaskClient, app: Flask, path: str = "buke", level: int = 3) -> None:
        self.client = client
        answer = client.post("/lists/new", data={"path": path, "level": level})
        assert answer.status_code == 303
        self.url = answer.headers["Location"].removesuffix("/add")
        services: Services = app.extensions["gunbai"]
        self.lists: Lists = services.lists
        self._number = 0

    @property
    def kept(self) -> Kept:
        found = self.lists.by_edit(self.url.rpartition("/")[2])
        assert found is not None
        return found

    def key(self) -> str:
        self._number += 1
        return f"test-key-{self._number:04}"

    def post(self, op: str, client: FlaskClient | None = None, /, **form: Any) -> Any:
        return (client or self.client).post(f"{self.url}/edit", data={"op": op, "key": self.key(), **form})

    def did(self, op: str, client: FlaskClient | None = None, /, **form: Any) -> None:
        answer = self.post(op, client, **form)
        assert answer.status_code == 303, answer.text

    def page(self, path: str = "") -> str:
        answer = self.client.get(self.url + path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.text


@pytest.fixture
def builder(client: FlaskClient, app: Flask) -> Builder:
    return Builder(client, app)


def filled(builder: Builder) -> Builder:
    """Four units, a general in one of them, a Spy hidden in another, a Shinobi of a kind, a note."""
    for unit in ("yari-ashigaru", "yari-ashigaru", "katana-samurai", "yumi-samurai"):
        builder.did("add", unit=unit)
    builder.did("enlist", character="busho-buke", joins="u3")
    builder.did("enlist", character="spy", joins="u1")
    builder.did("enlist", character="shinobi")
    builder.did("outfit", id="c7", kind="kamari")
    builder.did("name", id="u1", name="First <spears>")
    builder.did("note", id="u1", note="ambush behind the mill")
    return builder


# ---- pages


def test_a_list_begins_with_two_choices_and_the_picker(client: FlaskClient, builder: Builder) -> None:
    army = builder.kept.army
    assert (army.path, army.level, army.units) == ("buke", 3, ())
    page = builder.page("/add")
    for name in ("Yari Ashigaru", "Kengo", "Daimyo Buke", "Geisha", "Only for the path of the Sohei"):
        assert name in page
    assert "Buke, level 3" in client.get("/lists").text
    assert "Army lists" in client.get("/").text


@pytest.mark.parametrize("form", [{}, {"path": "ronin", "level": "3"}, {"path": "buke", "level": "11"}])
def test_other_paths_and_levels_are_refused(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post("/lists/new", data=form)
    assert answer.status_code == 422
    assert "from 1 to 10" in answer.text


@pytest.mark.parametrize("path", ["buke", "kuge", "sohei"])
@pytest.mark.parametrize("level", [1, 5, 10])
def test_every_page_opens_empty_and_full(client: FlaskClient, app: Flask, path: str, level: int) -> None:
    builder = Builder(client, app, path, level)
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


@pytest.mark.parametrize(
    "page",
    ["", "/add", "/check", "/more", "/share", "/suggest", "/damage", "/compare", "/history", "/level/4", "/play"],
)
def test_the_strip_stands_on_every_page_of_a_list(builder: Builder, page: str) -> None:
    filled(builder)
    html = builder.page(page)
    assert [f'id="cell-{name}"' in html for name in ("koku", "vp", "basic", "cavalry")] == [True] * 4


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


def test_names_are_escaped(builder: Builder) -> None:
    filled(builder)
    page = builder.page()
    assert "First &lt;spears&gt;" in page
    assert "<spears>" not in page


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


def test_a_tap_by_script_gets_only_what_changed(builder: Builder) -> None:
    builder.did("add", unit="yari-ashigaru")
    page = builder.page()
    had = ",".join(f"{a}={b}" for a, b in re.findall(r'data-region="(\w+)" data-rev="(\w+)"', page))
    headers = {"HX-Request": "true", "X-Regions": had}
    same = builder.client.get(builder.url + "/now?page=army", headers=headers)
    assert "data-region" not in same.text
    changed = builder.client.post(
        builder.url + "/edit",
        data={"op": "size", "id": "u1", "by": "1", "key": builder.key(), "page": "army"},
        headers=headers,
    )
    assert {"bar", "units", "last"} == set(re.findall(r'data-region="(\w+)"', changed.text))
    assert "X-Version" in changed.headers


def test_now_says_nothing_new_with_304(builder: Builder) -> None:
    first = builder.client.get(builder.url + "/now?page=army")
    again = builder.client.get(builder.url + "/now?page=army", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_undo_and_redo_by_plain_forms(builder: Builder) -> None:
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


@pytest.mark.parametrize(
    "form", [{}, {"op": "explode"}, {"op": "size", "id": "u9", "by": "1"}, {"op": "add", "unit": "orcs"}]
)
def test_bad_edits_are_refused_with_the_page(builder: Builder, form: dict[str, str]) -> None:
    answer = builder.client.post(builder.url + "/edit", data={"key": builder.key(), **form})
    assert answer.status_code == 422
    assert '<div id="notice"' in answer.text
    assert 'class="strip"' in answer.text


def test_the_stream_of_a_list_answers_and_a_wrong_token_does_not(builder: Builder) -> None:
    answer = builder.client.get(builder.url + "/stream", buffered=False)
    assert answer.mimetype == "text/event-stream"
    answer.close()
    for path in ("", "/now", "/stream", "/share", "/army.json", "/qr-edit.svg"):
        assert builder.client.get("/l/wrong-token" + path).status_code == 404


# ---- links


def test_the_private_link_works_on_another_phone_and_keeps_the_list_there(app: Flask, builder: Builder) -> None:
    other = app.test_client()
    assert "not kept on this phone" in other.get(builder.url).text
    assert "Buke, level 3" not in other.get("/lists").text
    other.post(builder.url + "/keep", data={})
    assert "Buke, level 3" in other.get("/lists").text
    other.post(builder.url + "/forget")
    assert "Buke, level 3" not in other.get("/lists").text
    builder.did("add", other, unit="yari-ashigaru")
    assert "Buke, level 3" in other.get("/lists").text


def test_the_opponent_reads_no_secrets_and_cannot_edit(app: Flask, builder: Builder) -> None:
    filled(builder)
    share = re.search(r'href="[^"]*(/s/[^"]+)"', builder.page("/share"))
    assert share is not None
    other = app.test_client()
    read = other.get(share[1])
    assert read.status_code == 200
    assert read.headers["Cache-Control"] == "no-store"
    assert "First &lt;spears&gt;" in read.text
    assert "Spy" in read.text
    for secret in ("Kamari", "kamari", "starts in First", "ambush", builder.kept.edit_token):
        assert secret not in read.text
    assert "starts in Katana Samurai" in read.text, "a Bushi hides nowhere"
    token = share[1].rpartition("/")[2]
    assert other.get(f"/l/{token}").status_code == 404
    assert other.post(f"/l/{token}/edit", data={"op": "add", "unit": "kengo", "key": "k" * 12}).status_code == 404
    assert other.get(f"{share[1]}/{'0' * 22}").status_code == 404


def test_the_whole_list_is_read_by_its_own_link(app: Flask, builder: Builder) -> None:
    filled(builder)
    whole = re.search(r"(/s/[^/<\"]+/[0-9a-f]{22})", builder.page("/share"))
    assert whole is not None
    read = app.test_client().get(whole[1])
    assert read.status_code == 200
    for secret in ("Kamari", "starts in First", "ambush"):
        assert secret in read.text


def test_a_copy_of_a_shared_list_holds_what_could_be_read(app: Flask, builder: Builder) -> None:
    filled(builder)
    other = app.test_client()
    answer = other.post(f"/s/{builder.kept.share_token}/keep", data={"seal": "guess"})
    copy = builder.lists.by_edit(answer.headers["Location"].rpartition("/")[2])
    assert copy is not None
    assert [c.joins for c in copy.army.characters] == ["u3", None, None]
    assert copy.army.character("c7").kind is None  # type: ignore[union-attr]
    assert len(builder.kept.army.units) == 4


@pytest.mark.parametrize("code", ["edit", "opponent", "whole", "list"])
def test_qr_codes_are_drawn(builder: Builder, code: str) -> None:
    filled(builder)
    answer = builder.client.get(f"{builder.url}/qr-{code}.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "no-store"
    assert b"<path" in answer.data


def test_what_is_exported_opens_again(app: Flask, builder: Builder) -> None:
    filled(builder)
    army = builder.kept.army
    for path in ("/army.json", "/army.txt", "/army.txt?style=short", "/army.txt?style=one-line"):
        exported = builder.client.get(builder.url + path)
        assert "attachment" in exported.headers["Content-Disposition"]
        opened = app.test_client().post("/lists/open", data={"text": exported.text})
        assert opened.status_code == 303, opened.text
        back = builder.lists.by_edit(opened.headers["Location"].rpartition("/")[2])
        assert back is not None
        assert [(u.unit, u.miniatures, u.name) for u in back.army.units] == [
            (u.unit, u.miniatures, u.name) for u in army.units
        ]
        assert [(c.character, c.kind, c.joins is None) for c in back.army.characters] == [
            (c.character, c.kind, c.joins is None) for c in army.characters
        ]
    assert builder.client.get(builder.url + "/army.txt?style=sung").status_code == 404
    opened = app.test_client().post("/lists/open", data={"text": "http://x/l#" + link.to_link(army)})
    back = builder.lists.by_edit(opened.headers["Location"].rpartition("/")[2])
    assert back is not None
    assert back.army == army


@pytest.mark.parametrize(
    "words",
    [
        "",
        "hello",
        "{",
        '{"format": "gunbai-army", "version": 2, "name": "\\u0000"}',
        "http://x/l#aAAAAAAAAAAAAAAAAA",
        "Vanguard [Buke, level 3]\n1. Orcs × 5\n2. Yari Ashigaru × 7",
        "\x00\x01",
        "[" * 5000,
        "9" * 70_000,
    ],
)
def test_what_cannot_be_read_is_kept_and_every_problem_is_said(client: FlaskClient, words: str) -> None:
    answer = client.post("/lists/open", data={"text": words})
    assert answer.status_code == 422
    if words.strip("\x00\x01"):
        assert "could not be read. Your text is kept below" in answer.text
        assert 'class="problem"' in answer.text
    if "Orcs" in words:
        assert "line 2" in answer.text
        assert "1. Orcs × 5" in answer.text
        assert "Open what was understood" in answer.text
        again = client.post("/lists/open", data={"text": words, "anyway": "yes"})
        assert again.status_code == 303


def test_a_file_is_opened_too(client: FlaskClient, builder: Builder) -> None:
    document = json.dumps(
        {"format": "gunbai-army", "version": 1, "path": "kuge", "level": 2, "units": [], "characters": []}
    )
    answer = client.post("/lists/open", data={"text": "", "file": (io.BytesIO(document.encode()), "army.json")})
    assert answer.status_code == 303
    answer = client.post("/lists/open", data={"text": "", "file": (io.BytesIO(b"\xff\xfe\x00"), "army.json")})
    assert answer.status_code == 422


# ---- tools


def test_suggestions_are_legal_and_undone_in_one_tap(builder: Builder) -> None:
    for taste in ("balanced", "cavalry"):
        done = builder.client.post(builder.url + "/suggest", data={"what": "new", "taste": taste, "key": builder.key()})
        assert done.status_code in (200, 303)
        assert "Legal at level 3" in builder.page("/check")
    before = builder.kept.army
    builder.client.post(builder.url + "/suggest", data={"what": "new", "taste": "elite", "key": builder.key()})
    builder.client.post(builder.url + "/undo", data={"key": builder.key()})
    assert builder.kept.army == before
    assert builder.client.post(builder.url + "/suggest", data={"taste": "sweet"}).status_code == 422


def test_the_rest_is_filled_around_what_is_there(builder: Builder) -> None:
    builder.did("add", unit="no-dachi-samurai")
    builder.did("name", id="u1", name="Mine")
    builder.client.post(builder.url + "/suggest", data={"what": "fill", "taste": "balanced", "key": builder.key()})
    army = builder.kept.army
    assert army.unit("u1").name == "Mine"  # type: ignore[union-attr]
    assert len(army.units) > 2
    assert "Legal at level 3" in builder.page("/check")
    builder.did("add", unit="naginata-sohei")
    refused = builder.client.post(builder.url + "/suggest", data={"what": "fill", "key": builder.key()})
    assert refused.status_code == 422
    assert "Mend this first" in refused.text


def test_expected_damage_is_the_exact_odds(builder: Builder) -> None:
    builder.did("add", unit="katana-samurai")
    builder.did("size", id="u1", to="10")
    page = builder.page("/damage?target=yari-ashigaru&miniatures=10&case=defensive")
    assert re.search(r'<b class="mean">\d+\.\d', page)
    mean = odds(Attack(dc=10, at=4, df=4, ar=1, vt=3, miniatures=10)).mean_damage
    assert f'<b class="mean">{mean:.1f} ' in page, "the book's charge of 10:3"
    assert builder.client.get(builder.url + "/damage?target=orcs").status_code == 404
    assert builder.client.get(builder.url + "/damage?case=song").status_code == 404
    builder.page("/damage?miniatures=-5")
    assert "or a unit with projectiles." in builder.page("/damage?case=near")


def test_two_lists_side_by_side(app: Flask, client: FlaskClient, builder: Builder) -> None:
    filled(builder)
    other = Builder(client, app, "kuge", 5)
    other.did("add", unit="onna-bushi")
    page = builder.page(f"/compare?with={other.kept.id}")
    assert "Kuge 5" in page
    assert catalog().units["onna-bushi"].name in page
    pasted = client.post(builder.url + "/compare", data={"text": "X [Sohei, level 2]\n1. Naginata Sohei × 4"})
    assert "Sohei 2" in pasted.text
    wrong = client.post(builder.url + "/compare", data={"text": "nonsense"})
    assert wrong.status_code == 422
    assert "nonsense" in wrong.text


def test_the_shelf_says_what_a_list_lacks(client: FlaskClient, builder: Builder) -> None:
    filled(builder)
    assert "missing" not in builder.page()
    client.post("/lists/miniatures", data={"yari-ashigaru": "7", "katana-samurai": "9"})
    page = builder.page()
    assert "3 missing" in page, "ten Yari Ashigaru of which seven are there"
    assert "4 Yumi Samurai" in client.get("/lists/miniatures").text
    assert client.get("/lists/miniatures?kengo=many").status_code == 422
    sent = client.get("/lists/miniatures?kengo=3&orcs=9").text
    assert 'name="kengo" value="3"' in sent
    assert 'name="kengo" value="0"' in client.get("/lists/miniatures").text, "a look keeps nothing"
    assert client.post("/lists/miniatures", data={"yari-ashigaru": "-1"}).status_code == 422
    assert client.post("/lists/miniatures", data={"yari-ashigaru": "9" * 500}).status_code == 422


# ---- history and bin


def test_history_goes_back_by_one_tap(builder: Builder) -> None:
    filled(builder)
    page = builder.page("/history")
    assert "added 4 Katana Samurai" in page
    point = next(told.seq for told in builder.lists.history(builder.kept.id) if "4 Katana" in str(told.line))
    done = builder.client.post(builder.url + "/back", data={"seq": point, "key": builder.key()})
    assert done.status_code == 303
    assert len(builder.kept.army.units) == 3
    assert "back to point" in builder.page("/history")
    assert builder.client.post(builder.url + "/back", data={"seq": "x", "key": builder.key()}).status_code == 422


def test_the_bin_asks_twice(client: FlaskClient, builder: Builder) -> None:
    client.post(builder.url + "/bin", data={"key": builder.key()})
    assert "1 list in the bin" in client.get("/lists").text
    assert client.post(builder.url + "/destroy").status_code == 303
    assert builder.lists.by_edit(builder.kept.edit_token) is not None
    assert "Yes, for good" in client.get(f"/lists/bin?sure={builder.kept.id}").text
    assert "lies in the bin: it can be read" in builder.page()
    client.post(builder.url + "/restore", data={"key": builder.key()})
    assert "lies in the bin" not in builder.page()
    client.post(builder.url + "/destroy", data={"sure": "yes"})
    assert client.get(builder.url).status_code == 200, "only what lies in the bin is deleted"
    client.post(builder.url + "/bin", data={"key": builder.key()})
    client.post(builder.url + "/destroy", data={"sure": "yes"})
    assert client.get(builder.url).status_code == 404


def test_a_copy_is_a_list_of_its_own(builder: Builder) -> None:
    filled(builder)
    answer = builder.client.post(builder.url + "/twin")
    twin = builder.lists.by_edit(answer.headers["Location"].rpartition("/")[2])
    assert twin is not None
    assert twin.army.units == builder.kept.army.units
    assert twin.id != builder.kept.id


def test_pages_need_no_script_and_hold_nothing_inline(builder: Builder) -> None:
    filled(builder)
    for page in PAGES:
        text = builder.page(page)
        assert not re.search(r"\sstyle=|\son\w+=", text), page
        for form in re.findall(r"<form.*?</form>", text, re.S):
            assert 'method="post"' in form or 'method="get"' in form
            assert "<button" in form, form


# ---- to a table


def test_a_list_is_brought_to_a_table(app: Flask, client: FlaskClient, builder: Builder) -> None:
    filled(builder)
    made = client.post("/new", data={"game": "kensei", "player": "Ana", "level": "3"})
    table = made.headers["Location"].removesuffix("/seats")
    page = client.get(f"{table}/bring?seat=a")
    assert page.status_code == 200
    assert "Buke, level 3" in page.text
    done = client.post(f"{table}/bring", data={"seat": "a", "list": builder.kept.id, "key": builder.key()})
    assert done.status_code == 303, done.text
    own = client.get(table).text
    assert "First &lt;spears&gt;" in own
    assert "Agreed: level 3" in own
    assert "Special characters: 2; level 3 allows 1." in own
    other = app.test_client()
    other.post(f"{table}/sit", data={"seat": "b", "player": "Ben"})
    assert "&lt;spears&gt;" not in other.get(table).text
    assert other.get(f"{table}/bring?seat=a").status_code == 404
    assert other.get(f"{table}/bring?seat=b").status_code == 200
    pasted = other.post(
        f"{table}/bring", data={"seat": "b", "text": "X [Sohei, level 2]\n1. Naginata Sohei × 4", "key": builder.key()}
    )
    assert pasted.status_code == 303
    assert "Naginata Sohei" in other.get(table).text
    wrong = other.post(f"{table}/bring", data={"seat": "b", "text": "nonsense", "key": builder.key()})
    assert wrong.status_code == 422
    assert "nonsense" in wrong.text
    nothing = other.post(f"{table}/bring", data={"seat": "b", "key": builder.key()})
    assert nothing.status_code == 422
