"""A first battle: two ready armies on one page, their paper stand-ins, and the table they begin."""

import re
from html import unescape

from flask.testing import FlaskClient

from companion.play.kensei.muster.bring import ready
from companion.play.kensei.state import State
from companion.web.services import Services
from tests.web.phones import Phone, words

CODE = re.compile(r'name="(ready\.[ab])" value="([^"]+)"')
OWNED = {"yari-ashigaru": "10", "katana-samurai": "8", "yumi-samurai": "8", "busho-sohei": "1", "busho-buke": "1"}


def sent(page: str) -> dict[str, str]:
    """The fields of the form that opens the table."""
    form = page[page.index('action="/new"') :]
    return {name: unescape(value) for name, value in re.findall(r'type="hidden" name="([\w.]+)" value="([^"]*)"', form)}


def test_its_armies_stand_on_the_table_it_opens(client: FlaskClient, services: Services) -> None:
    assert 'href="/first"' in client.get("/new?game=kensei").text
    assert 'href="/first"' not in client.get("/new?game=tenno").text
    page = client.get("/first").text
    (size,) = re.findall(r"a table of (\d+ × \d+ cm)", page)
    assert f"on {size}. Levels 4 to 10" in " ".join(client.get("/lists").text.split())
    fields = sent(page)
    made = client.post("/new", data={**fields, "phones": "one"})
    assert made.status_code == 303, made.text
    table = services.tables.get(made.headers["Location"].split("/t/")[1])
    assert table is not None
    state = table.state
    assert isinstance(state, State)
    assert (state.level, state.battle, state.deploys) == (1, "pitched", False)
    for seat in "ab":
        units = [unit.unit for unit in ready()[fields[f"ready.{seat}"]].units]
        assert [piece.unit for piece in state.of(seat)] == units
    assert state.begun, "there is nothing to choose"
    assert "Commandment roll: 1 die" in words(Phone(client, table.id))


def test_on_one_phone_the_other_player_is_asked_for_a_name_too(client: FlaskClient, services: Services) -> None:
    page = client.get("/first").text
    assert 'name="name.b"' in page
    assert "js/games/names.js" in page, "the field is hidden where each has a phone"
    made = client.post("/new", data={**sent(page), "phones": "one", "player": "Ana", "name.b": "Ben"})
    table = services.tables.get(made.headers["Location"].split("/t/")[1])
    assert table is not None
    assert [seat.player for seat in table.seats] == ["Ana", "Ben"]
    fields = sent(page)
    refused = client.post("/new", data={**fields, "phones": "many", "player": "x" * 200})
    assert refused.status_code == 422
    assert dict(CODE.findall(refused.text)) == {name: fields[name] for name in ("ready.a", "ready.b")}, "kept"
    assert "Two ready-made armies of level 1 come along." in refused.text


def test_what_the_players_have_is_used_and_what_they_lack_is_said(client: FlaskClient) -> None:
    assert "Say which miniatures I have" in client.get("/first").text
    client.post("/lists/miniatures", data=OWNED)
    page = client.get("/first").text
    codes = dict(CODE.findall(page)).values()
    assert all("yumi-samurai" in code or "katana-samurai" in code for code in codes)
    assert "You have miniatures for all of them." in page
    client.post("/lists/miniatures", data={**OWNED, "yumi-samurai": "0", "yari-ashigaru": "5"})
    assert "You have too few miniatures for these." in client.get("/first").text
    (way,) = re.findall(r'href="(/lists/miniatures[^"]*)"', client.get("/first").text)
    page = client.get(way).text
    assert re.search(r'class="crumb">\s*<a href="/first"', page), "whoever counts them for it comes back to it"
    fields = sent(page.replace('action="/lists/miniatures"', 'action="/new"'))
    assert client.post("/lists/miniatures", data={**OWNED, **fields}).headers["Location"].endswith("/first")
    assert client.post("/lists/miniatures", data=OWNED).headers["Location"].endswith("/lists/miniatures")


def test_stand_ins_of_each_side_are_one_sheet(client: FlaskClient) -> None:
    page = client.get("/first").text
    ways = re.findall(r'href="(/first/[^"]+/print)"', page)
    assert len(ways) == 2
    for way in ways:
        dialogue = client.get(way).text
        assert "Paper stand-ins" in dialogue
        assert set(re.findall(r"/page-(\d+)\.png", dialogue)) == {"0", "1"}, "a sheet, and its empty back"
        assert client.get(f"{way}/kit.pdf").data.startswith(b"%PDF")
        assert client.post(way, data={"pieces": "stand-ins", "paper": "letter"}).status_code == 303
    assert client.get("/first/buke.katana.tea/print").status_code == 404
