"""The bottom panel while no dice are due: which question comes first, which sentence says so, and which keys follow.

It is made of what this phone's player may see (`View`); which seats are his, and which act his phone shows, is the
page's to say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.play.game import Due
from companion.play.kensei.abilities.view import KiView, WhomView
from companion.play.kensei.after.view import FlightView, FreeAttackView, OwedView, WaitView
from companion.play.kensei.ask.contest import Contested
from companion.play.kensei.ask.kinds import AskView
from companion.play.kensei.ask.names import UNHURRIED
from companion.play.kensei.board import PieceView, of_seat
from companion.play.kensei.combat.view import CombatView
from companion.play.kensei.deploy.seals import SealView
from companion.play.kensei.deploy.view import set_up
from companion.play.kensei.fight.view import AttackView
from companion.play.kensei.newest import News
from companion.play.kensei.orders import acting
from companion.play.kensei.orders.charges_view import ReactView
from companion.play.kensei.orders.view import OrdersView, order_acts
from companion.play.kensei.pieces import SEATS, other
from companion.play.kensei.state import State
from companion.play.kensei.turn import phases
from companion.play.kensei.turn.phases import EndingView
from companion.play.kensei.turn.view import TaishoView
from companion.play.kensei.view import View
from companion.rules.text import Text, counted, player_at, player_first

NEXT_PHASE: dict[str, Text] = {
    "orders": Text("To the combat phase"),
    "combat": Text("To the resolution phase"),
    "resolution": Text("Next turn"),
}
"""Where the key that leaves a phase leads."""

What = Literal["stood-near", "react", "follow", "strike", "chase", "whom", "hidden", "denuki"]
About = AskView | ReactView | FreeAttackView | WhomView | SealView


@dataclass(frozen=True, slots=True)
class LeaveView:
    """The key that leaves the phase, and what is said before it."""

    label: Text
    left: Text | None
    """Combats that are still to be fought."""
    primary: bool
    """It is what comes next."""


@dataclass(frozen=True, slots=True)
class DoneView:
    """How a side ends its orders, and what it may do about the other's."""

    label: Text | None
    """The key that ends its own; None where something comes first, or they have ended."""
    primary: bool
    """It is what comes next."""
    hurried: bool
    """It is asked whether it is done."""
    asks: str
    """The seat it may ask."""
    forces: str
    """The seat that was asked, and whose orders it ends where no answer comes."""


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of the battle as it is offered."""

    ahead: str
    """Who is suggested as the winner, or "draw"; empty where the players alone can say."""
    decided: bool
    """Somebody has won: to say so is what comes next."""


@dataclass(frozen=True, slots=True)
class ChooseView:
    """What one seat may choose, top to bottom. Who watches has only a sentence."""

    step: str
    baton: bool = False
    """The act is this seat's, and no other's."""
    speaker: str = ""
    """Whose crest and name stand above."""
    sentence: Text | None = None
    end: EndView | None = None
    """The keys that end the battle, once that is due."""
    awaited: bool = False
    """The sentence says what the other side does before anything of this one's."""
    waits: tuple[WaitView, ...] = ()
    """Dice of the other side, beside which all of this goes on."""
    command: Contested | None = None
    coming: Text | None = None
    beside: tuple[AttackView, ...] = ()
    """Strikes whose Bushi may strike with them."""
    at_once: tuple[tuple[What, About], ...] = ()
    """Questions to answer at once."""
    orders: OrdersView | None = None
    combats: tuple[CombatView, ...] = ()
    """Combats under way that want something of this seat, the one of the act first."""
    owed: tuple[OwedView, ...] = ()
    strategic: tuple[TaishoView, ...] = ()
    """Whose strategic order has its die due."""
    ki: tuple[KiView, ...] = ()
    """Dice of abilities that are due."""
    sums: tuple[AskView, ...] = ()
    """Dice that follow from one that held."""
    runaways: tuple[TaishoView, ...] = ()
    """Of whose sides some run away."""
    flights: tuple[FlightView, ...] = ()
    """Of which is asked whom they meet."""
    edge: tuple[PieceView, ...] = ()
    ending: EndingView | None = None
    """What ends with the turn; it is left by the key under that."""
    next_turn: Text = NEXT_PHASE["resolution"]
    """What that key says."""
    done: DoneView | None = None
    leave: LeaveView | None = None
    strip: bool = False
    """Nothing is asked: who acts, and the one key that carries on."""
    result: AttackView | None = None
    """The newest attack, until the next act begins: no die is asked of this seat."""
    other_result: News | None = None
    """What other dice came to that fell after it, as long."""
    remove: Text | None = None
    """Who falls by the newest attack, where the next act has begun before anybody read its result."""


def choose_view(view: View, seat: str | None, mine: Collection[str], act: Due | None, due: Sequence[Due]) -> ChooseView:
    """What `seat` may choose on a phone that holds the seats `mine` and shows `act` of all that is `due`; None
    watches."""
    led = act if act is not None and act.kind in ("initiative", "duel", "strike") else None
    step = led.step if led is not None else _step(view)
    if seat is None:
        return _watched(view, _first(view, due), step)
    if view.winner:
        return _won(view, seat, step)
    return _free(view, seat, mine, act, due, step, led)


def _step(view: View) -> str:
    """Another one when the orders, or the choice of a combat, pass to the other side: the panel says so at once."""
    return "-".join(("choose", str(view.turn), view.phase, *([view.acts_now] if view.acts_now else ())))


def _watched(view: View, first: Due | None, step: str) -> ChooseView:
    """What the table waits for, as who watches reads it; else how far the phase is."""
    if view.winner:
        return ChooseView(step, sentence=view.decided)
    if first is None:
        return ChooseView(step, sentence=view.phase_act)
    return ChooseView(step, speaker=first.seat, sentence=first.data.get("waiting", first.sentence))


def _won(view: View, seat: str, step: str) -> ChooseView:
    """The battle may be ended, or gone on with."""
    return ChooseView(
        step,
        speaker=seat if view.winner == "draw" else view.winner,
        sentence=view.decided,
        end=EndView(view.winner, decided=True),
        beside=_beside(view, seat),
        owed=of_seat(view.owed, seat),
        leave=_leave(view),
    )


def _free(
    view: View, seat: str, mine: Collection[str], act: Due | None, due: Sequence[Due], step: str, led: Due | None
) -> ChooseView:
    """Something in the phase: what hurries stands first. `led`: the act where it is one of a combat."""
    beside, orders = _beside(view, seat), order_acts(view.orders, seat, both=len(mine) > 1)
    at_once = tuple(_hurried(view, seat))
    slain = any(what == "stood-near" for what, _ in at_once)
    owed = of_seat(view.owed, seat) + tuple(one for one in view.owed if one.seat != seat and one.seat in mine)
    asked = [about.sentence for _, about in at_once]
    rolls = [] if led else [one.sentence for one in of_seat(owed, seat)]
    hurried = rolls + asked if view.phase == "orders" else asked + rolls  # a shot's honor roll is made at once (9:3:7)
    commands = not (owed or beside or hurried) and (act is None or act.kind in ("command", "first", "choose"))
    sentence = _sentence(view, act, None if beside else next(iter(hurried), None), orders)
    awaited = _awaited(view, seat, due) if sentence == view.phase_act and not (owed or beside) else None
    rolling = any(one.data.get("dice") and one.kind not in UNHURRIED for one in due)
    goes_on = awaited or rolling or view.still_open or beside or view.chases or view.free_attacks
    ending = None if goes_on else view.ending
    newest = [one for one in view.flights if one.newest and one.meetings]
    flights = of_seat(newest, seat)
    # What one's own met on its way comes first only while nothing else is this seat's to do.
    idle = awaited is not None or (sentence == view.phase_act and ending is None and view.acts_now != seat)
    met = flights[0].sentence if flights and idle else None
    sentence = met or awaited or sentence
    of_phase = sentence == view.phase_act
    chosen = ChooseView(
        step,
        baton=led.seat == seat if led is not None else of_phase and view.acts_now == seat,
        speaker=(view.acts_now or seat) if of_phase else seat,
        sentence=sentence,
        awaited=awaited is not None and met is None,
        waits=view.waits,
        command=view.command if commands else None,
        end=EndView(view.ahead, decided=False) if view.end_is_due else None,
        coming=view.coming,
        beside=beside,
        at_once=at_once,
        orders=orders,
        combats=() if slain else tuple(sorted(_begun(view, seat), key=lambda one: not step.startswith(f"{one.id}."))),
        owed=owed,
        strategic=tuple(one for one in of_seat(view.taisho, seat) if one.step),
        ki=of_seat(view.abilities.dice, seat),
        sums=of_seat(view.abilities.sums, seat),
        runaways=() if view.command else tuple(one for one in view.taisho if one.seat in mine),
        flights=flights + tuple(one for one in newest if one.seat != seat and one.seat in mine),
        edge=tuple(piece for piece in view.edge if piece.seat in mine),
        ending=ending,
        next_turn=_next_label(view),
        done=_done(view, seat, mine, orders),
        leave=_leave(view, waits=awaited is not None or rolling)
        if ending is None and not (view.led and _giving(view))
        else None,
    )
    running = [side.running for side in chosen.runaways]
    dice = any((chosen.ki, chosen.sums, chosen.strategic, orders.dice, *running))
    ends = chosen.done is not None and chosen.done.label is not None
    begun = dice or chosen.command
    words = ends and (seat in view.hurried or orders.drafts or orders.all_others.as_many)
    several = orders.moving or orders.stops or words
    return replace(
        chosen,
        strip=not (several or _asks(view, seat, chosen)),
        result=None if begun else view.newest,
        other_result=view.other_result if not begun or (view.other_result and view.other_result.goes_on) else None,
        remove=_remove(view) if begun or view.newest is None else None,
    )


def _remove(view: View) -> Text | None:
    """Nobody had a moment to take them away: an initiative or an honor roll came with the strike's last die."""
    struck = view.attack
    if struck is None or struck.kind == "shot" or view.phase == "orders":
        return None
    if view.phase == "resolution" and view.honor is not None and view.honor.done:
        return None
    if not view.news and all(combat.stage != "initiative" for combat in view.combats.led):
        return None
    return struck.fallen if struck.removed and struck.tells_harm else None


def _asks(view: View, seat: str, c: ChooseView) -> bool:
    """Whether anything is asked of this seat beside the keys that announce, and that carry the phase on."""
    orders, combats = c.orders, view.combats
    of_orders = orders is not None and any(
        (orders.dice, orders.charges, orders.replies, orders.counters, orders.following, orders.near)
    )
    given = view.orders
    of_heroes = (of_seat(given.next_heroes, seat), of_seat(given.hero_replies, seat), of_seat(given.hero_dice, seat))
    mine = [what for combat in combats.led for what in _of_combat(view, seat, combat)]
    chooses = view.phase == "combat" and combats.ahead and combats.chooser == seat and combats.idle
    in_command = c.command is not None and not c.awaited
    of_phase = (c.beside, c.at_once, c.ki, c.sums, c.owed, c.strategic, c.flights, c.edge, c.ending, c.waits)
    beside = (of_orders, *of_heroes, mine, chooses, in_command, view.abilities.interrupts, view.orders.away)
    return any((*of_phase, *beside, c.end, *(side.running for side in c.runaways)))


def _begun(view: View, seat: str) -> Iterator[CombatView]:
    """The combats that want or offer something of this seat."""
    for combat in view.combats.led:
        offered = any(one.seat == seat for one in combat.challenges) or view.combat_abilities.about(combat.id)
        under = view.combat_abilities.under  # who has given its dice first may have more to declare
        again = any(one.seat == seat and (one.challenges or under(one.step)) for one in combat.again)
        if offered or again or any(_of_combat(view, seat, combat)):
            yield combat


def _of_combat(view: View, seat: str, combat: CombatView) -> Iterator[object]:
    """What a combat and its confrontations ask of this seat, and the abilities it may use in them."""
    duels = [duel for duel in combat.duels if duel.open]
    asked = (*combat.answers, combat.strike, *(die for duel in duels for die in duel.dice), *(d.strike for d in duels))
    yield from (one for one in asked if one is not None and one.seat == seat)
    yield from (duel for duel in duels if duel.answers == seat)
    for about in (combat.id, *(duel.id for duel in duels)):
        yield from of_seat(view.combat_abilities.about(about), seat)


def _sentence(view: View, act: Due | None, hurried: Text | None, orders: OrdersView) -> Text:
    """What hurries most says it: what others wait for, then what is owed, then what is announced."""
    if hurried is not None or act is None:
        return hurried or view.phase_act
    return orders.sentence if act.kind == "choose" and orders.sentence is not None else act.sentence


def _awaited(view: View, seat: str, due: Sequence[Due]) -> Text | None:
    """What the other side still has to do, where this seat has nothing to do but wait."""
    if view.command is not None:
        return next(iter(view.command.waiting_for(seat)), None)
    for combat in view.combats.led:
        if awaited := combat.answers:
            if seat in [one.seat for one in awaited]:
                return None
            return _declared(view, seat, combat) or awaited[0].waiting
        if combat.strike is not None:
            return None if combat.strike.seat == seat else combat.strike.sentence
    first = next((one for one in due if one.kind in phases.ABILITIES), None)  # orders go on, but not those of its side
    if view.phase != "orders":
        first = _first(view, due)
    if first is None or first.seat == seat:
        return None
    values = {"side": player_first(first.seat), "told": first.sentence}
    return first.data.get("waiting") or Text("%(side)s: %(told)s", values)


def _first(view: View, due: Sequence[Due]) -> Due | None:
    """What the table waits for. What is owed may wait itself, but not beyond the resolution."""
    return next((one for one in due if one.kind != "choose" and (view.phase == "resolution" or not one.owed)), None)


def _declared(view: View, seat: str, combat: CombatView) -> Text | None:
    """What this seat has sealed: neither is anything lost, nor is it shown to the other side yet."""
    again = [one for one in combat.again if one.seat == seat]
    steps = {one.step for one in again}
    under = (one for one in view.combat_abilities.sealed if one.step in steps)
    names = tuple(chip.name for one in under for word, chip in one.able if word == one.chosen)
    if any(one.hero in view.combat_abilities.challenged for answer in again for one in answer.challenges):
        names = (*names, Text("a challenge"))
    values = {"what": names, "side": player_at(other(seat))}
    return Text("Declared: %(what)s. Waiting for %(side)s.", values) if names else None


def _beside(view: View, seat: str) -> tuple[AttackView, ...]:
    """While it waits for a Bushi beside his unit, nothing else is the act's sentence."""
    return tuple(one for one in view.results if one.beside and one.attacker.seat == seat)


def _hurried(view: View, seat: str) -> Iterator[tuple[What, About]]:
    asked: tuple[tuple[What, Iterable[About]], ...] = (
        ("stood-near", view.deaths),
        ("react", view.orders.reactions),
        ("follow", view.orders.follows),
        ("whom", view.abilities.whoms),
        ("hidden", view.abilities.hidden),
        ("strike", view.free_attacks),
        ("chase", view.chases),
    )
    yield from ((what, one) for what, those in asked for one in of_seat(those, seat))
    if view.phase == "orders" and view.acts_now in ("", seat) and view.command is None:
        yield from (("denuki", one) for one in of_seat(view.seals, seat) if one.denuki)


def _leave(view: View, *, waits: bool = False) -> LeaveView:
    """`waits`: for what the other side still has to do, or for dice."""
    left = None
    if view.phase == "combat" and view.combats.left and not view.still_open:
        left = counted(
            "%(num)s combat is still to be fought.", "%(num)s combats are still to be fought.", view.combats.left
        )
    label = Text("Leave the phase anyway") if view.still_open else _next_label(view)
    return LeaveView(
        label=label, left=left, primary=view.all_carried_out and not (waits or view.still_open or view.winner)
    )


def _giving(view: View) -> bool:
    """Whether a side has still to end its orders."""
    return view.phase == "orders" and len(view.ended) < len(SEATS)


def _done(view: View, seat: str, mine: Collection[str], orders: OrdersView) -> DoneView | None:
    """While a side gives orders, where the table leads through them. Nobody asks across the one phone of both."""
    if not view.led or not _giving(view):
        return None
    enemy, own = other(seat), seat not in view.orders_ended
    waits = not own and enemy not in view.ended
    its_turn = view.acts_now in ("", seat) or seat in view.hurried
    return DoneView(
        label=_done_label(view, seat, orders) if own and its_turn else None,
        primary=own
        and view.acts_now == seat
        and not orders.drafts
        and not (orders.moving and orders.all_others.marching),
        hurried=seat in view.hurried,
        asks=enemy if waits and enemy not in (*view.hurried, *mine) else "",
        forces=enemy if enemy in view.hurried else "",
    )


def _done_label(view: View, seat: str, orders: OrdersView) -> Text | None:
    """What it does besides: what was drafted is announced, what ends with a word is carried out."""
    if orders.charges or orders.counters or orders.dice or orders.following or view.orders.waiting(seat):
        return None
    if orders.drafts:
        return Text("Announce, move and end the orders")
    if orders.moving:
        holding = orders.all_others.marching
        some = counted("End the orders: %(num)s unit stays", "End the orders: %(num)s units stay", holding)
        return some if holding else Text("All moved: end the orders")
    return Text("End orders")


def _next_label(view: View) -> Text:
    """Where the key leads; once the battle is at its end, that it goes on all the same."""
    at_end = view.phase == "resolution" and (view.winner or (view.ending is not None and view.ending.last))
    return Text("Play on anyway") if at_end else NEXT_PHASE[view.phase]


# ---- which kind of act is due, as `companion/rules/kensei/explained.py` has them


def kind_of(state: State, due: Due) -> str:
    """Which kind of act this is: a shot is told from a strike, initiative from a declaration without a die, and a phase
    by what there is to do in it; or none."""
    if due.kind == "attack":
        chain = state.running
        return "shot" if chain is not None and chain.kind == "shot" else "attack"
    if due.kind == "command" and set_up(state) is not None:
        return "set-up"
    if due.kind == "initiative" and not due.data["dice"]:
        return "declare"
    if due.kind != "choose":
        return due.kind
    if state.asked("command", "first"):
        return ""  # the other side settles the command before anything is ordered
    if state.phase == "orders":
        return "actions" if any(acting.open_plans(state, due.seat)) else "orders"
    return "ending" if phases.words(state) is not None else state.phase
