"""Two phones of one table in two languages: no word of one ever comes to the other."""

import re
from collections.abc import Iterator

import pytest
from babel.support import NullTranslations
from flask import Flask, Response, request, request_finished
from flask.testing import FlaskClient

from bench import sessions as bench
from companion.api import translation
from companion.web import i18n
from tests.playthroughs.runner import playthroughs
from tests.web.phones import Sitting

TAG = re.compile(r"⟦(\w\w)⟧")
SESSIONS = {path.stem: path for path in playthroughs()}


class Tagged(NullTranslations):
    """Says everything in English, with the language before it."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._tag = "" if language == "en" else f"⟦{language}⟧"

    def gettext(self, message: str) -> str:
        return self._tag + message

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self._tag + (one if number == 1 else many)


@pytest.fixture
def heard(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, set[str]]]:
    """The languages that were heard in the answers to phones of each."""
    catalogs = {language: Tagged(language) for language in i18n.languages()}
    monkeypatch.setattr("companion.api.translation.catalog", catalogs.__getitem__)
    found: dict[str, set[str]] = {}

    def read(_app: Flask, response: Response) -> None:
        if not response.is_streamed and response.mimetype in (*i18n.IN_WORDS, "text/javascript"):
            own = request.headers.get("Accept-Language", "en")
            found.setdefault(own, set()).update(TAG.findall(response.get_data(as_text=True)))

    with request_finished.connected_to(read, app):
        yield found


def speaks(client: FlaskClient, language: str) -> None:
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language


@pytest.mark.parametrize("session", ["zipang_quick", "tenno_duels", "kenjin_score", "kensei_combat"])
def test_two_phones_of_a_table_read_it_in_their_own_languages(
    app: Flask, heard: dict[str, set[str]], session: str
) -> None:
    played = bench.read(SESSIONS[session])
    sitting = bench.Sitting(app, played)
    languages = ("de", "fr", "en", "es")
    for phone, language in zip(sitting.phones, languages, strict=False):
        speaks(phone.client, language)
    heard.clear()
    for entry in played.entries:
        sitting.enter(entry)
    for phone, language in zip(sitting.phones, languages, strict=False):
        for page in ("", "/forces", "/log", "/log.txt", "/more", "/seats", "/now?page=log"):
            assert phone.client.get(phone.path + page).status_code == 200, (language, page)
    assert heard == {"de": {"de"}, "fr": {"fr"}, "en": set(), "es": {"es"}}


def test_a_refusal_an_undo_and_what_is_asked_stay_in_the_language_of_who_reads(
    app: Flask, heard: dict[str, set[str]]
) -> None:
    sitting = Sitting(app)
    ana, ben, stranger = sitting.ana, sitting.ben, sitting.stranger
    for phone, language in ((ana, "de"), (ben, "fr"), (stranger, "es")):
        speaks(phone.client, language)
    heard.clear()
    for phone in (ana, ben):
        phone.act("muster", unit="yumi-samurai")
        assert phone.tap("muster", unit="orc").status_code == 422
        phone.act("ready")
    ana.act("mark", piece="a1", marker="slowed", on="true")
    ben.act("mark", piece="b1", marker="slowed", on="true")
    ana.post("/undo", key="undo-key-1")
    stranger.post("/ask", seat="a", player="Chie")
    for _ in range(2):
        for phone in (ana, ben, stranger):
            for page in ("", "/seats", "/log", "/more"):
                phone.get(page)
    assert ana.client.get("/nowhere").status_code == 404
    assert heard == {"de": {"de"}, "fr": {"fr"}, "es": {"es"}}


def test_a_phone_keeps_the_language_it_chose_and_goes_back_to_its_page(client: FlaskClient) -> None:
    speaks(client, "es-MX, fr;q=0.9")
    page = client.get("/join?words=a%20b")
    assert '<html lang="es"' in page.text
    assert page.headers["Content-Language"] == "es"
    assert {"Accept-Language", "Cookie"} <= set(page.vary)
    chosen = client.post("/language", data={"language": "de", "back": "/join?words=a%20b"})
    assert (chosen.status_code, chosen.headers["Location"]) == (303, "/join?words=a%20b")
    assert '<html lang="de"' in client.get("/join?words=a%20b").text
    assert '<option value="fr" lang="fr">Français</option>' in client.get("/").text
    refused = client.post("/language", data={"language": "tlh", "back": "/"})
    assert refused.status_code == 422
    assert "de, es, fr" in refused.text
    assert '<html lang="de"' in client.get("/").text, "what it had chosen before"
    client.delete_cookie("language")
    scripts = {client.get("/list-worker.js", headers={"Accept-Language": one}).text for one in ("en", "de", "de-AT")}
    assert len(scripts) == 2, "the worker of lists keeps a page that says that another one is not kept"


def test_the_browser_says_what_it_reads(app: Flask) -> None:
    for accepted, found in (
        ("de;q=0, fr;q=0.4", "fr"),
        ("en;q=0.3, es;q=0.9", "es"),
        ("pt-BR, de-CH;q=0.2", "de"),
        ("ja", "en"),
        ("x;q=z", "en"),
    ):
        with app.test_request_context(headers={"Accept-Language": accepted}):
            assert i18n.language() == found, accepted


def test_the_api_hears_what_is_accepted_and_no_cookie(monkeypatch: pytest.MonkeyPatch, client: FlaskClient) -> None:
    monkeypatch.setattr(translation, "catalog", Tagged)
    client.set_cookie("language", "fr")
    english = client.post("/api/kensei/attack", json={"kind": "shot"})
    german = client.post("/api/kensei/attack", json={"kind": "shot"}, headers={"Accept-Language": "de"})
    assert english.headers["Content-Language"] == "en"
    assert german.headers["Content-Language"] == "de"
    assert "Accept-Language" in german.vary
    assert TAG.findall(english.text) == []
    assert german.status_code == 422
    wrong = [one["message"] for one in german.json["errors"]]
    assert wrong
    assert [one for one in wrong if not TAG.match(one)] == []
    assert german.json["detail"].startswith("⟦de⟧")
