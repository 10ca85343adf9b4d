"""What the dice that fell last came to, as the panel tells it until anything else is carried out: beside attacks, which
have a view of their own, the dice of a charge, an honor roll, an ability, the initiative of a combat, and who strikes
first in a confrontation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.abilities.answering import THEIRS
from companion.play.kensei.abilities.rolls import MINE, attribute, outcome_words, results, total, worked
from companion.play.kensei.after.owing import or_more
from companion.play.kensei.after.owing import target as honor_target
from companion.play.kensei.after.words import roll_words
from companion.play.kensei.ask.contest import TIE
from companion.play.kensei.combat.duels import champion, is_open, own_initiative
from companion.play.kensei.combat.initiative import strikers_in_order, totals
from companion.play.kensei.combat.strikes import is_over
from companion.play.kensei.deploy.seals import SEALED, TOO_LATE
from companion.play.kensei.fight.situation import has_struck
from companion.play.kensei.melees import Confrontation, Melee, Striker
from companion.play.kensei.orders.announcing import LATE
from companion.play.kensei.orders.charging import reach_words
from companion.play.kensei.pieces import by_name
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import HonorRoll, Use
from companion.rules.dice import faces_text, pips
from companion.rules.text import Text, joined


def footer_line(line: Text) -> Text:
    """The newest line of the log as the foot of a page says it, also where it tells what was taken back: without a
    fingerprint, which tells nobody anything there, and without what the book has against late orders."""
    if line.message == SEALED.message:
        return Text("%(side)s writes something down in secret.", line.values)
    if line.message == TOO_LATE.message:
        return Text("%(side)s writes a Denuki's card down too late: the enemy's lie open.", line.values)
    if line.values.get("then") == LATE:
        return footer_line(line.values["first"])
    return replace(line, values={k: footer_line(v) if isinstance(v, Text) else v for k, v in line.values.items()})


@dataclass(frozen=True, slots=True)
class News:
    """Whose dice, and what they came to."""

    seat: str
    who: str | Text
    whom: str
    figures: tuple[tuple[str, Text | str], ...]
    outcome: Text | None
    named: bool = False
    """The figures are of several, who stand beside them by name."""
    sign: str = ""
    """Between a die and what it is held against."""
    goes_on: bool = False
    """More dice of the same are due: it stays news beside their pad."""


def ended(state: State) -> Iterator[str]:
    """What has come to its end, by name: attacks, honor rolls, the newest charge, dice of abilities, opposed
    dice and initiative."""
    yield from (one.id for one in state.chains if one.finished)
    yield from (one.id for one in state.rolls if one.done)
    yield from (name for one in state.uses for name in results(one))
    yield state.charged[0]
    for melee in state.melees:
        yield from (f"{one.id}.in{_thrown(one)}" for one in melee.confrontations if _thrown(one))
        if melee.dice:
            yield f"{melee.id}.in{max(map(len, melee.dice.values()))}"


def _thrown(duel: Confrontation) -> int:
    """How often both have thrown for who strikes first."""
    return min(len(duel.dice.get(hero, ())) for hero in duel.both)


def news_view(state: State) -> News | None:
    """The newest of it, unless that is an attack; none once an attack began after the dice of a charge."""
    charge_id, after = state.charged
    if state.news == charge_id and (not state.chains or state.chains[-1].id == after):
        return _charged(state, charge_id)
    roll = by_name(state.rolls, state.news)
    if roll is not None and roll.die is not None:
        number = (str(honor_target(state, roll).value), "KI" if roll.is_ki else "HR")
        figures = ((str(pips(roll.die)), Text("rolled")), number)
        seat, words, sign = state.piece_of(roll).seat, roll_words(state, roll)[0], _sign(state, roll)
        return News(seat, state.title(roll.piece), "", figures, words, sign=sign)
    use = state.use(state.news.rpartition(".ki")[0])
    if use is not None:
        return _of_ability(state, use)
    name = state.news.rpartition(".in")[0]
    for melee in state.melees:
        duel = by_name(melee.confrontations, name)
        if melee.id == name and not is_over(state, name):
            return _initiative(state, melee)
        if duel is not None and is_open(state, duel):
            return _first_strike(state, duel)
    return None


def _sign(state: State, roll: HonorRoll) -> str:
    """How its die compares with its number."""
    if or_more(state, roll):
        return "≥" if roll.holds else "<"
    return "≤" if roll.holds else ">"


def _charged(state: State, name: str) -> News | None:
    """The dice of a charge, or hidden ones an enemy has come upon; none of a charge of an earlier turn."""
    charge = state.charge(name)
    if charge is not None and charge.faces:
        who, whom = state.title(charge.piece), state.title(charge.target)
        figures = ((faces_text(charge.faces), Text("rolled")),)
        return News(state.piece_of(charge).seat, who, whom, figures, reach_words(charge))
    hidden = next((one for one in state.seals if one.seal == name), None)
    if hidden is None:
        return None
    who, whom = state.title(hidden.came_upon), state.title(hidden.met) if hidden.met else ""
    contact = state.between(hidden.came_upon, hidden.met)
    if contact is not None and contact.cause == "denuki":
        met = Text("%(who)s, hidden until now, is in contact with the front of %(whom)s.", {"who": who, "whom": whom})
    else:
        met = Text("%(who)s, hidden until now, charged %(whom)s.", {"who": who, "whom": whom})
    words = met if whom else Text("%(who)s, hidden until now, charged.", {"who": who})
    return News(hidden.seat, who, whom, (), words)


def _of_ability(state: State, use: Use) -> News | None:
    """A die held against an attribute, or the sums of a pair; then what came of it, and who has to roll for it. None
    once one of them is gone."""
    name, _, count = state.news.rpartition(".ki")[2].rpartition("/")
    target, user = name[1:], state.title(use.user)
    if any(state.whereabouts(one) is None for one in (use.user, *([target] if target else ()))):
        return None
    figures: tuple[tuple[str, Text | str], ...]
    who = Text("%(who)s: %(ability)s", {"who": user, "ability": use.name})
    goes_on = state.undecided(use)
    if use.rolls == "opposed":
        sums = [total(state, use, side + target, int(count)) for side in (MINE, THEIRS)]
        figures = ((str(sums[0]), user), (str(sums[1]), state.title(target)))
        words = TIE if sums[0] == sums[1] else _worked(state, use, target, won=sums[0] > sums[1])
        return News(use.seat, who, "", figures, words, named=True, goes_on=goes_on)
    die, number = pips(use.dice[name][-1]), attribute(state, use, name).value
    figures = ((str(die), Text("rolled")), (str(number), use.letters))
    if target:
        words = _worked(state, use, target, won=die > number)
    else:
        names = {"ability": use.name}
        words = Text("%(ability)s works.", names) if die <= number else Text("%(ability)s fails.", names)
    return News(use.seat, who, "", figures, words, sign="≤" if die <= number else ">", goes_on=goes_on)


def _worked(state: State, use: Use, target: str, *, won: bool) -> Text:
    """Of this target while dice of others are due; then of all of them, and who owes an honor roll for it."""
    if use.holds is None:
        return worked(state, use, (target,) if won else (), () if won else (target,))
    owed = (one for one in state.owed if one.moment == use.id)
    rolls = (Text("%(unit)s must make an honor roll.", {"unit": state.title(one.piece)}) for one in owed)
    return joined([outcome_words(state, use), *rolls])


def _initiative(state: State, melee: Melee) -> News:
    """IN of everybody who rolled, in the order in which they strike, or until a tie is broken."""
    rows = ((one, totals(melee).get(one.id, ())) for one in strikers_in_order(melee))
    figures = (("/".join(map(str, sums)), _in_line(state, melee, one)) for one, sums in rows if sums)
    return News("", Text("Initiative"), "", tuple(figures), None, named=True)


def _in_line(state: State, melee: Melee, striker: Striker) -> Text | str:
    """Who has this IN; with the reason, of a character whose strike is behind him, why he will not be asked for it. A
    unit of which one man has fought strikes with its other dice."""
    name = state.striker_name(striker)
    fought = not striker.unit and any(striker.id in one.both for one in melee.confrontations)
    if fought and has_struck(state, state.piece_of(striker), striker.id):
        return Text("%(who)s: has already struck, in the confrontation", {"who": name})
    return name


def _first_strike(state: State, duel: Confrontation) -> News:
    dice = ((hero, pips(duel.dice[hero][_thrown(duel) - 1])) for hero in duel.both)
    sums = ((str(die + own_initiative(state, hero).value), champion(state, hero).title) for hero, die in dice)
    tied = not duel.first and not duel.off
    return News("", Text("Initiative"), "", tuple(sums), TIE if tied else None, named=True)
