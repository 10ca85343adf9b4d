"""What an ability is to the rules: when it may be used, what is rolled for it, what comes of it (3:4:6, 12:5, 12:6).

Name, price, kind of roll and wording stand in the tables of the content. An entry of `table.py` says the rest of each
ability as data: nothing else in the program knows its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.profiles import CharacterProfile
from companion.rules.kensei.turn.effects import LASTING, EffectId
from companion.rules.text import Text

Window = Literal[
    "card",  # an enemy card is laid
    "reveal",  # before the own cards are shown
    "taisho",  # Taisho orders
    "order",  # drafted and announced with the unit's orders
    "charged",  # asked how it reacts to a charge
    "charging",  # between the announcement of its charge, or counter-charge, and the contact
    "before-in",  # sealed with the initiative dice
    "challenging",  # a challenge of this character is open
    "challenged",  # a character of this unit is challenged
    "honor-due",  # an honor roll is asked and not made
    "roll-failed",  # an honor or KI roll of the unit has failed
    "ability",  # an enemy near by uses an ability
    "any",  # whenever its player likes
    "by-itself",  # nobody is asked: it counts wherever it can
]
"""The moments at which abilities are offered."""
BEFORE_THE_BATTLE: frozenset[Window] = frozenset({"card", "reveal"})
"""Those of the deployment: nobody stands on the table yet, and there are no points to pay with."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the table knows of one who has an ability, at the moment it would be used."""

    who: Combatant
    engaged: bool = False
    """In contact with an enemy since before this turn."""
    charges: bool = False
    """A charge stands among its orders, announced or drafted."""
    countercharges: bool = False
    charged_in: Literal["", "front", "flank", "rear"] = ""
    """From where a charge at it is said to come; the front until the players say otherwise."""
    has_shot: bool = False
    """It has shot this turn, or a shot stands among its orders before this."""
    shoots: bool = False
    """A shot stands among its orders."""
    enemies: tuple[Combatant, ...] = ()
    """In contact with it."""
    meets_anybody: bool = False
    """Whom it touches is not known: it may be anybody."""
    turns_in_contact: int = 0
    """How many turns its longest contact has lasted, this one included."""
    turn: int = 1
    hidden: bool = False
    """Nobody but its own side knows of it."""
    fleeing_friends: int = 0
    """Units of its side that run away."""
    card_laid: bool = False
    """The enemy card it is about was laid last, and lies face down."""
    all_laid: bool = False
    """All cards of the deployment lie on the table."""


Against = Callable[[Moment], Text | None]
"""Why an ability has no place now; None where it has."""
RollKind = Literal["none", "own", "opposed", "each"]
"""Each: every target rolls its own KI once the user's own roll has held."""


Fits = Callable[[CharacterProfile], bool]
"""Which characters can be meant."""


def anybody(who: CharacterProfile) -> bool:
    """Each of them."""
    return True


@dataclass(frozen=True, slots=True)
class Whom:
    """Whom it is about, where the players have to say. `many`: all of them; `after`: said once the roll has held."""

    pool: Literal[
        "enemy-units",
        "friends",
        "enemy-characters",
        "own-units",
        "own-cards",
        "none",
    ]
    many: bool = False
    after: bool = False
    within_cm: int = 0
    count: int = 0
    """Exactly so many, or nobody; 0 is any number."""
    asks: Text = Text("Whom?")
    fits: Fits = anybody


@dataclass(frozen=True, slots=True)
class Lasts:
    """An effect lies on somebody from now on; how long stands with the effect. `losers`: targets that lost the roll."""

    effect: EffectId
    on: Literal["self", "side", "targets", "losers"] = "self"

    def __post_init__(self) -> None:
        if self.effect not in LASTING:
            raise ValueError(f"companion/rules/kensei/turn/effects.py does not say how long {self.effect!r} lasts")


@dataclass(frozen=True, slots=True)
class ShortensCharge:
    """The charge at it falls short by these dice, its advance included (K74)."""

    dice: int = 1


@dataclass(frozen=True, slots=True)
class RollsAgain:
    """The failed roll it is about is rolled again: an honor roll, or any roll of an attribute."""

    what: Literal["honor", "any"] = "honor"


@dataclass(frozen=True, slots=True)
class NotRolled:
    """The honor roll it is about is not rolled: the unit holds."""


@dataclass(frozen=True, slots=True)
class Avoids:
    """The challenge it is about is not fought."""


@dataclass(frozen=True, slots=True)
class CannotRefuse:
    """The challenge it is about is fought, and the challenged one's unit does not strike this character this turn."""


@dataclass(frozen=True, slots=True)
class Duels:
    """Dice of the unit fight one enemy character as a confrontation: its basic DC, or half of all, rounded up."""

    dice: Literal["basic", "half"]
    refusable: bool = False
    """Whether he may refuse it (K66)."""


@dataclass(frozen=True, slots=True)
class LosesDice:
    """Half of its dice, rounded up, strike nobody this turn."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """It goes so many D10 cm in any direction, out of its combat, and nobody pursues it."""

    dice: int = 2


@dataclass(frozen=True, slots=True)
class Harms:
    """Damage: the sum of so many D10, or each less the target's armor, or so many points without a die."""

    dice: int = 0
    points: int = 0
    armor: bool = False
    on: Literal["target", "self"] = "target"


@dataclass(frozen=True, slots=True)
class OwesHonor:
    """Every target that lost the roll owes an honor roll (K25 e)."""


@dataclass(frozen=True, slots=True)
class ShowsHidden:
    """The enemy shows who of his is hidden within this reach."""

    within_cm: int


@dataclass(frozen=True, slots=True)
class LiesOpen:
    """The card just laid lies face up."""


@dataclass(frozen=True, slots=True)
class SwapsCards:
    """Two own cards that no Spy has turned change places."""


@dataclass(frozen=True, slots=True)
class Captures:
    """The target is a casualty."""


@dataclass(frozen=True, slots=True)
class Disturbs:
    """The ability it is about is cancelled where it has no roll, and its KI is so much lower where it has one."""

    ki: int


@dataclass(frozen=True, slots=True)
class Enters:
    """Somebody written down before the battle enters the table and may act."""


Outcome = (
    Lasts
    | ShortensCharge
    | RollsAgain
    | NotRolled
    | Avoids
    | CannotRefuse
    | Duels
    | LosesDice
    | Leaves
    | Harms
    | OwesHonor
    | ShowsHidden
    | LiesOpen
    | SwapsCards
    | Captures
    | Disturbs
    | Enters
)


def always(moment: Moment) -> Text | None:
    """Nothing stands against it."""
    return None


@dataclass(frozen=True, slots=True)
class Form:
    """One way to use an ability. `won` follows a roll that held, or no roll; `lost` one that failed."""

    window: Window
    won: tuple[Outcome, ...]
    lost: tuple[Outcome, ...] = ()
    against: Against = always
    whom: Whom = Whom("none")
    roll: RollKind | None = None
    """Where this form rolls otherwise than the ability's entry prints."""
    attribute: Literal["ki", "hr"] = "ki"
    lenders: Literal["none", "inside", "commandment", "inside-or-commandment"] = "none"
    """Who may lend his KI."""
    lent_to: Literal["user", "targets"] = "user"
    times: int = 0
    """How often a battle, where it is more than once and not at will."""
    shoots: bool = False
    """It is the turn's shot itself: its price includes it, and its target is chosen like a shot's (K75)."""
    id: str = ""
    """What tells it from the other form."""
    label: Text | None = None
    """What its chip says besides the ability's name."""


@dataclass(frozen=True, slots=True)
class AbilityRule:
    """An ability by its id in the tables, in one form or two."""

    id: str
    forms: tuple[Form, ...]
    until_success: bool = False
    """Once a battle, and a failure does not count (K71)."""

    def form(self, form_id: str = "") -> Form | None:
        """The form of this name."""
        return next((form for form in self.forms if form.id == form_id), None)


# ---- what often stands against one


def all_of(*tests: Against) -> Against:
    """The first thing that stands against it."""
    return lambda moment: next((words for test in tests if (words := test(moment)) is not None), None)


def not_engaged(moment: Moment) -> Text | None:
    """Not while in combat."""
    return Text("%(unit)s cannot use it while engaged.", _named(moment)) if moment.engaged else None


def charging(moment: Moment) -> Text | None:
    """Only with a charge."""
    return None if moment.charges else Text("It needs a charge: order one for %(unit)s.", _named(moment))


def charging_or_counter(moment: Moment) -> Text | None:
    """Only with a charge or a counter-charge."""
    return None if moment.countercharges else charging(moment)


def charged_in_front(moment: Moment) -> Text | None:
    """Only where the charge comes from the front."""
    if moment.charged_in in ("", "front"):
        return None
    return Text("The charge does not come from the front of %(unit)s.", _named(moment))


def in_contact(moment: Moment) -> Text | None:
    """Only with an enemy in contact."""
    return (
        None if moment.enemies or moment.meets_anybody else Text("Nobody is in contact with %(unit)s.", _named(moment))
    )


def near_character(moment: Moment) -> Text | None:
    """Only with a character whom the enemy has shown, in contact or in a unit in contact."""
    return near(anybody, lambda names: Text("No enemy character is in contact with %(unit)s.", names))(moment)


def near(fits: Fits, words: Callable[[dict[str, object]], Text]) -> Against:
    """Only with such a character in contact, or inside a unit in contact."""

    def against(moment: Moment) -> Text | None:
        inside = (one.profile for enemy in moment.enemies for one in enemy.characters)
        alone = (enemy.profile for enemy in moment.enemies)
        shown = [who for who in (*inside, *alone) if isinstance(who, CharacterProfile)]
        found = in_contact(moment) or words(_named(moment))
        return None if moment.meets_anybody or any(fits(who) for who in shown) else found

    return against


def second_turn(moment: Moment) -> Text | None:
    """From the second turn of a combat on."""
    if moment.turns_in_contact >= 2:
        return None
    return Text("Only from the second turn of a combat on: this is the first of %(unit)s.", _named(moment))


def has_not_shot(moment: Moment) -> Text | None:
    """Before any shot of this turn."""
    return Text("%(unit)s cannot use it after shooting this turn.", _named(moment)) if moment.has_shot else None


def no_shot(moment: Moment) -> Text | None:
    """Instead of any shot of this turn."""
    return has_not_shot(moment) or (
        Text("%(unit)s cannot both use it and shoot in one turn.", _named(moment)) if moment.shoots else None
    )


def shown(moment: Moment) -> Text | None:
    """Once both sides know of her."""
    return Text("She is still hidden: show the %(unit)s first.", _named(moment)) if moment.hidden else None


def card_just_laid(moment: Moment) -> Text | None:
    """Only as the enemy lays a card."""
    return None if moment.card_laid else Text("Only for the card that the other side has just laid.")


def all_laid(moment: Moment) -> Text | None:
    """Once every card lies, before they are turned up."""
    return None if moment.all_laid else Text("Once all cards are laid, before they are turned up.")


def _named(moment: Moment) -> dict[str, object]:
    return {"unit": moment.who.name}
