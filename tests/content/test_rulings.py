"""The rulings' page as the program reads it."""

import pytest

from companion.content.rulings import read, rulings
from companion.rules.house import asked
from companion.rules.kenjin.house import KenjinHouse
from companion.rules.kensei.settings import Settings
from companion.rules.tenno.house import TennoHouse
from companion.rules.zipang.house import ZipangHouse

PAGE = """# Rulings

What this is,
in a paragraph.

## Kensei

### Dice

- <a id="k1"></a>**K1** A ten is a **ten**.
- <a id="k2"></a>**K2** ⚙ `halved`: up | down. As
  [K1](#k1) says, on two lines.

## Zipang Portable

- <a id="z1"></a>**Z1** Coins.
"""


def test_a_page_is_read_as_it_is_written() -> None:
    page = read(PAGE)
    kensei, zipang = page.books
    assert (page.title, page.intro) == ("Rulings", ("What this is, in a paragraph.",))
    assert [(subject.title, len(subject.rulings)) for subject in kensei.subjects] == [("Dice", 2)]
    assert [(subject.title, len(subject.rulings)) for subject in zipang.subjects] == [("", 1)]
    assert (zipang.anchor, zipang.address) == ("zipang-portable", "/rules/rulings#zipang-portable")
    second = page.by_id["K2"]
    assert second.words == "⚙ `halved`: up | down. As K1 says, on two lines."
    assert second.settings == {"halved": ["up", "down"]}
    assert second.address == "/rules/rulings#k2"
    assert page.by_setting == {"halved": second}


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ('<a id="k2">', '<a id="k3">', 11),
        ("**K1** A", "K1 A", 10),
        ("- <a id", "<a id", 10),
        ("## Zipang Portable", "#### Zipang Portable", 14),
        ("**Z1**", "**Q1**", 16),
        ("# Rulings", "Rulings", 1),
    ],
)
def test_what_is_no_ruling_is_named_by_its_line(before: str, after: str, line: int) -> None:
    with pytest.raises(ValueError, match=rf"line {line}:"):
        read(PAGE.replace(before, after, 1))


def test_rulings_are_numbered_without_a_gap_and_none_stands_there_twice() -> None:
    for book in rulings().books:
        letter = book.rulings[0].id[0]
        assert [one.id for one in book.rulings] == [f"{letter}{n}" for n in range(1, len(book.rulings) + 1)]


def test_every_house_rule_stands_there_with_its_values() -> None:
    for rules in (Settings, KenjinHouse, TennoHouse, ZipangHouse):
        for question in asked(rules):
            settled = rulings().by_setting[question.name]
            assert settled.settings[question.name] == list(question.values), settled.id
            assert set(question.words) == set(question.values), "each answer has words"
