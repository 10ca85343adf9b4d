"""What players write becomes one line, wherever it comes from."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.written import alphabetical, as_one_line, one_line

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("given_words", "line"),
    [
        ("Takeda", "Takeda"),
        ("  Kai   no  kuni ", "Kai no kuni"),
        ("First\n\tspears \x00 of\u2028Kai\xa0", "First spears of Kai"),
        ("Kai\u202egnisrever\u2069", "Kai gnisrever"),
        *((f"Kai{chr(sign)}no", "Kai no") for sign in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
        ("Kai·no „kuni“ \u2192", "Kai·no „kuni“ \u2192"),
        ("O\u0304uchi", "Ōuchi"),
        ("half\ud800a sign", "half a sign"),
        (SCOTLAND, SCOTLAND),
        (f"{FAMILY} 武田", f"{FAMILY} 武田"),
        ("", ""),
        (" \u200b\n ", ""),
        ("\u200d\ufeff", ""),
        ("\ue000", ""),
    ],
)
def test_words_become_one_line(given_words: str, line: str) -> None:
    assert one_line(given_words) == line


@given(st.text())
def test_a_line_is_clean_and_stays_as_it_is(words: str) -> None:
    line = one_line(words)
    assert one_line(line) == line == line.strip()
    assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in line)
    assert "  " not in line


def test_what_is_no_text_is_left_to_who_checks_it() -> None:
    assert as_one_line(None) is None
    assert as_one_line(7) == 7
    assert as_one_line(" a\nb ") == "a b"


def test_names_stand_by_their_letters() -> None:
    assert sorted(["Zoe", "élodie", "Emil", "Élodie", "Ödön"], key=alphabetical) == [
        "Élodie",
        "élodie",
        "Emil",
        "Ödön",
        "Zoe",
    ]
