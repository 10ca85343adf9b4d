"""What an ability answers, window by window: a charge, a roll, a challenge, another ability; and who lends his KI."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.play.kensei.after.honor import has_failed, rolled_again
from companion.play.kensei.after.owing import DUTY, able_commanders, called_to_duty
from companion.play.kensei.ask.kinds import PAST
from companion.play.kensei.combat import duels as confrontations
from companion.play.kensei.combat.duels import champion, find_duel, may_change, not_fought
from companion.play.kensei.melees import Confrontation, Melee
from companion.play.kensei.orders.charging import withstood
from companion.play.kensei.orders.reacting import GONE, awaited, is_open
from companion.play.kensei.owned import Owned
from companion.play.kensei.pieces import Hero, Piece, by_name
from companion.play.kensei.state import State, must
from companion.play.kensei.turn import taisho
from companion.play.kensei.turn_state import Spent, Use
from companion.rules.kensei.abilities import rule
from companion.rules.kensei.abilities.rule import CannotRefuse, Form, Lasts, Outcome, RollsAgain, Window
from companion.rules.kensei.turn.command import REGROUPING
from companion.rules.kensei.turn.effects import EffectId
from companion.rules.text import Refusal, Text

THEIRS = "<"
"""How the names of targets' dice begin."""


def roller(state: State, use: Use, name: str) -> tuple[Piece, Hero | None]:
    """Whose die it is: the user's, or a target's."""
    return must(state.whereabouts(name[1:] if name.startswith(THEIRS) else use.user))


def lenders(state: State, use: Use, name: str) -> tuple[Hero, ...]:
    """Who may lend his KI to this die, the general to a unit that he called to its duty among them. A hidden character
    lends nothing: it would show him."""
    piece, hero = roller(state, use, name)
    found = _by_form(state, use, name)
    of_unit = hero is None and not use.taisho and use.form_used.attribute == "ki"
    by_duty = state.general(piece.seat) if of_unit and called_to_duty(state, piece) else None
    if by_duty is not None and by_duty not in found:
        found = (*found, by_duty)
    return tuple(one for one in found if hero is None or one.id != hero.id)


def _by_form(state: State, use: Use, name: str) -> tuple[Hero, ...]:
    form = use.form_used
    if (form.lent_to == "targets") != name.startswith(THEIRS):
        return ()
    piece, _ = roller(state, use, name)
    inside, near = _inside(piece), _near(state, piece)
    match form.lenders:
        case "inside":
            return inside
        case "commandment":
            return (*(one for one in inside if "commandment" in one.profile.traits), *near)
        case "inside-or-commandment":
            return (*inside, *near) if must_lend(use, piece) else ()
        case _:
            return ()


def _inside(roller: Piece) -> tuple[Hero, ...]:
    return roller.seen_heroes if roller.unit is not None and roller.miniatures else ()


def _near(state: State, roller: Piece) -> tuple[Hero, ...]:
    return tuple(one.hero for one in able_commanders(state, roller) if one.hero.alive)


def must_lend(use: Use, roller: Piece) -> bool:
    """Whether its own KI does not count: it has the ability from its general, and no warrior of it knows how (K71)."""
    return not use.hero and _learned(use.ability, use.form_used, roller)


def _learned(ability: str, form: Form, roller: Piece) -> bool:
    return form.lenders == "inside-or-commandment" and ability not in roller.profile.abilities


def nobody_lends(state: State, one: Owned, form: Form) -> Refusal | None:
    """The refusal for who needs another's KI, where nobody is there who could lend it."""
    needs = one.hero is None and _learned(one.ability.id, form, one.piece)
    words = Text(
        "%(who)s can roll only with the KI of a character inside, or of a Commandment character nearby: there is none."
    )
    return one.refusal(words) if needs and not (*_inside(one.piece), *_near(state, one.piece)) else None


def lender(state: State, use: Use, name: str) -> Hero | None:
    """Who lends his KI to this die: who was named, while he can; else by himself who is certain to have more. Where
    somebody must, the one with the most. Who has lent it to a die that lies stays its lender."""
    named = use.lent.get(name, "")
    if name in use.dice:
        return by_name(state.heroes(), named)
    able = lenders(state, use, name)
    chosen, needed = by_name(able, named), must_lend(use, roller(state, use, name)[0])
    by_word = name in use.lent and not named
    if chosen is not None or (by_word and not needed):
        return chosen
    return max(_certain(state, use, name) or (able if needed else ()), key=_ki, default=None)


def _ki(hero: Hero) -> int:
    return hero.profile.attributes.ki


def _certain(state: State, use: Use, name: str) -> tuple[Hero, ...]:
    """Who may lend his KI, stands in the unit, where nothing is measured, and has more than counts without him."""
    piece, hero = roller(state, use, name)
    if hero is not None:
        return ()
    own = 0 if must_lend(use, piece) else piece.body.attributes.ki
    return tuple(one for one in _by_form(state, use, name) if one in _inside(piece) and _ki(one) > own)


def after_die(state: State, use: Use, name: str) -> State:
    """The state after this die: a general who lent his KI because of duty has done so once."""
    lent = by_name(lenders(state, use, name), use.lent.get(name, ""))
    if lent is None or lent in _by_form(state, use, name):
        return state
    return state.with_effect(roller(state, use, name)[0].seat, DUTY, present=False)


# ---- whom the abilities of a combat concern, and whether their moment is past


def before_in(state: State, one: Owned, about: str) -> Refusal | None:
    """Why this one uses nothing before the initiative of this combat; about none, where it is not led."""
    melee = state.melee(about)
    if about and (melee is None or one.piece.id not in melee.members or one.piece.id in melee.left):
        return one.refusal(Text("%(who)s must be in that combat."))
    if melee is not None and not melee.first_roll:
        return one.refusal(Text("%(ability)s is used before the initiative dice: those are shown already."))
    return None


def challenging(state: State, one: Owned, about: str) -> Refusal | None:
    """Only of who has challenged, while no die of it has fallen."""
    at = _open(state, about)
    return None if at is not None and at[1].challenger == one.user else one.refusal(NO_CHALLENGE)


def challenged(state: State, one: Owned, about: str) -> Refusal | None:
    """Only of the unit inside which the challenged stands, while no die of it has fallen."""
    at = _open(state, about)
    inside = at is not None and champion(state, at[1].challenged).piece.id == one.piece.id
    return None if inside else one.refusal(NO_CHALLENGE)


def _open(state: State, about: str) -> tuple[Melee, Confrontation] | None:
    """The challenge of this name and its combat, while no die of it has fallen."""
    at = find_duel(state, about)
    return at if at is not None and may_change(at[1]) else None


NO_CHALLENGE = Text("No challenge is open that %(ability)s of %(who)s could answer.")


# ---- what abilities do to the confrontations of a combat: begun, avoided, not to be refused


APART: dict[str, EffectId] = {"basic": "duels-basic", "half": "duels-half"}


def duels(state: State, use: Use, outcome: rule.Duels) -> State:
    """One miniature of the unit challenges a character; each has one confrontation a turn: another gives way (K65)."""
    melee = state.melee(use.about)
    if melee is None or not use.targets:
        return state
    challenged = use.targets[0]
    for one in melee.confrontations:
        if challenged in one.both and confrontations.is_open(state, one):
            state = not_fought(state, melee, one)
    duel = Confrontation(f"{melee.id}.{use.piece}>{challenged}", use.piece, challenged, bound=not outcome.refusable)
    state = state.with_melee(must(state.melee(melee.id)).with_confrontation(duel))
    return state.with_effect(use.piece, APART[outcome.dice])


def avoids(state: State, use: Use, outcome: rule.Avoids) -> State:
    """The challenge is not fought, where no die of it has fallen meanwhile."""
    at = _open(state, use.about)
    return not_fought(state, *at) if at is not None else state


def cannot_refuse(state: State, use: Use, outcome: CannotRefuse) -> State:
    """The challenge is fought, also where it was refused a moment ago."""
    at = _open(state, use.about)
    if at is None:
        return state
    melee, duel = at
    taken = replace(duel, bound=True, refused=False if duel.refused else duel.refused)
    state = state.with_melee(melee.with_confrontation(taken))
    return state.with_effect(use.user, "specialist-in-duels")


def may_refuse_again(state: State, use: Use) -> State:
    """The state in which the challenge may be refused after all, and its answer is asked anew (K77)."""
    at = _open(state, use.about)
    if at is not None:
        melee, duel = at
        state = state.with_melee(melee.with_confrontation(replace(duel, bound=False, refused=None)))
    return state.with_effect(use.user, "specialist-in-duels", present=False)


def captures(state: State, use: Use, outcome: rule.Captures) -> State:
    """Who is captured is a casualty."""
    for one in use.losers:
        captured = champion(state, one)
        piece, hero = captured.piece, captured.hero
        if hero is not None:
            wounds = piece.combatant(hero.id).attributes.vt
            state = state.with_piece(piece.with_hero(replace(hero, wounds=wounds, alive=False)))
    return state


# ---- rolls that an ability answers: an honor roll is not rolled, or a failed one again


ROLL_RULE = "11:3:1"


def waits(state: State, use: Use) -> str:
    """The question that waits until this use is decided: that of the roll itself, or of the flight after it."""
    if use.form_used.window not in ("honor-due", "roll-failed"):
        return ""
    asked = state.ask_about(use.about)
    return asked.id if asked is not None else ""


def can_be_undone(outcomes: Iterable[Outcome]) -> bool:
    """Whether what came of an ability can be taken away again: it only lasts on somebody, or binds a challenge."""
    return all(isinstance(outcome, Lasts | CannotRefuse) for outcome in outcomes)


def undone(state: State, use: Use, outcomes: Iterable[Outcome]) -> State:
    """The state without what came of it."""
    outcomes = tuple(outcomes)
    if any(isinstance(outcome, CannotRefuse) for outcome in outcomes):
        state = may_refuse_again(state, use)
    lasting = [(outcome.effect, use.lies_on(outcome)) for outcome in outcomes if isinstance(outcome, Lasts)]
    for effect, bearers in lasting:
        for on in bearers:
            state = state.with_effect(on, effect, present=False)
    return state


# ---- which rolls they answer


def due(state: State, one: Owned, about: str) -> Refusal | None:
    """Whether this is an honor roll of its own that nobody has thrown."""
    roll = state.roll(about)
    if roll is None or not roll.asking or roll.is_ki or not state.untouched(roll.id):
        return Refusal(PAST, ROLL_RULE)
    return None if roll.piece == one.piece.id else one.refusal(NOT_ITS)


def failed(state: State, one: Owned, about: str) -> Refusal | None:
    """Whether this is a roll of its unit that has failed, and nothing was thrown after it."""
    outcomes = (outcome for form in one.rule.forms for outcome in form.won)
    roll, wanted = state.roll(about), next(o.what for o in outcomes if isinstance(o, RollsAgain))
    if roll is not None:
        if not has_failed(state, roll):
            return Refusal(PAST, ROLL_RULE)
        its = roll.piece == one.piece.id and (wanted == "any" or not roll.is_ki)
        return None if its else one.refusal(NOT_ITS)
    use = state.use(about)
    if use is None or not _may_be_thrown_again(state, use):
        return Refusal(PAST, ROLL_RULE)
    its = use.user == one.piece.id and one.hero is not None and wanted == "any"
    return None if its else one.refusal(NOT_ITS)


def _may_be_thrown_again(state: State, use: Use) -> bool:
    """Whether its user's own roll has failed, and nothing came of that which stays."""
    own = use.rolls in ("own", "each") and bool(use.dice)
    return own and use.holds is False and use.id == state.fresh and can_be_undone(use.form_used.lost)


NOT_ITS = Text("%(ability)s of %(who)s is not for that roll: its text says for which.")


# ---- what becomes of the roll


def not_rolled(state: State, use: Use, outcome: rule.NotRolled) -> State:
    """The state in which the roll it is about holds without a die, where that is still to be thrown."""
    roll = state.roll(use.about)
    if roll is None or not roll.asking:
        return state
    state = state.with_roll(replace(roll, open=True, holds=True, spared=use.id)).without_asks(roll.id)
    if not roll.regroups:
        return state
    piece = state.piece_of(roll)
    paid = Spent(roll.id, piece.seat, "regroup", REGROUPING, piece.id, holds=True)
    return replace(taisho.called_back(state, piece), spent=(*state.spent, paid))


def again(state: State, use: Use, outcome: RollsAgain) -> State:
    """The state in which the failed roll it is about is due again."""
    roll, failed_use = state.roll(use.about), state.use(use.about)
    if roll is not None:
        return rolled_again(state, roll) if has_failed(state, roll) else state
    if failed_use is None or failed_use.holds is not False:
        return state
    kept = state.settings.failed_ability == "kept" and not failed_use.taisho
    ac = failed_use.ac + (failed_use.price if kept else 0)
    state = undone(state, failed_use, failed_use.form_used.lost)
    return state.with_use(replace(failed_use, holds=None, dice={}, ac=ac, again=failed_use.again + 1))


# ---- an ability that disturbs another one while its die is due


DECIDED = Text(
    "That ability is decided or was undone: Distract is possible only until the die of that ability is entered."
)


def disturbed(state: State, one: Owned, about: str) -> Refusal | None:
    """Whether this is an enemy's ability that can still be disturbed, once."""
    use = state.use(about)
    if use is None or not may_be_disturbed(state, use):
        return one.refusal(DECIDED)
    if use.seat == one.piece.seat or use.taisho:
        return one.refusal(Text("Distract works only on abilities of enemy units and characters."))
    if any(other.about == about and other.ability == one.ability.id for other in state.uses):
        return one.refusal(Text("Distract was already used on that ability."))
    return None


def may_be_disturbed(state: State, use: Use) -> bool:
    """Whether its user's die is due; or it had none, and nothing was thrown since."""
    if use.rolls == "none":
        return use.holds is True and use.id == state.fresh and can_be_undone(use.form_used.won)
    thrown = any(not name.startswith(THEIRS) for name in use.dice)
    return use.holds is None and not thrown and any(ask.about == use.id and ask.seat == use.seat for ask in state.asks)


def disturbs(state: State, use: Use, outcome: rule.Disturbs) -> State:
    """The state in which its KI is lower, or in which it is cancelled where it has no roll."""
    other = must(state.use(use.about))
    if other.rolls == "none":
        return undone(state, other, other.form_used.won).with_use(replace(other, holds=False))
    return state.with_use(replace(other, lowered=other.lowered + outcome.ki))


# ---- all of them, window by window


Concerns = Callable[[State, Owned, str], Refusal | None]


def no_answer(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Why this one has nothing to answer there: it is over, was taken back, or is another's. No table can wish it."""
    concerns = CONCERNS.get(form.window)
    return concerns(state, one, about) if concerns is not None else None


def answered(state: State, form: Form, about: str) -> State:
    """The state in which the word that it is used has settled what it settles by itself."""
    then = ONCE_USED.get(form.window)
    return then(state, about) if then is not None else state


def answerable(state: State, seat: str) -> Iterator[tuple[Window, str]]:
    """What this side might answer now: windows with what they are about."""
    yield from (("charged", ask.about) for ask in state.asked("react") if ask.seat == seat)
    for roll in state.rolls:
        yield "honor-due", roll.id
        yield "roll-failed", roll.id
    for use in state.uses:
        yield ("ability" if use.seat != seat else "roll-failed"), use.id


# ---- a charge


def _charged(state: State, one: Owned, about: str) -> Refusal | None:
    charge = state.charge(about)
    if charge is None or not is_open(state, charge):
        return Refusal(GONE, "9:5:6")
    if one.piece.id != charge.target or not one.acts_for_piece:
        return one.refusal(Text("That charge is not against %(who)s."))
    if any(ask.about == about for ask in state.asked("charge")):
        return one.refusal(Text("The charger has moved: use %(ability)s before that."))
    reaction = state.reaction_of(charge.target)
    if reaction is not None and reaction.what in ("flee", "counter"):
        return one.refusal(
            Text("%(ability)s needs %(who)s to withstand, but something else was chosen: undo that first.")
        )
    return None


def _withstands(state: State, about: str) -> State:
    """Who uses one withstands: that needs no further word."""
    charge = must(state.charge(about))
    ask = awaited(state, charge)
    return state if ask is None else withstood(state, charge).without_asks(ask.about)


CONCERNS: Mapping[Window, Concerns] = {
    "charged": _charged,
    "before-in": before_in,
    "challenging": challenging,
    "challenged": challenged,
    "honor-due": due,
    "roll-failed": failed,
    "ability": disturbed,
}
"""Whom a window concerns, where it is about something; in every other window all of a side."""
ONCE_USED: Mapping[Window, Callable[[State, str], State]] = {"charged": _withstands, "ability": State.without_asks}
"""What the word that an ability is used settles besides."""


OUTCOMES: dict[type, Callable[[State, Use, Any], State]] = {
    rule.Duels: duels,
    rule.LosesDice: lambda state, use, _: state.with_effect(use.piece, APART["half"]),  # these strike nobody
    rule.Avoids: avoids,
    CannotRefuse: cannot_refuse,
    rule.Captures: captures,
    rule.NotRolled: not_rolled,
    RollsAgain: again,
    rule.Disturbs: disturbs,
}
"""What comes of the abilities that answer something."""
