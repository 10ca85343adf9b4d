"""What translators work with: every sentence a player reads, as files in `companion/locale/`, and what is wrong there.

    python -m tools.translate update             brings the files of every language up to date (`make messages`)
    python -m tools.translate new it             begins a language (`make language LANG=it`)
    python -m tools.translate take FILE [COUNT]  prints the next messages of a file that wait, to fill in
    python -m tools.translate fill FILE FILLED   writes what was filled in into the file, but for what is wrong
    python -m tools.translate check [FILE ...]   what is wrong; of all languages where no file is named
    python -m tools.translate waiting            lets what is not translated wait (`companion/locale/waiting.txt`)

A language has one file for each subject, by where a message stands; they are one catalog where they are read.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import PoFileError, read_po, write_po

from companion.content.languages import LOCALE_DIR

ROOT = Path(__file__).resolve().parent.parent
WAITING = LOCALE_DIR / "waiting.txt"
WIDTH = 110
COLLECT = (
    "-F",
    "babel.cfg",
    "-k",
    "Text",
    "-k",
    "counted:1,2",
    "-k",
    "noun:1,2",
    "-k",
    "agreeing:1,2",
    "-k",
    "public_line",
    "-k",
    "ModifierRule:4",
    "--sort-by-file",
)
"""How Babel's `extract` is asked for all messages; what a file says is in `babel.cfg`."""

FILES = (
    ("fight", "kensei/(fight|ask)/"),
    ("orders", "kensei/(orders|turn)/"),
    ("combat", "kensei/(combat|after)/"),
    ("abilities", "kensei/abilities/|content/(kensei/|markers)"),
    ("rules", "docs/rulings|kensei/brief|^templates/rules/(kensei|turn|index|page|parts)"),
    ("armies", "play/armies/|rules/kensei/army/|army_document|play/kensei/muster/|templates/kensei/muster/"),
    ("battle", "kensei"),
    ("lists", "^templates/lists?[_./]|web/(list|suggest)"),
    ("zipang", "zipang"),
    ("kenjin_tenno", "kenjin|tenno"),
    ("print", "^printables/|templates/print|web/print"),
    ("api", "companion/(api/|cli|serve|run|network|config|store)|templates/api|web/developers"),
    (
        "table",
        "companion/(play|rules)/|templates/(table|cards|seat|log|entry|closed|card_|forgot)|web/(table|seats|log|frame)",
    ),
    (
        "evenings",
        "web/(evenings|records|household|people)|templates/(evenings|records|played|player|household|result|history_join)",
    ),
    ("web", ""),
)
"""The files of a language, and what is in the path of a message's place; the first that fits has it."""
KEPT = re.compile(r"(?:unit|character|ability) [\w-]*, name")
"""Names of the book that are the same in all languages, as the extractor of its tables comments them."""

PLACE = re.compile(r"%\((\w[\w-]*)\)s")
NARROW = "\N{NARROW NO-BREAK SPACE}"
NO_NARROW = "a narrow no-break space, which the fonts of the sheets lack; take U+00A0"
PERCENT = re.compile(r"%(?!%|\()")
TAG = re.compile(r"</?[a-z][^<>]*>|&\w+;")
CODE = re.compile(r"`[^`]+`|\*\*")
NUMBER = re.compile(r"\d+")
SIGN = re.compile(r"\b(?:AC|AR|AT|DC|DF|HR|IN|KI|MV|VE|VP|VT|[KNTZ]\d+|cm|mm)\b")
"""What the books and a ruler write so in every language, and the numbers of rulings."""


def collect() -> Catalog:
    """Every message of the program, with the files it stands in and what its tables say of it."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(ROOT):  # places are told from here
        target = Path(folder) / "messages.pot"
        CommandLineInterface().run(["pybabel", "-q", "extract", *COLLECT, "-o", str(target), "."])  # type: ignore[no-untyped-call]
        with target.open("rb") as file:
            return read_po(file)


def is_kept(message: Message) -> bool:
    """Whether it is a name that no language translates, and nothing else is called so that one does."""
    return bool(message.auto_comments) and all(map(KEPT.fullmatch, message.auto_comments))


def english(message: Message) -> str:
    """What it says, of many where it counts."""
    return message.id if isinstance(message.id, str) else str(message.id[-1])


def forms(message: Message) -> tuple[str, ...]:
    """What it is translated by: one sentence, or one for each form of the language."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def waits(message: Message) -> bool:
    """Whether a reader sees it in English: nothing, not all of it, or only a guess stands there."""
    return message.fuzzy or not forms(message) or not all(forms(message))


def file_of(message: Message) -> str:
    """The file of a language that holds it, by the first subject it belongs to."""
    places = [place.removeprefix("./") for place, _line in message.locations]
    return next(name for name, where in FILES if any(re.search(where, place) for place in places))


def languages(folder: Path = LOCALE_DIR) -> list[str]:
    """The languages that messages are translated into."""
    return sorted(path.parent.name for path in folder.glob("*/LC_MESSAGES"))


def files(language: str, folder: Path = LOCALE_DIR) -> list[Path]:
    """The files of a language."""
    return sorted((folder / language / "LC_MESSAGES").glob("*.po"))


def load(path: Path) -> Catalog:
    """A file as it stands. Raises PoFileError, saying where, on what is no such file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def save(path: Path, catalog: Catalog) -> None:
    """Writes a file: no dates, no line numbers, and short lines, so that its changes can be read."""
    head = (
        f"Language: {catalog.locale}",
        f"Plural-Forms: {catalog.plural_forms}",
        "Content-Type: text/plain; charset=utf-8",
    )
    lines = "".join(f'"{line}\\n"\n' for line in head)
    body = io.BytesIO()
    write_po(body, catalog, width=WIDTH, omit_header=True, include_lineno=False, include_previous=True)
    path.write_text(f'msgid ""\nmsgstr ""\n{lines}\n{body.getvalue().decode().strip()}\n', "utf-8")


# ---- bringing up to date


def update(language: str, collected: Catalog, folder: Path = LOCALE_DIR) -> None:
    """Brings the files of a language up to date: what is translated stays, wherever it stands now; of a message that
    has changed, what was said before is kept as a guess."""
    before: dict[object, Message] = {
        message.id: message for path in files(language, folder) for message in load(path) if message.id
    }
    now = {message.id for message in collected}
    gone = {english(message): message for id_, message in before.items() if id_ not in now and not waits(message)}
    made = {name: Catalog(locale=language) for name, _where in FILES}
    for message in collected:
        if message.id and not is_kept(message):
            found = _carried(message, before, gone)
            made[file_of(message)].add(
                message.id,
                found.string if found else "",
                locations=list(dict.fromkeys((place.removeprefix("./"), 1) for place, _line in message.locations)),
                flags=message.flags | (found.flags & {"fuzzy"} if found else set()),
                auto_comments=list(dict.fromkeys(message.auto_comments)),
                user_comments=found.user_comments if found else (),
                previous_id=found.previous_id if found else (),
            )
    target = folder / language / "LC_MESSAGES"
    target.mkdir(parents=True, exist_ok=True)
    for name, catalog in made.items():
        save(target / f"{name}.po", catalog)


def _carried(message: Message, before: dict[object, Message], gone: dict[str, Message]) -> Message | None:
    """What there is of a translation: its own, or as a guess that of a message much like it that is gone."""
    if message.id in before:
        return before[message.id]
    like = difflib.get_close_matches(english(message), gone, 1, 0.75) if gone else []
    if not like or isinstance(gone[like[0]].id, str) != isinstance(message.id, str):
        return None
    was = gone[like[0]]
    return Message(message.id, was.string, flags={"fuzzy"}, previous_id=was.id)


# ---- what is wrong


def mistakes(message: Message, count: int) -> list[str]:
    """What is wrong with the translation of a message into a language of so many forms; of one that waits, nothing."""
    if waits(message):
        return []
    translations = forms(message)
    sources = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    if isinstance(message.id, tuple) and len(translations) != count:
        return [f"{len(translations)} forms; the language has {count}"]
    return [wrong for one in translations for wrong in _wrong(sources, one)]


def _wrong(sources: tuple[str, ...], translated: str) -> Iterator[str]:
    """How one form differs from its English (of one and of many) in what must not differ."""
    many = sources[-1]
    needed, allowed = set.intersection(*map(_places, sources)), set.union(*map(_places, sources))
    if (missing := needed - _places(translated) - {"num"}) or (added := _places(translated) - allowed):
        yield f"places: {_row(missing or added)} {'missing' if missing else 'unknown'}"
    if len(sources) == 1 and "num" in needed and "num" not in _places(translated):
        yield "places: num missing"
    if bool(PERCENT.search(translated.replace("%%", ""))) != bool(PERCENT.search(many.replace("%%", ""))):
        yield "a single %; write %%, or a whole %(place)s"
    if NARROW in translated:
        yield NO_NARROW
    for what, pattern in (("markup", TAG), ("code", CODE), ("signs", SIGN), ("numbers", NUMBER)):
        was, now = (Counter(map(str, pattern.findall(PLACE.sub("", one)))) for one in (many, translated))
        if was != now and not (len(sources) > 1 and what == "numbers"):
            less, more = _row((was - now).elements()), _row((now - was).elements())
            yield f"{what}: {less or 'none'} missing, {more or 'none'} added"
    if (many[0].isspace(), many[-1].isspace()) != (translated[0].isspace(), translated[-1].isspace()):
        yield "space at its beginning or end is not the same"


def _places(words: str) -> set[str]:
    return set(PLACE.findall(words))


def _row(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


def check(path: Path) -> list[str]:
    """What is wrong with a file, each line with the message."""
    try:
        catalog = load(path)
    except PoFileError as problem:
        return [f"{path.name}: {problem}"]
    own = Catalog(locale=catalog.locale)
    found = (
        [f"{path.name}: its plural forms are not “{own.plural_forms}”"]
        if str(own.plural_forms) not in path.read_text()
        else []
    )
    found += [
        f"{path.name}: line {n} is long" for n, line in enumerate(path.read_text().splitlines(), 1) if len(line) > 140
    ]
    each = (message for message in catalog if message.id)
    return found + [
        f"{path.name}: {english(one)!r}: {wrong}" for one in each for wrong in mistakes(one, own.num_plurals)
    ]


# ---- what waits


def waiting(folder: Path = LOCALE_DIR) -> dict[str, list[str]]:
    """The messages of every file that wait."""
    every = [path for language in languages(folder) for path in files(language, folder)]
    found = {_named(path): [english(one) for one in load(path) if one.id and waits(one)] for path in every}
    return {name: left for name, left in found.items() if left}


def _named(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.name}"


def listed(text: str) -> set[tuple[str, str]]:
    """What a list lets wait: a file and a message of it, or "" for all that is in it."""
    lines = (line.strip() for line in text.splitlines())
    parts = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {(name, json.loads(message) if message else "") for name, _, message in parts}


def wait_list(left: dict[str, list[str]], whole: int = 20) -> str:
    """The list of what waits: a file of which much does, or else each message."""
    lines = []
    for name, messages in sorted(left.items()):
        lines += (
            [name] if len(messages) > whole else [f"{name} {json.dumps(one, ensure_ascii=False)}" for one in messages]
        )
    return "".join(f"{line}\n" for line in (HEAD, *lines))


HEAD = """\
# What is not translated yet: a file of a language, or one message of it; `python -m tools.translate waiting`."""


# ---- commands


def take(path: Path, count: int = 60) -> str:
    """The next messages of a file that wait, as a file of the same kind."""
    part = Catalog(locale=path.parent.parent.name)
    for message in [one for one in load(path) if one.id and waits(one)][:count]:
        part[message.id] = message
    body = io.BytesIO()
    write_po(body, part, width=WIDTH, omit_header=True, include_lineno=False, include_previous=True)
    return body.getvalue().decode()


def fill(path: Path, filled: Path) -> list[str]:
    """Takes over what was translated. What is wrong is not taken, and said."""
    catalog, found = load(path), []
    own = Catalog(locale=catalog.locale)
    with filled.open("rb") as file:
        given = [one for one in read_po(file, locale=catalog.locale, abort_invalid=True) if one.id and any(forms(one))]
    for one in given:
        message = catalog.get(one.id)
        one.flags.discard("fuzzy")
        wrong = ["is not in this file"] if message is None else mistakes(one, own.num_plurals)
        if message is not None and not wrong:
            message.string, message.previous_id = one.string, []
            message.flags.discard("fuzzy")
            message.user_comments = list(one.user_comments) or message.user_comments
        found += [f"{english(one)!r}: {problem}" for problem in wrong]
    save(path, catalog)
    return found


def _checked(names: list[str]) -> int:
    paths = [Path(name) for name in names] or [path for language in languages() for path in files(language)]
    found = [line for path in paths for line in check(path)]
    print(*found, sep="\n", end="\n" if found else "")
    left = {path: sum(bool(one.id) and waits(one) for one in load(path)) for path in paths}
    print(f"{len(paths)} files, {len(found)} mistakes, {sum(left.values())} messages wait.")
    return 1 if found else 0


def _updated(names: list[str]) -> int:
    for language in names:
        try:
            Locale.parse(language)
        except (UnknownLocaleError, ValueError):
            print(f"“{language}” is no language; give its code, as it, pt_BR or ja.", file=sys.stderr)
            return 2
    collected = collect()
    for language in names or languages():
        update(language, collected)
    text = WAITING.read_text("utf-8") if WAITING.exists() else ""
    left = waiting()
    still = [line for line in text.splitlines() if line.startswith("#") or _waits_still(line, left)]
    if text:
        WAITING.write_text("".join(f"{line}\n" for line in still), "utf-8")
    return 0


def _waits_still(line: str, left: dict[str, list[str]]) -> bool:
    return any(name in left and (not message or message in left[name]) for name, message in listed(line))


def _new(names: list[str]) -> int:
    return _updated(names) or _wait(names) if names else 2


def _wait(_names: list[str]) -> int:
    WAITING.write_text(wait_list(waiting()), "utf-8")
    return 0


def _taken(words: list[str]) -> int:
    print(take(Path(words[0]), *map(int, words[1:2])))
    return 0


def _filled(words: list[str]) -> int:
    found = fill(Path(words[0]), Path(words[1]))
    print(*found, sep="\n", end="\n" if found else "")
    return _checked(words[:1]) or bool(found)


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "update": _updated,
    "new": _new,
    "take": _taken,
    "fill": _filled,
    "check": _checked,
    "waiting": _wait,
}

if __name__ == "__main__":
    command = COMMANDS.get(sys.argv[1] if len(sys.argv) > 1 else "")
    sys.exit(command(sys.argv[2:]) if command else (__doc__ or ""))
