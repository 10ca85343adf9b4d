"""A whole army list inside a link, so small that a phone can scan it.

The list becomes lines: one sign for each number of it, then its names and notes. Those are deflated, a checksum before
them, and become letters: base64url (`a…`) for links that are copied, or base 41 (`A…`), whose letters a QR code packs
twice as tight. They belong behind the `#` of an address: there they reach no server log.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
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
LONGEST, LARGEST = 300_000, 200_000
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
    tries: tuple[tuple[Army, tuple[Literal["notes", "names"], ...]], ...] = (
        (army, ()),
        (army.emptied("note"), ("notes",)),
        (army.emptied("note", "name"), ("notes", "names")),
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
        lines = _unpacked(packed).decode().split("\n")
    except (ValueError, zlib.error):
        return Refusal(Text("This link is cut off or damaged: copy or scan all of it once more."))
    if lines[0][:1] != _signs(VERSION):
        return Refusal(Text("This link is of a version that is not known here: update the program that reads it."))
    return read_document(_document(lines))


# ---- the lines


def _lines(army: Army) -> list[str]:
    """Numbers of the list; of its units, four each; of its characters, five each; koku limit, name, clan, crest; then
    the names of units and characters, their notes, and their ids where those are not u1, u2 … and c1, c2 …
    """
    unit_places = {unit.id: place for place, unit in enumerate(army.units, 1)}
    character_places = {one.id: place for place, one in enumerate(army.characters, 1)}
    abilities = [ABILITIES.index(id_) for id_ in army.taisho_abilities]
    general = character_places[army.general] if army.general else 0
    entries: list[UnitEntry | CharacterEntry] = [*army.units, *army.characters]
    ids = [*(f"u{place}" for place in unit_places.values()), *(f"c{place}" for place in character_places.values())]
    return [
        _signs(VERSION, PATHS.index(army.path), army.level, general, *abilities),
        "".join(_unit(unit) for unit in army.units),
        "".join(_character(one, unit_places) for one in army.characters),
        str(army.koku_limit or ""),
        *(army.name, army.clan, army.mon),
        *(entry.name for entry in entries),
        *(entry.note for entry in entries),
        *("" if entry.id == id_ else entry.id for entry, id_ in zip(entries, ids, strict=True)),
    ]


def _unit(unit: UnitEntry) -> str:
    flags = STANDARD * unit.standard_bearer + BENCHED * unit.benched
    return _signs(UNITS.index(unit.unit), unit.miniatures, flags, unit.front or 0)


def _character(one: CharacterEntry, places: dict[str, int]) -> str:
    flags = MOUNTED * one.mounted + BENCHED * one.benched
    joins = places[one.joins] if one.joins else 0
    return _signs(CHARACTERS.index(one.character), WEAPONS.index(one.weapon), flags, joins, KINDS.index(one.kind))


def _signs(*numbers: int) -> str:
    """One sign a number: 0 to 9 are themselves, what is more follows in Unicode."""
    return "".join(chr(ord("0") + number) for number in numbers)


def _numbers(signs: str, size: int) -> list[list[int]]:
    """The numbers of a line in groups of this size; a last group that is too short is filled up with zeros."""
    numbers = [ord(sign) - ord("0") for sign in signs]
    numbers += [0] * (-len(numbers) % size)
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def _document(lines: list[str]) -> dict[str, Any]:
    """The army document of these lines, which is then checked like any other: here nothing is taken for granted."""
    (_, path, level, general), abilities = _numbers(lines[0][:4], 4)[0], lines[0][4:]
    units, characters = _numbers(_line(lines, 1), 4), _numbers(_line(lines, 2), 5)
    first, count = 7, len(units) + len(characters)
    names, notes, ids = (
        [_line(lines, start + place) for place in range(count)] for start in (first, first + count, first + 2 * count)
    )
    unit_ids = [ids[place] or f"u{place + 1}" for place in range(len(units))]
    character_ids = [ids[len(units) + place] or f"c{place + 1}" for place in range(len(characters))]
    koku = _line(lines, 3)
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": _line(lines, 4),
        "clan": _line(lines, 5),
        "mon": _line(lines, 6),
        "path": _named(PATHS, path),
        "level": level,
        "koku_limit": int(koku) if koku.isascii() and koku.isdecimal() and len(koku) < 10 else koku or None,
        "units": [
            {
                "id": unit_ids[place],
                "unit": _named(UNITS, profile),
                "miniatures": miniatures,
                "standard_bearer": bool(flags & STANDARD),
                "front": front or None,
                "name": names[place],
                "note": notes[place],
                "benched": bool(flags & BENCHED),
            }
            for place, (profile, miniatures, flags, front) in enumerate(units)
        ],
        "characters": [
            {
                "id": character_ids[place],
                "character": _named(CHARACTERS, profile),
                "weapon": _named(WEAPONS, weapon),
                "mounted": bool(flags & MOUNTED),
                "joins": _place(unit_ids, joins),
                "kind": _named(KINDS, kind),
                "name": names[len(units) + place],
                "note": notes[len(units) + place],
                "benched": bool(flags & BENCHED),
            }
            for place, (profile, weapon, flags, joins, kind) in enumerate(characters)
        ],
        "general": _place(character_ids, general),
        "taisho_abilities": [_named(ABILITIES, ord(sign) - ord("0")) for sign in abilities],
    }


def _line(lines: list[str], number: int) -> str:
    """A line, empty where the lines have ended: empty ones at the end are not written."""
    return lines[number] if number < len(lines) else ""


def _named(names: Sequence[str | None], number: int) -> str | None:
    """The name a number stands for; for one that is none of them, something the document's check will blame."""
    return names[number] if 0 <= number < len(names) else f"number {number}"


def _place(ids: Sequence[str], place: int) -> str | None:
    """The id at a place counted from 1; None for 0."""
    if place == 0:
        return None
    return ids[place - 1] if 0 < place <= len(ids) else f"number {place}"


# ---- bytes and letters


def _packed(army: Army) -> bytes:
    """The lines deflated, two bytes of checksum before them: deflate itself would not notice a wrong letter."""
    text = "\n".join(_lines(army)).rstrip("\n").encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return _checksum(text) + squeeze.compress(text) + squeeze.flush()


def _unpacked(packed: bytes) -> bytes:
    stretch = zlib.decompressobj(-15)
    text = stretch.decompress(packed[2:], LARGEST)
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
