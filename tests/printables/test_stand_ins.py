"""Paper stand-ins: of true size, a base for everybody who stands there, and one sheet a side of a first battle."""

from collections import Counter

import pytest

from companion.content import catalog
from companion.content.army_document import document_of
from companion.rules.kensei.army.ready import ready_armies
from tests.printables.kits import LARGE, SMALL, all_rects, kit, only, placed, words

READY = ready_armies(catalog())
LARGEST = sorted(READY, key=lambda code: (-sum(unit.miniatures for unit in READY[code].units), code))[:3]


@pytest.mark.parametrize("paper", ["a4", "letter", "either"])
@pytest.mark.parametrize("code", [*LARGEST, "buke.katana.yari-ashigaru.yumi-ashigaru.katana-samurai"])
def test_an_army_of_a_first_battle_lies_on_one_sheet(code: str, paper: str) -> None:
    printed = kit(document_of(READY[code]), pieces=("stand-ins",), paper=paper, sides="fronts")
    assert printed.papers == len(printed.pages) == 1
    assert len(printed.pieces) == len(READY[code].units)
    standing = sum(unit.miniatures for unit in READY[code].units) + 1
    assert sum(rect.is_size(25, 25) for rect in all_rects(printed)) == standing


def test_riders_have_their_own_bases_and_names_stand_there() -> None:
    printed = kit(LARGE, pieces=("stand-ins",), sides="fronts")
    riders = next(unit for unit in LARGE["units"] if unit["unit"] == "kiba-musha")
    mounted = [one for one in LARGE["characters"] if one.get("mounted")]
    assert sum(rect.is_size(25, 50) for rect in all_rects(printed)) == riders["miniatures"] + len(mounted)
    said = " ".join(words(only(printed), page) for page in range(len(printed.pages)))
    assert "Miyamoto" in said


def test_who_hides_has_a_stand_in_that_says_nothing_of_his_unit() -> None:
    """It lies in its player's kit until he is shown; the strip of his unit has no base for him."""
    hidden = [
        {"id": "c1", "character": "spy", "joins": "u2"},
        {"id": "c2", "character": "shinobi", "kind": "denuki"},
        {"id": "c3", "character": "geisha", "joins": "u1"},
    ]
    printed = kit({**SMALL, "characters": hidden, "general": None}, pieces=("stand-ins",), sides="fronts")
    miniatures = sum(unit["miniatures"] for unit in SMALL["units"])
    assert sum(rect.is_size(25, 25) for rect in all_rects(printed)) == miniatures + 3 * 2, "each base, and each trim"
    said = words(only(printed), 0)
    assert all(name in said for name in ("c1Spy", "c2Shinobi", "c3Geisha"))
    alone = [{one: told for one, told in who.items() if one != "joins"} for who in hidden]
    outside = kit({**SMALL, "characters": alone, "general": None}, pieces=("stand-ins",), sides="fronts")
    assert Counter(words(only(outside), 0)) == Counter(said)


def test_unchanged_ones_are_known_again() -> None:
    first = kit(SMALL, pieces=("stand-ins",))
    other = kit({**SMALL, "mon": "tomoe"}, pieces=("stand-ins",))
    assert set(first.fingerprints) == set(other.fingerprints)
    assert not set(first.fingerprints.values()) & set(other.fingerprints.values())
    assert kit(SMALL, pieces=("stand-ins",)).fingerprints == first.fingerprints


@pytest.mark.parametrize(("miniatures", "front"), [(12, 12), (15, 12)])
def test_a_rank_wider_than_the_paper_is_parted_as_its_card_is(miniatures: int, front: int) -> None:
    unit = {"id": "u1", "unit": "yari-ashigaru", "miniatures": miniatures, "front": front}
    document = {**SMALL, "units": [unit], "characters": [], "general": None}
    stands, cards = (kit(document, pieces=(kind,), sides="fronts") for kind in ("stand-ins", "troop-cards"))
    parts = [[str(note).split(":")[1] for note in printed.notes if "larger than the paper" in str(note)]
             for printed in (stands, cards)]  # fmt: skip
    assert parts[0] == parts[1] != []
    assert sum(rect.is_size(25, 25) for rect in all_rects(stands)) >= miniatures


def test_each_is_drawn_as_he_is_and_all_of_a_unit_alike() -> None:
    """A rider rides, with the weapon of his choice; one bears the standard; nobody behind is larger than in front."""
    unit = {"id": "u1", "unit": "yari-ashigaru", "miniatures": 9, "front": 5, "standard_bearer": True}
    rider = {"id": "c1", "character": "busho-buke", "weapon": "spear", "mounted": True, "name": "Sanada"}
    document = {**SMALL, "units": [unit], "characters": [rider], "general": None}
    printed = kit(document, pieces=("stand-ins",), sides="fronts")
    figures = [one.rsplit("-ink-", 1) for one in placed(only(printed)) if "figure-" in one]
    drawn = Counter(name[name.index("figure-") :] for name, _ in figures)
    assert drawn == {
        "figure-yari-ashigaru": 8,
        "figure-yari-ashigaru-standard": 1,
        "figure-busho-buke-mounted-spear": 1,
    }
    sizes = {size for name, size in figures if name.endswith("figure-yari-ashigaru")}
    assert len(sizes) == 1, "front and rear rank are drawn in one size"
    assert "u1YariAshigaru" in (said := words(only(printed), 0))
    assert "c1Sanada" in said


@pytest.mark.parametrize(("name", "shown"), [("Sanada", "c4Sanada"), ("Tsukahara Bokuden", "TsukaharaBokuden")])
def test_a_name_is_whole_before_its_mark_stands_beside_it(name: str, shown: str) -> None:
    document = {
        **SMALL,
        "units": [],
        "characters": [{"id": "c4", "character": "kensei", "name": name}],
        "general": None,
    }
    assert shown in words(only(kit(document, pieces=("stand-ins",), sides="fronts")), 0)
