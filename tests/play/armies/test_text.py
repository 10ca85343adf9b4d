"""Plain text: its styles, what people type, and every doubt told by its line. Other languages: `test_words`."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content.languages import Say, languages
from companion.play.armies.reading import LONGEST, Pasted, put_right, read
from companion.play.armies.text import RULES, Style, write
from tests.play.armies.renumbered import renumbered
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit

STYLES: tuple[Style, ...] = get_args(Style)
TAKEDA = army(
    plain(
        level=1,
        name="Takeda vanguard",
        clan="Takeda",
        units=[unit("yari-samurai", front=4, standard_bearer=True, name='The "Oak"', note="left wing; holds, [stays]")],
        characters=[
            hero("busho-buke", weapon="katana", joins="u3", name="Baba"),
            hero("spy", joins="u1", benched=True),
        ],
        general="c2",
        taisho_abilities=["banzai"],
    )
)


def said(pasted: Pasted) -> dict[str, str]:
    return {problem.path: str(problem.message) for problem in pasted.problems}


# ---- writing and reading back


def test_the_full_style() -> None:
    assert write(TAKEDA).splitlines() == [
        'Takeda vanguard [Buke, level 1, clan "Takeda"]',
        "(385 of 400 koku, 320 of 400 VP; legal at level 1)",
        f"({RULES})",
        "",
        "Units",
        "1. Katana Samurai × 4 (120 koku)",
        "2. Yari Ashigaru × 5 (75 koku)",
        '3. Yari Samurai × 4, standard-bearer, front 4, "The \\"Oak\\"", note "left wing; holds, [stays]" (190 koku)',
        "",
        "Characters",
        "- Daisho Samurai (120 VP)",
        '- Busho Buke, general, katana, in unit 3, "Baba" (200 VP)',
        "- Spy, in unit 1, benched (200 VP)",
        "Taisho abilities: Banzai",
    ]


def test_the_short_and_the_one_line_style() -> None:
    assert write(TAKEDA, "short").splitlines()[1:3] == ["1. Katana Samurai × 4", "2. Yari Ashigaru × 5"]
    one_line = write(TAKEDA, "one-line")
    assert "\n" not in one_line
    assert one_line.endswith("; Spy, in unit 1, benched; Taisho abilities: Banzai")


def test_an_illegal_list_says_why_and_still_reads_back() -> None:
    made = army(plain(level=1, units=[unit("onna-bushi", 9)], name="(odd)"))
    text = write(made)
    assert "(! Only the Kuge may field Onna-Bushi; this army follows the Buke. 12:1:2)" in text.splitlines()
    assert "not legal at level 1" in text
    assert read(text) == Pasted(made, ())


NAMES = [
    "", "Units", "(x)", "1. Kai", "- Kai", "Buke level 3", "Clan: Kai", "[Kuge, level 9]", "a;b", '"', "\\", "3", "#",
    "katana", "in unit 1", "general", "benched", "Shinobi: gatana", "Einheiten", "Feldherr", "in Einheit 1", "Stufe 2",
    "Clan Kai", "Capacités Taisho: Banzai", "auf der Bank",
]  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("language", languages())
def test_no_name_is_mistaken_for_something_else(style: Style, language: str) -> None:
    for name in NAMES:
        samurai = unit("katana-samurai", name=name, note=name)
        busho = hero("busho-buke", name=name, note=name)
        made = army(plain(name=name, clan=name, units=[samurai], characters=[busho]))
        assert read(write(made, style, say=Say(language))) == Pasted(made, ())


# ---- as people type


BUSHO = hero("busho-kuge")
WHOLE: list[tuple[str, Doc]] = [
    (
        """
        Takeda vanguard
        BUKE, Level 3
        Units:
        7x yari ashigaru, standard, f4, “First spears” (130 koku)
        * 4 Katana Samurais, on the bench
        yumi-samurai: 5
        Kengo, 2 miniatures
        Heroes
        * Busho Buke, KATANA, general, in First spears
        * spy, joins yumi samurai
        ---------
        abilities: BANZAI
        """,
        doc(
            name="Takeda vanguard",
            units=[
                unit("yari-ashigaru", 7, standard_bearer=True, front=4, name="First spears"),
                unit("katana-samurai", 4, benched=True),
                unit("yumi-samurai", 5),
                unit("kengo", 2),
            ],
            characters=[hero("busho-buke", weapon="katana", joins="u1"), hero("spy", joins="u3")],
            general="c1",
            taisho_abilities=["banzai"],
        ),
    ),
    (
        """kuge lvl 3
        10 katana samurai with standard
        yari ashigarus x 7 with a banner and front 4
        2 Yumi Samurais
        Busho with katana in unit 1
        2 daisho ashigarus
        spy""",
        doc(
            "kuge",
            units=[
                unit("katana-samurai", 10, standard_bearer=True),
                unit("yari-ashigaru", 7, standard_bearer=True, front=4),
                unit("yumi-samurai", 2),
            ],
            characters=[{**BUSHO, "weapon": "katana", "joins": "u1"}, *[hero("daisho-ashigaru")] * 2, hero("spy")],
        ),
    ),
    (
        "Name: Kai\nClan: Takeda\nMon: ume\nPath: sohei\nLevel: 10\nKoku limit: 5000\n4 Naginata Sohei",
        doc("sohei", 10, name="Kai", clan="Takeda", mon="ume", koku_limit=5000, units=[unit("naginata-sohei", 4)]),
    ),
    (
        "kuge level 3: 6 yari ashigaru, standard, 4 katana samurai, busho katana",
        doc(
            "kuge",
            units=[unit("yari-ashigaru", 6, standard_bearer=True), unit("katana-samurai", 4)],
            characters=[{**BUSHO, "weapon": "katana"}],
        ),
    ),
    ("Sohei 2: naginata sohei x4", doc("sohei", 2, units=[unit("naginata-sohei", 4)])),
    (  # numbers count even where a line was taken out
        "[Buke, level 3]\n1. Katana Samurai × 4\n3. Yari Samurai × 4\n- Spy, in unit 3",
        doc(units=[unit("katana-samurai", 4), unit("yari-samurai", 4)], characters=[hero("spy", joins="u2")]),
    ),
]
HEADS: list[tuple[str, Doc]] = [
    ("Level 3 Kuge", doc("kuge", 3)),
    ("Path: Buke, level: 3", doc("buke", 3)),
    ("Buke, Level 3, 1200 koku", doc("buke", 3)),
    ("Sohei level 10, 5000 koku", doc("sohei", 10, koku_limit=5000)),
    ("Takeda vanguard, buke level 3", doc("buke", 3, name="Takeda vanguard")),
    ("Takeda vanguard (Buke, level 3)", doc("buke", 3, name="Takeda vanguard")),
    ("Takeda - buke l3", doc("buke", 3, name="Takeda")),
]
"""A head line in any order, before a unit."""
UNITS: list[tuple[str, list[Doc]]] = [
    ("yari ashigaru 6 standard", [unit("yari-ashigaru", 6, standard_bearer=True)]),
    ("6 Katana Samurai (std) 225 koku", [unit("katana-samurai", 6, standard_bearer=True)]),
    ("no dachi 4", [unit("no-dachi-samurai", 4)]),
    ("2 units of 5 katana samurai", [unit("katana-samurai", 5)] * 2),
    ("Samurai archers 4", [unit("yumi-samurai", 4)]),
    ('5 yari ashigaru "X"', [unit("yari-ashigaru", 5, name="X")]),
    ("Red Spears: Yari Ashigaru × 9", [unit("yari-ashigaru", 9, name="Red Spears")]),
    ("4 katana samurai (130)", [unit("katana-samurai", 4)]),
    ("6 katana samurai (standard bearer, front 3)", [unit("katana-samurai", 6, standard_bearer=True, front=3)]),
    ("Units: 6 yari ashigaru", [unit("yari-ashigaru", 6)]),
    (
        "6 kengo and 5 yari ashigaru, 4 onna bushi",
        [unit("kengo", 6), unit("yari-ashigaru", 5), unit("onna-bushi", 4)],
    ),
]
CHARACTERS: list[tuple[str, Doc, str | None]] = [
    ("busho mounted katana", {**BUSHO, "weapon": "katana", "mounted": True}, None),
    ("busho (general, katana)", {**BUSHO, "weapon": "katana"}, "c1"),
    ("mounted busho", {**BUSHO, "mounted": True}, None),
    ("Busho with naginata on horse", {**BUSHO, "weapon": "naginata", "mounted": True}, None),
    ("General: busho katana", {**BUSHO, "weapon": "katana"}, "c1"),
    ('shinobi "Kage" in katana samurai', hero("shinobi", name="Kage", joins="u1"), None),
]
"""A character after a unit, and who leads then."""
FOUR = unit("katana-samurai", 4)
TYPED = [
    *WHOLE,
    *((f"{line}\n4 Katana Samurai", {**document, "units": [{"id": "u1", **FOUR}]}) for line, document in HEADS),
    *((f"kuge l3\n{line}", doc("kuge", units=units)) for line, units in UNITS),
    *(
        (f"kuge l3\n4 katana samurai\n{line}", doc("kuge", units=[FOUR], characters=[one], general=general))
        for line, one, general in CHARACTERS
    ),
]


@pytest.mark.parametrize(("text", "document"), TYPED, ids=[text for text, _ in TYPED])
def test_what_people_type(text: str, document: Doc) -> None:
    pasted = read(text)
    assert (pasted.problems, pasted.missing) == ((), ())
    assert pasted.army == army(document)


def test_a_title_is_not_a_unit() -> None:
    for title in ("Kensei list", "Geisha of Gion", "Ninja strike", "Nine", "Kensei and his friends"):
        pasted = read(f"{title}\n[Buke, level 3]\n5 Yari Ashigaru\nBusho, bow")
        assert pasted.problems == ()
        assert pasted.army is not None
        assert (pasted.army.name, len(pasted.army.units), len(pasted.army.characters)) == (title, 1, 1)
        assert pasted.army.characters[0].weapon == "bow"


@pytest.mark.parametrize(
    ("line", "told", "characters"),
    [
        ("Kensei", '"Kensei" is taken as a character here. Or is it the name of the list?', 1),
        ("10 Daimyo", '"10 Daimyo" is taken as a number of characters; no level allows so many.', 10),
        ("47 Ronin", '"47 Ronin" is taken as the name of the list.', 0),
    ],
)
def test_what_was_guessed_is_said_before_it_counts(line: str, told: str, characters: int) -> None:
    """A character on the first line can be made the name of the list."""
    text = f"{line}\n[Buke, level 3]\n5 Yari Ashigaru"
    pasted = read(text)
    assert [str(problem.message) for problem in pasted.taken] == [told]
    assert pasted.army is not None
    assert len(pasted.army.characters) == characters
    for guess in pasted.guesses if line == "Kensei" else ():
        right = read(put_right(text, guess.problem.path, guess.words, guess.names[0]))
        assert right.problems == ()
        assert right.army is not None
        assert (right.army.name, right.army.characters) == ("Kensei", ())


# ---- doubts

DOUBTS: list[tuple[str, str, str, str]] = [
    ("unknown unit", "[Buke, level 3]\n5 Yari Ashigar", "line 2", "Is Yari Ashigaru"),
    ("unknown word", "[Buke, level 3]\n5 Yari Ashigaru, drums", "line 2", '"drums" is not known here'),
    ("no number", "[Buke, level 3]\nKengo", "line 2", "how many?"),
    ("unknown ability", "[Buke, level 3]\nAbilities: Bansai", "line 2", "Is Banzai"),
    ("unknown path", "[Ronin, level 3]\nSpy", "line 1", '"Ronin" is not known here'),
    ("path twice", "[Buke, level 3]\nPath: kuge\nSpy", "line 2", "a second time"),
    ("level as a word", "[Buke, level three]\nSpy", "line 1", "The level is a number"),
    ("level 12", "Spy; Kengo × 1\n[Buke, level 12]", "line 2", "at most 10"),
    ("no level", "Path: Buke\nSpy", "line 1", "The level is missing"),
    ("no path", "Level: 3\nSpy", "line 1", "The path is missing"),
    ("joins nobody", "[Buke, level 3]\nSpy, in unit 4", "line 2", 'no unit "4"'),
    ("joins one of two", "[Buke, level 3]\n4 Kengo\n4 Kengo\nSpy, in kengo", "line 4", "by its number"),
    ("legion", "[Buke, level 3]\n900 Kengo", "line 2", "at most 200"),
    ("endless name", f'[Buke, level 3]\n4 Kengo, "{"x" * 61}"', "line 2", "at most 60 letters"),
    ("second name", '[Buke, level 3]\n4 Kengo, "a", "b"', "line 2", '""b"" is not known'),
    ("two generals", "[Buke, level 3]\nSpy, general\nBusho Buke, general", "line 3", '"general" is not known'),
    ("one line", "[Buke, level 3]; 4 Kengo; 5 Ogres", "line 1, entry 3", "no unit or character"),
]


@pytest.mark.parametrize(("text", "place", "words"), [doubt[1:] for doubt in DOUBTS], ids=[d[0] for d in DOUBTS])
def test_every_doubt_is_told_by_its_line(text: str, place: str, words: str) -> None:
    pasted = read(text)
    assert len(pasted.problems) == 1, pasted.problems
    assert words in said(pasted)[place]
    assert said(pasted)[place].endswith((".", "?"))


def test_what_was_understood_is_kept_beside_the_doubts() -> None:
    pasted = read("[Buke, level 3]\n5 Ogres\n6 Katana Samurai, drums\nKengo\n0 units of kengo")
    assert list(said(pasted)) == ["line 2", "line 3", "line 4", "line 5"]
    assert pasted.army == army(doc(units=[unit("katana-samurai", 6), unit("kengo", 1)]))
    led = read("[Buke, level 3]\n6 katana samurai led by busho")
    assert (list(said(led)), led.guesses) == (["line 2"], ()), "no guess takes the place of more words than it has"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, "There is no army list in this text.") for text in ("(only a remark)", "----", "hello how are you")),
        ("Units\n\nCharacters", "There is no army list in this text."),
        *((text, "paste a text") for text in ("", "\n \n")),
        ("x" * (LONGEST + 1), "letters"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_list(text: str, words: str) -> None:
    pasted = read(text)
    assert (pasted.army, list(said(pasted))) == (None, [""])
    assert words in said(pasted)[""]


PIECES = [
    "[Buke, level 3]", "4 Kengo", 'Spy, in unit 1, "x', "Abilities: Banzai;", "Path: kuge", '"a\\"b" [Kuge, level 2]',
    ", , (", "1. ", "general",
]  # fmt: skip


@settings(max_examples=100)
@given(st.lists(st.text(max_size=30) | st.sampled_from(PIECES), max_size=8))
def test_anything_at_all_is_answered(lines: list[str]) -> None:
    for text in ("\n".join(lines), ";".join(lines), " ".join(lines)):
        pasted = read(text)
        assert pasted.army is not None or pasted.problems
        unfilled = [problem for problem in pasted.problems if "%(" in str(problem.message)]
        assert not unfilled or "%(" in text, "what a player has typed himself is quoted"


def test_what_a_text_leaves_out_can_be_given_beside_it() -> None:
    text = "10 katana samurai\nbusho"
    assert read(text).missing == ("path", "level")
    assert read(text, {"path": "sohei"}).missing == ("level",)
    whole = read(text, {"path": "sohei", "level": "4"})
    assert (whole.problems, whole.missing) == ((), ())
    assert whole.army is not None
    assert (whole.army.path, whole.army.level, whole.army.characters[0].character) == ("sohei", 4, "busho-sohei")
    for words, beside, found in (
        ("[Kuge, level 2]\nbusho", {"path": "sohei", "level": "9"}, ("kuge", 2)),  # what the text says counts
        ("My buke warriors\n4 katana samurai", {}, ("buke", 1)),  # what it speaks of is likely
        ("4 Onna-Bushi\n", {}, ("kuge", 1)),  # and so is the path of its units
    ):
        likely = read(words, beside).army
        assert likely is not None
        assert (likely.path, likely.level) == found
    assert len(read(text, {"path": "ronin", "level": "many"}).problems) == 2


def test_a_text_for_chats_is_bold_and_reads_back() -> None:
    made = army(plain("buke", 3, name="Vanguard", units=[unit("yari-samurai", 6, name="Red, spears", front=3)]))
    words = write(made, "discord")
    assert words.startswith("**Vanguard** [Buke, level 3]\n(")
    assert "\n**Units**\n1. **Katana Samurai** × 4 (120 koku)\n" in words
    assert "**Daisho Samurai**" in words
    assert re.search(r"^\(checked by Gunbai: Kensei, first edition, rulings version \d+\)$", words, re.M)
    assert read(words).problems == ()
    assert read(words).army == renumbered(made)
    opponent = write(made, "discord", "opponent")
    assert "koku" not in opponent
    assert "front" not in opponent
    assert '**Yari Samurai** × 6, "Red, spears"' in opponent


def test_a_line_without_end_is_answered() -> None:
    for words in ("general " * 9000, "4 katana samurai " + "standard " * 7000, "a" * 60_000):
        assert read(words).problems


def test_what_is_taken_or_asked_for_is_told_from_what_could_not_be_read() -> None:
    pasted = read("Kengo\n2 units of katana samurai\n5 Ogres")
    assert [str(problem.message) for problem in pasted.asked] == [
        "The path is missing: begin with a line like [Buke, level 3].",
        "The level is missing: begin with a line like [Buke, level 3].",
    ]
    assert [problem.path for problem in pasted.taken] == ["line 1", "line 2"]
    assert all(problem in pasted.problems for problem in (*pasted.asked, *pasted.taken))
    assert len(pasted.problems) == 5
    assert pasted.army is not None
    assert [(one.unit, one.miniatures) for one in pasted.army.units] == [
        ("kengo", 1), ("katana-samurai", 4), ("katana-samurai", 4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("2. Catana  Samurai x 6, standard", "2. Katana Samurai x 6, standard"),
        ("catana samurai 6 standard", "Katana Samurai 6 standard"),
        ("Abilities: Bansai", "Abilities: Banzai"),
    ],
)
def test_a_guess_can_be_put_in_its_place(line: str, mended: str) -> None:
    text = f"[Buke, level 3]\r\n4 Kengo\r\n{line}\r\nspy"
    guess = read(text).guesses[0]
    assert guess.problem in read(text).problems
    right = put_right(text, guess.problem.path, guess.words, guess.names[0])
    assert right == text.replace(line, mended)
    assert read(right).problems == ()
    for place, words in (("", "spy"), ("line 9", "spy"), ("line 4", ""), ("line 4", "(")):
        assert put_right(right, place, words, "Shinobi") == right, "it fits nowhere"
