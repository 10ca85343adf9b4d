"""The strikes of a combat in their order: who is next, how dice are shared, what opens by itself (10:2:4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from companion.play.acts import ActForm, everybody
from companion.play.game import Due, Event
from companion.play.kensei.acts import about, act
from companion.play.kensei.ask.names import CHOICES, urgent
from companion.play.kensei.combat import duels, initiative
from companion.play.kensei.combat.listing import ahead_of, blows_of, enemies, met_in
from companion.play.kensei.fight.aim import AimAct, drafted, opened
from companion.play.kensei.fight.numbers import question
from companion.play.kensei.melees import Confrontation, Melee, Striker
from companion.play.kensei.pieces import Piece, by_name
from companion.play.kensei.state import State, must
from companion.play.traced import part
from companion.rules import counts
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.kensei.fight.confrontation import may_refuse
from companion.rules.kensei.fight.melees import charger, ways_to_share
from companion.rules.kensei.fight.split import Foe, split_problems
from companion.rules.text import Problem, Refusal, Text, agreeing, player_at, refuse


def _split(value: Any) -> Any:
    """`b3:6 b2:2` as a key of the page sends it."""
    return dict(pair.split(":", 1) for pair in value.split() if ":" in pair) if isinstance(value, str) else value


class FighterAct(ActForm):
    """A striker of a combat under way."""

    combat: str
    fighter: str

    def found(self, state: State, event: Event) -> tuple[Melee, Striker] | Refusal:
        melee = state.melee(self.combat)
        striker = _named(state, melee, self.fighter) if melee is not None else None
        if melee is None or striker is None or state.piece_of(striker).seat != event.seat:
            words = Text("You have no such fighter in a combat under way: look at the list of combats.")
            return Refusal(words, "10:2:5")
        if initiative.rolling(state, melee):
            return Refusal(Text("Initiative comes first: both sides enter their dice."), "10:2:4")
        if not ahead_of(state, melee, striker):
            who = {"who": state.striker_name(striker)}
            return Refusal(Text("Nobody is left for %(who)s to strike in this combat.", who), "10:2:5")
        return melee, striker

    def name(self, state: State) -> str:
        return state.striker_name(must(_named(state, must(state.melee(self.combat)), self.fighter)))


# ---- whose turn it is


def upcoming(state: State, melee: Melee) -> tuple[Striker, ...]:
    """Who has still to strike, in order; nobody while initiative is rolled."""
    if initiative.rolling(state, melee):
        return ()
    return tuple(left for s in initiative.strikers_in_order(melee) for left in _left(state, melee, s))


def _left(state: State, melee: Melee, striker: Striker) -> tuple[Striker, ...]:
    """What is still to come in his place: his strike, or that of the Bushi whose unit does not strike (K47)."""
    if ahead_of(state, melee, striker):
        return (striker,)
    silent = striker.unit and striker.id in melee.passed
    his = (Striker(striker.piece, hero.id) for hero in (state.piece_of(striker).bushi if silent else ()))
    return tuple(one for one in his if ahead_of(state, melee, one))


@part
def is_over(state: State, melee_id: str) -> bool:
    """Whether all strikes of this combat are made, and their harm has landed."""
    melee = state.melee(melee_id)
    if melee is not None and state.phase == "resolution":  # what strikes then pursues who ran from it (11:4:5)
        return not initiative.rolling(state, melee) and not upcoming(state, melee)
    return melee is not None and is_done(state, melee)


def is_done(state: State, melee: Melee) -> bool:
    """Whether all strikes of this combat, as it is or would be, are made, and their harm has landed; or it waits."""
    if melee.id in state.aside:
        return True
    about = {chain.attacker for chain in state.chains if chain.landed is None and chain.kind == "melee"}
    about |= {one.piece for one in state.fallen if one.landed is None}
    return not initiative.rolling(state, melee) and not upcoming(state, melee) and not about & set(melee.members)


# ---- sharing


def charged_by_it(state: State, melee: Melee, striker: Striker) -> str | None:
    """Whom it charged this turn, in this combat."""
    facts = {p.id: p.facts for p in state.members(melee)}
    ran = (met for met in met_in(state, melee) if met.since == state.turn and charger(met, facts) == striker.piece)
    return next((met.foe(striker.piece) for met in ran), None)


def pool(state: State, melee: Melee, striker: Striker) -> int:
    """The striker's dice now, before they are shared: miniatures and superiority of this moment (K45)."""
    foes = enemies(state, melee, striker)
    charged = charged_by_it(state, melee, striker)
    target = next((p for p in foes if p.id == charged), foes[0] if foes else None)
    if target is None:
        return 0
    return _dice(state, striker, target) or 0


def _dice(state: State, striker: Striker, target: Piece) -> int | None:
    """The striker's dice against this enemy before they are shared; None where it could not strike him now."""
    chain = drafted(state, state.piece_of(striker), target, striker.hero or None)
    found = chain if isinstance(chain, Refusal) else question(state, chain)
    return found.dc.value if isinstance(found, Numbers) else None


def shares_dice(state: State, melee: Melee, striker: Striker) -> bool:
    """Whether it may share its dice out and has not: several enemies, and no character within a unit (10:2:6)."""
    inside = bool(striker.hero) and state.piece_of(striker).miniatures > 0
    settled = blows_of(state, melee, striker) or striker.id in melee.shares
    several = len(enemies(state, melee, striker)) > 1
    return several and not inside and not settled and pool(state, melee, striker) > 0


def foes_of(state: State, melee: Melee, striker: Striker) -> tuple[Foe, ...]:
    """The striker's enemies as the sharing of dice sees them."""
    return tuple(Foe(p.id, p.lone is not None) for p in enemies(state, melee, striker))


def ways(state: State, melee: Melee, striker: Striker) -> tuple[tuple[int, int], ...]:
    """The allowed ways to share its dice between two enemies; nothing where there are more."""
    foes = foes_of(state, melee, striker)
    if len(foes) != 2:
        return ()
    return ways_to_share(pool(state, melee, striker), foes, charged_by_it(state, melee, striker))


def _named(state: State, melee: Melee, name: str) -> Striker | None:
    """The striker of this name; a Bushi has one while he is next."""
    return by_name((*melee.strikers, *upcoming(state, melee)), name)


@act("share", sees=everybody)
class ShareAct(FighterAct):
    split: Annotated[dict[str, Annotated[int, Field(ge=0)]], BeforeValidator(_split)]
    """The striker's dice by enemy."""

    @about(FighterAct.found)
    def apply(self, state: State, event: Event, found: tuple[Melee, Striker]) -> State | Refusal:
        melee, striker = found
        who = {"who": state.striker_name(striker)}
        if blows_of(state, melee, striker):
            return Refusal(Text("%(who)s struck already: dice are shared out before the first strike.", who), "10:2:6")
        foes = foes_of(state, melee, striker)
        if set(self.split) - {foe.id for foe in foes}:
            names = tuple(p.title for p in enemies(state, melee, striker))
            return Refusal(Text("Share the dice out among these: %(names)s.", {"names": names}), "10:2:6")
        dc, charged = pool(state, melee, striker), charged_by_it(state, melee, striker)
        problems = split_problems(dc, foes, self.split, charged)
        if problems:
            return refuse(
                [Problem(one.about or "split", _with_name(state, one.about, one.message)) for one in problems], "10:2:6"
            )
        return state.with_melee(replace(melee, shares={**melee.shares, striker.id: self.split}))

    def line(self, before: State, event: Event, after: State) -> Text:
        given = [(after.known(one).title, dice) for one, dice in self.split.items() if dice]
        rows = [Text("%(dice)s on %(whom)s", {"dice": dice, "whom": whom}) for whom, dice in given]
        return Text("%(who)s shared the dice: %(rows)s.", {"who": self.name(after), "rows": tuple(rows)})


def _with_name(state: State, about: str | None, message: Text) -> Text:
    piece = state.piece(about or "")
    return message if piece is None else Text("%(whom)s: %(wrong)s", {"whom": piece.title, "wrong": message})


@act("pass", sees=everybody)
class PassAct(FighterAct):
    @about(FighterAct.found)
    def apply(self, state: State, event: Event, found: tuple[Melee, Striker]) -> State | Refusal:
        melee, striker = found
        return state.with_melee(replace(melee, passed=(*melee.passed, striker.id)))

    def line(self, before: State, event: Event, after: State) -> Text:
        return Text("%(who)s did not strike.", {"who": self.name(before)})


def tidied(state: State) -> State:
    """Who is next and has no dice left is passed by itself (10:2:1); nobody while dice are in somebody's hand."""
    if state.phase == "resolution" or urgent(state):
        return state
    for melee in state.melees:
        while (silent := next(iter(upcoming(state, melee)), None)) and not _has_dice(state, melee, silent):
            melee = replace(melee, passed=(*melee.passed, silent.id))
            state = state.with_melee(melee)
    return state


def _has_dice(state: State, melee: Melee, striker: Striker) -> bool:
    """Whether it has a die against anybody it may still strike; what cannot be counted is the players' to see."""
    return any(_dice(state, striker, enemy) != 0 for enemy in ahead_of(state, melee, striker))


def silent(before: State, event: Event, after: State) -> tuple[Text, ...]:
    """A line for each striker that was passed by itself."""
    passed = event.data.get("fighter") if event.type == "pass" else None
    known = {one for melee in before.melees for one in melee.passed} | {passed}
    return tuple(
        Text("%(who)s cannot strike: no dice are left.", {"who": after.striker_name(striker)})
        for melee in after.melees
        for one in melee.passed
        if one not in known and (striker := melee.striker(one)) is not None
    )


# ---- what a combat under way wants next, of whom: initiative dice


def due(state: State) -> tuple[Due, ...]:
    """The acts of the combat under way; a strike waits while the dice of another are in somebody's hand. Of several
    that were begun, one is fought to its end before the next is asked for anything (10:2)."""
    for melee in () if is_past(state) else under_way(state):
        found = (*_before_strikes(state, melee), *(_strike(state, melee, s) for s in next_striker(state, melee)))
        if found or urgent(state):
            return found
    return ()


def under_way(state: State) -> tuple[Melee, ...]:
    """The combats that were begun and are not fought to their end, in the order the players chose."""
    return tuple(melee for melee in state.melees if not is_done(state, melee))


def next_striker(state: State, melee: Melee) -> tuple[Striker, ...]:
    """Whose strike is due in a combat; nobody's while other dice are in somebody's hand."""
    return () if is_past(state) or urgent(state) else upcoming(state, melee)[:1]


def is_past(state: State) -> bool:
    """Whether the combats are judged already: what was left unfinished then stays so (11:2)."""
    return state.phase == "resolution"


def _before_strikes(state: State, melee: Melee) -> Iterator[Due]:
    """Confrontations, and when they are over initiative: a Bushi who died in one lends none (10:2:3, K65)."""
    open_ = [one for one in melee.confrontations if duels.is_open(state, one)]
    for one in open_:
        yield from _duel(state, one)
    if not open_:
        yield from _initiative(state, melee)


def _duel(state: State, one: Confrontation) -> Iterator[Due]:
    names = duels.names(state, one)
    if one.refused is None:
        challenger = duels.champion(state, one.challenger)
        alone = challenger.hero is not None
        words = agreeing(
            "%(one)s challenges %(other)s: accept, or refuse.",
            "%(one)s challenge %(other)s: accept, or refuse.",
            names,
            alone=alone,
        )
        if one.bound or not may_refuse(challenger.profile):
            words = agreeing(
                "%(one)s challenges %(other)s, who cannot refuse: accept.",
                "%(one)s challenge %(other)s, who cannot refuse: accept.",
                names,
                alone=alone,
            )
        waiting = agreeing(
            "%(one)s challenges %(other)s: waiting for the answer.",
            "%(one)s challenge %(other)s: waiting for the answer.",
            names,
            alone=alone,
        )
        yield Due(state.side_of(one.challenged), "duel", words, f"{one.id}.answer", {"waiting": waiting})
    for hero in duels.rolling_duel(one):
        who = {"who": duels.champion(state, hero).title}
        words = Text("Roll 1 die for %(who)s: who strikes first?", who)
        if one.refused:
            words = Text("Roll 1 die for %(who)s: is the refused challenge fought?", who)
        waiting = Text("Waiting for the die of %(who)s.", who)
        yield Due(state.side_of(hero), "duel", words, duels.duel_step(one, hero), {"dice": 1, "waiting": waiting})
    if not urgent(state):
        for hero in duels.strikers_left(state, one)[:1]:
            words = duel_strike_words(state, one, hero)
            yield Due(state.side_of(hero), "duel", words, f"{one.id}.{hero}", {"waiting": words})


def duel_strike_words(state: State, one: Confrontation, hero: str) -> Text:
    """Whose strike of a confrontation is next."""
    who = duels.champion(state, hero)
    names = {"who": who.title, "whom": duels.champion(state, one.foe(hero)).title}
    if who.hero is None:  # one man of a unit, with the dice that are set apart for it
        return agreeing("%(who)s strikes %(whom)s.", "%(who)s strike %(whom)s.", names, alone=False)
    return Text("%(who)s strikes %(whom)s with all his dice.", names)


def _initiative(state: State, melee: Melee) -> Iterator[Due]:
    for seat in initiative.awaited_sides(state, melee):
        words = initiative_words(state, melee, seat)
        dice = 0 if initiative.rolls_alone(state, melee) else len(initiative.rolling_of(state, melee, seat))
        waiting = initiative_awaited(seat, declares=initiative.rolls_alone(state, melee))
        yield Due(seat, "initiative", words, initiative.step_of(melee, seat), {"dice": dice, "waiting": waiting})


def initiative_words(state: State, melee: Melee, seat: str) -> Text:
    """What a side throws for its strikers."""
    mine = initiative.rolling_of(state, melee, seat)
    values = {"dice": counts.dice(len(mine)), "who": tuple(state.striker_name(s) for s in mine)}
    if initiative.rolls_alone(state, melee):
        return Text("No die for initiative: %(who)s first. Anything to declare?", values)
    if melee.first_roll:
        return Text("Roll %(dice)s for initiative: %(who)s.", values)
    return Text("A tie: roll %(dice)s again for %(who)s.", values)


def initiative_awaited(seat: str, *, declares: bool) -> Text:
    """What the others wait for before the strikes: dice, or only what this side `declares`."""
    if declares:
        return Text("Waiting for what %(side)s declares.", {"side": player_at(seat)})
    return Text("Waiting for the initiative dice of %(side)s.", {"side": player_at(seat)})


def _strike(state: State, melee: Melee, striker: Striker) -> Due:
    words = sentence(state, melee, striker)
    return Due(state.piece_of(striker).seat, "strike", words, f"{melee.id}.{striker.id}", {"waiting": words})


def sentence(state: State, melee: Melee, striker: Striker) -> Text:
    """The next striker and what gives him the turn."""
    values = initiative.totals(melee).get(striker.id)
    names = {"who": state.striker_name(striker), "value": values[0] if values else ""}
    if shares_dice(state, melee, striker):
        last = Text("%(who)s may share dice out, then strike last: reached in flight.", names)
        return Text("%(who)s may share dice out, then strike: IN %(value)s.", names) if values else last
    alone = not striker.unit
    if values:
        return agreeing("%(who)s strikes: IN %(value)s.", "%(who)s strike: IN %(value)s.", names, alone=alone)
    if melee.striker(striker.id) is None:  # a Bushi whose unit does not strike: he has no initiative of his own
        return Text("%(who)s strikes by himself: his unit does not.", names)
    if not striker.flees:
        return agreeing(
            "%(who)s strikes first: the enemy was reached in flight.",
            "%(who)s strike first: the enemy was reached in flight.",
            names,
            alone=alone,
        )
    return agreeing(
        "%(who)s strikes last: he was reached in flight.",
        "%(who)s strike last: they were reached in flight.",
        names,
        alone=alone,
    )


# ---- the next strike of a combat opens by itself where its players have nothing to choose


def opened_by_itself(state: State) -> State:
    """With the next strike of the first combat under way open, where nothing else is asked."""
    if is_past(state) or state.over or urgent(state):
        return state
    melee = next(iter(under_way(state)), None)
    if melee is None or state.asked(*CHOICES):
        return state
    strike = _only_strike(state, melee)
    if strike is None or (strike.striker or strike.attacker) in melee.called_off:
        return state
    return opened(state, strike) or state


def _only_strike(state: State, melee: Melee) -> AimAct | None:
    """The next strike, of a confrontation first; None where there is a choice, or none is due."""
    fought = next((one for one in melee.confrontations if duels.is_open(state, one)), None)
    if fought is not None:
        hero = next(iter(duels.strikers_left(state, fought)), "")
        if not hero:
            return None
        piece, enemy = (duels.champion(state, one).piece for one in (hero, fought.foe(hero)))
        return _aim(piece.id, hero if piece.unit else None, enemy.id)
    striker = next(iter(upcoming(state, melee)), None)
    targets = ahead_of(state, melee, striker) if striker is not None else ()
    if striker is None or len(targets) != 1 or shares_dice(state, melee, striker):
        return None
    return _aim(striker.piece, striker.hero or None, targets[0].id)


def _aim(attacker: str, striker: str | None, defender: str) -> AimAct:
    return AimAct(kind="melee", attacker=attacker, defender=defender, striker=striker)
