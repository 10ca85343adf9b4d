"""The start page says what Gunbai is for and where one goes; Help is one page, and found from every other."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import __version__
from companion.config import Config
from companion.play.registry import GAMES
from companion.web import create_app, marks, start
from tests.web.phones import Sitting

SECTIONS = ("table", "phones", "kept", "print", "host", "programs", "mistake", "about")


def words(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])))


def test_every_game_stands_there_by_name_and_sign_and_the_ways_from_the_start(client: FlaskClient) -> None:
    page, seen = client.get("/").text, set()
    for game in GAMES.values():
        button = page.split(f'name="game" value="{game.id}"')[1].split("</button>")[0]
        (drawn,) = re.findall(r'#((?:icon|sign)-\w+)"', button)
        assert f'id="{drawn}"' in marks.sprite()
        seen.add(drawn)
        assert f"<b>{game.name}</b>" in button
        assert "book" in button, "what it needs"
    assert len(seen) == len(GAMES), "each has its own"
    for path in ("/new", "/join", "/lists", "/rules", "/dice", "/played", "/print", "/help", "/connect"):
        assert f'href="{path}"' in page, path
    assert 'action="/show-me"' in page
    assert "You bring their books, the miniatures or cards" in words(page)


@pytest.mark.parametrize(
    ("sent", "read", "lit"),
    [
        ({"count": "7"}, "42 in all How many", "Ø"),
        ({"count": "7", "counted": "above-6"}, "42 in all · 3 above 6", "Ø 7 9"),
        ({"count": "7", "counted": "upto-6"}, "42 in all · 4 with 6 or less", "1 6 4 5"),
        ({"count": "25"}, "1 to 24 dice", ""),
        ({"count": "x", "counted": "of-6"}, "42 in all How many", "Ø"),
    ],
)
def test_dice_are_counted_above_a_number_or_up_to_it(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, sent: dict[str, str], read: str, lit: str
) -> None:
    monkeypatch.setattr(start, "throw", lambda _count: (1, 6, 10, 4, 7, 5, 9))
    page = client.post("/dice", data=sent).text
    assert read in words(page)
    assert " ".join(re.findall(r'class="die (?:ten|hit)">(\S)<', page)) == lit
    assert [int(n) for n in re.findall(r'name="count" value="(\d+)"', page)] == list(range(1, 25)), "each is one tap"


def test_help_is_found_from_every_kind_of_page(app: Flask) -> None:
    sitting = Sitting(app)
    client = sitting.ana.client
    made = client.post("/lists/new", data={"path": "buke", "level": "1"}).headers["Location"]
    pages = ["/", "/new", "/join", "/dice", "/lists", "/rules", "/rules/kensei", "/print", "/played"]
    for path in (*pages, f"{sitting.ana.path}/more", made.removesuffix("/add") + "/more"):
        page = client.get(path)
        assert page.status_code == 200
        assert 'href="/help"' in page.text, path


def test_help_is_one_page_with_all_its_sections(client: FlaskClient) -> None:
    page = client.get("/help").text
    assert tuple(re.findall(r'<h2 id="(\w+)"', page)) == SECTIONS
    assert all(f'href="#{id_}"' in page for id_ in SECTIONS)
    assert f"Version {__version__}." in words(page)
    assert "MIT License" in words(page)
    for game in GAMES.values():
        assert game.name in words(page)


def test_help_says_how_long_this_server_keeps_tables(config: Config) -> None:
    for days, said in ((0, None), (1, "After a day without a tap a table is closed"), (30, "After 30 days without a")):
        page = words(create_app(replace(config, keep_days=days)).test_client().get("/help").text)
        assert "until the phone that made the table deletes it" in page
        assert (said in page) if said else ("without a tap" not in page)


def test_tables_under_way_come_first_and_push_nothing_out(client: FlaskClient) -> None:
    """Two of them, newest first; those that are over, more, and practice stand below the ways to begin."""
    for name in ("Monday", "Tuesday", "Wednesday"):
        made = client.post("/new", data={"game": "tenno", "players": "2", "phones": "one", "name": name})
        assert made.status_code == 303
    client.post("/show-me", data={"game": "tenno"})
    page = client.get("/").text
    before, after = page.split("Start a game and invite the others", 1)
    assert re.findall(r"Monday|Tuesday|Wednesday|Practice", before) == ["Wednesday", "Tuesday"]
    assert re.findall(r"Monday|Tuesday|Wednesday|Practice", after)[:2] == ["Practice", "Monday"]
    assert "under way" not in client.application.test_client().get("/").text
