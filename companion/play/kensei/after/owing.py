"""Honor rolls that are owed: by whom, for what, against what; the results and deaths they come of (11:2, 11:3; K25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import Field

from companion.content import catalog
from companion.play.acts import everybody, public_line
from companion.play.game import Event, Line
from companion.play.kensei.acts import StepAct, act
from companion.play.kensei.ask.kinds import KINDS, AskView, Words, answers, choice
from companion.play.kensei.ask.names import roll_name
from companion.play.kensei.asks import Ask, StepKind
from companion.play.kensei.chains import thaw_number
from companion.play.kensei.melees import Melee
from companion.play.kensei.pieces import SEATS, Piece, Whereabouts, by_name, by_themselves
from companion.play.kensei.state import WHEEL, State, must
from companion.play.kensei.turn_state import Death, HonorRoll
from companion.rules.kensei.after import honor
from companion.rules.kensei.after.combats import Combat, CombatResult, Member, combats, judge_combat
from companion.rules.kensei.after.honor import Cause, Commander, asks_ki
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.turn.effects import EffectId
from companion.rules.text import Number, Refusal, Text


def owe(state: State, piece_id: str, moment: str, *causes: Cause) -> State:
    """The state in which the piece owes an honor roll, if it can roll one. Causes of one moment are one roll (K55)."""
    piece = state.known(piece_id)
    if not causes or not may_roll(piece, causes):
        return state
    for owed in state.owed:
        if (owed.piece, owed.moment, owed.is_ki) == (piece.id, moment, asks_ki(causes)):
            return state.with_roll(replace(owed, causes=tuple(dict.fromkeys((*owed.causes, *causes)))))
    return asked(state, HonorRoll("", piece.id, causes, moment), piece)


def may_have_entered_stream(before: State, state: State, piece_id: str) -> State:
    """The state when this piece may have gone into a stream: teppo that are dry owe a KI roll (6:2:6)."""
    entered = _gets_wet(state.known(piece_id)) and before.known(piece_id).facts.ground != "stream"
    return owe(state, piece_id, f"t{state.turn}.stream", "stream") if entered else state


def _gets_wet(piece: Piece) -> bool:
    return piece.bears_teppo and piece.facts.ground == "stream" and not piece.facts.teppo_wet


def asked(state: State, roll: HonorRoll, piece: Piece, kind: StepKind = "honor") -> State:
    """The state in which this roll is asked of its piece's seat, under a name of its own."""
    named = replace(roll, id=roll.id or state.free_name(roll_name(state, roll)))
    return state.with_roll(named).given(named.id).with_question(kind, piece.seat, named.id)


def may_roll(piece: Piece, causes: Sequence[Cause]) -> bool:
    """Whether there is a roll at all: a destroyed piece rolls none, one that runs away only KI (K55, 5:2:7)."""
    return piece.standing and (asks_ki(causes) or not piece.facts.flees)


def _may_make(piece: Piece, roll: HonorRoll) -> bool:
    """Whether its die, or its running on, still makes sense: who is called back runs away until then (8:3:2), and teppo
    get wet in the stream alone."""
    if roll.keeps_dry and roll.owed:
        return _gets_wet(piece)
    return piece.standing and piece.facts.flees if roll.regroups else may_roll(piece, roll.causes)


def owed_by(state: State, name: str) -> HonorRoll | None:
    """The roll that is owed under this name; or the only one of a name that came again (`…/2`), where the earlier one
    was taken away since."""
    later = [roll for roll in state.owed if state.stood_later(name, roll.id)]
    return by_name(state.owed, name) or (later[0] if len(later) == 1 else None)


def tidied(state: State) -> State:
    """Without the rolls nobody can make any more: their piece was destroyed or runs away."""
    for roll in state.rolls:
        piece = state.piece_of(roll)
        able = piece.standing if roll.die is not None else _may_make(piece, roll)
        if not able and not roll.done and not (piece.standing and _may_hold_yet(state, piece)):
            state = state.without_roll(roll.id)
    return state


def _may_hold_yet(state: State, piece: Piece) -> bool:
    """Whether a roll of it has failed that may be thrown again: until the flight, its other debts only rest."""
    return any(roll.piece == piece.id and roll.before_flight is not None for roll in state.rolls)


def listed(state: State) -> tuple[HonorRoll, ...]:
    """The rolls owed that nobody has begun to make; those of this turn's combats wait for the resolution (K55), and
    those of who runs away and may yet hold rest."""
    early = state.combats_name if state.phase == "combat" else None
    waiting = {ask.parent for ask in state.asks}
    held_up = {ask.about for ask in state.asks if ask.id in waiting}
    return tuple(
        roll
        for roll in state.owed
        if not (roll.open or roll.id in held_up or roll.moment == early)
        if may_roll(state.piece_of(roll), roll.causes)
    )


# ---- what an honor roll is rolled against, and who could lend to it


DUTY: EffectId = "fulfil-your-duty"
"""While it lies on a side, one of its units skips one honor roll, or rolls one KI with the general's (12:6:2, K72)."""


def called_to_duty(state: State, piece: Piece) -> bool:
    """Whether its general has called this unit to its duty, and none has fulfilled it yet."""
    return piece.miniatures > 0 and DUTY in state.effects_on(piece.seat)


def able_lenders(state: State, roll: HonorRoll, piece: Piece) -> tuple[Whereabouts, ...]:
    """Who could lend to this roll: his honor, from a distance; or the general his KI, because of duty (K72)."""
    if not roll.is_ki:
        return able_commanders(state, piece)
    master = state.place_of_general(piece.seat) if called_to_duty(state, piece) else None
    return (master,) if master is not None else ()


def able_commanders(state: State, piece: Piece) -> tuple[Whereabouts, ...]:
    """Who could lend his honor from a distance (5:1:11): living Commandment characters who stand in no unit."""
    return tuple(
        Whereabouts(p, h)
        for p in state.of(piece.seat)
        if p.id != piece.id
        for h in (p.survivors if p.unit else p.heroes)
        if h.alive and honor.may_lend_honor(h.profile)
    ) + _fallen(state, piece.seat)


def _fallen(state: State, seat: str) -> tuple[Whereabouts, ...]:
    """A dead general who lends his HR from where he fell, while the Darma Wheel turns (K72)."""
    found = state.acting_general(seat)
    if found is None or found.alive:
        return ()
    return tuple(Whereabouts(piece, found) for piece in state.of(seat) if found in piece.heroes)


def sohei_inside(piece: Piece) -> bool:
    """Whether a Sohei stands among this unit of ashigaru: nobody is nearer (5:1:5)."""
    return bool(piece.miniatures) and honor.may_take_heart(piece.body.profile, (h.profile for h in piece.seen_heroes))


def sohei_near(state: State, piece: Piece) -> bool:
    """Whether other Sohei of the own side could steady this unit of ashigaru (5:1:5)."""
    others = [p for p in state.of(piece.seat) if p.id != piece.id]
    units = [p.profile for p in others if p.miniatures]
    return honor.may_take_heart(piece.body.profile, (*units, *(h.profile for p in others for h in p.seen_heroes)))


def target(state: State, roll: HonorRoll) -> Number:
    """The number the die must not exceed (K26), with everything that went into it; as it was once the die fell."""
    if roll.number is not None:
        return thaw_number(roll.number)
    piece = state.piece_of(roll)
    lasting = state.lasting_on(piece) | ({"broke-away"} if roll.deserted else set())
    who = replace(piece.body, effects=frozenset(lasting))
    lender = next((one.hero for one in able_lenders(state, roll, piece) if one.hero.id == roll.commander), None)
    if roll.is_ki and lender is not None:
        ki = lender.profile.attributes.ki
        return Number(ki, Text("%(who)s lends his KI", {"who": lender.title}), "12:6:2")
    if roll.is_ki:
        return Number(who.attributes.ki, Text("profile of %(name)s", {"name": who.name}), "2:7:7")
    if roll.regroups and calligraphy(state, piece.seat) and (master := state.general(piece.seat)) is not None:
        return _honor(piece, who, roll, Commander(master.profile, anywhere=True))
    return _honor(piece, who, roll, Commander(lender.profile) if lender else None)


def good_faces(state: State, roll: HonorRoll) -> tuple[int, ...]:
    """The faces with which its die holds."""
    number = target(state, roll).value
    return tuple(
        face
        for face in range(1, 11)
        if (honor.stays_dry(number, face, state.settings) if roll.keeps_dry else honor.holds(number, face))
    )


def or_more(state: State, roll: HonorRoll) -> bool:
    """Whether its die holds with its number or more, as none but that of teppo in a stream may (K64)."""
    return roll.keeps_dry and state.settings.wet_teppo == "ki_or_more"


def calligraphy(state: State, seat: str) -> bool:
    """Whether the general's HR reaches who runs away anywhere, this turn (12:6:2, K71)."""
    return "master-in-calligraphy" in state.effects_on(seat)


def _honor(piece: Piece, who: Combatant, roll: HonorRoll, commander: Commander | None) -> Number:
    return honor.honor_target(
        who,
        standard_bearer=piece.standard_bearer and piece.miniatures > 0,
        commander=commander,
        sohei_near=roll.sohei or sohei_inside(piece),
    )


def flight_count(state: State, roll: HonorRoll) -> int:
    """Dice of the flight (K28)."""
    return honor.flight_dice(state.piece_of(roll).body)


# ---- the combats of a turn and how they ended, as the resolution phase finds them


def fought(state: State) -> tuple[Combat, ...]:
    """The combats of the turn: those that were led, with everybody who stood in them, then what was struck besides.

    Who came into contact with a led one while it was fought, and struck there, is judged with it (K46, K57).
    """
    found = [combat for melee in state.melees if (combat := blows_in(state, melee)).blows]
    inside = {blow for combat in found for blow in combat.blows}
    for late in combats(blow for blow in state.blows if blow not in inside):
        one = next((combat for combat in found if combat.members & late.members), None)
        if one is None:
            found.append(late)
        else:
            found[found.index(one)] = Combat(one.members | late.members, (*one.blows, *late.blows))
    return tuple(found)


def blows_in(state: State, melee: Melee) -> Combat:
    """A combat that is led: its members, and what they struck at each other."""
    members = frozenset(melee.members)
    blows = (b for b in state.blows if not b.pursuit and {b.attacker, b.defender} <= members)
    return Combat(members, tuple(blows))


def ve_left(state: State) -> Mapping[str, int]:
    """The VE of everybody who fought this turn, as it is now; nothing of what is destroyed."""
    return {p.id: _ve(p) for combat in fought(state) for p in fighters(state, combat)}


def _ve(piece: Piece) -> int:
    return piece.combatant().ve if piece.standing else 0


def judged(state: State, combat: Combat) -> CombatResult:
    """Who won one combat (11:2); first is side a, second side b.

    Once the combats are judged, nobody's VE changes that: not what a pursuit takes of who runs away.
    """
    members = [Member(p.id, p.seat == "a", state.ve_judged.get(p.id, _ve(p))) for p in fighters(state, combat)]
    return judge_combat(combat, members, state.settings)


def fighters(state: State, combat: Combat, seat: str = "") -> Iterator[Piece]:
    """Who fought in a combat, of one side or of both, in the order of the table."""
    return (p for p in state.pieces if p.id in combat.members and seat in ("", p.seat))


def in_order(state: State) -> tuple[Combat, ...]:
    """The combats as they are resolved: those won by the side that has the command, then the others (11, K69)."""
    return tuple(sorted(fought(state), key=lambda combat: victor(state, combat) != state.commanding))


def victor(state: State, combat: Combat) -> str:
    """The side that won, or empty in a draw."""
    return {"first": "a", "second": "b"}.get(judged(state, combat).winner or "", "")


def fought_as(state: State, piece: Piece) -> str:
    """What it is called in the combats of this turn: who outlived his unit by his own name, also fallen; who fell with
    it, or in the same turn, by that of the unit."""
    last = next((hero for hero in piece.heroes if hero.outlived), None)
    if piece.standing or last is None or fell_now(state, piece):
        return piece.title
    return last.title


def fell_now(state: State, piece: Piece) -> bool:
    """Whether its unit was destroyed in a combat of this turn."""
    return any(blow.destroyed and blow.defender == piece.id for blow in state.blows)


def result_words(state: State, combat: Combat) -> Text:
    """Who has won a combat, by how much."""
    found = judged(state, combat)
    beaten = [state.known(one).title for one in found.defeated]
    values = {"a": found.first_inflicted, "b": found.second_inflicted, "who": tuple(beaten)}
    if beaten:
        return Text("%(a)s against %(b)s damage: %(who)s defeated.", values)
    if found.winner:
        gone = [p for p in fighters(state, combat) if p.seat != victor(state, combat) and not p.standing]
        values["who"] = tuple(fought_as(state, piece) for piece in gone)
        return Text("%(a)s against %(b)s damage: %(who)s destroyed.", values)
    return Text("%(a)s against %(b)s damage: a draw.", values)


# ---- the general's death: one question, who stands within 30 cm of him (4:4:5, 11:4:1; K25, K31, K55)


RULE = "4:4:5"


def general_died(state: State, seat: str, hero: str, moment: str) -> State:
    """The state when this side's general has died: it is asked who stands near him."""
    for effect in by_themselves(catalog().taisho_rules[one] for one in state.sides[seat].taisho_abilities):  # K72
        state = state.with_effect(seat, effect)
    if WHEEL in state.effects_on(seat):
        return state
    death = Death(f"{moment}.general.{seat}", state.sides[seat].seat, hero, moment)
    if not any(able(state, death)):
        return state
    state = replace(state, deaths=(*state.deaths, death))
    return state.with_question("death", death.seat, death.id)


def log_lines(before: State, after: State) -> tuple[Text, ...]:
    """What the log says of a general whose death asks no honor roll."""
    sides = (seat for seat in SEATS if WHEEL in after.effects_on(seat))
    new = (seat for seat in sides if WHEEL not in before.effects_on(seat))
    words = (
        Text(
            "The Darma Wheel: no honor roll for %(who)s. This turn and the next he regroups units, and lends his HR.",
            {"who": fallen.title},
        )
        for seat in new
        if (fallen := after.leader(seat)) is not None
    )
    return tuple(words)


def may_have_lost_general(before: State, state: State, seat: str, moment: str) -> State:
    """The state when this side may have lost its general; `moment` names what killed him, unless it is in the combats
    (K55)."""
    lost = before.general(seat)
    if lost is None or state.general(seat) is not None:
        return state
    return general_died(state, seat, lost.id, moment if state.phase == "orders" else state.combats_name)


def able(state: State, death: Death) -> Iterator[Piece]:
    """Who rolls if he stands near: his own side only, and nobody who runs away already (K55)."""
    return (piece for piece in state.of(death.seat) if may_roll(piece, ("general",)))


def _death(state: State, ask: Ask) -> Death:
    return must(by_name(state.deaths, ask.about))


@act("stood-near", label=Text("who stood near the dead"), sees=everybody)
class StoodNearAct(StepAct):
    """Who stands near him, by the ids of the pieces; one that is left out does not."""

    near: dict[str, bool] = Field(default_factory=dict, max_length=100)

    @answers("death", rule=RULE)
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        death = _death(state, ask)
        titles = {piece.id: piece.title for piece in able(state, death)}
        near = [piece for piece, stands in self.near.items() if stands]
        if any(piece not in titles for piece in near):
            values = {"able": tuple(titles.values()) or Text("nobody")}
            return Refusal(Text("Only these can stand near the dead character and roll: %(able)s.", values), RULE)
        state = state.without_death(death)
        for piece in near:
            state = owe(state, piece, death.moment, "general")
        return state

    def line(self, before: State, event: Event, after: State) -> Line:
        death = _death(before, self.asked(before))
        near = tuple(piece.title for piece in able(before, death) if self.near.get(piece.id))
        values = {"who": before.title(death.hero), "near": near, "cm": honor.GENERAL_CM}
        if not near:
            return public_line("Nobody stands within %(cm)s cm of %(who)s, who is dead.", **values)
        return public_line("Within %(cm)s cm of %(who)s, who is dead: %(near)s. They owe an honor roll.", **values)


def _words(state: State, ask: Ask) -> Words:
    values = {"who": state.title(_death(state, ask).hero), "cm": honor.GENERAL_CM}
    return (
        Text("%(who)s is dead. Who stands within %(cm)s cm of him?", values),
        Text("%(who)s is dead: waiting to hear who stands near him.", values),
    )


def death_views(state: State) -> tuple[AskView, ...]:
    """The questions that are open: who may stand near, his own unit surely."""
    found = []
    for ask in state.asked("death"):
        death = _death(state, ask)
        nearby = ((piece.id, piece.title, piece.hero(death.hero) is not None) for piece in able(state, death))
        found.append(replace(KINDS["death"].asked(state, ask), pool=tuple(nearby)))
    return tuple(found)


KINDS |= {"death": choice(RULE, _words, Text("No dice are needed yet: say first who stands near the dead character."))}
