"""What a battle is at one moment: frozen values only, plain enough to be stored as JSON; and what is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from companion.content import catalog
from companion.play.kensei.asks import Ask, AskKind, StepKind, ask_name, split_name
from companion.play.kensei.chains import Chain, Fallen
from companion.play.kensei.melees import Breakaway, Melee, Striker
from companion.play.kensei.pieces import (
    Deploying,
    Hero,
    OfPiece,
    OpposedRoll,
    Piece,
    SeatId,
    Side,
    TerrainPiece,
    Whereabouts,
    WrittenDown,
    by_name,
    by_themselves,
    placed,
    removed,
    renewed,
)
from companion.play.kensei.turn_state import Charging, Chase, Death, Flight, HonorRoll, Reaction, Spent, UnitPlan, Use
from companion.rules.kensei.after.combats import Blow
from companion.rules.kensei.army.joining import general_of
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.turn.contacts import Contact, again, between, engaged_since_before, touches, without
from companion.rules.kensei.turn.effects import Effect, EffectId, counts, effects_on, from_now, left_behind
from companion.rules.kensei.victory import LAST_TURN, Battle

T = TypeVar("T")

Phase = Literal["orders", "combat", "resolution"]
PHASES: tuple[Phase, ...] = ("orders", "combat", "resolution")
BattleType = Battle | Literal["quick", ""]
BATTLES: tuple[BattleType, ...] = ("pitched", "assassination", "head-hunt", "quick")
"""What a new table chooses from; a quick battle goes on until one side is alone on the table."""
ArmyWay = Literal["points", "lists", ""]
ARMY_WAYS: tuple[ArmyWay, ...] = ("points", "lists", "")

WHEEL: EffectId = "darma-wheel"
"""While it lies on a side, its dead general still calls back and lends his HR (12:6:2, K72)."""


def must(found: T | None) -> T:
    """What is certainly there: whoever asks has its name from the state. None is a bug, and no player's mistake."""
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class State:
    """A whole battle."""

    settings: Settings = Settings()
    odds_shown: bool = True
    sides: Mapping[str, Side] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    contacts: tuple[Contact, ...] = ()
    effects: tuple[Effect, ...] = ()
    begun: bool = False
    turn: int = 0
    phase: Phase = "orders"
    first: SeatId = "a"
    asks: tuple[Ask, ...] = ()
    chains: tuple[Chain, ...] = ()
    """Attacks under way, those whose harm waits, and the last one that landed, until its result is put away."""
    rolls: tuple[HonorRoll, ...] = ()
    """Honor and KI rolls that are owed, under way, or whose result is still shown."""
    flights: tuple[Flight, ...] = ()
    """Of this turn, in the order in which they began."""
    news: str = ""
    """What came to its end last (a chain, an honor roll, the dice of a charge), until anything else is carried out."""
    newest_flights: tuple[str, ...] = ()
    """The flights after which their side has done nothing yet but say what they met, and throw dice."""
    deaths: tuple[Death, ...] = ()
    """Generals of whom it is still asked who stands near them."""
    blows: tuple[Blow, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    """Whose last dice are still to be thrown."""
    melees: tuple[Melee, ...] = ()
    """The combats of this turn whose fight has begun, in that order."""
    duels: tuple[tuple[str, str], ...] = ()
    """Confrontations of earlier turns that go on: challenger and challenged (K65)."""
    ve_judged: Mapping[str, int] = field(default_factory=dict)
    """The VE left to everybody who fought, when the combats of the turn were judged (11:2); empty before that."""
    names: Mapping[str, int] = field(default_factory=dict)
    """How often each name of this turn was given."""
    over: str = ""
    """Who won ("a", "b" or "draw"); empty while the battle goes on."""
    level: int | None = None
    """The level of army lists the players agreed on (12:3), None for a quick battle without points."""
    koku_limit: int | None = None
    """The koku agreed on at a level the book leaves open (K33); None is what it prints."""
    armies: ArmyWay = ""
    """How armies come to the table, as chosen at its setup; both ways stay open."""
    battle: BattleType = ""
    """What decides it, as chosen at its setup. Empty where none was: nothing is asked between the fights then."""
    turns: int = LAST_TURN
    """After which of them points decide; an assassination has no last one."""
    command: OpposedRoll = OpposedRoll()
    """The Commandment roll of this turn, once it was asked: who wins it has the command, whoever acts first (7:4:2)."""
    spent: tuple[Spent, ...] = ()
    """Of this turn."""
    uses: tuple[Use, ...] = ()
    """Abilities used this turn, and earlier ones that are used once a battle."""
    fresh: str = ""
    """The use that has just failed, or was made without a die, until the next die is entered: it may be answered."""
    plans: tuple[UnitPlan, ...] = ()
    """The orders of this turn; what of them is only drafted is its side's alone."""
    charges: tuple[Charging, ...] = ()
    """The charges announced this turn."""
    charged: tuple[str, str] = ("", "")
    """The charge whose dice were thrown last, or the seal of hidden ones an enemy came upon since; and the attack whose
    result was the newest then."""
    reactions: tuple[Reaction, ...] = ()
    breakaways: tuple[Breakaway, ...] = ()
    """Characters who broke away this turn, or tried to."""
    fell_short: Mapping[str, int] = field(default_factory=dict)
    """In which turn a unit's last charge fell short (9:5:7)."""
    near: tuple[str, ...] = ()
    """Who is said to stand under 5 cm of an enemy since before the orders of this turn (11:4:1)."""
    joined: tuple[Piece, ...] = ()
    """Lone pieces whose character went into a unit this turn: nothing of them stands, and what was said names them."""
    ended: tuple[SeatId, ...] = ()
    """Who has ended the orders of this turn."""
    hurried: Mapping[str, str] = field(default_factory=dict)
    """Which side was asked whether its orders are done and has not answered, and when that was."""
    orders_hidden: bool = False
    """This table gives its orders without the program."""
    deploys: bool = False
    """Whether the table leads the deployment between Ready and turn 1, as chosen at its setup."""
    deployment: Deploying = Deploying()
    terrain: tuple[TerrainPiece, ...] = ()
    seals: tuple[WrittenDown, ...] = ()
    seen: tuple[str, ...] = field(default=(), compare=False)
    """Ninjas whom everybody has seen: nobody takes them for hidden any more (K80)."""
    heard: tuple[str, ...] = field(default=(), compare=False)
    """Who has entered something openly in this turn, since either side last did for the other or by hand. No act is
    another one by it."""
    aside: frozenset[str] = frozenset()
    """Questions, attacks and combats that hold nothing up while one entry after a correction is folded."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """The line of each side about where things stand, when the battle was put away."""

    @property
    def under_way(self) -> bool:
        """Whether the battle has begun and is not over."""
        return self.begun and not self.over

    @property
    def deploying(self) -> bool:
        """Whether both armies are ready and the table leads their deployment."""
        return self.deploys and not self.begun and not self.over and all(side.ready for side in self.sides.values())

    def open_army(self, seat: str) -> bool:
        """Whether everybody may see what this side has brought."""
        return self.begun or seat in self.deployment.up

    @property
    def commanding(self) -> SeatId:
        """Who has the command of the turn: who won its roll, or else who acts first (7:4:2)."""
        return self.sides[self.command.winner].seat if self.command.winner else self.first

    @property
    def combats_name(self) -> str:
        """The name of the moment in which the combats of this turn are resolved (K55)."""
        return f"t{self.turn}.combats"

    def with_deployment(self, **changes: Any) -> State:
        """With these fields of the deployment changed."""
        return replace(self, deployment=replace(self.deployment, **changes))

    # pieces and characters, by their names

    def piece(self, piece_id: str) -> Piece | None:
        return by_name(self.pieces, piece_id) or by_name(self.joined, piece_id)

    def known(self, piece_id: str) -> Piece:
        """The piece of this name, of which it is certain that there is one."""
        return must(self.piece(piece_id))

    def piece_of(self, one: OfPiece) -> Piece:
        """The piece that this roll, charge, flight, order or act is of."""
        return self.known(one.piece)

    def title(self, piece_id: str) -> str:
        """What a piece, or a character in one, is called."""
        piece = self.piece(piece_id)
        if piece is not None and (piece.standing or piece in self.pieces):
            return piece.title
        hero = by_name(self.heroes(), piece_id)
        return hero.title if hero is not None else piece.title if piece is not None else piece_id

    def side_of(self, piece_id: str) -> str:
        """Whose piece, or character in one, it is."""
        return next((one.seat for one in self.pieces if one.id == piece_id or one.hero(piece_id) is not None), "")

    def of(self, seat: str) -> Iterator[Piece]:
        return (p for p in self.pieces if p.seat == seat)

    def heroes(self, seat: str = "") -> Iterator[Hero]:
        """The characters of a side, or of both, alive or slain; not those who are only written down (`Side.absent`)."""
        return (hero for piece in self.pieces if seat in ("", piece.seat) for hero in piece.heroes)

    def standing(self, seat: str) -> tuple[Piece, ...]:
        """What of a side is left on the table."""
        return tuple(piece for piece in self.of(seat) if piece.standing)

    def friends(self, piece: Piece) -> tuple[Piece, ...]:
        """The others of its side on the table."""
        return tuple(one for one in self.standing(piece.seat) if one.id != piece.id)

    def whereabouts(self, who: str) -> tuple[Piece, Hero | None] | None:
        """A piece or a character of this name, and where he stands."""
        piece = self.piece(who)
        if piece is not None:
            return piece, None
        return next(((p, h) for p in self.pieces for h in p.heroes if h.id == who), None)

    def place_of(self, hero_id: str) -> Whereabouts | None:
        """Where a living character stands."""
        for piece in self.pieces:
            hero = piece.hero(hero_id)
            if hero is not None and hero.alive:
                return Whereabouts(piece, hero)
        return None

    def with_piece(self, piece: Piece) -> State:
        """With this piece as it is now; one that has joined a unit stays away."""
        return replace(self, pieces=renewed(self.pieces, piece))

    def with_facts(self, piece: Piece, **changes: Any) -> State:
        """With these facts of a piece changed. Who moves or charges leaves behind what stays in its place."""
        state = self.with_piece(piece.with_facts(**changes))
        return state.left_place(piece.id) if changes.get("moved", "none") != "none" or changes.get("charged") else state

    def with_side(self, side: Side) -> State:
        return replace(self, sides={**self.sides, side.seat: side})

    def arrived(self, seat: str, hero_id: str) -> State:
        """With a character of this side on the table who was only written down (K80), where there is one."""
        side = self.sides[seat]
        absent = by_name(side.absent, hero_id)
        if absent is None:
            return self
        piece = Piece.alone(side.seat, replace(absent, hidden=False))
        return replace(self.with_side(side.without_hero(absent.id)), pieces=(*self.pieces, piece))

    def shown(self, seat: str, hero_id: str) -> State:
        """With a character of this side known to all, where he was hidden in a unit or on no table."""
        for piece in self.of(seat):
            hero = piece.hero(hero_id)
            if hero is not None and hero.hidden:
                return self.with_piece(piece.with_hero(replace(hero, hidden=False)))
        return self.arrived(seat, hero_id)

    def leader(self, seat: str) -> Hero | None:
        """The general of a side, alive or slain: the Bushi of highest rank at the start (K31), or None without one.

        Among several of that rank it is the one an army list names, else the first.
        """
        heroes = sorted(self.heroes(seat), key=lambda h: h.number)
        first = general_of([h.profile for h in heroes])
        if first is None:
            return None
        equals = [h for h in heroes if h.profile.rank == heroes[first].profile.rank]
        return next((h for h in equals if h.id == self.sides[seat].general), equals[0])

    def general(self, seat: str) -> Hero | None:
        """The living general of a side, or None without one."""
        found = self.leader(seat)
        return found if found is not None and found.alive else None

    def place_of_general(self, seat: str) -> Whereabouts | None:
        """The living general of a side and where he stands."""
        found = self.general(seat)
        return self.place_of(found.id) if found is not None else None

    def acting_general(self, seat: str) -> Hero | None:
        """Who calls units back and lends his HR for a side: its general while he lives, and after that as long as the
        Darma Wheel turns."""
        return self.leader(seat) if WHEEL in self.effects_on(seat) else self.general(seat)

    # Ninjas who may wait hidden: what everybody knows of it, and what their own side has written (5:1:6, K80)

    def closed_seals(self, seat: str) -> tuple[WrittenDown, ...]:
        """What a side has written down and not opened."""
        return tuple(one for one in self.seals if one.seat == seat and not one.opened)

    def acts_openly(self, piece: Piece) -> bool:
        """Whether everybody sees it do something in this turn: fight, carry orders, use an ability."""
        ordered = any(plan.piece == piece.id and plan.announced for plan in self.plans)
        return self.touches(piece.id) or ordered or any(use.piece == piece.id for use in self.uses)

    def has_shown(self, piece: Piece) -> bool:
        """Whether everybody has seen it: in this turn or an earlier one. Who was shown stays so."""
        return piece.id in self.seen or self.acts_openly(piece)

    def may_hide(self, piece: Piece) -> bool:
        """Whether it may be hidden, by what everybody knows: Ninjas nobody has seen act, whose side has a closed seal.
        What the seal says has no part in it (5:1:6)."""
        return bool(self.closed_seals(piece.seat)) and piece.is_ninja and not self.has_shown(piece)

    def written_of(self, piece: Piece) -> WrittenDown | None:
        """What its own side has written of where these Ninjas hide, while nobody has seen them act; else None. A seal
        that names nobody may be about them (5:1:6, K80)."""
        if not piece.is_ninja or self.has_shown(piece):
            return None
        closed = (one for one in self.closed_seals(piece.seat) if one.who in ("", piece.id))
        return max(closed, key=lambda one: bool(one.who), default=None)

    # who touches whom, and what lasts on somebody

    def touches(self, one: str) -> bool:
        """Whether this piece is in contact with anybody."""
        return touches(self.contacts, one)

    def foes_of(self, one: str) -> tuple[str, ...]:
        """With whom this piece is in contact, as far as the players have said."""
        return tuple(met.foe(one) for met in self.contacts if met.other and met.touches(one))

    def between(self, one: str, other: str) -> Contact | None:
        """The contact of these two."""
        return between(self.contacts, one, other)

    def engaged_before(self, one: str) -> bool:
        """Whether this piece came into this turn in combat (10:1)."""
        return engaged_since_before(self.contacts, one, self.turn)

    def with_contact(self, met: Contact) -> State:
        """With these two in contact as is said now."""
        return replace(self, contacts=again(self.contacts, met))

    def without_contacts(self, one: str) -> State:
        """Without the contacts of this piece."""
        return replace(self, contacts=without(self.contacts, one))

    def effects_on(self, on: str) -> frozenset[EffectId]:
        """What lasts on a piece, a character or a side, and counts now."""
        return effects_on(self.effects, on, self.turn)

    def lasting_on(self, piece: Piece, hero_id: str | None = None) -> frozenset[EffectId]:
        """The effects on a unit or a lone character, as the rules count them now; or on a character inside a unit, who
        has nothing of what lasts on that. What lies on a side counts for all of its own whom it can touch."""
        inside = hero_id is not None and piece.miniatures > 0
        names = {hero_id} if inside else {piece.id, *(hero.id for hero in piece.heroes[:1] if piece.unit is None)}
        found = self.effects_on(piece.seat).union(*(self.effects_on(name) for name in names if name))
        hero = piece.hero(hero_id or "") if inside else piece.lone
        abilities = hero.profile.abilities if hero is not None else piece.profile.abilities
        return found.union(by_themselves(catalog().ability_rules[one] for one in abilities))

    def with_effect(self, on: str, source: EffectId, present: bool = True) -> State:
        """With this effect counting now on somebody, or not."""
        if not present:
            rest = (e for e in self.effects if (e.on, e.source) != (on, source) or not counts(e, self.turn))
            return replace(self, effects=tuple(rest))
        if source in self.effects_on(on):
            return self
        return replace(self, effects=(*self.effects, from_now(source, on, self.turn)))

    def left_place(self, piece_id: str) -> State:
        """Without what lies on this piece only while it stays in its place."""
        return replace(self, effects=left_behind(self.effects, piece_id))

    def breaks(self, piece: Piece, since: int) -> State:
        """When a piece runs away: out of its combats and without its standard (3:4:7, 11:4:2)."""
        running = replace(piece, standard_bearer=False, facts=piece.facts.breaks(since))
        return self.left_place(piece.id).with_piece(running).without_contacts(piece.id)

    # questions, and names that are counted (`ask/names.py`)

    def ask(self, ask_id: str) -> Ask | None:
        return by_name(self.asks, ask_id)

    def ask_at(self, step: str) -> Ask | None:
        """The open question of this name."""
        found = self.ask(step)
        if found is None:
            about, _, end = step.rpartition(".")
            later = [a for a in self.asks if a.id.endswith(f".{end}") and self.stood_later(about, a.about)]
            found = later[0] if len(later) == 1 else None
        return None if found is None or any(a.parent == found.id for a in self.asks) else found

    def ask_about(self, about: str) -> Ask | None:
        """The first question about this chain, roll or use."""
        return next((ask for ask in self.asks if ask.about == about), None)

    def asked(self, *kinds: AskKind) -> tuple[Ask, ...]:
        """The questions of these kinds, in the order in which they were asked."""
        return tuple(ask for ask in self.asks if ask.kind in kinds and ask.id not in self.aside)

    def untouched(self, about: str) -> bool:
        """Whether no die of what is asked about this chain or roll has been entered."""
        return all(ask.pad.empty for ask in self.asks if ask.about == about)

    def with_ask(self, ask: Ask) -> State:
        return replace(self, asks=placed(self.asks, ask))

    def with_question(self, kind: StepKind, seat: SeatId, about: str, parent: str = "") -> State:
        """With this asked of a seat, under the name it has by what it is about."""
        return self.with_ask(Ask(ask_name(about, kind), kind, seat, about, parent))

    def asking_only(self, stands: Callable[[Ask], bool]) -> State:
        """Without what is asked in vain by now; mostly that is nothing, and this state itself."""
        kept = tuple(a for a in self.asks if stands(a))
        return self if len(kept) == len(self.asks) else replace(self, asks=kept)

    def without_ask(self, ask_id: str) -> State:
        """Without this question."""
        return self.asking_only(lambda ask: ask.id != ask_id)

    def without_asks(self, about: str) -> State:
        """Without what is asked about this chain or roll."""
        return self.asking_only(lambda ask: ask.about != about)

    def free_name(self, name: str) -> str:
        """The name, or with the next number where it was given before."""
        given = self.names.get(name, 0)
        return f"{name}/{given + 1}" if given else name

    def given(self, name: str) -> State:
        """With this name given."""
        base, time = split_name(name)
        return replace(self, names={**self.names, base: max(time, self.names.get(base, 0))})

    def stood_later(self, name: str, other: str) -> bool:
        """Whether `name` is that of `other` counted on, and was never given: what it counted from was taken away."""
        base, time = split_name(name)
        return time > 1 and other == base and self.names.get(base, 0) < time

    # what is under way, by its name or by a question about it; `with_…`: in the place of what had its name, or last

    def chain(self, chain_id: str) -> Chain | None:
        return by_name(self.chains, chain_id)

    def chain_of(self, ask: Ask) -> Chain:
        return must(self.chain(ask.about))

    @property
    def running(self) -> Chain | None:
        """The roll chain whose dice are due."""
        return next((c for c in self.chains if not c.finished and c.id not in self.aside), None)

    def with_chain(self, chain: Chain) -> State:
        return replace(self, chains=placed(self.chains, chain))

    def without_chain(self, chain_id: str) -> State:
        """Without this roll chain and what is asked about it."""
        return replace(self, chains=removed(self.chains, chain_id)).without_asks(chain_id)

    def roll(self, roll_id: str) -> HonorRoll | None:
        return by_name(self.rolls, roll_id)

    def roll_of(self, ask: Ask) -> HonorRoll:
        return must(self.roll(ask.about))

    @property
    def owed(self) -> tuple[HonorRoll, ...]:
        """The honor rolls the rules still demand."""
        return tuple(r for r in self.rolls if r.owed and r.asking)

    def with_roll(self, roll: HonorRoll) -> State:
        return replace(self, rolls=placed(self.rolls, roll))

    def without_roll(self, roll_id: str) -> State:
        """Without this honor roll and what is asked about it."""
        return replace(self, rolls=removed(self.rolls, roll_id)).without_asks(roll_id)

    def flight(self, flight_id: str) -> Flight | None:
        return by_name(self.flights, flight_id)

    def flight_of(self, ask: Ask) -> Flight:
        return must(self.flight(ask.about))

    def chase(self, name: str) -> tuple[Flight, Chase]:
        """The chase of this name, with the flight it follows."""
        return next(one for one in self.chases() if one[1].id == name)

    def chases(self) -> Iterator[tuple[Flight, Chase]]:
        """Every chase of this turn, with the flight it follows."""
        return ((flight, chase) for flight in self.flights for chase in flight.chases)

    def with_flight(self, flight: Flight) -> State:
        return replace(self, flights=placed(self.flights, flight))

    def with_chase(self, flight: Flight, chase: Chase) -> State:
        """With this chase as it is now."""
        return self.with_flight(replace(flight, chases=renewed(flight.chases, chase)))

    def without_death(self, death: Death) -> State:
        """Without the question who stands near this dead general."""
        return replace(self, deaths=removed(self.deaths, death.id)).without_asks(death.id)

    def without_results(self, seat: str) -> State:
        """Without the results that are shown: this side begins something else. The other keeps its own flights."""
        mine = {piece.id for piece in self.of(seat)}
        rolls = tuple(r for r in self.rolls if not (r.done and r.piece in mine))
        return replace(self, rolls=rolls, chains=tuple(c for c in self.chains if c.landed is None))

    def charge(self, charge_id: str) -> Charging | None:
        return by_name(self.charges, charge_id)

    def charge_of(self, ask: Ask) -> Charging:
        return must(self.charge(ask.about))

    def with_charge(self, charge: Charging) -> State:
        return replace(self, charges=placed(self.charges, charge))

    def with_charged(self, name: str) -> State:
        """The state in which the charge or the seal of this name is what charged last."""
        return replace(self, charged=(name, self.chains[-1].id if self.chains else ""))

    def plan_of(self, piece_id: str) -> UnitPlan:
        """The orders of a unit this turn; none yet is an empty plan."""
        return next((plan for plan in self.plans if plan.piece == piece_id), UnitPlan(piece_id))

    def with_plan(self, plan: UnitPlan) -> State:
        """With this plan, in the place of the unit's last one or behind all others; an empty one is none."""
        if all(known.piece != plan.piece for known in self.plans):
            return replace(self, plans=(*self.plans, plan)) if plan.steps else self
        plans = (plan if known.piece == plan.piece else known for known in self.plans)
        return replace(self, plans=tuple(known for known in plans if known.steps))

    def with_plans(self, plans: Iterable[UnitPlan]) -> State:
        """With these orders; this state itself where they are what they were."""
        given = tuple(plans)
        return self if given == self.plans else replace(self, plans=given)

    def reaction_of(self, piece_id: str) -> Reaction | None:
        """How this unit has answered the charges of this turn."""
        return next((one for one in self.reactions if one.piece == piece_id), None)

    def with_reaction(self, reaction: Reaction) -> State:
        """With this reaction as it is now."""
        return replace(self, reactions=tuple(reaction if r.piece == reaction.piece else r for r in self.reactions))

    def breakaway(self, name: str) -> Breakaway | None:
        return by_name(self.breakaways, name)

    def breakaway_of(self, ask: Ask) -> Breakaway:
        return must(self.breakaway(ask.about))

    def with_breakaway(self, one: Breakaway) -> State:
        return replace(self, breakaways=placed(self.breakaways, one))

    def melee(self, melee_id: str) -> Melee | None:
        return by_name(self.melees, melee_id)

    def melee_of(self, strike: Chain) -> Melee | None:
        """The combat under way in which this strike is made; a shot is made in none."""
        both = {strike.attacker, strike.defender}
        return next((m for m in self.melees if both <= set(m.members)), None) if strike.kind == "melee" else None

    def members(self, melee: Melee) -> tuple[Piece, ...]:
        """The pieces of a combat, in the order of the table."""
        return tuple(piece for piece in self.pieces if piece.id in melee.members)

    def striker_name(self, striker: Striker) -> str:
        """What he is called: the unit, or the character with his own initiative."""
        piece = self.piece_of(striker)
        hero = piece.hero(striker.hero)
        if hero is not None:
            return hero.title
        return piece.unit_title if striker.unit else piece.title

    def with_melee(self, melee: Melee) -> State:
        return replace(self, melees=placed(self.melees, melee))

    def use(self, use_id: str) -> Use | None:
        return by_name(self.uses, use_id)

    def use_of(self, ask: Ask) -> Use:
        """The use of an ability that this question is about."""
        return must(self.use(ask.about))

    def undecided(self, use: Use) -> bool:
        """Whether anything of this use is still to be said or thrown, by it or by an ability that answers it."""
        answers = (one for one in self.uses if one.about == use.id and one.holds is None)
        return use.holds is None or self.ask_about(use.id) is not None or any(answers)

    def with_use(self, use: Use) -> State:
        return replace(self, uses=placed(self.uses, use))
