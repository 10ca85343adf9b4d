"""Battles led to their end by whoever is asked: each act answers what is due, and chance chooses the answer.

Unlike the intents of `intents.py`, which try anything, these do only what the pages ask for, so that they come to
reactions, duels, pursuits and victories; what the rules refuse is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.play.game import Due
from companion.play.kensei.combat.listing import ahead, ahead_of, chooser
from companion.play.kensei.combat.strikes import is_done, shares_dice, upcoming, ways
from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.reacting import is_open, pending
from companion.play.kensei.pieces import SEATS, Piece, other
from companion.play.kensei.state import State
from companion.play.kensei.turn.victory import winner_of
from companion.rules.text import Refusal
from tests.play.kensei.field import Field

MOST_ACTS = 600
ARMIES = (
    "buke: katana-samurai 6 + busho-buke, kiba-musha 3, yumi-samurai 5, yari-ashigaru 7 + daisho-samurai, kensei",
    "kuge: onna-bushi 6 + busho-kuge, teppotai 6, katana-samurai 5 + daisho-samurai, yari-ashigaru 7",
)
"""Each with a Busho and a Daisho Samurai, one of them with a Kensei."""


def setup(type: str) -> dict[str, str]:
    """A battle of this type, three turns long where points decide it."""
    ends = {} if type == "assassination" else {"turns": "3"}
    return {"battle": type, **ends}


class Driver:
    """Both players of a battle. `acts` goes on until the rules name a winner."""

    def __init__(self, field: Field, chance: Random) -> None:
        self.field, self.chance = field, chance
        self.reached: set[str] = set()
        self.ordered: set[tuple[int, str]] = set()

    @property
    def state(self) -> State:
        return self.field.state

    def acts(self) -> Iterator[State]:
        """The state after each act."""
        for _ in range(MOST_ACTS):
            if winner_of(self.state):
                self.field.act("a", "end", winner=winner_of(self.state))
                self.reached.add("victory")
                yield self.state
                return
            self._next()
            self._note()
            yield self.state

    def _do(self, seat: str, type: str, **form: Any) -> bool:
        """Does it, unless the rules refuse it."""
        return not isinstance(self.field.attempt(seat, type, **form), Refusal)

    def _faces(self, count: int) -> list[int]:
        return [self.chance.randint(1, 10) for _ in range(count)]

    # ---- what is asked

    def _next(self) -> None:
        for due in KENSEI.due(self.state):
            if due.kind != "choose" and self._answered(due):
                return
        if not (self.state.phase == "orders" and self._orders()) and not self._fights():
            giving = [seat for seat in SEATS if self.state.phase == "orders" and seat not in self.state.ended]
            for seat in giving:
                self._ended(seat)
            if giving:
                return
            self.field.act("a", "leave", turn=self.state.turn, phase=self.state.phase, skip=True)

    def _ended(self, seat: str) -> None:
        """A side ends its orders. What neither it nor chance could carry out is left when the other has waited."""
        turn = self.state.turn
        if self.state.phase != "orders" or self._do(seat, "done", turn=turn) or seat in self.state.ended:
            return
        self._do(other(seat), "hurry", turn=turn, moment="2026-01-01T12:00")
        self.field.act(seat, "done", other(seat), turn=turn, moment="2026-01-01T12:02")

    def _answered(self, due: Due) -> bool:
        ask = getattr(self, f"_{due.kind}".replace("-", "_"), None)
        if ask is not None:
            return bool(ask(due))
        dice = due.data.get("dice")
        if not dice:  # a shot whose distance is not said, or one the weapon does not allow
            running = self.state.running
            if running is not None and running.situation.distance_cm is None:
                return self._do(
                    due.seat, "situate", step=due.step, field="distance_cm", value=self.chance.randint(5, 50)
                )
            return self._do(due.seat, "cancel", step=due.step)
        return self._do(due.seat, "roll", step=due.step, faces=self._faces(dice))

    def _first(self, due: Due) -> bool:
        return self._do(due.seat, "first", first=self.chance.choice(SEATS))

    def _owed(self, due: Due) -> bool:
        return self._do(due.seat, "roll", step=f"{due.step}.die", faces=self._faces(1))

    def _react(self, due: Due) -> bool:
        what = self.chance.sample(["shoot", "shoot", "counter", "flee", "withstand"], 5)
        return any(self._do(due.seat, "react", step=due.step, what=one) for one in what)

    def _chase(self, due: Due) -> bool:
        return self._do(due.seat, self.chance.choice(["pursue", "pursue", "hold"]), step=due.step)

    def _death(self, due: Due) -> bool:
        return self._do(due.seat, "stood-near", step=due.step)

    def _run_on(self, due: Due) -> bool:
        piece = due.data["piece"]
        return self._do(due.seat, "regroup", piece=piece) or self._do(due.seat, "run-on", piece=piece)

    def _initiative(self, due: Due) -> bool:
        return self._do(due.seat, "initiative", step=due.step, faces=self._faces(due.data["dice"]))

    def _duel(self, due: Due) -> bool:
        if due.step.endswith(".answer"):
            return self._do(due.seat, "meet", duel=due.step.removesuffix(".answer"), refuse=False)
        if due.data.get("dice"):
            return self._do(due.seat, "duel-die", step=due.step, face=self.chance.randint(1, 10))
        name, _, hero = due.step.rpartition(".")
        duel = next(one for melee in self.state.melees for one in melee.confrontations if one.id == name)
        striker = "" if self.state.piece(hero) is not None else hero
        return self._strikes(due.seat, self._where(hero), self._where(duel.foe(hero)), striker)

    def _where(self, who: str) -> str:
        """The piece of a character, or of a unit of which one fights apart."""
        return next(piece.id for piece in self.state.pieces if piece.id == who or piece.hero(who))

    def _strikes(self, seat: str, attacker: str, defender: str, striker: str) -> bool:
        form = {"kind": "melee", "attacker": attacker, "defender": defender}
        return self._do(seat, "aim", **form, **({"striker": striker} if striker else {}))

    def _strike(self, due: Due) -> bool:
        melee = next(one for one in self.state.melees if due.step.startswith(f"{one.id}."))
        striker = upcoming(self.state, melee)[0]
        if shares_dice(self.state, melee, striker):
            foes = ahead_of(self.state, melee, striker)
            able = ways(self.state, melee, striker)
            if able:
                split = dict(zip((one.id for one in foes), self.chance.choice(able), strict=True))
                return self._do(due.seat, "share", combat=melee.id, fighter=striker.id, split=split)
        foe = ahead_of(self.state, melee, striker)[0]
        return self._strikes(due.seat, striker.piece, foe.id, striker.hero)

    def _beside(self, due: Due) -> bool:
        chain = next(one for one in self.state.chains if due.step.startswith(one.id))
        bushi = (h for h in self.field.piece(chain.attacker).seen_heroes if h.profile.rank != "special")
        return self._strikes(due.seat, chain.attacker, chain.defender, next(bushi).id) or self._do(
            due.seat, "stand-back", step=due.step
        )

    # ---- what they choose

    def _orders(self) -> bool:
        for seat in (self.state.first, other(self.state.first)):
            if self._carried(seat):
                return True
            if (self.state.turn, seat) not in self.ordered:
                self.ordered.add((self.state.turn, seat))
                for piece in tuple(self.state.of(seat)):
                    self._ordered(self.field.piece(piece.id))
                return True
        return False

    def _ordered(self, piece: Piece) -> None:
        foes = [one.id for one in self.state.of(other(piece.seat)) if one.standing]
        if not foes or not piece.standing:
            return
        target = self.chance.choice(foes)
        wanted = ({"do": "shoot"}, {"do": "charge", "pace": "run"}, {"do": "charge", "pace": "march"})
        for one in wanted:
            if self._do(piece.seat, "announce", piece=piece.id, target=target, **one):
                return
        _ = self._do(piece.seat, "announce", piece=piece.id, do="load") or self._do(
            piece.seat, "announce", piece=piece.id, do="advance"
        )

    def _carried(self, seat: str) -> bool:
        """What is announced is carried out, one thing after the other."""
        for charge in self.state.charges:
            short = charge.end == "short" and charge.target[0] != seat
            if short and self._do(other(seat), "counter", charge=charge.id, reached=self.chance.random() < 0.7):
                return True
            if charge.piece[0] != seat or not is_open(self.state, charge):
                continue
            if pending(self.state, charge) and self._do(other(seat), "reply", charge=charge.id):
                return True
            left = self.chance.choice([0, 0, 2, 6])
            if self._do(seat, "charge", charge=charge.id, left_cm=left, zone=self.chance.choice(["front", "flank"])):
                return True
        if self._do(seat, "moved"):
            return True
        for plan in self.state.plans:
            if plan.piece[0] == seat and plan.announced > plan.done:
                return self._do(seat, "carry", piece=plan.piece) or self._do(seat, "stop", piece=plan.piece)
        return False

    def _fights(self) -> bool:
        waiting = [] if self.state.phase != "combat" else ahead(self.state)
        if not waiting or not all(is_done(self.state, melee) for melee in self.state.melees):
            return False
        seat, combat = chooser(self.state), self.chance.choice(waiting)
        done = self._do(seat, "fight", combat=combat.id)
        heroes = [h for p in combat.members for h in self.field.piece(p).seen_heroes]
        for hero in heroes:
            for foe in heroes:
                form = {"combat": combat.id, "hero": hero.id, "other": foe.id}
                if hero.id[0] != foe.id[0] and self._do(hero.id[0], "challenge", **form):
                    return done
        return done

    # ---- what came of it

    def _note(self) -> None:
        state = self.state
        self.reached |= {f"reaction {one.what}" for one in state.reactions if one.done or one.what == "withstand"}
        self.reached |= {f"charge {one.end}" for one in state.charges if one.end}
        self.reached |= {f"{one.kind} landed" for one in state.chains if one.landed}
        self.reached |= {f"{one.what} {one.holds}" for one in state.spent}
        self.reached |= {"duel" for one in state.melees for duel in one.confrontations if duel.first}
        self.reached |= {"shares" for one in state.melees if one.shares}
        self.reached |= {"flight" for one in state.flights if one.faces}
        self.reached |= {"pursuit" for one in state.flights for chase in one.chases if chase.faces}
        self.reached |= {"general slain" for one in state.deaths}
