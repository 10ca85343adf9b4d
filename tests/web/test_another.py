"""Another game, as pages: at the end of each game one tap of a player begins it, and every page follows."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.values import Asked, Table
from companion.rules.kenjin.cards import ENTERED
from tests.web.builder import Builder
from tests.web.phones import Phone, Sitting, agreed, allow, notice
from tests.web.test_card_games import make, table_of


def _zipang(ana: Phone, ben: Phone) -> None:
    ana.act("starts", player="a")
    ana.act("campaign", number="1")
    ana.act("count", **{"purses.a": "6", "purses.b": "0"})
    ana.act("decide", campaign="1", winner="a")


def _tenno(ana: Phone, ben: Phone) -> None:
    agreed(ana, ben, "finish")
    ana.act("pile", cards="farmer-2")
    ben.act("pile", cards="")


def _kenjin(ana: Phone, ben: Phone) -> None:
    ana.act("roll", step="tiles", app="true")
    ana.act("combat")
    for spot in table_of(ana.client.application, ana.table_id).state.spots:
        ana.act("quick", battlefield=spot.battlefield, winner="a")
    ana.act("cowards", players="")


def _kensei(ana: Phone, ben: Phone) -> None:
    ana.act("side", mon="tomoe", clan="Oda")
    for phone in (ana, ben):
        phone.act("muster", unit="yari-ashigaru")
        phone.act("ready")
    agreed(ben, ana, "end", winner="a")


ENDS: dict[str, Callable[[Phone, Phone], None]] = {
    "zipang": _zipang, "tenno": _tenno, "kenjin": _kenjin, "kensei": _kensei,
}  # fmt: skip


class Evening(Sitting):
    """A game of two players that is over, with one who watches."""

    def __init__(self, app: Flask, game: str) -> None:
        strengths = {f"strengths.{card}": "2" for card in ENTERED} if game == "kenjin" else {}
        players = {} if game == "kensei" else {"players": "2"}
        super().__init__(app, game=game, **players, **strengths)
        self.game = game

    def ends(self) -> Evening:
        ENDS[self.game](self.ana, self.ben)
        assert self.table.game.result(self.table.state) is not None
        return self

    @property
    def next(self) -> Table:
        assert self.table.next is not None
        return table_of(self.app, self.table.next)


def again(phone: Phone) -> str:
    """The form of the end page, as a page without a script sends it; where it leads."""
    assert f'action="{phone.path}/again' in phone.get().text
    answer = phone.post("/again", key=secrets.token_hex(8))
    assert answer.status_code == 303, notice(answer)
    return answer.headers["Location"]


@pytest.mark.parametrize("game", ENDS)
def test_one_tap_of_any_player_begins_the_next_game(app: Flask, game: str) -> None:
    """Before the end there is no such key, and the tap is refused."""
    at = Evening(app, game)
    assert "/again" not in at.ana.get().text
    refused = at.ana.post("/again")
    assert (refused.status_code, "This game is not over yet." in notice(refused)) == (422, True)
    assert at.table.next is None
    at.ends()
    assert ("Open it again" in at.ana.get().text) == (game == "kenjin"), "battlefields, until the next game begins"
    words = at.table.words
    there = again(at.ben)
    assert there == f"/t/{at.next.id}"
    for phone in (at.ana, at.ben):
        page = phone.client.get(there).text
        assert "Ana" in page
        assert "Ben" in page
        assert f'href="{phone.path}"' in page, "the game before is a tap away"
        assert phone.client.get(f"/j/{words}").headers["Location"] == there
    assert at.next.setup.items() >= at.table.setup.items()
    assert at.next.seats == at.table.seats
    old = at.ana.get().text
    assert f'href="{there}"' in old
    assert "Another game" not in old
    assert "Open it again" not in old
    if game == "kensei":  # crest and clan stay, and nothing of an army
        side = at.next.state.sides["a"]
        assert (side.mon, side.clan, side.ready) == ("tomoe", "Oda", False)
        assert at.next.state.pieces == ()


def test_every_page_that_is_open_is_told_where_the_players_went(app: Flask) -> None:
    at = Evening(app, "tenno").ends()
    pages = ("/now?page=table", "/now?page=forces", "/now?page=log", "/now?page=more", "/seats/now")
    before = {page: at.ben.get(page).headers for page in pages}
    assert not [page for page, headers in before.items() if "X-Next" in headers]
    again(at.ana)
    for page, headers in before.items():
        rung = at.ben.get(page, **{"If-None-Match": headers["ETag"]})
        assert (rung.status_code, rung.headers["X-Next"]) == (200, f"/t/{at.next.id}"), page
        later = at.ben.get(page, **{"If-None-Match": rung.headers["ETag"]})
        assert (later.status_code, later.headers["X-Next"]) == (304, f"/t/{at.next.id}"), page
    ana, ben = Phone(at.ana.client, at.next.id, "a"), Phone(at.ben.client, at.next.id, "b")
    _tenno(ana, ben)
    newest = again(ana)
    assert at.ben.get("/now").headers["X-Next"] == newest, "also who slept through a game"
    assert at.ben.post("/again", key=secrets.token_hex(8)).headers["Location"] == newest


def test_who_reads_the_report_of_a_battle_goes_on_when_he_likes(app: Flask) -> None:
    at = Evening(app, "kensei").ends()
    begun = at.ana.client.post(f"{at.ana.path}/again", data={"key": "begin-another"}, headers={"HX-Request": "true"})
    assert begun.headers["X-Next"] == f"/t/{at.next.id}", "who begins it is there at once"
    rung = at.ben.get("/now")
    assert "X-Next" not in rung.headers
    assert f'href="/t/{at.next.id}"' in at.ben.get().text, "the key leads there"


def test_the_old_game_keeps_result_log_and_record(app: Flask) -> None:
    """A page of it says in its body that it knows of the next: the script then follows no more."""
    at = Evening(app, "zipang")
    at.ben.act("player", name="Benkei", crest="ume")
    at.ends()
    assert "/again" not in at.watcher.get().text
    assert at.watcher.post("/again").status_code == 422
    assert "data-next" not in at.ben.get().text
    log, export = at.ben.get("/log.txt").text, at.ben.get("/log.json").text
    again(at.ben)
    assert at.watcher.get("/now").headers["X-Next"] == f"/t/{at.next.id}", "who watches goes along"
    assert [(one.name, one.crest) for one in at.next.state.players][1] == ("Benkei", "ume")
    for page in ("", "/log", "/seats"):
        assert f'data-next="{at.next.id}"' in at.ben.get(page).text
        assert "data-next" not in at.ben.client.get(f"/t/{at.next.id}{page}").text
    assert at.ben.get("/log.txt").text == log
    assert at.ben.get("/log.json").text == export
    assert at.ben.client.get("/played").text.count("<h3>") == 1
    assert f'href="/t/{at.id}"' in at.ben.client.get(f"/t/{at.next.id}/log").text
    start = at.ben.client.get("/").text
    assert (f'href="/t/{at.next.id}"' in start, f'href="/t/{at.id}"' in start) == (True, False)
    at.ben.act("player", name="Ben", crest="ume")  # a misspelt name is put right also afterwards
    assert at.table.player("b") == "Ben"
    names = [one["name"] for one in json.loads(at.ana.client.get("/played/played.json").text)["players"]]
    assert sorted(names) == ["Ana", "Ben"]
    assert 'value="player"' in at.ben.get("/more").text, "the keys for it are alive"
    Phone(at.ben.client, at.next.id).post("/leave", seat="b")
    start = at.ben.client.get("/").text
    assert (f'href="/t/{at.next.id}"' in start, f'href="/t/{at.id}"' in start) == (False, True), "who left it"


def test_one_phone_goes_on_with_all_names(app: Flask, client: FlaskClient) -> None:
    at = make(client, "zipang", players="3", phones="one", **{"name.b": "Ben", "name.c": "Chie"})
    phone = Phone(client, at, "a")
    phone.act("starts", player="a")
    phone.act("campaign", number="1")
    phone.act("count", **{"purses.a": "8", "purses.b": "0"})
    phone.act("decide", campaign="1", winner="a")
    again(phone)
    fresh = table_of(app, str(table_of(app, at).next))
    assert [(seat.player, seat.device is None) for seat in fresh.seats[:3]] == [
        ("Ana", False), ("Ben", False), ("Chie", False),
    ]  # fmt: skip
    assert 'class="ring"' in client.get(f"/t/{fresh.id}").text


def test_a_practice_battle_has_no_next_one(app: Flask, client: FlaskClient) -> None:
    made = client.post("/show-me").headers["Location"].removeprefix("/t/")
    phone = Phone(client, made, "a")
    phone.act("end", winner="a")
    assert "/again" not in phone.get().text
    assert "practice" in notice(phone.post("/again"))


def test_the_list_of_the_last_battle_is_offered_first_to_its_own_side_only(app: Flask) -> None:
    """Sealed as usual: nothing of it is in the table before it is brought."""
    at = Evening(app, "kensei")
    client = at.ana.client
    builder = Builder(client, app)
    builder.did("add", unit="yari-ashigaru")
    first = builder.kept.id
    Builder(client, app).did("add", unit="katana-samurai")  # made later, it stands first on the shelf
    client.post(f"/t/{at.id}/bring", data={"seat": "a", "list": first, "key": builder.key()})
    at.ben.act("muster", unit="yari-ashigaru")
    for phone in (at.ana, at.ben):
        phone.act("ready")
    agreed(at.ben, at.ana, "end", winner="b")
    there = again(at.ana)
    page = client.get(f"{there}/bring?seat=a").text
    offered = re.findall(r'name="list" value="([\w-]+)"', page)
    assert offered[0] == first
    assert len(offered) == 2
    assert page.count("of your last battle here") == 1
    others = at.ben.client.get(f"{there}/bring?seat=b").text
    assert first not in others
    assert "of your last battle here" not in others
    assert at.next.state.pieces == ()
    client.post(f"{there}/bring", data={"seat": "a", "list": first, "key": builder.key()})
    assert [piece.profile.id for piece in at.next.state.of("a")] == ["yari-ashigaru"]


def test_a_request_in_the_game_before_is_a_tap_away_and_so_is_the_game_it_opens_again(app: Flask) -> None:
    at = Evening(app, "zipang").ends()
    again(at.ana)
    ben = Phone(at.ben.client, at.next.id, "b")
    assert "A request waits in a game before this one." not in ben.get().text
    services = at.app.extensions["gunbai"]
    phone = at.table.seats[1].device
    by_ana = next(entry for entry in services.tables.log(at.id, "b") if entry.by == "a")
    asked = services.tables.amend(at.id, phone, "b", by_ana.seq, [], secrets.token_hex(8))
    assert isinstance(asked, Asked)
    for one in (ben, Phone(at.ana.client, at.next.id, "a")):
        page = one.get().text
        assert "A request waits in a game before this one." in page
        assert f'<form action="/t/{at.id}">' in page
    watching = Phone(at.watcher.client, at.next.id).get().text
    assert "A request waits in a game before this one." not in watching
    allow(at.ana, "no")
    last = services.tables.log(at.id, "a")[0].seq
    asked = services.tables.amend(at.id, at.table.seats[0].device, "a", last, [], secrets.token_hex(8))
    assert isinstance(asked, Asked)
    assert f'href="/t/{at.id}"' not in at.ana.client.get("/").text
    allow(at.ben)
    assert at.table.game.result(at.table.state) is None, "the correction opens it again"
    assert f'href="/t/{at.id}"' in at.ana.client.get("/").text
