"""The small edits of an army list: what a tap in the builder does, and how the history tells it.

Edits name the entry they change and only the one thing they change in it. They never judge: a list may be wrong while
it is made, and may stay so. What is refused is only what cannot be written down (an unknown unit, an entry gone).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.content import catalog
from companion.content.army_document import LEAST_KOKU, MOST_KOKU
from companion.content.drawings import crests
from companion.play.acts import Data
from companion.play.armies.draft import SHOWN, STEP, Draft, army_of, draft_like, group_of, in_order, put, tidy
from companion.play.armies.edit_data import (
    MOST_MINIATURES,
    Add,
    Bench,
    Enlist,
    Entry,
    Front,
    General,
    Head,
    Join,
    Mend,
    MendAll,
    Note,
    Outfit,
    Rename,
    Reorder,
    Shown,
    Size,
    Standard,
    TaishoAbilityEdit,
)
from companion.play.armies.mend import ways_to_mend
from companion.rules.kensei.army import CharacterEntry, UnitEntry, mended, most_miniatures, problems
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.text import Refusal, Text

MOST_ENTRIES = 60
"""Units and characters a list may hold, each: far beyond any battle, and small enough for a phone."""
PATHS: Mapping[str, Text] = {"buke": Text("Buke"), "kuge": Text("Kuge"), "sohei": Text("Sohei")}

Made = tuple[Draft, Text]
"""The list after an edit, and the edit in words."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One kind of edit. `apply` gets the draft, its data, and a number for the id of a new entry."""

    data: type[Data]
    apply: Callable[[Draft, Any, int], Made | Refusal]
    of: Literal["unit", "character", "entry", ""] = ""
    """What must still be there: the unit, the character, or either that the data names by `id`."""


UNKNOWN = Text("The builder does not know this edit. Reload the page and try again.")


def edit(draft: Draft, name: str, form: Mapping[str, Any], number: int) -> Made | Refusal:
    """The list after the edit a form asks for; a refusal where it cannot be done."""
    known = EDITS.get(name)
    if known is None:
        return Refusal(UNKNOWN)
    try:
        data = known.data.model_validate(dict(form))
    except ValidationError as error:
        return _unreadable(error.errors(include_url=False)[0])
    if known.of and (refused := _gone(draft, getattr(data, "id", ""), known.of)):
        return refused
    made = known.apply(draft, data, number)
    return made if isinstance(made, Refusal) else (tidy(made[0]), made[1])


def _unreadable(wrong: ErrorDetails) -> Refusal:
    """Why a form cannot be written down. Koku and words are typed; the rest no page of ours sends."""
    field = str(wrong["loc"][0])
    if field == "koku_limit":
        return _no_koku(str(wrong["input"])[:20])
    if wrong["type"] in ("string_too_long", "too_long"):
        values = {"field": field, "have": len(wrong["input"]), "most": wrong["ctx"]["max_length"]}
        return Refusal(Text("%(field)s: %(have)s letters; there is room for %(most)s.", values))
    return Refusal(UNKNOWN)


def _no_koku(given: str | int) -> Refusal:
    values = {"koku": given, "least": LEAST_KOKU, "most": MOST_KOKU}
    words = Text("%(koku)s koku: agree on a whole number from %(least)s to %(most)s, or leave it empty.", values)
    return Refusal(words, "12:3")


# ---- what they speak of


def profile(draft: Draft, name: str) -> UnitProfile | CharacterProfile:
    """The book's profile of an entry."""
    if name in draft["unit"]:
        return catalog().units[draft["unit"][name]["unit"]]
    return catalog().characters[draft["character"][name]["character"]]


def title(draft: Draft, name: str) -> str | Text:
    """What an entry is called: by its own name, else by its kind, numbered where the list has several of it."""
    group = group_of(draft, name)
    if group is None:
        return name
    entry, own = draft[group][name], profile(draft, name)
    if entry["name"]:
        return str(entry["name"])
    alike = [
        one for one in in_order(draft, group) if profile(draft, one).id == own.id and not draft[group][one]["name"]
    ]
    if len(alike) < 2:
        return own.name
    return Text("%(unit)s %(number)s", {"unit": own.name, "number": alike.index(name) + 1})


def _gone(draft: Draft, name: str, group: str) -> Refusal | None:
    if group_of(draft, name) not in (("unit", "character") if group == "entry" else (group,)):
        return Refusal(Text("That entry is no longer in the list: it was removed. Undo brings it back."))
    return None


def _full(draft: Draft, group: str) -> Refusal | None:
    if len(draft[group]) >= MOST_ENTRIES:
        return Refusal(
            Text(
                "A list holds at most %(most)s units and as many characters. Remove one first.", {"most": MOST_ENTRIES}
            )
        )
    return None


def _last_place(draft: Draft, group: str) -> int:
    return max((one["place"] for one in draft[group].values()), default=0) + STEP


# ---- units


def _add(draft: Draft, data: Add, number: int) -> Made | Refusal:
    found = catalog().units.get(data.unit)
    if found is None:
        return Refusal(Text("There is no unit %(unit)s in the book.", {"unit": data.unit}), "12:5")
    if refused := _full(draft, "unit"):
        return refused
    entry = _new(UnitEntry("", found.id, found.basic_unit), _last_place(draft, "unit"))
    words = Text("added %(count)s %(unit)s", {"count": found.basic_unit, "unit": found.name})
    return put(draft, ("unit", f"u{number}"), entry), words


def _new(entry: UnitEntry | CharacterEntry, place: int) -> dict[str, Any]:
    return {**{name: value for name, value in asdict(entry).items() if name != "id"}, "place": place}


def _size(draft: Draft, data: Size, number: int) -> Made | Refusal:
    entry = draft["unit"][data.id]
    unit = catalog().units[entry["unit"]]
    now = entry["miniatures"]
    most = most_miniatures(unit, catalog().levels[draft["list"]["level"]])
    if data.to == "least":
        wanted = unit.basic_unit
    elif data.to == "most":
        wanted = most
    elif data.to is not None:
        wanted = data.to
    else:
        wanted = _step(now, data.by or 0, unit, most)
    if not 1 <= wanted <= MOST_MINIATURES:
        return Refusal(Text("A unit has 1 to %(most)s miniatures here.", {"most": MOST_MINIATURES}), "12:3")
    words = Text("%(unit)s: miniatures %(was)s → %(now)s", {"unit": title(draft, data.id), "was": now, "now": wanted})
    return put(draft, ("unit", data.id, "miniatures"), wanted), words


def _step(now: int, by: int, unit: UnitProfile, most: int) -> int:
    """Within the unit's own bounds; a step of several stops at the level's, a step of one passes it knowingly."""
    wanted = min(now + by, most) if by > 1 and now < most else now + by
    return min(max(wanted, min(now, unit.basic_unit)), max(now, unit.maximum))


def _standard(draft: Draft, data: Standard, number: int) -> Made | Refusal:
    names = {"unit": title(draft, data.id)}
    words = Text("%(unit)s: with a standard-bearer", names) if data.on else Text("%(unit)s: no standard-bearer", names)
    return put(draft, ("unit", data.id, "standard_bearer"), data.on), words


def _front(draft: Draft, data: Front, number: int) -> Made | Refusal:
    values = {"unit": title(draft, data.id), "front": data.front}
    words = Text("%(unit)s: front of %(front)s", values) if data.front else Text("%(unit)s: the usual front", values)
    return put(draft, ("unit", data.id, "front"), data.front), words


# ---- units and characters


def _name(draft: Draft, data: Rename, number: int) -> Made | Refusal:
    group = str(group_of(draft, data.id))
    values = {"was": title(draft, data.id), "name": data.name}
    words = Text("%(was)s: called “%(name)s”", values) if data.name else Text("%(was)s: own name removed", values)
    return put(draft, (group, data.id, "name"), data.name), words


def _note(draft: Draft, data: Note, number: int) -> Made | Refusal:
    group = str(group_of(draft, data.id))
    return put(draft, (group, data.id, "note"), data.note), Text("note on %(who)s", {"who": title(draft, data.id)})


def _bench(draft: Draft, data: Bench, number: int) -> Made | Refusal:
    group = str(group_of(draft, data.id))
    names = {"who": title(draft, data.id)}
    words = Text("%(who)s to the bench", names) if data.on else Text("%(who)s back from the bench", names)
    return put(draft, (group, data.id, "benched"), data.on), words


def _move(draft: Draft, data: Reorder, number: int) -> Made | Refusal:
    group = str(group_of(draft, data.id))
    others = [name for name in in_order(draft, group) if name != data.id]
    here = in_order(draft, group).index(data.id)
    if data.way is not None:
        target = min(max(here + (-1 if data.way == "up" else 1), 0), len(others))
    elif data.before and data.before not in others:
        return Refusal(Text("The entry it should stand before is no longer there. Look at the list again."))
    else:
        target = others.index(data.before) if data.before else len(others)
    words = Text("%(who)s moved to place %(place)s", {"who": title(draft, data.id), "place": target + 1})
    return _placed(draft, group, data.id, others, target), words


def _placed(draft: Draft, group: str, name: str, others: list[str], target: int) -> Draft:
    """The entry at its new place among the others; only where no number is free between two do all move."""
    below = draft[group][others[target - 1]]["place"] if target > 0 else 0
    above = draft[group][others[target]]["place"] if target < len(others) else below + 2 * STEP
    if above - below >= 2:
        return put(draft, (group, name, "place"), (below + above) // 2)
    for position, one in enumerate([*others[:target], name, *others[target:]]):
        draft = put(draft, (group, one, "place"), STEP * (position + 1))
    return draft


def _copy(draft: Draft, data: Entry, number: int) -> Made | Refusal:
    """Another one beside it: own name, note and joined characters are not copied."""
    group = str(group_of(draft, data.id))
    if refused := _full(draft, group):
        return refused
    entry = {**draft[group][data.id], "name": "", "note": ""}
    if group == "character":
        entry["joins"] = None
    order = in_order(draft, group)
    name = f"{group[0]}{number}"
    words = Text("a second %(who)s, without name, note and characters", {"who": title(draft, data.id)})
    return _placed(put(draft, (group, name), entry), group, name, order, order.index(data.id) + 1), words


def _remove(draft: Draft, data: Entry, number: int) -> Made | Refusal:
    group = str(group_of(draft, data.id))
    return put(draft, (group, data.id), None), Text("removed %(who)s", {"who": title(draft, data.id)})


# ---- characters


def _enlist(draft: Draft, data: Enlist, number: int) -> Made | Refusal:
    found = catalog().characters.get(data.character)
    if found is None:
        return Refusal(Text("There is no character %(who)s in the book.", {"who": data.character}), "12:6")
    if refused := _full(draft, "character"):
        return refused
    if data.joins is not None and (refused := _gone(draft, data.joins, "unit")):
        return refused
    rides = data.joins is not None and "mounted" in profile(draft, data.joins).traits and found.may_ride
    weapon = found.weapon_choice[0] if found.weapon_choice else None
    entry = CharacterEntry("", found.id, weapon, rides, data.joins)
    words = Text("added %(who)s", {"who": found.name})
    if data.joins is not None:
        words = Text("added %(who)s in %(unit)s", {"who": found.name, "unit": title(draft, data.joins)})
    return put(draft, ("character", f"c{number}"), _new(entry, _last_place(draft, "character"))), words


def _join(draft: Draft, data: Join, number: int) -> Made | Refusal:
    if data.unit and (refused := _gone(draft, data.unit, "unit")):
        return refused
    values = {"who": title(draft, data.id), "unit": title(draft, data.unit or "")}
    words = Text("%(who)s joins %(unit)s", values) if data.unit else Text("%(who)s stands alone", values)
    return put(draft, ("character", data.id, "joins"), data.unit), words


def _outfit(draft: Draft, data: Outfit, number: int) -> Made | Refusal:
    words = Text("%(who)s as before", {"who": title(draft, data.id)})
    who = title(draft, data.id)
    if data.weapon is not None:
        weapon = catalog().weapons[data.weapon].name
        draft = put(draft, ("character", data.id, "weapon"), data.weapon)
        words = Text("%(who)s carries %(weapon)s", {"who": who, "weapon": weapon})
    if data.mounted is not None:
        draft = put(draft, ("character", data.id, "mounted"), data.mounted)
        words = Text("%(who)s rides", {"who": who}) if data.mounted else Text("%(who)s is on foot", {"who": who})
    if data.kind is not None:
        kind = None if data.kind in ("", "none") else data.kind
        draft = put(draft, ("character", data.id, "kind"), kind)
        words = Text("%(who)s: %(kind)s", {"who": who, "kind": kind.capitalize() if kind else "—"})
    return draft, words


def _general(draft: Draft, data: General, number: int) -> Made | Refusal:
    if data.id is not None and (refused := _gone(draft, data.id, "character")):
        return refused
    who = title(draft, data.id) if data.id else Text("the highest in rank")
    return put(draft, ("list", "general"), data.id), Text("general: %(who)s", {"who": who})


def _ability(draft: Draft, data: TaishoAbilityEdit, number: int) -> Made | Refusal:
    found = catalog().taisho_abilities.get(data.ability)
    if found is None:
        return Refusal(Text("There is no Taisho ability %(what)s in the book.", {"what": data.ability}), "12:6:2")
    names = {"what": found.name}
    words = Text("the general has %(what)s", names) if data.on else Text("the general no longer has %(what)s", names)
    return put(draft, ("ability", found.id), True if data.on else None), words


# ---- what stands over the list


def _head(draft: Draft, data: Head, number: int) -> Made | Refusal:
    asked = data.model_dump(exclude_unset=True)
    if "mon" in asked and asked["mon"] and asked["mon"] not in {one.id for one in crests()}:
        return Refusal(Text("There is no such crest. Choose one from the page."))
    words = Text("nothing changed")
    for name, value in asked.items():
        if name in ("path", "level") and value is None:
            continue
        if name == "koku_limit":
            value = value if isinstance(value, int) else None
            if value is not None and not LEAST_KOKU <= value <= MOST_KOKU:
                return _no_koku(value)
        elif value is None:
            value = ""
        draft = put(draft, ("list", name), value)
        words = _head_words(name, value)
    return draft, words


def _head_words(name: str, value: Any) -> Text:
    if name == "path":
        return Text("path: %(path)s", {"path": PATHS[value]})
    if name == "level":
        return Text("level %(level)s", {"level": value})
    if name == "name":
        return Text("the list is called “%(name)s”", {"name": value})
    if name == "clan":
        return Text("clan: %(clan)s", {"clan": value or "—"})
    if name == "mon":
        return Text("another crest")
    return Text("%(koku)s koku agreed on", {"koku": value}) if value else Text("koku as the book prints them")


def _shown(draft: Draft, data: Shown, number: int) -> Made | Refusal:
    words = {
        "open": Text("others see everything"),
        "opponent": Text("others see what an opponent may"),
        "nothing": Text("others see nothing"),
    }
    return put(draft, SHOWN, data.to), words[data.to]


# ---- one tap that mends


def _fix(draft: Draft, data: Mend, number: int) -> Made | Refusal:
    army = army_of(draft)
    about = tuple(filter(None, data.about.split(",")))
    found = [p for p in problems(army, catalog()) if (p.code, p.about) == (data.code, about) and p.fixes]
    if not found:
        return Refusal(Text("That is no longer wrong: somebody has fixed it already."))
    return draft_like(draft, mended(army, found[0].fixes)), Text("fixed: %(what)s", {"what": found[0].message})


def _mend_all(draft: Draft, data: MendAll, number: int) -> Made | Refusal:
    titles = {id_: title(draft, id_) for group in ("unit", "character") for id_ in draft[group]}
    fresh = [id_ for id_ in data.fresh.split(",") if id_ in titles]
    way = next((way for way in ways_to_mend(army_of(draft), titles, fresh) if way.key == data.way), None)
    if way is None:
        words = Text("The list has changed since then: these changes no longer fix it. Look at what is offered now.")
        return Refusal(words)
    return draft_like(draft, way.army), way.words


EDITS: Mapping[str, Edit] = {
    "add": Edit(Add, _add),
    "size": Edit(Size, _size, "unit"),
    "standard": Edit(Standard, _standard, "unit"),
    "front": Edit(Front, _front, "unit"),
    "name": Edit(Rename, _name, "entry"),
    "note": Edit(Note, _note, "entry"),
    "bench": Edit(Bench, _bench, "entry"),
    "move": Edit(Reorder, _move, "entry"),
    "copy": Edit(Entry, _copy, "entry"),
    "remove": Edit(Entry, _remove, "entry"),
    "enlist": Edit(Enlist, _enlist),
    "join": Edit(Join, _join, "character"),
    "outfit": Edit(Outfit, _outfit, "character"),
    "general": Edit(General, _general),
    "ability": Edit(TaishoAbilityEdit, _ability),
    "head": Edit(Head, _head),
    "shown": Edit(Shown, _shown),
    "fix": Edit(Mend, _fix),
    "mend": Edit(MendAll, _mend_all),
}
"""Every edit a form may ask for, by its name."""
