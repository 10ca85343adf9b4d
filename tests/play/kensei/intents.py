"""What players may have in mind at a table of Kensei, as values hypothesis can shrink.

An intent is a kind of act and two numbers; which piece, hero or roll they mean is settled when its turn comes, by what
is on the table then. So any intent can be left out of a list without spoiling those that follow it, and a number that
goes to nought means the first of what there is. Two numbers and no more: hypothesis drops few draws at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from companion.play.codec import plain
from companion.play.game import Event
from companion.play.kensei.abilities import sealed
from companion.play.kensei.abilities.view import combat_chips
from companion.play.kensei.combat.duels import (
    challenges,
    challenges_of,
    duel_step,
    place_of,
    strikers_left,
)
from companion.play.kensei.combat.listing import ahead, piece_of
from companion.play.kensei.combat.strikes import enemies, pool, upcoming
from companion.play.kensei.fight.situation import CHIPS
from companion.play.kensei.game import ACTS, KENSEI
from companion.play.kensei.markers import MARKERS
from companion.play.kensei.orders.characters import enemies_of
from companion.play.kensei.pieces import SEATS, other
from companion.play.kensei.state import PHASES, State
from companion.rules.text import Refusal
from tests.play.kensei.intents_abilities import use, whom
from tests.play.kensei.mustering import MUSTERING
from tests.play.kensei.picks import JUNK, Form, Picks, Wish, heroes_of, numbers, pieces_of

FIELDS = tuple(
    sorted({f for act in ACTS.values() for f in act.data.model_fields} | {"bin.hits", "bin.saved", "how", "x"})
)
OUTRIGHT = 4
"""One in so many broken acts is not even read, as if stored by another program."""


@dataclass(frozen=True)
class Intent:
    """What somebody wants to do. `for_other`: the other side's phone enters it."""

    what: str
    for_other: bool
    first: int
    second: int

    def event(self, state: State) -> Event | Refusal:
        """The act it comes to at this moment, or why it cannot even be read."""
        picks = Picks((self.first, self.second))
        seat, type, form = WISHES[self.what](state, picks)
        by = other(seat) if self.for_other else seat
        if self.what == "broken" and picks.number(1, OUTRIGHT) == OUTRIGHT:
            return Event(type, seat, by, form)
        read = KENSEI.read(type, form)
        if isinstance(read, Refusal):
            return read
        data = plain(read)
        how = data.pop("how", "")
        return Event(type, seat, by, data, how)


def _asked(state: State, picks: Picks) -> tuple[str, str, int]:
    """A question about dice: whose, its step and how many; one that nobody asked where none is open."""
    due = [one for one in KENSEI.due(state) if one.step and isinstance(one.data.get("dice"), int)]
    if not due:
        return picks.one(SEATS), "t1.a1>b1.melee.at", 1
    chosen = picks.one(due)
    return chosen.seat, chosen.step, chosen.data["dice"]


def _owner(state: State, picks: Picks, kinds: Sequence[str], nobodys: str) -> tuple[str, str]:
    """A question of these kinds, and the seat it is put to; one that nobody asked where none is open."""
    step = picks.one([ask.id for ask in state.asks if ask.kind in kinds] or [nobodys])
    return step, next((ask.seat for ask in state.asks if ask.id == step), picks.one(SEATS))


# ---- in the battle


def _aim(state: State, picks: Picks) -> Wish:
    seat = picks.one(SEATS)
    attacker, defender = picks.one(pieces_of(state, seat)), picks.one(pieces_of(state, other(seat)))
    return seat, "aim", {"kind": picks.one(["shot", "melee"]), "attacker": attacker, "defender": defender}


def _hero_aims(state: State, picks: Picks) -> Wish:
    seat, type, form = _aim(state, picks)
    return seat, type, {**form, "kind": "melee", "striker": picks.one(heroes_of(state))}


def _roll(state: State, picks: Picks) -> Wish:
    seat, step, dice = _asked(state, picks)
    return seat, "roll", {"step": step, "faces": [picks.number(1, 10) for _ in range(dice)]}


def _face(state: State, picks: Picks) -> Wish:
    seat, step, _ = _asked(state, picks)
    return seat, "pad", {"step": step, "die": picks.number(0, 12), "face": picks.number(0, 10)}


def _bins(state: State, picks: Picks) -> Wish:
    seat, step, _ = _asked(state, picks)
    rows = picks.some(["hits", "tens", "misses", "saved", "saved_marked"], 2)
    return seat, "pad", {"step": step, "bins": {row: picks.number(0, 6) for row in rows}}


def _situate(state: State, picks: Picks) -> Wish:
    _, step, _ = _asked(state, picks)
    chip = picks.one(CHIPS)
    values = [choice[0] for choice in chip.choices] or ["yes", "no", *heroes_of(state), "3"]
    return picks.one(SEATS), "situate", {"step": step, "field": chip.field, "value": picks.one(values)}


def _measure(state: State, picks: Picks) -> Wish:
    _, step, _ = _asked(state, picks)
    return picks.one(SEATS), "situate", {"step": step, "field": "distance_cm", "value": picks.number(0, 90)}


def _striker(state: State, picks: Picks) -> Wish:
    _, step, _ = _asked(state, picks)
    attacker = state.piece(state.running.attacker) if state.running else None
    inside = [h.id for h in attacker.heroes] if attacker else []
    return picks.one(SEATS), "striker", {"step": step, "striker": picks.one([*inside, "", *heroes_of(state)])}


def _modify(state: State, picks: Picks) -> Wish:
    _, step, _ = _asked(state, picks)
    return picks.one(SEATS), "modify", {"step": step, "to": "dc", "value": picks.number(-9, 9), "reason": "why"}


def _answer(state: State, picks: Picks) -> Wish:
    _, step, _ = _asked(state, picks)
    return picks.one(SEATS), "answer", {"step": step, "field": "commander", "value": picks.one(heroes_of(state))}


def _end_step(state: State, picks: Picks) -> Wish:
    _, step, _ = _asked(state, picks)
    return picks.one(SEATS), picks.one(["cancel", "put-off", "blank"]), {"step": step}


def _honor(state: State, picks: Picks) -> Wish:
    """A roll that is owed, or one by hand where none is."""
    if not state.owed:
        return picks.one(SEATS), "honor", {"piece": picks.one(pieces_of(state)), "cause": "by-hand"}
    owed = picks.one(state.owed)
    return picks.one(SEATS), picks.one(["honor", "waive"]), {"piece": owed.piece, "owed": owed.id}


def _chase(state: State, picks: Picks) -> Wish:
    """Whether a unit pursues, or one that nobody asked where none is."""
    step, owner = _owner(state, picks, ("chase", "pursuit"), "t1.combats.honor.b1.run.a1.chase")
    return owner, picks.one(["pursue", "hold"]), {"step": step}


def _met(state: State, picks: Picks) -> Wish:
    """What a flight met, or one that is long past."""
    flight = picks.one([flight.id for flight in state.flights] or ["t1.combats.honor.b1.run"])
    what = picks.one(["edge", "impassable", "difficult", "enemy", "friends"])
    form = {"flight": flight, "what": what, "who": picks.one(pieces_of(state)), "on": picks.yes()}
    return picks.one(SEATS), "met", form


def _stopped(state: State, picks: Picks) -> Wish:
    chase = picks.one([c.id for f in state.flights for c in f.chases] or ["t1.combats.honor.b1.run.a1"])
    return picks.one(SEATS), "stopped", {"chase": chase, "enemy": picks.one(pieces_of(state)), "on": picks.yes()}


def _near(state: State, picks: Picks) -> Wish:
    """Who stands near a dead general, or near one of whom nobody asks."""
    step, owner = _owner(state, picks, ["death"], "t1.combats.general.b.near")
    return owner, "stood-near", {"step": step, "near": {picks.one(pieces_of(state, owner)): picks.yes()}}


def _leave(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "leave", {"turn": state.turn, "phase": state.phase, "skip": not picks.yes()}


def _leave_late(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "leave", {"turn": state.turn, "phase": picks.one(PHASES)}


def _end_orders(state: State, picks: Picks) -> Wish:
    """The end of a side's orders, what is asked about it, and one draft for many."""
    type = picks.one(["done", "done", "hurry", "not-yet", "alike"])
    if type == "alike":
        return picks.one(SEATS), type, {"like": picks.one([*pieces_of(state), ""])}
    return picks.one(SEATS), type, {"turn": state.turn, "moment": f"2026-01-01T12:{picks.number(0, 9)}0"}


def _correct(state: State, picks: Picks) -> Wish:
    form: Form = {"piece": picks.one(pieces_of(state)), "reason": "by hand"}
    what = picks.one(["miniatures", "accumulated_damage", "wounds"])
    if what == "wounds":
        form["hero"] = picks.one(heroes_of(state))
    return picks.one(SEATS), "correct", {**form, what: picks.number(-1, 20)}


def _bereave(state: State, picks: Picks) -> Wish:
    """A unit in contact is gone, and its characters stand as the last of it."""
    led = [p.id for p in state.pieces if p.unit and p.seen_heroes]
    fighting = [piece for piece in led if enemies_of(state, piece)]
    form = {"piece": picks.one(fighting or led or pieces_of(state)), "miniatures": 0, "reason": "lost"}
    return picks.one(SEATS), "correct", form


def _mark(state: State, picks: Picks) -> Wish:
    marker = picks.one(MARKERS).id
    return picks.one(SEATS), "mark", {"piece": picks.one(pieces_of(state)), "marker": marker, "on": not picks.yes()}


def _reveal(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "reveal", {"hero": picks.one(heroes_of(state))}


def _tidy(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), picks.one(["put-away", "honor-seen", "first"]), {}


# ---- combats


def _touch(state: State, picks: Picks) -> Wish:
    seat = picks.one(SEATS)
    pair = {"one": picks.one(pieces_of(state, seat)), "other": picks.one(pieces_of(state, other(seat)))}
    if not picks.number(0, 5):
        return seat, "part", pair
    said = {"zone": picks.one(["front", "flank", "rear"]), "charged": picks.one(["one", "nobody", "other"])}
    return seat, "touch", {**pair, **said}


def _fight(state: State, picks: Picks) -> Wish:
    listed = [one.id for one in ahead(state)] or ["t1.combat.a1+b1"]
    return picks.one(SEATS), "fight", {"combat": picks.one(listed)}


def _initiative(state: State, picks: Picks) -> Wish:
    seat, step, dice = _asked(state, picks)
    form: Form = {"step": step, "faces": [picks.number(1, 10) for _ in range(dice)]}
    heroes = [(h.id, o.id) for m in state.melees for h, others in challenges_of(state, m, seat) for o in others]
    spoken = dict([picks.one(heroes)]) if heroes and picks.yes() else {}
    defensive = {picks.one(pieces_of(state, seat)): picks.yes()}
    used = _sealed(state, seat, picks)
    first = {"declare": True} if picks.yes() and (spoken or used) else {}
    return seat, "initiative", {**form, **first, "defensive": defensive, "challenge": spoken, "ability": used}


def _sealed(state: State, seat: str, picks: Picks) -> dict[str, str]:
    """An ability under the seal of the dice, where there is one, whatever the book has against it."""
    offers = [one for melee in state.melees for one in sealed.offered(state, melee, seat)]
    if not offers or not picks.number(0, 3):
        return {}
    one = picks.one(offers)
    return {one.owned.user: sealed.word(one.owned.ability.id, one.form.id, one.against)}


def _combat_ability(state: State, picks: Picks) -> Wish:
    """One that answers a challenge, or is used openly in a combat; or whom one is about."""
    asks = [ask for ask in state.asks if ask.kind == "whom"]
    if asks and picks.yes():
        ask = picks.one(asks)
        return ask.seat, "whom", {"step": ask.id, "target": {picks.one([*heroes_of(state), *pieces_of(state)]): True}}
    seat = picks.one(SEATS)
    able = [(one.user, one.ability, one.form, one.about) for one in combat_chips(state, seat).open]
    user, ability, form, about = picks.one(able or [(picks.one(pieces_of(state)), "protect-the-lord", "", "x")])
    return seat, "use", {"user": user, "ability": ability, "form": form, "about": about, "anyway": picks.yes()}


def _next_strike(state: State, picks: Picks) -> Wish:
    """The next striker of a combat under way shares its dice, does not strike, or strikes."""
    found = [(melee, s) for melee in state.melees for s in upcoming(state, melee)]
    if not found:
        return picks.one(SEATS), "pass", {"combat": "t1.combat.a1+b1", "fighter": "a1"}
    melee, striker = picks.one(found)
    seat, foes = piece_of(state, striker).seat, [p.id for p in enemies(state, melee, striker)]
    form: Form = {"combat": melee.id, "fighter": striker.id}
    what = picks.one(["aim", "share", "pass"])
    if what == "aim":
        wanted = {"kind": "melee", "attacker": striker.piece, "defender": picks.one(foes)}
        return seat, "aim", {**wanted, "striker": striker.hero}
    if what == "pass":
        return seat, "pass", form
    first = picks.number(0, 10)
    return seat, "share", {**form, "split": dict(zip(foes, (first, pool(state, melee, striker) - first), strict=False))}


def _duel(state: State, picks: Picks) -> Wish:
    """A challenge where one may be spoken, else what is awaited of one that was."""
    duels = [one for melee in state.melees for one in melee.confrontations]
    if not duels or picks.yes():
        spoken = [(m.id, h.id, o.id) for m in state.melees for h, others in challenges(state, m) for o in others]
        combat, hero, foe = picks.one(spoken or [("t1.combat.a1+b1", "ah1", "bh1")])
        seat = next((p.seat for p in state.pieces if p.hero(hero)), "a")
        return seat, "challenge", {"combat": combat, "hero": hero, "other": foe}
    one = picks.one(duels)
    hero = picks.one(one.both)
    seat = place_of(state, hero)[0].seat
    if one.refused is None:
        return place_of(state, one.challenged)[0].seat, "meet", {"duel": one.id, "refuse": picks.yes()}
    if not picks.number(0, 9):
        return seat, "duel-off", {"duel": one.id}
    if strikers_left(state, one):
        piece, enemy = place_of(state, hero)[0], place_of(state, one.foe(hero))[0]
        wanted = {"kind": "melee", "attacker": piece.id, "defender": enemy.id}
        return seat, "aim", {**wanted, "striker": hero if piece.unit and hero != piece.id else ""}
    return seat, "duel-die", {"step": duel_step(one, hero), "face": picks.number(0, 10)}


def _taisho(state: State, picks: Picks) -> Wish:
    """Mostly about who runs away, where somebody does."""
    fleeing = [p.id for p in state.pieces if p.facts.flees] or pieces_of(state)
    piece = picks.one(fleeing)
    type = picks.one(["regroup", "run-on"])
    return piece[0], type, {"piece": piece, **({"anyway": True} if type == "regroup" and picks.yes() else {})}


def _strategic(state: State, picks: Picks) -> Wish:
    seat = picks.one(SEATS)
    piece, target = picks.one(pieces_of(state, seat)), picks.one(pieces_of(state, other(seat)))
    return seat, "strategic", {"piece": piece, "target": target, "anyway": picks.yes()}


def _first(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "first", {"first": picks.one(SEATS)}


def _order(state: State, picks: Picks) -> Wish:
    """A draft, or an announcement with a target or of what is drafted."""
    seat = picks.one(SEATS)
    piece = picks.one(pieces_of(state, seat))
    do = picks.one(["charge", "shoot", "advance", "load", "through", "occupy", ""])
    form: Form = {"piece": piece, "do": do, "anyway": picks.yes()}
    if do in ("charge", "shoot"):
        form |= {"target": picks.one(pieces_of(state, other(seat))), "pace": picks.one(["run", "none"])}
        return seat, "announce", form
    if not do:
        return seat, "announce", {}
    if do == "through" and picks.yes():
        form["target"] = picks.one(pieces_of(state, seat))
    return seat, "order", {**form, "cover": picks.one(["light", "heavy"]), "on": not picks.yes()}


def _react(state: State, picks: Picks) -> Wish:
    step, seat = _owner(state, picks, ["react"], "t1.charge.a1>b1.react")
    what = picks.one(["flee", "shoot", "counter", "withstand"])
    return seat, "react", {"step": step, "what": what, "anyway": not picks.yes()}


def _charging(state: State, picks: Picks) -> Wish:
    """What a charge comes to, or what its target does first or after it."""
    charge = picks.one([one.id for one in state.charges] or ["t1.charge.a1>b1"])
    seats = {one.id: (one.piece[0], one.target[0]) for one in state.charges}
    mine, theirs = seats.get(charge, ("a", "b"))
    type = picks.one(["charge", "reply", "counter"])
    if type == "reply":
        return theirs, type, {"charge": charge}
    zone = picks.one(["front", "rear"])
    if type == "counter":
        return theirs, type, {"charge": charge, "reached": picks.yes(), "zone": zone}
    way = {"left_cm": picks.number(0, 22), "turned": picks.yes(), "zone": zone, "farther": not picks.number(0, 5)}
    return mine, type, {"charge": charge, **way, "anyway": picks.yes()}


def _acts(state: State, picks: Picks) -> Wish:
    plan = picks.one(state.plans) if state.plans else None
    piece = plan.piece if plan else picks.one(pieces_of(state))
    type = picks.one(["carry", "moved", "stop", "carry", "near", "run-near"])
    return piece[0], type, {} if type == "moved" else {"piece": piece}


def _character(state: State, picks: Picks) -> Wish:
    """A character's own order, or his way into a unit, out of one, or away from an enemy."""
    type = picks.one(["quit", "enter", "break-away", "announce", "order", "carry", "stop", "hero-reply"])
    fighting = [h.id for p in state.pieces if enemies_of(state, p.id) for h in p.heroes]
    hero = picks.one((fighting if type == "break-away" else []) or heroes_of(state))
    seat = hero[0]
    form: Form = {"piece" if type in ("announce", "order", "carry", "stop") else "hero": hero}
    if type in ("quit", "break-away", "announce"):
        form["shows"] = not picks.yes()
    if type in ("quit", "enter", "break-away", "announce", "order"):
        form["anyway"] = not picks.yes()
    if type == "enter":
        form["unit"] = picks.one(pieces_of(state, seat))
    if type == "break-away":
        where = next((p.id for p in state.pieces if p.hero(hero)), "")
        form["enemy"] = picks.one([*sorted(enemies_of(state, where)), "", *pieces_of(state)])
    if type == "order":
        form |= {"do": picks.one(["load", "load", "face"]), "on": bool(picks.number(0, 3))}
    if type == "announce":
        form |= {"do": picks.one(["shoot", "load"]), "target": picks.one(pieces_of(state, other(seat)))}
    if type == "hero-reply":
        form["charge"] = picks.one([one.id for one in state.charges] or ["t1.charge.a1>b1"])
    return seat, type, form


def _follow(state: State, picks: Picks) -> Wish:
    step, seat = _owner(state, picks, ["follow"], "t1.break.ah1.follow")
    return seat, "follow", {"step": step, "follower": picks.one([*heroes_of(state), ""])}


def _off_table(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "off-table", {"piece": picks.one(pieces_of(state))}


def _broken(state: State, picks: Picks) -> Wish:
    """Something no page of ours would send: often with every field its act knows, but not what belongs there."""
    type = picks.one([*ACTS, "undo", "", "x" * 99])
    names = [*ACTS[type].data.model_fields] if type in ACTS and picks.number(0, 4) else picks.some(FIELDS, 4)
    return picks.one([*SEATS, "c", ""]), type, {name: picks.one(JUNK) for name in names}


def _lay(state: State, picks: Picks) -> Wish:
    return _own(picks, "lay", {"piece": picks.one(pieces_of(state))})


def _own(picks: Picks, type: str, form: Form) -> Wish:
    """An act of the side a piece is of, else of either."""
    piece = str(form.get("piece", ""))
    return piece[:1] if piece[:1] in SEATS else picks.one(SEATS), type, form


def _turn_up(state: State, picks: Picks) -> Wish:
    type = picks.one(["cards-up", "cards-up", "face-up", "deploy-first", "deployed"])
    forms: dict[str, Form] = {"face-up": {"card": picks.number(0, 3)}, "deploy-first": {"first": picks.one(SEATS)}}
    return picks.one(SEATS), type, forms.get(type, {})


def _terrain(state: State, picks: Picks) -> Wish:
    if picks.yes():
        return picks.one(SEATS), "terrain", {"kind": picks.one(["forest", "hill", "river"])}
    return picks.one(SEATS), "terrain-off", {"terrain": picks.one([t.id for t in state.terrain] or ["hill-1"])}


def _seal(state: State, picks: Picks) -> Wish:
    seat = picks.one(SEATS)
    own = [one.seal for one in state.seals if one.seat == seat]
    if own and picks.yes():
        return seat, "open-seal", {"seal": picks.one(own), "entered": picks.yes()}
    hides = [h.id for h in state.sides[seat].absent] + pieces_of(state, seat)
    return seat, "seal", {"who": picks.one(["", *hides]), "text": picks.one(["by the mill", ""])}


FIGHTING = (
    *(_roll, _aim) * 5, _hero_aims, _face, _bins, _situate, _measure, _striker, _modify, _answer, _end_step,
    *(_honor, _chase, _met, _stopped, _near, _leave, _end_orders) * 2, _leave_late, *(_correct, _mark) * 2, _bereave,
    _reveal,
    _tidy, *(_touch, _fight, _initiative, _next_strike) * 2, _duel, _combat_ability,
    *(_taisho,) * 2, _strategic, _first, _off_table, *(_order, _charging) * 3, *(_react, _acts) * 2,
    *(_character,) * 4, _follow, *(use,) * 4, *(whom,) * 2,
)  # fmt: skip
DEPLOYING = (*(_lay,) * 6, *(_roll,) * 2, _face, _turn_up, _terrain, _seal, use, whom)
"""What is done oftener stands here oftener."""
WISHES: dict[str, Callable[[State, Picks], Wish]] = {
    wish.__name__.strip("_"): wish for wish in (*MUSTERING, *FIGHTING, *DEPLOYING, _broken)
}


def intents(among: Sequence[Callable[[State, Picks], Wish]]) -> st.SearchStrategy[Intent]:
    """What somebody may want: mostly sensible, one in six broken; one in five entered by the other side's phone."""
    names = [wish.__name__.strip("_") for wish in among]
    names += ["broken"] * (len(names) // 5)
    kinds = [(name, for_other) for for_other in (False, False, False, False, True) for name in names]
    return st.builds(lambda kind, *picks: Intent(*kind, *picks), st.sampled_from(kinds), numbers, numbers)


def many(one: st.SearchStrategy[Intent]) -> st.SearchStrategy[list[Intent]]:
    """Some sixty of them; any may be missing. In short lists, as hypothesis makes a long one only of a long least."""
    return st.tuples(*[st.lists(one, max_size=12)] * 12).map(
        lambda parts: [intent for part in parts for intent in part]
    )


mustering = many(intents(MUSTERING))
fighting = many(intents(FIGHTING))
deploying = many(intents(DEPLOYING))
