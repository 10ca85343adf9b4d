"""Each language is whole: every message, with its places, plural forms and markup, or it is named as waiting."""

import ast
import shutil
from itertools import product
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from companion.content import catalog
from companion.content import languages as spoken
from companion.rules.kenjin.cards import CARDS
from companion.rules.text import Text
from printables.fonts import FACES, Weight, runs
from tools import translate

LANGUAGES = translate.languages()
ROOT = Path(translate.__file__).resolve().parent.parent
TAKES_SENTENCES = {"_", "gettext", "ngettext", "Text", "counted", "agreeing"}
LETTERS = "áéíóúüñ¿¡ßäöüàâçèéêëîïôûùœæÿÁÉÍÓÚÑÄÖÜÀÂÇÈÉÊËÎÏÔÛÙŒ„“”«»‹›’–—…×−Ø\N{NO-BREAK SPACE}"


def test_spanish_french_and_german_are_there() -> None:
    assert {"de", "es", "fr"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_stands_in_the_files_of_each_language(language: str, collected: Catalog) -> None:
    """Where it fails: `make messages`."""
    wanted = {(m.id, translate.file_of(m)) for m in collected if m.id and not translate.is_kept(m)}
    found = {(m.id, path.stem) for path in translate.files(language) for m in translate.load(path) if m.id}
    assert found == wanted


def test_no_sentence_stands_inside_a_formatted_string() -> None:
    """Nobody collects it there: it stayed English."""
    hidden = [
        f"{path}: {call.func.id}"
        for path in (*ROOT.glob("companion/**/*.py"), *ROOT.glob("printables/**/*.py"))
        for formatted in ast.walk(ast.parse(path.read_text()))
        if isinstance(formatted, ast.JoinedStr)
        for call in ast.walk(formatted)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TAKES_SENTENCES
        if call.args and isinstance(call.args[0], ast.Constant)
    ]
    assert hidden == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_a_translation(language: str) -> None:
    assert [wrong for path in translate.files(language) for wrong in translate.check(path)] == []


def test_what_is_not_translated_is_named_as_waiting() -> None:
    """Where it fails, translate it, or have it wait for now: `python -m tools.translate waiting`."""
    left = {(name, one) for name, messages in translate.waiting().items() for one in messages}
    named = translate.listed(translate.WAITING.read_text("utf-8"))
    assert {one for one in left if one not in named and (one[0], "") not in named} == set()
    assert {one for one in named if one not in left and one not in {(name, "") for name, _ in left}} == set()


def test_names_of_the_book_are_not_translated(collected: Catalog) -> None:
    for name in ("Yumi Samurai", "Daimyo Buke", "Forest of Spears"):
        assert translate.is_kept(collected[name]), name
    for words in ("samurai with bows", "Half movement.", "Heavy (o-yoroi)"):
        assert not translate.is_kept(collected[words]), words


@pytest.mark.parametrize(("language", "card"), [("es", "Asesino"), ("fr", "Assassin"), ("de", "Meuchler")])
def test_a_card_that_is_called_as_an_ability_is_translated(language: str, card: str) -> None:
    say = spoken.Say(language)
    assert say(CARDS["assassin"].name) == card
    assert say(catalog().abilities["assassin"].name) == "Assassin"


ROLL = "%(who)s rolls %(dice)s dice: <b>5</b> or more, `K15`, AT"
WRONG = (
    (ROLL, "%(who)s tira %(dados)s dados: <b>5</b> o más, `K15`, AT", "places: dice missing"),
    (ROLL, "%(who)s tira %(dice)s dados, %(x)s: <b>5</b> o más, `K15`, AT", "places: x unknown"),
    (ROLL, "%(who)s tira %(dice)s dados: <i>5</i> o más, `K15`, AT", "markup: </b>, <b> missing, </i>, <i> added"),
    (ROLL, "%(who)s tira %(dice)s dados: <b>6</b> o más, `K15`, AT", "numbers: 5 missing, 6 added"),
    (ROLL, "%(who)s tira %(dice)s dados: <b>5</b> o más, `K15`, ATQ", "signs: AT missing, none added"),
    (ROLL, "%(who)s tira %(dice)s dados: <b>5</b> o más, K15, AT", "code: `K15` missing, none added"),
    ("100%% sure", "100% seguro", "a single %; write %%, or a whole %(place)s"),
    (
        "Roll.",
        "Tira\N{NARROW NO-BREAK SPACE}!",
        "a narrow no-break space, which the fonts of the sheets lack; take U+00A0",
    ),
    (" or", "o", "space at its beginning or end is not the same"),
    (("%(num)s die", "%(num)s dice"), ("%(num)s dado",), "1 forms; the language has 2"),
    (("%(num)s die of %(who)s", "%(num)s dice of %(who)s"), ("un dado", "%(num)s dados"), "places: who missing"),
)


@pytest.mark.parametrize(("english", "said", "wrong"), WRONG)
def test_a_mistake_is_found(english: str | tuple[str, str], said: str | tuple[str, ...], wrong: str) -> None:
    assert wrong in translate.mistakes(Message(english, said), 2)


def test_a_good_translation_has_no_mistake() -> None:
    assert not translate.mistakes(Message(ROLL, "%(dice)s dados para %(who)s: <b>5</b> o más, AT, `K15`"), 2)
    assert not translate.mistakes(Message(("%(num)s die", "%(num)s dice"), ("un dado", "%(num)s dados")), 2)
    assert not translate.mistakes(Message("10,000 koku", "10.000 koku"), 2)


def kept_in(folder: Path, *messages: tuple[str, str]) -> Catalog:
    """A program that says these, as (message, where)."""
    collected = Catalog()
    for message, place in messages:
        collected.add(message, "", locations=[(place, 1)])
    translate.update("it", collected, folder)
    return collected


def filled(folder: Path, name: str, english: str, said: str) -> list[str]:
    part = folder / "part.po"
    part.write_text(f'msgid "{english}"\nmsgstr "{said}"\n', "utf-8")
    return translate.fill(folder / "it" / "LC_MESSAGES" / name, part)


def test_a_language_is_begun_filled_and_brought_up_to_date(tmp_path: Path) -> None:
    kept_in(tmp_path, ("Roll the dice.", "companion/web/start.py"))
    assert translate.languages(tmp_path) == ["it"]
    assert spoken.languages.__wrapped__(tmp_path) == ("en", "it")
    assert translate.waiting(tmp_path) == {"it/web.po": ["Roll the dice."]}
    assert "Roll the dice." in translate.take(tmp_path / "it" / "LC_MESSAGES" / "web.po")
    assert filled(tmp_path, "web.po", "Roll the dice.", "") == []
    assert filled(tmp_path, "web.po", "Roll!", "Tira!") == ["'Roll!': is not in this file"]
    assert filled(tmp_path, "web.po", "Roll the dice.", "Tira 2 dadi.") == [
        "'Roll the dice.': numbers: none missing, 2 added"
    ]
    assert spoken.catalog.__wrapped__("it", tmp_path).gettext("Roll the dice.") == "Roll the dice."
    assert filled(tmp_path, "web.po", "Roll the dice.", "Tira i dadi.") == []
    assert translate.waiting(tmp_path) == {}
    assert spoken.catalog.__wrapped__("it", tmp_path).gettext("Roll the dice.") == "Tira i dadi."

    kept_in(tmp_path, ("Roll the dice.", "companion/rules/zipang/aim.py"))
    assert translate.waiting(tmp_path) == {}, "it has moved to another file with its translation"
    kept_in(tmp_path, ("Roll your dice.", "companion/web/start.py"))
    assert translate.waiting(tmp_path) == {"it/web.po": ["Roll your dice."]}
    assert "#, fuzzy" in translate.take(tmp_path / "it" / "LC_MESSAGES" / "web.po"), "what was said before, as a guess"
    assert spoken.catalog.__wrapped__("it", tmp_path).gettext("Roll your dice.") == "Roll your dice."


@pytest.mark.parametrize(("who", "said"), [("Onna-Bushi", "Charge d’Onna-Bushi."), ("Ninjas", "Charge de Ninjas.")])
def test_in_french_the_word_before_a_name_fits_it(tmp_path: Path, who: str, said: str) -> None:
    sentences = (Text("Charge: %(who)s.", {"who": who}), Text("Charge: %(who)s.", {"who": who, "num": 2}, "Charges."))
    for language, sentence in product(("fr", "es"), sentences):
        english = f'msgid "{sentence.message}"\n' + (f'msgid_plural "{sentence.many}"\n' if sentence.many else "")
        forms = ("msgstr[0]", "msgstr[1]") if sentence.many else ("msgstr",)
        folder = tmp_path / str(len(forms)) / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        words = english + "".join(f'{form} "Charge de %(who)s."\n' for form in forms)
        (folder / "web.po").write_text(words, "utf-8")
        wanted = said if language == "fr" else f"Charge de {who}."
        assert spoken.Say(language, folder=folder.parent.parent)(sentence) == wanted


def test_a_catalog_is_compiled_again_only_where_its_files_have_changed(tmp_path: Path) -> None:
    kept_in(tmp_path, ("Roll.", "companion/web/start.py"))
    filled(tmp_path, "web.po", "Roll.", "Tira.")
    compiled = tmp_path / "it" / "LC_MESSAGES" / "messages.mo"
    assert spoken.catalog.__wrapped__("it", tmp_path).gettext("Roll.") == "Tira."
    at = compiled.stat().st_mtime_ns
    assert spoken.catalog.__wrapped__("it", tmp_path).gettext("Roll.") == "Tira."
    assert compiled.stat().st_mtime_ns == at
    shutil.rmtree(compiled.parent)
    assert spoken.catalog.__wrapped__("it", tmp_path).gettext("Roll.") == "Roll."


def test_the_list_of_what_waits_names_a_file_of_which_much_does() -> None:
    left = {"it/web.po": [f"{n} dice" for n in range(30)], "it/print.po": ['Say “x" \\ y']}
    text = translate.wait_list(left)
    assert translate.listed(text) == {("it/web.po", ""), ("it/print.po", 'Say “x" \\ y')}


def test_what_is_no_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(spoken.LOCALE_DIR.iterdir())
    assert translate.COMMANDS["new"](["klingonese"]) == 2
    assert "klingonese" in capsys.readouterr().err
    assert sorted(spoken.LOCALE_DIR.iterdir()) == before


@pytest.mark.parametrize("weight", FACES)
def test_sheets_have_the_letters_of_every_language(weight: Weight) -> None:
    assert [letter for letter in LETTERS if runs(letter, weight)[0].text != letter] == []
