"""Every word a player reads is in the catalogue: the pages are walked with one that marks each of its sentences.
Those of tables are walked by all their links, of which each leads somewhere."""

import json
import re
from collections.abc import Hashable, Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.catalog import Catalog
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import default_exceptions

from bench import sessions as bench
from companion.content import catalog
from companion.network import interfaces
from companion.play.armies.outfit import KINDS
from companion.play.registry import GAMES
from companion.rules.kenjin.cards import CLANS
from companion.rules.kensei.army.joining import ShinobiKind
from companion.web.i18n import named_languages
from companion.web.marks import CRESTS
from tests.playthroughs.runner import playthroughs
from tests.printables.kits import LARGE
from tests.web import crawling, phones
from tests.web.builder import Builder, filled
from tests.web.marking import Marks, bare, marked
from tests.web.test_card_games import finished
from tests.web.test_corrections import KENJIN, TENNO, ZIPANG, Acts, offers, played

PLAYERS = ("Ana", "Ben", "Chie", "Dai", *(f"Player {seat}" for seat in "ABCD"))
PRINTED = (*(unit.name for unit in catalog().units.values()), "Blank")
"""What a printed sheet calls its pieces; the sheets are in English."""
NAMES = (
    *PLAYERS,
    "Buke",
    "Kuge",
    "Sohei",
    *(game.name for game in GAMES.values()),
    *(one.name for all_ in (catalog().abilities, catalog().taisho_abilities) for one in all_.values()),
    *(name for _, name in CRESTS),
    *(name for _, name in named_languages()),
    *map(str.title, get_args(ShinobiKind)),
    *("Linux (ufw)", "Linux (firewalld)", "Windows", *(one.name for one in interfaces())),
    *("Yari Ashigaru", "Katana Samurai", "Busho Buke", "katana"),  # the example where a list is opened
)
ARMIES = ("Cho", "Takeda", "Fujiwara", "Enryaku", "Hojo", "Goro", "Baba", "wind from behind")
"""What the players of the sessions called theirs, and wrote down."""
NO_PAGE = re.compile(r"\.(js|css|json|txt|svg|png|pdf)\b|/(stream|now)\b|^/api\b")
"""Files, streams, and the page for developers, whose texts are the OpenAPI document's."""

NUMBER = re.compile(r"\b[abx]*h?\d+\b|[\d,]+")
"""A piece, a character, or numbers, as forms name them."""
TOLD_BY_OTHERS = ("hard_turn", "reference_turn")
"""Sessions all of whose sentences stand in others too."""


@pytest.fixture
def marks(app: Flask, collected: Catalog, monkeypatch: pytest.MonkeyPatch) -> Marks:
    return marked(app, collected, ("Gunbai", *NAMES, *(clan.name for clan in CLANS.values())), monkeypatch)


def walk(client: FlaskClient, starts: Iterable[str], within: str = "/", but: Iterable[str] = ()) -> None:
    """Opens these pages and, once each, every page within that they lead to, except `but` these. What was forgotten in
    an attack is looked at once for attacks alike."""
    left, seen = list(starts), set(but)
    while left:
        path = left.pop()
        page = NUMBER.sub("#", path) if "/forgot" in path else path
        if page in seen:
            continue
        seen.add(page)
        answer = client.get(path)
        assert answer.status_code in (200, 302, 303), path
        links = re.findall(r'(?:href|hx-get)="(/[^"#]*)', answer.text) if answer.mimetype == "text/html" else ()
        left += [link for link in map(unescape, links) if link.startswith(within) and not NO_PAGE.search(link)]


def distinct_names(state: Any) -> Iterator[str]:
    """What characters of one name are called in a battle: by their unit, which is a name of names."""
    heroes = (hero for piece in getattr(state, "pieces", ()) for hero in getattr(piece, "heroes", ()))
    return (hero.distinct_name for hero in heroes if hero.distinct_name)


def kind(entry: bench.Entry) -> Hashable:
    """What entries share that differ in pieces and numbers only: they bring the same sentences to the pages."""
    return entry.type, *((name, NUMBER.sub("#", value)) for name, value in entry.form.items())


def test_what_stands_in_no_catalogue_is_found() -> None:
    page = '<p title="a hint" class="«a»">«Roll <b>«7 dice»</b> now.» Then wait.</p><svg><text>no</text></svg>'
    assert bare(page) == ["a hint", "Then wait."]
    assert bare("<p>«Roll.» <code>pip</code> <span class='rule'>Army Cards</span> 7 §<br>Stop</p>") == ["Stop"]


@pytest.fixture(scope="module")
def read() -> set[Hashable]:
    """The kinds of lines with what was asked for before them, and what was asked for after: all that was looked at."""
    return set()


@pytest.fixture(scope="module")
def crawl(pages: Flask) -> crawling.Crawl:
    """Of all tables: what was opened at one is not opened again at another, where it shows nothing else."""
    return crawling.Crawl(pages)


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: path.stem)
def test_at_a_table(app: Flask, marks: Marks, path: Path, read: set[Hashable], crawl: crawling.Crawl) -> None:
    """Every phone gets what changes with each kind of line, and wherever a game asks for something it has not asked for
    before; the refusals are read as well, and whatever the links of everybody's pages lead to."""
    session = bench.read(path)
    sitting = crawling.Sitting(app, session)
    sitting.phones = list(sitting.players.values())  # who watches reads the same, and looks where the links do
    marks.names.update((session.name, *sitting.table.words.split("-"), *ARMIES))
    marks.names.update(entry.form["name"] for entry in session.entries if "name" in entry.form)
    told, alike, seq, now = path.stem in TOLD_BY_OTHERS, set[int](), 0, frozenset[str]()
    crawl.look_round(sitting, f"{session.name} as it begins")
    for number, entry in enumerate(session.entries, 1):
        here = session.game, kind(entry), now
        looking = here not in read and not told
        sitting.enter(entry, looking=looking)
        marks.names.update(distinct_names(sitting.now.state))
        now = frozenset(one.sentence.message for one in sitting.now.game.due(sitting.now.state))
        if not looking and (told or now <= read):
            alike |= set(range(seq + 1, sitting.now.seq + 1))
        elif not looking:
            sitting.look_but(None)
        read |= set() if told else {here, *now}
        seq = sitting.now.seq
        crawl.look_round(sitting, f"{session.name} after entry {number}")
    assert sitting.now.asks == (), "what is asked for is allowed, and the session goes on"
    pages = ("/forces", "/more", "/pack-up") if session.game == "kensei" else ("/forces", "/more")
    for phone in sitting.phones:
        walk(phone.client, [phone.path + page for page in pages], "nowhere")
    log = f"{sitting.phones[0].path}/log"
    walk(sitting.phones[0].client, [log], log, (f"{log}/{number}" for number in alike))
    assert not crawl.broken, "\n".join(f"{link}\n  {where}" for link, where in crawl.broken.items())
    assert not marks.found


def test_before_a_table(client: FlaskClient, marks: Marks) -> None:
    walk(client, ("/", *(f"/new?game={game}" for game in GAMES)))
    client.post("/new", data={"game": "zipang", "players": "1"})
    client.post("/join", data={"words": "amber fox river"})
    client.post("/dice", data={"count": "3", "counted": "above-5"})
    client.post("/dice", data={"count": "3", "counted": "upto-5"})
    client.post("/dice", data={"count": "99"})
    client.post("/printers", data={"name": "", "bar_across": "wide"})
    assert not marks.found


def test_seats_and_requests(app: Flask, marks: Marks) -> None:
    sitting = phones.Sitting(app)
    ana, ben, chie = sitting.ana, sitting.ben, sitting.stranger
    marks.names.update((*sitting.table.words.split("-"), "Sunday"))
    for phone in (ana, ben):
        phone.act("muster", unit="yumi-samurai")
        phone.act("ready")
    ana.act("mark", piece="a1", marker="slowed", on="true")
    ana.tap("turn", seen="0")
    ben.act("mark", piece="b1", marker="slowed", on="true")
    ana.post("/undo", key="undo-key-1")
    chie.post("/ask", seat="a", player="Chie")
    chie.post("/sit", seat="a", player="Chie")
    chie.post("/tap", type="turn")
    for phone in (ana, ben, chie):
        walk(phone.client, [phone.path + page for page in ("", "/seats", "/more", "/log")], phone.path + "/")
    assert not marks.found


def test_one_phone_for_both(app: Flask, marks: Marks) -> None:
    sitting = phones.Sitting(app)
    marks.names.update((*sitting.table.words.split("-"), "Sunday"))
    sitting.ben.post("/leave", seat="b")
    sitting.ana.post("/sit", seat="b", player="Ben")
    for act in ({"type": "muster", "unit": "yumi-samurai"}, {"type": "ready"}):
        sitting.ana.act(**act)
    assert 'class="curtain' in sitting.ana.get().text, "the other side chooses in secret now"
    for seat in ("a", "b"):
        sitting.ana.post("/call", seat=seat)
        walk(sitting.ana.client, [sitting.ana.path], sitting.ana.path + "/")
    assert not marks.found


@pytest.mark.parametrize(
    ("game", "players", "acts", "kinds"),
    [
        ("zipang", "3", ZIPANG, {"starts", "play", "answer", "decide"}),
        ("kenjin", "2", KENJIN, {"oldest", "quick", "cowards"}),
        ("tenno", "3", TENNO, {"turn"}),
    ],
)
def test_corrections(client: FlaskClient, marks: Marks, game: str, players: str, acts: Acts, kinds: set[str]) -> None:
    """Whatever is offered leads to a preview or a sentence why not; of each kind something is possible."""
    table, possible = played(client, game, players, acts), set[str]()
    for entry in dict.fromkeys(re.findall(r"/log/(\d+)", client.get(f"/t/{table}/log").text)):
        for offer in offers(client.get(f"/t/{table}/log/{entry}").text):
            answer = client.post(f"/t/{table}/log/{entry}", data=offer)
            assert answer.status_code in (200, 422), offer
            assert ("This would change" in answer.text) == (answer.status_code == 200)
            possible |= {offer["type"]} if answer.status_code == 200 else set()
    assert possible == kinds
    assert not marks.found


def test_records(client: FlaskClient, marks: Marks) -> None:
    for names in (("Ben", "Chie"), ("Chie", "Ben")):
        finished(client, *names)
    client.post("/played/player", data={"name": "Ben", "guest": "yes"})
    removed = finished(client, "Ben")
    client.post(f"/played/{removed}/remove")
    pages = ("/played/player?name=Chie", "/played/share", "/played/result?game=kenjin")
    walk(client, ("/played", "/played?game=zipang", "/played?game=tenno", *pages), "/played")
    assert not marks.found


def test_an_army_list(app: Flask, client: FlaskClient, marks: Marks) -> None:
    builder = filled(Builder(client, app))
    marks.names.update(
        ("First <spears>", "ambush behind the mill", "Orcs", *PRINTED, *(kind.title() for kind in KINDS))
    )
    walk(client, [builder.url], builder.url)
    client.post(f"{builder.url}/suggest", data={"taste": "shooting", "key": builder.key()})
    other = Builder(client, app, level=5)
    made = client.post(f"{other.url}/suggest", data={"taste": "foot", "what": "fill", "key": other.key()})
    client.get(made.headers["Location"])
    client.get(f"{other.url}/compare?with={builder.kept.id}")
    marks.names.add("club")
    for tag in ("club", "", "x" * 30):
        client.post(f"{other.url}/tag", data={"tag": tag})
    client.post(f"{other.url}/favorite", data={"on": "true"})
    client.get("/lists?of=tag:nowhere")
    for op, form in (("add", {"unit": "kengo"}), ("size", {"id": "u1", "miniatures": "99"}), ("add", {"unit": "orc"})):
        builder.post(op, **form)
    client.post(f"{builder.url}/bin", data={"key": builder.key()})
    walk(client, (f"/lists/bin?sure={builder.kept.id}", "/lists"), "/lists")
    client.post(f"{builder.url}/restore", data={"key": builder.key()})
    walk(client, [builder.url], builder.url)
    for shared in set(re.findall(r"(/s/[^<\"?]+)", builder.page("/share"))):
        walk(app.test_client(), [shared], "/s/")
    for words in ("", "{", "Vanguard [Buke, level 3]\n1. Orcs × 5\n2. Yari Ashigaru × 7"):
        client.post("/lists/open", data={"text": words})
    assert not marks.found


def test_the_print_dialogue(client: FlaskClient, marks: Marks) -> None:
    made = client.post("/lists/open", data={"text": json.dumps(LARGE), "anyway": "yes"})
    marks.names.update(
        (LARGE["name"], *PRINTED, *(e["name"] for e in (*LARGE["units"], *LARGE["characters"]) if "name" in e))
    )
    path = f"{made.headers['Location']}/print"
    pieces = re.findall(r'name="pieces" value="([^"]+)"', client.get(path).text)
    choices = {"pieces": pieces, "asks": ["bleed", "codes", "sealed", "changed"], "codes": "on", "sides": "two-files"}
    for form in (choices, {**choices, "blanks": "many", "count-charge": "1.5"}, {"pieces": []}):
        client.post(path, data=form)
        client.post(path, data=form, headers={"HX-Request": "true"})
        client.get(path)
    assert not marks.found


@pytest.mark.own_app
def test_errors(app: Flask, marks: Marks) -> None:
    app.testing = False
    app.add_url_rule("/refuse/<int:code>", view_func=lambda code: app.aborter(code))
    for code in sorted(default_exceptions):
        for headers in ({}, {"HX-Request": "true"}):
            assert app.test_client().get(f"/refuse/{code}", headers=headers).status_code == code
    assert not marks.found
