"""What stands on the sheets: numbers of the table's own rules, every name whole, nothing secret on the opponent's."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise, product
from pathlib import Path
from typing import Any

import pytest

from companion.content.languages import Say
from companion.rules.house import asked
from companion.rules.kensei.brief import TURN
from companion.rules.kensei.settings import Settings
from companion.rules.tenno.cards import MOST_PLAYERS as MOST_IN_TENNO
from companion.rules.zipang.cards import MOST_PLAYERS as MOST_IN_ZIPANG
from printables.card_parts import _two_lines
from printables.fonts import width_mm
from printables.marker_pieces import PHASES
from printables.markers import BY_ID, COUNTED
from printables.printed import Kit
from printables.reference import MARKS, PIECES, SIGNS
from tests.golden.told import changed
from tests.printables.kits import HOSTILE, LARGE, MM, SMALL, URL, army, kit, letters, only, opened, pages, rects, words
from tests.rules.kensei.test_brief import in_short

LANGUAGES = ("en", "de", "es", "fr")
CONTENT = Path(__file__).parents[2] / "companion" / "content" / "kensei"


def text(document: dict[str, Any], *pieces: str, **options: Any) -> str:
    """All text of a kit, spaces and line breaks taken out."""
    printed = kit(document, pieces=pieces, sides="fronts", **options)
    return "".join(words(only(printed), page) for page in range(len(printed.pages)))


SPEARS = [{**unit, "unit": "yari-ashigaru"} for unit in SMALL["units"]]
KENGO = [{"id": "u1", "unit": "kengo", "miniatures": 1, "name": "Miyamoto"}]
NINJAS = {"id": "u9", "unit": "ninjas", "miniatures": 3}
DOCUMENTS = {
    "small": SMALL,
    "large": LARGE,
    "lending": {**SMALL, "units": SPEARS, "taisho_abilities": ["forest-of-spears"]},
    "kengo": {**SMALL, "units": KENGO, "characters": [], "general": None},
    "ninjas": {**LARGE, "units": [*LARGE["units"], NINJAS]},
}


def lines(data: bytes, page: int) -> list[str]:
    """What is written on a page, in the order in which it was drawn: a line where one ends, a bar where a gap is. What
    is no longer than a number follows on one line."""
    found: list[str] = []
    last: dict[str, Any] | None = None
    for char in letters(data, page):
        if last is None or abs(char["bottom"] - last["bottom"]) > 1.5 or char["x0"] < last["x0"] - 1:
            found.append("")
        elif (gap := (char["x0"] - last["x1"]) / char["size"]) > 0.15:
            found[-1] = f"{found[-1].rstrip()} {'| ' * (gap > 0.6)}"
        found[-1] += char["text"]
        last = char
    told = [line.strip() for line in found if line.strip()]
    short = groupby(told, key=lambda line: len(line) <= 3)
    return [line for few, run in short for line in ([" ".join(run)] if few else run)]


def written(asked: list[str]) -> Iterator[str]:
    """`large: opponent-sheet name=value`: each page with its words."""
    for line in asked:
        yield line
        name, _, rest = line.partition(": ")
        piece, *said = rest.split()
        options = {key: int(value) if value.isdigit() else value for key, value in (one.split("=") for one in said)}
        printed = kit(DOCUMENTS[name], pieces=(piece,), sides="fronts", fewest=False, **options)
        for number, page in enumerate(printed.pages):
            yield f"  {page.section}"
            yield from (f"    {one}" for one in lines(only(printed), number))


def test_what_is_written_on_sheets_and_cards() -> None:
    assert not changed("printed-words", written)


def body(printed: Kit, page: int) -> tuple[float, float]:
    """The commonest size of letters on a page of a list, in points, and how far down they reach, of the page."""
    chars = letters(only(printed), page)
    sizes = Counter(round(c["size"] * 2) / 2 for c in chars)
    return sizes.most_common(1)[0][0], max(c["bottom"] for c in chars if c["size"] > 7) / MM / 297


def test_a_short_list_and_its_rules_stand_on_one_page_in_letters_that_read_well() -> None:
    printed = kit(SMALL, pieces=("army-sheet",), sides="fronts")
    assert [str(page.section) for page in printed.pages] == ["Army sheet"]
    assert body(printed, 0)[0] >= 9
    shown = words(only(printed), 0)
    assert "ForestofSpears" in shown
    assert "Rulesofthislist" in shown


@pytest.mark.parametrize(("units", "least", "foot"), [(8, 8.0, 0.8), *((units, 0, 0.75) for units in (4, 5, 6))])
def test_a_list_too_long_for_one_page_with_its_rules_fills_both(units: int, least: float, foot: float) -> None:
    """White is shared out among rows and lines: a list of middle length leaves no third of a page empty."""
    middle = {**LARGE, "units": LARGE["units"][:units], "characters": LARGE["characters"][: 6 if units == 8 else 5]}
    printed = kit(middle, pieces=("army-sheet",))
    assert [str(page.section) for page in printed.pages] == ["Army sheet", "Rules of the list"]
    assert printed.papers == 1, "both sides of one sheet"
    for page in (0, 1):
        size, reached = body(printed, page)
        assert reached > foot
        assert size >= (least and least + page)


def test_names_and_titles_are_in_the_serif_and_numbers_are_not() -> None:
    data = only(kit(SMALL, pieces=("troop-cards", "army-sheet", "battle-sheet"), sides="fronts"))
    for page, title in ((0, "KatanaSamurai"), (1, "Takedavanguard"), (2, "Pitchedbattle")):
        chars = [c for c in letters(data, page) if not c["text"].isspace()]
        serif = "".join(c["text"] for c in chars if "Spectral" in c["fontname"])
        assert title in serif
        assert not re.search(r"\d", serif), "figures stand in the plainer letters"


@pytest.mark.parametrize(("language", "paper"), [*product(LANGUAGES, ["either"]), ("en", "a4"), ("en", "letter")])
def test_the_reference_is_two_sides_of_one_sheet_with_the_legend_of_a_whole_kit(language: str, paper: str) -> None:
    """In every language, on paper that has less room than A4 and than Letter: what the two have in common."""
    pieces = ("troop-cards", "character-cards", "markers", "stand-ins", "army-sheet", "reference")
    with_leaf = {**SMALL, "units": [*SMALL["units"], {"id": "u9", "unit": "kengo", "miniatures": 1}]}
    said = {"language": language, "say": Say(language), "paper": paper, "marker_counts": dict.fromkeys(COUNTED, 1)}
    sides = [n for n, page in enumerate(kit(with_leaf, pieces=pieces, base_url=URL, **said).pages)
             if str(page.section) == "Quick reference"]  # fmt: skip
    assert len(sides) == 2
    assert (sides[0] % 2, sides[1] - sides[0]) == (0, 1)


def test_the_opponents_sheet_keeps_secrets() -> None:
    ninjas = {"id": "u9", "unit": "ninjas", "miniatures": 3}
    shown = text({**LARGE, "units": [*LARGE["units"], ninjas]}, "opponent-sheet")
    for public in ("YumiAshigaru", "KatanaSamurai", "TsukaharaBokuden"):
        assert public in shown
    for secret in ("Ninjas", "Spy", "服部半蔵", "Shinobi", "BushidoLaw", "withBaba", "inu2", "koku", "/900", "front4"):
        assert secret not in shown, secret


def test_what_two_characters_add_to_a_unit_stands_whole_on_as_many_lines_as_it_needs() -> None:
    joined = [{**one, "joins": "u3", "name": f"{one['name']} of the Kai province"} for one in SMALL["characters"]]
    sheet = text({**SMALL, "characters": joined}, "army-sheet")
    assert all(part in sheet for part in ("withBabaoftheKaiprovince", "+2HR,", "+1IN,", "+2VE")), sheet


def test_the_tent_is_a_prism_of_two_equal_faces_a_base_and_a_tab() -> None:
    """Each face 100 mm from fold to fold; a base that stands, and a tab of its own to glue."""
    data = only(kit(SMALL, pieces=("table-sheet",), sides="fronts", table_url="http://192.168.1.20:8000/join"))
    page = opened(data).pages[0]
    folds = sorted(line["top"] / MM for line in page.lines if line["dash"] and line["dash"][0])
    outline = max(page.curves, key=lambda curve: curve["height"])
    assert len(folds) == 3
    tops = [outline["top"] / MM, *folds, outline["bottom"] / MM]
    face, other, base, tab = (below - above for above, below in pairwise(tops))
    assert face == pytest.approx(100, abs=0.02)
    assert other == pytest.approx(100, abs=0.02)
    assert base > 30
    assert tab > 6
    assert words(data, 0).count("fold") == 4, "at each line, and in the instruction"


def test_a_line_under_a_name_is_never_dropped() -> None:
    """Smaller where it does not fit, then shortened with a sign that more follows."""
    for told in ("Katana Samurai × 4 · standard-bearer", "hidden in u1, The Red Devils of the Kai province"):
        for width in (20.0, 30.0, 50.0):
            written = _two_lines(told, 10.0, width, "regular")
            said = " ".join(line for line, _, _ in written)
            assert len(written) <= 2
            assert said == told or (said.endswith("…") and told.startswith(said[:-1].rstrip())), said
            assert all(width_mm(line, size, weight) <= width for line, size, weight in written)


def test_signs_are_explained_once_in_a_kit() -> None:
    kinds = ("troop-cards", "character-cards", "stand-ins", "markers", "army-sheet", "reference")
    loner = {"id": "u4", "unit": "kengo", "miniatures": 1}
    whole = {**SMALL, "units": [*SMALL["units"], loner]}
    shown = text(whole, *kinds, base_url="http://192.168.1.20:8000/a/k7qd", marker_counts=dict.fromkeys(COUNTED, 1))
    for _, sign, meaning in (*SIGNS, *PIECES):
        assert shown.count(f"{sign}{meaning}".replace(" ", "")) == 1, sign
    for id_, meaning in MARKS:
        assert shown.count(f"{BY_ID[id_].front.label}{meaning}".replace(" ", "")) == 1, id_


def test_what_is_not_in_a_kit_is_not_in_its_legend() -> None:
    alone = text(SMALL, "reference")
    for needs, sign, meaning in (*SIGNS, *PIECES):
        assert (str(meaning).replace(" ", "") in alone) == (needs == "reference"), sign
    with_markers = text(SMALL, "reference", "markers", marker_counts={"defeat": 1})
    assert "Defeatlostitscombat" in with_markers
    for absent in ("Palisade", "Stand-in", "Leaf", "Strip", "Squarecode"):
        assert absent not in with_markers


def test_hostile_names_stand_whole_and_as_they_are() -> None:
    shown = text(HOSTILE, "army-sheet")
    for unit in HOSTILE["units"]:
        name = unit["name"].replace(" ", "").replace("🐎", "〓")
        assert name in shown, unit["name"]
    assert "M" * 60 in shown
    assert "<b>Ōuchi</b>&%(x)s日本武田信玄公之軍団" in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize("miniatures", [1, 4])
@pytest.mark.parametrize(("language", "said"), [("en", "basicunit1"), ("de", "Basiseinheit1")])
def test_what_the_basic_unit_is_stands_whole_beside_many_circles(language: str, said: str, miniatures: int) -> None:
    """Eleven of them, for a vitality of twelve."""
    units = [{"id": "u1", "unit": "ikame-bo", "miniatures": miniatures}]
    document = {**SMALL, "path": "sohei", "units": units, "characters": [], "general": None}
    assert said in words(only(kit(document, pieces=("army-sheet",), sides="fronts", say=Say(language))), 0)


@pytest.mark.parametrize(("document", "language"), [(LARGE, "de"), (HOSTILE, "en")], ids=["large", "hostile"])
def test_words_stay_on_their_cards_and_are_large_enough(document: dict[str, Any], language: str) -> None:
    """In the language with the longest words, and in English where the names are long."""
    printed = kit(document, pieces=("troop-cards", "character-cards"), sides="fronts", sealed=True, say=Say(language))
    for page in pages(printed):
        sizes = {round(char["size"], 2) for char in page.chars if char["upright"]}
        assert min(sizes) >= 6.5, sizes
        whole = [r for r in page.rects if r["height"] > 24 * 72 / 25.4 and r["width"] > 24 * 72 / 25.4]
        foot = page.height - 20 * 72 / 25.4
        for char in page.chars:
            if char["bottom"] > foot or char["text"].isdigit():
                continue  # the foot of the sheet, and the numbers of the cuts
            inside = any(
                r["x0"] <= char["x0"] + 0.5 and char["x1"] <= r["x1"] + 0.5
                and r["top"] <= char["top"] + 1 and char["bottom"] <= r["bottom"] + 1
                for r in whole
            )  # fmt: skip
            assert inside or any(r["x0"] < char["x0"] < r["x1"] for r in whole), char["text"]


CHANGED = Settings(**{one.name: one.values[1] for one in asked(Settings)})


def bare(line: str) -> str:
    """A row of what is said in short as the sheet has it: no point before it, and the section in a place of its own."""
    return re.sub(r" \([\d:]+\)$", "", line).replace("•", "").replace(" ", "")


@pytest.mark.parametrize("settings", [Settings(), CHANGED], ids=["usual", "changed"])
def test_the_reference_says_what_holds_at_its_table_and_nothing_else(settings: Settings) -> None:
    """What changes with each setting: `tests/rules/kensei/test_brief.py`."""
    shown = text(SMALL, "reference", settings=settings)
    other = CHANGED if settings == Settings() else Settings()
    mine, others = ({bare(line) for line in in_short(one)} for one in (settings, other))
    assert not [line for line in mine if line not in shown]
    assert not [line for line in others if line in shown and not any(line in one for one in mine)]
    for name, key in (("weapons", "weapon"), ("terrain", "terrain"), ("traits", "trait")):
        for entry in tomllib.loads((CONTENT / f"{name}.toml").read_text("utf-8"))[key]:
            assert entry["name"].replace(" ", "") in shown, entry["name"]
    for said in ("aBushistrikeswhenhisunitdoes", "aspecialcharacterrollsINforhimself"):
        assert said in shown


def test_phases_are_numbered_as_on_the_turn_track() -> None:
    numbered = {str(name).split(" ", 1)[0]: [] for name, _, _ in TURN}  # type: dict[str, list[str]]
    for name, _, _ in TURN:
        number, words_ = str(name).split(" ", 1)
        numbered[number].append(words_)
    for number, phase in enumerate(PHASES, start=1):
        assert all(word.lower() in str(phase).lower() for word in numbered.pop(str(number)))
    assert not numbered


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_pad_counts_is_said_whole(language: str) -> None:
    """Half a rule is none; only a name that players made up may be cut."""
    said = text(SMALL, "kenjin-pad", "tenno-pad", "zipang-pad", "reference", language=language, say=Say(language))
    assert re.findall(r".{1,20}…", said) == []


@pytest.mark.parametrize("paper", ["a4", "letter", "either"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kenjin_pad_fills_its_page_with_boxes_a_pencil_can_use(players: int, paper: str) -> None:
    pad = only(kit(SMALL, pieces=("kenjin-pad",), sides="fronts", players=players, paper=paper))
    assert f"{players}players" in words(pad, 0)
    assert words(pad, 0).count("wonby") == 2 * (4 if players == 2 else 2 * players), "two games a page"
    found = rects(pad, 0)
    fields = [r for r in found if r.width > 44 and r.height > 20 and r.width < 60]
    assert len(fields) == 2 * (4 if players == 2 else 2 * players)
    ticks = [r for r in found if r.width == pytest.approx(r.height) and r.width < 8]
    assert len(ticks) == 2 * len(fields)
    assert min(r.width for r in ticks) >= 5
    scores = [r for r in found if r.width > 30 and 5 <= r.height < 10]
    assert len(scores) == 2 * 6 * players
    used = sum(r.width * r.height for r in fields + scores)
    assert used >= 0.4 * 194 * 240, "what is left are names and lines to write on"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_kenjin_row_counts_stands_clear_of_its_name(language: str) -> None:
    data = only(kit(SMALL, pieces=("kenjin-pad",), sides="fronts", language=language, say=Say(language)))
    gaps = [
        after["x0"] - one["x1"]
        for one, after in pairwise(letters(data, 0))
        if "SemiBold" in one["fontname"] and "Regular" in after["fontname"] and abs(one["top"] - after["top"]) < 4
    ]
    assert len(gaps) >= 2 * 5
    assert min(gaps) > 1


@pytest.mark.parametrize(("pad", "columns"), [("tenno-pad", MOST_IN_TENNO), ("zipang-pad", MOST_IN_ZIPANG + 1)])
def test_a_pad_has_a_column_for_each_who_can_play(pad: str, columns: int) -> None:
    """In Zipang one more for the pot."""
    data = only(kit(SMALL, pieces=(pad,), sides="fronts"))
    cells = [r for r in rects(data, 0) if 10 < r.width < 30 and r.height > 4]
    assert len({round(r.x, 1) for r in cells}) == columns


SIX = {**LARGE, "units": LARGE["units"][:6]}
CUT = ("troop-cards", "character-cards", "markers")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", ["long-edge", "fold", "fronts"])
@pytest.mark.parametrize("document", [SMALL, SIX, LARGE, HOSTILE], ids=["small", "six", "large", "hostile"])
def test_the_fewest_sheets_hold_the_same_pieces(document: dict[str, Any], sides: str, paper: str) -> None:
    usual, fewest = (kit(document, pieces=CUT, sides=sides, paper=paper, fewest=few) for few in (False, True))
    assert fewest.papers <= usual.papers
    assert fewest.fingerprints == usual.fingerprints
    fronts = [name for page in fewest.pages if page.side == "front" for name in page.pieces]
    assert set(fronts) == set(usual.fingerprints)


def test_markers_fill_white_and_pads_share_paper_but_nothing_lies_behind_an_army_sheet() -> None:
    assert [kit(SIX, pieces=CUT, fewest=few).papers for few in (False, True)] == [4, 3]
    pads = ("kenjin-pad", "tenno-pad", "zipang-pad", "battle-sheet")
    assert [kit(SMALL, pieces=pads, fewest=few).papers for few in (False, True)] == [4, 2]
    both = kit(SMALL, pieces=("army-sheet", "opponent-sheet", "battle-sheet"), fewest=True)
    sheets = [[str(page.section) for page in both.pages[n : n + 2]] for n in range(0, len(both.pages), 2)]
    assert sheets == [["Army sheet", ""], ["Army sheet for the opponent", ""], ["Battle sheet"]]


@pytest.mark.parametrize(
    ("named", "carried"), [(None, ["bow"]), ("katana", ["bow", "katana"]), ("bow", ["bow", "katana"])]
)
def test_a_busho_whose_list_names_his_bow_has_the_weapon_of_his_choice_too(
    named: str | None, carried: list[str]
) -> None:
    """12:6:1: the bow is always with him; naming it takes nothing from him, on paper as at the table."""
    one = {"id": "c9", "character": "busho-buke", **({"weapon": named} if named else {})}
    (member,) = army({**SMALL, "units": [], "characters": [one], "general": None}).characters
    assert [weapon for weapon in member.weapons if weapon in ("bow", "katana")] == carried
