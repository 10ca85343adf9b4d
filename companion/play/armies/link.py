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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import qrcode
from qrcode.constants import ERROR_CORRECT_L
from qrcode.exceptions import DataOverflowError

from companion.content.army_document import FORMAT, MOST_ENTRIES, MOST_FRONT, MOST_MINIATURES, VERSION, read_document
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

FLAGS = ((False, False), (True, False), (False, True), (True, True))
"""Whether a unit has a standard-bearer, or a character is mounted; and whether it is on the bench."""
PLACES = (None, *range(1, MOST_ENTRIES + 1))
"""Where a unit or character stands in the list; nowhere."""
Columns = Mapping[str, Sequence[Any]]
"""The signs of one entry, in their order: the field, and the values it may have, each by its place."""
UNIT: Columns = {
    "unit": UNITS,
    "miniatures": range(MOST_MINIATURES + 1),
    "flags": FLAGS,
    "front": (None, *range(1, MOST_FRONT + 1)),
}
CHARACTER: Columns = {"character": CHARACTERS, "weapon": WEAPONS, "flags": FLAGS, "joins": PLACES, "kind": KINDS}

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
        url = f"{page}#{to_qr(less)}"
        found = QrLink(url, qr_version(url), left_out)
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
        return Refusal(
            Text("This link is of a version that is not known here: update Gunbai here, or get the list as text.")
        )
    return read_document(_document(lines))


# ---- the lines


def _lines(army: Army) -> list[str]:
    """Numbers of the list; of its units, four each; of its characters, five each; koku limit, name, clan, crest; then
    the names of units and characters, their notes, and their ids where those are not u1, u2 … and c1, c2 …
    """
    units = {unit.id: place for place, unit in enumerate(army.units, 1)}
    characters = {one.id: place for place, one in enumerate(army.characters, 1)}
    entries: list[UnitEntry | CharacterEntry] = [*army.units, *army.characters]
    usual = [*(f"u{place}" for place in units.values()), *(f"c{place}" for place in characters.values())]
    head = VERSION, PATHS.index(army.path), army.level, characters.get(army.general or "", 0)
    return [
        _signs(*head, *map(ABILITIES.index, army.taisho_abilities)),
        "".join(_entry(unit, UNIT, unit.standard_bearer) for unit in army.units),
        "".join(_entry(one, CHARACTER, one.mounted, units.get(one.joins or "")) for one in army.characters),
        str(army.koku_limit or ""),
        *(army.name, army.clan, army.mon),
        *(entry.name for entry in entries),
        *(entry.note for entry in entries),
        *("" if entry.id == id_ else entry.id for entry, id_ in zip(entries, usual, strict=True)),
    ]


def _entry(entry: UnitEntry | CharacterEntry, columns: Columns, own: bool, joins: int | None = None) -> str:
    """The signs of an entry; `own` is the flag only units, or only characters, have."""
    values = {**asdict(entry), "flags": (own, entry.benched), "joins": joins}
    return _signs(*(known.index(values[name]) for name, known in columns.items()))


def _signs(*numbers: int) -> str:
    """One sign a number: 0 to 9 are themselves, what is more follows in Unicode."""
    return "".join(chr(ord("0") + number) for number in numbers)


def _document(lines: list[str]) -> dict[str, Any]:
    """The army document of these lines, which is then checked like any other: here nothing is taken for granted."""
    head, of_units, of_characters, koku, name, clan, mon, *texts = (*lines, *[""] * 7)  # the last ones are left out
    units = list(_read(of_units, UNIT, "u", "standard_bearer"))
    characters = list(_read(of_characters, CHARACTER, "c", "mounted"))
    count = len(units) + len(characters)
    texts += [""] * 3 * count
    for place, entry in enumerate([*units, *characters]):
        entry |= {"name": texts[place], "note": texts[count + place], "id": texts[2 * count + place] or entry["id"]}
    unit_ids, character_ids = ((None, *(one["id"] for one in entries)) for entries in (units, characters))
    for one in characters:
        one["joins"] = _named(unit_ids, one["joins"] or 0)
    _version, path, level, general, *abilities = _numbers(head.ljust(4, "0"))
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "clan": clan,
        "mon": mon,
        "path": _named(PATHS, path),
        "level": level,
        "koku_limit": int(koku) if koku.isascii() and koku.isdecimal() and len(koku) < 10 else koku or None,
        "units": units,
        "characters": characters,
        "general": _named(character_ids, general),
        "taisho_abilities": [_named(ABILITIES, number) for number in abilities],
    }


def _read(line: str, columns: Columns, letter: str, own: str) -> Iterator[dict[str, Any]]:
    """The fields of each entry of a line; a last one that is too short is filled up with zeros."""
    for place, start in enumerate(range(0, len(line), len(columns)), 1):
        numbers = _numbers(line[start : start + len(columns)].ljust(len(columns), "0"))
        found = {name: _named(known, number) for (name, known), number in zip(columns.items(), numbers, strict=True)}
        flag, benched, *_ = found.pop("flags")
        yield {"id": f"{letter}{place}", **found, own: flag, "benched": benched}


def _numbers(signs: str) -> list[int]:
    return [ord(sign) - ord("0") for sign in signs]


def _named(known: Sequence[Any], number: Any) -> Any:
    """What a number stands for; for one that is none of them, something the document's check will blame."""
    return known[number] if number in range(len(known)) else f"number {number}"


# ---- bytes and letters


def _packed(army: Army) -> bytes:
    """The lines deflated, two bytes of checksum before them: deflate itself would not notice a wrong letter."""
    text = "\n".join(_lines(army)).rstrip("\n").encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return _checksum(text) + deflate.compress(text) + deflate.flush()


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
    return base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
