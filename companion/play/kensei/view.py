"""What one seat sees of a battle: the only way from its state to a page, an export or a print.

A sealed army and a hidden character are simply not in the view of another seat. Everything here is ready to be
shown; templates choose nothing but the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.content import catalog
from companion.play.kensei.abilities.view import AbilitiesView, CombatChips, abilities_view, combat_chips
from companion.play.kensei.after import view as after
from companion.play.kensei.after.owing import death_views, listed
from companion.play.kensei.ask.contest import Contested
from companion.play.kensei.ask.kinds import KINDS, AskView
from companion.play.kensei.ask.names import RUNS, UNHURRIED, first_of, meanwhile
from companion.play.kensei.asks import Ask
from companion.play.kensei.board import PieceView, SideView, general_sheet, piece_view
from companion.play.kensei.combat.view import CombatsView, combats_view
from companion.play.kensei.deploy.seals import SealingView, SealView, seal_views, sealing_view
from companion.play.kensei.deploy.terrain import placing
from companion.play.kensei.deploy.view import DeployView, deploy_view, set_up
from companion.play.kensei.fight.view import AttackView, attack_view
from companion.play.kensei.muster.listed import barred, judged, price
from companion.play.kensei.muster.sides import seal
from companion.play.kensei.newest import News, news_view
from companion.play.kensei.orders.plans import left
from companion.play.kensei.orders.view import OrdersView, orders_view
from companion.play.kensei.pieces import SEATS, SeatId, TerrainPiece, by_name
from companion.play.kensei.state import State
from companion.play.kensei.turn import whose
from companion.play.kensei.turn.phases import PHASE_NAMES, EndingView, ScoreView, ending, scores, still_open
from companion.play.kensei.turn.victory import ahead, coming, end_is_due, free_result, last_turn, reason, winner_of
from companion.play.kensei.turn.view import TaishoView, command_view, taisho_views
from companion.play.kensei.turn_state import HonorRoll
from companion.play.traced import Parts, part
from companion.rules.kensei.after.flight import pursuit_chance
from companion.rules.kensei.army.together import ABILITIES
from companion.rules.kensei.at_rest import attributes
from companion.rules.kensei.profiles import Ability
from companion.rules.text import Number, Refusal, Text

# ---- the attributes of everybody on the table as they are now, each with its reasons (2:7)


Stats = tuple[tuple[str, Number], ...]


def stats(state: State, seat: str | None) -> Mapping[str, Stats]:
    """By piece: the unit, or who acts for it alone; by hero: everybody else in it whom `seat` may know of."""
    found = {piece.id: _of_piece(state, piece.id) for piece in state.pieces if piece.standing}
    for piece in state.pieces:
        for hero in piece.heroes:
            if hero.alive and hero is not piece.lone and (piece.seat == seat or not hero.hidden):
                found[hero.id] = _of_hero(state, piece.id, hero.id)
    return found


@part
def _of_piece(state: State, piece_id: str) -> Stats:
    piece = state.known(piece_id)
    return attributes(
        replace(piece.body, effects=state.lasting_on(piece)),
        standard_bearer=piece.standard_bearer and piece.miniatures > 0,
        fleeing=piece.facts.flees,
        ac_left=left(state, piece),
    )


@part
def _of_hero(state: State, piece_id: str, hero_id: str) -> Stats:
    piece = state.known(piece_id)
    who = replace(piece.combatant(hero_id), effects=state.lasting_on(piece, hero_id))
    return attributes(who, in_confrontation=True)


# ---- what one seat sees


NO_GENERAL = Text("No Bushi here can be your general. Without one there are no Taisho orders and no unit is regrouped.")


@dataclass(frozen=True, slots=True)
class View:
    seat: str | None
    begun: bool
    turn: int
    phase: str
    phase_name: Text
    phase_act: Text
    """What the phase is about for this seat."""
    acts_now: str
    """Whose orders it is, or whose choice of combat; empty where it is nobody's."""
    led: bool
    """The table leads through the orders, and each side ends its own."""
    ended: tuple[str, ...]
    """Which sides have ended their orders, or have nobody to order."""
    orders_ended: tuple[str, ...]
    """Which have said so."""
    hurried: tuple[str, ...]
    """Which were asked whether they are done, and have not answered."""
    all_carried_out: bool
    """All orders of both sides are given and carried out."""
    first: str
    over: str
    decided: Text
    """What the end came of, or what it would come of now where somebody has won."""
    winner: str
    """Who has won by now: "a", "b", "draw", or nobody yet."""
    free_result: str
    """What this seat may end it with alone; empty where the other side is asked for any result."""
    ahead: str
    """Who would win if it ended now, or "draw"; empty where no points decide."""
    end_is_due: bool
    """The players may end it now, whatever is still owed."""
    coming: Text | None
    """What will end the battle with this combat or this turn."""
    last_turn: int | None
    """The turn after which points decide."""
    scores: tuple[ScoreView, ...]
    """The points of both sides so far, where points decide."""
    ending: EndingView | None
    """What ends with this turn, while it is about to."""
    sides: tuple[SideView, ...]
    attack: AttackView | None
    """The roll chain under way, or else the last one whose result is shown."""
    news: str
    """What came to its end last, by name, as long as that is news."""
    other_result: News | None
    """What that came to, unless it is an attack."""
    honor: after.HonorView | None
    """The honor roll of this seat, or else another's, that is being made or whose result is shown."""
    results: tuple[AttackView, ...]
    """The roll chains whose dice are thrown."""
    front: str
    """What this seat answers, or else watches, first: attack, honor, beside, run, charge, break,
    dash, command, first or nothing."""
    waits: tuple[after.WaitView, ...]
    """Dice the other side owes while this seat goes on with its orders."""
    owed: tuple[after.OwedView, ...]
    still_open: tuple[Refusal, ...]
    """What is still to be done before this phase is left."""
    combats: CombatsView
    judged: tuple[after.CombatCard, ...]
    """The results of the turn's combats, in the resolution phase."""
    resolves: SeatId | None
    """Which side says what combat is resolved next, while there is something to choose."""
    flights: tuple[after.FlightView, ...]
    chases: tuple[AskView, ...]
    free_attacks: tuple[after.FreeAttackView, ...]
    deaths: tuple[AskView, ...]
    run: AskView | None
    """The dice of a pursuit this seat throws or watches first."""
    command: Contested | None
    """The Commandment roll while it is asked."""
    taisho: tuple[TaishoView, ...]
    """The Taisho orders of both sides, while it is time for them."""
    orders: OrdersView
    """The orders of this turn, with this seat's drafts."""
    abilities: AbilitiesView
    """What abilities ask, and which this seat may use."""
    combat_abilities: CombatChips
    """Abilities this seat may use in the combats under way."""
    edge: tuple[PieceView, ...]
    """Who has just run on and may have left the table."""
    odds_shown: bool
    deploy: DeployView | None
    """The deployment, while it is on."""
    terrain: tuple[TerrainPiece, ...]
    placing: Text | None
    """How it is placed, before the battle."""
    set_up: Text | None
    """Where to, before the first die, at a table that does not lead the deployment."""
    seals: tuple[SealView, ...]
    """What was written down in secret; opened, or its own, with what it says."""
    notes: Mapping[str, str]
    """What each side wrote about where things stand."""
    sealing: SealingView | None
    """What this seat may write down, where it can."""
    armies: str
    """Whether armies are chosen here by their points, or brought as lists; empty where that was not said."""
    level: int | None
    koku_limit: int | None
    stats: Mapping[str, Stats]
    """The attributes of everybody on the table as they are now, once the battle has begun."""

    def side(self, seat: str) -> SideView:
        return next(s for s in self.sides if s.seat == seat)

    @property
    def newest(self) -> AttackView | None:
        """The attack whose result is news."""
        return by_name(self.results, self.news)

    @property
    def fought(self) -> Text | None:
        """What the combat came to that ended with the attack whose result is news."""
        struck = self.newest
        if struck is None or struck.kind != "melee":
            return None
        both = {struck.attacker.id, struck.defender.id}
        ended = (one for one in self.combats.combats if one.stage == "done" and both.issubset(one.members))
        return next((one.words for one in ended), None)

    def stats_of(self, name: str) -> Stats:
        """The attributes of a piece or a hero; none of who is gone."""
        return self.stats.get(name, ())

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        return tuple(p for s in self.sides for p in s.pieces or ())


def view(state: State, seat: str | None, parts: Parts | None = None) -> View:
    """The battle as `seat` sees it (None: a spectator). `parts` are those of its last view, where there was one."""
    parts = parts or Parts()
    of = parts.of
    return View(
        seat=seat,
        begun=state.begun,
        turn=state.turn,
        phase=state.phase,
        phase_name=PHASE_NAMES[state.phase],
        phase_act=of(whose.sentence, state, seat),
        acts_now=of(whose.acts_now, state),
        led=whose.is_led(state),
        ended=of(whose.ended, state),
        orders_ended=state.ended if state.phase == "orders" else (),
        hurried=tuple(state.hurried) if state.phase == "orders" else (),
        all_carried_out=of(whose.all_carried_out, state),
        first=state.first,
        over=state.over,
        decided=of(_decided, state),
        winner=of(winner_of, state),
        free_result=of(free_result, state, seat),
        ahead=of(ahead, state),
        end_is_due=of(end_is_due, state),
        coming=of(coming, state),
        last_turn=last_turn(state),
        scores=of(scores, state),
        ending=of(ending, state),
        sides=tuple(of(_side, state, s, seat) for s in SEATS),
        attack=of(_attack, state, seat),
        news=state.news,
        other_result=of(news_view, state) if state.news else None,
        honor=of(_honor, state, seat),
        results=of(_results, state, seat),
        front=of(_front, state, seat),
        waits=of(_waits, state, seat),
        still_open=of(_still_open, state),
        owed=of(_owed, state),
        combats=of(combats_view, state),
        judged=of(after.combat_views, state),
        resolves=of(after.next_combat, state),
        flights=of(after.flight_views, state),
        chases=of(after.chase_views, state),
        free_attacks=of(after.free_attack_views, state),
        deaths=of(death_views, state),
        run=of(_run, state, seat),
        command=of(command_view, state),
        taisho=of(taisho_views, state),
        orders=of(orders_view, state, seat),
        abilities=of(abilities_view, state, seat),
        combat_abilities=of(combat_chips, state, seat),
        edge=of(_edge, state, seat),
        odds_shown=state.odds_shown,
        deploy=of(deploy_view, state, seat),
        terrain=tuple(one for one in state.terrain if not one.gone),
        placing=placing(state),
        set_up=set_up(state),
        seals=of(seal_views, state, seat),
        notes=state.notes,
        sealing=of(sealing_view, state, seat),
        armies=state.armies,
        level=state.level,
        koku_limit=state.koku_limit,
        stats=of(stats, state, seat) if state.begun else {},
    )


def _attack(state: State, seat: str | None) -> AttackView | None:
    chain = state.running or next(reversed(state.chains), None)
    return attack_view(state, chain.id, seat) if chain else None


def _honor(state: State, seat: str | None) -> after.HonorView | None:
    roll = _roll(state, seat)
    return after.honor_view(state, roll.id, seat) if roll else None


def _results(state: State, seat: str | None) -> tuple[AttackView, ...]:
    return tuple(attack_view(state, chain.id, seat) for chain in state.chains if chain.finished)


def _still_open(state: State) -> tuple[Refusal, ...]:
    return tuple(still_open(state)) if state.under_way else ()


def _owed(state: State) -> tuple[after.OwedView, ...]:
    return tuple(after.owed_view(state, roll) for roll in listed(state))


def _run_view(state: State, ask: Ask) -> AskView | None:
    """The dice that are asked, where they are a flight's or a pursuit's."""
    if ask.kind not in RUNS:
        return None
    asked, flight = KINDS[ask.kind].asked(state, ask), state.flight(ask.about)
    if flight is not None:
        return replace(asked, who=state.piece_of(flight).title)
    flight, chase = state.chase(ask.about)
    reaches = pursuit_chance(asked.dice, flight.faces)
    return replace(asked, who=state.piece_of(chase).title, chance=reaches, may_hold=ask.pad.empty)


def _run(state: State, seat: str | None) -> AskView | None:
    ask = first_of(state, seat)
    return _run_view(state, ask) if ask else None


def _decided(state: State) -> Text:
    winner = winner_of(state)
    return reason(state) if winner and state.over in ("", winner) else Text("The players ended it.")


def _roll(state: State, seat: str | None) -> HonorRoll | None:
    """The open roll this seat has to do with first: its own before another's, one under way before a result."""
    apart = {ask.about for ask in meanwhile(state, seat)}
    waiting = {ask.parent for ask in state.asks}
    apart |= {ask.about for ask in state.asks if ask.id in waiting}
    made = [roll for roll in state.rolls if roll.open and roll.id not in apart]

    def rank(roll: HonorRoll) -> tuple[bool, bool]:
        return state.piece_of(roll).seat != seat, roll.done

    return min(made, key=rank, default=None)


def _edge(state: State, seat: str | None) -> tuple[PieceView, ...]:
    ran = (state.piece_of(roll) for roll in state.rolls if roll.regroups and roll.flight is not None)
    flee = (piece for piece in ran if piece.standing and piece.facts.flees)
    return tuple(piece_view(state, piece.id, seat) for piece in flee)


def _waits(state: State, seat: str | None) -> tuple[after.WaitView, ...]:
    found = []
    for ask in meanwhile(state, seat):
        roll = state.roll(ask.about)
        honor = after.honor_view(state, roll.id, seat) if roll is not None else None
        run = _run_view(state, ask) if honor is None else None
        if asked := honor or run:
            found.append(after.WaitView(ask.seat, ask.id, asked.waiting, honor, run))
    return tuple(found)


def _front(state: State, seat: str | None) -> str:
    ask = first_of(state, seat)
    if ask is None or ask in meanwhile(state, seat):
        return ""
    if ask.kind in ("beside", "charge", "break", "dash") or ask.kind in UNHURRIED:
        return ask.kind
    if ask.kind in RUNS:
        return "run"
    return "attack" if state.chain(ask.about) else "honor"


def _side(state: State, of: str, seat: str | None) -> SideView:
    side = state.sides[of]
    open_ = state.open_army(of) or of == seat
    making = of == seat and not state.begun
    pieces = tuple(piece_view(state, p.id, seat) for p in state.of(of)) if open_ else None
    return SideView(
        seat=of,
        path=side.path if open_ else None,
        mon=side.mon,
        clan=side.clan,
        ready=side.ready,
        seal=seal(state, of) if side.ready and not state.begun else "",
        pieces=pieces,
        miniatures=sum(p.miniatures for p in pieces or ()),
        at_start=sum(p.at_start for p in pieces or ()),
        characters=sum(hero.alive for p in pieces or () for hero in p.heroes),
        price=price(state, of) if making else None,
        problems=judged(state, of) if making else (),
        legal=side.legal if state.begun or of == seat else None,
        barred=barred(side.path, state.level, state.koku_limit) if making and state.level else {},
        no_general=NO_GENERAL if making and pieces and state.level is None and state.leader(of) is None else None,
        absent=side.absent if of == seat else (),
        kinds={h.id: h.kind for h in state.heroes(of) if h.kind} if making else {},
        learnable=_learnable(state, of) if making else (),
        sheet=general_sheet(state, of) if of == seat else (),
    )


def _learnable(state: State, seat: str) -> tuple[Ability, ...]:
    """What who leads this side may have learned besides, of all paths and of his own (12:6:2, K41)."""
    found, side = state.general(seat), state.sides[seat]
    if found is None or found.profile.rank not in ABILITIES:
        return ()
    known = catalog().taisho_abilities
    common, own, most = ABILITIES[found.profile.rank]
    of_all = sum("all" in known[one].owners for one in side.taisho_abilities)
    of_path = len(side.taisho_abilities) - of_all
    owners = {"all"} if of_all < common else set()
    owners |= {side.path} if of_path < own and side.path else set()
    if of_all + of_path >= most:
        return ()
    return tuple(one for id_, one in known.items() if id_ not in side.taisho_abilities and owners & set(one.owners))
