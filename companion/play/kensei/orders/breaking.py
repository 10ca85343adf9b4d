"""A character breaks away from an enemy by an opposed roll, and an enemy character may follow him (4:3:8, K67).

Both sides' dice are asked at once. Who gets away stands alone and throws two dice of centimeters; a character of the
enemy may go after him, by an opposed roll against the unit that was left; reaching him is a confrontation.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import everybody
from companion.play.game import Event
from companion.play.kensei.acts import StepAct, about, act, done_anyway
from companion.play.kensei.ask.contest import Contest
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind, Words, answers, choice
from companion.play.kensei.asks import Ask
from companion.play.kensei.combat.duels import own_initiative
from companion.play.kensei.melees import Breakaway
from companion.play.kensei.orders.announcing import OwnHeroAct, came_to_light, shows_himself
from companion.play.kensei.orders.characters import busy, fight_begun, stepped_out, too_dear, with_done
from companion.play.kensei.pieces import Hero, Whereabouts, other
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import PlanStep
from companion.rules import counts
from companion.rules.dice import faces_text, pips
from companion.rules.kensei.after.honor import flight_cm
from companion.rules.kensei.fight.confrontation import may_challenge
from companion.rules.kensei.fight.initiative import Entrant, initiative
from companion.rules.kensei.orders.characters import DASH_DICE
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.text import Number, Refusal, Text

RULE = "4:3:8"


# ---- where a breaking away is


def number_of(state: State, one: Breakaway, seat: str) -> Number:
    """IN before the die of this side: the character's own, or the unit's with all that changes it."""
    hero, unit = one.roller, state.known(one.against_unit)
    if unit.seat != seat:
        return own_initiative(state, hero)
    who = replace(unit.body, effects=state.effects_on(unit.id))
    return initiative(Entrant(unit.id, who, first_turn=False), ())


def followers(state: State, one: Breakaway) -> tuple[Hero, ...]:
    """The characters of the enemy who could go after him: those who may meet him in a confrontation (K65)."""
    enemy, place = state.known(one.enemy), state.place_of(one.hero)
    if place is None or enemy.facts.flees:
        return ()
    return tuple(hero for hero in enemy.seen_heroes if may_challenge(hero.profile, place.hero.profile) is None)


# ---- the word


def against_breaking(state: State, place: Whereabouts) -> Refusal | None:
    """What the book has against it."""
    if any(one.hero == place.hero.id and one.away is False for one in state.breakaways):
        return Refusal(Text("%(who)s has tried to break away this turn, and stays in the combat.", place.names), RULE)
    return too_dear(state, place)


@act("break-away", label=Text("breaking away"), sees=everybody)
class BreakAwayAct(OwnHeroAct):
    """A character in contact, or in a unit that is, and from whom he breaks away: not named where there is one only."""

    enemy: str = ""
    anyway: bool = False
    shows: bool = False

    @about(OwnHeroAct.place)
    def apply(self, state: State, event: Event, place: Whereabouts) -> State | Refusal:
        names = place.names
        if not state.touches(place.piece.id):
            return Refusal(Text("%(who)s is in no combat: he may leave his unit or move freely.", names), RULE)
        if place.piece.facts.flees:
            return Refusal(Text("%(who)s is already in flight with his unit.", names), "8:3:5")
        enemies = sorted(state.foes_of(place.piece.id))
        enemy = self.enemy or (enemies[0] if len(enemies) == 1 else "")
        if enemy not in enemies:
            words = Text("Say whom %(who)s breaks away from: an enemy in contact with him.", names)
            unsaid = Text(
                "Nobody has said whom %(who)s is in contact with: say first who is in contact with whom.", names
            )
            return Refusal(words if enemies else unsaid, RULE)
        if refused := busy(state, place.piece.id, enemy):
            return refused
        if state.asked("break", "dash"):
            return Refusal(Text("Another character is breaking away: finish those dice first."), RULE)
        if not self.anyway and (found := against_breaking(state, place)):
            return found
        if refused := shows_himself(place, confirmed=self.shows):
            return refused
        state = state.shown(event.seat, self.hero)
        name = state.free_name(f"t{state.turn}.break.{self.hero}")
        one = Breakaway(name, self.hero, place.piece.id, enemy)
        state = state.with_breakaway(one).given(name)
        return _asked(with_done(state, self.hero, PlanStep("break", target=enemy)), one)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        one, place = after.breakaways[-1], before.place_of(self.hero)
        sentences = [*came_to_light(before, self.hero), Text("%(who)s breaks away from %(enemy)s.", _names(after, one))]
        against = against_breaking(before, place) if self.anyway and place is not None else None
        return [*sentences, *done_anyway(against)]


def _contest(state: State, about: str) -> Contest:
    """The opposed roll of this breaking away; the side of who breaks away is asked first."""

    def now(then: State) -> Breakaway:
        return must(then.breakaway(about))

    return Contest(
        "break",
        lambda then: now(then).roll,
        lambda then, roll: then.with_breakaway(replace(now(then), roll=roll)),
        lambda then, seat: number_of(then, now(then), seat),
        about,
        state.piece_of(now(state)).seat,
    )


def _asked(state: State, one: Breakaway) -> State:
    """Both sides' dice of the opposed roll that is due."""
    stage = "in" if one.away is None else "follow-in"
    return _contest(state, one.id).asked(state, f"{one.id}.{stage}")


# ---- the opposed rolls


def _thrown(state: State, ask: Ask, faces: Faces) -> State:
    """After a side's die; with both it is told."""
    state = _contest(state, ask.about).thrown(state, ask, faces[0])
    one = state.breakaway_of(ask)
    if not one.roll.winner:
        return state
    won = one.roll.winner != state.known(one.against_unit).seat
    if one.away is None:
        return _away(state, one) if won else _stays(state, one)
    one = replace(one, follows=won)
    return _goes_after(state.with_breakaway(one), one)


def _away(state: State, one: Breakaway) -> State:
    """He stands alone, and his unit has −1 HR this turn; how far he comes his dice say. An enemy may follow."""
    one, place = replace(one, away=True), must(state.place_of(one.hero))
    state = state.with_breakaway(one)
    if place.inside:
        state = stepped_out(state, place).with_effect(one.piece, "broke-away")
    else:
        state = state.without_contacts(one.piece)
    state = state.with_question("dash", place.piece.seat, one.id)
    if not followers(state, one):
        return state
    return state.with_question("follow", other(place.piece.seat), one.id)


def _stays(state: State, one: Breakaway) -> State:
    """He stays and strikes with fewer dice; his unit has nothing of a Bushi this turn."""
    place = must(state.place_of(one.hero))
    state = state.with_breakaway(replace(one, away=False))
    if not place.inside:
        return state
    if place.hero.profile.rank != "special":
        state = state.with_effect(one.piece, "refused")
    return state.with_effect(one.hero, "failed-break-away")


# ---- who follows


@act("follow", label=Text("who follows"), sees=everybody)
class FollowAct(StepAct):
    """Which character follows; none is nobody."""

    follower: str = ""

    @answers("follow", rule=RULE)
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        one = state.breakaway_of(ask)
        if self.follower and self.follower not in {hero.id for hero in followers(state, one)}:
            words = Text("Choose a character seen in that unit who may fight the one breaking away, or nobody.")
            return Refusal(words, RULE)
        state = state.without_ask(ask.id)
        one = replace(one, follower=self.follower, follows=None if self.follower else False)
        if self.follower and state.piece_of(one).miniatures:
            return _asked(state.with_breakaway(one), one)
        one = replace(one, follows=bool(self.follower))
        return _goes_after(state.with_breakaway(one), one)

    def line(self, before: State, event: Event, after: State) -> Text:
        names = _names(after, after.breakaway_of(self.asked(before)))
        if not self.follower:
            return Text("Nobody goes after %(who)s.", names)
        return Text("%(follower)s tries to go after %(who)s.", names)


def _goes_after(state: State, one: Breakaway) -> State:
    """Who follows leaves his unit, which suffers nothing by it, and throws once the other has come to a stop."""
    place = state.place_of(one.follower) if one.follows else None
    if place is None:
        return state
    state = stepped_out(state, place) if place.inside else state.without_contacts(place.piece.id)
    return _chases(state, one) if one.run else state


def _chases(state: State, one: Breakaway) -> State:
    return state.with_ask(Ask(f"{one.id}.follow.dice", "dash", other(state.piece_of(one).seat), one.id))


# ---- how far they come


def _dashed(state: State, ask: Ask, faces: Faces) -> State:
    one = state.breakaway_of(ask)
    state = state.without_ask(ask.id)
    if ask.seat == state.piece_of(one).seat:
        one = replace(one, run=faces)
        return _chases(state.with_breakaway(one), one) if one.follows else state.with_breakaway(one)
    one = replace(one, chase=faces)
    state = state.with_breakaway(one)
    hunter, hunted = state.place_of(one.follower), state.place_of(one.hero)
    if hunter is None or hunted is None or not one.reached:
        return state
    met = Contact(hunter.piece.id, hunted.piece.id, state.turn, "chase", charger=hunter.piece.id)
    return state.with_contact(met).with_facts(hunter.piece, charged=True)


def _stands(state: State, ask: Ask) -> bool:
    """Nothing is asked of who is gone, or once the orders are over."""
    one = state.breakaway_of(ask)
    if state.phase != "orders" or (ask.kind != "dash" and fight_begun(state, one.piece, one.enemy)):
        return False
    there = all(state.place_of(hero) is not None for hero in (one.hero, one.follower) if hero)
    return there and (ask.kind == "dash" or state.known(one.enemy).standing or one.away is not None)


# ---- words


def _names(state: State, one: Breakaway) -> dict[str, object]:
    return {
        "who": state.title(one.hero),
        "enemy": state.title(one.enemy),
        "unit": state.title(one.piece),
        "follower": state.title(one.follower),
        "dice": counts.dice(DASH_DICE),
    }


def _words(state: State, ask: Ask) -> Words:
    one = state.breakaway_of(ask)
    unit = state.known(one.against_unit)
    rolls = unit.title if unit.seat == ask.seat else state.title(one.roller)
    names = {**_names(state, one), "rolls": rolls, "in": number_of(state, one, ask.seat).value}
    others = Text("Waiting for %(rolls)s to roll against the break-away.", names)
    asked = Text("%(who)s breaks away from %(enemy)s. %(rolls)s: 1 die and IN %(in)s.", names)
    if one.away is not None:
        asked = Text("%(follower)s follows %(who)s. %(rolls)s: 1 die and IN %(in)s.", names)
    return _contest(state, one.id).words(state, (asked, others))


def _dash_words(state: State, ask: Ask) -> Words:
    one = state.breakaway_of(ask)
    names = {**_names(state, one), "cm": flight_cm(one.run)}
    if ask.seat == state.piece_of(one).seat:
        return (
            Text("%(who)s gets away. Roll %(dice)s to see how far, in any direction.", names),
            Text("%(who)s rolls how far he gets.", names),
        )
    return (
        Text("%(follower)s goes after %(who)s. Roll %(dice)s: %(cm)s or more reaches.", names),
        Text("%(follower)s rolls to reach %(who)s.", names),
    )


def _follow_words(state: State, ask: Ask) -> Words:
    names = _names(state, state.breakaway_of(ask))
    return (
        Text("%(who)s gets away. Who goes after him?", names),
        Text("Waiting for %(enemy)s: who goes after %(who)s?", names),
    )


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    was, now = before.breakaway_of(ask), after.breakaway_of(ask)
    unit = before.known(was.against_unit)
    who = unit.title if unit.seat == ask.seat else before.title(was.roller)
    total = number_of(before, was, ask.seat).value + pips(faces[0])
    sentence = Text("%(who)s: IN %(total)s.", {"who": who, "total": total})
    return _contest(before, ask.about).line(before, after, sentence, lambda _: _outcome(before, was, now))


def _outcome(before: State, was: Breakaway, now: Breakaway) -> Text:
    names = _names(before, now)
    if was.away is not None:
        follows = Text("%(follower)s goes after %(who)s.", names)
        return follows if now.follows else Text("%(follower)s cannot get free to follow %(who)s.", names)
    return Text("%(who)s gets away.", names) if now.away else Text("%(who)s does not get away.", names)


def _dash_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    one = after.breakaway_of(ask)
    values = {**_names(after, one), "cm": flight_cm(faces), "faces": faces_text(faces)}
    if ask.seat == after.piece_of(one).seat:
        return Text("Dice %(faces)s: %(who)s gets up to %(cm)s cm away.", values)
    if one.reached:
        return Text("Dice %(faces)s: %(follower)s reaches %(who)s. They meet in a confrontation.", values)
    return Text("Dice %(faces)s: %(follower)s moves %(cm)s cm and does not reach %(who)s.", values)


KINDS |= {
    "break": Kind(RULE, 1, _words, _thrown, _line, wants=Text("IN"), stands=_stands),
    "dash": Kind(RULE, DASH_DICE, _dash_words, _dashed, _dash_line, stands=_stands),
    "follow": choice(RULE, _follow_words, Text("No die is needed yet: say who follows, or nobody."), _stands),
}
