"""The honor roll at the table: what is owed, what only the players know, one die, and the flight (11:3, 11:4)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from companion.play.acts import Act, Data, Nothing, said
from companion.play.game import Event, Line
from companion.play.kensei.acts import must_have_begun
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.fight.situation import body
from companion.play.kensei.state import Hero, Honor, Owed, Pad, Piece, State
from companion.play.kensei.turn import markers
from companion.rules.dice import pips
from companion.rules.kensei.after.honor import Commander, command_reach_cm, flight_cm, flight_dice, holds, honor_target
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
KI = ("sling",)
"""The one cause that asks for a KI roll."""


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


def owe(state: State, piece_id: str, moment: str, *causes: str) -> State:
    """The state in which the piece owes an honor roll, if it can roll one. Causes of one moment are one roll (K55)."""
    piece = state.piece(piece_id)
    if not causes or piece is None or not may_roll(piece, causes):
        return state
    for owed in state.owed:
        if (owed.piece, owed.moment, owed.is_ki) == (piece.id, moment, causes == KI):
            merged = replace(owed, causes=tuple(dict.fromkeys((*owed.causes, *causes))))
            return replace(state, owed=tuple(merged if o is owed else o for o in state.owed))
    number = state.chains + 1
    return replace(state, chains=number, owed=(*state.owed, Owed(f"o{number}", piece.id, causes, moment)))


def may_roll(piece: Piece, causes: tuple[str, ...]) -> bool:
    """Whether there is a roll at all: what is gone rolls none, and who runs away only KI (K55, 5:2:7)."""
    return piece.standing and (causes == KI or not markers.flees(piece))


def tidied(state: State) -> State:
    """Without the rolls nobody can make any more: their piece was destroyed or runs away."""
    kept = tuple(o for o in state.owed if (p := state.piece(o.piece)) and may_roll(p, o.causes))
    return state if len(kept) == len(state.owed) else replace(state, owed=kept)


def running(state: State) -> bool:
    """Whether an honor roll is being made and still wants dice."""
    return state.honor is not None and not done(state.honor)


def commanders(state: State, piece: Piece) -> tuple[tuple[Piece, Hero], ...]:
    """Who could lend his honor from a distance (5:1:11): living Commandment characters who stand in no unit."""
    return tuple(
        (p, h)
        for p in state.of(piece.seat)
        if p.id != piece.id
        for h in (p.survivors if p.unit else p.heroes)
        if h.alive and "commandment" in h.profile.traits
    )


def sohei_near(state: State, piece: Piece) -> bool:
    """Whether Sohei of the own side could steady this unit of ashigaru (5:1:5)."""
    if "ashigaru" not in piece.profile.traits:
        return False
    others = [p for p in state.of(piece.seat) if p.id != piece.id]
    units = [p.profile for p in others if p.miniatures]
    return any("sohei" in who.traits for who in (*units, *(h.profile for p in others for h in p.seen_heroes)))


def reach(piece: Piece) -> int:
    """From how many centimeters a Commandment character is heard (5:1:8, 5:1:11)."""
    return command_reach_cm(body(piece))


def target(state: State, roll: Honor) -> Number:
    """The number the die must not exceed (K26), with everything that went into it."""
    piece = state.piece(roll.piece)
    assert piece is not None
    who = body(piece)
    if roll.is_ki:
        return Number(who.attributes.ki, who.attributes.ki, Text("profile of %(name)s", {"name": who.name}), "2:7:7")
    lender = next((h for _, h in commanders(state, piece) if h.id == roll.commander), None)
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
    return flight_dice(body(piece))


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
    if running(state) and not (state.honor and state.honor.die is None and state.honor.pad.empty):
        return Refusal(Text("An honor roll is being made: finish it first."), "11:3:1")
    owed = next((o for o in state.owed if o.id == data.owed), None)
    piece = state.piece(owed.piece if owed else data.piece)
    if data.owed and owed is None:
        return Refusal(Text("That honor roll is no longer owed."), "11:3:1")
    if piece is None or not piece.standing:
        return Refusal(Text("Nothing of that unit is left on the table."), "11:3:1")
    if data.cause not in CAUSES:
        return Refusal(Text("Known reasons are %(known)s.", {"known": ", ".join(CAUSES)}), "11:4:1")
    causes = owed.causes if owed else (data.cause,)
    if not may_roll(piece, causes):
        return Refusal(Text("%(unit)s is running away already and rolls none.", {"unit": piece.title}), "11:4:2")
    number = state.chains + 1
    roll = Honor(
        f"h{number}",
        piece.id,
        causes,
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
        able = [h.id for _, h in commanders(state, piece)]
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
    piece = state.piece(roll.piece)
    assert piece is not None
    if event.seat != piece.seat:
        return Refusal(Text("These dice are side %(side)s's to roll.", {"side": piece.seat.upper()}), "11:3:1")
    if data.bins or (isinstance(data, RollData) and not data.faces):
        return Refusal(Text("This roll counts by its faces: tap the face of each die."), "11:3:1")
    filled = pads.filled(roll.pad, data, dice_due(state), event.by)
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
    return state.with_piece(markers.put(piece, "fleeing"))


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
        values = {"unit": name, "die": pips(roll.die), "target": target(before, was).value}
        told = {
            (False, True): Text("Honor of %(unit)s: %(die)s against %(target)s, they hold.", values),
            (False, False): Text("Honor of %(unit)s: %(die)s against %(target)s, they break.", values),
            (True, True): Text("KI of %(unit)s: %(die)s against %(target)s, they keep their pace.", values),
            (True, False): Text("KI of %(unit)s: %(die)s against %(target)s, half movement next time.", values),
        }
        return Line(told[roll.is_ki, bool(roll.holds)], step=data.step)
    return Line(Text("%(unit)s runs %(cm)s cm.", {"unit": name, "cm": distance(roll)}), step=data.step)


ACTS = (
    Act("honor", HonorData, _begin),
    Act("answer", AnswerData, _answer),
    Act("put-off", StepData, _put_off),
    Act("honor-seen", Nothing, _put_away, commutes=False),
    Act("waive", WaiveData, _waive, _waive_line),
)
