"""Pages of the card games without a browser: new tables, seats, names, forms without a script, records, rules."""

import html
import json
import re
import secrets
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bench.phones import Phone
from companion.content import catalog
from companion.play.played import play_of
from companion.play.plays_export import bg_stats_link
from companion.play.values import Table
from companion.rules.kensei.brief import reason_of
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.zipang.cards import CARDS
from companion.web import page_values
from companion.web.services import Services
from tests.web.keys import keys_of

GAMES = {"zipang": 6, "tenno": 7, "kenjin": 4}


def make(client: FlaskClient, game: str, **choices: str) -> str:
    """A new table by its form; its id."""
    answer = client.post("/new", data={"game": game, "player": "Ana", **choices})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return answer.headers["Location"].split("/t/")[1].split("/")[0]


def tap(client: FlaskClient, table: str, seat: str, type_: str, **form: str) -> Any:
    """One tap as a page without a script sends it."""
    return client.post(f"/t/{table}/tap", data={"type": type_, "seat": seat, "key": secrets.token_hex(8), **form})


def text(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def table_of(app: Flask, table_id: str) -> Table:
    services: Services = app.extensions["gunbai"]
    table = services.tables.get(table_id)
    assert table is not None
    return table


@pytest.mark.parametrize(("game", "most"), GAMES.items())
def test_a_new_table_and_every_page_of_it(app: Flask, client: FlaskClient, game: str, most: int) -> None:
    """Two who open a table without a look at the number find no third player there; names are text everywhere."""
    asked = text(client, f"/new?game={game}")
    assert "House rules" in asked
    assert re.findall(r'name="players" value="(\d)"[^>]* checked', asked) == ["2"]
    for players in ("1", "9", "many"):
        answer = client.post("/new", data={"game": game, "players": players})
        assert (answer.status_code, "players" in answer.text) == (422, True), players
    table = make(client, game, players=str(most), phones="many", player="<b>Ana</b>", name="At home")
    for page in ("", "/forces", "/log", "/more", "/seats", "/now?page=table"):
        shown = text(client, f"/t/{table}{page}")
        assert "&lt;b&gt;Ana" in shown or page == "/now?page=table", page
        assert "<b>Ana</b>" not in shown, page
    assert text(client, f"/t/{table}/seats").count('name="player"') == most - 1
    words = " ".join(re.sub(r"<[^>]+>", " ", text(client, "/")).split())
    assert f"At home {table_of(app, table).game.name} · {table_of(app, table).created_at:%Y-%m-%d} · " in words


def test_what_a_form_for_a_new_table_has_of_its_game(client: FlaskClient) -> None:
    for game in ("kensei", "nonsense"):
        assert "House rules" in text(client, f"/new?game={game}")
    assert 'name="clan.a"' in text(client, "/new?game=kenjin")
    assert "side-b jozu" in text(client, f"/t/{make(client, 'kenjin', players='2')}/seats"), "blue, as at the table"


@pytest.mark.parametrize("game", GAMES)
def test_one_phone_in_the_middle_is_handed_to_each(app: Flask, client: FlaskClient, game: str) -> None:
    """Whoever has it acts on it, and under More it is handed to the others."""
    table = make(client, game, players="3", phones="one")
    for seat in table_of(app, table).seats[1:3]:
        assert f"Hand over to {seat.player}" in text(client, f"/t/{table}/more")
        client.post(f"/t/{table}/hand", data={"seat": seat.seat})
        assert {key.get("seat") for key in keys_of(text(client, f"/t/{table}")) if "type" in key} >= {seat.seat}
        more = text(client, f"/t/{table}/more")
        assert f"Hand over to {seat.player}" not in more
        assert more.count("Hand over to") == 2


def test_a_seat_that_changes_hands_takes_the_new_name(app: Flask, client: FlaskClient) -> None:
    """Taken over with consent, or given up and taken again: the game speaks of who sits there now."""
    table = make(client, "zipang", players="2")
    ben, chie, dan = app.test_client(), app.test_client(), app.test_client()
    ben.post(f"/t/{table}/sit", data={"seat": "b", "player": "Ben"})
    for asker, name, called in ((chie, "Chie", "Chie"), (dan, "", "Chie"), (ben, "ana", "Chie"), (ben, "Ben", "Ben")):
        asker.post(f"/t/{table}/ask", data={"seat": "b", "player": name})
        [ask] = table_of(app, table).asks or [None]
        if ask is not None:
            answer = client.post(
                f"/t/{table}/answer", data={"ask": ask.id, "allow": "yes", "key": secrets.token_hex(8)}
            )
            assert answer.status_code == 303
        assert [player.name for player in table_of(app, table).state.players] == ["Ana", called]
    ben.post(f"/t/{table}/leave", data={"seat": "b"})
    dan.post(f"/t/{table}/sit", data={"seat": "b", "player": ""})
    assert table_of(app, table).player("b") == "Ben"


@pytest.mark.parametrize("phones", ["one", "many"])
def test_cards_of_zipang_have_their_text_a_tap_away_and_who_takes_the_pot_is_said_without_one(
    client: FlaskClient, phones: str
) -> None:
    """On a page of its own, not in a title, which glass never shows; `in the box` what this number of players lacks."""
    table = make(client, "zipang", players="3", phones=phones, **{"name.b": "Ben"})
    tap(client, table, "a", "starts", player="b")
    assert ">Cards<" in re.sub(r"\s+", "", text(client, f"/t/{table}"))
    page = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text(client, f"/t/{table}/forces"))))
    told = [str(words) for card in CARDS.values() for words in (card.name, card.effect)]
    assert not [words for words in (*told, "Commander in the box", "Peasant ×2") if words not in page]
    tap(client, table, "a", "campaign", number="1")
    page = text(client, f"/t/{table}")
    assert "title=" not in page.split('id="r-act"')[1].split('id="r-last"')[0]
    [key] = [key for key in keys_of(page) if key.get("winner") == "b"]
    assert client.post(f"/t/{table}/tap", data=key).status_code == 303
    who = "Ben" if phones == "one" else "Kiri"  # who names himself on his own phone is called by his crest till then
    assert f"{who} takes 3 coins." in text(client, f"/t/{table}/forces")


def test_who_begins_is_drawn_by_one_tap(app: Flask, client: FlaskClient) -> None:
    for players in (2, 6):
        table = make(client, "zipang", players=str(players), player="")
        assert "Draw who begins" in text(client, f"/t/{table}")
        assert tap(client, table, "a", "roll", step="first.1", app="true").status_code == 303
        assert table_of(app, table).state.first in "abcdef"[:players]
        assert "drawn by lot" in text(client, f"/t/{table}/log")
        entry = text(client, f"/t/{table}/log/1")
        assert "Instead:" in entry
        assert 'name="faces"' not in entry, "a lot was no throw: there are no dice to correct"


# ---- records


def finished(client: FlaskClient, *names: str, winner: str = "b") -> str:
    """A game of Zipang until everybody but one is broke."""
    table = make(client, "zipang", players=str(len(names) + 1), phones="one")
    for seat, name in zip("bcdef", names, strict=False):
        tap(client, table, seat, "player", name=name)
    decided(client, table, winner)
    return table


def decided(client: FlaskClient, table: str, winner: str = "b") -> None:
    """Five campaigns, all of them this player's."""
    tap(client, table, "a", "starts", player="a")
    for number in range(1, 6):
        tap(client, table, "a", "campaign", number=str(number))
        tap(client, table, "a", "decide", campaign=str(number), winner=winner)


def test_the_page_and_its_exports(app: Flask, client: FlaskClient) -> None:
    assert "once they are over" in text(client, "/played")
    running = make(client, "zipang", players="2")
    table = finished(client, "Ben")
    page = text(client, "/played")
    assert table in page
    assert running not in page
    assert "Ben" in page
    plays = json.loads(text(client, "/played/played.json"))
    assert [play["winners"] for play in plays["plays"]] == [["Ben"]]
    assert {one["name"]: one["wins"] for one in plays["players"]} == {"Ana": 0, "Ben": 1}
    play = play_of(table_of(app, table), table_of(app, table).created_at)
    assert play is not None
    link = bg_stats_link(play)
    pushed = json.loads(unquote(link.partition("?data=")[2]))
    (shown,) = re.findall(r'createPlay\.html\?data=([^"&]+)', page)
    assert {**json.loads(unquote(shown)), "playDate": ""} == {**pushed, "playDate": ""}, "some seconds later"
    assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} <= pushed.keys()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", pushed["playDate"])
    assert [(one["name"], one["rank"], one["winner"], one["score"]) for one in pushed["players"]] == [
        ("Ben", 1, True, 8),
        ("Ana", 2, False, 0),
    ]
    assert json.loads(text(client, "/played/played.json?game=tenno"))["plays"] == []
    for _ in range(2):
        finished(client, "Ben")
    [picture] = re.findall(r"<svg.*?</svg>", text(client, "/played").split("Wins over time")[1], re.DOTALL)[:1]
    assert len(re.findall(r"<text[^>]*>\w+ \d+, \d{4}<", picture)) == 1, "one evening has its day once"


# ---- rules


@pytest.mark.parametrize("game", [*GAMES, "kensei"])
def test_rules_have_sections_and_are_linked_from_more(client: FlaskClient, game: str) -> None:
    page = text(client, f"/rules/{game}")
    for section in re.findall(r'href="#([a-z]+)"', page):
        assert section == "main" or f'<section id="{section}">' in page
    assert page.count("<section id=") >= 5
    table = make(client, game, **({"players": "3"} if game in GAMES else {}))
    assert f"/rules/{game}" in text(client, f"/t/{table}/more")


def test_the_rules_of_kensei_are_those_the_program_plays_by(client: FlaskClient) -> None:
    """Every modifier, weapon, terrain and trait of the tables stands there with its section."""
    assert client.get("/rules/go").status_code == 404
    assert client.get("/rules").status_code == 200
    page = html.unescape(re.sub(r"<[^>]+>", " ", text(client, "/rules/kensei")))
    tables = catalog()
    named = (*tables.weapons.values(), *tables.traits.values(), *tables.terrain.values())
    for words, rule in [(str(reason_of(one)), one.rule) for one in MODIFIERS] + [(one.name, one.rule) for one in named]:
        assert words in page, words
        assert rule in page, rule


# ---- what all phones at a card game show alike is made once, and again only where it changed


SPOTS = ("port", "torii", "village", "rice-field"), ("sanctuary", "palace", "bridge", "fortress")


def combat(app: Flask) -> dict[str, Phone]:
    """Four phones and one that watches, before eight battlefields of which none is resolved."""
    phones = {seat: Phone(app, seat) for seat in "abcd"}
    table = make(phones["a"].client, "kenjin", players="4", phones="many", battlefields="table", way="score")
    for seat, phone in phones.items():
        phone.path = f"/t/{table}"
        phone.sit(seat, f"Player {seat.upper()}")
    pairs = ("ab", "bc", "cd", "ad")
    spots = {f"spots.{tile}": pair for row in SPOTS for tile, pair in zip(row, pairs, strict=True)}
    answer = tap(phones["a"].client, table, "a", "place", **spots)
    assert answer.status_code == 303, answer.text
    phones["watcher"] = Phone(app)
    phones["watcher"].path = f"/t/{table}"
    for phone in phones.values():
        phone.look()
    return phones


def spots_of(phone: Phone) -> str:
    """The battlefields of this phone's page, without the keys of the moment."""
    page = text(phone.client, phone.path)
    return re.sub(r'name="key" value="[^"]*"', "", page.split('<div class="spots">')[1].split('id="r-asks"')[0])


def test_battlefields_are_the_same_on_all_phones_that_may_tap(app: Flask) -> None:
    phones = combat(app)
    shown = {who: spots_of(phone) for who, phone in phones.items()}
    assert shown["a"].count('name="card"') == 8 * 2 * (10 + 1)
    assert len({shown[seat] for seat in "abcd"}) == 1
    assert "<form" not in shown["watcher"]


def test_a_battlefield_is_made_once_for_all_and_only_where_it_changed(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = combat(app)
    made: list[str] = []
    piece = page_values.Piece

    def counted(html: str, *parts: Any) -> page_values.Piece:
        made.append(html)
        return piece(html, *parts)

    monkeypatch.setattr(page_values, "Piece", counted)
    phones["c"].tap("quick", battlefield="village", winner="c")
    for phone in phones.values():
        phone.look()
    spots = [re.findall(r'id="(?:spot|done)-([a-z-]+)"', html) for html in made]
    assert [found for found in spots if found] == [["village"], ["village"]], "with keys for all players, and without"


@pytest.mark.parametrize("phones", ["many", "one"])
@pytest.mark.parametrize("game", ["tenno", "zipang"])
def test_a_tap_that_names_no_seat_is_that_of_its_phone_and_one_phone_for_all_says_whose_it_is(
    app: Flask, game: str, phones: str
) -> None:
    ana, ben = app.test_client(), app.test_client()
    table = make(ana, game, players="2", phones=phones, **({"name.b": "Ben"} if phones == "one" else {}))
    if phones == "many":
        ben.post(f"/t/{table}/sit", data={"seat": "b", "player": "Ben"})
    tap(ana, table, "a", "starts", player="a")
    tap(ana, table, "a", "campaign", number="1")
    if phones == "one":
        ben = ana
        ana.post(f"/t/{table}/hand", data={"seat": "b"})
    kind = "count" if (game, phones) == ("zipang", "one") else "turn"
    key = next(key for key in keys_of(text(ben, f"/t/{table}")) if key.get("type") == kind)
    assert ("seat" in key) == (phones == "one")
    assert ben.post(f"/t/{table}/tap", data=key).status_code == 303
    assert entered(app, table)[:2] == (kind, "b")
    assert phones == "one" or entered(app, table)[2] == "b"


def entered(app: Flask, table: str) -> tuple[str, str, str]:
    """The newest line of the log: its type, whose it is, and who entered it."""
    services: Services = app.extensions["gunbai"]
    line = services.tables.log(table, None)[0]
    return line.type, line.seat, line.by
