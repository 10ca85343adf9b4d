"""Sentences in short: whole, or their sense, and never broken off where it is not told yet."""

import itertools
import re
from dataclasses import replace

import pytest
from flask import Flask

from companion.play.armies.mend import MendStep, WayToMend
from companion.play.zipang.cards import name_of
from companion.rules.text import BECOMES, LOSING, ROLL_BECOMES, Text, joined, listed
from companion.web.i18n import say
from companion.web.shorten import becomes, in_short, in_the_end, outcome, shorten, unbroken
from tests.play.kensei.field import fielded
from tests.rules.kensei.army.lists import army, doc

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


DUEL = "Duel 1: Ana attacks Ben {}."
ROLLED = ("Honor of Yari Ashigaru 2: 1 against 5, held.", "Honor of Yari Ashigaru 2: 9 against 5, failed.")


@pytest.mark.parametrize(
    ("was", "now", "most", "told"),
    [
        (*ROLLED, 52, "Honor of Yari Ashigaru 2: 1 → 9, held → failed"),
        (*ROLLED, 34, "Honor of Yari Ashigaru 2: 1 → 9"),
        (*ROLLED, 30, "… Ashigaru 2: held → failed"),
        (*ROLLED, 24, "1 → 9, held → failed"),
        (*ROLLED, 14, "held → failed"),
        (STRIKE, STRIKE.replace("5 hits, 1 of them Ø", "4 hits"), 90,
         "Katana Samurai struck Yari Ashigaru: 10 dice, 5 hits, 1 of them Ø → 4 hits"),
        ("Shot: 10 dice, 5 hits.", "Shot: 10 dice, 4 hits.", 21, "… 10 dice, 5 → 4 hits"),
        (DUEL.format("and wins"), DUEL.format("who wins"), 60, "Duel 1: Ana attacks Ben and wins → who wins"),
        (DUEL.format("and wins"), DUEL.format("who wins"), 20, "and wins → who wins"),
        ("Ana has won: the battle is over.", "Ben has won: the battle is over.", 20, "Ana → Ben has won"),
        ("Ana has won: the battle is over.", "A draw: the battle is over.", 24, "Ana has won → A draw"),
        ("Damage dice 5 5: 6 damage. 2 fall, 4 are left.", "Damage dice 1 1: 2 damage. 1 falls, 5 are left.", 60,
         "Damage dice 5 5: 6 damage → Damage dice 1 1: 2 damage"),
        ("Damage dice 4 5: 7 damage.", "Damage dice 3 5: 6 damage.", 60, "Damage dice 4 5 → 3 5: 7 → 6 damage"),
        ("Cherry: Ø 2 3, 9 damage.", "Cherry: Ø 4 3, 9 damage.", 60, "Cherry: Ø 2 3 → Ø 4 3, 9 damage"),
        ("Ana held.", "Ana held.", 30, "Ana held."),
    ],
)  # fmt: skip
def test_what_is_put_right_is_told_by_what_changes(app: Flask, was: str, now: str, most: int, told: str) -> None:
    with app.test_request_context():
        assert becomes(was, now, most) == told


DAMAGE = [
    Text(f"Damage dice {faces}: {damage} damage to Yari Ashigaru 2. {falls} fall, {left} are left.")
    for faces, damage, falls, left in (("8", 7, 2, 2), ("3", 2, 0, 4))
]
OF_DAMAGE = listed([Text("Damage of %(who)s", {"who": "Yumi Samurai"}), Text("turn %(turn)s", {"turn": 1})])
ROLL = replace(ROLL_BECOMES, values={"roll": OF_DAMAGE, "before": DAMAGE[0], "after": DAMAGE[1]})
FOUR, THREE = (Text(f"Damage dice {dice} damage.") for dice in ("4 5: 7", "3 5: 6"))
ROW = replace(ROLL_BECOMES, values={"roll": OF_DAMAGE, "before": FOUR, "after": THREE})
WAS, NOW = (Text(f"Honor of Kiba Musha: {what}.") for what in ("9 against 5, failed", "3 against 5, held"))
HELD = replace(
    LOSING, values={"what": replace(BECOMES, values={"before": WAS, "after": NOW}), "lost": Text("7 entries fall")}
)
CONSENT = Text(
    "%(player)s corrected, with the consent of %(other)s: %(line)s", {"player": "Ana", "other": "Ben", "line": ROLL}
)


@pytest.mark.parametrize(
    ("text", "most", "told"),
    [
        (ROLL, 37, "Damage of Yumi Samurai, turn 1: 8 → 3"),
        (ROLL, 36, "Damage of Yumi Samurai: 8 → 3"),
        (ROW, 60, "Damage of Yumi Samurai, turn 1: 4 5 → 3 5"),
        (ROW, 27, "Damage dice 4 5 → 3 5"),
        (ROW, 14, "4 5 → 3 5"),
        (
            replace(ROW, values={**ROW.values, "after": Text("Damage dice 4 5 9: 14 damage.")}),
            60,
            "Damage of Yumi Samurai, turn 1: 4 5 → 4 5 9",
        ),
        (HELD, 63, "Honor of Kiba Musha: 9 → 3, failed → held · 7 entries fall"),
        (HELD, 45, "Honor of Kiba Musha: 9 → 3 · 7 entries fall"),
        (CONSENT, 84, "Ana corrected, with the consent of Ben: Damage of Yumi Samurai, turn 1: 8 → 3"),
        (CONSENT, 59, "Ana corrected: Damage of Yumi Samurai, turn 1: 8 → 3"),
    ],
)
def test_a_roll_that_is_put_right_says_whose_it_is(app: Flask, text: Text, most: int, told: str) -> None:
    with app.test_request_context():
        assert in_short(text, most) == told


def duels(who: str, whom: str) -> list[Text]:
    values = {"number": 1, "who": who, "whom": whom}
    return [
        Text("Duel %(number)s: %(who)s attacks %(whom)s and wins.", values),
        Text("Duel %(number)s: %(who)s attacks %(whom)s, who wins.", values),
        Text("Duel %(number)s: %(who)s attacks %(whom)s. Nobody wins.", values),
    ]


def ends(*names: str) -> list[Text]:
    won = [Text("%(who)s has won: the battle is over.", {"who": name}) for name in names]
    return [*won, Text("A draw: the battle is over.")]


def honor(unit: str) -> list[Text]:
    held, failed = (
        Text("Honor of %(unit)s: %(die)s against %(target)s, held."),
        Text("Honor of %(unit)s: %(die)s against %(target)s, failed."),
    )
    return [
        replace(held if die < 6 else failed, values={"unit": unit, "die": die, "target": 5 + unit.count("2")})
        for die in (1, 4, 8, 9)
    ]


def shots() -> list[list[Text]]:
    """The lines of attack, defense and damage of several shots."""
    rolls = [("9 9", "9 9", "5 5"), ("9 9 9", "9 9 1", "9 9"), ("0 9 9", "0 9 9", "9 9 9"), ("9", "9", "1")]
    lines = []
    for faces in rolls:
        field = fielded("yumi-samurai 10", "katana-samurai 8")
        field.aim("shot", "a1", "b1", distance_cm=40)
        lines.append([(field.throw(one), field.line.public)[1] for one in faces])
    return [[line for line in row if line is not None] for row in zip(*lines, strict=True)]


@pytest.mark.parametrize("language", ["en", "es", "fr", "de"])
def test_an_act_to_be_undone_names_its_card_in_short_in_each_language(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        card = name_of("captain")
        words = f"{say(Text('playing %(card)s', {'card': card}))} · {'x' * 40}"
        assert say(card) in shorten(words, 30)


@pytest.mark.parametrize("language", ["en", "es", "fr", "de"])
def test_a_list_made_legal_tells_in_short_by_how_many_changes_in_each_language(app: Flask, language: str) -> None:
    """Of a single change it tells who is concerned."""
    listed = army(doc())
    change = MendStep(Text("Remove %(who)s: %(points)s koku less", {"who": "Yumi Ashigaru 2", "points": 80}), ())
    with app.test_request_context(headers={"Accept-Language": language}):
        for most in (56, 84):
            assert "13" in outcome(say(WayToMend((change,) * 13, listed).words), most)
            assert "Yumi Ashigaru 2" in outcome(say(WayToMend((change,), listed).words), most)


@pytest.mark.parametrize("language", ["en", "es", "fr", "de"])
def test_both_ends_of_a_correction_are_in_view_in_each_language(app: Flask, language: str) -> None:
    """They are never alike, never longer than there is room, and show words that only one of the two sentences has."""
    names = [("Ana", "Ben"), ("Alexandra", "Alexandrina"), ("Maximiliane", "Bo")]
    rows = [row for one, other in names for row in (duels(one, other), ends(one, other))]
    rows += [honor(unit) for unit in ("Yari Ashigaru 2", "Ninjas", "Arcabuceros Teppo Ashigaru 12")] + shots()
    with app.test_request_context(headers={"Accept-Language": language}):
        assert say(duels("Ana", "Ben")[0]).startswith({"es": "Duelo", "de": "Duell"}.get(language, "Duel"))
        for row in rows:
            for was, now in itertools.permutations(map(say, row), 2):
                for most in range(12, 90):
                    short = becomes(was, now, most)
                    case = (was, now, most, short)
                    assert len(short) <= most, case
                    old, new = short.split(" → ")[0], short.split(" → ")[-1]
                    assert "→" in short, case
                    assert short.count("→") > 1 or old.strip("… ") != new.strip("… "), case
                    own, others = (set(re.findall(r"\w+", one)) for one in (was, now))
                    halves = ((old, own - others), (new if short.count("→") == 1 else short, others - own))
                    assert own == others or any(shows(half, words) for half, words in halves), case


def shows(half: str, words: set[str]) -> bool:
    """Whether it shows one of the words, or as much of one as there is room for."""
    seen = re.findall(r"\w+", half)
    return any(one in word if "…" in half else one == word for one in seen for word in words)


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


WORKS = joined([
    Text("%(ability)s, %(who)s: %(die)s against KI %(ki)s.", {"ability": "Omen", "who": "Taisho", "die": 6, "ki": 6}),
    Text("It works."),
])  # fmt: skip
SHORT = joined([
    Text("%(who)s fell short of %(whom)s.", {"who": "Yumi Samurai", "whom": "Yari Ashigaru 2"}),
    Text("Charge dice %(faces)s.", {"faces": "4"}),
    Text("Short, %(cm)s cm away.", {"cm": 5}),
])  # fmt: skip
FALLEN = joined([
    Text("Damage dice %(faces)s: %(damage)s damage.", {"faces": "8", "damage": 7}),
    Text("%(whom)s: 2 fall, 2 are left.", {"whom": "Yari Ashigaru 2"}),
    Text("The next has %(rest)s of %(vt)s damage.", {"rest": 1, "vt": 3}),
])  # fmt: skip
ENTERS = Text("%(ability)s: %(who)s enters and may act at once.", {"ability": "Omen", "who": "Ninjas, a, b, left edge"})


@pytest.mark.parametrize(
    ("text", "most", "told"),
    [
        (WORKS, 30, "Omen, Taisho. It works."),
        (SHORT, 60, "Yumi Samurai fell short of Yari Ashigaru 2."),
        (SHORT, 70, "Yumi Samurai fell short of Yari Ashigaru 2. Short, 5 cm away."),
        (FALLEN, 45, "Yari Ashigaru 2: 2 fall, 2 are left."),
        (ENTERS, 45, "Omen."),
    ],
)
def test_in_short_too_it_is_said_of_whom(app: Flask, text: Text, most: int, told: str) -> None:
    with app.test_request_context():
        assert in_the_end(text, most) == told


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("1 die and KI 5.", "1 die and KI\u00a05."),
        ("Yari Ashigaru 2 charge Ninjas.", "Yari Ashigaru\u00a02 charge Ninjas."),
        ("Roll 2 dice against Ø: only a 1 saves.", "Roll 2 dice against Ø: only a\u00a01 saves."),
        ("defends an obstacle +2 IN", "defends an obstacle +2\u00a0IN"),
        ("−3 DC, +1 DF", "−3\u00a0DC, +1\u00a0DF"),
        ("Roll 12 dice for 3 units", "Roll 12 dice for\u00a03 units"),
    ],
)
def test_a_number_stays_on_the_line_of_what_it_counts(words: str, kept: str) -> None:
    assert unbroken(words) == kept
