"""The command `print`: an army list as a PDF. Exit code 0 printed, 1 could not, and every reason said."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

from companion.rules.text import Problem, Refusal, Text, counted
from printables.options import CHOICES, Options, PieceKind, Printer


def add_print(command: argparse.ArgumentParser) -> None:
    """The options of the command."""
    plain = Options()
    command.add_argument(
        "list", type=Path, nargs="?", metavar="LIST.json", help="JSON, text or link; - is piped in; pads need none"
    )
    command.add_argument("-o", dest="output", type=Path, metavar="KIT.pdf", help="where to (default: the list's name)")
    command.add_argument(
        "--pieces",
        default=",".join(plain.pieces),
        metavar="A,B",
        help=f"what to print, of: {', '.join(get_args(PieceKind))} (default: %(default)s)",
    )
    command.add_argument("--paper", default=plain.paper, choices=CHOICES["paper"])
    command.add_argument("--sides", default=plain.sides, choices=CHOICES["sides"], help="(default: %(default)s)")
    command.add_argument(
        "--fewest",
        action=argparse.BooleanOptionalAction,
        default=plain.fewest,
        help="the fewest sheets: cards and markers share them where that saves paper (default)",
    )
    command.add_argument("--color", default=plain.color, choices=CHOICES["color"])
    command.add_argument("--markers", metavar="A=N,B=N", help="how many of each marker (default: as the army suggests)")
    command.add_argument("--marker-mm", type=int, default=plain.marker_mm, choices=CHOICES["marker_mm"])
    command.add_argument(
        "--round", dest="marker_shape", action="store_const", const="round", default=plain.marker_shape,
        help="round markers",
    )  # fmt: skip
    command.add_argument("--bleed", action="store_true", help="print markers 2 mm beyond the trim")
    command.add_argument("--sealed", action="store_true", help="a card of one size for each unit as well")
    command.add_argument("--blanks", type=int, default=0, metavar="N", help="Troop Cards to write on by hand")
    command.add_argument("--base-url", metavar="URL", help="opens the list: for QR codes on faces")
    command.add_argument("--table-url", metavar="URL", help="opens the table: for the table sheet")
    command.add_argument("--table-words", default="", metavar="WORDS", help="to join without a camera")
    command.add_argument("--battle", default=plain.battle, choices=CHOICES["battle"])
    command.add_argument(
        "--players", type=int, default=plain.players, choices=CHOICES["players"], help="of the Kenjin pad"
    )
    command.add_argument(
        "--known",
        dest="printed",
        type=Path,
        metavar="FILE",
        help="leave out pieces FILE says are printed; note there what is now",
    )  # fmt: skip
    measured = command.add_argument_group("printer", "what the calibration page shows, in millimeters")
    measured.add_argument("--bar-across", type=float, default=100.0, metavar="MM", help="the bar across measures this")
    measured.add_argument("--bar-down", type=float, default=100.0, metavar="MM", help="the bar downwards measures this")
    measured.add_argument("--back-right", type=float, default=0.0, metavar="MM", help="the pin came out so far right")
    measured.add_argument("--back-down", type=float, default=0.0, metavar="MM", help="the pin came out so far down")


def print_command(chosen: argparse.Namespace) -> int:
    """Prints the list; says sheets, ink and notes."""
    # Imported here: the other commands need neither fonts nor what draws.
    from companion.play.armies.reading import read_any
    from printables.kit import print_kit
    from printables.reading import army_to_print

    army = None
    if chosen.list is not None:
        try:
            data = sys.stdin.buffer.read() if str(chosen.list) == "-" else chosen.list.read_bytes()
        except OSError as problem:
            print(f"Cannot read {chosen.list}: {problem.strerror or problem}", file=sys.stderr)
            return 1
        pasted = read_any(data)
        if pasted.army is None or pasted.problems:
            return _refused(str(chosen.list), Refusal(Text("This is not an army list."), problems=pasted.problems))
        found = army_to_print(pasted.army)
        if isinstance(found, Refusal):
            return _refused(str(chosen.list), found)
        army = found
    options, known = _options(chosen), _known(chosen.printed)
    if isinstance(options, Refusal) or isinstance(known, Refusal):
        return _refused("This cannot be printed", options if isinstance(options, Refusal) else known)  # type: ignore[arg-type]
    kit = print_kit(army, replace(options, known=frozenset(known.values())))
    if isinstance(kit, Refusal):
        return _refused("This cannot be printed", kit)
    for number, file in enumerate(kit.files):
        target = chosen.output or Path(file.name)
        if chosen.output is not None and len(kit.files) > 1:
            target = target.with_name(f"{target.stem}-{('fronts', 'backs')[number]}{target.suffix}")
        if not _saved(target, file.data):
            return 1
        print(f"{target}: {len(file.data) // 1024} KB")
    if chosen.printed and not _saved(chosen.printed, json.dumps({**known, **kit.fingerprints}, indent=1).encode()):
        return 1
    paper = counted("%(num)s sheet of paper", "%(num)s sheets of paper", kit.papers)
    print(f"{paper}, {kit.ink:.0%} of each page inked. Print at 100 %.")
    for note in kit.notes:
        print(note)
    return 0


def _options(chosen: argparse.Namespace) -> Options | Refusal:
    counts = _counts(chosen.markers)
    if isinstance(counts, Refusal):
        return counts
    same: dict[str, Any] = {one.name: getattr(chosen, one.name) for one in fields(Options) if hasattr(chosen, one.name)}
    same["pieces"] = tuple(part.strip() for part in chosen.pieces.split(",") if part.strip())
    measured = (getattr(chosen, one.name) for one in fields(Printer) if one.name != "name")
    return Options(**same, marker_counts=counts, printer=Printer("", *measured))


def _counts(words: str | None) -> dict[str, int] | Refusal | None:
    """The counts of `charge=6,shot=4`; None where none were given."""
    if words is None:
        return None
    counts = {}
    for part in words.split(","):
        name, equals, number = part.strip().partition("=")
        if not equals or not number.strip().isdecimal():
            message = Text(
                "“%(part)s” is not a count of markers; write counts like charge=6,shot=4.", {"part": part[:40]}
            )
            return Refusal(message, problems=(Problem("--markers", message),))
        counts[name.strip()] = int(number)
    return counts


def _known(file: Path | None) -> dict[str, str] | Refusal:
    """The fingerprints of what was printed before, by piece; none where there is no such file yet."""
    if file is None or not file.exists():
        return {}
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        found = None
    if isinstance(found, dict) and all(isinstance(mark, str) for mark in found.values()):
        return found
    message = Text("%(file)s does not say what was printed; name a file this command has written.", {"file": str(file)})
    return Refusal(message, problems=(Problem("--known", message),))


def _saved(target: Path, data: bytes) -> bool:
    try:
        target.write_bytes(data)
    except OSError as problem:
        print(f"Cannot save to {target}: {problem.strerror}", file=sys.stderr)
        return False
    return True


def _refused(what: str, refusal: Refusal) -> int:
    """Says every reason on a line of its own."""
    print(f"{what}:", file=sys.stderr)
    for problem in refusal.problems:
        print(f"  {problem.path}: {problem.message}" if problem.path else f"  {problem.message}", file=sys.stderr)
    if not refusal.problems:
        print(f"  {refusal.reason}", file=sys.stderr)
    return 1
