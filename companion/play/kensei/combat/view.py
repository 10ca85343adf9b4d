"""The list of combats as it is shown: who touches whom, who gives dice, who strikes next and why (10:2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.play.kensei.after.owing import blows_in, result_words
from companion.play.kensei.ask.kinds import AskView
from companion.play.kensei.ask.names import urgent
from companion.play.kensei.chains import thaw_number
from companion.play.kensei.combat import duels, initiative, strikes
from companion.play.kensei.combat.listing import ahead, ahead_of, chooser, left, title
from companion.play.kensei.fight.words import charged
from companion.play.kensei.melees import Confrontation, Melee, Striker
from companion.play.kensei.pieces import SEATS, Choices
from companion.play.kensei.state import State, must
from companion.play.traced import part
from companion.rules.dice import pips
from companion.rules.kensei.fight.confrontation import may_refuse
from companion.rules.kensei.fight.split import shares
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.text import Modifier, Number, Text, agreeing

Stage = Literal["ahead", "initiative", "strikes", "done"]
Standing = Literal["strikes", "waits", "over"]


@dataclass(frozen=True, slots=True)
class RollerView:
    """Who rolls for initiative: what his die is added to, and which positions he may take."""

    id: str
    name: str
    number: Number
    unit: bool
    defensive: bool
    kept_from_defense: Text | None
    obstacle: bool


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A character who may challenge, and whom: pairs of id and name."""

    seat: str
    hero: str
    name: str
    others: Choices


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What one side gives before the strikes; `first`: positions are chosen with it."""

    seat: str
    step: str
    first: bool
    rollers: tuple[RollerView, ...]
    challenges: tuple[ChallengeView, ...] = ()
    """Whom its characters may challenge under the same seal."""
    no_die: bool = False
    """The order is known before: nothing is thrown."""

    @property
    def waiting(self) -> Text:
        """What the others wait for."""
        return strikes.initiative_awaited(self.seat, declares=self.no_die)


@dataclass(frozen=True, slots=True)
class EnemyView:
    """An enemy who is struck, with the `dice` of a share; or how many may go there while they are shared."""

    id: str
    name: str
    dice: int | None = None
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class StrikeView:
    """The next strike of a combat: how its dice may be shared, or whom it strikes."""

    combat: str
    fighter: str
    piece: str
    hero: str
    seat: str
    sentence: Text
    pool: int | None = None
    ways: tuple[tuple[str, Text], ...] = ()
    sharing: tuple[EnemyView, ...] = ()
    targets: tuple[EnemyView, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One in the order of strikes; `number` holds the die too, None of who has none: reached in flight, or unasked."""

    name: str
    seat: str
    number: Number | None
    again: tuple[int, ...]
    """The dice with which a tie was parted."""
    state: Standing
    fled: bool = False
    """Reached in flight: last."""


@dataclass(frozen=True, slots=True)
class DuelView:
    """A confrontation: what is awaited of whom, or how it ended. `answers` is the seat of who was challenged."""

    id: str
    title: Text
    words: Text
    open: bool
    answers: str = ""
    may_refuse: bool = True
    bound: bool = False
    """Nobody refuses it, though its challenger is no Assassin."""
    dice: tuple[AskView, ...] = ()
    strike: StrikeView | None = None


@dataclass(frozen=True, slots=True)
class CombatView:
    id: str
    members: tuple[str, ...]
    title: Text
    stage: Stage
    words: Text
    challenges: tuple[ChallengeView, ...] = ()
    duels: tuple[DuelView, ...] = ()
    answers: tuple[AnswerView, ...] = ()
    again: tuple[AnswerView, ...] = ()
    """Of who has given alone: declared after all, and given anew."""
    strike: StrikeView | None = None
    order: tuple[PlaceView, ...] = ()


@dataclass(frozen=True, slots=True)
class CombatsView:
    """`left`: how many combats are not fought to their end; `chooser` says which comes next."""

    combats: tuple[CombatView, ...]
    contacts: tuple[tuple[Contact, Text], ...]
    """Who touches whom, and what is known of them."""
    left: int
    chooser: str

    @property
    def begun(self) -> bool:
        """Whether any combat of this turn is led."""
        return any(one.stage != "ahead" for one in self.combats)

    @property
    def ahead(self) -> tuple[CombatView, ...]:
        """The combats nobody has begun."""
        return tuple(one for one in self.combats if one.stage == "ahead")

    @property
    def led(self) -> tuple[CombatView, ...]:
        """The combats that are asked about: of several begun ones the first not fought to its end, and none behind."""
        now = next((one for one in self.combats if one.stage in ("initiative", "strikes")), None)
        return tuple(one for one in self.combats if one is now or one.stage == "done")

    @property
    def idle(self) -> bool:
        """Whether none has begun that is not fought to its end: the next one may begin."""
        return all(one.stage in ("ahead", "done") for one in self.combats)


def combats_view(state: State) -> CombatsView:
    """The combats of this turn: the same for every seat, as what is sealed is no part of it."""
    words = Text("not begun")
    waiting = tuple(CombatView(one.id, one.members, title(state, one.members), "ahead", words) for one in ahead(state))
    return CombatsView(
        combats=(*(_combat(state, melee.id) for melee in state.melees), *waiting),
        contacts=tuple((met, _contact(state, met)) for met in state.contacts if met.other),
        left=len(left(state)) + sum(not strikes.is_over(state, melee.id) for melee in state.melees),
        chooser=chooser(state),
    )


def _contact(state: State, met: Contact) -> Text:
    names = {"one": state.title(met.one), "other": state.title(met.other)}
    if met.since < state.turn:
        return Text("%(one)s and %(other)s, since an earlier turn", names)
    if met.charger:
        return charged(state.title(met.charger), state.title(met.foe(met.charger)), met.zone_of(met.charger))
    return Text("%(one)s and %(other)s", names)


@part
def _combat(state: State, melee_id: str) -> CombatView:
    melee = must(state.melee(melee_id))
    fought = tuple(_duel(state, melee, one) for one in melee.confrontations)
    named, words = title(state, melee.members), Text("initiative")
    open_ = CombatView(melee.id, melee.members, named, "initiative", words, duels=fought)
    if strikes.is_past(state) and not strikes.is_over(state, melee.id):
        return replace(open_, stage="done", words=Text("left unfinished"), duels=())
    if any(one.open for one in fought):
        return replace(open_, words=Text("confrontation"), challenges=_challenges(state, melee))
    if initiative.rolling(state, melee):
        answers = tuple(_answer(state, melee, seat) for seat in initiative.awaited_sides(state, melee))
        again = tuple(_answer(state, melee, seat) for seat in initiative.may_declare_again(state, melee))
        return replace(open_, answers=answers, again=again, challenges=_challenges(state, melee))
    following = strikes.upcoming(state, melee)
    order = tuple(_place(state, melee, s, following) for s in initiative.strikers_in_order(melee))
    if strikes.is_over(state, melee.id):
        fight = blows_in(state, melee)
        words = result_words(state, fight)
        if melee.left and not fight.blows:  # one side left it before a blow fell: it has no result (K76)
            words = Text("over: one side is gone")
        return replace(open_, stage="done", words=words, order=order)
    made = sum(place.state == "over" for place in order)
    words = Text("strike %(now)s of %(all)s", {"now": min(made + 1, len(order)), "all": len(order)})
    strike = next((_strike(state, melee, s) for s in strikes.next_striker(state, melee)), None)
    return replace(open_, stage="strikes", words=words, order=order, strike=strike)


def _challenges(state: State, melee: Melee) -> tuple[ChallengeView, ...]:
    """The challenges that are spoken openly."""
    open_ = [seat for seat in SEATS if not duels.gives_dice(state, melee, seat)]
    return tuple(one for seat in open_ for one in _challenges_of(state, melee, seat))


def _challenges_of(state: State, melee: Melee, seat: str) -> tuple[ChallengeView, ...]:
    return tuple(
        ChallengeView(seat, hero.id, hero.title, tuple((o.id, o.title) for o in others))
        for hero, others in duels.challenges_of(state, melee, seat)
    )


def _duel(state: State, melee: Melee, one: Confrontation) -> DuelView:
    names, challenger = duels.names(state, one), duels.champion(state, one.challenger)
    title = Text("%(one)s and %(other)s fight on", names)
    if not one.goes_on:
        alone = challenger.hero is not None
        title = agreeing("%(one)s challenges %(other)s", "%(one)s challenge %(other)s", names, alone=alone)
    view = DuelView(one.id, title, Text("it is over"), duels.is_open(state, one))
    if one.off:
        return replace(view, words=Text("it is not fought"))
    if not view.open:
        words = Text("both live: it goes on next turn, while they are in contact")
        return replace(view, words=words) if one.both in duels.lasting(state, state.contacts) else view
    if one.refused is None:
        words = Text("the challenge waits for an answer")
        refusing, answers = may_refuse(challenger.profile) and not one.bound, state.side_of(one.challenged)
        return replace(view, words=words, answers=answers, may_refuse=refusing, bound=one.bound)
    dice = tuple(_duel_die(state, one, hero) for hero in duels.rolling_duel(one))
    if dice:
        words = Text("opposed roll of IN")
        if one.refused:
            words = Text("refused: the opposed roll of IN decides whether they fight")
        return replace(view, words=words, dice=dice)
    strike = next((_duel_strike(state, melee, one, hero) for hero in duels.strikers_left(state, one)), None)
    words = Text("first strike: %(first)s", names)
    return replace(view, words=words, strike=None if urgent(state) else strike)


def _duel_die(state: State, one: Confrontation, hero: str) -> AskView:
    words = Text("The die of %(who)s", {"who": duels.champion(state, hero).title})
    number = duels.own_initiative(state, hero)
    return AskView(state.side_of(hero), duels.duel_step(one, hero), words, words, 1, number=number)


def _duel_strike(state: State, melee: Melee, one: Confrontation, hero: str) -> StrikeView:
    piece, foe = duels.champion(state, hero).piece, duels.champion(state, one.foe(hero))
    own = hero if piece.unit and hero != piece.id else ""  # a character's dice inside a unit, or the piece's
    words, target = strikes.duel_strike_words(state, one, hero), EnemyView(foe.piece.id, foe.title)
    return StrikeView(melee.id, hero, piece.id, own, piece.seat, words, targets=(target,))


def _answer(state: State, melee: Melee, seat: str) -> AnswerView:
    numbers = initiative.numbers_now(state, melee)
    rows = tuple(_roller(state, melee, s, numbers[s.id]) for s in initiative.rolling_of(state, melee, seat))
    challenged = _challenges_of(state, melee, seat) if duels.gives_dice(state, melee, seat) else ()
    return AnswerView(
        seat, initiative.step_of(melee, seat), melee.declares, rows, challenged, initiative.rolls_alone(state, melee)
    )


def _roller(state: State, melee: Melee, striker: Striker, number: Number) -> RollerView:
    refused = initiative.may_be_defensive(state, striker) if striker.unit else None
    return RollerView(
        id=striker.id,
        name=state.striker_name(striker),
        number=number,
        unit=striker.unit,
        defensive=state.piece_of(striker).facts.defensive,
        kept_from_defense=refused.reason if refused else None,
        obstacle=initiative.may_hold_obstacle(state, melee, striker),
    )


def _place(state: State, melee: Melee, striker: Striker, following: tuple[Striker, ...]) -> PlaceView:
    number, dice = None, melee.dice.get(striker.id, ())
    if dice:
        before = thaw_number(melee.initiative[striker.id])
        die = Modifier(pips(dice[0]), Text("the die"), "10:2:4", "K44")
        number = replace(before, modifiers=(*before.modifiers, die))
    standing: Standing = "over" if striker not in following else "strikes" if striker == following[0] else "waits"
    name, seat = state.striker_name(striker), state.piece_of(striker).seat
    return PlaceView(name, seat, number, tuple(pips(d) for d in dice[1:]), standing, striker.flees)


def _strike(state: State, melee: Melee, striker: Striker) -> StrikeView:
    piece = state.piece_of(striker)
    bare = StrikeView(melee.id, striker.id, piece.id, striker.hero, piece.seat, strikes.sentence(state, melee, striker))
    if not strikes.shares_dice(state, melee, striker):
        shared = melee.shares.get(striker.id, {})
        targets = ahead_of(state, melee, striker)
        return replace(bare, targets=tuple(EnemyView(p.id, p.title, shared.get(p.id)) for p in targets))
    dc, foes = strikes.pool(state, melee, striker), strikes.foes_of(state, melee, striker)
    bounds = shares(dc, foes, strikes.charged_by_it(state, melee, striker))
    pieces = {p.id: p.title for p in state.pieces}
    rows = tuple(EnemyView(f.id, pieces[f.id], None, bounds[f.id].least, bounds[f.id].most) for f in foes)
    keys = tuple(
        (f"{foes[0].id}:{first} {foes[1].id}:{second}", Text("%(one)s + %(other)s", {"one": first, "other": second}))
        for first, second in strikes.ways(state, melee, striker)
    )
    return replace(bare, pool=dc, ways=keys, sharing=rows)
