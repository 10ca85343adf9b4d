"""House rules: what a book leaves open and a table may choose before play.

A game's are the fields of one frozen class: the first value of each is the default, and `choice` says what it asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, get_args, get_type_hints

from companion.rules.text import Problem, Refusal, Text, refuse

H = TypeVar("H")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Question:
    """A setting as a form shows it: its name, its question, the section where sections have numbers, and its values,
    default first, each with what it is called.
    """

    name: str
    asks: Text
    rule: str
    values: tuple[str, ...]
    words: Mapping[str, Text]


def choice(default: V, asks: Text, rule: str = "", /, **words: Text) -> V:
    """A field of house rules: its default, the question, the section of the book, and what each value is called.

    For a type checker this is the default itself, which must be of the field's type.
    """
    made: V = field(default=default, metadata={"asks": asks, "rule": rule, "words": words})
    return made


def asked(rules: type[Any]) -> tuple[Question, ...]:
    """Every setting with its question, in the order of the class."""
    hints = get_type_hints(rules)
    return tuple(
        Question(f.name, f.metadata["asks"], f.metadata["rule"], get_args(hints[f.name]), f.metadata["words"])
        for f in fields(rules)
    )


def chosen(rules: type[H], setup: Mapping[str, Any]) -> H | Refusal:
    """The house rules in a setup; what it does not name is the default."""
    problems, values = [], {}
    for one in asked(rules):
        value = setup.get(one.name, one.values[0])
        if value in one.values:
            values[one.name] = value
        else:
            words = Text("%(name)s must be one of %(allowed)s.", {"name": one.name, "allowed": ", ".join(one.values)})
            problems.append(Problem(one.name, words))
    return refuse(problems) if problems else rules(**values)


def otherwise(rules: object) -> tuple[tuple[Text, Text], ...]:
    """The questions a table has settled otherwise than by default, each with its answer."""
    found = ((one, getattr(rules, one.name)) for one in asked(type(rules)))
    return tuple((one.asks, one.words[value]) for one, value in found if value != one.values[0])
