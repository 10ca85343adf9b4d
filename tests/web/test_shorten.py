"""Sentences in short: whole, or their sense, and never broken off where it is not told yet."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.shorten import becomes, outcome, shorten, unbroken

STRIKE = "Katana Samurai struck Yari Ashigaru: 10 dice, 5 hits, 1 of them Ø."
TILES = "Battlefields: Torii (Hondo - Kamiwashi), Supply Camp (Hondo, Kamiwashi), Bridge (a - b), Port (a - b)."


@pytest.mark.parametrize(
    ("words", "most", "told"),
    [
        ("Ben begins.", 20, "Ben begins."),
        ("Ben plays Monk. The coin goes back.", 35, "Ben plays Monk. The coin goes back."),
        ("Ben plays Monk. The coin goes back.", 34, "Ben plays Monk."),
        ("One. Two. Three is longer.", 12, "One. Two."),
        (STRIKE, 67, STRIKE),
        (STRIKE, 60, "Katana Samurai struck Yari Ashigaru."),
        (f"Ana undid, with the consent of Ben: {STRIKE}", 92,
         "Ana undid, with the consent of Ben: Katana Samurai struck Yari Ashigaru."),
        ("Strengths: Scout 1, Shugenja 1, General 2, Brute 3, Archer 0.", 45,
         "Strengths: Scout 1, Shugenja 1 and 3 more."),
        ("Battlefields: Port (a and b), Village, Palace and Torii.", 40, "Battlefields: Port (a and b) and 3 more."),
        (TILES, 70, "Battlefields: Torii (Hondo - Kamiwashi) and 3 more."),
        ("Strengths: Scout 1, Shugenja 1, General 2, Brute 3.", 12, "Strengths."),
        ("Sauvegardes de Kiba Musha\xa0: 4, manquées\xa0: 2.", 30, "Sauvegardes de Kiba Musha."),
        ("Forces\xa0: Yari 1, Shugenja 1, Kensei 2, Brute 3, Archer 0.", 39,
         "Forces\xa0: Yari 1, Shugenja 1 and 3 more."),
        ("A sentence that has no clause to end at, however one looks", 31, "A sentence that has no clause …"),
    ],
)  # fmt: skip
def test_a_sentence_in_short(app: Flask, words: str, most: int, told: str) -> None:
    with app.test_request_context():
        found = shorten(words, most)
    assert found == told
    assert len(found) <= most + 1


ROLLED = ("Honor of Yari Ashigaru 2: 1 against 5, held.", "Honor of Yari Ashigaru 2: 9 against 5, failed.")


@pytest.mark.parametrize(
    ("was", "now", "most", "told"),
    [
        (*ROLLED, 52, "Honor of Yari Ashigaru 2: 1 → 9, held → failed"),
        (*ROLLED, 34, "Honor of Yari Ashigaru 2: 1 → 9"),
        (*ROLLED, 30, "… of Yari Ashigaru 2: 1 → 9"),
        ("Damage dice 5 5: 6 damage. 2 fall, 4 are left.", "Damage dice 1 1: 2 damage. 1 falls, 5 are left.", 60,
         "Damage dice 5 5: 6 damage. → Damage dice 1 1: 2 damage."),
        ("Ana held.", "Ana held.", 30, "Ana held. → Ana held."),
    ],
)  # fmt: skip
def test_what_is_put_right_is_told_by_what_changes(app: Flask, was: str, now: str, most: int, told: str) -> None:
    with app.test_request_context():
        assert becomes(was, now, most) == told


@pytest.mark.parametrize(
    ("words", "most", "told"),
    [
        ("Ben begins.", 60, "Ben begins."),
        ("Damage dice 5 4: 7 damage. 2 miniatures fall, 4 are left, 1 damage stays.", 60,
         "2 miniatures fall, 4 are left, 1 damage stays."),
        ("Will holds Shrine Maiden, Ninja: honor 4. Will takes 3 coins.", 60, "Will takes 3 coins."),
        ("Commandment roll of Ben: 9 and HR 8, 17. Ben has the command.", 60, "Ben has the command."),
        ("One is told. Two is told. Three.", 20, "Two is told. Three."),
        ("Charge dice 3. No-Dachi Samurai fell short of Naginata Sohei: 5 cm away.", 50,
         "No-Dachi Samurai fell short of Naginata Sohei."),
        ("The cards lie face up. They are: 1 Yari Ashigaru, 2 Yumi Samurai, 3 Katana Samurai with Taisho Buke.", 50,
         "The cards lie face up."),
    ],
)  # fmt: skip
def test_what_came_of_it_is_cut_last(app: Flask, words: str, most: int, told: str) -> None:
    with app.test_request_context():
        assert outcome(words, most) == told


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("1 die and KI 5.", "1 die and KI\u00a05."),
        ("Roll 2 dice against Ø: only a 1 saves.", "Roll 2 dice against Ø: only a\u00a01 saves."),
        ("defends an obstacle +2 IN", "defends an obstacle +2\u00a0IN"),
        ("−3 DC, +1 DF", "−3\u00a0DC, +1\u00a0DF"),
        ("Roll 12 dice for 3 units", "Roll 12 dice for\u00a03 units"),
    ],
)
def test_a_number_stays_on_the_line_of_what_it_counts(words: str, kept: str) -> None:
    assert unbroken(words) == kept
