"""What every kind of question says of itself, and the taps of dice that answer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.play.acts import ActForm, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import ACTS, Applied, Changed, StepAct, about, others_dice, others_word
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.pad import CENTIMETERS, Die, PadData, RollData
from companion.play.kensei.asks import Ask, AskKind
from companion.play.kensei.state import State
from companion.rules.dice import faces_text
from companion.rules.text import Number, Refusal, Text, counted

Faces = tuple[int, ...]
Words = tuple[Text, Text]
"""What its owner's phone says of a question, and what the others show."""
DAMAGE = Text("damage")


@dataclass(frozen=True, slots=True)
class AskView:
    """A question as pages show it: whose it is, what its own phone says and what the others show; the dice it wants."""

    seat: str
    step: str
    sentence: Text
    waiting: Text
    dice: int = 0
    faces: tuple[Die, ...] = ()
    number: Number | None = None
    """What is added to the die."""
    least: int = 0
    """The lowest face that does it."""
    chance: float | None = None
    """How likely the dice reach."""
    who: str = ""
    """Whose dice they are, where that is said beside them."""
    may_hold: bool = False
    """It is a pursuit that may still be left."""
    pool: tuple[tuple[str, Text | str, bool], ...] = ()
    """Who may be chosen, by what each is called; and whether he surely is."""
    one: bool = False
    """Of them one may be chosen."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of ask. `words`: the next physical act as its owner's phone says it, and what the others show.

    `answered`: what follows the answer. `line`: what the log says of it, of the states before and after it.
    `started`: what the first dice change before the answer is there.
    """

    rule: str
    dice: int | Callable[[State, Ask], int]
    words: Callable[[State, Ask], Words]
    answered: Callable[[State, Ask, Any], State]
    line: Callable[[State, State, Ask, Any], Text | None]
    read: Callable[[State, Ask], Any] | None = None
    """The tally that the ask's pad holds, None while dice are missing. Of most kinds the faces are the answer."""
    started: Callable[[State, Ask], State] = lambda state, ask: state
    refused: Callable[[State, Ask], Refusal | None] = lambda state, ask: None
    """Why no dice can be entered now."""
    wants: Text = CENTIMETERS
    """What a die counts, where its faces are added up."""
    stands: Callable[[State, Ask], bool] = lambda state, ask: True
    """Whether it is still asked: not of who is gone, nor in a phase that is over."""

    def count(self, state: State, ask: Ask) -> int:
        """How many dice are due."""
        return self.dice if isinstance(self.dice, int) else self.dice(state, ask)

    def asked(self, state: State, ask: Ask) -> AskView:
        """The question as it is shown."""
        sentence, waiting = self.words(state, ask)
        count = self.count(state, ask)
        faces = (Die(i, face, False, self.wants) for i, face in enumerate(ask.pad.faces or (None,) * count))
        return AskView(ask.seat, ask.id, sentence, waiting, count, tuple(faces))

    def filled(self, state: State, ask: Ask, data: PadData | RollData, by: str) -> Ask | Refusal:
        """The ask with these dice in its pad."""
        if refused := self.refused(state, ask):
            return refused
        dice = self.count(state, ask)
        if self.read is None and (data.bins or (isinstance(data, RollData) and not data.faces)):
            return Refusal(
                counted(
                    "This roll counts by its face: tap what the die shows.",
                    "This roll counts by its faces: tap the face of each die.",
                    dice,
                ),
                self.rule,
            )
        pad = pads.filled(ask.pad, data, dice, by)
        return pad if isinstance(pad, Refusal) else replace(ask, pad=pad)

    def answer(self, state: State, ask: Ask) -> Any:
        """What the ask's pad says, None while dice are missing, a refusal where that cannot be."""
        return pads.all_faces(ask.pad) if self.read is None else self.read(state, ask)


KINDS: dict[AskKind, Kind] = {}
"""Every kind of question that dice or a choice answer; the module of its subject enters it."""


def choice(
    rule: str,
    words: Callable[[State, Ask], Words],
    instead: Text,
    stands: Callable[[State, Ask], bool] = lambda state, ask: True,
) -> Kind:
    """A kind that a choice answers and no dice do; `instead` is said to who enters some."""

    def nothing(*given: Any) -> Any:
        return None

    return Kind(rule, 0, words, nothing, nothing, refused=lambda state, ask: Refusal(instead, rule), stands=stands)


S = TypeVar("S", bound=StepAct)
PAST = Text("That roll is not due any more: look at the table as it is now.")
SAID = Text("That was already said or was undone: look at the table as it is now.")


def answers(*kinds: AskKind, rule: str, past: Text = PAST) -> Callable[[Changed[S, Ask]], Applied[S]]:
    """An act that answers questions of these kinds: it is given the question, while that is asked of this side."""

    def asked(act: StepAct, state: State, event: Event) -> Ask | Refusal:
        ask = state.ask_at(act.step)
        if ask is None or ask.kind not in kinds:
            return Refusal(past, rule)
        return ask if event.seat == ask.seat else others_word(ask.seat, rule)

    return about(asked)


# ---- the taps of dice, whatever they answer: the step they name says which question


WITHOUT_FACES: frozenset[AskKind] = frozenset({"attack", "defense", "flight", "pursuit", "further", "again", "escape"})
"""Rolls whose line counts its dice without their faces: what the app threw, nobody has seen on the table."""
WAITS = Text("Another roll comes before that one: roll its dice first.")


def _apply(data: PadData | RollData, state: State, event: Event) -> State | Refusal:
    """A tap, or a whole roll, in answer to the question that `step` names."""
    ask = state.ask_at(data.step)
    if ask is None:
        return Refusal(PAST if state.ask(data.step) is None else WAITS, "10:2:5")
    state = replace(state, fresh="")
    kind = KINDS[ask.kind]
    if event.seat != ask.seat:
        return others_dice(ask.seat, kind.rule)
    filled = kind.filled(state, ask, data, event.by)
    if isinstance(filled, Refusal):
        return filled
    answer = kind.answer(state, filled)
    if isinstance(answer, Refusal):
        return answer
    if answer is not None:
        return kind.answered(_with_how(state, ask, event.how or "hand"), filled, answer)
    if isinstance(data, RollData):
        return Refusal(
            counted(
                "This roll needs %(num)s die: enter its face, or fill every field.",
                "This roll needs %(num)s dice: enter every face, or fill every field.",
                kind.count(state, ask),
            ),
            kind.rule,
        )
    return kind.started(state.with_ask(filled), filled)


def _with_how(state: State, ask: Ask, how: str) -> State:
    """With how the dice of an attack came about, as its result shows it."""
    chain = state.chain(ask.about)
    return state if chain is None else state.with_chain(replace(chain, how={**chain.how, ask.kind: how}))


def _line(data: PadData | RollData, before: State, event: Event, after: State) -> Line:
    """The line of a full roll; a tap on the way there has none of its own."""
    ask = before.ask_at(data.step)
    if ask is None:
        return Line(step=data.step)
    if after.ask(ask.id) is not None:
        return Line(step=ask.id)
    kind = KINDS[ask.kind]
    filled = kind.filled(before, ask, data, event.by)
    assert not isinstance(filled, Refusal), "what was entered was taken"
    line = kind.line(before, after, filled, kind.answer(before, filled))
    if event.how == "app" and isinstance(data, RollData) and ask.kind in WITHOUT_FACES and line is not None:
        thrown = Text("The app threw %(faces)s.", {"faces": faces_text(data.faces)})
        line = Text("%(thrown)s %(line)s", {"line": line, "thrown": thrown})
    return Line(line, step=ask.id)


def _rolled(_: State, data: RollData) -> Text:
    """What a player calls dice that were entered at once."""
    if not data.faces:
        return Text("the roll entered")
    return counted("the %(num)s die rolled", "the %(num)s dice rolled", len(data.faces))


def _tapped(_: State, data: PadData) -> Text:
    """What a player calls one tap on the pad."""
    if data.clear:
        return Text("the dice cleared")
    if data.face is not None:
        return Text("the die showing %(face)s", {"face": data.face % 10 or "Ø"})
    saved = data.bins.get("saved", 0) + data.bins.get("saved_marked", 0)
    name, count = next(iter(data.bins.items()), ("", 0))
    if name == "hits":
        return counted("the %(num)s hit entered", "the %(num)s hits entered", count)
    if name == "misses":
        return counted("the %(num)s miss entered", "the %(num)s misses entered", count)
    if name == "tens":
        return Text("the Ø entered: %(count)s", {"count": count})
    return counted("the %(num)s save entered", "the %(num)s saves entered", saved)


@ACTS.act("pad", dice=True, label=_tapped, sees=everybody)
class PadAct(PadData, ActForm):
    """One tap on the pad."""

    apply, line = _apply, _line


@ACTS.act("roll", dice=True, label=_rolled, sees=everybody)
class RollAct(RollData, ActForm):
    """A whole roll."""

    apply, line = _apply, _line
