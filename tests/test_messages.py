"""Every sentence a player reads can be translated, and counts in the reader's own forms."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from companion.play.codec import dump_text, load_text
from companion.rules.text import Text, counted
from tests.playthroughs.runner import playthroughs, replay

ROOT = Path(__file__).resolve().parent.parent

PLURALS = (
    "abilities|bases|battlefields|cards|characters|coins|dice|entries|gaps|hits|letters|lines|lists|markers"
    "|miniatures|pieces|players|points|problems|seconds|tiles|times|turns|units|wounds"
)
ONE = re.compile(rf"\b1 (?:[a-z]+ )?(?:{PLURALS})\b")
COUNTS = re.compile(rf"(?<!to )(?<!most )%\(\w+\)s (?:[a-z]+ )?(?:{PLURALS})\b")

NEVER_ONE = {
    "%(card)s is named %(times)s times, but the game has only %(count)s.",
    "%(count)s blank cards; 0 to 40 can be printed.",
    "%(count)s markers of one kind; 0 to %(most)s can be printed.",
    "%(field)s: %(have)s letters; there is room for %(most)s.",
    "The battlefields are drawn once, with %(dice)s dice: let the app throw them.",
    "%(same)s units are called %(wanted)s: name one by its number.",
    "%(side)s was asked less than %(seconds)s seconds ago: wait for the answer.",
    "%(tile)s is worth %(is)s points; it does not belong to the stack of %(stack)s.",
    "%(tile)s, %(n)s points",
    "%(who)s takes %(coins)s of the %(pot)s coins in the pot.",
    "%(wounds)s of %(vt)s wounds",
    "A pile has %(most)s points at most with so many players; add it up again.",
    "Battlefields of %(value)s points between %(first)s and %(second)s: %(have)s; there must be %(need)s.",
    "This attack has %(dice)s dice; at most %(most)s can be thrown in one pool.",
    "This evening is full: it takes %(most)s lists.",
    "This has %(have)s letters; at most %(most)s are read.",
    "For %(seconds)s seconds hands are open: %(whom)s.",
    "That seat is not in play: this game has %(count)s players.",
    "Tiles of %(n)s points",
    "Two of %(n)s points",
    "Turn up %(needed)s tiles of each number of points, one more than there are players.",
}
"""Sentences whose number is fixed by the rules, or is wrong because it is more than one."""

BUILT = {
    "companion/content/army_document.py",
    "companion/content/models.py",
    "companion/play/acts.py",
    "companion/play/codec.py",
    "companion/rules/counts.py",
    "companion/rules/kensei/fight/modifiers.py",
    "companion/rules/text.py",
    "companion/rules/kensei/brief.py",
}
"""Where a Text is made of a message that stands elsewhere, in a place that is collected too."""


def test_what_is_said_at_a_table_is_collected_and_one_is_never_many(collected: Catalog) -> None:
    """All the playthroughs, with every sentence that the games say and its form for many."""
    said = set()
    plain = Text.__str__

    def noting(text: Text) -> str:
        said.add((text.message, text.many))
        return plain(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "__str__", noting)
        lines = [line for path in playthroughs() for line in replay(path.read_text()).splitlines()]
    assert not [line for line in lines if line.startswith("  ") and ONE.search(line)]
    assert len(said) > 100
    absent = []
    for message, many in said:
        entry = collected.get(message) if message else None
        if message and (entry is None or entry.id != ((message, many) if many else message)):
            absent.append(message)
    assert not absent


def test_what_counts_has_a_form_for_one(collected: Catalog) -> None:
    plain = {entry.id for entry in collected if isinstance(entry.id, str)}
    assert {message for message in plain if COUNTS.search(message)} == NEVER_ONE


def _made(path: Path) -> Iterator[ast.expr]:
    """The message of every Text that is made in a file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Text", "counted"):
            yield from node.args[: 1 if node.func.id == "Text" else 2]


def test_every_text_is_written_where_it_is_made() -> None:
    files = [path for folder in ("companion", "printables") for path in (ROOT / folder).rglob("*.py")]
    built = {
        str(path.relative_to(ROOT))
        for path in files
        for message in _made(path)
        if not (isinstance(message, ast.Constant) and isinstance(message.value, str))
    }
    assert built == BUILT


SAID_OF_UNITS = ("api", "rules/kensei", "play/armies", "play/kensei/muster")
"""What lists, their texts and the API say; a unit may be called Ninjas."""
ONE_OF_MANY = re.compile(r"(?<!in )%\((?:unit|target|was)\)s (?:and [^%]+ )?(?:is|has|was|does|[a-z]+s)\b")
ON_THE_TABLE = {"companion/rules/kensei/after/flight.py"}
"""What a table alone says, of a piece with its number."""


def test_no_verb_of_one_follows_a_unit_that_may_be_many() -> None:
    assert ONE_OF_MANY.search("%(unit)s fights for the %(own)s only")
    assert ONE_OF_MANY.search("%(target)s is engaged")
    files = [path for folder in SAID_OF_UNITS for path in (ROOT / "companion" / folder).rglob("*.py")]
    files = [path for path in files if str(path.relative_to(ROOT)) not in ON_THE_TABLE]
    said = [node.value for path in files for node in _made(path) if isinstance(node, ast.Constant)]
    assert len(said) > 300
    assert [words for words in said if ONE_OF_MANY.search(words)] == []


CHANGES_AT = re.compile(r"(?:[+−]\d|%\([\w-]+\)s) AT\b|\bAT: [+−]\d")


def test_what_changes_at_says_better_or_worse(collected: Catalog) -> None:
    """Less AT is better, which no other attribute has (2:7:3)."""
    tables = (ROOT / "companion" / "content" / "kensei").glob("*.toml")
    said = [line for path in tables for line in path.read_text().splitlines() if "AT" in line]
    rulings = " ".join((ROOT / "docs" / "rulings.md").read_text().split())  # they say it once, in their introduction
    said += [entry.id for entry in collected if isinstance(entry.id, str) and entry.id[:30] not in rulings]
    found = [words for words in said if CHANGES_AT.search(words)]
    assert len(found) > 10
    assert [words for words in found if not re.search(r"[bB]etter|[wW]orse", words)] == []


def test_a_count_is_said_in_its_form() -> None:
    words = [str(counted("%(num)s card of %(who)s", "%(num)s cards of %(who)s", n, {"who": "Ana"})) for n in (0, 1, 2)]
    assert words == ["0 cards of Ana", "1 card of Ana", "2 cards of Ana"]


def test_a_count_is_the_same_after_it_was_stored() -> None:
    line = Text("%(who)s takes %(coins)s.", {"who": "Ana", "coins": counted("%(num)s coin", "%(num)s coins", 1)})
    assert load_text(dump_text(line)) == line
