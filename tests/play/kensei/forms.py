"""Any act of a battle with a form that may mean something: each field is filled with what lies on the table for its
name, else by its schema. Who chooses is a `Random`: any acts, and battles led to their end, are made of the same forms.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from companion.content import catalog
from companion.play.codec import plain
from companion.play.game import Due, Event
from companion.play.kensei.abilities import hidden, sealed, using
from companion.play.kensei.abilities.offers import offers
from companion.play.kensei.abilities.outcomes import OUTCOMES
from companion.play.kensei.combat.duels import challenges, challenges_of, champion, strikers_left
from companion.play.kensei.combat.initiative import step_of
from companion.play.kensei.combat.listing import ahead, enemies
from companion.play.kensei.combat.strikes import pool, upcoming, ways
from companion.play.kensei.fight.situation import CHIPS
from companion.play.kensei.game import ACTS, KENSEI
from companion.play.kensei.markers import MARKERS
from companion.play.kensei.melees import Melee
from companion.play.kensei.owned import owned
from companion.play.kensei.pieces import SEATS, other
from companion.play.kensei.state import State
from companion.rules.text import Refusal

Form = dict[str, Any]
TRIES = 6

JUNK: tuple[Any, ...] = (
    "", " ", "0", "-1", "99", "9" * 5000, "nan", "inf", "1e9", "٣", "true", "no", "a1", "b1", "ah1", "bx-spy",
    "t1.a1>b1.shot.at", "t1.called.honor.a1.die", "dc", "shot", "melee", "bow", "fan", "katana-samurai", "spy",
    "🀄", "\x00\x1b",
    "\u202eevil", "\ud800", "x" * 300, None, True, 0, -1, 11, 10**30, 1.5, [], [1, 2], ["x"], {}, {"hits": 3},
    {"tens": -2, "misses": "x"}, {"": None},
)  # fmt: skip

ANSWERS: Mapping[str, str] = {
    "beside": "aim stand-back",
    "chase": "pursue hold",
    "death": "stood-near",
    "deployed": "deployed",
    "duel": "meet duel-die aim",
    "first": "first",
    "follow": "follow",
    "hidden": "show-hidden",
    "initiative": "initiative",
    "lay": "lay",
    "muster": "muster enlist ready",
    "owed": "roll honor",
    "react": "react",
    "run-on": "regroup run-on",
    "strike": "share aim",
    "turn-up": "cards-up",
    "whom": "whom",
}
"""The acts that answer what is due, by its kind; what is not named here wants dice, or how far it is."""


@dataclass(frozen=True)
class At:
    """Whose form it is, of what act, at what moment of which battle; `form`: what is filled in so far."""

    state: State
    seat: str
    type: str
    chance: Random
    form: Form

    @cached_property
    def pieces(self) -> list[str]:
        return [piece.id for piece in self.state.of(self.seat)]

    @cached_property
    def heroes(self) -> list[str]:
        return [hero.id for piece in self.state.of(self.seat) for hero in piece.heroes]

    @cached_property
    def others(self) -> list[str]:
        return [piece.id for piece in self.state.of(other(self.seat))]

    @cached_property
    def dues(self) -> list[Due]:
        return [due for due in KENSEI.due(self.state) if due.step]

    def faces(self) -> list[int]:
        """As many as the question wants."""
        wanted = (due.data.get("dice") for due in self.dues if due.step == self.form.get("step"))
        return [self.chance.randint(1, 10) for _ in range(next(wanted, None) or 1)]

    def melees(self) -> list[Melee]:
        """The combat this question is about, else all."""
        about = [one for one in self.state.melees if step_of(one, self.seat) == self.form.get("step")]
        return about or list(self.state.melees)

    def words(self) -> Any:
        """Abilities under the seal of the dice, whatever the book has against them; else the name of any."""
        if self.type != "initiative":
            return self.chance.choice(sorted(catalog().abilities))
        found = [one for melee in self.melees() for one in sealed.offered(self.state, melee, self.seat)]
        words = [(one.owned.user, sealed.word(one.owned.ability.id, one.form.id, one.against)) for one in found]
        return dict(self.chance.sample(words, min(2, len(words))))

    def spoken(self) -> dict[str, str]:
        """Challenges under the seal."""
        found = (pair for melee in self.melees() for pair in challenges_of(self.state, melee, self.seat))
        return {hero.id: self.chance.choice(foes).id for hero, foes in found}

    def some(self, among: Sequence[str], value: Any = True) -> dict[str, Any]:
        """So many of them, or a few."""
        return dict.fromkeys(self.chance.sample(among, min(len(among), self.chance.randint(0, 2))), value)


NAMED: Mapping[str, Callable[[At], Sequence[Any]]] = {
    "ability": lambda at: [at.words()],
    "about": lambda at: [one.id for one in (*at.state.charges, *at.state.melees, *at.state.rolls, *at.state.uses)],
    "attacker": lambda at: at.pieces,
    "bins": lambda at: [at.some(("hits", "tens", "misses", "saved", "saved_marked"), at.chance.randint(0, 6))],
    "chain": lambda at: [one.id for one in at.state.chains],
    "charge": lambda at: [one.id for one in at.state.charges],
    "chase": lambda at: [one.id for flight in at.state.flights for one in flight.chases],
    "cause": lambda at: ["by-hand"],
    "challenge": lambda at: [at.spoken()],
    "character": lambda at: sorted(catalog().characters),
    "combat": lambda at: [one.id for one in (*ahead(at.state), *at.state.melees)],
    "defender": lambda at: at.others,
    "die": lambda at: [{}],
    "duel": lambda at: [one.id for melee in at.state.melees for one in melee.confrontations],
    "enemy": lambda at: [*at.others, ""],
    "faces": lambda at: [at.faces()],
    "field": lambda at: ["distance_cm", *(chip.field for chip in CHIPS)],
    "fighter": lambda at: [one.id for melee in at.state.melees for one in melee.strikers],
    "flight": lambda at: [one.id for one in at.state.flights],
    "follower": lambda at: [*at.heroes, ""],
    "hero": lambda at: at.heroes,
    "left_cm": lambda at: [0, 0, 2, 6, 12, 99],
    "lender": lambda at: [*at.heroes, ""],
    "like": lambda at: [*at.pieces, ""],
    "marker": lambda at: [one.id for one in MARKERS],
    "moment": lambda at: [f"2026-01-01T12:0{at.chance.randint(0, 9)}:00+00:00"],
    "near": lambda at: [at.some(at.pieces)],
    "one": lambda at: at.pieces,
    "other": lambda at: at.others,
    "owed": lambda at: [one.id for one in at.state.owed],
    "piece": lambda at: [*at.pieces, *at.pieces, *at.heroes],
    "seal": lambda at: [one.seal for one in at.state.seals],
    "step": lambda at: [f"{due.step}{'.die' * (due.kind == 'owed')}" for due in at.dues],
    "striker": lambda at: [*at.heroes, ""],
    "target": lambda at: [*at.others, *at.others, *at.pieces],
    "terrain": lambda at: [one.id for one in at.state.terrain],
    "touched": lambda at: at.others,
    "turn": lambda at: [at.state.turn],
    "unit": lambda at: at.pieces if at.type == "enter" else sorted(catalog().units),
    "value": lambda at: [at.chance.randint(5, 60), "yes", "no", *at.heroes],
    "who": lambda at: [*at.pieces, *at.heroes, *(one.id for one in at.state.sides[at.seat].absent), ""],
    "written": lambda at: [None],
}
"""What a field of this name may hold, whatever the act."""


def _aim(at: At) -> Iterator[Form]:
    """Strikes that are next: of a combat, of a confrontation, of a Bushi beside his unit."""
    for melee in at.state.melees:
        for one in upcoming(at.state, melee):
            for foe in enemies(at.state, melee, one):
                yield {"attacker": one.piece, "defender": foe.id, "striker": one.hero}
        for duel in melee.confrontations:
            for hero in strikers_left(at.state, duel):
                piece, foe = (champion(at.state, one).piece for one in (hero, duel.foe(hero)))
                yield {"attacker": piece.id, "defender": foe.id, "striker": hero if hero != piece.id else ""}
    for chain in at.state.chains[-1:]:
        for bushi in at.heroes:
            yield {"attacker": chain.attacker, "defender": chain.defender, "striker": bushi}


def _challenge(at: At) -> Iterator[Form]:
    for melee in at.state.melees:
        for hero, foes in challenges(at.state, melee):
            yield from ({"combat": melee.id, "hero": hero.id, "other": foe.id} for foe in foes)


def _order(at: At) -> Iterator[Form]:
    """Abilities that are ordered as anything else."""
    for one in offers(at.state, at.seat, "order"):
        yield {"do": "ability", "piece": one.owned.piece.id, "ability": one.owned.ability.id}


def _share(at: At) -> Iterator[Form]:
    for melee in at.state.melees:
        for one in upcoming(at.state, melee):
            foes, dice = [foe.id for foe in enemies(at.state, melee, one)], pool(at.state, melee, one)
            for split in ways(at.state, melee, one) or ((dice, *[0] * len(foes)),):
                yield {"combat": melee.id, "fighter": one.id, "split": dict(zip(foes, split, strict=False))}


def _use(at: At) -> Iterator[Form]:
    """What is done by somebody and something comes of, in its time or not."""
    abouts = NAMED["about"](at)
    for one in owned(at.state, at.seat):
        for form in one.rule.forms:
            if form.window != "by-itself" and all(type(made) in OUTCOMES for made in (*form.won, *form.lost)):
                named = {"user": one.user, "ability": one.ability.id, "form": form.id, "taisho": one.taisho}
                yield {**named, "about": at.chance.choice(["", *abouts])}


def _whom(at: At) -> Iterator[Form]:
    for ask in at.state.asks:
        use = at.state.use(ask.about) if ask.kind == "whom" else None
        if use is not None:
            able, whom = [one for one, _ in using.pool(at.state, use)], use.form_used.whom
            count = whom.count or (at.chance.randint(1, max(1, len(able))) if whom.many else 1)
            chosen = at.chance.sample(able, min(count, len(able)))
            yield {"step": ask.id, "target": dict.fromkeys(chosen, True)}


def _show_hidden(at: At) -> Iterator[Form]:
    for ask in at.state.asks:
        if ask.kind == "hidden":
            yield {"step": ask.id, "target": at.some([one for one, _ in hidden.pool(at.state, ask)][:1])}


WHOLE: Mapping[str, Callable[[At], Iterator[Form]]] = {
    "aim": _aim,
    "announce": _order,
    "break-away": lambda at: ({"hero": h, "enemy": e} for h in at.heroes for e in at.state.foes_of(_in(at, h))),
    "challenge": _challenge,
    "order": _order,
    "share": _share,
    "show-hidden": _show_hidden,
    "use": _use,
    "whom": _whom,
}
"""Fields that hang together."""


def _in(at: At, hero: str) -> str:
    return champion(at.state, hero).piece.id


@cache
def fields(type: str) -> Mapping[str, Mapping[str, Any]]:
    """The schemas of an act's fields."""
    found: Mapping[str, Mapping[str, Any]] = ACTS[type].data.model_json_schema().get("properties", {})
    return found


def filled(state: State, chance: Random, seat: str, type: str, known: Mapping[str, Any] | None = None) -> Form:
    """A form of this act with what is `known` of it. What may be left out often is."""
    schemas = fields(type)
    form: Form = {name: value for name, value in (known or {}).items() if name in schemas}
    at = At(state, seat, type, chance, form)
    if type in WHOLE and chance.random() < 0.8:
        whole = [one for one in WHOLE[type](at) if all(one.get(name, value) == value for name, value in form.items())]
        form.update(chance.choice(whole) if whole else {})
    for name, schema in schemas.items():
        if name not in form and ("default" not in schema or name == "faces" or chance.random() < 0.5):
            form[name] = _value(at, name, schema)
    return form


def _value(at: At, name: str, schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return at.chance.choice(schema["enum"])
    if name in NAMED:
        return at.chance.choice(NAMED[name](at) or ["nothing"])
    if "anyOf" in schema:
        return _value(at, "", at.chance.choice(schema["anyOf"]))
    match schema.get("type"):
        case "boolean":
            return at.chance.random() < 0.5
        case "integer" | "number":
            return at.chance.randint(schema.get("minimum", 0), schema.get("maximum", 12))
        case "object":
            return at.some([*at.pieces, *at.heroes], at.chance.randint(0, 9))
        case "null":
            return None
    return at.chance.choice(["", "why", *sorted(catalog().abilities)])


def anything(state: State, chance: Random) -> Event | Refusal:
    """What somebody may send: the answer to what is due, or another act of this moment, those with many fields
    oftener, and mostly as the rules let him; one in five by the other side's phone. One time in six nonsense."""
    if chance.random() < 0.17:
        return _nonsense(chance)
    dues = KENSEI.due(state)
    due = chance.choice(dues) if dues and chance.random() < 0.5 else None
    able = [one for one in ACTS if one != "end" and ACTS[one].when(state) is None]
    seat = due.seat if due is not None else chance.choice(SEATS)
    mixed = chance.choices(able, [1 + len(fields(one)) for one in able])
    type = chance.choice(answers(due) if due is not None else mixed)
    for _ in range(TRIES):
        sent = _sent(type, seat, chance, filled(state, chance, seat, type, known(due)))
        if not isinstance(sent, Refusal) and not isinstance(KENSEI.apply(state, sent), Refusal):
            break
    return sent


def _sent(type: str, seat: str, chance: Random, form: Form) -> Event | Refusal:
    read = KENSEI.read(type, form)
    if isinstance(read, Refusal):
        return read
    data = plain(read)
    how = data.pop("how", "")
    return Event(type, seat, seat if chance.random() < 0.8 else other(seat), data, how)


def answers(due: Due) -> list[str]:
    return ANSWERS.get(due.kind, "roll roll situate cancel").split()


def known(due: Due | None) -> Form:
    """What a question says of the form of its answer."""
    if due is None or not due.step:
        return {}
    step = f"{due.step}{'.die' * (due.kind == 'owed')}"
    piece = {"piece": due.data["piece"]} if "piece" in due.data else {}
    return {"step": step, **piece, **({"owed": due.step} if due.kind == "owed" else {"field": "distance_cm"})}


def _nonsense(chance: Random) -> Event | Refusal:
    """Something no page of ours would send: often with every field its act knows, but not what belongs there. One in
    four is not even read, as if stored by another program."""
    type = chance.choice([*ACTS, "undo", "", "x" * 99])
    names = [*fields(type)] if type in ACTS else ["how", "x", "bin.hits", "piece"]
    seat, form = chance.choice([*SEATS, "c", ""]), {name: chance.choice(JUNK) for name in names}
    read = KENSEI.read(type, form) if chance.random() < 0.75 else form
    return read if isinstance(read, Refusal) else Event(type, seat, chance.choice(SEATS), read)
