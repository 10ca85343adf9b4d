"""Sentences in short: whole, or their sense, and never broken off where it is not told yet."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.gist import gist

STRIKE = "Katana Samurai strikes Yari Ashigaru: 10 dice, 5 hits, 1 of them Ø."
TILES = "Battlefields: Torii (Hondo - Kamiwashi), Supply Camp (Hondo, Kamiwashi), Bridge (a - b), Port (a - b)."


@pytest.mark.parametrize(
    ("words", "most", "told"),
    [
        ("Ben begins.", 20, "Ben begins."),
        ("Ben plays Monk. The coin goes back.", 35, "Ben plays Monk. The coin goes back."),
        ("Ben plays Monk. The coin goes back.", 34, "Ben plays Monk."),
        ("One. Two. Three is longer.", 12, "One. Two."),
        (STRIKE, 67, STRIKE),
        (STRIKE, 60, "Katana Samurai strikes Yari Ashigaru."),
        (f"Ana took back, with consent of Ben: {STRIKE}", 92,
         "Ana took back, with consent of Ben: Katana Samurai strikes Yari Ashigaru."),
        ("Strengths: Scout 1, Shugenja 1, General 2, Brute 3, Archer 0.", 45,
         "Strengths: Scout 1, Shugenja 1 and 3 more."),
        (TILES, 70, "Battlefields: Torii (Hondo - Kamiwashi) and 3 more."),
        ("Strengths: Scout 1, Shugenja 1, General 2, Brute 3.", 12, "Strengths."),
        ("A sentence that has no clause to end at, however one looks", 31, "A sentence that has no clause …"),
    ],
)  # fmt: skip
def test_a_sentence_in_short(app: Flask, words: str, most: int, told: str) -> None:
    with app.test_request_context():
        found = gist(words, most)
    assert found == told
    assert len(found) <= most + 1
