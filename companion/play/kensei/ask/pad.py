"""The pad: dice of one roll entered in bins, face by face, or thrown by the program.

Target and number of dice are known, so what is left over fills the last bin by itself. Pure functions from a
half-filled `Pad` and a tap to the next `Pad`, and from a full one to the tally the rules want.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pydantic import Field

from companion.play.acts import Data
from companion.play.kensei.asks import Pad
from companion.rules import counts
from companion.rules.dice import TEN, AttackTally, DefenseTally, tally_attack, tally_defense
from companion.rules.kensei.fight.attack import MARK
from companion.rules.text import Refusal, Text, counted

CENTIMETERS = Text("centimeters")
FEW_DICE = 10
"""Up to so many dice the pad has keys of full size, and a row of its own for the misses, which else only fill in."""
FEW_SHOTS = 6
"""Up to so many dice misses have their row in a shot, whose pad stands below the distance."""
FEW_SAVES = 3
"""Up to so many defense dice one tap says all of them: how many save, and how many of the others are tens."""


class PadData(Data):
    """One tap: a count for one or two bins, a face for one die, or `clear` to begin again."""

    step: str
    bins: dict[str, int] = Field(default_factory=dict)
    die: int | None = Field(None, ge=0, lt=400)
    face: int | None = Field(None, ge=0, le=10)
    clear: bool = False


class RollData(Data):
    """A whole roll at once: every face in physical order (marked dice last), or the bins."""

    step: str
    faces: tuple[int, ...] = ()
    bins: dict[str, int] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bin:
    """One row of the pad: counts from `least` to `most` are possible now; `count` is what was tapped or follows."""

    name: str
    least: int
    most: int
    count: int | None
    filled: bool = False
    """The count follows from the others; nobody tapped it."""
    range: str = ""
    """The faces that belong here, as they stand on the dice: "7–9", "Ø"."""


@dataclass(frozen=True, slots=True)
class Way:
    """How one defense die or a few may fall: the bins one tap sends ("saved+marked saved+tens"), the faces
    or how many save, and the words."""

    bins: str
    range: str
    label: Text
    tens: int = 0


Bins = tuple[Bin, ...]
Ways = tuple[Way, ...]


def faces_from(first: int, last: int) -> str:
    """Faces in a row as they stand on the dice; a ten is Ø."""
    return "–".join("Ø" if face == TEN else str(face) for face in sorted({first, last}))


def saving(target: int) -> int:
    """The highest face that saves; a one always does (2:7:4)."""
    return min(max(target, 1), TEN)


def filled(pad: Pad, data: PadData | RollData, dice: int, by: str) -> Pad | Refusal:
    """The pad after a tap or a whole roll of `dice` dice."""
    if isinstance(data, RollData):
        return _whole(data, dice, by)
    if data.clear:
        return Pad(by=by)
    if data.die is not None:
        if data.die >= dice or data.face is None:
            words = Text("This roll has %(dice)s, and a face is 1 to 9 or Ø.", {"dice": counts.dice(dice)})
            return Refusal(words, "2:6:2")
        faces: list[int | None] = list(pad.faces) if pad.faces else [None] * dice
        faces[data.die] = data.face % 10
        return Pad(faces=tuple(faces), by=by)
    if not data.bins:
        return Refusal(Text("No number was given: enter a count or a face."), "2:6:2")
    return Pad(bins={**pad.bins, **data.bins}, by=by)


def all_faces(pad: Pad) -> tuple[int, ...] | None:
    """The faces when every die has one."""
    if not pad.faces or any(f is None for f in pad.faces):
        return None
    return tuple(f for f in pad.faces if f is not None)


def attack_bins(pad: Pad, dice: int, at: int) -> Bins:
    """Misses, hits and tens of an attack roll (9:3:3); a bin no face can reach is left out."""
    possible = {"tens": faces_from(TEN, TEN)}
    if at < 9:
        possible = {"hits": faces_from(max(at, 0) + 1, 9), **possible}
    if at >= 1:
        possible = {"misses": faces_from(1, min(at, 9)), **possible}
    return _partition(possible, {k: v for k, v in pad.bins.items() if k in possible}, dice)


def _partition(names: Mapping[str, str], given: Mapping[str, int], dice: int) -> Bins:
    """Bins, by name with their faces, that share `dice` dice: the last unknown one fills itself."""
    unknown = [n for n in names if n not in given]
    taken = sum(given.values())
    rows = []
    for name, faces in names.items():
        rest = dice - (taken - given.get(name, 0))
        if name in given:
            rows.append(Bin(name, 0, max(rest, 0), given[name], range=faces))
        elif len(unknown) == 1:
            rows.append(Bin(name, rest, rest, rest, True, faces))
        elif rest == 0:
            rows.append(Bin(name, 0, 0, 0, True, faces))
        else:
            rows.append(Bin(name, 0, rest, None, range=faces))
    return tuple(rows)


def defense_bins(pad: Pad, plain: int, marked: int, df: int) -> Bins:
    """Saves of unmarked and marked dice, and the tens among those that failed (9:3:4, 10:4)."""
    given = pad.bins
    rows = [
        Bin(name, 0, count, given.get(name, None if count else 0), not count, faces_from(1, saving(target)))
        for name, count, target in (("saved", plain, df), ("saved_marked", marked, df - MARK))
    ]
    ten = faces_from(TEN, TEN)
    if any(r.count is None for r in rows):
        return (*rows, Bin("tens", 0, plain + marked, None, range=ten))
    failing = [(plain - (rows[0].count or 0), df), (marked - (rows[1].count or 0), df - MARK)]
    most = sum(n for n, target in failing if target < 10)
    least = sum(n for n, target in failing if target == 9)
    if most == least and given.get("tens", least) == least:
        return (*rows, Bin("tens", least, most, least, True, ten))
    return (*rows, Bin("tens", least, most, given.get("tens"), range=ten))


def totals(rows: Bins, df: int) -> Ways:
    """A tap for each number of saves. Which of both kinds of dice saved changes nothing, unless it says which of those
    that failed must be tens; then, and where there is one kind only, this is empty.
    """
    saved, marked = rows[:2]
    if not (saved.most and marked.most) or (df >= 9 and saved.range != marked.range):
        return ()
    pairs = ((min(count, saved.most), max(count - saved.most, 0)) for count in range(saved.most + marked.most + 1))
    return tuple(Way(f"{u}+{m}", str(u + m), Text("%(count)s saved", {"count": u + m})) for u, m in pairs)


def lone_die(marked: bool, df: int) -> Ways:
    """The ways a single defense die may fall, each a tap that says all (9:3:4, 10:4)."""
    best = saving(df - MARK if marked else df)
    ways = [Way("0+1" if marked else "1+0", faces_from(1, best), Text("saved"))]
    if best < 9:
        ways.append(Way("0+0+0", faces_from(best + 1, 9), Text("failed")))
    if best < TEN:
        ways.append(Way("0+0+1", faces_from(TEN, TEN), Text("failed")))
    return tuple(ways)


def few_dice(plain: int, marked: int, df: int) -> Ways:
    """Every way these few defense dice may fall, the most saved first, each a tap that says all (9:3:4, 10:4)."""
    found: dict[tuple[int, int], str] = {}
    for saved in _may_save(plain, df):
        for more in _may_save(marked, df - MARK):
            rows = defense_bins(Pad(bins={"saved": saved, "saved_marked": more}), plain, marked, df)
            for tens in range(rows[2].least, rows[2].most + 1):
                found.setdefault((saved + more, tens), f"{saved}+{more}+{tens}")
    return tuple(
        Way(bins, str(saved), Text("%(saved)s saved, %(tens)s Ø", {"saved": saved, "tens": tens}), tens)
        for (saved, tens), bins in sorted(found.items(), key=lambda one: (-one[0][0], one[0][1]))
    )


def _may_save(dice: int, target: int) -> range:
    """How many of these dice may save, the most first: all of them where no face fails."""
    return range(dice, -1 if target < TEN else dice - 1, -1)


def bins_refused(rows: Iterable[Bin], dice: int) -> Refusal | None:
    """Why the counts cannot be: each row names what is possible."""
    for row in rows:
        if row.count is not None and not row.least <= row.count <= row.most:
            counted_, rolled = BIN_WORDS[row.name](row.count), counts.dice(dice)
            values = {"bin": counted_, "least": row.least, "most": row.most, "dice": rolled}
            words = Text("%(bin)s: only %(least)s to %(most)s are possible with %(dice)s.", values)
            return Refusal(words, "2:6:2")
    return None


BIN_WORDS: Mapping[str, Callable[[int], Text]] = {
    "misses": counts.noun("%(num)s miss", "%(num)s misses"),
    "hits": counts.hits,
    "tens": counts.noun("%(num)s Ø", "%(num)s Ø"),
    "saved": lambda count: Text("%(count)s saved", {"count": count}),
    "saved_marked": lambda count: Text("%(count)s saved against Ø", {"count": count}),
}


def known_bins(data: Mapping[str, int], names: Iterable[str]) -> Refusal | None:
    """A refusal naming the bins of this roll when another was sent."""
    allowed = tuple(names)
    wrong = [n for n in data if n not in allowed]
    if not wrong:
        return None
    values = {"wrong": wrong[0][:30], "allowed": ", ".join(allowed)}
    return Refusal(Text("This roll has no count %(wrong)s; its counts are %(allowed)s.", values), "2:6:2")


def attack_tally(pad: Pad, dice: int, at: int) -> AttackTally | Refusal | None:
    """The attack roll when the pad is full, None while it is not, a refusal when it cannot be."""
    if pad.faces:
        faces = all_faces(pad)
        return None if faces is None else tally_attack(faces, at)
    rows = attack_bins(pad, dice, at)
    if refused := known_bins(pad.bins, ("misses", "hits", "tens")) or bins_refused(rows, dice):
        return refused
    if any(v for k, v in pad.bins.items() if k not in {r.name for r in rows}):
        return Refusal(Text("At AT %(at)s no die can fall like that: give only the counts shown.", {"at": at}), "2:7:3")
    if any(r.count is None for r in rows):
        return None
    given = {r.name: r.count or 0 for r in rows}
    if (total := sum(given.values())) != dice:
        values = {"sum": counts.dice(total), "dice": counts.dice(dice)}
        return Refusal(Text("%(sum)s entered for a roll of %(dice)s: correct a count.", values), "9:3:3")
    return AttackTally(given.get("misses", 0), given.get("hits", 0), given.get("tens", 0))


def defense_tally(pad: Pad, plain: int, marked: int, df: int) -> DefenseTally | Refusal | None:
    """The defense roll when the pad is full, None while it is not, a refusal when it cannot be."""
    if pad.faces:
        faces = all_faces(pad)
        return None if faces is None else tally_defense(faces, df, marked)
    rows = defense_bins(pad, plain, marked, df)
    if refused := known_bins(pad.bins, ("saved", "saved_marked", "tens")) or bins_refused(rows, plain + marked):
        return refused
    if any(r.count is None for r in rows):
        return None
    saved = (rows[0].count or 0) + (rows[1].count or 0)
    tens = rows[2].count or 0
    return DefenseTally(saved, plain + marked - saved - tens, tens)


def _whole(data: RollData, dice: int, by: str) -> Pad | Refusal:
    """The pad filled by a whole roll at once."""
    if data.faces:
        if len(data.faces) != dice or any(not 0 <= f <= 10 for f in data.faces):
            return Refusal(
                counted(
                    "%(num)s die is needed, 1 to 9 or 0 for a ten; given: %(have)s.",
                    "%(num)s dice are needed, each 1 to 9 or 0 for a ten; given: %(have)s.",
                    dice,
                    {"have": len(data.faces)},
                ),
                "2:6:2",
            )
        return Pad(faces=tuple(f % 10 for f in data.faces), by=by)
    return Pad(bins=dict(data.bins), by=by)


# ---- dice as a pad of faces shows them


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a faces pad: what counts on it, and its face once it has fallen."""

    index: int
    face: int | None
    marked: bool
    wants: Text

    @property
    def caption(self) -> Text | None:
        """What stands beside the pad; of dice that count centimeters nothing, for their sentence says that always."""
        return None if self.wants == CENTIMETERS else self.wants
