"""Numbers that tables print beside the rules: rendered from the rules' own, and compared with the profiles."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.content import catalog, loader
from companion.rules.kensei import brief
from companion.rules.kensei.after.honor import BUSHI_BONUSES
from companion.rules.kensei.fight.initiative import INITIATIVE
from companion.rules.kensei.profiles import CharacterProfile, Rank
from companion.rules.kensei.turn.command import POINTS

WEAPONS = Path(loader.__file__).parent / "kensei" / "weapons.toml"
BUSHI = [c for c in catalog().characters.values() if c.rank != "special"]
BONUS_OF: dict[Rank, str] = {
    "daimyo": "taisho", "taisho": "taisho", "busho": "busho", "daisho-samurai": "daisho", "daisho-ashigaru": "daisho",
}  # fmt: skip


def test_weapons_say_the_numbers_of_the_book() -> None:
    """A second transcription (5:2, K19, K20), in the order of the sentences."""
    said = {id_: re.findall(r"[+−]\d+ \w+|damage \+\d+|\d+ cm", str(w.summary)) for id_, w in catalog().weapons.items()}
    assert {id_: numbers for id_, numbers in said.items() if numbers} == {
        "spear": ["+2 IN", "+3 if", "−2 AT", "−1 AR", "−1 AT"],
        "naginata": ["−1 DF"],
        "bow": ["−1 DF", "50 cm", "70 cm", "−2 DF"],
        "katana": ["−1 AT"],
        "teppo": ["45 cm", "40 cm", "−2 DF"],
        "tetsubo": ["−1 AR"],
        "shuriken": ["damage +1"],
        "shinobi-gatana": ["damage +1"],
        "blowpipe": ["damage +1", "+2 AT"],
        "no-dachi": ["−1 AT", "damage +1"],
    }


def test_no_summary_of_a_weapon_holds_a_number_of_its_own() -> None:
    for entry in tomllib.loads(WEAPONS.read_text(encoding="utf8"))["weapon"]:
        assert not re.search(r"\d", entry["summary"]), entry["id"]


@pytest.mark.parametrize("found", BUSHI, ids=lambda c: c.id)
def test_a_bushi_lends_what_the_tables_print(found: CharacterProfile) -> None:
    assert found.honor_bonus == BUSHI_BONUSES[BONUS_OF[found.rank]].value
    assert found.initiative_bonus == INITIATIVE["daimyo" if found.rank == "daimyo" else "bushi"].value
    assert found.commandment_points == POINTS.get(found.rank, 0)


def test_the_brief_prints_the_book() -> None:
    """A second transcription of the tables of initiative, honor and command (2:7:8, K19, K26, K30)."""

    def shown(rows: tuple[tuple[str, object, str], ...]) -> list[tuple[str, str]]:
        return [(value, rule) for value, _, rule in rows]

    assert [value for value, _ in shown(brief.INITIATIVE)] == ["+2", "+2", "+2", "+1", "+1", "−1", "−1", "−2"]
    assert str(brief.INITIATIVE[1][1]).endswith("(+3 by riders)")
    assert str(brief.INITIATIVE[3][1]) == "Bushi inside (Daimyo +2)"
    assert shown(brief.HONOR_BONUS) == [
        ("+1", "2:7:8"), ("+2", "2:7:8"), ("+3", "2:7:8"), ("+1–3", "5:1:11"), ("+1", "3:4:7"), ("+1", "5:1:5"),
        ("+1", "11:1"), ("−1", "4:3:8"), ("−1", "11:4:2"),
    ]  # fmt: skip
    assert shown(brief.COMMAND) == [("4 3 2 1", "8:2"), ("2", "8:3:1"), ("1", "8:3:2"), ("3", "8:3:3")]
    assert str(brief.COMMAND[0][1]).endswith("+2 on a hill")
