"""Army documents for tests: by hand, and by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.content import catalog
from companion.content.army_document import read_document
from companion.rules.kensei.army import Army
from tests.rules.kensei.army import naive

Doc = dict[str, Any]


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


@st.composite
def documents(draw: st.DrawFn) -> Doc:
    """Any list at all, most of them wrong in some way."""
    path = draw(st.sampled_from(["kuge", "buke", "sohei"]))
    own_units = [name for name, row in naive.UNITS.items() if row[1] in (None, path)]
    own_heroes = [name for name in catalog().characters if naive.rank_and_path(name)[1] in (None, path)]
    unit_names = st.sampled_from(own_units if draw(st.integers(0, 9)) else list(naive.UNITS))
    hero_names = st.sampled_from(own_heroes if draw(st.integers(0, 9)) else list(catalog().characters))
    units = [_unit(draw, draw(unit_names)) for _ in range(draw(st.integers(0, 9)))]
    heroes = [_hero(draw, draw(hero_names), len(units)) for _ in range(draw(st.integers(0, 6)))]
    made = doc(
        path,
        draw(st.integers(1, 10)),
        units=units,
        characters=heroes,
        koku_limit=draw(st.sampled_from([None, None, 4000, 5200])),
        taisho_abilities=draw(st.lists(st.sampled_from(list(catalog().taisho_abilities)), max_size=3)),
    )
    if heroes and draw(st.booleans()):
        made["general"] = draw(st.sampled_from(made["characters"]))["id"]
    return made


def _unit(draw: st.DrawFn, name: str) -> Doc:
    basic, maximum = naive.UNITS[name][2:4]
    return {
        "unit": name,
        "miniatures": draw(st.integers(basic, maximum) | st.integers(0, 20)),
        "standard_bearer": draw(st.integers(0, 3)) == 0,
        "front": draw(st.none() | st.integers(1, 7)),
        "benched": draw(st.integers(0, 9)) == 0,
    }


def _hero(draw: st.DrawFn, name: str, units: int) -> Doc:
    rides = naive.rank_and_path(name)[0] not in ("special", "daisho-ashigaru")
    return {
        "character": name,
        "weapon": draw(st.none() | st.sampled_from(["katana", "spear", "naginata", "bow", "fan", "blowpipe"])),
        "mounted": draw(st.integers(0, 3 if rides else 9)) == 0,
        "joins": draw(st.none() | st.integers(1, units).map("u{}".format)) if units else None,
        "kind": draw(st.none() | st.sampled_from(["mitsumono", "kamari", "denuki"])) if name == "shinobi" else None,
        "benched": draw(st.integers(0, 9)) == 0,
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
