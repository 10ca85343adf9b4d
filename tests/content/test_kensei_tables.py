"""Every number of the Kensei tables against a second transcription, made column by column from the book."""

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from companion.content import catalog
from companion.rules.kensei.deployment.terrain import TERRAIN
from companion.rules.kensei.profiles import ArmorId, ClassLimits, Trait, WeaponId

ROOT = Path(__file__).resolve().parents[2]


def words(text: str) -> list[str]:
    return text.split()


UNITS = words("""
yari-ashigaru yumi-ashigaru katana-samurai yumi-samurai kiba-musha yari-kiba-musha ishitsubute-ashigaru
no-dachi-samurai yari-samurai kengo  naginata-sohei ama-kihei ikame-bo  onna-bushi teppotai ninjas
""")
# One line a column; the bars part 12:5:1, 12:5:2 (Buke), 12:5:3 (Sohei) and 12:5:4 (Kuge).
UNIT_COLUMNS = """
basic_unit          5  4  4  4  3  3  3 |  4  4  1 |  4  3   1 |  4  5  3
maximum            15 12 12 12  6  6  9 | 12 12  4 | 12  6   4 | 12 10  5
mv                 10 10 10 10 15 17 12 | 10 10 12 | 10 17  10 | 10 10 12
dc                  5  4  4  4  6  6  3 |  4  4  3 |  4  6   3 |  4  5  6
at                  7  7  6  6  6  6  7 |  5  6  4 |  5  6   4 |  5  7  5
df                  3  3  4  4  4  4  3 |  4  4  5 |  4  4   5 |  4  3  5
ar                  1  1  2  2  3  2  1 |  2  2  1 |  2  2   2 |  2  1  1
vt                  3  3  3  3  5  5  3 |  3  3  7 |  3  5  12 |  3  3  3
ki                  3  3  4  4  4  4  3 |  4  4  5 |  5  5   7 |  4  4  5
hr                  3  3  4  4  5  5  4 |  5  5  7 |  4  4   5 |  4  3  5
initiative          2  2  3  3  4  4  2 |  3  3  5 |  4  4   5 |  5  2  7
ac                  2  2  2  2  2  3  3 |  2  2  3 |  2  2   3 |  2  2  3
ve                  1  1  1  1  2  2  1 |  1  1  3 |  1  2   3 |  1  1  1
koku               15 20 30 40 65 70 30 | 40 35 90 | 40 75 110 | 35 25 90
dc_per_miniature    1  1  1  1  2  2  1 |  1  1  3 |  1  2   3 |  1  1  2
standard_bearer    25 30 45 50  -  -  - | 55 50  - | 55  -   - | 50 50  -
"""
UNIT_WORDS = {  # weapons; armor; type
    "yari-ashigaru": ("spear", "light", "on-foot heinin ashigaru"),
    "yumi-ashigaru": ("bow", "light", "on-foot heinin ashigaru projectiles"),
    "katana-samurai": ("katana", "medium", "on-foot samurai"),
    "yumi-samurai": ("bow", "medium", "on-foot samurai projectiles"),
    "kiba-musha": ("katana", "light", "mounted samurai"),
    "yari-kiba-musha": ("spear", "light", "harasser mounted samurai"),
    "ishitsubute-ashigaru": ("sling", "light", "harasser on-foot heinin ashigaru projectiles"),
    "no-dachi-samurai": ("no-dachi", "medium", "on-foot samurai"),
    "yari-samurai": ("spear", "light", "on-foot samurai"),
    "kengo": ("katana", "light", "harasser on-foot samurai loner"),
    "naginata-sohei": ("naginata", "medium", "on-foot sohei"),
    "ama-kihei": ("naginata", "light", "harasser mounted sohei"),
    "ikame-bo": ("tetsubo", "medium", "harasser on-foot sohei loner"),
    "onna-bushi": ("naginata", "medium", "on-foot samurai"),
    "teppotai": ("teppo", "light", "on-foot heinin ashigaru projectiles"),
    "ninjas": ("shinobi-gatana shuriken", "light", "harasser on-foot ninja projectiles loner"),
}

CHARACTERS = words("""
daimyo-kuge daimyo-buke daimyo-sohei taisho-kuge taisho-buke taisho-sohei busho-kuge busho-buke busho-sohei
daisho-samurai daisho-ashigaru kensei geisha shinobi spy
""")
# Kuge, Buke, Sohei of each rank, the two Daisho (12:6:1) | the special characters (12:6:3).
CHARACTER_COLUMNS = """
mv   10  10  10   10  10  10   10  10  10   10 10 |  12  10  12  12
dc    6   6   6    6   6   6    5   5   5    4  3 |   6   2   6   3
at    3   3   3    4   4   4    4   4   4    5  5 |   4   -   4   4
df    6   6   6    5   5   5    5   5   5    5  4 |   6   3   6   5
ar    4   4   4    3   3   3    3   3   3    2  2 |   1   1   2   1
vt   15  15  15   12  12  12    9   9   9    6  6 |  15   6  12  10
ki    7   7   8    6   6   7    5   5   6    5  4 |   7   7   6   6
hr    8   9   8    7   8   7    7   8   7    6  5 |   7   5   6   7
initiative 8 7 7   7   6   6    6   5   5    4  4 |   7   6   8   6
ac    3   3   3    3   3   3    3   3   3    3  3 |   3   3   3   3
ve    2   2   2    2   2   2    1   1   1    1  1 |   2   1   2   1
vp  400 400 400  250 250 250  200 200 200  120 80 | 250 200 250 200
honor_bonus        3 3 3  3 3 3  2 2 2  1 1 | 0 0 0 0
initiative_bonus   2 2 2  1 1 1  1 1 1  1 1 | 0 0 0 0
commandment_points 4 4 4  3 3 3  2 2 2  1 0 | 0 0 0 0
"""
CHARACTER_WORDS = {  # rank or id: weapons; one of; armor; traits; may ride
    "daimyo": ("", "katana spear naginata", "legendary", "on-foot bushi commandment", True),
    "taisho": ("", "katana spear naginata", "heavy", "on-foot bushi commandment", True),
    "busho": ("bow", "katana naginata spear", "heavy", "on-foot bushi commandment", True),
    "daisho-samurai": ("katana bow", "", "medium", "on-foot bushi commandment", True),
    "daisho-ashigaru": ("katana", "", "medium", "on-foot bushi", False),
    "kensei": ("katana", "", "light", "special loner on-foot duelist", False),
    "geisha": ("fan", "", "light", "special on-foot hidden no-combat", False),
    "shinobi": ("shinobi-gatana blowpipe", "", "medium", "special on-foot ninja loner assassin projectiles", False),
    "spy": ("katana", "", "light", "special on-foot loner hidden", False),
}

# 12:3 and 12:4, levels 1 to 10 across; M is the unit's own maximum, - no limit of its own.
LEVEL_COLUMNS = """
general      0   1    2    3    4    5    6    7    M    M
heinin       0   3    4    5    7    8    9    M    M    M
cavalry      0   0    0    1    2    2    2    M    M    M
loner        0   0    1    1    2    2    2    M    M    M
basic-least  2   2    2    3    3    3    4    4    4    5
basic-most   -   -    -    -    -    -    -    -    -    -
basic-p      1   1    2    2    2    2    3    3    2    2
basic-c      0   1    1    1    2    1    2    2    2    2
special-most 1   1    2    2    2    3    3    3    4    4
special-p    1   1    1    1    1    2    2    2    2    2
special-c    0   1    1    1    1    1    1    1    1    1
elite-most   0   1    1    1    1    2    2    2    3    3
elite-p      -   1    1    1    1    1    1    1    1    2
elite-c      -   1    1    1    1    1    1    1    1    1
koku       400 800 1200 1600 2000 2400 2800 3200 3600 4000
pt           1   2    3    3    3    3    4    4    4    5
ct           0   1    2    2    3    3    3    3    3    4
daimyo       0   0    0    0    0    0    0    1    1    1
taisho       0   0    0    1    1    1    1    1    1    1
busho        1   1    1    1    1    2    2    2    2    2
daisho-samurai  1 2   2    2    2    2    2    2    2    2
daisho-ashigaru 3 3   3    3    3    3    3    3    3    3
special-characters 1 1 1   1    1    2    2    2    2    2
vp         400 650  650  900  900 1000 1000 1300 1300 1500
"""

# id: who has it; kind; AC printed or -; once a battle; KI roll; section
ABILITIES = """
banzai                no-dachi-samurai  action 1 once own     12:5:2
fight-for-the-emperor no-dachi-samurai  free   - once own     12:5:2
forest-of-spears      yari-samurai      action - many own     12:5:2
protect-the-lord      yari-samurai      combat - once own     12:5:2
two-swords            kengo             action 1 once own     12:5:2
i-dare-you            kengo             combat - many own     12:5:2
no-thinking           kengo             action - once own     12:5:2
battle-cry            naginata-sohei    action - once opposed 12:5:3
till-the-end          naginata-sohei    free   - once own     12:5:3
overwhelming-beauty   ama-kihei         combat - once opposed 12:5:3
death-chant           ama-kihei         action 1 once own     12:5:3
revolving-hit         ikame-bo          action 1 once own     12:5:3
remain-steadfast      ikame-bo          action - once opposed 12:5:3
warrior-women         onna-bushi        free   - once own     12:5:4
cherry-tree-flowers   onna-bushi        combat - once own     12:5:4
wall-of-stakes        teppotai          action 1 once none    12:5:4
alternated-shot       teppotai          action 2 once own     12:5:4
trained-assassins     ninjas            combat - many own     12:5:4
vanishing             ninjas            combat - once own     12:5:4
clean-cut             kensei            combat - many own     12:6:3
specialist-in-duels   kensei            free   - once none    12:6:3
path-is-void          kensei            action - many own     12:6:3
inspire               geisha            free   - many own     12:6:3
distract              geisha            free   - many opposed 12:6:3
assassin              geisha            combat - many opposed 12:6:3
rappa                 shinobi           action 1 once opposed 12:6:3
shinobi-vanishing     shinobi           combat - many own     12:6:3
incendiary-bomb       shinobi           action 2 once own     12:6:3
yutei                 spy               free   - many own     12:6:3
kaiden                spy               action 1 many own     12:6:3
metsuke               spy               combat - many none    12:6:3
"""
TAISHO_ABILITIES = """
forest-of-spears      all   taisho - many own  12:6:2
banzai                all   taisho - once own  12:6:2
ashigarus-general     all   taisho - many own  12:6:2
master-in-calligraphy all   taisho - many own  12:6:2
fulfil-your-duty      kuge  taisho - once own  12:6:2
clandestine-practices kuge  taisho - once own  12:6:2
expert-strategist     buke  taisho 0 many none 12:6:2
bushido-law           buke  taisho - once own  12:6:2
darma-wheel           sohei taisho 0 many none 12:6:2
divine-wind           sohei taisho - once own  12:6:2
"""


def columns(text: str) -> dict[str, list[str]]:
    rows = [line.replace("|", " ").split() for line in text.strip().splitlines()]
    return {row[0]: row[1:] for row in rows}


COLUMNS = [
    pytest.param(ids, column, found, id=f"{ids[0]}, {column}")
    for text, ids in ((UNIT_COLUMNS, UNITS), (CHARACTER_COLUMNS, CHARACTERS))
    for column, found in columns(text).items()
]


@pytest.mark.parametrize(("ids", "column", "printed"), COLUMNS)
def test_a_column_of_numbers(ids: list[str], column: str, printed: list[str]) -> None:
    profiles = {**catalog().units, **catalog().characters}
    numbers = {}
    for id_ in ids:
        known = profiles[id_]
        numbers[id_] = getattr(known if hasattr(known, column) else known.attributes, column)
    assert ids == list(catalog().units if ids is UNITS else catalog().characters), "no unit and no character more"
    assert numbers == {id_: None if cell == "-" else int(cell) for id_, cell in zip(ids, printed, strict=True)}


@pytest.mark.parametrize("place", range(16))
def test_a_units_words(place: int) -> None:
    unit = catalog().units[UNITS[place]]
    weapons, armor, traits = UNIT_WORDS[unit.id]
    assert (unit.weapons, unit.armor, unit.traits) == (tuple(weapons.split()), armor, frozenset(traits.split()))
    path, rule = [(None, "12:5:1"), ("buke", "12:5:2"), ("sohei", "12:5:3"), ("kuge", "12:5:4")][max(0, place - 4) // 3]
    elite = unit.id in ("kengo", "ikame-bo", "ninjas")
    assert (unit.path, unit.rule) == (path, rule)
    assert unit.unit_class == ("basic" if path is None else "elite" if elite else "special")
    assert unit.meaning
    assert unit.name.lower().replace(" ", "-") == unit.id


@pytest.mark.parametrize("id_", CHARACTERS)
def test_a_characters_words(id_: str) -> None:
    character = catalog().characters[id_]
    rank, _, path = id_.rpartition("-")
    bound = path in ("kuge", "buke", "sohei")
    key = rank if bound else id_
    weapons, choice, armor, traits, rides = CHARACTER_WORDS[key]
    special = id_ in ("kensei", "geisha", "shinobi", "spy")
    assert character.path == (path if bound else None)
    assert character.rank == ("special" if special else key)
    assert (character.weapons, character.weapon_choice) == (tuple(weapons.split()), tuple(choice.split()))
    assert (character.armor, character.traits) == (armor, frozenset(traits.split()))
    assert character.may_ride is rides
    assert character.rule == ("12:6:3" if special else "12:6:1")
    assert character.name.lower().replace(" ", "-") == id_


@pytest.mark.parametrize("number", range(1, 11))
def test_a_level(number: int) -> None:
    read = {name: found[number - 1] for name, found in columns(LEVEL_COLUMNS).items()}
    value = {name: None if cell == "-" else "max" if cell == "M" else int(cell) for name, cell in read.items()}
    level = catalog().levels[number]
    assert list(catalog().levels) == list(range(1, 11))

    def row(limits: ClassLimits) -> list[int | None]:
        return [limits.most, limits.projectiles, limits.cavalry]

    assert level.number == number
    sizes = [level.general, level.heinin, level.cavalry, level.loner]
    assert sizes == [value[name] for name in ("general", "heinin", "cavalry", "loner")]
    assert level.basic.least == value["basic-least"]
    assert (level.special.least, level.elite.least) == (0, 0)
    for name in ("basic", "special", "elite"):
        assert row(getattr(level, name)) == [value[f"{name}-{part}"] for part in ("most", "p", "c")]
    assert [level.koku, level.projectiles_total, level.cavalry_total] == [value["koku"], value["pt"], value["ct"]]
    assert level.koku_open is (number == 10)
    ranks = ("daimyo", "taisho", "busho", "daisho-samurai", "daisho-ashigaru")
    expected = {rank: value[rank] for rank in ranks} | {"special": value["special-characters"]}
    assert dict(level.characters) == expected
    assert level.vp == value["vp"]


def test_weapons_reach_as_far_as_ruled() -> None:
    """K18, K19, 6:2:2: over, up to, up to from a hill."""
    far = {"bow": (0, 60, 70), "teppo": (0, 45, 45), "sling": (20, 40, 40), "shuriken": (0, 20, 20)}
    far["blowpipe"] = far["shuriken"]
    weapons = catalog().weapons.values()
    assert {w.id for w in weapons if w.ranged} == set(far)
    reach = {w.id: (w.over_cm, w.range_cm, w.range_from_hill_cm) for w in weapons}
    assert reach == dict.fromkeys(reach, (0, 0, 0)) | far
    assert len(reach) == 12


def test_weapons_stand_in_their_sections() -> None:
    """5:2:1–5:2:11, in the book's order."""
    printed = words("spear naginata bow katana teppo tetsubo sling shuriken shinobi-gatana blowpipe no-dachi")
    expected = {id_: f"5:2:{place}" for place, id_ in enumerate(printed, 1)} | {"fan": "12:6:3"}
    assert {w.id: w.rule for w in catalog().weapons.values()} == expected


def test_armor_gives_what_it_says() -> None:
    armors = {a.id: (a.ar, a.against_bows) for a in catalog().armors.values()}
    assert armors == {"light": (1, 0), "medium": (2, 0), "heavy": (3, 1), "legendary": (4, 2)}
    assert {a.rule for a in catalog().armors.values()} == {"2:7:5"}


def test_traits_stand_in_their_sections() -> None:
    """5:1:1–5:1:14, in the book's order."""
    printed = words("on-foot mounted harasser heinin sohei ninja duelist")
    printed += words("samurai projectiles loner commandment assassin hidden no-combat")
    expected = {id_: f"5:1:{place}" for place, id_ in enumerate(printed, 1)}
    found = {t.id: t.rule for t in catalog().traits.values()}
    assert {id_: rule for id_, rule in found.items() if id_ in expected} == expected
    assert found.keys() - expected.keys() == {"ashigaru", "bushi", "special"}


def test_every_identifier_of_the_rules_has_its_entry() -> None:
    assert set(catalog().weapons) == set(get_args(WeaponId))
    assert set(catalog().armors) == set(get_args(ArmorId))
    assert set(catalog().traits) == set(get_args(Trait))


def test_terrain_pieces() -> None:
    found = {t.id: (t.ground, t.rule) for t in catalog().terrain.values()}
    assert found == {
        "forest": ("difficult", "6:2:1"),
        "hill": ("normal", "6:2:2"),
        "river": ("impassable", "6:2:3"),
        "construction": ("impassable", "6:2:4"),
        "wall": ("obstacle", "6:2:5"),
        "stream": ("difficult", "6:2:6"),
    }
    assert all(t.vision and t.movement for t in catalog().terrain.values())


def test_what_is_placed_is_crossed_as_the_table_of_terrain_says() -> None:
    """Several kinds that can be placed may share a section; those of 6:1 alone have no words of their own."""
    told = {(t.rule, t.ground.replace("normal", "open")) for t in catalog().terrain.values()}
    placed = {(one.rule, one.movement) for one in TERRAIN}
    differing = {rule for rule, _ in told ^ placed} - {"6:1"}
    assert not differing, "companion/content/kensei/terrain.toml and rules/kensei/deployment/terrain.py differ"


@pytest.mark.parametrize(("text", "which"), [(ABILITIES, "abilities"), (TAISHO_ABILITIES, "taisho_abilities")])
def test_abilities(text: str, which: str) -> None:
    expected = [line.split() for line in text.strip().splitlines()]
    found = []
    for a in getattr(catalog(), which).values():
        cost, once = "-" if a.cost is None else str(a.cost), "once" if a.once_per_battle else "many"
        found.append([a.id, "+".join(a.owners), a.kind, cost, once, a.ki_roll, a.rule])
    assert found == expected


def test_nothing_in_the_catalog_can_be_changed() -> None:
    tables = catalog()
    with pytest.raises(TypeError):
        tables.units["kengo"] = tables.units["ninjas"]  # type: ignore[index]
    with pytest.raises(TypeError):
        tables.levels[1].characters["busho"] = 9  # type: ignore[index]
    assert catalog() is tables


def test_it_loads_without_a_warning() -> None:
    command = [sys.executable, "-W", "error", "-c", "import companion.content as c; print(len(c.catalog().units))"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "16", "")
