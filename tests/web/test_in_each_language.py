"""No English is left in a language: pages, refusals, lines of the log and printed sheets, read word by word.

A word may stand there that the language's own sentences have, or that is a name of the books; what its sentences share
with the English ones is in one list, `companion/locale/alike.txt`.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pypdfium2
import pytest
from babel.messages.catalog import Message
from flask import Flask
from flask.testing import FlaskClient

from bench import sessions as bench
from companion.content import catalog
from companion.content.languages import Say
from companion.network import interfaces
from companion.play.game import Event
from companion.play.registry import GAMES
from companion.rules.kenjin.cards import CLANS
from companion.rules.text import Refusal
from companion.web.i18n import named_languages
from companion.web.marks import CRESTS
from companion.web.services import Services
from tests.browser.sitting import put
from tests.playthroughs.runner import HERE, entries
from tests.printables.kits import LARGE, SMALL, kit, only
from tests.web.builder import Builder, filled
from tests.web.marking import ADDRESS, bare
from tools import translate

LANGUAGES = translate.languages()
WORD = re.compile(r"[^\W\d_]{2,}")
SESSIONS = (
    *("abilities_characters", "abilities_deployment", "abilities_generals", "aftermath", "answers", "assassination"),
    *("characters", "combat_abilities", "deployment", "kenjin_rounds", "kenjin_score", "kenjin_teams"),
    *("kenjin_valley", "orders", "pitched", "skirmish", "tenno_court", "zipang_evening", "zipang_quick"),
    "zipang_results",
)
"""The fewest of the golden ones in which everything that a game asks for is asked."""
COMPUTERS = "Linux Windows ufw firewalld macOS Ctrl KB"
WRITTEN = (
    "Ana Ben Chie Dai Sunday Takeda vanguard Fujiwara Enryaku Hojo Goro Baba Cho wind from behind Who is not seen "
    "one fell off the table, a Ninja whom nobody led, hurt-before, a1 stands at the forest, its front to the east "
    "First <spears> ambush behind the mill, orc, Baba Nobuharu, Tsukahara Bokuden, Red riders of the Kai province, "
    "Miyamoto, Sanada, 服部半蔵"
)
"""What the players of the sessions called theirs, and wrote down."""
CARDS = ("troop-cards", "character-cards", "markers")
SHEETS = ("army-sheet", "opponent-sheet", "reference", "battle-sheet", "kenjin-pad", "tenno-pad", "zipang-pad")
FRENCH = re.compile(r"[^\W\d_][;:!?](?=\s|$)")
"""What a French sentence has a no-break space before."""
CODE = re.compile(r"\b(?=\w*\d)[0-9A-Za-z]{4,}\b|\b[A-Z2-9]{4}\b")
"""What cards and sealed armies are known by."""
POINT = re.compile(r"(?<![\d.(])\d+\.\d(?![\d.])")


def words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text.replace("_", " "))}


@cache
def names() -> frozenset[str]:
    """The words of what no language translates."""
    book = catalog()
    named = [one.name for table in (book.units, book.characters, book.abilities) for one in table.values()]
    named += [one.name for table in (GAMES, CLANS) for one in table.values()]
    named += [name for _, name in (*CRESTS, *named_languages())]
    named += [one.name for one in interfaces()]
    return frozenset(words(" ".join((*named, *SESSIONS, WRITTEN, COMPUTERS, "Gunbai Player Buke Kuge Sohei"))))


@cache
def known(language: str) -> frozenset[str]:
    """The words of a language, and the names."""
    said = (form for path in translate.files(language) for one in translate.load(path) for form in translate.forms(one))
    return frozenset(words(translate.PLACE.sub(" ", " ".join(said)))) | names()


def alien(language: str, text: str) -> Iterator[str]:
    """What of a text is in no sentence of its language, or not written as it writes."""
    text = CODE.sub(" ", ADDRESS.sub(" ", text))
    for word in words(translate.SIGN.sub(" ", text)) - known(language):
        if not any({word[:at], word[at:]} <= known(language) for at in range(2, len(word) - 1)):  # cells of a sheet
            yield word
    if language == "fr":
        yield from FRENCH.findall(text)
    yield from POINT.findall(text)


@dataclass
class Scene:
    """A state of a golden session where something is asked for that was not before; who is asked; what the
    log said since the last one; the event that led there, for refusals."""

    game: Any
    state: Any
    seat: str
    event: Event
    lines: list[Any] = field(default_factory=list)


@cache
def scenes(session: str) -> tuple[Scene, ...]:
    """Those of a session that has some."""
    found, lines = [], []
    for game, before, event, state in entries((HERE / f"{session}.play").read_text()):
        due = game.due(state)
        lines.append(game.line(before, event, state).text_for(event.by))
        asked = {(game.id, one.sentence.message) for one in due}
        if not asked <= SEEN:
            SEEN.update(asked)
            found.append(Scene(game, state, due[0].seat if due else event.seat, event, lines))
            lines = []
    return tuple(found)


SEEN: set[object] = set()


class Reader:
    """Keeps what is alien in a language with where it stood first."""

    hidden = re.compile("(?!)")
    next_language = itertools.cycle(LANGUAGES)

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], str] = {}

    def text(self, language: str, text: str, where: object) -> None:
        for word in alien(language, text):
            self.found.setdefault((language, word), f"{where}: {' '.join(text.split())[:80]}")

    def pages(self, client: FlaskClient, *paths: str) -> None:
        """Pages, each in the next language: what is in no catalog would be English in all."""
        for path, language in zip(paths, self.next_language, strict=False):
            answer = client.get(path, headers={"Accept-Language": language})
            assert answer.status_code == 200, path
            self.page(language, answer.text, path)

    def page(self, language: str, page: str, where: object) -> None:
        for text in bare(page):
            self.text(language, self.hidden.sub(" ", text), where)


@pytest.fixture
def reader() -> Iterator[Reader]:
    one = Reader()
    yield one
    assert not one.found, "\n".join(f"{language} {word!r} on {where}" for (language, word), where in one.found.items())


@pytest.mark.parametrize("session", SESSIONS)
def test_at_a_table(app: Flask, reader: Reader, session: str, services: Services) -> None:
    """The page of who is asked, the lines of the log, and what is refused there of what was taken elsewhere."""
    sitting = bench.Sitting(app, bench.read(HERE / f"{session}.play"))
    reader.hidden = re.compile("|".join(rf"\b{word}\b" for word in sitting.table.words.split("-")))
    phone = sitting.phones[0]
    all_of_it = scenes(session)
    for scene in all_of_it:
        put(services.tables, sitting.table.id, scene.state)
        phone = sitting.players[scene.seat]
        reader.pages(phone.client, phone.path)
        refused = (scene.game.apply(scene.state, other.event) for other in all_of_it[::5][:5])
        for line in (*scene.lines, *(one for one in refused if isinstance(one, Refusal))):
            for language in LANGUAGES if line else ():
                reader.text(language, Say(language)(line), scene.event.type)
    reader.pages(phone.client, *(phone.path + page for page in ("/forces", "/more", "/seats")))


def test_before_a_table(client: FlaskClient, reader: Reader) -> None:
    rules = [f"/rules/{game}" for game in GAMES]
    reader.pages(client, "/", "/help", "/connect", "/dice", "/lists", "/played", "/rules", "/rules/rulings", *rules)
    reader.pages(client, *(f"/new?game={game}" for game in GAMES))


def test_an_army_list_and_its_refusals(app: Flask, client: FlaskClient, reader: Reader) -> None:
    builder = filled(Builder(client, app))
    other = Builder(client, app, level=5)
    reader.pages(client, *(builder.url + page for page in ("", "/add", "/check", "/more", "/print", "/suggest")))
    form = {"taste": "foot", "what": "fill", "key": other.key()}
    suggested = client.post(f"{other.url}/suggest", data=form).headers["Location"]
    for language in LANGUAGES:  # it is found once, and told in each
        headers = {"Accept-Language": language}
        reader.page(language, client.get(suggested, headers=headers).text, "suggested")
        for op, form in (
            ("size", {"id": "u1", "miniatures": "99"}),
            ("front", {"id": "u1", "front": "40"}),
            ("add", {"unit": "orc"}),
        ):
            data = {"op": op, "key": builder.key(), **form}
            reader.page(language, client.post(f"{builder.url}/edit", data=data, headers=headers).text, op)
        reader.page(language, client.post("/lists/open", data={"text": "{"}, headers=headers).text, "open")


@pytest.mark.paper
@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_sheets(reader: Reader, language: str) -> None:
    for document, pieces in ((SMALL, CARDS), (LARGE, SHEETS)):
        for page in pypdfium2.PdfDocument(only(kit(document, pieces=pieces, say=Say(language)))):
            for line in page.get_textpage().get_text_range().splitlines():
                reader.text(language, line, pieces[0])


def test_what_a_sentence_shares_with_the_english_is_in_one_list() -> None:
    alike = words((translate.LOCALE_DIR / "alike.txt").read_text())
    found = {
        (language, word, translate.english(one))
        for language in LANGUAGES
        for path in translate.files(language)
        for one in translate.load(path)
        for word in shared(one) - alike - names()
    }
    assert not found


def shared(message: Message) -> set[str]:
    sources = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    sides = [
        words(" ".join(translate.SIGN.sub(" ", translate.TAG.sub(" ", translate.PLACE.sub(" ", one))) for one in side))
        for side in (sources, translate.forms(message))
    ]
    return sides[0] & sides[1]
