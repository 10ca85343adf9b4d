"""A page in another language: sentences, counts and the names of the books' tables, from a catalogue made up here."""

import copy
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, render_template_string

from companion.api import translation
from companion.play.codec import decode, encode
from companion.rules.counts import dice
from companion.rules.text import Numbered, Refusal, Term, Text
from companion.web import i18n
from tests.web.phones import Sitting

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "%(who)s rolls %(dice)s dice: %(why)s"
msgstr "%(why)s: %(who)s würfelt %(dice)s Würfel"

msgid "100%% sure"
msgstr "zu 100%% sicher"

msgid "charge"
msgstr "Ansturm"

msgid "Yumi Samurai"
msgstr "Bogen-Samurai"

msgid "samurai with bows"
msgstr "Samurai mit Bögen"

msgid "%(who)s aims at %(whom)s."
msgstr "%(who)s zielt auf %(whom)s."

msgid "Army: %(count)s %(unit)s."
msgstr "Dein Heer: %(count)s %(unit)s."

msgid "%(unit)s: %(marker)s."
msgstr "%(unit)s trägt %(marker)s."

msgid "%(num)s die"
msgid_plural "%(num)s dice"
msgstr[0] "%(num)s Würfel"
msgstr[1] "%(num)s Würfel (viele)"
"""


@pytest.fixture
def german(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("locale")
    target = folder / "de" / "LC_MESSAGES" / "messages.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, read_po(BytesIO(GERMAN.encode()), locale="de"))
    catalog, languages = translation.catalog, translation.languages
    monkeypatch.setattr(translation, "catalog", lambda name: catalog(name, folder))
    monkeypatch.setattr(translation, "languages", lambda: languages(folder))


SENTENCE = Text("%(who)s rolls %(dice)s dice: %(why)s", {"who": "<b>Ana</b>", "dice": 7, "why": Text("charge")})


def test_a_sentence_of_the_rules_is_translated_with_everything_in_it(app: Flask, german: None) -> None:
    """A numbered name also as it comes back from the store."""
    numbered = Text("%(unit)s", {"unit": Numbered(Term("Yumi Samurai"), 2)})
    assert str(numbered) == "Yumi Samurai 2"
    assert copy.deepcopy(numbered.values["unit"]).number == 2
    with app.test_request_context(headers={"Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"}):
        assert i18n.say(SENTENCE) == "Ansturm: <b>Ana</b> würfelt 7 Würfel"
        assert i18n.say(Refusal(Text("100%% sure"))) == "zu 100% sicher"
        assert i18n.say("plain 100%") == "plain 100%"
        assert i18n.say(Text(message="")) == "", "nothing said stays nothing"
        assert i18n.ngettext("%(num)s die", "%(num)s dice", 3) == "3 Würfel (viele)"
        assert [i18n.say(dice(number)) for number in (1, 3)] == ["1 Würfel", "3 Würfel (viele)"]
        listed = Text("%(who)s rolls %(dice)s dice: %(why)s", {"who": "A", "dice": 1, "why": (Text("charge"), "b")})
        assert i18n.say(listed).startswith("Ansturm, b")
        assert [i18n.say(one) for one in (numbered, decode(encode(numbered)))] == ["Bogen-Samurai 2"] * 2


def test_without_a_catalog_english_stays(app: Flask) -> None:
    for header in ("xx", "tlh", "", "tlh;q=broken", "*"):
        with app.test_request_context(headers={"Accept-Language": header}):
            assert i18n.say(SENTENCE) == str(SENTENCE)
            assert i18n.say(Text("100%% sure")) == str(Text("100%% sure")) == "100% sure"
            assert i18n.ngettext("%(num)s die", "%(num)s dice", 1) == "1 die"


def test_templates_translate_and_escape(app: Flask, german: None) -> None:
    """What stands inside a sentence too."""
    template = "{{ sentence|say }} {% trans num=3 %}{{ num }} die{% pluralize %}{{ num }} dice{% endtrans %}"
    inside = "{{ unit }} {% trans who=unit, whom=text %}{{ who }} aims at {{ whom }}.{% endtrans %} {{ ('<b>'|safe) }}"
    with app.test_request_context(headers={"Accept-Language": "de"}):
        page = render_template_string(template, sentence=SENTENCE)
        assert page == "Ansturm: &lt;b&gt;Ana&lt;/b&gt; würfelt 7 Würfel 3 Würfel (viele)"
        shown = render_template_string(inside, unit=Term("Yumi Samurai"), text=Text("<i>"))
        assert shown == "Bogen-Samurai Bogen-Samurai zielt auf &lt;i&gt;. <b>"
        assert '<html lang="de"' in app.test_client().get("/connect", headers={"Accept-Language": "de"}).text


def test_the_tables_of_the_books_are_translated_where_they_are_shown(app: Flask, german: None) -> None:
    """On the page, in the log and its export, and in army lists; what is kept are the ids, and the English name in the
    log."""
    sitting = Sitting(app)
    phones = (sitting.ana, sitting.ben)
    for phone in phones:
        phone.act("side", path="buke")
        phone.act("muster", unit="yumi-samurai", miniatures=5)
    in_german = {"Accept-Language": "de"}
    assert "Dein Heer: 5 Bogen-Samurai." in sitting.ana.get("/log", **in_german).text
    for phone in phones:
        phone.act("ready")
    sitting.ana.act("mark", piece="a1", marker="slowed", on="true")
    for page in ("", "/forces", "/log", "/log.txt"):
        assert "Bogen-Samurai" in sitting.ana.get(page, **in_german).text, page
        assert "Yumi Samurai" not in sitting.ana.get(page, **in_german).text, page
        assert "Yumi Samurai" in sitting.ana.get(page).text, page
    assert sitting.state.pieces[0].unit == "yumi-samurai"
    assert "Bogen" not in sitting.ana.get("/log.json", **in_german).text
    made = sitting.ana.client.post("/lists/new", data={"path": "buke", "level": "3"}).headers["Location"]
    page = sitting.ana.client.get(made, headers=in_german).text
    assert "Bogen-Samurai" in page
    assert "samurai mit bögen" in page, "the words that are searched"


def test_numbers_have_the_comma_of_the_language(app: Flask, german: None) -> None:
    told = Text("%(who)s rolls %(dice)s dice: %(why)s", {"who": "A", "dice": 2.5, "why": (1.0, 58.3)})
    page = "{{ 1234.56|decimal(1) }} {{ 12.5|decimal }} {{ 12.0|decimal }}"
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert i18n.say(told) == "1,0, 58,3: A würfelt 2,5 Würfel"
        assert render_template_string(page) == "1234,6 12,5 12"
    with app.test_request_context():
        assert i18n.say(told) == "A rolls 2.5 dice: 1.0, 58.3"
        assert render_template_string(page) == "1234.6 12.5 12"
