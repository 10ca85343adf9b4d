"""A whole army list inside a link, so small that a phone can scan it.

The list becomes a tuple of numbers and names (`[1, path, level, units, ...]`, defaults at the end left out), that
becomes JSON, raw deflate with a checksum before it, and letters: base64url (`a…`) for links that are copied, or base 41
(`A…`), whose letters a QR code packs twice as tight. It belongs behind the `#` of an address: it reaches no server log.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import qrcode
from qrcode.constants import ERROR_CORRECT_L
from qrcode.exceptions import DataOverflowError

from companion.content.army_document import FORMAT, VERSION, read_document
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.text import Refusal, Text

# What a link calls things by their place. The places are fixed for ever: new names go to the end.
PATHS = ("kuge", "buke", "sohei")
UNITS = (
    "yari-ashigaru", "yumi-ashigaru", "katana-samurai", "yumi-samurai", "kiba-musha", "yari-kiba-musha",
    "ishitsubute-ashigaru", "no-dachi-samurai", "yari-samurai", "kengo", "naginata-sohei", "ama-kihei", "ikame-bo",
    "onna-bushi", "teppotai", "ninjas",
)  # fmt: skip
CHARACTERS = (
    "daimyo-kuge", "daimyo-buke", "daimyo-sohei", "taisho-kuge", "taisho-buke", "taisho-sohei", "busho-kuge",
    "busho-buke", "busho-sohei", "daisho-samurai", "daisho-ashigaru", "kensei", "geisha", "shinobi", "spy",
)  # fmt: skip
WEAPONS = (
    None, "spear", "naginata", "bow", "katana", "teppo", "tetsubo", "sling", "shuriken", "shinobi-gatana", "blowpipe",
    "no-dachi", "fan",
)  # fmt: skip
KINDS = (None, "mitsumono", "kamari", "denuki")
ABILITIES = (
    "forest-of-spears", "banzai", "ashigarus-general", "master-in-calligraphy", "fulfil-your-duty",
    "clandestine-practices", "expert-strategist", "bushido-law", "darma-wheel", "divine-wind",
)  # fmt: skip

STANDARD, MOUNTED, BENCHED = 1, 1, 2
"""Bits of an entry: of a unit its standard-bearer, of a character his mount, of both the bench."""

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-./:$"
"""Base 41: the letters a QR code packs tightly that may stand behind the `#` of an address; none is a space."""
LONGEST, LARGEST_TUPLE = 300_000, 200_000
"""Letters of a link and bytes of what is in it: more than any list that may be kept needs, and soon refused."""
QR_MOST = 10
"""The largest QR version a phone scans with ease from another phone or a card."""


@dataclass(frozen=True, slots=True)
class QrLink:
    """An address to draw as a QR code. `left_out` names what had no room in it."""

    url: str
    version: int
    left_out: tuple[Literal["notes", "names"], ...] = ()


def to_link(army: Army) -> str:
    """The list as what stands behind the `#` of a link that is copied and pasted."""
    return "a" + base64.urlsafe_b64encode(_packed(army)).rstrip(b"=").decode()


def to_qr(army: Army) -> str:
    """The same for a QR code: capitals, digits and a few signs."""
    return "A" + _base41(_packed(army))


def qr_link(army: Army, page: str) -> QrLink:
    """The address of `page` with the list in it, for a QR code of version 10 at most.

    A list too long for that gives up its notes, then the names of its units and characters; what may still be left
    over is said by the version.
    """
    bare = replace(
        army,
        units=tuple(replace(unit, note="") for unit in army.units),
        characters=tuple(replace(one, note="") for one in army.characters),
    )
    nameless = replace(
        bare,
        units=tuple(replace(unit, name="") for unit in bare.units),
        characters=tuple(replace(one, name="") for one in bare.characters),
    )
    tries: tuple[tuple[Army, tuple[Literal["notes", "names"], ...]], ...] = (
        (army, ()),
        (bare, ("notes",)),
        (nameless, ("notes", "names")),
    )
    for less, left_out in tries:
        found = QrLink(f"{page}#{to_qr(less)}", qr_version(f"{page}#{to_qr(less)}"), left_out)
        if found.version <= QR_MOST:
            break
    return found


def qr_version(text: str) -> int:
    """The version (1 to 40) of the QR code of a text at error correction L; 41 where none can hold it."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_L)
    code.add_data(text)
    try:
        return int(code.best_fit())
    except (DataOverflowError, ValueError):
        return 41


def from_link(text: str) -> Army | Refusal:
    """The list in a link, given with or without the address before it; a refusal says what is wrong with it."""
    letters = re.sub(r"\s+", "", text[:LONGEST]).rpartition("#")[2]
    if not letters or letters[0] not in "aA":
        return Refusal(Text("There is no army list in this link: copy all of it, from the beginning to the end."))
    try:
        packed = _from_base41(letters[1:]) if letters[0] == "A" else _from_base64(letters[1:])
        data = json.loads(_unpacked(packed))
    except (ValueError, RecursionError, zlib.error):
        return Refusal(Text("This link is cut off or damaged: copy or scan all of it once more."))
    if not isinstance(data, list) or _at(data, 0) != VERSION:
        return Refusal(Text("This link is of a version that is not known here: update the program that reads it."))
    return read_document(_document(data))


# ---- the tuple


def _tuple(army: Army) -> list[Any]:
    units = {unit.id: place for place, unit in enumerate(army.units, 1)}
    characters = {one.id: place for place, one in enumerate(army.characters, 1)}
    return _trimmed(
        [
            VERSION,
            PATHS.index(army.path),
            army.level,
            [_unit(unit, place) for place, unit in enumerate(army.units, 1)],
            [_character(one, place, units) for place, one in enumerate(army.characters, 1)],
            characters[army.general] if army.general else 0,
            [ABILITIES.index(id_) for id_ in army.taisho_abilities],
            army.name,
            army.clan,
            army.mon,
            army.koku_limit or 0,
        ]
    )


def _unit(unit: UnitEntry, place: int) -> list[Any]:
    flags = STANDARD * unit.standard_bearer + BENCHED * unit.benched
    id_ = "" if unit.id == f"u{place}" else unit.id
    return _trimmed([UNITS.index(unit.unit), unit.miniatures, flags, unit.front or 0, unit.name, unit.note, id_])


def _character(one: CharacterEntry, place: int, units: dict[str, int]) -> list[Any]:
    flags = MOUNTED * one.mounted + BENCHED * one.benched
    id_ = "" if one.id == f"c{place}" else one.id
    joins = units[one.joins] if one.joins else 0
    weapon, kind = WEAPONS.index(one.weapon), KINDS.index(one.kind)
    return _trimmed([CHARACTERS.index(one.character), weapon, flags, joins, kind, one.name, one.note, id_])


def _trimmed(values: list[Any]) -> list[Any]:
    """Without the zeros and empty texts and lists at the end."""
    while values and not values[-1]:
        values = values[:-1]
    return values


def _document(data: list[Any]) -> dict[str, Any]:
    """The army document of a tuple, which is then checked like any other: here nothing is taken for granted."""
    units, characters = _lists(_at(data, 3)), _lists(_at(data, 4))
    unit_ids = [_at(unit, 6) or f"u{place}" for place, unit in enumerate(units, 1)]
    character_ids = [_at(one, 7) or f"c{place}" for place, one in enumerate(characters, 1)]
    abilities = _at(data, 6)
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": _at(data, 7) or "",
        "clan": _at(data, 8) or "",
        "mon": _at(data, 9) or "",
        "path": _named(PATHS, _at(data, 1)),
        "level": _at(data, 2),
        "koku_limit": _at(data, 10) or None,
        "units": [
            {
                "id": id_,
                "unit": _named(UNITS, _at(unit, 0)),
                "miniatures": _at(unit, 1),
                "standard_bearer": bool(_flags(unit) & STANDARD),
                "front": _at(unit, 3) or None,
                "name": _at(unit, 4) or "",
                "note": _at(unit, 5) or "",
                "benched": bool(_flags(unit) & BENCHED),
            }
            for unit, id_ in zip(units, unit_ids, strict=True)
        ],
        "characters": [
            {
                "id": id_,
                "character": _named(CHARACTERS, _at(one, 0)),
                "weapon": _named(WEAPONS, _at(one, 1)),
                "mounted": bool(_flags(one) & MOUNTED),
                "joins": _place(unit_ids, _at(one, 3)),
                "kind": _named(KINDS, _at(one, 4)),
                "name": _at(one, 5) or "",
                "note": _at(one, 6) or "",
                "benched": bool(_flags(one) & BENCHED),
            }
            for one, id_ in zip(characters, character_ids, strict=True)
        ],
        "general": _place(character_ids, _at(data, 5)),
        "taisho_abilities": [_named(ABILITIES, code) for code in (abilities if isinstance(abilities, list) else [])],
    }


def _at(values: Any, place: int) -> Any:
    """What stands there, 0 where the tuple is shorter."""
    return values[place] if isinstance(values, list) and place < len(values) else 0


def _lists(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _flags(entry: Any) -> int:
    flags = _at(entry, 2)
    return flags if isinstance(flags, int) else 0


def _named(names: Sequence[str | None], code: Any) -> str | None:
    """The name a number stands for; for one that is none of them, something the document's check will blame."""
    known = isinstance(code, int) and not isinstance(code, bool) and 0 <= code < len(names)
    return names[code] if known else f"number {str(code)[:20]}"


def _place(ids: Sequence[Any], place: Any) -> Any:
    """The id at a place counted from 1; None for 0."""
    if place == 0:
        return None
    known = isinstance(place, int) and 0 < place <= len(ids)
    return ids[place - 1] if known else f"number {str(place)[:20]}"


# ---- bytes and letters


def _packed(army: Army) -> bytes:
    """The tuple as deflated JSON, two bytes of checksum before it: deflate itself would not notice a wrong letter."""
    text = json.dumps(_tuple(army), ensure_ascii=False, separators=(",", ":")).encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return _checksum(text) + squeeze.compress(text) + squeeze.flush()


def _unpacked(packed: bytes) -> bytes:
    stretch = zlib.decompressobj(-15)
    text = stretch.decompress(packed[2:], LARGEST_TUPLE)
    if not stretch.eof or stretch.unused_data or _checksum(text) != packed[:2]:
        raise ValueError("cut off, too large, or changed on the way")
    return text


def _checksum(data: bytes) -> bytes:
    return binascii.crc_hqx(data, 0).to_bytes(2, "big")


def _base41(data: bytes) -> str:
    """Two bytes in three letters, a last single byte in two."""
    letters: list[str] = []
    for start in range(0, len(data), 2):
        pair = data[start : start + 2]
        number = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            letters.append(LETTERS[number % 41])
            number //= 41
    return "".join(letters)


def _from_base41(letters: str) -> bytes:
    data = bytearray()
    for start in range(0, len(letters), 3):
        group = letters[start : start + 3]
        number = sum(LETTERS.index(letter) * 41**place for place, letter in enumerate(group))
        if number >= 256 ** (len(group) - 1):
            raise ValueError("no base 41")
        data += number.to_bytes(len(group) - 1, "big")
    return bytes(data)


def _from_base64(letters: str) -> bytes:
    if not re.fullmatch(r"[A-Za-z0-9_-]*", letters):
        raise ValueError("no base64url")
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
