"""Who is hidden comes to light, or enters: found by a Spy, brought by an ability, shown by what he does (K78)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from companion.play.acts import ActForm, everybody
from companion.play.game import Event, Seat
from companion.play.kensei.acts import StepAct, act, always, others_word
from companion.play.kensei.ask.kinds import KINDS, SAID, AskView, Words, answers, choice
from companion.play.kensei.asks import Ask
from companion.play.kensei.deploy import seals
from companion.play.kensei.pieces import Piece, other
from companion.play.kensei.state import State, must
from companion.play.kensei.turn import whose
from companion.play.kensei.turn_state import Use
from companion.rules.kensei.abilities.rule import Enters, ShowsHidden
from companion.rules.kensei.deployment.laying import DENUKI_RULE
from companion.rules.text import Refusal, Text, player_first

HIDDEN_RULE = "5:1:13"


def asks(state: State, use: Use, outcome: Enters | ShowsHidden) -> State:
    """The state in which its own side is asked who enters, or the other who is hidden within reach."""
    seat = use.seat if isinstance(outcome, Enters) else other(use.seat)
    return state.with_question("hidden", seat, use.id)


def _enters(state: State, ask: Ask) -> bool:
    return state.use_of(ask).seat == ask.seat


def pool(state: State, ask: Ask) -> tuple[tuple[str, Text | str], ...]:
    """Whom the asked side could name: its secret."""
    return tuple(_entering(state, ask.seat) if _enters(state, ask) else _concealed(state, ask.seat))


def _entering(state: State, seat: str) -> Iterator[tuple[str, Text | str]]:
    """Who was kept off the table: written down nowhere on it."""
    behind = {one.who for one in state.seals if one.seat == seat and (one.behind or one.card)}
    absent = {hero.id: hero for hero in state.sides[seat].absent}
    yield from ((id_, h.title) for id_, h in absent.items() if "ninja" in h.profile.traits and id_ not in behind)
    off = (one for one in seals.kept_off(state, seat) if one.who not in absent)
    yield from ((one.seal, seals.seal_words(state, one)) for one in off)


def _concealed(state: State, seat: str) -> Iterator[tuple[str, Text | str]]:
    """Characters in units, those on the sheet of absent ones, and seals about others: Ninjas, or what was written."""
    for piece in state.of(seat):
        for hero in piece.heroes:
            if hero.hidden and hero.alive:
                yield hero.id, Text("%(who)s in %(unit)s", {"who": hero.title, "unit": piece.unit_title})
    absent = {hero.id: hero.title for hero in state.sides[seat].absent}
    yield from absent.items()
    yield from ((one.seal, seals.seal_words(state, one)) for one in state.closed_seals(seat) if one.who not in absent)


def _sees(state: State, event: Event, seat: Seat | None) -> Mapping[str, Any] | None:
    """Who was named, and of nobody else that he was not."""
    target = event.data.get("target")
    if not isinstance(target, Mapping):
        return event.data
    return {**event.data, "target": {one: yes for one, yes in target.items() if str(yes).lower() in ("true", "1")}}


@act("show-hidden", label=Text("who is hidden"), sees=_sees, when=always)
class ShowHiddenAct(StepAct):
    """Who is shown, or enters: characters, and seals that are opened; that `nobody` enters is said."""

    target: dict[str, bool] = Field(default_factory=dict, max_length=100)
    nobody: bool = False

    @answers("hidden", rule=HIDDEN_RULE, past=SAID)
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        if event.by != ask.seat:
            return others_word(ask.seat, HIDDEN_RULE)
        shown = [one for one, yes in self.target.items() if yes]
        if not set(shown) <= {one for one, _ in pool(state, ask)}:
            return Refusal(Text("You have nobody hidden with that name: choose one that is offered."), HIDDEN_RULE)
        if _enters(state, ask) and len(shown) > 1:
            return Refusal(Text("Only one enters: a unit of Ninjas or a Shinobi."), "12:6:2")
        if _enters(state, ask) and not (shown or self.nobody) and pool(state, ask):
            return Refusal(Text("Choose who enters, or say that nobody does."), "12:6:2")
        state = state.without_asks(ask.about)
        for one in shown:
            state = _shown(state, ask.seat, one)
        return state

    def line(self, before: State, event: Event, after: State) -> Text:
        ask = self.asked(before)
        known = dict(pool(before, ask))
        shown = tuple(known[one] for one, yes in self.target.items() if yes)
        names = {"ability": before.use_of(ask).name, "who": shown}
        if not shown:
            return Text("%(ability)s: nobody.", names)
        if _enters(before, ask):
            return Text("%(ability)s: %(who)s enters and may act at once.", names)
        return Text("%(ability)s: %(who)s.", names)


def _shown(state: State, seat: str, one: str) -> State:
    """The state in which this one is known to all, and on the table."""
    opened = (replace(s, opened=True) if s.seat == seat and one in (s.seal, s.who) else s for s in state.seals)
    state = replace(state, seals=tuple(opened))
    return state.shown(seat, one)


def _words(state: State, ask: Ask) -> Words:
    use = state.use_of(ask)
    names = {"ability": use.name, "who": state.title(use.user), "side": player_first(ask.seat)}
    if _enters(state, ask):
        return (
            Text("%(ability)s: who enters, from any edge?", names),
            Text("%(ability)s: %(side)s says who enters.", names),
        )
    names["cm"] = next(one.within_cm for one in use.form_used.won if isinstance(one, ShowsHidden))
    return (
        Text("%(ability)s: who on your side is hidden within %(cm)s cm of %(who)s?", names),
        Text("%(ability)s: %(side)s says who is hidden there.", names),
    )


def hidden_views(state: State, seat: str | None) -> Iterator[AskView]:
    """What this seat is asked: `one` comes in, or all who stand near enough are shown. Of another's question it sees no
    more than that it is asked."""
    for ask in state.asked("hidden"):
        if ask.seat == seat:
            able = tuple((one, name, False) for one, name in pool(state, ask))
            yield replace(KINDS["hidden"].asked(state, ask), pool=able, one=_enters(state, ask))


KINDS |= {"hidden": choice(HIDDEN_RULE, _words, Text("No dice are needed yet: say first who is hidden."))}


# ---- who was hidden shows himself: a Denuki among the enemy, Ninjas as they act


@act("infiltrate", sees=everybody)
class InfiltrateAct(ActForm):
    """`seal`: the fingerprint of what says where he hides. `enemy`: before whom he stands, where no card says it;
    `anyway`: although it is not the time for it."""

    seal: str = Field(max_length=40)
    enemy: str = Field("", max_length=40)
    anyway: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        found = seals.seal_of(state, event, self.seal)
        if found is None or event.by != event.seat or not seals.infiltrates(state, found):
            return Refusal(Text("Your side has no such Denuki waiting: look at the list again."), DENUKI_RULE)
        if not self.anyway and (state.phase != "orders" or whose.acts_now(state) not in ("", found.seat)):
            words = Text(
                "A Denuki shows himself in the Taisho orders of his own side: wait for them, or show him anyway."
            )
            return Refusal(words, DENUKI_RULE)
        enemy = seals.faced(state, found, self.enemy)
        return enemy if isinstance(enemy, Refusal) else seals.infiltrated(state, found, enemy)

    def line(self, before: State, event: Event, after: State) -> Text:
        return must(seals.infiltrated_words(before, must(seals.seal_of(after, event, self.seal)), after))


# ---- Ninjas that act


def tidied(state: State) -> State:
    """Ninjas who act, or fight, are hidden no more, nor in later turns: what was written of them opens by itself."""
    ninjas = (one for one in state.pieces if state.begun and one.is_ninja)
    acting = {one.id for one in ninjas if state.acts_openly(one)}
    return _known_to_all(_entered(state, acting), acting)


def _entered(state: State, acting: Collection[str]) -> State:
    """Who was kept off the table and acts has entered: nobody is asked any more who does."""
    for ask in state.asked("hidden"):
        if _enters(state, ask) and any(one.who in acting for one in seals.kept_off(state, ask.seat)):
            state = state.without_asks(ask.about)
    return state


def _known_to_all(state: State, ninjas: Collection[str]) -> State:
    known = (
        replace(one, opened=True, shown=True) if one.who in ninjas and not one.opened else one for one in state.seals
    )
    new = tuple(one.id for one in state.pieces if one.id in ninjas and one.id not in state.seen)
    return replace(state, seen=(*state.seen, *new), seals=tuple(known)) if ninjas else state


def hurt(before: State, event: Event, after: State) -> State:
    """The state in which Ninjas who lost something by this event are hidden no more: they stood where it reached them.
    A number that the other side sets by hand opens no seal of theirs."""
    known = (one for one in before.pieces if before.begun and (event.type != "correct" or one.seat == event.by))
    tolls = {one.id: _toll(one) for one in known if one.is_ninja and one.id not in after.seen}
    return _known_to_all(after, {one.id for one in after.pieces if one.id in tolls and _toll(one) > tolls[one.id]})


def _toll(piece: Piece) -> tuple[int, int, int]:
    """What it has lost: more of it is a greater value."""
    return -piece.miniatures, piece.accumulated_damage, sum(hero.wounds for hero in piece.heroes)


def log_lines(before: State, after: State) -> list[Text]:
    """What opened by itself since."""
    known = {(one.seat, one.seal) for one in before.seals if one.opened}
    new = [one for one in after.seals if one.shown and (one.seat, one.seal) not in known]
    names = ({"side": player_first(one.seat), "what": seals.seal_words(after, one)} for one in new)
    return [Text("%(side)s shows who was hidden: %(what)s.", each) for each in names]
