"""An attack counted anew when a circumstance was forgotten: the dice lie as they fell, and only those between the old
and the new numbers are asked (9:3:3 to 9:3:5, 10:3 to 10:5). What follows is thrown or falls away by the difference.

Dice that fall away are the last of their kind, as they are thrown in order; where only bins are known it is asked what
they had shown. Nothing is asked whose answer follows.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace

from companion.rules import counts
from companion.rules.dice import TEN, AttackTally, DefenseTally, hits, pips, saves, tally_attack, tally_defense
from companion.rules.kensei.fight.attack import MARK, Numbers
from companion.rules.text import Refusal, Text

FACES = range(1, TEN + 1)


@dataclass(frozen=True, slots=True)
class LyingDice:
    """The dice of an attack as they lie: tallies, and their faces where those were entered one by one."""

    attack: AttackTally
    defense: DefenseTally | None = None
    damage: tuple[int, ...] | None = None
    attack_faces: tuple[int, ...] = ()
    defense_faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The next thing only the players know: a count from `least` to `most`, or the face of one die."""

    name: str
    words: Text
    least: int
    most: int
    is_face: bool = False


Steps = Generator[Wanted, int, "LyingDice"]
Count = Generator[Wanted, int, int]


def recount(
    was: Numbers, now: Numbers, dice: LyingDice, answers: Mapping[str, int], *, to_end: bool
) -> LyingDice | Wanted | Refusal:
    """The dice as they count with the numbers of now, or what has to be said before that.

    `to_end`: the attack was over, so that rolls which come about now are asked as well; else they are thrown later.
    """
    steps = _recounted(was, now, dice, to_end)
    try:
        wanted = next(steps)
        while True:
            if wanted.name not in answers:
                return wanted
            answer = answers[wanted.name]
            if not wanted.least <= answer <= wanted.most:
                values = {"asked": wanted.words, "least": wanted.least, "most": wanted.most, "given": answer}
                words = Text("%(asked)s %(given)s cannot be: %(least)s to %(most)s are possible.", values)
                return Refusal(words, "9:3:3")
            wanted = steps.send(answer)
    except StopIteration as done:
        found: LyingDice = done.value
        return found


def _recounted(was: Numbers, now: Numbers, dice: LyingDice, to_end: bool) -> Steps:
    attack, faces = yield from _attack(was, now, dice)
    found = LyingDice(attack, attack_faces=faces)
    if dice.defense is None and not (to_end and attack.hits + attack.tens):
        return found
    old = (dice.attack.hits, dice.attack.tens)
    defense, faces = yield from _defense(was, now, dice, old, (attack.hits, attack.tens))
    if defense is None:
        return found
    found = replace(found, defense=defense, defense_faces=faces)
    if dice.damage is None and not to_end:
        return found
    old_through = (dice.defense.failed, dice.defense.tens) if dice.defense else (0, 0)
    damage = yield from _damage(dice.damage or (), old_through, (defense.failed, defense.tens))
    return replace(found, damage=damage or None)


# ---- what is asked


def _asked(name: str, words: Text, least: int, most: int) -> Count:
    """The count, asked only where there is more than one possible."""
    least = max(least, 0)
    if most <= least:
        return least
    answer = yield Wanted(name, words, least, most)
    return answer


def face_range(faces: list[int]) -> str:
    """Faces beside each other as they stand on the dice: "5", "4–6", "Ø"."""
    ends = ["Ø" if face == TEN else str(face) for face in (faces[0], faces[-1])]
    return ends[0] if faces[0] == faces[-1] else "–".join(ends)


# ---- the AT roll


def _attack(was: Numbers, now: Numbers, dice: LyingDice) -> Generator[Wanted, int, tuple[AttackTally, tuple[int, ...]]]:
    tally, faces = dice.attack, dice.attack_faces
    fewer = was.dc.value - now.dc.value
    old, new = was.at.value, now.at.value
    if faces:
        faces = faces[: now.dc.value] if fewer > 0 else faces
        tally = tally_attack(faces, new)
    else:
        if fewer > 0:
            tally = yield from _attack_less(tally, min(fewer, was.dc.value))
        tally = yield from _attack_moved(tally, old, new)
    if fewer >= 0:
        return tally, faces
    more = yield from _attack_more(-fewer, new)
    return AttackTally(tally.misses + more.misses, tally.hits + more.hits, tally.tens + more.tens), ()


def _attack_less(tally: AttackTally, fewer: int) -> Generator[Wanted, int, AttackTally]:
    named = {"dice": counts.dice(fewer)}
    words = Text("%(dice)s no longer count. How many of them were hits, without Ø?", named)
    least = fewer - tally.misses - tally.tens
    hit = yield from _asked("at.less.hits", words, least, min(fewer, tally.hits))
    words = Text("%(dice)s no longer count. How many of them show Ø?", named)
    tens = yield from _asked("at.less.tens", words, fewer - hit - tally.misses, min(fewer - hit, tally.tens))
    return AttackTally(tally.misses - (fewer - hit - tens), tally.hits - hit, tally.tens - tens)


def _attack_moved(tally: AttackTally, old: int, new: int) -> Generator[Wanted, int, AttackTally]:
    between = [face for face in FACES if hits(face, old) != hits(face, new)]
    if not between:
        return tally
    better = new < old
    pool = tally.misses if better else tally.hits
    pooled = [face for face in FACES if face != TEN and hits(face, old) != better]
    least = pool if set(pooled) <= set(between) else 0
    words = Text("How many of the attack dice show %(faces)s?", {"faces": face_range(between)})
    count = yield from _asked("at.between", words, least, pool)
    count = count if better else -count
    return AttackTally(tally.misses - count, tally.hits + count, tally.tens)


def _attack_more(more: int, at: int) -> Generator[Wanted, int, AttackTally]:
    named = {"dice": counts.dice(more), "face": min(max(at, 0) + 1, TEN)}
    words = Text("Roll %(dice)s more: %(face)s or more hits. How many hits, without Ø?", named)
    hit = yield from _asked("at.more.hits", words, 0, more if at < TEN - 1 else 0)
    words = Text("Roll %(dice)s more. How many show Ø?", named)
    tens = yield from _asked("at.more.tens", words, more - hit if at <= 0 else 0, more - hit)
    return AttackTally(more - hit - tens, hit, tens)


# ---- the DF roll


@dataclass(frozen=True, slots=True)
class _Group:
    """Unmarked or marked dice: how many there were and are, and what saves then and now."""

    name: str
    before: int
    after: int
    old: int
    new: int

    @property
    def stays(self) -> int:
        return min(self.before, self.after)

    def between(self) -> list[int]:
        """The faces that save by one of the two numbers only."""
        return [face for face in FACES if saves(face, self.old) != saves(face, self.new)]


def _defense(
    was: Numbers, now: Numbers, dice: LyingDice, old: tuple[int, int], new: tuple[int, int]
) -> Generator[Wanted, int, tuple[DefenseTally | None, tuple[int, ...]]]:
    if not sum(new):
        return None, ()
    df = (was.df.value, now.df.value)
    groups = (
        _Group("df", old[0], new[0], *df),
        _Group("df.marked", old[1], new[1], df[0] - MARK, df[1] - MARK),
    )
    faces = dice.defense_faces
    tally = dice.defense or DefenseTally(0, 0, 0)
    if faces:
        plain, marked = faces[: groups[0].stays], faces[old[0] : old[0] + groups[1].stays]
        faces = (*plain, *marked)
        tally = tally_defense(faces, df[1], len(marked))
    else:
        for group in groups:
            tally = yield from _defense_less(tally, group)
        for group in groups:
            tally = yield from _defense_moved(tally, group, alone=sum(one.stays for one in groups) == group.stays)
    for group in groups:
        if group.after > group.before:
            more = yield from _defense_more(group, group.after - group.before)
            tally, faces = _sum(tally, more), ()
    return tally, faces


def _sum(one: DefenseTally, other: DefenseTally) -> DefenseTally:
    return DefenseTally(one.saved + other.saved, one.failed + other.failed, one.tens + other.tens)


def _defense_less(tally: DefenseTally, group: _Group) -> Generator[Wanted, int, DefenseTally]:
    fewer = group.before - group.after
    if fewer <= 0:
        return tally
    named = {"dice": _named(group, fewer)}
    words = Text("These last dice of the defense no longer count: %(dice)s. How many of them had saved?", named)
    least = fewer - tally.failed - tally.tens
    saved = yield from _asked(f"{group.name}.less.saved", words, least, min(fewer, tally.saved))
    words = Text("These last dice of the defense no longer count: %(dice)s. How many of them show Ø?", named)
    most = min(fewer - saved, tally.tens)
    tens = yield from _asked(f"{group.name}.less.tens", words, fewer - saved - tally.failed, most)
    return DefenseTally(tally.saved - saved, tally.failed - (fewer - saved - tens), tally.tens - tens)


def _defense_moved(tally: DefenseTally, group: _Group, *, alone: bool) -> Generator[Wanted, int, DefenseTally]:
    between = group.between()
    if not between or not group.stays:
        return tally
    better = group.new > group.old
    for name, faces in ((".between", [f for f in between if f != TEN]), (".ten", [f for f in between if f == TEN])):
        if not faces:
            continue
        failed = tally.tens if faces == [TEN] else tally.failed
        pool = min(failed if better else tally.saved, group.stays)
        pooled = {f for f in FACES if saves(f, group.old) != better and (not better or (f == TEN) == (faces == [TEN]))}
        least = pool if alone and pooled <= set(faces) else 0
        words = Text("How many of the defense dice show %(faces)s?", {"faces": face_range(faces)})
        if group.name != "df":
            words = Text("How many of the defense dice against Ø show %(faces)s?", {"faces": face_range(faces)})
        count = yield from _asked(f"{group.name}{name}", words, least, pool)
        count = count if better else -count
        lost = (0, count) if faces == [TEN] else (count, 0)
        tally = DefenseTally(tally.saved + count, tally.failed - lost[0], tally.tens - lost[1])
    return tally


def _defense_more(group: _Group, more: int) -> Generator[Wanted, int, DefenseTally]:
    best = min(max(group.new, 1), TEN)
    named = {"dice": _named(group, more), "face": best}
    words = Text("Roll %(dice)s more for the defense: %(face)s or less saves. How many saved?", named)
    saved = yield from _asked(f"{group.name}.more.saved", words, more if best == TEN else 0, more)
    words = Text("Roll %(dice)s more for the defense. How many show Ø?", named)
    failed = more - saved if best < TEN else 0
    tens = yield from _asked(f"{group.name}.more.tens", words, failed if best == TEN - 1 else 0, failed)
    return DefenseTally(saved, more - saved - tens, tens)


def _named(group: _Group, dice: int) -> Text:
    if group.name == "df":
        return counts.dice(dice)
    return Text("%(dice)s against Ø", {"dice": counts.dice(dice)})


# ---- the damage roll


def _damage(
    faces: tuple[int, ...], old: tuple[int, int], new: tuple[int, int]
) -> Generator[Wanted, int, tuple[int, ...]]:
    plain = yield from _damage_of("damage", faces[: old[0]], new[0])
    raised = yield from _damage_of("damage.raised", faces[old[0] :], new[1])
    return (*plain, *raised)


def _damage_of(name: str, faces: tuple[int, ...], dice: int) -> Generator[Wanted, int, tuple[int, ...]]:
    """The first so many of them; the face of each that comes about is asked."""
    found = faces[:dice]
    for number in range(len(found) + 1, dice + 1):
        words = Text("Roll one more damage die. What does it show?")
        if name != "damage":
            words = Text("Roll one more damage die, with +2. What does it show?")
        face = yield Wanted(f"{name}.{number}", words, 1, TEN, is_face=True)
        found = (*found, pips(face))
    return found
