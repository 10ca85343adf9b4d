"""Battles of two armies, and players who lead one to its end: they answer what is due and use what they are offered,
each ability at its moment, as often as it may be. What the rules refuse is left out.
"""

from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any

from companion.content import catalog
from companion.play.game import Due
from companion.play.kensei.abilities import sealed
from companion.play.kensei.abilities.answering import answerable
from companion.play.kensei.abilities.offers import Offer, offers
from companion.play.kensei.abilities.rolls import windows
from companion.play.kensei.chains import thaw_number
from companion.play.kensei.combat.duels import challenges_of
from companion.play.kensei.combat.initiative import step_of
from companion.play.kensei.combat.listing import ahead, chooser
from companion.play.kensei.combat.strikes import is_done
from companion.play.kensei.game import KENSEI
from companion.play.kensei.pieces import SEATS, Piece, other
from companion.play.kensei.state import BATTLES, State
from companion.play.kensei.turn.victory import winner_of
from companion.rules.kensei.abilities.rule import Window
from companion.rules.text import Refusal
from tests.play.kensei.field import Field
from tests.play.kensei.forms import answers, filled, known

MOST_ACTS = 300
TRIES = 8
SIDES = {
    "buke": "yari-samurai 6 + busho-buke + spy, no-dachi-samurai 6, kengo 3, yari-ashigaru 7 + daisho-ashigaru, kensei",
    "sohei": "naginata-sohei 6 + busho-sohei + geisha, ama-kihei 4, ikame-bo 2, yumi-ashigaru 7 + daisho-ashigaru",
    "kuge": "onna-bushi 6 + busho-kuge + geisha, teppotai 6, ninjas 4, katana-samurai 6 + spy + daisho-samurai, "
    "ninjas 3, shinobi",
}
"""Armies by their path; with the Daimyo who leads each, they know every ability of the book."""
AT_ANY_TIME: tuple[Window, ...] = ("any", "charging", "taisho", "order")


def led(a: str, b: str, chance: Random, wanted: Collection[str] = (), **setup: str) -> Field:
    """Two armies led by a Daimyo each, who has learned two abilities of all and one of his path, what is wanted
    first."""
    field = Field(**setup)
    for seat, path in zip(SEATS, (a, b), strict=True):
        field.army(seat, f"{path}: {SIDES[path]}, daimyo-{path}")
        for owner, count in (("all", 2), (path, 1)):
            able = [one.id for one in catalog().taisho_abilities.values() if owner in one.owners]
            able = sorted(chance.sample(able, len(able)), key=lambda one: f" {one} " not in " ".join(wanted))
            for ability in able[:count]:
                field.act(seat, "ability", ability=ability, on=True)
    field.begin()
    if setup.get("deploys"):
        field.act("a", "deploy-first", first=chance.choice(SEATS))
    elif "kuge" in (a, b):
        seat = SEATS[(a, b).index("kuge")]
        field.act(seat, "seal", who=f"{seat}5", text="in the mill")
    return field


def of_any_units(chance: Random, **setup: str) -> Field:
    """Two small armies of any units, with characters where they may stand, a hidden one among them, and begun."""
    rules = {"half_unit": chance.choice(["half", "below_half"]), "defeat_ve": chance.choice(["unit", "side"])}
    field = Field(odds="nobody", battle=chance.choice(["", *BATTLES]), **rules, **setup)
    for seat in SEATS:
        path = chance.choice(["buke", "kuge", "sohei"])
        field.act(seat, "side", path=path)
        for unit in chance.sample([one for one in catalog().units.values() if one.path in (None, path)], 3):
            field.attempt(seat, "muster", unit=unit.id, miniatures=chance.randint(unit.basic_unit, unit.maximum))
        field.attempt(seat, "enlist", character=f"taisho-{path}")
        for one in catalog().taisho_abilities.values():
            if chance.random() < 0.2:
                field.attempt(seat, "ability", ability=one.id, on=True)
        others = sorted(c.id for c in catalog().characters.values() if c.rank not in ("taisho", "daimyo"))
        units = [p.id for p in field.state.of(seat) if p.unit]
        for character in ("spy", *chance.sample(others, 7)):
            mounted, piece = chance.random() < 0.5, chance.choice([None, *units])
            field.attempt(seat, "enlist", character=character, mounted=mounted, piece=piece)
        for piece in units:
            field.attempt(seat, "standard", piece=piece, standard=True)
        field.act(seat, "ready")
    return field


class Driver:
    """Both players. `acts` goes on until the rules name a winner; they gladly use what is `wanted`."""

    def __init__(self, field: Field, chance: Random, wanted: Collection[str] = ()) -> None:
        self.field, self.chance, self.wanted = field, chance, wanted
        self.minded: dict[tuple[int, str, str], bool] = {}
        self.ordered: set[tuple[int, str]] = set()
        self.faces = chance.random() < 0.6
        """Each unit charges the one it faces, so that no side has many against one."""

    @property
    def state(self) -> State:
        return self.field.state

    def acts(self) -> Iterator[State]:
        """The state after each of their steps."""
        for _ in range(MOST_ACTS):
            if winner_of(self.state):
                self.field.act("a", "end", winner=winner_of(self.state))
                yield self.state
                return
            self._next()
            yield self.state

    def _do(self, seat: str, *types: str, tries: int = TRIES, **named: Any) -> bool:
        """Does the first of these that the rules let them, with what is named of its form."""
        return any(
            not isinstance(self.field.attempt(seat, type, **self._form(seat, type, named)), Refusal)
            for type in types
            for _ in range(tries)
        )

    def _form(self, seat: str, type: str, named: dict[str, Any]) -> dict[str, Any]:
        return filled(self.state, self.chance, seat, type, {"anyway": False, **named})

    def _next(self) -> None:
        if self.chance.random() < 0.7 and self._uses():
            return
        if any(self._answered(due) for due in KENSEI.due(self.state)):
            return
        if not (self.state.phase == "orders" and self._orders()) and not self._fights():
            for seat in SEATS:
                self._ended(seat)
            if not winner_of(self.state):
                self.field.attempt("a", "leave", turn=self.state.turn, phase=self.state.phase, skip=True)

    def _answered(self, due: Due) -> bool:
        types = answers(due)
        mixed = types if "cancel" in types else self.chance.sample(types, len(types))
        named = known(due)
        if due.kind == "initiative":
            calm = {**named, "ability": {}, "challenge": {}, "defensive": {}, "obstacle": {}, "declare": False}
            return self._do(due.seat, "initiative", **(calm | self._sealed(due))) or self._do(
                due.seat, "initiative", **calm
            )
        return due.kind != "choose" and self._do(due.seat, *mixed, **named)

    def _ended(self, seat: str) -> None:
        """A side ends its orders. What neither it nor chance could carry out is left when the other has waited."""
        turn = self.state.turn
        if self.state.phase != "orders" or self._do(seat, "done", turn=turn) or seat in self.state.ended:
            return
        self._do(other(seat), "hurry", turn=turn, moment="2026-01-01T12:00")
        self.field.attempt(seat, "done", other(seat), turn=turn, moment="2026-01-01T12:02")

    # ---- abilities

    def _gladly(self, found: Iterable[Offer]) -> list[Offer]:
        """What nothing stands against, in any order, what is wanted
        first."""
        able = [one for one in found if one.against is None]
        return sorted(self.chance.sample(able, len(able)), key=lambda one: called(one) not in self.wanted)

    def _sealed(self, due: Due) -> dict[str, Any]:
        """With a challenge under the seal of the dice, and an ability of each who may use one."""
        melee = next(one for one in self.state.melees if step_of(one, due.seat) == due.step)
        able = self._gladly(sealed.offered(self.state, melee, due.seat))[::-1]  # of each user the last stays
        spoken = {hero.id: self.chance.choice(foes).id for hero, foes in challenges_of(self.state, melee, due.seat)}
        words = {one.owned.user: sealed.word(one.owned.ability.id, one.form.id) for one in able}
        return {"ability": words, "challenge": spoken}

    def _uses(self) -> bool:
        found = self._gladly(one for seat in SEATS for one in self._offered(seat))
        return any(self._used(one) for one in found if self._is_time(one))

    def _offered(self, seat: str) -> Iterator[Offer]:
        state = self.state
        if not state.begun:
            for window, about in windows(state, seat):
                yield from offers(state, seat, window, about)
            return
        for free in AT_ANY_TIME if state.phase == "orders" else AT_ANY_TIME[:1]:
            yield from (one for one in offers(state, seat, free) if free != "order" or not one.owned.acts_for_piece)
        for window, name in (*answerable(state, seat), *self._unasked()):
            yield from offers(state, seat, window, name)

    def _unasked(self) -> Iterator[tuple[Window, str]]:
        """Charges that nobody is asked about, and challenges."""
        yield from (("charged", one.id) for one in self.state.charges)
        for duel in (one.id for melee in self.state.melees for one in melee.confrontations):
            yield "challenging", duel
            yield "challenged", duel

    def _is_time(self, one: Offer) -> bool:
        """Whether a player would think of it: what is wanted, always; else in one turn and not in another."""
        key = (self.state.turn, one.owned.user, one.owned.ability.id)
        return called(one) in self.wanted or self.minded.setdefault(key, self.chance.random() < 0.4)

    def _used(self, one: Offer) -> bool:
        form = {"user": one.owned.user, "ability": one.owned.ability.id, "form": one.form.id, "about": one.about}
        use = {**form, "taisho": one.owned.taisho, "target": {}}
        return self._do(one.owned.piece.seat, "use", tries=1, **use)

    # ---- what they order, and whom they fight

    def _orders(self) -> bool:
        for seat in (self.state.first, other(self.state.first)):
            if self._carried(seat):
                return True
            if (self.state.turn, seat) not in self.ordered:
                self.ordered.add((self.state.turn, seat))
                for piece in self.state.of(seat):
                    self._ordered(piece)
                return True
        return False

    def _ordered(self, piece: Piece) -> None:
        """An ability or two drafted, where it has any; then a shot or a charge, mostly at whom it faces."""
        if self.chance.random() < 0.5:
            self._do(piece.seat, "order", tries=2, piece=piece.id, do="ability")
        facing = {"target": other(piece.seat) + (piece.id[1:] if piece.unit else "2")} if self.faces else {}
        for form in ({"do": "charge", **facing}, {"do": "shoot"}, {"do": "charge"}, {}):
            if self.chance.random() < 0.7 and self._do(piece.seat, "announce", piece=piece.id, **form):
                return

    def _carried(self, seat: str) -> bool:
        """What is announced is carried out, one thing after the other."""
        if self.state.charges and (
            self._do(other(seat), "reply", "counter", tries=3) or self._do(seat, "charge", tries=3)
        ):
            return True
        left = [one.piece for one in self.state.plans if one.piece[0] == seat and one.announced > one.done]
        return self._do(seat, "moved", tries=1, units="") or any(
            self._do(seat, "carry", "stop", tries=1, piece=piece) for piece in left
        )

    def _fights(self) -> bool:
        waiting = [] if self.state.phase != "combat" else ahead(self.state)
        if not waiting or not all(is_done(self.state, melee) for melee in self.state.melees):
            return False
        done = self._do(chooser(self.state), "fight", combat=self.chance.choice(waiting).id)
        return (done and any(self._do(seat, "challenge") for seat in SEATS)) or done


# ---- what came of it

EVERYTHING = {
    *(f"reaction {what}" for what in ("withstand", "shoot", "counter", "flee")),
    *("charge reached", "charge short", "shot landed", "melee landed", "regroup True", "regroup False"),
    *("duel", "shares", "flight", "pursuit", "general slain"),
}
"""What a battle is made of besides its abilities."""


def called(one: Offer) -> str:
    return _called(one.owned.taisho, one.owned.ability.id, one.form.id or one.form.window)


def _called(taisho: bool, ability: str, form: str) -> str:
    return f"{'taisho ' * taisho}{ability} {form}"


def every() -> set[str]:
    """Each form of each ability there is."""
    rules = ((False, catalog().ability_rules), (True, catalog().taisho_rules))
    return {
        _called(taisho, id_, form.id or form.window)
        for taisho, named in rules
        for id_, rule in named.items()
        for form in rule.forms
    }


def reached(state: State) -> Iterator[str]:
    """What has happened by now, and the abilities somebody has used, or that count by themselves."""
    yield from (f"reaction {one.what}" for one in state.reactions if one.done or one.what == "withstand")
    yield from (f"charge {one.end}" for one in state.charges if one.end)
    yield from (f"{one.kind} landed" for one in state.chains if one.landed)
    yield from (f"{one.what} {one.holds}" for one in state.spent)
    yield from ("duel" for one in state.melees for duel in one.confrontations if duel.first)
    yield from ("shares" for one in state.melees if one.shares)
    yield from ("flight" for one in state.flights if one.faces)
    yield from ("pursuit" for one in state.flights for chase in one.chases if chase.faces)
    yield from ("general slain" for _ in state.deaths)
    yield from (_called(use.taisho, use.ability, use.form or use.form_used.window) for use in state.uses)
    yield from (_called(True, one.source, "by-itself") for one in state.effects if one.on in state.sides)
    numbers = [thaw_number(frozen) for melee in state.melees for frozen in melee.initiative.values()]
    reasons = " ".join(str(term.reason) for number in numbers for term in number.modifiers)
    yield from (f"{id_} by-itself" for id_, one in catalog().abilities.items() if one.name in reasons)
