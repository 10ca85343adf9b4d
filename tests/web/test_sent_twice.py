"""A form that makes something makes one of it, however often it is tapped; gone back to later, it makes another."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.registry import GAMES
from companion.play.values import Table
from companion.rules.kensei.army import Army
from companion.rules.text import Text
from companion.web.services import Services
from tests.web.builder import Builder, filled
from tests.web.test_quotas import narrow

KEY = re.compile(r'name="key" value="([\w.]+)"')
COPIES = (
    ("/l/{edit}/more", "/l/{edit}/twin", {}),
    ("/s/{share}", "/s/{share}/keep", {"seal": ""}),
    ("/lists", "/lists/new", {"path": "buke", "level": "3"}),
    ("/lists/open", "/lists/open", {"text": "Kuge, level 3\nTsukai", "anyway": "yes"}),
)
"""Where a form stands that makes a list, where it goes, and what it sends."""


def key_on(client: FlaskClient, page: str) -> str:
    found = KEY.search(client.get(page).text)
    assert found
    return found[1]


def services(app: Flask) -> Services:
    found: Services = app.extensions["gunbai"]
    return found


def tables(app: Flask, client: FlaskClient) -> int:
    return client.get("/").text.count('href="/t/')


@pytest.mark.parametrize("game", GAMES)
def test_a_double_tap_opens_one_table_and_both_answers_lead_there(app: Flask, client: FlaskClient, game: str) -> None:
    """Also on a phone that was never here: the page of the form has made its name."""
    for opened, (phones, sitting) in enumerate((("many", ["Ana"]), ("one", ["Ana", "Ben"])), 1):
        key = key_on(client, f"/new?game={game}")
        form = {"game": game, "player": "Ana", "players": "2", "name.b": "Ben", "phones": phones, "key": key}
        first, second = (client.post("/new", data=form).headers["Location"] for _ in range(2))
        assert second == first, "who touched twice sees what comes after one touch"
        assert tables(app, client) == opened
        found = services(app).tables.get(first.split("/")[2])
        assert found is not None
        assert [seat.player for seat in found.seats if seat.device] == sitting


def test_the_second_touch_takes_no_place_of_the_hour(app: Flask, client: FlaskClient) -> None:
    """Not even the last one; but what it makes anew counts."""
    narrow(app, "tables", 3, 20)
    narrow(app, "lists", 3, 20)
    form = {"game": "zipang", "player": "Ana", "players": "3", "key": key_on(client, "/new?game=zipang")}
    client.post("/new", data=form)
    while client.post("/new", data=form | {"key": ""}).status_code == 303:
        pass
    assert client.post("/new", data=form).status_code == 303, "made already"
    new = {"path": "buke", "level": "3", "key": key_on(client, "/lists")}
    client.post("/lists/new", data=new)
    while client.post("/lists/new", data=new | {"key": ""}).status_code == 303:
        pass
    assert client.post("/lists/new", data=new).status_code == 303
    made = client.post("/new", data=form).headers["Location"].split("/")[2]
    tap = {"type": "starts", "player": "a", "seat": "a", "key": "starts-0002"}
    client.post(f"/t/{made}/tap", data=tap, headers={"HX-Request": "true"})
    assert client.post("/new", data=form).status_code == 429, "played at, it would be another one"


def test_two_touches_at_once_make_one_table(app: Flask) -> None:
    with ThreadPoolExecutor(8) as pool:
        make = services(app).tables.create
        made = list(pool.map(lambda _: make("phone", "zipang", "Sunday", {"players": "3"}, "form"), range(8)))
    assert len({one.id for one in made if isinstance(one, Table)}) == 1
    assert len(services(app).tables.mine("phone")) == 1


def test_other_choices_other_phones_and_other_pages_make_another_table(app: Flask, client: FlaskClient) -> None:
    form = {"game": "zipang", "player": "Ana", "players": "3", "key": key_on(client, "/new?game=zipang")}
    for change in ({}, {"players": "4"}, {"key": key_on(client, "/new?game=zipang")}, {"key": ""}, {"key": ""}):
        client.post("/new", data=form | change)
    assert tables(app, client) == 5
    other = app.test_client()
    other.get("/new")
    other.post("/new", data=form)
    assert (tables(app, client), tables(app, other)) == (5, 1)
    new = {"path": "buke", "level": "3", "key": key_on(client, "/lists")}
    first, second = (client.post("/lists/new", data=new | {"level": level}).headers["Location"] for level in "34")
    assert first != second, "nor are lists of other choices one"


def test_after_play_or_deleted_the_same_form_makes_another_table(app: Flask, client: FlaskClient) -> None:
    form = {"game": "zipang", "player": "Ana", "players": "3", "key": key_on(client, "/new?game=zipang")}
    made = client.post("/new", data=form).headers["Location"].split("/")[2]
    tap = {"type": "starts", "player": "a", "seat": "a", "key": "starts-0001"}
    assert client.post(f"/t/{made}/tap", data=tap, headers={"HX-Request": "true"}).status_code == 200
    again = client.post("/new", data=form).headers["Location"].split("/")[2]
    assert again != made
    form["key"] = key_on(client, "/new?game=zipang")
    third = client.post("/new", data=form).headers["Location"].split("/")[2]
    client.post(f"/t/{third}/delete")
    fourth = client.post("/new", data=form).headers["Location"].split("/")[2]
    assert services(app).tables.get(third) is None
    assert services(app).tables.get(fourth) is not None


def test_a_double_tap_makes_one_copy_of_a_list(app: Flask, client: FlaskClient) -> None:
    """Of one's own, of one that was shared, and of what was pasted; and one new list."""
    made = services(app).lists.make("somebody", Army(path="kuge", level=5), Text("a new list"))
    services(app).lists.edit(made.id, "somebody", "shown", {"to": "open"}, "an-edit-1")
    links = {"edit": made.edit_token, "share": made.share_token}
    for at, to, fields in COPIES:
        page, where = at.format(**links), to.format(**links)
        form = {"key": key_on(client, page), **fields}
        answers = [client.post(where, data=form) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303], answers[0].text
        first, second = (answer.headers["Location"] for answer in answers)
        assert first == second
        other = client.post(where, data=form | {"key": key_on(client, page)}).headers["Location"]
        assert other != first
    assert client.get("/lists").text.count("data-taps=") == 2 * len(COPIES)


class Cookieless:
    """A phone that was never here, and has by its second touch only what the page of the form gave it."""

    def __init__(self, app: Flask, page: str) -> None:
        self.client = app.test_client(use_cookies=False)
        shown = self.client.get(page, follow_redirects=True)
        assert shown.status_code == 200
        found = KEY.search(shown.text)
        assert found
        self.page, self.key = shown.text, found[1]
        self.cookie = {"Cookie": shown.headers.get("Set-Cookie", "").split(";")[0]}

    def touches(self, where: str, **fields: str) -> list[str]:
        """Where the two answers lead."""
        answers = [self.client.post(where, data=fields | {"key": self.key}, headers=self.cookie) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303], answers[1].text
        return [answer.headers["Location"] for answer in answers]


def test_the_page_of_a_form_names_the_phone(app: Flask) -> None:
    """An answer that never came brought no cookie: both touches of a new phone come with that of the page."""
    made = services(app).lists.make("somebody", Army(path="kuge", level=5), Text("a new list"))
    links = {"edit": made.edit_token, "share": made.share_token}
    for page, where, fields in COPIES:
        first, second = Cookieless(app, page.format(**links)).touches(where.format(**links), **fields)
        assert first == second, page


def test_the_first_edit_of_a_new_phone_counts_once(app: Flask, builder: Builder) -> None:
    """Also that made on a page beside the builder."""
    filled(builder)
    add = ("/edit", {"op": "add", "unit": "yari-ashigaru"})
    for page, (where, fields) in (
        *((page, add) for page in ("", "/add", "/check", "/more")),
        ("/history", ("/back", {"seq": "1"})),
        ("/share", ("/shown", {"to": "open"})),
        ("/level/4", ("/edit", {"op": "head", "level": "4"})),
        ("/suggest", ("/suggest", {"taste": "balanced", "what": "new"})),
    ):
        before = builder.kept.seq
        first, second = Cookieless(app, builder.url + page).touches(builder.url + where, **fields)
        assert first == second, page
        assert builder.kept.seq == before + 1, page


def test_a_list_that_is_only_looked_at_comes_on_no_shelf(app: Flask, builder: Builder) -> None:
    """The look gives the phone its name and nothing else; what was shown is the page of this very phone."""
    before = builder.kept
    for page in ("", "/add", "/check", "/more"):
        phone = Cookieless(app, builder.url + page)
        version = re.search(r'data-version="(\w+)"', phone.page)
        assert version
        asked = phone.cookie | {"If-None-Match": f'W/"{version[1]}"'}
        now = phone.client.get(f"{builder.url}/now?page={page.strip('/') or 'army'}", headers=asked)
        assert now.status_code == 304
        again = phone.client.get(builder.url + page, headers=phone.cookie)
        assert (again.headers.get("Set-Cookie"), again.headers.get("X-Kept")) == (None, None)
        assert builder.url not in phone.client.get("/lists", headers=phone.cookie).text
    assert builder.kept == before


def test_the_form_of_a_list_that_was_changed_since_makes_a_copy_of_what_it_is_now(
    app: Flask, client: FlaskClient
) -> None:
    lists = services(app).lists
    for page, where, fields in COPIES[:2]:
        made = lists.make("somebody", Army(path="kuge", level=5), Text("a new list"))
        links = {"edit": made.edit_token, "share": made.share_token}
        form = {"key": key_on(client, page.format(**links)), **fields}
        first = client.post(where.format(**links), data=form).headers["Location"]
        lists.edit(made.id, "somebody", "add", {"unit": "yari-ashigaru"}, f"an-edit-{made.id[:6]}")
        second, third = (client.post(where.format(**links), data=form).headers["Location"] for _ in range(2))
        assert first != second == third
        copies = [lists.by_edit(one.rpartition("/")[2]) for one in (first, second)]
        assert [len(one.army.units) for one in copies if one] == [0, 1]


def test_a_list_that_was_begun_is_not_opened_by_its_form_again(app: Flask) -> None:
    lists, army, words = services(app).lists, Army(path="buke", level=3), Text("a new list")
    first = lists.make("phone", army, words, "form")
    assert lists.make("phone", army, words, "form").id == first.id
    lists.edit(first.id, "phone", "add", {"unit": "yari-ashigaru"}, "an-edit-1")
    second = lists.make("phone", army, words, "form")
    assert (second.id != first.id, len(lists.mine("phone"))) == (True, 2)
