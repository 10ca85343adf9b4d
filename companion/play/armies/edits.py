"""The small edits of an army list: what a tap in the builder says, what it does, and how the history tells it.

Edits name the entry they change and only the one thing they change in it. They never judge: a list may be wrong while
it is made, and may stay so. What is refused is only what cannot be written down (an unknown unit, an entry gone).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails

from companion.content import catalog
from companion.content.army_document import LEAST_KOKU, LONGEST_NAME, MOST_ENTRIES, MOST_KOKU
from companion.content.drawings import crests
from companion.play.acts import Data, OneLine
from companion.play.armies.draft import (
    SHOWN,
    STEP,
    Draft,
    Title,
    army_of,
    draft_like,
    group_of,
    in_order,
    next_place,
    put,
    tidy,
    titles_of,
    values_of,
)
from companion.play.armies.mend import ways_to_mend
from companion.rules.kensei.army import CharacterEntry, Policy, UnitEntry, mended, most_miniatures, problems
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.profiles import Path, UnitProfile, WeaponId
from companion.rules.text import Refusal, Text

MOST_MINIATURES = 99
PATHS: Mapping[str, Text] = {"buke": Text("Buke"), "kuge": Text("Kuge"), "sohei": Text("Sohei")}

Made = tuple[Draft, Text]
"""The list after an edit, and the edit in words."""
UNKNOWN = Text("The builder does not know this edit. Reload the page and try again.")
Group = Literal["unit", "character"]


_EMPTIED = BeforeValidator(lambda value: None if value == "" else value)
EntryId = Annotated[str | None, _EMPTIED]
"""An entry of the list, or none where the field was left empty."""


EDITS: dict[str, type[Edit]] = {}
"""Every edit a form may ask for, by its `op`."""


class Edit(Data):
    """One kind of edit: its fields are those of its form, checked before anything is changed."""

    def __init_subclass__(cls, op: str = "", **options: Any) -> None:
        super().__init_subclass__(**options)
        if op:
            EDITS[op] = cls

    @abstractmethod
    def made(self, draft: Draft, number: int) -> Made | Refusal:
        """The list after it; `number` is for the id of a new entry."""


class EntryEdit(Edit):
    """An edit of one entry, which must still be there."""

    groups: ClassVar[tuple[Group, ...]] = ("unit", "character")
    id: str

    def group(self, draft: Draft) -> str:
        """Whether it is a unit or a character."""
        return str(group_of(draft, self.id))

    def put(self, draft: Draft, field: str, value: Any) -> Draft:
        """The draft with this value in a field of the entry."""
        return put(draft, (self.group(draft), self.id, field), value)


def edit(draft: Draft, name: str, form: Mapping[str, Any], number: int) -> Made | Refusal:
    """The list after the edit a form asks for; a refusal where it cannot be done."""
    known = EDITS.get(name)
    if known is None:
        return Refusal(UNKNOWN)
    try:
        asked = known.model_validate(dict(form))
    except ValidationError as error:
        return _unreadable(error.errors(include_url=False)[0])
    if isinstance(asked, EntryEdit) and (refused := _gone(draft, asked.id, *asked.groups)):
        return refused
    made = asked.made(draft, number)
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


def title(draft: Draft, name: str) -> Title:
    """What an entry is called; what is none stays as it is."""
    return titles_of(army_of(draft)).get(name, name)


def _gone(draft: Draft, name: str, *groups: Group) -> Refusal | None:
    if group_of(draft, name) not in groups:
        return Refusal(Text("That entry is no longer in the list: it was removed. Undo brings it back."))
    return None


def _full(draft: Draft, group: str) -> Refusal | None:
    if len(draft[group]) < MOST_ENTRIES:
        return None
    values = {"most": MOST_ENTRIES}
    return Refusal(Text("A list holds at most %(most)s units and as many characters. Remove one first.", values))


def _placed(draft: Draft, group: str, name: str, others: list[str], target: int) -> Draft:
    """The entry at its new place among the others; only where no number is free between two do all move."""
    below = draft[group][others[target - 1]]["place"] if target > 0 else 0
    above = draft[group][others[target]]["place"] if target < len(others) else below + 2 * STEP
    if above - below >= 2:
        return put(draft, (group, name, "place"), (below + above) // 2)
    for position, one in enumerate([*others[:target], name, *others[target:]]):
        draft = put(draft, (group, one, "place"), STEP * (position + 1))
    return draft


# ---- units


class Add(Edit, op="add"):
    unit: str

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        found = catalog().units.get(self.unit)
        if found is None:
            return Refusal(Text("There is no unit %(unit)s in the book.", {"unit": self.unit}), "12:5")
        if refused := _full(draft, "unit"):
            return refused
        entry = values_of(UnitEntry("", found.id, found.basic_unit), next_place(draft, "unit"))
        words = Text("added %(count)s %(unit)s", {"count": found.basic_unit, "unit": found.name})
        return put(draft, ("unit", f"u{number}"), entry), words


class UnitEdit(EntryEdit):
    groups = ("unit",)


class Size(UnitEdit, op="size"):
    """`by` steps from whatever the size is now, so that two quick taps are two steps; `to` sets it."""

    by: int = Field(default=0, ge=-MOST_MINIATURES, le=MOST_MINIATURES)
    to: int | Literal["least", "most"] | None = None

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        unit, now = catalog().units[draft["unit"][self.id]["unit"]], draft["unit"][self.id]["miniatures"]
        most = most_miniatures(unit, catalog().levels[draft["list"]["level"]])
        wanted = unit.basic_unit if self.to == "least" else most if self.to == "most" else self.to
        if wanted is None:
            wanted = self._stepped(now, unit, most)
        if not 1 <= wanted <= MOST_MINIATURES:
            return Refusal(Text("A unit has 1 to %(most)s miniatures here.", {"most": MOST_MINIATURES}), "12:3")
        values = {"unit": title(draft, self.id), "was": now, "now": wanted}
        return self.put(draft, "miniatures", wanted), Text("%(unit)s: miniatures %(was)s → %(now)s", values)

    def _stepped(self, now: int, unit: UnitProfile, most: int) -> int:
        """Within the unit's own bounds; a step of several stops at the level's, a step of one passes it knowingly."""
        wanted = min(now + self.by, most) if self.by > 1 and now < most else now + self.by
        return min(max(wanted, min(now, unit.basic_unit)), max(now, unit.maximum))


class Standard(UnitEdit, op="standard"):
    on: bool

    def made(self, draft: Draft, number: int) -> Made:
        who = {"unit": title(draft, self.id)}
        words = Text("%(unit)s: with a standard-bearer", who) if self.on else Text("%(unit)s: no standard-bearer", who)
        return self.put(draft, "standard_bearer", self.on), words


class Front(UnitEdit, op="front"):
    front: Annotated[int | None, _EMPTIED] = Field(default=None, ge=1, le=20)

    def made(self, draft: Draft, number: int) -> Made:
        names = {"unit": title(draft, self.id), "front": self.front}
        words = Text("%(unit)s: front of %(front)s", names) if self.front else Text("%(unit)s: the usual front", names)
        return self.put(draft, "front", self.front), words


# ---- units and characters


class Rename(EntryEdit, op="name"):
    name: OneLine = Field(max_length=LONGEST_NAME)

    def made(self, draft: Draft, number: int) -> Made:
        values = {"was": title(draft, self.id), "name": self.name}
        words = Text("%(was)s: called “%(name)s”", values) if self.name else Text("%(was)s: own name removed", values)
        return self.put(draft, "name", self.name), words


class Note(EntryEdit, op="note"):
    note: OneLine = Field(max_length=300)

    def made(self, draft: Draft, number: int) -> Made:
        return self.put(draft, "note", self.note), Text("note on %(who)s", {"who": title(draft, self.id)})


class Bench(EntryEdit, op="bench"):
    on: bool

    def made(self, draft: Draft, number: int) -> Made:
        names = {"who": title(draft, self.id)}
        words = Text("%(who)s to the bench", names) if self.on else Text("%(who)s back from the bench", names)
        return self.put(draft, "benched", self.on), words


class Move(EntryEdit, op="move"):
    """One place up or down, or to stand `before` another entry (empty: last)."""

    way: Literal["up", "down"] | None = None
    before: str | None = None

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        group = self.group(draft)
        others = [name for name in in_order(draft, group) if name != self.id]
        here = in_order(draft, group).index(self.id)
        if self.way is not None:
            target = min(max(here + (-1 if self.way == "up" else 1), 0), len(others))
        elif self.before and self.before not in others:
            return Refusal(Text("The entry it should stand before is no longer there. Look at the list again."))
        else:
            target = others.index(self.before) if self.before else len(others)
        words = Text("%(who)s moved to place %(place)s", {"who": title(draft, self.id), "place": target + 1})
        return _placed(draft, group, self.id, others, target), words


class Copy(EntryEdit, op="copy"):
    """Another one beside it: own name, note and joined characters are not copied."""

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        group = self.group(draft)
        if refused := _full(draft, group):
            return refused
        entry = {**draft[group][self.id], "name": "", "note": ""}
        if group == "character":
            entry["joins"] = None
        order, name = in_order(draft, group), f"{group[0]}{number}"
        words = Text("a second %(who)s, without name, note and characters", {"who": title(draft, self.id)})
        return _placed(put(draft, (group, name), entry), group, name, order, order.index(self.id) + 1), words


class Remove(EntryEdit, op="remove"):
    def made(self, draft: Draft, number: int) -> Made:
        return put(draft, (self.group(draft), self.id), None), Text("removed %(who)s", {"who": title(draft, self.id)})


# ---- characters


class CharacterEdit(EntryEdit):
    groups = ("character",)


class Enlist(Edit, op="enlist"):
    character: str
    joins: EntryId = None

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        found = catalog().characters.get(self.character)
        if found is None:
            return Refusal(Text("There is no character %(who)s in the book.", {"who": self.character}), "12:6")
        if refused := _full(draft, "character"):
            return refused
        if self.joins is not None and (refused := _gone(draft, self.joins, "unit")):
            return refused
        unit = draft["unit"].get(self.joins or "")
        rides = unit is not None and found.may_ride and "mounted" in catalog().units[unit["unit"]].traits
        weapon = found.weapon_choice[0] if found.weapon_choice else None
        entry = CharacterEntry("", found.id, weapon, rides, self.joins)
        words = Text("added %(who)s", {"who": found.name})
        if self.joins is not None:
            words = Text("added %(who)s in %(unit)s", {"who": found.name, "unit": title(draft, self.joins)})
        return put(draft, ("character", f"c{number}"), values_of(entry, next_place(draft, "character"))), words


class Join(CharacterEdit, op="join"):
    unit: EntryId = None

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        if self.unit and (refused := _gone(draft, self.unit, "unit")):
            return refused
        values = {"who": title(draft, self.id), "unit": title(draft, self.unit or "")}
        words = Text("%(who)s joins %(unit)s", values) if self.unit else Text("%(who)s stands alone", values)
        return self.put(draft, "joins", self.unit), words


class Outfit(CharacterEdit, op="outfit"):
    weapon: WeaponId | None = None
    mounted: bool | None = None
    kind: ShinobiKind | Literal["", "none"] | None = None

    def made(self, draft: Draft, number: int) -> Made:
        who = title(draft, self.id)
        words = Text("%(who)s as before", {"who": who})
        if self.weapon is not None:
            draft = self.put(draft, "weapon", self.weapon)
            weapon = catalog().weapons[self.weapon].name
            words = Text("%(who)s carries %(weapon)s", {"who": who, "weapon": weapon})
        if self.mounted is not None:
            draft = self.put(draft, "mounted", self.mounted)
            words = Text("%(who)s rides", {"who": who}) if self.mounted else Text("%(who)s is on foot", {"who": who})
        if self.kind is not None:
            kind = None if self.kind in ("", "none") else self.kind
            draft = self.put(draft, "kind", kind)
            words = Text("%(who)s: %(kind)s", {"who": who, "kind": kind.capitalize() if kind else "—"})
        return draft, words


class General(Edit, op="general"):
    id: EntryId = None

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        if self.id is not None and (refused := _gone(draft, self.id, "character")):
            return refused
        who = title(draft, self.id) if self.id else Text("the highest in rank")
        return put(draft, ("list", "general"), self.id), Text("general: %(who)s", {"who": who})


class GeneralAbility(Edit, op="ability"):
    ability: str
    on: bool

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        found = catalog().taisho_abilities.get(self.ability)
        if found is None:
            return Refusal(Text("There is no Taisho ability %(what)s in the book.", {"what": self.ability}), "12:6:2")
        names = {"what": found.name}
        words = Text("the general has %(what)s", names)
        if not self.on:
            words = Text("the general no longer has %(what)s", names)
        return put(draft, ("ability", found.id), True if self.on else None), words


# ---- what stands over the list


class Head(Edit, op="head"):
    """Only what is given changes."""

    path: Path | None = None
    level: int | None = Field(default=None, ge=1, le=10)
    name: OneLine | None = Field(default=None, max_length=LONGEST_NAME)
    clan: OneLine | None = Field(default=None, max_length=40)
    mon: str | None = Field(default=None, max_length=40)
    koku_limit: Annotated[int | Literal["none"] | None, _EMPTIED] = None

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        if self.mon and self.mon not in {one.id for one in crests()}:
            return Refusal(Text("There is no such crest. Choose one from the page."))
        words = Text("nothing changed")
        for name, value in self.model_dump(exclude_unset=True).items():
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


class Shown(Edit, op="shown"):
    to: Policy

    def made(self, draft: Draft, number: int) -> Made:
        words = {
            "open": Text("others see everything"),
            "opponent": Text("others see what an opponent may"),
            "nothing": Text("others see nothing"),
        }
        return put(draft, SHOWN, self.to), words[self.to]


# ---- one tap that mends


class FixProblem(Edit, op="fix"):
    """Which problem: its code and the entries it is about."""

    code: str
    about: str = ""

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        army, about = army_of(draft), tuple(filter(None, self.about.split(",")))
        found = [p for p in problems(army, catalog()) if (p.code, p.about) == (self.code, about) and p.fixes]
        if not found:
            return Refusal(Text("That is no longer wrong: somebody has fixed it already."))
        return draft_like(draft, mended(army, found[0].fixes)), Text("fixed: %(what)s", {"what": found[0].message})


class Mend(Edit, op="mend"):
    """Which set of changes, as its page named it; `fresh` are the entries it took for new, by id."""

    way: str
    fresh: str = ""

    def made(self, draft: Draft, number: int) -> Made | Refusal:
        fresh = [id_ for id_ in self.fresh.split(",") if group_of(draft, id_)]
        way = next((way for way in ways_to_mend(army_of(draft), fresh) if way.key == self.way), None)
        if way is None:
            words = Text(
                "The list has changed since then: these changes no longer fix it. Look at what is offered now."
            )
            return Refusal(words)
        return draft_like(draft, way.army), way.words
