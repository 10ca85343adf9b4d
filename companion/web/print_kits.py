"""Kits as pages and downloads need them: each drawn once, its pages as pictures, and what is chosen about it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace

from companion.content.army_document import document_of
from companion.play.memo import Made, Memo
from companion.rules.kensei.army import Army as ArmyList
from companion.rules.text import Refusal
from printables.markers import suggested
from printables.model import Army
from printables.options import NEEDS_ARMY, Options, Sides
from printables.press import PRESS
from printables.printed import Kit, Page
from printables.reading import army_to_print

WIDTHS = (800, 1600)
"""Pixels across: about twice a phone's width, and to look closer."""

_KITS: Memo[Drawn] = Memo(12)
_ARMIES: Memo[Army | Refusal] = Memo(32)
_PICTURES: Memo[bytes] = Memo(120)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A kit, or why there is none, under a key that names all it depends on."""

    key: str
    kit: Kit | Refusal


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page as the preview shows it: its number in the kit, its sheet, which side of it, and the page behind it."""

    number: int
    sheet: int
    side: str
    page: Page
    behind: int | None = None


def army_of(listed: ArmyList | None) -> Army | Refusal | None:
    """The army as the sheets take it, read once for each state of its list."""
    if listed is None:
        return None
    return _ARMIES.get(json.dumps(document_of(listed)), lambda: army_to_print(listed))


def drawn(owner: str, listed: ArmyList | None, options: Options) -> Drawn:
    """The kit of who owns it, drawn when it is first asked for."""
    chosen = repr(replace(options, say=str, known=frozenset())), sorted(options.known)
    document = document_of(listed) if listed else None
    key = hashlib.sha256(json.dumps([owner, chosen, document]).encode()).hexdigest()[:16]

    def draw() -> Drawn:
        army = army_of(listed)
        if not isinstance(army, Refusal):
            return Drawn(key, PRESS.kit(listed, options))
        return Drawn(key, army if NEEDS_ARMY.intersection(options.pieces) else PRESS.kit(None, options))

    return _once(_KITS, (owner, key), draw)


def drawn_before(owner: str, key: str) -> Drawn | None:
    """The kit of this key while it is remembered, if it is this owner's: what a page shows stays what it downloads."""
    return _KITS.peek((owner, key))


def codes_of(listed: ArmyList) -> dict[str, str]:
    """The code of each card of a list by its entry; none where no cards can be made of it."""
    army = army_of(listed)
    return army.codes if isinstance(army, Army) else {}


def suggested_counts(listed: ArmyList | None) -> dict[str, int]:
    """How many of each marker the army suggests."""
    army = army_of(listed)
    return suggested(None if isinstance(army, Refusal) else army)


def pages_of(kit: Kit, sides: Sides) -> Iterator[ShownPage]:
    """The pages with their sheets: two to a sheet where both sides are printed by the machine."""
    duplex = sides in ("long-edge", "short-edge")
    fronts = 0
    for number, page in enumerate(kit.pages):
        fronts += page.side == "front"
        sheet = number // 2 + 1 if duplex else fronts
        side = ("front", "back")[number % 2] if duplex else page.side
        after = kit.pages[number + 1] if number + 1 < len(kit.pages) else None
        behind = number + 1 if page.side == "front" and after is not None and after.side == "back" else None
        yield ShownPage(number, sheet, side, page, behind)


def picture(key: str, kit: Kit, number: int, width: int) -> bytes:
    """A page of the kit of this key as a PNG this many pixels across."""
    file, place = _where(kit, number)
    return _once(_PICTURES, (key, number, width), lambda: PRESS.page(kit.files[file].data, place, width))


def _once(memo: Memo[Made], key: Hashable, draw: Callable[[], Made]) -> Made:
    """What is remembered, or drawn. Who waits while another has it drawn waits for the press as well."""
    found = memo.peek(key)
    if found is not None:
        return found
    with PRESS.place():
        return memo.get(key, draw)


def _where(kit: Kit, number: int) -> tuple[int, int]:
    """Which file holds a page, and as which of its pages."""
    if len(kit.files) == 1:
        return 0, number
    front = kit.pages[number].side == "front"
    return (0 if front else 1), sum((page.side == "front") == front for page in kit.pages[:number])
