"""The end of a battle: its story told from its acts, each unit in short, and a battle put away for another day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pydantic import Field

from companion.content import catalog
from companion.play.acts import ActForm, OneLine, everybody, public_line
from companion.play.game import Event, Line
from companion.play.kensei.abilities.outcomes import AbilityHarm, harm_done
from companion.play.kensei.acts import act, always
from companion.play.kensei.chains import Chain, thaw, thaw_number
from companion.play.kensei.fight.harm import land_waiting, waiting
from companion.play.kensei.pieces import SEATS, Hero, Piece, by_name
from companion.play.kensei.state import State
from companion.play.kensei.turn.phases import ScoreView
from companion.play.kensei.view import View
from companion.play.values import Passage
from companion.rules import counts
from companion.rules.kensei.army.roster import character_vp, unit_koku
from companion.rules.kensei.fight.odds import Luck, attack_luck, damage_luck, defense_luck, harm_luck, honor_luck
from companion.rules.text import EMPTY, Text, counted, player_at, player_first

MOST_DEEDS = 6
GENERAL_PRICE = 10**6
"""Beyond the price of any unit: what a general's death decides, no points outweigh."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A decisive act: in which turn, whose (empty: nobody's), what, and the price of what it cost the enemy."""

    turn: int
    seat: str
    sentence: Text
    price: int = 0


@dataclass(frozen=True, slots=True)
class UnitStory:
    """What a unit, or a character alone, did and suffered; with the Bushi in it."""

    piece: str
    seat: str
    title: str
    at_start: int
    left: int
    gone: bool
    """Nothing of it is on the table."""
    dealt: int
    suffered: int
    destroyed: int
    """Enemy units and characters that fell to it."""
    held: int
    broken: int
    """Honor rolls (11:3:1)."""
    slain: tuple[str, ...]
    """Its characters that fell."""


@dataclass(frozen=True, slots=True)
class LuckRow:
    """One kind of dice: what each side threw."""

    what: Text
    sides: Mapping[str, Luck]


@dataclass(frozen=True, slots=True)
class Story:
    """The whole battle in short."""

    units: tuple[UnitStory, ...]
    deeds: tuple[Deed, ...]
    luck: tuple[LuckRow, ...]

    def of(self, seat: str) -> tuple[UnitStory, ...]:
        """The units of a side."""
        return tuple(unit for unit in self.units if unit.seat == seat)


LUCK: tuple[tuple[str, Text], ...] = (
    ("hits", Text("Hits")),
    ("saves", Text("Saves")),
    ("damage", Text("Damage")),
    ("honor", Text("Honor rolls passed")),
)


@dataclass(slots=True)
class _Notes:
    """What is gathered while the acts pass by."""

    dealt: Counter[str] = field(default_factory=Counter)
    suffered: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    fell: dict[str, tuple[str, Deed]] = field(default_factory=dict)
    """Who or what fell, by its name: who did it, and the deed. What stands again by a correction is taken out."""
    hardest: tuple[int, Deed] | None = None
    luck: dict[tuple[str, str], Luck] = field(default_factory=dict)


def story(passages: Iterable[Passage]) -> Story:
    """The story of the acts that count, in their order."""
    notes = _Notes()
    end: State | None = None
    for passage in passages:
        end = passage.after
        if not passage.before.begun:
            continue
        _dice(notes, passage.before, passage.after)
        _honor(notes, passage.before, passage.after)
        harms = (*harm_done(passage.before, passage.after), *_last_dice(passage.before, passage.after))
        for harm in harms:
            _lucky(notes, "damage", harm.seat, harm_luck(harm.points, harm.dice, harm.armor))
        landed: tuple[Chain | AbilityHarm, ...] = (*_landed(passage.before, passage.after), *harms)
        _damage(notes, passage.before, landed)
        _losses(notes, passage.before, passage.after, landed)
    if end is None:
        return Story((), (), ())
    fallen = Counter(by for by, _ in notes.fell.values())
    units = tuple(_unit(notes, fallen, piece) for seat in SEATS for piece in end.of(seat) if _is_known(piece))
    rows = (LuckRow(words, {seat: notes.luck.get((what, seat), Luck()) for seat in SEATS}) for what, words in LUCK)
    return Story(units, _decisive(notes), tuple(row for row in rows if any(one.dice for one in row.sides.values())))


def _is_known(piece: Piece) -> bool:
    """Whether both sides know of it: a character who hides alone is on no table."""
    return piece.unit is not None or not all(hero.hidden for hero in piece.heroes)


def _unit(notes: _Notes, fallen: Counter[str], piece: Piece) -> UnitStory:
    return UnitStory(
        piece=piece.id,
        seat=piece.seat,
        title=piece.unit_title,
        at_start=piece.at_start,
        left=_left(piece),
        gone=not piece.standing,
        dealt=notes.dealt[piece.id],
        suffered=notes.suffered[piece.id],
        destroyed=fallen[piece.id],
        held=notes.held[piece.id],
        broken=notes.broken[piece.id],
        slain=tuple(hero.title for hero in piece.heroes if not hero.alive and not hero.hidden),
    )


# ---- dice


def _dice(notes: _Notes, before: State, after: State) -> None:
    """The rolls of attacks that this act completed, against what such dice do."""
    for chain in after.chains:
        if chain.numbers is None:
            continue
        was = before.chain(chain.id)
        numbers = thaw(chain.numbers)
        mine, theirs = (after.side_of(piece) for piece in (chain.attacker, chain.defender))
        if chain.attack and not (was and was.attack):
            _lucky(notes, "hits", mine, attack_luck(chain.attack, numbers.at.value))
        if chain.attack and chain.defense and not (was and was.defense):
            _lucky(notes, "saves", theirs, defense_luck(chain.defense, numbers.df.value, chain.attack.tens))
        if chain.defense and chain.damage and not (was and was.damage):
            luck = damage_luck(
                chain.points or 0, len(chain.damage), chain.defense.tens, numbers.ar.value, numbers.damage_bonus.value
            )
            _lucky(notes, "damage", mine, luck)


def _honor(notes: _Notes, before: State, after: State) -> None:
    for roll in after.rolls:
        was = before.roll(roll.id)
        if roll.die is None or roll.holds is None or roll.regroups or roll.is_ki or (was and was.die is not None):
            continue
        (notes.held if roll.holds else notes.broken)[roll.piece] += 1
        if roll.number is not None:
            luck = honor_luck(holds=roll.holds, hr=thaw_number(roll.number).value)
            _lucky(notes, "honor", after.side_of(roll.piece), luck)


def _lucky(notes: _Notes, what: str, seat: str, luck: Luck) -> None:
    notes.luck[what, seat] = notes.luck.get((what, seat), Luck()) + luck


# ---- harm


def _landed(before: State, after: State) -> Iterator[Chain]:
    """The roll chains whose harm this act let land, those it put away at once among them."""
    unit = waiting(before)
    now = after
    if unit is not None and after.chain(unit.id) is None:
        now = land_waiting(before, at_once=True)
    for chain in now.chains:
        was = before.chain(chain.id)
        if chain.landed is not None and not (was and was.landed):
            yield chain


def _last_dice(before: State, after: State) -> Iterator[AbilityHarm]:
    """What those did who struck as they fell (12:5:4)."""
    for one in after.fallen:
        was = by_name(before.fallen, one.id)
        if one.points is not None and (was is None or was.points is None):
            side, whom = after.known(one.piece).seat, one.hero or None
            yield AbilityHarm(one.piece, "", one.target, whom, one.points, side, one.dice, one.ar)


def _damage(notes: _Notes, before: State, landed: Iterable[Chain | AbilityHarm]) -> None:
    for chain in landed:
        if not chain.points:
            continue
        notes.suffered[chain.defender] += chain.points
        if not chain.attacker:
            continue
        notes.dealt[chain.attacker] += chain.points
        one, other = before.known(chain.attacker), before.known(chain.defender)
        if notes.hardest is None or chain.points > notes.hardest[0]:
            names = {"who": _title(one, chain.striker), "whom": _title(other, chain.aimed_at), "damage": chain.points}
            words = Text("%(who)s did %(damage)s damage to %(whom)s, the most in one attack.", names)
            notes.hardest = chain.points, Deed(before.turn, one.seat, words)


def _title(piece: Piece, hero_id: str | None) -> str:
    """Who struck, or was struck: a character for himself, as in a confrontation or as the last of his unit, else it."""
    hero = piece.hero(hero_id or "")
    return hero.title if hero is not None and not hero.hidden else piece.title


def _losses(notes: _Notes, before: State, after: State, landed: tuple[Chain | AbilityHarm, ...]) -> None:
    for now in after.pieces:
        was = before.piece(now.id)
        if was is None or was is now:
            continue
        at = [chain for chain in landed if chain.defender == now.id and chain.attacker]
        by = before.known(at[0].attacker) if at else None
        if now.unit is not None:
            _noted(notes, now.id, _left(was), _left(now), by, _destroyed(before, now, by))
        for hero in now.heroes:
            old = was.hero(hero.id)
            if old is not None and not hero.hidden:
                his = next((chain for chain in at if chain.aimed_at == hero.id), at[0] if at else None)
                slayer = before.known(his.attacker) if his is not None else None
                name = _title(slayer, his.striker) if his is not None and slayer is not None else ""
                fell = _slain(before, now, hero, slayer, name)
                _noted(notes, hero.id, int(old.alive), int(hero.alive), slayer, fell)


def _left(piece: Piece) -> int:
    return 0 if piece.off_table else piece.miniatures


def _noted(notes: _Notes, who: str, was: int, now: int, by: Piece | None, deed: Deed) -> None:
    if was and not now:
        notes.fell[who] = (by.id if by else "", deed)
    elif now and not was:
        notes.fell.pop(who, None)


def _destroyed(before: State, piece: Piece, by: Piece | None) -> Deed:
    assert piece.unit is not None
    price = unit_koku(catalog().units[piece.unit], max(piece.at_start, piece.miniatures), piece.brought_standard)
    names = {"whom": piece.unit_title, "who": by.title if by else ""}
    if by is not None:
        return Deed(before.turn, by.seat, Text("%(who)s destroyed %(whom)s.", names), price)
    if piece.off_table:
        return Deed(before.turn, piece.seat, Text("%(whom)s fled off the table.", names), price)
    return Deed(before.turn, piece.seat, Text("Lost: %(whom)s.", names), price)


def _slain(before: State, piece: Piece, hero: Hero, by: Piece | None, name: str) -> Deed:
    chief = before.leader(piece.seat)
    is_chief = chief is not None and chief.id == hero.id
    price = GENERAL_PRICE if is_chief else character_vp(hero.profile, hero.mounted)
    whom = Text("the general %(name)s", {"name": hero.title}) if is_chief else hero.title
    names = {"whom": whom, "who": name}
    if by is not None:
        return Deed(before.turn, by.seat, Text("%(who)s slew %(whom)s.", names), price)
    return Deed(before.turn, piece.seat, Text("Lost: %(whom)s.", names), price)


def _decisive(notes: _Notes) -> tuple[Deed, ...]:
    """The dearest losses and the hardest attack, in the order in which they came."""
    fell = [deed for _, deed in notes.fell.values()]
    dearest = sorted(range(len(fell)), key=lambda place: -fell[place].price)[:MOST_DEEDS]
    shown = [fell[place] for place in sorted(dearest)]
    hardest = [notes.hardest[1]] if notes.hardest else []
    return tuple(sorted((*shown, *hardest), key=lambda deed: deed.turn))


# ---- the words of the end: each unit in short, and the battle report that stands above the log


def unit_words(unit: UnitStory) -> tuple[Text, ...]:
    """What a unit did and suffered, as far as there is anything to tell."""
    parts = []
    if unit.dealt:
        parts.append(Text("%(damage)s damage done", {"damage": unit.dealt}))
    if unit.suffered:
        parts.append(Text("%(damage)s suffered", {"damage": unit.suffered}))
    if unit.destroyed:
        parts.append(counted("%(num)s enemy brought down", "%(num)s enemies brought down", unit.destroyed))
    if unit.held:
        parts.append(counted("%(num)s honor roll passed", "%(num)s honor rolls passed", unit.held))
    if unit.broken:
        parts.append(counted("%(num)s honor roll failed", "%(num)s honor rolls failed", unit.broken))
    return tuple(parts) or (Text("no damage done or taken"),)


def report(view: View, story: Story, players: Mapping[str, str]) -> tuple[Text, ...]:
    """The battle in short, line by line."""
    scores = {score.seat: score for score in view.scores}
    lines = [_winner(view, players)]
    lines.append(Text("%(why)s The battle lasted until turn %(turn)s.", {"why": view.decided, "turn": view.turn}))
    for side in view.sides:
        lines += [EMPTY, *_side(view, story, side.seat, scores.get(side.seat), players)]
    if story.deeds:
        lines += [EMPTY, Text("Decisive moments:"), *(_deed(deed, players) for deed in story.deeds)]
    if story.luck:
        lines += [EMPTY, Text("Luck, dice against their average:")]
        lines += [_luck(row, seat, players) for row in story.luck for seat in row.sides]
    return (*lines, EMPTY, Text("Log:"))


def _name(seat: str, players: Mapping[str, str]) -> Text | str:
    return players.get(seat) or player_at(seat)


def _winner(view: View, players: Mapping[str, str]) -> Text:
    if view.over == "draw":
        return Text("The battle ends in a draw.")
    return Text("%(name)s has won the battle.", {"name": _name(view.over, players)})


def _side(view: View, story: Story, seat: str, score: ScoreView | None, players: Mapping[str, str]) -> Iterator[Text]:
    side = view.side(seat)
    named = {"name": _name(seat, players), "left": side.miniatures, "of": counts.miniatures(side.at_start)}
    yield Text("%(name)s: %(left)s of %(of)s left.", named)
    if score is not None:
        yield Text("  Points: %(points)s", {"points": score.points})
        for one in score.why:
            yield Text("    %(points)s  %(reason)s", {"points": one.points, "reason": one.reason})
    for unit in story.of(seat):
        values = {"unit": unit.title, "left": unit.left, "of": unit.at_start, "told": unit_words(unit)}
        yield Text("  %(unit)s, %(left)s of %(of)s: %(told)s", values) if unit.at_start else _lone(unit)
        if unit.at_start and unit.slain:
            yield Text("    Slain: %(who)s", {"who": unit.slain})


def _lone(unit: UnitStory) -> Text:
    values = {"who": unit.title, "told": unit_words(unit)}
    return Text("  %(who)s, slain: %(told)s", values) if unit.gone else Text("  %(who)s: %(told)s", values)


def _deed(deed: Deed, players: Mapping[str, str]) -> Text:
    values = {"turn": deed.turn, "name": _name(deed.seat, players), "deed": deed.sentence}
    return Text("  Turn %(turn)s, %(name)s: %(deed)s", values)


def _luck(row: LuckRow, seat: str, players: Mapping[str, str]) -> Text:
    luck = row.sides[seat]
    values = {
        "what": row.what,
        "name": _name(seat, players),
        "got": luck.got,
        "expected": round(luck.expected, 1),
        "dice": counts.dice(luck.dice),
    }
    return Text("  %(what)s, %(name)s: %(got)s of %(dice)s, %(expected)s on average", values)


# ---- a battle put away for another day: a line of each side about where things stand


MOST_LETTERS = 200


@act("note", sees=everybody, when=always)
class NoteAct(ActForm):
    """Nothing takes the line away."""

    text: OneLine = Field("", max_length=MOST_LETTERS)

    def apply(self, state: State, event: Event) -> State:
        rest = {seat: text for seat, text in state.notes.items() if seat != event.seat}
        return replace(state, notes={**rest, event.seat: self.text} if self.text else rest)

    def line(self, before: State, event: Event, after: State) -> Line:
        if not self.text:
            return public_line("%(side)s removes its note.", side=player_first(event.seat))
        return public_line("%(side)s notes where things stand: %(text)s", side=player_first(event.seat), text=self.text)
