"""Army documents for tests: by hand, and by hypothesis."""

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from companion.content import catalog
from companion.content.army_document import read_document
from companion.rules.kensei.army import Army
from tests.rules.kensei.army import naive

Doc = dict[str, Any]
T = TypeVar("T")


def doc(path: str = "buke", level: int = 3, **fields: Any) -> Doc:
    """A document of that path and level; units and characters get their ids by place."""
    made: Doc = {
        "format": "gunbai-army",
        "version": 1,
        "path": path,
        "level": level,
        "units": [],
        "characters": [],
        **fields,
    }
    made["units"] = [{"id": f"u{n}", **unit} for n, unit in enumerate(made["units"], 1)]
    made["characters"] = [{"id": f"c{n}", **one} for n, one in enumerate(made["characters"], 1)]
    return made


def army(document: Doc) -> Army:
    """The list of a document that must be readable."""
    read = read_document(document)
    assert isinstance(read, Army), read
    return read


def unit(name: str, miniatures: int | None = None, /, **fields: Any) -> Doc:
    """A unit of a document, of its basic size unless given."""
    return {"unit": name, "miniatures": naive.UNITS[name][2] if miniatures is None else miniatures, **fields}


def hero(name: str, /, **fields: Any) -> Doc:
    """A character of a document."""
    return {"character": name, **fields}


BASIC: dict[int, list[Doc]] = {
    least: [unit("katana-samurai")] * (least - 1) + [unit("yari-ashigaru")] for least in (2, 3, 4, 5)
}
"""As many plain basic units as a level asks for."""


def plain(path: str = "buke", level: int = 3, **fields: Any) -> Doc:
    """A small legal list at this level, with more units, characters or fields on request (`units=`, `characters=`)."""
    units = BASIC[naive.LEVELS[level][1]] + fields.pop("units", [])
    characters = [hero("daisho-samurai"), *fields.pop("characters", [])]
    return doc(path, level, units=units, characters=characters, **fields)


# ---- hypothesis

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
"""What people write as names, line breaks and quotes included."""
ids = st.lists(st.from_regex(r"[A-Za-z0-9_.:-]{1,8}", fullmatch=True), min_size=20, max_size=20, unique=True)


class Picks:
    """Choices by the digits of one number that is drawn: to draw for each of them takes many times as long."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._left = draw(st.integers(0, 2**24 - 1))

    def of(self, choices: Sequence[T]) -> T:
        self._left, at = divmod(self._left, len(choices))
        return choices[at]

    def perhaps(self, choices: Sequence[T]) -> T | None:
        """One of them, or as often none."""
        return self.of(choices) if self.of((False, True)) else None

    def once_in(self, times: int) -> bool:
        return self.of(range(times)) == times - 1


@st.composite
def documents(draw: st.DrawFn) -> Doc:
    """Any list at all, most of them wrong in some way."""
    pick, learns = Picks(draw), Picks(draw)
    path = pick.of(["kuge", "buke", "sohei"])
    own_units = [name for name, row in naive.UNITS.items() if row[1] in (None, path)]
    own_heroes = [name for name in catalog().characters if naive.rank_and_path(name)[1] in (None, path)]
    unit_names = list(naive.UNITS) if pick.once_in(10) else own_units
    hero_names = list(catalog().characters) if pick.once_in(10) else own_heroes
    units = [_unit(Picks(draw), unit_names) for _ in range(pick.of(range(10)))]
    heroes = [_hero(Picks(draw), hero_names, len(units)) for _ in range(pick.of(range(7)))]
    made = doc(
        path,
        pick.of(range(1, 11)),
        units=units,
        characters=heroes,
        koku_limit=pick.of([None, None, 4000, 5200]),
        taisho_abilities=[learns.of(list(catalog().taisho_abilities)) for _ in range(learns.of(range(4)))],
    )
    if heroes and (general := pick.perhaps(made["characters"])):
        made["general"] = general["id"]
    return made


def _unit(pick: Picks, names: Sequence[str]) -> Doc:
    name = pick.of(names)
    basic, maximum = naive.UNITS[name][2:4]
    return {
        "unit": name,
        "miniatures": pick.of(pick.of((range(basic, maximum + 1), range(21)))),
        "standard_bearer": pick.once_in(4),
        "front": pick.perhaps(range(1, 8)),
        "benched": pick.once_in(10),
    }


def _hero(pick: Picks, names: Sequence[str], units: int) -> Doc:
    name = pick.of(names)
    rides = naive.rank_and_path(name)[0] not in ("special", "daisho-ashigaru")
    joins = pick.perhaps(range(1, units + 1)) if units else None
    return {
        "character": name,
        "weapon": pick.perhaps(["katana", "spear", "naginata", "bow", "fan", "blowpipe"]),
        "mounted": pick.once_in(4 if rides else 10),
        "joins": joins and f"u{joins}",
        "kind": pick.perhaps(["mitsumono", "kamari", "denuki"]) if name == "shinobi" else None,
        "benched": pick.once_in(10),
    }


@st.composite
def worded_documents(draw: st.DrawFn) -> Doc:
    """Any list with names, notes, crests and ids of all kinds."""
    made = draw(documents())
    made.update(name=draw(texts), clan=draw(texts), mon=draw(texts))
    free = draw(ids) if draw(st.booleans()) else []
    for entry in (*made["units"], *made["characters"]):
        entry["name"] = draw(texts)
        if draw(st.booleans()):
            entry["note"] = draw(texts)
        entry["id"] = free.pop() if free else entry["id"]
    return _consistent(made)


def _consistent(made: Doc) -> Doc:
    """The document with references by place put right after its entries got other ids."""
    unit_ids = [entry["id"] for entry in made["units"]]
    hero_ids = [entry["id"] for entry in made["characters"]]
    for one in made["characters"]:
        if one["joins"] is not None:
            one["joins"] = unit_ids[int(one["joins"][1:]) - 1]
    if made.get("general") is not None:
        made["general"] = hero_ids[int(made["general"][1:]) - 1]
    return made
