"""Honor rolls, flights, pursuits, and the combats of a turn as they are shown (11:2 to 11:4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.after import owing, words
from companion.play.kensei.after.flight import free_attacks, takers
from companion.play.kensei.after.honor import die_name, may_skip
from companion.play.kensei.after.pursuit import MetView, meetings, stops
from companion.play.kensei.ask.kinds import KINDS, AskView
from companion.play.kensei.ask.pad import CENTIMETERS, Die
from companion.play.kensei.asks import Ask, ask_name
from companion.play.kensei.board import HeroView, PieceView, hero_view, piece_view
from companion.play.kensei.pieces import SEATS, Piece, SeatId, other
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Flight, HonorRoll
from companion.play.traced import part
from companion.rules.dice import pips
from companion.rules.kensei.after.combats import SLAIN_IN_CONFRONTATION, Combat, CombatResult, inflicted
from companion.rules.kensei.after.flight import ENDS, EndWords, pursuit_chance
from companion.rules.kensei.after.honor import CAUSES, command_reach_cm, flight_dice
from companion.rules.text import Number, Text


@dataclass(frozen=True, slots=True)
class HonorView:
    id: str
    step: str
    step_id: str
    piece: PieceView
    holder: str
    causes: tuple[tuple[Text, str], ...]
    target: Number
    good: tuple[int, ...]
    """The faces with which it holds."""
    chance: float
    well: Text
    """What that chance is of."""
    commanders: tuple[HeroView, ...]
    commander: str | None
    reach: int
    ask_sohei: bool
    sohei: bool
    destroyed_enemy: bool
    deserted: bool
    run_through: bool
    asking: bool
    sentence: Text
    waiting: Text
    faces: tuple[Die, ...]
    die: int | None
    holds: bool | None
    cm: int
    done: bool
    regroups: bool
    """The general calls it back, or it runs on."""
    is_ki: bool
    """A KI roll: who lends his KI is asked, and nothing else counts."""
    spared: str
    """The ability by which it is not rolled."""


@dataclass(frozen=True, slots=True)
class OwedView:
    id: str
    piece: str
    seat: str
    title: str
    causes: tuple[tuple[Text, str], ...]
    step: str
    target: Number
    """What holds them as far as the table knows; more may count, which the roll itself asks."""
    good: tuple[int, ...]
    """The faces with which it does."""
    asked: Text
    """The words of the roll."""
    duty: bool
    """Its general has called it to its duty: it may skip the roll (K72)."""
    is_ki: bool
    """A KI roll: of riders hurt by slings, of teppo in a stream."""
    keeps_dry: bool
    lent: bool
    """Somebody may lend his honor or KI to it."""

    @property
    def sentence(self) -> Text:
        """Who owes it."""
        if self.keeps_dry:
            return replace(words.IN_STREAM, values={"unit": self.title})
        if self.is_ki:
            return Text("Hit by slings, %(unit)s must make a KI roll.", {"unit": self.title})
        return Text("%(unit)s must make an honor roll.", {"unit": self.title})


def owed_view(state: State, roll: HonorRoll) -> OwedView:
    """A roll among what is owed."""
    piece = state.piece_of(roll)
    asked, _ = words.roll_words(state, roll)
    return OwedView(
        roll.id,
        roll.piece,
        piece.seat,
        piece.title,
        _causes(roll),
        die_name(roll),
        owing.target(state, roll),
        owing.good_faces(state, roll),
        asked,
        may_skip(state, roll),
        roll.is_ki,
        roll.keeps_dry,
        bool(owing.able_lenders(state, roll, piece)),
    )


def _causes(roll: HonorRoll) -> tuple[tuple[Text, str], ...]:
    return tuple((CAUSES[cause].reason, CAUSES[cause].rule) for cause in roll.causes)


def honor_view(state: State, roll_id: str, seat: str | None) -> HonorView:
    """An honor roll under way, or its result, as this seat sees it."""
    seen = _open_roll(state, roll_id)
    return replace(seen, piece=piece_view(state, seen.piece.id, seat))


@part
def _open_roll(state: State, roll_id: str) -> HonorView:
    """The roll as everybody sees it."""
    roll = must(state.roll(roll_id))
    piece = state.piece_of(roll)
    number = owing.target(state, roll)
    asking = roll.asking
    ask = state.ask_about(roll.id)
    dice = 0 if ask is None else 1 if asking else owing.flight_count(state, roll)
    faces = (ask.pad.faces if ask else ()) or (None,) * dice
    good = owing.good_faces(state, roll)
    wants = replace(_wants(state, roll), values={"face": number.value}) if asking else CENTIMETERS
    sentence, waiting = words.roll_words(state, roll)
    lasting = state.effects_on(piece.id)
    return HonorView(
        id=roll.id,
        step="result" if roll.done else "die" if asking else "flight",
        step_id=die_name(roll) if asking else ask_name(roll.id, "flight"),
        piece=piece_view(state, piece.id, None),
        holder=piece.seat,
        causes=_causes(roll),
        target=number,
        good=good,
        chance=len(good) / 10,
        well=_well(roll),
        commanders=tuple(hero_view(state, one.piece, one.hero) for one in owing.able_lenders(state, roll, piece)),
        commander=roll.commander,
        reach=command_reach_cm(piece.body),
        ask_sohei=not roll.is_ki and not owing.sohei_inside(piece) and owing.sohei_near(state, piece),
        sohei=roll.sohei,
        destroyed_enemy="destroyed-enemy" in lasting,
        deserted=roll.deserted,
        run_through="run-through" in lasting,
        asking=asking and ask is not None and ask.pad.empty,
        sentence=sentence,
        waiting=waiting,
        faces=tuple(Die(i, f, False, wants) for i, f in enumerate(faces)),
        die=None if roll.die is None else pips(roll.die),
        holds=roll.holds,
        cm=roll.cm,
        done=roll.done,
        regroups=roll.regroups,
        is_ki=roll.is_ki,
        spared=use.name if (use := state.use(roll.spared)) is not None else "",
    )


def _wants(state: State, roll: HonorRoll) -> Text:
    if owing.or_more(state, roll):
        return Text("%(face)s or more works")
    return Text("%(face)s or less works") if roll.is_ki else Text("%(face)s or less holds")


def _well(roll: HonorRoll) -> Text:
    if roll.regroups:
        return Text("they regroup")
    if roll.keeps_dry:
        return Text("their teppo stay dry")
    return Text("they keep their pace") if roll.is_ki else Text("they hold")


# ---- pursuits and flights as they are shown: who may pursue and how likely he reaches, dice


@dataclass(frozen=True, slots=True)
class FreeAttackView:
    """A free attack that is still to be made: its strike did not begin, or was called off."""

    seat: str
    attacker: str
    defender: str
    sentence: Text


@dataclass(frozen=True, slots=True)
class WaitView:
    """Dice the other side owes beside this seat's own acts: those of an honor roll, or of who runs."""

    seat: str
    step_id: str
    waiting: Text
    honor: HonorView | None
    run: AskView | None


@dataclass(frozen=True, slots=True)
class FlightView:
    """A flight of this turn once its dice are thrown, and what came of it."""

    id: str
    piece: str
    title: str
    seat: str
    sentences: tuple[Text, ...]
    chases: tuple[AskView, ...]
    """Who may still pursue."""
    end: EndWords | None
    meetings: tuple[MetView, ...]
    stops: tuple[MetView, ...]
    newest: bool
    """Its side has done nothing else since it ran."""
    is_news: bool
    """Its dice are the newest result, which says how far it flees."""
    why: Text | None
    """Why it runs although it was not defeated."""

    @property
    def sentence(self) -> Text:
        """What only the table knows of its way."""
        return self.line if self.is_news else Text("%(told)s What stands in the way?", {"told": self.sentences[0]})

    @property
    def line(self) -> Text:
        """The same among other questions, where its card tells the flight."""
        return Text("What stands in the way of %(unit)s?", {"unit": self.title})


def chase_views(state: State) -> tuple[AskView, ...]:
    """Whether units pursue, as their side is asked."""
    return tuple(_chase(state, ask) for ask in state.asked("chase"))


def _chase(state: State, ask: Ask) -> AskView:
    flight, chase = state.chase(ask.about)
    count = flight_dice(state.piece_of(chase).body)
    return replace(KINDS["chase"].asked(state, ask), dice=count, chance=pursuit_chance(count, flight.faces))


def free_attack_views(state: State) -> tuple[FreeAttackView, ...]:
    """The free attacks nobody makes at this moment."""
    if state.running is not None:
        return ()
    return tuple(
        FreeAttackView(
            state.piece_of(chase).seat,
            chase.piece,
            flight.piece,
            Text("%(unit)s reached %(runner)s: a free attack.", words.titles(state, flight, chase)),
        )
        for flight, chase in free_attacks(state)
    )


def flight_views(state: State) -> tuple[FlightView, ...]:
    """The flights of this turn whose dice are thrown."""
    return tuple(_flight(state, flight) for flight in state.flights if flight.ran or flight.end)


def _flight(state: State, flight: Flight) -> FlightView:
    names = {chase.id for chase in flight.chases}
    return FlightView(
        id=flight.id,
        piece=flight.piece,
        title=state.piece_of(flight).title,
        seat=state.piece_of(flight).seat,
        sentences=tuple(_sentences(state, flight)),
        end=ENDS[flight.end] if flight.end else None,
        meetings=meetings(state, flight),
        stops=tuple(stops(state, flight)),
        newest=flight.id in state.newest_flights,
        is_news=any(roll.id == state.news and roll.flight_name == flight.id for roll in state.rolls),
        why=_why(flight),
        chases=tuple(_chase(state, ask) for ask in state.asked("chase") if ask.about in names),
    )


def _why(flight: Flight) -> Text | None:
    if not flight.causes or "defeated" in flight.causes:
        return None
    return Text("The honor roll failed: %(reasons)s.", {"reasons": tuple(CAUSES[one].reason for one in flight.causes)})


def _sentences(state: State, flight: Flight) -> Iterator[Text]:
    if flight.ran:
        yield words.runs(state, flight)
    for chase in flight.chases:
        if chase.faces is not None:
            yield words.pursuit_words(state, flight, chase)
        elif chase.answer == "hold":
            yield words.stays_back(state, flight, chase)
    if flight.further:
        yield words.went_on(state, flight)
    if flight.through:
        yield words.through(state, flight.through)
    if (ended := words.ended(state, flight)) is not None:
        yield ended


# ---- the combats of a turn as cards: who against whom, both sums, who is defeated, and what has become of them (11:2)


@dataclass(frozen=True, slots=True)
class CombatSide:
    seat: str
    who: tuple[str, ...]
    inflicted: Number
    slain: int
    """What of it stands for characters slain in confrontations (10:6:2, K27)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How one unit of the losing side stands: the difference against its VE, and what came of it."""

    piece: str
    seat: str
    sentence: Text
    since: Text | None
    """What has become of who was defeated; None while it owes its honor roll."""
    owed: tuple[OwedView, ...]


@dataclass(frozen=True, slots=True)
class CombatCard:
    id: str
    sides: tuple[CombatSide, CombatSide]
    difference: int
    verdict: Text
    judgements: tuple[Judgement, ...]
    ground: tuple[Text, ...]
    """Whose ground is taken, and by whom (11:1)."""


def next_combat(state: State) -> SeatId | None:
    """Whose turn it is to choose which of several is resolved next: the command holder's first, then by turns (11,
    K69). Nobody is kept to it.

    A combat is taken up with the first dice of its defeated; one that nobody has lost asks for nothing.
    """
    if state.phase != "resolution" or state.over:
        return None
    beaten = [found for combat in owing.fought(state) if (found := owing.judged(state, combat).defeated)]
    untouched = frozenset(_untouched(state))
    left = sum(untouched.issuperset(units) for units in beaten)
    if not left or len(beaten) == 1:
        return None
    return state.commanding if (len(beaten) - left) % 2 == 0 else other(state.commanding)


def _untouched(state: State) -> Iterator[str]:
    """Who has still everything before him: an honor roll, or the dice of running on (K85)."""
    for roll in state.owed:
        if not roll.open and roll.moment == state.combats_name:
            yield roll.piece
    for ask in state.asks:
        if ask.kind == "again" and ask.pad.empty:
            yield state.flight_of(ask).piece


def combat_views(state: State) -> tuple[CombatCard, ...]:
    """The combats of the turn, once they are judged."""
    if state.phase != "resolution" or state.over:
        return ()
    return tuple(_combat(state, combat) for combat in owing.in_order(state))


def _combat(state: State, combat: Combat) -> CombatCard:
    result = owing.judged(state, combat)
    one, two = (_side(state, combat, seat) for seat in SEATS)
    return CombatCard(
        id="-".join(sorted(combat.members)),
        sides=(one, two),
        difference=result.difference,
        verdict=_verdict(state, result),
        judgements=tuple(_judgements(state, combat, result)),
        ground=tuple(_ground(state, combat)),
    )


def _ground(state: State, combat: Combat) -> Iterator[Text]:
    for left in owing.fighters(state, combat):
        found = takers(state, combat, left)
        values = {"who": tuple(piece.title for piece in found), "whom": left.unit_title}
        if len(found) == 1:
            yield Text("The ground that %(whom)s left goes to %(who)s.", values)
        elif found:
            yield Text("The ground that %(whom)s left goes to one of these: %(who)s.", values)


def _side(state: State, combat: Combat, seat: str) -> CombatSide:
    own = tuple(owing.fighters(state, combat, seat))

    def name(of: str) -> str:
        piece = state.piece(of)
        heroes = (h for p in own for h in p.heroes if h.id == of)
        return title(piece) if piece is not None and piece.unit else next(heroes).title

    def title(piece: Piece) -> str:
        return piece.unit_title if owing.fell_now(state, piece) else owing.fought_as(state, piece)

    ids = [p.id for p in own]
    slain = SLAIN_IN_CONFRONTATION * sum(blow.slain for blow in combat.blows if blow.attacker in ids)
    return CombatSide(seat, tuple(map(title, own)), inflicted(combat, ids, name), slain)


def _verdict(state: State, result: CombatResult) -> Text:
    if result.defeated:
        defeated = tuple(piece.title for piece in state.pieces if piece.id in result.defeated)
        return Text("Defeated: %(who)s.", {"who": defeated})
    if result.winner:
        return Text("Nobody is left to be defeated.")
    return Text("A draw.")


def _judgements(state: State, combat: Combat, result: CombatResult) -> Iterator[Judgement]:
    for piece in owing.fighters(state, combat):
        defeated = piece.id in result.defeated
        if defeated or piece.id in result.held:
            owed = tuple(owed_view(state, roll) for roll in state.owed if roll.piece == piece.id and not roll.open)
            thrown = not any(r.piece == piece.id and r.open and r.die is None for r in state.rolls)
            since = _since(piece) if defeated and not owed and thrown else None
            yield Judgement(piece.id, piece.seat, _against(state, piece, result), since, owed)


def _against(state: State, piece: Piece, result: CombatResult) -> Text:
    """The difference held against what is left of the unit, or of its side where the table agreed on that (K57)."""
    together = state.settings.defeat_ve == "side"
    losers = (*result.defeated, *result.held)
    ve = sum(state.ve_judged.get(one, 0) for one in losers if together or one == piece.id)
    values = {"unit": piece.title, "difference": result.difference, "ve": ve}
    if piece.id in result.defeated:
        return Text("%(unit)s lost the combat: %(difference)s is more than the %(ve)s VE left.", values)
    return Text("%(unit)s held: %(difference)s is not more than the %(ve)s VE left.", values)


def _since(piece: Piece) -> Text:
    if not piece.standing:
        return Text("Nothing is left on the table.")
    return Text("In flight.") if piece.facts.flees else Text("Still in the combat.")
