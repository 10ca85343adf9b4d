"""How long a kit takes: 24 cards and 60 markers, `python -m bench.print [rounds]`. The aim: 0.4 s and 300 KB."""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter

from companion.content.army_document import read_document
from companion.rules.text import Refusal
from printables.kit import print_kit
from printables.model import Army
from printables.options import Options
from printables.printed import Kit
from printables.reading import army_to_print

ROUNDS = 9
SECONDS, KILOBYTES = 0.4, 300
UNITS = ("yari-ashigaru", "katana-samurai", "kiba-musha", "no-dachi-samurai", "yumi-samurai", "yari-samurai")
MARKERS = {"march-run": 18, "charge": 6, "shot": 6, "special": 6, "defeat": 6, "engaged": 6}
"""60 pieces: each pair of shots and charges is two."""


def listed() -> dict[str, object]:
    """Twenty units and four lone characters, as large as a list can be; as a document."""
    units = [{"unit": UNITS[n % 6], "miniatures": 6, "name": f"Unit {n + 1}"} for n in range(20)]
    characters = [
        {"character": "daisho-samurai"},
        {"character": "kensei"},
        {"character": "shinobi"},
        {"character": "spy"},
    ]
    head = {"format": "gunbai-army", "version": 1, "name": "Bench", "mon": "tomoe", "path": "buke", "level": 10}
    return {**head, "units": units, "characters": characters}


def army() -> Army:
    """That list, read."""
    read = read_document(listed())
    assert not isinstance(read, Refusal)
    found = army_to_print(read)
    assert not isinstance(found, Refusal)
    return found


def once(army: Army) -> tuple[float, Kit]:
    """Seconds of one kit, and the kit."""
    options = Options(
        pieces=("troop-cards", "character-cards", "markers"),
        marker_counts=MARKERS,
        base_url="http://192.168.1.20:8000/a/k7qd",
    )
    start = perf_counter()
    kit = print_kit(army, options)
    seconds = perf_counter() - start
    assert not isinstance(kit, Refusal)
    assert len(kit.fingerprints) == 24 + 60
    return seconds, kit


def measured(rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Seconds of the first kit (fonts are read, codes made), the median of more, and the size in KB."""
    printed = army()
    first, kit = once(printed)
    again = median(once(printed)[0] for _ in range(rounds))
    return first, again, sum(len(file.data) for file in kit.files) / 1024


def main(rounds: int = ROUNDS) -> None:
    first, again, size = measured(rounds)
    print("Print: 24 cards and 60 markers")
    print(f"{first:10.3f} s  the first, fonts read and codes made (aim {SECONDS})")
    print(f"{again:10.3f} s  median of {rounds} more")
    print(f"{size:10.0f} KB (aim {KILOBYTES})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.print", description="Times a kit.")
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS, help="rounds to take the median of")
    main(max(1, parser.parse_args().rounds))
