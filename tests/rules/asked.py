"""What the rules answer, kept as text: a call to a line, with the words in it as they are."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.text import Refusal
from tests.golden.told import Tell
from tests.playthroughs.situations import shown

HYPHENED = re.compile(r"\b[a-z]+(?:-[a-z0-9]+)+\b")


class Words(dict[str, Any]):
    """Any name that is not known is a word: `campaign_end(supply, 3, {ana: [monk]}, ...)`."""

    def __missing__(self, name: str) -> str:
        return name


def answers(known: Mapping[str, Any]) -> Tell:
    """Answers calls of what is known. A refusal says where its problems lie, and what they are."""

    def tell(lines: list[str]) -> Iterator[str]:
        for line in lines:
            yield line
            found = eval(HYPHENED.sub(lambda word: repr(word[0]), line), {}, Words(known))
            if isinstance(found, Refusal):
                places = " ".join(problem.path for problem in found.problems)
                yield f"  refused [{found.rule}]{places and f' at {places}'}"
                yield from (f"    {problem}" for problem in str(found).split(". "))
            else:
                yield f"  {shown(found) or 'no words'}"

    return tell
