"""Who has which ability, what it costs him, and whether he has used it already (3:4:6, K49, K50)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.content import catalog
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Use
from companion.play.traced import question
from companion.rules.dice import TEN
from companion.rules.kensei.abilities.rule import BEFORE_THE_BATTLE, AbilityRule, Form
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.profiles import Ability
from companion.rules.kensei.settings import Settings
from companion.rules.text import Refusal, Text

SPEARS = "forest-of-spears"
LIGHT_SPEARS = "yari-ashigaru"
"""Whom the general's Forest of Spears lets use it (K71)."""


@dataclass(frozen=True, slots=True)
class Owned:
    """An ability and who has it: a unit, a character in one or alone, or a general."""

    ability: Ability
    rule: AbilityRule
    piece: Piece
    hero: Hero | None = None
    taisho: bool = False

    @property
    def user(self) -> str:
        """As a use names him."""
        return self.hero.id if self.hero is not None else self.piece.id

    @property
    def acts_for_piece(self) -> bool:
        """Whether the orders of the piece are its user's: the unit's own, or those of who stands alone."""
        return self.hero is None or self.hero == self.piece.lone

    @property
    def title(self) -> str:
        """What he is called."""
        return self.hero.title if self.hero is not None else self.piece.unit_title

    def refusal(self, message: Text, rule: str = "") -> Refusal:
        """What stands against its use, in a sentence that may say `who` he is and name the `ability`; with the section
        of that, if it is no other `rule`."""
        names = {"who": self.title, "ability": self.ability.name, **message.values}
        return Refusal(replace(message, values=names), rule or self.ability.rule)

    @property
    def who(self) -> Combatant:
        """As the rules see him."""
        return self.piece.combatant(self.hero.id) if self.hero is not None else self.piece.body


GENERAL = ""
"""Who owns what a general has learned, beside his piece."""


def owned(state: State, seat: str) -> Iterator[Owned]:
    """Every ability of a side that somebody of it can still use."""
    for owner in (*standing_of(state, seat), GENERAL):
        yield from owned_at(state, seat, owner)


@question
def standing_of(state: State, seat: str) -> tuple[str, ...]:
    """The pieces of a side that stand."""
    return tuple(piece.id for piece in state.standing(seat))


def owned_at(state: State, seat: str, owner: str) -> Iterator[Owned]:
    """The abilities of one piece, or of the general."""
    if owner == GENERAL:
        return of_general(state, seat)
    piece = state.piece(owner)
    return owned_by(state, piece) if piece is not None else iter(())


def owned_by(state: State, piece: Piece) -> Iterator[Owned]:
    """The abilities of a piece: of its unit, and of the characters in it."""
    known = catalog()
    if piece.unit is not None and piece.miniatures:
        for id_ in piece.profile.abilities:
            yield Owned(known.abilities[id_], known.ability_rules[id_], piece)
        if piece.unit == LIGHT_SPEARS and "spears-allowed" in state.effects_on(piece.seat):
            yield Owned(known.abilities[SPEARS], known.ability_rules[SPEARS], piece)
    for hero in piece.heroes:
        for id_ in hero.profile.abilities if hero.alive else ():
            yield Owned(known.abilities[id_], known.ability_rules[id_], piece, hero)


def of_general(state: State, seat: str) -> Iterator[Owned]:
    """The abilities that the general of a side has learned, while he lives (K69)."""
    learned, known = state.sides[seat].taisho_abilities, catalog()
    if not learned or (place := state.place_of_general(seat)) is None:
        return
    for id_ in learned:
        yield Owned(known.taisho_abilities[id_], known.taisho_rules[id_], place.piece, place.hero, taisho=True)


def find(state: State, seat: str, user: str, ability: str, *, taisho: bool = False) -> Owned | None:
    """This ability of this user, a unit or a character of the side."""
    fitting = (one for one in owned(state, seat) if one.user == user and one.taisho == taisho)
    return next((one for one in fitting if one.ability.id == ability), None)


def price(state: State, one: Owned) -> int:
    """AC; of a general's ability, Commandment Points (K30, K49). Before the battle nobody has any to pay with."""
    return cost(state.settings, one.ability, taisho=one.taisho) if state.begun else 0


def cost(settings: Settings, ability: Ability, *, taisho: bool) -> int:
    """What it costs in the battle at a table with these settings: AC, or the general's Commandment Points."""
    if ability.cost is not None:
        return ability.cost
    if taisho:
        return int(settings.taisho_ability_cost)
    return 1 if settings.ability_cost == "one" else 0


def used(state: State, one: Owned) -> tuple[Use, ...]:
    """Its uses that count: those of this turn, and once-a-battle ones of earlier turns."""
    mine = (use for use in state.uses if use.ability == one.ability.id and use.taisho == one.taisho)
    return tuple(use for use in mine if use.seat == one.piece.seat and (one.taisho or use.user == one.user))


def is_spent(state: State, one: Owned, form: Form) -> bool:
    """Whether it was used as often as a battle allows; a failure that costs nothing leaves it (K50, K71)."""
    if form.times:  # so many rolls, whatever they came to
        return len(used(state, one)) >= form.times
    kept = one.rule.until_success or (state.settings.failed_ability == "kept" and not one.taisho)
    return one.ability.once_per_battle and any(not (use.holds is False and kept) for use in used(state, one))


def no_more(state: State, one: Owned, form: Form) -> Refusal | None:
    """Whether it was used already: once a battle, or another by the same this turn (K49). A general's is counted by
    itself (8:3:1)."""
    if is_spent(state, one, form):
        often = Text("%(ability)s has been used as often as allowed: at most %(times)s rolls.", {"times": form.times})
        return one.refusal(often if form.times else Text("%(ability)s has been used: once a battle."))
    once = form.window not in BEFORE_THE_BATTLE and form.window != "by-itself"
    mine = (use.turn for use in state.uses if use.user == one.user and use.taisho == one.taisho)
    if once and state.turn in mine:
        return one.refusal(Text("%(who)s used an ability this turn: one a turn."), "8:3:1" if one.taisho else "9:4:3")
    return None


def kept(state: State) -> tuple[Use, ...]:
    """The uses that count in later turns too."""
    return tuple(use for use in state.uses if use.entry.once_per_battle)


def label(one: Owned, form: Form) -> Text:
    """What a key says: the ability's name, and in which form where its moment allows more than one."""
    if form.label is None or sum(other.window == form.window for other in one.rule.forms) == 1:
        return Text("%(ability)s", {"ability": one.ability.name})
    return Text("%(ability)s: %(form)s", {"ability": one.ability.name, "form": form.label})


def own_chance(state: State, one: Owned, form: Form) -> float | None:
    """The chance of its user's own roll, where it is one and the table shows odds."""
    if not state.odds_shown or form.attribute != "ki" or (form.roll or one.ability.ki_roll) not in ("own", "each"):
        return None
    return one.who.attributes.ki / TEN
