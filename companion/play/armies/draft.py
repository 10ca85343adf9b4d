"""A kept list as it is edited: values by address, so that two phones change different things of one list at once.

An address is `("list", "level")`, `("unit", "u1", "miniatures")`, `("character", "c2")` (the whole entry) or
`("ability", "banzai")`; None is what is not there. An edit is a few `Change`s, each with what it replaced: so it can be
told, taken back while it still stands, and every earlier list follows from the newest by going backwards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from companion.content import catalog
from companion.rules.kensei.army import Army, CharacterEntry, Policy, Roster, UnitEntry
from companion.rules.text import Text

Draft = Mapping[str, Mapping[str, Any]]
"""`list`, `unit`, `character` and `ability`, each a mapping by id or field. Never changed in place."""

Title = str | Text
"""What an entry is called."""
Titles = Mapping[str, Title]
"""Those of a list's entries, by their ids."""

Address = tuple[str, ...]
STEP = 1024
"""Entries stand in the order of their `place`; so much lies between two of them at first."""
LIST_FIELDS = ("path", "level", "name", "clan", "mon", "koku_limit", "general")
SHOWN = ("list", "shown")
"""Where a draft keeps what others may see of it: its owner's choice, no part of the army."""
_NUMBER = re.compile(r"\d{1,9}$")


@dataclass(frozen=True, slots=True)
class Change:
    """One value of a list: where, what was there, what is there now."""

    at: Address
    was: Any
    now: Any

    @property
    def inverse(self) -> Change:
        """The change that takes this one back."""
        return Change(self.at, self.now, self.was)

    def touches(self, other: Change) -> bool:
        """Whether both speak of the same thing, or one of a part of the other."""
        shared = min(len(self.at), len(other.at))
        return self.at[:shared] == other.at[:shared]


def value_at(draft: Draft, at: Address) -> Any:
    """What stands at an address, None where nothing does."""
    here: Any = draft
    for name in at:
        here = here.get(name) if isinstance(here, Mapping) else None
    return here


def put(draft: Draft, at: Address, value: Any) -> Draft:
    """The draft with another value at an address; None for a whole entry removes it."""
    group = dict(draft[at[0]])
    if len(at) == 3:
        if at[1] in group:
            group[at[1]] = {**group[at[1]], at[2]: value}
    elif value is None and at[0] != "list":
        group.pop(at[1], None)
    else:
        group[at[1]] = value
    return {**draft, at[0]: group}


def without(draft: Draft, changes: Sequence[Change]) -> Draft:
    """The draft before these changes."""
    for one in reversed(changes):
        draft = put(draft, one.at, one.was)
    return draft


def overtaken(draft: Draft, changes: Iterable[Change]) -> Change | None:
    """The first change that no longer stands as it was made."""
    return next((one for one in changes if value_at(draft, one.at) != one.now), None)


def difference(before: Draft, after: Draft) -> tuple[Change, ...]:
    """The changes that lead from one draft to another, each as small as it can be."""
    found: list[Change] = []
    for group in ("list", "ability", "unit", "character"):
        old, new = before[group], after[group]
        for name in [*old, *(name for name in new if name not in old)]:
            was, now = old.get(name), new.get(name)
            if isinstance(was, Mapping) and isinstance(now, Mapping):
                found += [
                    Change((group, name, part), was.get(part), now[part]) for part in now if was.get(part) != now[part]
                ]
            elif was != now:
                found.append(Change((group, name), was, now))
    return tuple(found)


def tidy(draft: Draft) -> Draft:
    """Without joins to a unit that is gone and without a general who is gone or on the bench."""
    for name, one in draft["character"].items():
        if one["joins"] is not None and one["joins"] not in draft["unit"]:
            draft = put(draft, ("character", name, "joins"), None)
    leader = draft["character"].get(draft["list"]["general"])
    if leader is None or leader["benched"]:
        draft = put(draft, ("list", "general"), None)
    return draft


# ---- as the rules read it


def draft_of(army: Army) -> Draft:
    """An army list as a draft."""
    return tidy(
        {
            "list": {name: getattr(army, name) for name in LIST_FIELDS},
            "unit": _entries(army.units),
            "character": _entries(army.characters),
            "ability": dict.fromkeys(army.taisho_abilities, True),
        }
    )


def _entries(entries: Sequence[UnitEntry | CharacterEntry]) -> dict[str, dict[str, Any]]:
    return {one.id: values_of(one, STEP * number) for number, one in enumerate(entries, 1)}


def values_of(entry: UnitEntry | CharacterEntry, place: int) -> dict[str, Any]:
    """An entry as a draft keeps it, under its id."""
    return {**{name: value for name, value in asdict(entry).items() if name != "id"}, "place": place}


def next_place(draft: Draft, group: str) -> int:
    """The place after the last unit or character."""
    return max((one["place"] for one in draft[group].values()), default=0) + STEP


def shown_of(draft: Draft) -> Policy:
    """What the owner lets others see of the list by its link for the opponent and by the codes of its cards."""
    shown: Policy | None = value_at(draft, SHOWN)
    return shown or "opponent"


def draft_like(draft: Draft, army: Army) -> Draft:
    """The draft with what this army (made from it) has: entries it knows keep their places, new ones come last."""
    made = dict(put(draft_of(army), SHOWN, value_at(draft, SHOWN)))
    for group in ("unit", "character"):
        known, fresh = draft[group], count(next_place(draft, group), STEP)
        places = {name: known[name]["place"] if name in known else next(fresh) for name in made[group]}
        made[group] = {name: {**entry, "place": places[name]} for name, entry in made[group].items()}
    return made


def army_of(draft: Draft) -> Army:
    """The draft as the rules read it, in the order of its places."""
    return Army(
        **{name: draft["list"][name] for name in LIST_FIELDS},
        units=tuple(_read(UnitEntry, draft, "unit")),
        characters=tuple(_read(CharacterEntry, draft, "character")),
        taisho_abilities=tuple(draft["ability"]),
    )


def _read(kind: type[Any], draft: Draft, group: str) -> Iterator[Any]:
    for name in in_order(draft, group):
        yield kind(id=name, **{part: value for part, value in draft[group][name].items() if part != "place"})


def in_order(draft: Draft, group: str) -> list[str]:
    """The ids of the units or characters in the order of the list."""
    return sorted(draft[group], key=lambda name: (draft[group][name]["place"], name))


def group_of(draft: Draft, name: str) -> str | None:
    """Whether an id is a unit's or a character's; None where there is none of it."""
    return next((group for group in ("unit", "character") if name in draft[group]), None)


def titles_of(army: Army) -> dict[str, Title]:
    """What each entry is called, by its id: by its own name, else by its kind, numbered where the list has several."""
    roster = Roster.of(army, catalog())
    kinds = {one.id: roster.title(one) for one in army.entries if not one.name}
    several, numbers = Counter(kinds.values()), Counter[Title]()
    found = {one.id: one.name or kinds[one.id] for one in army.entries}
    for id_, kind in kinds.items():
        if several[kind] > 1:
            numbers[kind] += 1
            found[id_] = Text("%(unit)s %(number)s", {"unit": kind, "number": numbers[kind]})
    return found


def next_number(draft: Draft) -> int:
    """The number after the largest one that ends an entry's id."""
    numbers = [int(found[0]) for name in (*draft["unit"], *draft["character"]) if (found := _NUMBER.search(name))]
    return max(numbers, default=0) + 1
