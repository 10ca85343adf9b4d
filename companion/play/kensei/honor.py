"""The honor roll at the table: what is owed, what only the players know, one die, and the flight (11:3, 11:4)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from companion.play.game import Event, Line
from companion.play.kensei import markers
from companion.play.kensei import pad as pads
from companion.play.kensei.acts import Act, Data, Nothing, must_have_begun, said
from companion.play.kensei.pad import PadData, RollData
from companion.play.kensei.situation import combatant
from companion.play.kensei.state import Hero, Honor, Owed, Pad, Piece, State
from companion.rules.dice import pips
from companion.rules.kensei.honor import Commander, command_reach_cm, flight_cm, flight_dice, holds, honor_target
from companion.rules.text import Number, Refusal, Text

CAUSES: dict[str, tuple[Text, str]] = {
    "shot-half": (Text("one shooting attack took at least half of them"), "9:3:7"),
    "half-unit": (Text("only half the basic unit is left"), "11:4:1"),
    "defeated": (Text("defeated in combat"), "11:2:3"),
    "general": (Text("the general died within 30 cm"), "4:4:5"),
    "ability": (Text("an ability demands it"), "11:3:1"),
    "by-hand": (Text("the players call for it"), "11:3:1"),
    "sling": (Text("riders hurt by slings: a KI roll"), "5:2:7"),
}
"""Why an honor roll is owed (K25), and where it stands."""


class HonorData(Data):
    piece: str
    cause: str = "by-hand"
    owed: str = ""


class AnswerData(Data):
    step: str
    field: str = Field(pattern="^(commander|sohei|destroyed_enemy|deserted|run_through)$")
    value: str = Field("", max_length=40)


class StepData(Data):
    step: str


class WaiveData(Data):
    owed: str


def owe(state: State, piece: Piece, *causes: str) -> State:
    """The state in which the piece owes an honor roll; causes of one moment are one roll (K55)."""
    if not causes or not piece.standing or markers.flees(piece):
        return state
    for owed in state.owed:
        if owed.piece == piece.id and (owed.causes == ("sling",)) == (causes == ("sling",)):
            merged = replace(owed, causes=tuple(dict.fromkeys((*owed.causes, *causes))))
            return replace(state, owed=tuple(merged if o is owed else o for o in state.owed))
    number = state.chains + 1
    return replace(state, chains=number, owed=(*state.owed, Owed(f"o{number}", piece.id, causes, state.turn)))


def commanders(state: State, piece: Piece) -> tuple[Hero, ...]:
    """Who could lend his honor from a distance (5:1:11): living Commandment characters who stand in no unit."""
    return tuple(
        h
        for p in state.of(piece.seat)
        if p.unit is None and p.id != piece.id
        for h in p.heroes
        if h.alive and "commandment" in h.profile.traits
    )


def sohei_near(state: State, piece: Piece) -> bool:
    """Whether Sohei of the own side could steady this unit of ashigaru (5:1:5)."""
    if "ashigaru" not in piece.profile.traits:
        return False
    others = [p for p in state.of(piece.seat) if p.standing and p.id != piece.id]
    profiles = [who for p in others for who in (p.profile, *(h.profile for h in p.heroes if h.alive))]
    return any("sohei" in who.traits for who in profiles)


def reach(piece: Piece) -> int:
    """From how many centimeters a Commandment character is heard (5:1:8, 5:1:11)."""
    return command_reach_cm(combatant(piece, None, None))


def target(state: State, roll: Honor) -> Number:
    """The number the die must not exceed (K26), with everything that went into it."""
    piece = state.piece(roll.piece)
    assert piece is not None
    who = combatant(piece, None, None)
    if roll.is_ki:
        return Number(who.attributes.ki, who.attributes.ki, Text("profile of %(name)s", {"name": who.name}), "2:7:7")
    lender = next((h for h in commanders(state, piece) if h.id == roll.commander), None)
    return honor_target(
        who,
        standard_bearer=roll.standard_bearer,
        commander=Commander(lender.profile, 0.0) if lender else None,
        sohei_cm=0.0 if roll.sohei else None,
        destroyed_enemy=roll.destroyed_enemy,
        character_broke_away=roll.deserted,
        run_through=roll.run_through,
    )


def flight_count(piece: Piece) -> int:
    """Dice of the flight (K28)."""
    return flight_dice(combatant(piece, None, None))


def step_id(roll: Honor) -> str:
    return f"{roll.id}.{'die' if roll.die is None else 'flight'}"


def done(roll: Honor) -> bool:
    """Nothing is left to throw: it holds, or it ran."""
    return bool(roll.holds) or roll.flight is not None or (roll.is_ki and roll.die is not None)


def dice_due(state: State) -> int:
    roll = state.honor
    if roll is None or done(roll):
        return 0
    piece = state.piece(roll.piece)
    return 1 if roll.die is None or piece is None else flight_count(piece)


def _begin(state: State, event: Event, data: HonorData) -> State | Refusal:
    if refused := must_have_begun(state):
        return refused
    if state.attack and not state.attack.finished:
        return Refusal(Text("An attack is under way: finish it, or cancel it, first."), "10:2:5")
    if state.honor and not done(state.honor) and not (state.honor.die is None and state.honor.pad.empty):
        return Refusal(Text("An honor roll is being made: finish it first."), "11:3:1")
    owed = next((o for o in state.owed if o.id == data.owed), None)
    piece = state.piece(owed.piece if owed else data.piece)
    if data.owed and owed is None:
        return Refusal(Text("That honor roll is no longer owed."), "11:3:1")
    if piece is None or not piece.standing:
        return Refusal(Text("Nothing of that unit is left on the table."), "11:3:1")
    if markers.flees(piece):
        return Refusal(Text("%(unit)s is running away already and rolls none.", {"unit": piece.title}), "11:4:2")
    if data.cause not in CAUSES:
        return Refusal(Text("Known reasons are %(known)s.", {"known": ", ".join(CAUSES)}), "11:4:1")
    number = state.chains + 1
    roll = Honor(
        f"h{number}",
        piece.id,
        owed.causes if owed else (data.cause,),
        owed=owed.id if owed else "",
        destroyed_enemy="enemy-destroyed" in piece.markers,
        standard_bearer=piece.standard_bearer and piece.miniatures > 0,
    )
    return replace(state, honor=roll, chains=number, attack=None)


def _at(state: State, step: str) -> Honor | Refusal:
    roll = state.honor
    if roll is None or done(roll) or step_id(roll) != step:
        return Refusal(Text("That roll is already past: look at the table as it is now."), "11:3:1")
    return roll


def _answer(state: State, event: Event, data: AnswerData) -> State | Refusal:
    roll = _at(state, data.step)
    if isinstance(roll, Refusal):
        return roll
    if roll.die is not None:
        return Refusal(Text("The die has fallen: undo it to change what counted."), "11:3:1")
    if data.field == "commander":
        piece = state.piece(roll.piece)
        assert piece is not None
        able = [h.id for h in commanders(state, piece)]
        if data.value and data.value not in able:
            return Refusal(Text("Only a Commandment character who stands in no unit lends his honor."), "5:1:11")
        return replace(state, honor=replace(roll, commander=data.value or None))
    on = data.value.lower() in ("1", "true", "on", "yes")
    changed = {
        "sohei": replace(roll, sohei=on),
        "destroyed_enemy": replace(roll, destroyed_enemy=on),
        "deserted": replace(roll, deserted=on),
        "run_through": replace(roll, run_through=on),
    }
    return replace(state, honor=changed[data.field])


def enter(state: State, event: Event, data: PadData | RollData) -> State | Refusal:
    """A tap, or a whole roll, of the honor die or the flight dice."""
    roll = _at(state, data.step)
    if isinstance(roll, Refusal):
        return roll
    dice = dice_due(state)
    if data.bins:
        return Refusal(Text("This roll counts by its faces: tap the face of each die."), "11:3:1")
    filled = (
        pads.tap(roll.pad, data, dice, event.by)
        if isinstance(data, PadData)
        else pads.whole(roll.pad, data, dice, event.by)
    )
    if isinstance(filled, Refusal):
        return filled
    faces = pads.all_faces(filled)
    if faces is None:
        return replace(state, honor=replace(roll, pad=filled))
    how = event.how or "hand"
    if roll.die is None:
        stands = holds(target(state, roll).value, faces[0])
        rolled = replace(roll, pad=Pad(), die=faces[0], holds=stands, how={**roll.how, "die": how})
        return _settled(replace(state, honor=rolled), rolled)
    ran = replace(roll, pad=Pad(), flight=faces, how={**roll.how, "flight": how})
    return replace(state, honor=ran)


def _settled(state: State, roll: Honor) -> State:
    """After the die: the debt is paid; who breaks gets the run-away marker and loses the standard (3:4:7)."""
    state = replace(state, owed=tuple(o for o in state.owed if o.id != roll.owed))
    piece = state.piece(roll.piece)
    if roll.holds or piece is None:
        return state
    if roll.is_ki:
        return state.with_piece(piece.marked("slowed"))
    fled = markers.put(piece.unmarked("engaged", "charge", "counter-charge", "defensive"), "fleeing")
    return state.with_piece(replace(fled, standard_bearer=False))


def _put_off(state: State, event: Event, data: StepData) -> State | Refusal:
    roll = _at(state, data.step)
    if isinstance(roll, Refusal):
        return roll
    if roll.die is not None:
        return Refusal(Text("The die has fallen: undo it instead."), "11:3:1")
    return replace(state, honor=None)


def _put_away(state: State, event: Event, data: Nothing) -> State | Refusal:
    if state.honor is None or not done(state.honor):
        return Refusal(Text("There is no result to put away."), "11:3:1")
    return replace(state, honor=None)


def _waive(state: State, event: Event, data: WaiveData) -> State | Refusal:
    owed = next((o for o in state.owed if o.id == data.owed), None)
    if owed is None:
        return Refusal(Text("That honor roll is no longer owed."), "11:3:1")
    return replace(state, owed=tuple(o for o in state.owed if o is not owed))


def _begin_line(before: State, event: Event, data: HonorData, after: State) -> Line:
    return Line()


def _waive_line(before: State, event: Event, data: WaiveData, after: State) -> Line:
    owed = next(o for o in before.owed if o.id == data.owed)
    piece = before.piece(owed.piece)
    return said("Skipped: the honor roll of %(unit)s.", unit=piece.title if piece else owed.piece)


def distance(roll: Honor) -> int:
    """Centimeters of the flight."""
    return flight_cm(roll.flight or ())


def enter_line(before: State, event: Event, data: PadData | RollData, after: State) -> Line:
    """The line of a full honor or flight roll."""
    was, roll = before.honor, after.honor
    if (
        was is None
        or roll is None
        or (step_id(was) == step_id(roll) and was.holds == roll.holds and roll.flight is None)
    ):
        return Line(step=data.step)
    piece = before.piece(roll.piece)
    name = piece.title if piece else roll.piece
    if was.die is None and roll.die is not None:
        number = target(before, was).value
        message = {
            (False, True): "Honor of %(unit)s: %(die)s against %(target)s, they hold.",
            (False, False): "Honor of %(unit)s: %(die)s against %(target)s, they break.",
            (True, True): "KI of %(unit)s: %(die)s against %(target)s, they keep their pace.",
            (True, False): "KI of %(unit)s: %(die)s against %(target)s, half movement next time.",
        }[roll.is_ki, bool(roll.holds)]
        return Line(Text(message, {"unit": name, "die": pips(roll.die), "target": number}), step=data.step)
    return Line(Text("%(unit)s runs %(cm)s cm.", {"unit": name, "cm": distance(roll)}), step=data.step)


ACTS = (
    Act("honor", HonorData, _begin, _begin_line),
    Act("answer", AnswerData, _answer),
    Act("put-off", StepData, _put_off),
    Act("honor-seen", Nothing, _put_away),
    Act("waive", WaiveData, _waive, _waive_line),
)
