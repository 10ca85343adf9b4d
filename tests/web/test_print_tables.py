"""The print dialogue of a table: what it prints for whom, and to whom it prints nothing."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.printables.kits import words
from tests.web.phones import Sitting, for_both
from tests.web.test_card_games import make
from tests.web.test_print import Dialogue, words_of

pytestmark = pytest.mark.paper


def test_a_table_prints_for_who_sits_there(app: Flask) -> None:
    at = Sitting(app)
    for phone in (at.watcher, at.stranger):
        for path in ("/print", "/print/kit.pdf", "/print/page-0.png"):
            assert phone.get(path).status_code == 403
        assert "/print" not in phone.get("/more").text
    assert f"/t/{at.id}/print" in at.ana.get("/more").text
    mine = Dialogue(at.ana.client, f"/t/{at.id}/print")
    mine.choose(pieces=("table-sheet", "battle-sheet"), battle="assassination")
    ((_, data),) = mine.files()
    text = words_of(data)
    assert at.table.words.replace("-", "") in text
    assert "Assassination" in text


def test_the_reference_of_a_table_says_what_the_table_has_settled(app: Flask) -> None:
    for setup, there in (({}, False), ({"loner_in_melee": "plus_one", "superiority": "flat"}, True)):
        at = Sitting(app, **setup)
        mine = Dialogue(at.ana.client, f"/t/{at.id}/print")
        mine.choose(pieces=("reference",))
        ((_, data),) = mine.files()
        shown = words(data, 0)
        assert ("◆theenemyisaloner" in shown) == there
        assert ("ontopofthat" in shown) != there


def test_the_own_army_at_a_table_and_never_the_others(app: Flask) -> None:
    at = Sitting(app)
    mine = Dialogue(at.ana.client, f"/t/{at.id}/print")
    assert "Deployment cards" not in mine.open(), "no army yet"
    at.ana.act("muster", unit="katana-samurai")
    at.ben.act("muster", unit="yumi-samurai")
    at.ben.act("muster", unit="kengo")
    everything = ("troop-cards", "character-cards", "army-sheet", "opponent-sheet", "markers", "battle-sheet")
    for phone, own, others in ((at.ana, "KatanaSamurai", "Yumi"), (at.ben, "YumiSamurai", "Katana Samurai")):
        theirs = Dialogue(phone.client, f"/t/{at.id}/print")
        page = theirs.choose(pieces=everything)
        ((_, data),) = theirs.files()
        text = words_of(data)
        assert own in text
        assert others.replace(" ", "") not in text
        assert others not in page
    (link,) = re.findall(r'href="([^"]+kit\.pdf\?[^"]+)" download', Dialogue(at.ben.client, mine.path).open())
    assert at.ana.client.get(link).status_code == 404, "the other seat's file, by its very address"
    for path in ("/print", "/print/page-0.png"):
        assert at.stranger.get(path).status_code == 403


def test_the_pad_of_a_card_game_is_for_its_players(client: FlaskClient) -> None:
    mine = Dialogue(client, f"/t/{make(client, 'zipang', players='3')}/print")
    page = mine.open()
    assert "Score pad, Zipang" in page
    assert "Kenjin" not in page
    assert "Deployment" not in page
    for place in ("/print", f"/t/{make(client, 'kenjin', players='2')}/print"):
        Dialogue(client, place).choose(pieces=("kenjin-pad",), players="2")
    page = Dialogue(client, f"/t/{make(client, 'kenjin', players='3')}/print").open()
    assert re.search(r'name="players" value="3"[^>]*checked', page), "whatever was printed for another table"


def test_a_private_link_that_is_none_prints_nothing(client: FlaskClient) -> None:
    for path in ("/l/nothing/print", "/l/nothing/print/kit.pdf", "/l/nothing/print/page-0.png", "/t/nothing/print"):
        assert client.get(path).status_code == 404


def test_one_phone_for_both_prints_only_for_who_holds_it(app: Flask) -> None:
    """Handed over, the phone shows neither army before its player takes it; then only his own."""
    host = for_both(app)
    mine = Dialogue(host.client, f"{host.path}/print")
    host.post("/call", seat="b")
    host.act("muster", unit="yumi-samurai", seat="b")
    page = mine.choose(pieces=("troop-cards", "table-sheet"))
    assert "Yumi Samurai" in page
    (link,) = re.findall(r'href="([^"]+kit\.pdf\?[^"]+)" download', page)
    host.post("/hand", seat="a")  # Ana has not said yet that she has the phone
    for page in (mine.open(), "".join(words(data, 0) for _, data in mine.files())):
        assert "Yumi" not in page
    assert "Deployment cards" not in mine.open()
    assert host.client.get(link).status_code == 404
    host.post("/call", seat="a")
    host.act("muster", unit="katana-samurai", seat="a")
    page = mine.choose(pieces=("troop-cards",))
    assert "Katana Samurai" in page
    assert "Yumi" not in page
