"""A list on its way: private link, reading, copies, QR codes, export, and what is opened again."""

import io
import json
import re
from html import unescape
from typing import get_args

from flask import Flask
from flask.testing import FlaskClient

from companion.play.armies import link
from companion.play.armies.text import Style
from companion.rules.kensei.army import Army
from tests.play.armies.renumbered import renumbered
from tests.web.builder import Builder, filled


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
    shared = f"/s/{builder.kept.share_token}"
    for path in (builder.url, builder.url + "/more", shared, f"{shared}/{'0' * 22}"):
        answer = other.post("/lists/open", data={"text": f" http://localhost{path}\n"})
        assert (answer.status_code, answer.headers["Location"]) == (303, path), "by the name it was asked by"
    for path in (builder.url, shared):
        answer = other.post("/lists/open", data={"text": f"https://gunbai.example{path}"})
        assert answer.status_code == 422, "another server is asked by the player only"
        assert "This is a link to a list: open it in the browser." in answer.text


def test_what_others_see_is_one_of_three_and_a_shut_list_offers_no_code(builder: Builder) -> None:
    for to, offered in (("open", True), ("nothing", False), ("opponent", True)):
        assert builder.client.post(f"{builder.url}/shown", data={"to": to, "key": builder.key()}).status_code == 303
        page = builder.page("/share")
        assert re.findall(r'<input type="radio" name="to" value="(\w+)" checked>', page) == [to]
        assert page.count('type="radio" name="to"') == 3
        assert ("QR code of the list for the opponent" in page) is offered
        assert (f"/s/{builder.kept.share_token}" in page) is offered
        assert "QR code of the private link" in page, "his own other phone is none of the others"
    for code in ("edit", "opponent", "whole", "list"):
        answer = builder.client.get(f"{builder.url}/qr-{code}.svg")
        assert answer.mimetype == "image/svg+xml", code
        assert answer.headers["Cache-Control"] == "no-store"
        assert b"<path" in answer.data


def test_the_opponent_reads_no_secrets_and_cannot_edit(app: Flask, builder: Builder) -> None:
    """The whole list is read by a link of its own."""
    filled(builder)
    shared = builder.page("/share")
    share = re.search(r'href="[^"]*(/s/[^"]+)"', shared)
    whole = re.search(r"(/s/[^/<\"]+/[0-9a-f]{22})", shared)
    assert share is not None
    assert whole is not None
    other = app.test_client()
    read = other.get(share[1])
    assert read.status_code == 200
    assert read.headers["Cache-Control"] == "no-store"
    assert "First &lt;spears&gt;" in read.text
    assert "Busho Buke" in read.text
    for secret in ("Spy", "Shinobi", "Kamari", "kamari", "starts in", "ambush", "koku", builder.kept.edit_token):
        assert secret not in read.text
    token = share[1].rpartition("/")[2]
    assert other.get(f"/l/{token}").status_code == 404
    assert other.post(f"/l/{token}/edit", data={"op": "add", "unit": "kengo", "key": "k" * 12}).status_code == 404
    assert other.get(f"{share[1]}/{'0' * 22}").status_code == 404
    for secret in ("Kamari", "starts in First", "ambush"):
        assert secret in other.get(whole[1]).text


SIGNS = ("MV", "DC", "AT", "DF", "AR", "VT", "KI", "HR", "IN", "AC", "VE")


def _stats(html: str) -> list[dict[str, str]]:
    """The numbers of every entry of a page, by their signs."""
    grids = html.split('<div class="stats">')[1:]
    return [dict(re.findall(r'<span class="name">(\w\w)</span> <b>(\d+)</b>', grid)) for grid in grids]


def test_the_owner_and_the_opponent_read_the_same_eleven_numbers(app: Flask, client: FlaskClient) -> None:
    """A mount counts for whoever reads; only who stands where stays the owner's."""
    builder = Builder(client, app, "sohei")
    builder.did("add", unit="katana-samurai")
    builder.did("standard", id="u1", on="true")
    builder.did("enlist", character="busho-sohei")
    builder.did("outfit", id="c2", mounted="true")
    builder.did("join", id="c2", unit="u1")
    unit, hero = _stats(builder.page())
    told = app.test_client().get(f"/s/{builder.kept.share_token}").text
    assert "weapons and characters inside are not" in told, "which numbers these are"
    unit_told, hero_told = _stats(told)
    assert all(tuple(one) == SIGNS for one in (unit, hero, unit_told, hero_told))
    assert [hero_told[sign] for sign in ("MV", "AR", "VT")] == ["15", "4", "11"]
    assert {sign for sign in SIGNS if hero[sign] != hero_told[sign]} == {"DC"}, "where he stands is his player's"
    assert {sign for sign in SIGNS if unit[sign] != unit_told[sign]} == {"HR", "IN", "VE"}
    assert (unit_told["HR"], unit_told["VE"]) == ("5", "4"), "the standard-bearer and the size are seen"
    for page in ("/add", ""):
        assert re.findall(r"<dt>(\w\w) · ", builder.page(page)) == list(SIGNS)
    assert all(f"<span>{sign} <b>" in builder.page("/add") for sign in SIGNS)


def opened(builder: Builder, app: Flask, text: str) -> Army:
    """What another phone has that was given this text."""
    answer = app.test_client().post("/lists/open", data={"text": text})
    assert answer.status_code == 303, answer.text
    back = builder.lists.by_edit(answer.headers["Location"].rpartition("/")[2])
    assert back is not None
    return back.army


def test_what_is_exported_opens_again(app: Flask, builder: Builder) -> None:
    filled(builder)
    builder.did("head", name="Große Überraschung")
    army = builder.kept.army
    for path in ("/army.json", "/army.txt", "/army.txt?style=short", "/army.txt?style=one-line"):
        exported = builder.client.get(builder.url + path)
        assert 'attachment; filename="grosse-uberraschung.' in exported.headers["Content-Disposition"]
        back = opened(builder, app, exported.text)
        assert [(u.unit, u.miniatures, u.name) for u in back.units] == [
            (u.unit, u.miniatures, u.name) for u in army.units
        ]
        assert [(c.character, c.kind, c.joins is None) for c in back.characters] == [
            (c.character, c.kind, c.joins is None) for c in army.characters
        ]
    assert builder.client.get(builder.url + "/army.txt?style=sung").status_code == 404
    assert opened(builder, app, "http://x/l#" + link.to_link(army)) == army


def test_a_text_is_in_the_language_of_the_phone_and_opens_on_any_other(app: Flask, builder: Builder) -> None:
    filled(builder)
    builder.did("general", id="c5")
    phone = app.test_client()
    phone.set_cookie("language", "de")
    shared = phone.get(f"{builder.url}/share").text
    assert "Feldherr" in unescape(re.findall(r"<textarea[^>]*text-out.*?</textarea>", shared, re.S)[0])
    for style in get_args(Style):
        exported = phone.get(f"{builder.url}/army.txt?style={style}").text
        assert "Feldherr" in exported
        assert opened(builder, app, exported) == renumbered(builder.kept.army.without_bench)
    assert "Feldherr" in unescape(phone.get("/lists/open").text), "in the example of the empty field"


def test_what_cannot_be_read_is_kept_and_said(client: FlaskClient) -> None:
    """What is said of texts, and what is offered, is in `pages/opening.page`."""
    for words in (
        '{"format": "gunbai-army", "version": 2, "name": "\\u0000"}',
        "http://x/l#aAAAAAAAAAAAAAAAAA",
        "[" * 5000,
        "9" * 70_000,
    ):
        answer = client.post("/lists/open", data={"text": words})
        assert answer.status_code == 422, words[:20]
        assert "could not be read. Your text is kept below" in answer.text
        assert 'class="problem"' in answer.text


def test_a_paste_of_300_kilobytes_is_kept_and_a_file_is_opened_too(client: FlaskClient) -> None:
    words = "Takeda vanguard [Buke, level 3]\n" + "much ado about nothing\n" * 14_000
    assert len(words) > 300_000
    answer = client.post("/lists/open", data={"text": words})
    assert answer.status_code == 422
    assert "at most 65536 are read" in answer.text
    assert answer.text.count("much ado about nothing") == 14_000
    too_large = client.post("/lists/open", data={"text": "x" * 3_000_000})
    assert too_large.status_code == 413
    assert "at most 2048 KB are read" in too_large.text
    assert client.post("/lists/new", data={"path": "x" * 300_000}).status_code == 413
    head = {"format": "gunbai-army", "version": 1, "path": "kuge", "level": 2}
    document = json.dumps({**head, "units": [], "characters": []}).encode()
    for file, status in ((document, 303), (b"\xff\xfe\x00", 422)):
        form = {"text": "", "file": (io.BytesIO(file), "army.json")}
        assert client.post("/lists/open", data=form).status_code == status
