"""What is written down in secret: Ninjas behind terrain, a Kamari, a Denuki's number, whatever a player likes (K80).

Everybody sees its fingerprint at once; what it says is shown when its side opens it, and anybody can check it then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import Field

from companion.content import catalog
from companion.play.acts import ActForm, OneLine, Sealing, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import act, always
from companion.play.kensei.pieces import Choices, Piece, WrittenDown, fingerprint, in_one_line, other, proof
from companion.play.kensei.state import State, must
from companion.rules.kensei.abilities.rule import Enters
from companion.rules.kensei.deployment.laying import DENUKI_RULE, Laid, place_of_denuki
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.text import Refusal, Text, joined, player_first

RULE = "5:1:6"
MOST_SEALS = 12
MOST_LETTERS = 120
SEALED = Text("%(side)s seals something: %(seal)s.")
TOO_LATE = Text("%(side)s seals a Denuki's card too late, the enemy's lie open: %(seal)s.")


def seal_of(state: State, event: Event, name: str) -> WrittenDown | None:
    """What the side of this event has written down under this fingerprint."""
    return next((one for one in state.seals if one.seat == event.seat and one.seal == name), None)


def _sees_sealed(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """That something was sealed is open, and what it says once it is opened, with all that is needed to check it."""
    found = seal_of(state, event, _sealed_by(event))
    if found is not None and (state.over or found.opened):
        return {**event.data, "proof": proof(found.nonce, found.seat, "written", found.written)}
    if state.over:
        return event.data
    return event.data if seat == event.seat else {}


@act("seal", label=Text("the seal"), sees=_sees_sealed, when=always)
class SealAct(Sealing, ActForm):
    """Something of it has to be said: `who` a piece or character of the side, `behind` a terrain piece, `card` the
    number of an enemy card, `off` that he is kept off the table, or any words. `anyway`: a Denuki's card although the
    enemy's lie open; everybody is told."""

    who: str = Field("", max_length=40)
    behind: str = Field("", max_length=40)
    card: int | None = Field(None, ge=1, le=60)
    text: OneLine = Field("", max_length=MOST_LETTERS)
    off: bool = False
    anyway: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        if state.over or not (state.begun or state.deploying):
            return Refusal(Text("Secrets can be sealed once both sides are ready, and until the battle is over."), RULE)
        if event.by != event.seat:
            return Refusal(Text("Each side writes down its own secrets: take the other seat to write for it."), RULE)
        if not (self.who or self.behind or self.card or self.text):
            return Refusal(Text("There is nothing to seal: say who, where, which card, or write some words."), RULE)
        if self.who and self.who not in dict(_hiding(state, event.seat)):
            return Refusal(Text("Nobody with that name hides in your army: choose one that is offered."), RULE)
        behind = next((one for one in state.terrain if one.id == self.behind and not one.gone), None)
        if self.behind and (behind is None or not behind.terrain.hides):
            words = Text("Nobody hides there: choose terrain on the table that can be entered, or write some words.")
            return Refusal(words, RULE)
        if self.off and (refused := _not_off(state, event.seat, self.who)):
            return refused
        if refused := _not_again(state, event.seat, self.who) or _not_on_card(state, event.seat, self):
            return refused
        own = [one for one in state.seals if one.seat == event.seat]
        if len(own) >= MOST_SEALS:
            words = Text("A side seals at most %(most)s things. Write them together.", {"most": MOST_SEALS})
            return Refusal(words, RULE)
        seat = state.sides[event.seat].seat
        made = WrittenDown(seat, self.nonce, self.who, self.behind, self.card, self.text, state.turn, off=self.off)
        if any(one.seal == made.seal for one in own):
            return Refusal(Text("You have sealed that already."), RULE)
        return replace(state, seals=(*state.seals, made))

    def line(self, before: State, event: Event, after: State) -> Line:
        made = after.seals[-1]
        late = _among_enemies(before, event.seat, self) and is_late(before, event.seat)
        public = replace(TOO_LATE if late else SEALED, values={"side": player_first(event.seat), "seal": made.seal})
        return Line(public, {event.seat: Text("Sealed: %(what)s.", {"what": seal_words(after, made)})})


def _not_again(state: State, seat: str, who: str) -> Refusal | None:
    """Of whom something is written down, nothing else is until that is open: he has no two places to choose from."""
    if not who or not any(one.who == who for one in state.closed_seals(seat)):
        return None
    return Refusal(Text("It is written down already where they hide: undo that to write it anew."), RULE)


def _among_enemies(state: State, seat: str, written: SealAct | WrittenDown) -> bool:
    """Whether it says where a Denuki hides."""
    return not written.off and any(written.who == id_ for id_, _ in _denuki(state, seat))


def _not_on_card(state: State, seat: str, form: SealAct) -> Refusal | None:
    """Why no Denuki hides on that card (12:6:3): where they deploy by themselves, they know which lie."""
    if not _among_enemies(state, seat, form):
        words = Text("Only a Denuki hides on an enemy card: choose one of yours, or write some words.")
        return Refusal(words, DENUKI_RULE) if form.card else None
    if not state.deploys:
        return None
    late = is_late(state, seat)
    if late and not form.anyway:
        return LATE
    if form.behind:
        words = Text("A Denuki hides among the enemy, behind no terrain: say on which enemy card.")
        return Refusal(words, DENUKI_RULE)
    cards = card_numbers(state, seat)
    if form.card in cards or (late and not cards and form.card is None):
        return None
    if not cards:
        words = Text(
            "No unit of the enemy has a card on the table: a Denuki's card is written down once it lies there."
        )
        return Refusal(words, DENUKI_RULE)
    names = {"cards": tuple(str(number) for number in cards)}
    return Refusal(Text("Say on which card of an enemy unit the Denuki hides: %(cards)s.", names), DENUKI_RULE)


LATE = Refusal(Text("A Denuki's card is written down before the enemy's cards are turned up."), DENUKI_RULE)


def is_late(state: State, seat: str) -> bool:
    """Whether the enemy's cards or miniatures lie open, by what the table knows: a Denuki's card comes before that."""
    now, enemy = state.deployment, other(seat)
    return state.deploys and (state.begun or enemy in now.up or enemy in now.placed)


def card_numbers(state: State, seat: str) -> tuple[int, ...]:
    """The enemy cards on the table that are a unit's: a Denuki hides on one of them."""
    laid = enumerate((state.piece(card.piece) for card in state.deployment.of(other(seat))), 1)
    return tuple(number for number, piece in laid if piece is not None and piece.unit)  # None: he has joined a unit


def _not_off(state: State, seat: str, who: str) -> Refusal | None:
    """Why nobody can be kept off the table."""
    if not lets_enter(state, seat):
        words = Text(
            "Only a general with Clandestine Practices keeps somebody off the table: without one, write some words."
        )
        return Refusal(words, "12:6:2")
    if state.begun:
        return Refusal(Text("Who stays off the table is written down before the battle begins."), "12:6:2")
    return None if who else Refusal(Text("Say who stays off the table: your Ninjas, or a Shinobi."), "12:6:2")


def lets_enter(state: State, seat: str) -> bool:
    """Whether the general of a side has learned to let somebody enter the table later (12:6:2)."""
    rules = (catalog().taisho_rules[one] for one in state.sides[seat].taisho_abilities)
    return any(isinstance(won, Enters) for rule in rules for form in rule.forms for won in form.won)


def kept_off(state: State, seat: str) -> tuple[WrittenDown, ...]:
    """Who of a side is written down as kept off the table, and has not entered it."""
    return tuple(one for one in state.closed_seals(seat) if one.off)


@act("open-seal", sees=everybody, when=always)
class OpenSealAct(ActForm):
    """`seal`: its fingerprint. `written`: what is read out, where it is checked; `entered`: an enemy came upon them,
    which one they have `touched`, where that is said at once, and `who` they are, where the seal names nobody."""

    seal: str
    written: OneLine | None = Field(None, max_length=300)
    entered: bool = False
    touched: str = Field("", max_length=40)
    who: str = Field("", max_length=40)

    def apply(self, state: State, event: Event) -> State | Refusal:
        if state.over:
            return Refusal(Text("The battle is over: everything sealed is open."), RULE)
        found = seal_of(state, event, self.seal)
        if found is None or event.by != event.seat or (found.opened and not found.shown):
            return Refusal(Text("Your side has no closed seal with that name: look at the list again."), RULE)
        if self.written is not None and fingerprint(found.nonce, found.seat, self.written) != found.seal:
            words = Text("That was not sealed as %(seal)s: give exactly what was written.", {"seal": found.seal})
            return Refusal(words, RULE)
        enemy = state.piece(self.touched)
        if self.touched and (enemy is None or enemy.seat == event.seat or not enemy.standing):
            return Refusal(Text("Choose who came upon those hidden: an enemy still on the table."), RULE)
        if self.who not in ("", found.who, *dict(_found_by(state, found))):
            return Refusal(Text("Nobody with that name hides in your army: choose one that is offered."), RULE)
        if state.begun and infiltrates(state, found) and not isinstance(unit := faced(state, found), Refusal):
            return infiltrated(state, found, unit)
        which = self.who if self.entered and not found.who else found.found
        made = replace(found, opened=True, met=self.touched, found=which)
        state = replace(state, seals=tuple(made if one is found else one for one in state.seals))
        state = state.arrived(found.seat, found.who)
        piece = state.piece(made.came_upon)
        if self.entered and state.begun and piece is not None and piece.standing:
            state = replace(state, seen=(*state.seen, piece.id))
            state = state.with_facts(piece, charged=True).with_charged(found.seal)
            if enemy is not None:
                state = state.with_contact(Contact(piece.id, enemy.id, state.turn, "charge", charger=piece.id))
        return state

    def line(self, before: State, event: Event, after: State) -> Text:
        made = must(seal_of(after, event, self.seal))
        shown = infiltrated_words(before, made, after) if infiltrates(before, replace(made, opened=False)) else None
        if shown is not None:
            return shown
        values = {"side": player_first(event.seat), "what": seal_words(after, made)}
        met = after.between(made.came_upon, self.touched) if self.entered else None
        if met is not None:
            names = {**values, "one": after.title(made.came_upon), "other": after.title(self.touched)}
            return Text(
                "Discovered! %(side)s opens what was sealed: %(what)s. %(one)s charged %(other)s: in contact.", names
            )
        if self.entered and made.found:
            who = {"who": after.title(made.found)}
            opens = Text("%(side)s opens what was sealed: %(what)s.", values)
            return joined([opens, Text("%(who)s, hidden until now, charged.", who)])
        if self.entered:
            return Text("Discovered! %(side)s opens what was sealed: %(what)s. In contact, as after a charge.", values)
        return Text("%(side)s opens what was sealed: %(what)s.", values)


def _hiding(state: State, seat: str) -> Iterator[tuple[str, str]]:
    """Who of a side may hide: its Ninjas on the table, and whom its list sent behind the enemy."""
    yield from ((piece.id, piece.title) for piece in state.standing(seat) if piece.is_ninja)
    yield from ((hero.id, hero.title) for hero in state.sides[seat].absent)


def _found_by(state: State, one: WrittenDown) -> Choices:
    """Whom a closed seal that names nobody may be about: the Ninjas that no other names."""
    own = () if one.who or one.opened else state.standing(one.seat)
    hidden = ((piece, state.written_of(piece)) for piece in own)
    return tuple((piece.id, piece.title) for piece, seal in hidden if seal is not None and not seal.who)


def _sealed_by(event: Event) -> str:
    """The fingerprint an event has made."""
    data = event.data
    parts = (data.get("who", ""), data.get("behind", ""), data.get("card"), data.get("text", ""))
    return fingerprint(data.get("nonce", ""), event.seat, in_one_line(*parts, off=data.get("off", False)))


def seal_words(state: State, one: WrittenDown) -> Text:
    """What was written down, in words."""
    parts: list[Text | str] = []
    if one.who:
        parts.append(_name(state, one))
    if one.behind:
        place = next(piece.title for piece in state.terrain if piece.id == one.behind)
        parts.append(Text("hidden behind %(terrain)s", {"terrain": place}))
    if one.card:
        parts.append(Text("enemy card %(number)s", {"number": one.card}))
    if one.off:
        parts.append(Text("kept off the table"))
    return Text("%(parts)s", {"parts": (*parts, *([one.text] if one.text else []))})


def _name(state: State, one: WrittenDown) -> str:
    piece = state.piece(one.who)
    if piece is not None:
        return piece.unit_title
    return next((hero.title for hero in state.sides[one.seat].absent if hero.id == one.who), one.who)


def secrets(state: State) -> frozenset[str]:
    """What is sealed and not open."""
    return frozenset(f"seal {one.seal}" for one in state.seals if not one.opened)


def infiltrates(state: State, one: WrittenDown) -> bool:
    """Whether it says where a Denuki hides who has not shown himself yet."""
    return not one.opened and _among_enemies(state, one.seat, one)


def unwritten(state: State, seat: str) -> Choices:
    """The Denuki of a side whose number it can write down and has not, by id and name (12:6:3)."""
    able = card_numbers(state, seat) or is_late(state, seat)
    written = {one.who for one in state.closed_seals(seat)}
    return tuple(one for one in _denuki(state, seat) if able and one[0] not in written)


def _denuki(state: State, seat: str) -> Choices:
    """Who of a side hides among the enemy, by id and name."""
    return tuple((one.id, one.title) for one in state.sides[seat].absent if one.kind == "denuki")


def faced(state: State, one: WrittenDown, piece_id: str = "") -> Piece | Refusal:
    """Before whom a Denuki stands: by the number he wrote down, or by what the players say where that tells nobody."""
    laid = tuple(_kind(state.piece(card.piece)) for card in state.deployment.of(other(one.seat)))
    number = place_of_denuki(laid, one.card) if one.card else None
    if number is not None:
        piece_id = state.deployment.of(other(one.seat))[number - 1].piece
    piece = state.piece(piece_id)
    if piece is None or piece.seat == one.seat or not piece.miniatures:
        words = Text(
            "That card number belongs to no unit on the table: choose the enemy unit the Denuki stands in front of."
        )
        return Refusal(words, DENUKI_RULE)
    return piece


def _kind(piece: Piece | None) -> Laid:
    if piece is None or not piece.standing:
        return "gone"
    if not piece.miniatures:
        return "character"
    return "cavalry" if "mounted" in piece.profile.traits else "troop"


def infiltrated(state: State, one: WrittenDown, enemy: Piece) -> State:
    """The state in which a Denuki has shown himself: he stands in contact with this unit, and nobody has charged."""
    opened = tuple(replace(seal, opened=True, met=enemy.id) if seal is one else seal for seal in state.seals)
    arrived = replace(state, seals=opened).arrived(one.seat, one.who)
    return arrived.with_contact(Contact(one.who, enemy.id, state.turn, "denuki", charger="")).with_charged(one.seal)


def infiltrated_words(before: State, one: WrittenDown, after: State) -> Text | None:
    """What the log says of it; nothing where he has only come to light."""
    met = next((met for met in after.contacts if met.cause == "denuki" and met.one == one.who), None)
    if met is None:
        return None
    names = {"who": after.known(one.who).title, "unit": after.known(met.other).title}
    return Text(
        "It was sealed: %(what)s. %(who)s shows himself in front of %(unit)s.",
        {**names, "what": seal_words(before, one)},
    )


@dataclass(frozen=True, slots=True)
class SealView:
    """`what` is None while it is another side's secret; `written` is for its own side, which reads it out."""

    seat: str
    seal: str
    what: Text | None
    written: str
    opened: bool
    denuki: bool
    """He may show himself among the enemy; his own side alone is told."""
    who: str = ""
    """The Denuki's name."""
    in_front_of: str = ""
    """The unit he comes out in front of, where the number he wrote down names one."""
    found: Choices = ()
    """Whom an enemy may have come upon, by a seal of the own side that names nobody."""

    @property
    def sentence(self) -> Text:
        """What he has to do in the Taisho orders of his side."""
        return Text("%(who)s shows himself now: a Denuki among the enemy.", {"who": self.who})


@dataclass(frozen=True, slots=True)
class SealingView:
    """What a side may write down: who hides, and behind what."""

    who: Choices
    behind: tuple[tuple[str, Text], ...]
    off: bool
    """Somebody may be kept off the table, to enter it later."""
    only: str
    """Who is meant where nobody else may hide; else empty."""
    denuki: Choices
    """Whose card can be written down and is not."""
    cards: tuple[int, ...]
    """The numbers it may be."""
    late: bool
    """The enemy's cards lie open: a Denuki's card is written down anyway, and everybody is told."""


def seal_views(state: State, seat: str | None) -> tuple[SealView, ...]:
    """Every seal on the table, as `seat` sees it."""
    found = []
    for one in sorted(state.seals, key=lambda one: one.seat):
        known = one.opened or one.seat == seat or bool(state.over)
        words = seal_words(state, one) if known else None
        seen = SealView(one.seat, one.seal, words, one.written if known else "", one.opened, denuki=False)
        if one.seat == seat and state.begun and infiltrates(state, one):
            unit = faced(state, one)
            in_front_of = "" if isinstance(unit, Refusal) else unit.title
            seen = replace(seen, denuki=True, who=_name(state, one), in_front_of=in_front_of)
        elif one.seat == seat:
            seen = replace(seen, found=_found_by(state, one))
        found.append(seen)
    return tuple(found)


def sealing_view(state: State, seat: str | None) -> SealingView | None:
    """What this seat may write down; None for a spectator, and where nothing is sealed now."""
    if seat is None or not state.deploys or state.over or not (state.begun or state.deploying):
        return None
    behind = ((one.id, one.title) for one in state.terrain if not one.gone and one.terrain.hides)
    off = not state.begun and lets_enter(state, seat)
    named = {one.who for one in state.closed_seals(seat)} | (set() if off else dict(_denuki(state, seat)).keys())
    who = tuple(one for one in _hiding(state, seat) if one[0] not in named)
    only = who[0][0] if len(who) == 1 else ""
    cards, late = card_numbers(state, seat), is_late(state, seat)
    return SealingView(who, tuple(behind), off, only, unwritten(state, seat), cards, late)
