"""Show me: one tap makes a practice table of any game that stands before one act, captions lead through that, and no
record of it is kept."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.play.registry import GAMES
from companion.rules.kenjin.cards import ENTERED
from companion.web.services import services
from tests.web.phones import Phone
from tests.web.test_card_games import table_of


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    """A phone that has tapped “Show me”."""
    assert 'action="/show-me"' in client.get("/").text
    made = client.post("/show-me")
    assert made.status_code == 303, made.text
    return Phone(client, made.headers["Location"].split("/t/")[1])


def state_of(app: Flask, phone: Phone) -> State:
    state = table_of(app, phone.table_id).state
    assert isinstance(state, State)
    return state


def test_the_dice_of_an_attack_after_a_charge_are_in_hand(app: Flask, phone: Phone) -> None:
    table, state = table_of(app, phone.table_id), state_of(app, phone)
    assert [seat.player for seat in table.seats] == ["Indigo", "Vermilion"]
    assert len({seat.device for seat in table.seats}) == 1
    assert (state.turn, state.phase) == (1, "combat")
    assert state.piece("a1") is not None
    assert [met.charger for met in state.contacts] == ["a1"]
    due = KENSEI.due(state)[0]
    assert due.kind == "attack"
    page = phone.get().text
    assert str(due.sentence) in page
    assert "Practice" in page
    assert "curtain" not in re.sub(r"<head>.*?</head>", "", page, flags=re.S), "nothing hides the first look"
    before = state.running
    phone.act("roll", seat=due.seat, step=due.step, app="true")
    after = state_of(app, phone)
    assert after.running != before


def test_no_record_is_kept_and_it_can_be_deleted(client: FlaskClient) -> None:
    """Of a battle, nor of a card game; every tap makes a table of its own."""
    battle, cards = shown(client, "kensei"), shown(client, "kenjin")
    battle.act("end", seat="a", winner="a")
    for tile in ("torii", "village", "bridge", "palace"):
        cards.act("quick", seat="a", battlefield=tile, winner="a", anyway="true")
    cards.act("cowards", seat="a", players="")
    for one, won in ((battle, "Indigo has won the battle"), (cards, "Indigo wins")):
        end = one.get().text
        assert won in end
        assert 'href="/played"' not in end.split('class="card ended', 1)[1].split("</section>")[0]
    assert "Practice: Kensei" not in client.get("/played").text
    assert client.get("/played/played.json").json["plays"] == []
    assert shown(client, "kensei").table_id != battle.table_id
    assert client.get("/").text.count("Practice: Kensei") == 2
    assert battle.post("/delete").status_code == 303
    assert client.get("/").text.count("Practice: Kensei") == 1


LEAVE = re.compile(r'<form class="leave-practice" method="post" action="(/t/[^"]+/delete)">.*?Leave practice', re.S)


def test_practice_is_left_from_its_last_caption_and_first_under_more(app: Flask, client: FlaskClient) -> None:
    one = shown(client, "kenjin")
    assert not LEAVE.search(one.get().text), "the act is not over"
    one.act("lay", seat="b", battlefield="torii", card="lord", at=1)
    one.act("conquer", seat="a", battlefield="torii", winner="a")
    more = one.get("/more").text
    assert LEAVE.findall(one.get().text) == LEAVE.findall(more) == [f"{one.path}/delete"]
    assert more.index("Leave practice") < more.index('class="menu"')
    assert "Delete this table" not in more, "that is the same"
    watching = Phone(app.test_client(), one.table_id)
    assert not LEAVE.search(watching.get().text + watching.get("/more").text), "it is not theirs to delete"
    left = client.post(LEAVE.findall(more)[0])
    assert left.headers["Location"] == "/"
    assert one.get().status_code == 404
    assert "Practice" not in client.get("/").text


NAMED = [
    ("en", "Practice: Kensei", "Vermilion"),
    ("es", "Práctica: Kensei", "Carmín"),
    ("de", "Übung: Kensei", "Karmin"),
]


def test_it_is_named_in_the_language_of_whoever_reads(client: FlaskClient) -> None:
    client.set_cookie("language", "fr")
    one = shown(client, "kensei")
    for language, name, side in NAMED:
        client.set_cookie("language", language)
        assert f"<title>{name} · Gunbai" in one.get().text
        for page in (client.get("/"), one.get("/more"), one.get("/seats")):
            assert name in page.text
        assert side in one.get("/seats").text
        assert f"{name}: Kensei" in one.get("/log.txt").text.splitlines()[0]
    one.post("/rename", name="Mine")
    assert "<title>Mine · Gunbai" in one.get().text


@pytest.mark.parametrize(("dice", "first"), [((10, 1), "a"), ((1, 10), "b"), ((1, 2, 8, 2), "a")])
def test_whoever_has_the_initiative_stands_before_his_attack(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, dice: tuple[int, ...], first: str
) -> None:
    """Its dice fall as they like; a tie is rolled again."""
    rolls = iter(dice)
    monkeypatch.setattr("companion.web.services.throw", lambda count: tuple(next(rolls) for _ in range(count)))
    state = state_of(app, shown(client, "kensei"))
    due = KENSEI.due(state)[0]
    assert (due.kind, due.seat) == ("attack", first)
    assert next(rolls, None) is None, "every die was needed"


def shown(client: FlaskClient, game: str) -> Phone:
    """A phone that is shown this game."""
    made = client.post("/show-me", data={"game": game})
    assert made.status_code == 303, made.text
    return Phone(client, made.headers["Location"].split("/t/")[1])


def captions(phone: Phone) -> Mapping[str, str]:
    """The captions of its page by their names, in the order in which they are read."""
    found = re.findall(r'<div class="caption .*?<p>(.*?)</p>.*?name="caption" value="(\w+)"', phone.get().text, re.S)
    return {name: unescape(words) for words, name in found}


def test_each_game_can_be_shown_and_no_other(client: FlaskClient) -> None:
    start = client.get("/").text
    for game in GAMES:
        assert re.search(rf'name="game" value="{game}"', start), game
        assert captions(shown(client, game)), game
    refused = client.post("/show-me", data={"game": "go"})
    assert refused.status_code == 422
    assert "Kensei, Kenjin, Tenno, Zipang Portable" in refused.text


def test_strengths_tapped_in_practice_are_nobodys_cards(app: Flask, client: FlaskClient) -> None:
    phone = shown(client, "kenjin")
    phone.act("strengths", seat="a", **{f"strengths.{card}": 3 for card in ENTERED})
    with app.test_request_context():
        assert services().records.kenjin_strengths() == {}
