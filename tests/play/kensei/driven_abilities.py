"""Led battles in which both sides use what they are offered: each ability at its moment, as often as it may be."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from companion.content import catalog
from companion.play.game import Due
from companion.play.kensei.abilities import sealed
from companion.play.kensei.abilities.answering import answerable
from companion.play.kensei.abilities.hidden import pool as hidden_ones
from companion.play.kensei.abilities.offers import Offer, offers
from companion.play.kensei.abilities.rolls import windows
from companion.play.kensei.abilities.using import pool
from companion.play.kensei.ask.frozen import thaw_number
from companion.play.kensei.ask.names import ask_at
from companion.play.kensei.combat.duels import challenges_of
from companion.play.kensei.combat.initiative import step_of
from companion.play.kensei.pieces import SEATS, Piece, other
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import form_of
from companion.rules.kensei.abilities.rule import AbilityRule, Window
from tests.play.kensei.driven import Driver
from tests.play.kensei.field import Field

Named = tuple[str, str, str]
"""A general's or not, the ability, its form."""
SIDES = {
    "buke": "yari-samurai 6 + busho-buke + spy, no-dachi-samurai 6, kengo 3, yari-ashigaru 7 + daisho-ashigaru, kensei",
    "sohei": "naginata-sohei 6 + busho-sohei + geisha, ama-kihei 4, ikame-bo 2, yari-ashigaru 7 + daisho-ashigaru",
    "kuge": "onna-bushi 6 + busho-kuge + geisha, teppotai 6, ninjas 4, katana-samurai 6 + spy + daisho-samurai, "
    "ninjas 3, shinobi",
}
"""Armies by their path; with the Daimyo who leads each, they know every ability of the book."""
AT_ANY_TIME: tuple[Window, ...] = ("any", "charging", "taisho", "order")


def learned(path: str, chance: Random, wanted: Collection[Named]) -> list[str]:
    """What a general of this path may learn, or all may; first what is wanted."""
    found = [one.id for one in catalog().taisho_abilities.values() if path in one.owners]
    new = {id_ for whose, id_, _ in wanted if whose}
    return sorted(chance.sample(found, len(found)), key=lambda id_: id_ not in new)


def setup(*, deploys: bool) -> dict[str, str]:
    """Long enough for what is of a second turn in contact."""
    early = {"deploys": "yes"} if deploys else {}
    return {"battle": "pitched", "turns": "4", **early}


def armies(a: str, b: str, chance: Random, wanted: Collection[Named] = (), *, deploys: bool) -> Field:
    """Two armies led by a Daimyo each, who has learned two abilities of all and one of his path."""
    field = Field(**setup(deploys=deploys))
    for seat, named in zip(SEATS, (a, b), strict=True):
        field.army(seat, f"{named}: {SIDES[named]}, daimyo-{named}")
        for ability in (*learned("all", chance, wanted)[:2], *learned(named, chance, wanted)[:1]):
            field.act(seat, "ability", ability=ability, on=True)
    field.begin()
    if deploys:
        field.act("a", "deploy-first", first=chance.choice(SEATS))
    elif "kuge" in (a, b):
        seat = SEATS[(a, b).index("kuge")]
        field.act(seat, "seal", who=f"{seat}5", text="in the mill")
    return field


class AbilityDriver(Driver):
    """Both players, who use what they are offered before they answer what is due; gladly what is `wanted`."""

    def __init__(self, field: Field, chance: Random, wanted: Collection[Named] = ()) -> None:
        super().__init__(field, chance)
        self.wanted = wanted
        self.minded: dict[tuple[int, str, str], bool] = {}

    def _next(self) -> None:
        if self.chance.random() > 0.7 or not self._uses():
            super()._next()

    def _uses(self) -> bool:
        found = [one for seat in SEATS for one in self._offered(seat) if one.against is None]
        return any(self._used(one) for one in self._sorted(found) if self._is_time(one))

    def _sorted(self, found: list[Offer]) -> list[Offer]:
        """In any order, what is wanted first."""
        return sorted(self.chance.sample(found, len(found)), key=lambda one: named(one) not in self.wanted)

    def _offered(self, seat: str) -> Iterator[Offer]:
        state = self.state
        if not state.begun:
            for window, about in windows(state, seat):
                yield from offers(state, seat, window, about)
            return
        for free in AT_ANY_TIME if state.phase == "orders" else AT_ANY_TIME[:1]:
            yield from (one for one in offers(state, seat, free) if free != "order" or not one.owned.acts_for_piece)
        for window, name in (*answerable(state, seat), *self._answers()):
            yield from offers(state, seat, window, name)

    def _answers(self) -> Iterator[tuple[Window, str]]:
        """Charges that nobody is asked about, and challenges."""
        yield from (("charged", one.id) for one in self.state.charges)
        for duel in (one.id for melee in self.state.melees for one in melee.confrontations):
            yield "challenging", duel
            yield "challenged", duel

    def _is_time(self, one: Offer) -> bool:
        """Whether a player would think of it: what is wanted, always; else in one turn and not in another."""
        key = (self.state.turn, one.owned.user, one.owned.ability.id)
        return named(one) in self.wanted or self.minded.setdefault(key, self.chance.random() < 0.4)

    def _used(self, one: Offer) -> bool:
        wanted = {"user": one.owned.user, "ability": one.owned.ability.id, "form": one.form.id, "about": one.about}
        return self._do(one.owned.piece.seat, "use", **wanted, taisho=one.owned.taisho)

    # ---- what is asked

    def _whom(self, due: Due) -> bool:
        ask = ask_at(self.state, due.step)
        use = must(self.state.use(ask.about) if ask is not None else None)
        able, whom = [one for one, _ in pool(self.state, use)], form_of(use).whom
        count = whom.count or (self.chance.randint(1, max(1, len(able))) if whom.many else 1)
        chosen = self.chance.sample(able, min(count, len(able)))
        return self._do(due.seat, "whom", step=due.step, target=dict.fromkeys(chosen, True))

    def _hidden(self, due: Due) -> bool:
        shown = [one for one, _ in hidden_ones(self.state, must(ask_at(self.state, due.step)))][:1]
        return self._do(due.seat, "show-hidden", step=due.step, target=dict.fromkeys(shown, True))

    def _initiative(self, due: Due) -> bool:
        """With a challenge under the seal, and an ability of each who may use one."""
        melee = next(one for one in self.state.melees if step_of(one, due.seat) == due.step)
        able = [one for one in sealed.offered(self.state, melee, due.seat) if one.against is None]
        ordered = self._sorted(able)[::-1]  # of each user the last stays
        words = {one.owned.user: sealed.word(one.owned.ability.id, one.form.id) for one in ordered}
        spoken = {hero.id: self.chance.choice(others) for hero, others in challenges_of(self.state, melee, due.seat)}
        form = {"step": due.step, "faces": self._faces(due.data["dice"])}
        return self._do(due.seat, "initiative", **form, ability=words, challenge=spoken) or super()._initiative(due)

    def _lay(self, due: Due) -> bool:
        return any(self._do(due.seat, "lay", piece=piece.id) for piece in self.state.of(due.seat))

    def _turn_up(self, due: Due) -> bool:
        return self._do(due.seat, "cards-up")

    def _deployed(self, due: Due) -> bool:
        return self._do(due.seat, "deployed")

    def _owed(self, due: Due) -> bool:
        """Honor fails oftener than at a table: there is much that answers it."""
        return self._do(due.seat, "roll", step=f"{due.step}.die", faces=[self.chance.randint(4, 10)])

    # ---- what they order

    def _ordered(self, piece: Piece) -> None:
        """With an ability drafted, where the unit has one; a shot that is one, where it can."""
        for one in self._sorted(list(offers(self.state, piece.seat, "order"))):
            if one.owned.piece.id == piece.id and one.owned.acts_for_piece and piece.standing:
                step = {"piece": piece.id, "do": "ability", "ability": one.owned.ability.id}
                if one.form.shoots:
                    foes = [foe.id for foe in self.state.of(other(piece.seat)) if foe.standing]
                    if foes and self._do(piece.seat, "announce", **step, target=self.chance.choice(foes)):
                        return
                elif self.chance.random() < 0.7 and self._do(piece.seat, "order", **step):
                    break
        facing = other(piece.seat) + (piece.id[1:] if piece.unit else "2")
        if self.chance.random() > 0.5 or not self._do(
            piece.seat, "announce", piece=piece.id, target=facing, do="charge", pace="none"
        ):
            super()._ordered(piece)


# ---- what came of it


def named(one: Offer) -> Named:
    return "taisho" if one.owned.taisho else "", one.owned.ability.id, one.form.id or one.form.window


def every() -> set[Named]:
    """Each form of each ability there is."""
    known = catalog()
    return {*_forms("", known.ability_rules), *_forms("taisho", known.taisho_rules)}


def _forms(whose: str, rules: Any) -> Iterator[Named]:
    named: dict[str, AbilityRule] = dict(rules)
    for id_, rule in named.items():
        yield from ((whose, id_, form.id or form.window) for form in rule.forms)


def used_in(state: State) -> Iterator[Named]:
    """Abilities used by somebody, and those that count by themselves where they lie on a side or in a number."""
    known = catalog()
    for use in state.uses:
        yield "taisho" if use.taisho else "", use.ability, use.form or form_of(use).window
    yield from (("taisho", one.source, "by-itself") for one in state.effects if one.on in state.sides)
    numbers = [thaw_number(frozen) for melee in state.melees for frozen in melee.initiative.values()]
    reasons = " ".join(str(term.reason) for number in numbers for term in number.modifiers)
    yield from (("", id_, "by-itself") for id_, one in known.abilities.items() if one.name in reasons)
