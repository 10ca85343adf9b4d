"""The dice of an ability: the user's own KI, lent KI, an opposed roll with each target, each target's own (K8, K50)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.play.acts import everybody
from companion.play.game import Event
from companion.play.kensei.abilities.answering import THEIRS, after_die, lender, lenders, must_lend, roller, waits
from companion.play.kensei.abilities.outcomes import settled
from companion.play.kensei.acts import StepAct, act, always
from companion.play.kensei.ask.contest import again
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind, Words, answers
from companion.play.kensei.asks import Ask, ask_name
from companion.play.kensei.deploy import cards
from companion.play.kensei.deploy.cards import next_to_lay
from companion.play.kensei.pieces import by_name, other
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Use
from companion.rules.dice import pips
from companion.rules.kensei.abilities.rule import Window
from companion.rules.kensei.after.honor import chance as holding
from companion.rules.text import Modifier, Number, Refusal, Text, joined, player_at, player_first

RULE = "3:4:6"
OWN, MINE = "", ">"
"""Whose die: the user's own roll, his of an opposed roll, a target's."""


# ---- whose dice are due


def due(use: Use) -> tuple[str, ...]:
    """Whose dice are due now, by their names."""
    kind = use.rolls
    if use.holds is not None or kind == "none":
        return ()
    if kind == "opposed":
        return tuple(name for target in use.targets if use.named for name in _behind(use, target))
    if OWN not in use.dice:
        return (OWN,)
    if kind == "each" and use.named:
        return tuple(THEIRS + target for target in use.targets if THEIRS + target not in use.dice)
    return ()


def _behind(use: Use, target: str) -> tuple[str, ...]:
    """Of the two dice of an opposed roll those that are due: both at first, and again after a tie."""
    names = (MINE + target, THEIRS + target)
    counts = [len(use.dice.get(name, ())) for name in names]
    behind = tuple(name for name, count in zip(names, counts, strict=True) if count < max(counts))
    return behind if behind else names if not counts[0] or target in use.tied else ()


def _ask(use: Use, name: str) -> Ask:
    times = _times(use, name)
    seat = other(use.seat) if name.startswith(THEIRS) else use.seat
    return Ask(f"{use.id}.ki{name}{f'/{times + 1}' if times else ''}", "ki", seat, use.id)


def _times(use: Use, name: str) -> int:
    """How often a die was thrown, those that were thrown again with it."""
    return len(use.dice.get(name, ())) + (use.again if name == OWN else 0)


def name_of(use: Use, ask: Ask) -> str:
    """Whose die a question asks for."""
    return next(name for name in due(use) if ask.id == _ask(use, name).id)


# ---- what a die is rolled against


def attribute(state: State, use: Use, name: str) -> Number:
    """The attribute a die is held against, or added to, with everything that changes it."""
    form = use.form_used
    piece, hero = roller(state, use, name)
    target = name[1:] if name.startswith(THEIRS) else ""
    if (lends := lender(state, use, name)) is not None:
        value = lends.profile.attributes.ki
        return _lowered(use, target, Number(value, Text("%(who)s lends his KI", {"who": lends.title}), "2:7:7"))
    who = piece.combatant(hero.id) if hero is not None else piece.body
    value = who.attributes.hr if form.attribute == "hr" else who.attributes.ki
    source = Text("profile of %(name)s", {"name": who.profile.name if use.before_the_battle else who.name})
    rule = "2:7:8" if form.attribute == "hr" else "2:7:7"
    return _lowered(use, target, Number(value, source, rule))


def _lowered(use: Use, target: str, number: Number) -> Number:
    if target or not use.lowered:
        return number
    return replace(number, modifiers=(Modifier(-use.lowered, Text("distracted by a Geisha"), "12:6:3", "K77"),))


def chance(state: State, use: Use, name: str = OWN) -> float:
    """The chance that this die holds."""
    return holding(attribute(state, use, name).value)


# ---- a die thrown


def _thrown(state: State, ask: Ask, faces: Faces) -> State:
    use = state.use_of(ask)
    name = name_of(use, ask)
    lends = lender(state, use, name)
    if lends is not None:
        use = replace(use, lent={**use.lent, name: lends.id})
        state = after_die(state, use, name)
    use = replace(use, dice={**use.dice, name: (*use.dice.get(name, ()), faces[0])})
    state = state.without_ask(ask.id)
    return decided(state, use)


def decided(state: State, use: Use) -> State:
    """The state with what is said and thrown so far: what is due next is asked, or the ability does what it does."""
    if not use.named and not use.form_used.whom.after:
        return _asking(state, use)
    if OWN in use.dice and pips(use.dice[OWN][0]) > attribute(state, use, OWN).value:
        return _over(state, replace(use, holds=False))
    if use.rolls == "opposed":
        use = replace(use, tied=tuple(target for target in use.targets if _is_tie(state, use, target)))
    if due(use) or not use.named:
        return _asking(state, use)
    return _over(state, _decided(state, use))


def _over(state: State, use: Use) -> State:
    if not use.holds and state.settings.failed_ability == "kept" and not use.taisho:
        use = replace(use, ac=use.ac - use.price)
    state = replace(state, fresh=use.id if not use.holds or not use.dice else state.fresh)
    return settled(state.with_use(use).without_asks(use.id), use, use.form_used)


def _asking(state: State, use: Use) -> State:
    """With a question for each die that is due, or else for whom it is about."""
    state = state.with_use(use)
    if use.before_the_battle and cards.waits(state, use.seat):
        return state
    asks = [_ask(use, name) for name in due(use)] if use.named or use.form_used.whom.after else ()
    for ask in asks or (Ask(ask_name(use.id, "whom"), "whom", use.seat, use.id),):
        if state.ask(ask.id) is None:
            state = state.with_ask(replace(ask, parent=waits(state, use)))
    return state


def _decided(state: State, use: Use) -> Use:
    """All dice lie: who of the targets has lost, and whether it came to anything."""
    if use.rolls in ("none", "own"):
        return replace(use, holds=True)
    if use.rolls == "opposed":
        losers = tuple(t for t in use.targets if total(state, use, MINE + t) > total(state, use, THEIRS + t))
        return replace(use, holds=bool(losers), losers=losers)
    losers = tuple(t for t in use.targets if pips(use.dice[THEIRS + t][0]) > attribute(state, use, THEIRS + t).value)
    return replace(use, holds=True, losers=losers)


def _is_tie(state: State, use: Use, target: str) -> bool:
    """Whether both have thrown as often as each other, and come to the same."""
    mine, theirs = (use.dice.get(name, ()) for name in (MINE + target, THEIRS + target))
    even = bool(mine) and len(mine) == len(theirs)
    return even and total(state, use, MINE + target) == total(state, use, THEIRS + target)


def total(state: State, use: Use, name: str, thrown: int = 0) -> int:
    """What a die of an opposed roll comes to: the newest, or the one thrown so many-th."""
    return pips(use.dice[name][thrown - 1]) + attribute(state, use, name).value


# ---- the question


def user_at(state: State, use: Use) -> Text | str:
    """Who uses it, in a sentence; before the battle nobody else may know more than of which side he is."""
    return player_at(use.seat) if use.before_the_battle else state.title(use.user)


def user_first(state: State, use: Use) -> Text | str:
    """Who uses it, where the sentence begins with him."""
    return player_first(use.seat) if use.before_the_battle else state.title(use.user)


def _names(state: State, ask: Ask) -> dict[str, object]:
    use = state.use_of(ask)
    name = name_of(use, ask)
    number = attribute(state, use, name)
    who = state.title(name[1:]) if name.startswith(THEIRS) else user_at(state, use)
    against = user_at(state, use) if name.startswith(THEIRS) else state.title(name[1:])
    names = {"who": who, "against": against, "ability": use.name}
    return {**names, "attribute": use.letters, "value": number.value}


def words(state: State, ask: Ask) -> Words:
    """What its owner's phone says, and what the others show."""
    use, names = state.use_of(ask), _names(state, ask)
    waiting = Text("%(ability)s: waiting for the %(attribute)s die of %(who)s.", names)
    if use.rolls == "opposed":
        asked = Text("%(ability)s: roll one die for %(who)s against %(against)s, plus %(attribute)s %(value)s.", names)
        target = name_of(use, ask)[1:]
        return again(_fell(state, use, target), (asked, waiting)) if target in use.tied else (asked, waiting)
    return Text("%(ability)s: roll one die for %(who)s, %(attribute)s %(value)s or less.", names), waiting


def _fell(state: State, use: Use, target: str) -> str:
    """The dice of both that came to the same, each with its attribute."""
    names = (MINE + target, THEIRS + target)
    last = min(len(use.dice[name]) for name in names) - 1
    return " = ".join(f"{pips(use.dice[name][last])} + {attribute(state, use, name).value}" for name in names)


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    use, names = before.use_of(ask), _names(before, ask)
    die, now = pips(faces[0]), after.use(use.id)
    values: dict[str, object] = {**names, "die": die}
    if use.rolls == "opposed" and isinstance(value := names["value"], int):
        values["total"] = die + value
        first = Text("%(ability)s, %(who)s against %(against)s: %(die)s + %(attribute)s %(value)s = %(total)s.", values)
    else:
        first = Text("%(ability)s, %(who)s: %(die)s against %(attribute)s %(value)s.", values)
    if now is None or now.holds is None:
        return first
    return joined([first, outcome_words(after, now), *cards.turned_up_words(before, after)])


def outcome_words(state: State, use: Use) -> Text:
    """What a use has come to that is decided: of dice with its targets, on whom it works."""
    if use.rolls == "own" or not use.targets or (use.rolls == "each" and not use.holds):
        return Text("It works.") if use.holds else Text("It fails.")
    return worked(state, use, use.losers, tuple(one for one in use.targets if one not in use.losers))


def worked(state: State, use: Use, on: Sequence[str], others: Sequence[str]) -> Text:
    """On whom of its targets it works, and on whom not."""
    names = {
        "ability": use.name,
        "on": tuple(state.title(one) for one in on),
        "others": tuple(state.title(one) for one in others),
    }
    if not on:
        return Text("%(ability)s does not work on %(others)s.", names)
    if not others:
        return Text("%(ability)s works on %(on)s.", names)
    return Text("%(ability)s works on %(on)s, not on %(others)s.", names)


# ---- what has been thrown, by name: each die that is held against an attribute, and each pair of an opposed roll


def results(use: Use) -> Iterator[str]:
    """`t3.rappa.a6.ki>b1/1`: whose dice they are, and how often these were thrown. Of what belongs to the deployment
    nobody else may know who used it."""
    if use.before_the_battle:
        return
    if use.rolls == "opposed":
        pairs = ((one, min(len(use.dice.get(side + one, ())) for side in (MINE, THEIRS))) for one in use.targets)
        yield from (f"{use.id}.ki{MINE}{one}/{count}" for one, count in pairs if count)
    else:
        yield from (f"{use.id}.ki{name}/{_times(use, name)}" for name in use.dice)


KINDS |= {"ki": Kind(RULE, 1, words, _thrown, _line)}


# ---- the word that somebody lends his KI to a die that is asked


PAST_DIE = Text("That die was already entered or was undone: look at the table as it is now.")


@act("lend", label=Text("who lends his KI"), sees=everybody, when=always)
class LendAct(StepAct):
    """`lender`: who lends his KI to the die that `step` asks for; nobody: it rolls with its own."""

    lender: str = ""

    @answers("ki", rule=RULE, past=PAST_DIE)
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        use = state.use_of(ask)
        name = name_of(use, ask)
        able = lenders(state, use, name)
        if self.lender and self.lender not in [one.id for one in able]:
            words = Text("He cannot lend KI here; these can: %(able)s.", {"able": tuple(one.title for one in able)})
            return Refusal(words if able else Text("Nobody can lend KI here."), RULE)
        if not self.lender and must_lend(use, roller(state, use, name)[0]):
            names = {"able": tuple(one.title for one in able)}
            words = Text("The unit's own KI does not count here. Choose who lends his: %(able)s.", names)
            return Refusal(words, "12:6:2")
        return state.with_use(replace(use, lent={**use.lent, name: self.lender}))

    def line(self, before: State, event: Event, after: State) -> Text:
        ask = self.asked(after)
        use = after.use_of(ask)
        name = name_of(use, ask)
        piece, hero = roller(after, use, name)
        names = {"unit": hero.title if hero is not None else piece.title}
        lends = by_name(lenders(after, use, name), self.lender)
        if lends is None:
            return Text("%(unit)s will roll with their own KI.", names)
        return Text("%(who)s lends his KI to %(unit)s.", {**names, "who": lends.title})


# ---- abilities of the deployment: asked at their time, offered to their own side, over with it


def tidied(state: State) -> State:
    """Who waited for the enemy's cards is asked when they lie face up; nothing is asked once his own do."""
    for use in state.uses:
        if use.holds is not None or not use.before_the_battle:
            continue
        settled = use.seat in state.deployment.up and use.form_used.window == "reveal"
        if not state.deploying or settled:
            state = state.with_use(replace(use, holds=False)).without_asks(use.id)
        else:
            state = decided(state, use)
    return state


def windows(state: State, seat: str) -> Iterator[tuple[Window, str]]:
    """The moments of the deployment that are open to a side, and what each is about."""
    if not state.deploying:
        return
    about = cards.just_laid(state, seat)
    if about and not any(use.seat == seat and use.about == about for use in state.uses):
        yield "card", about
    if next_to_lay(state) is None and state.deployment.cards and cards.no_card(state, seat, "reveal", "") is None:
        yield "reveal", ""
