"""What is said of an army list: its limits, what is wrong with it and how to mend that, and where it would be legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.kensei.army.joining import JoinCode
from companion.rules.kensei.army.model import Entry
from companion.rules.text import Text

Code = (
    Literal[
        "koku-over",
        "vp-over",
        "too-few-basic",
        "too-many-special",
        "too-many-elite",
        "projectile-class",
        "cavalry-class",
        "projectile-total",
        "cavalry-total",
        "unit-too-small",
        "unit-too-large",
        "unit-repeated",
        "wrong-path",
        "standard-bearer",
        "character-limit",
        "daimyo-and-taisho",
        "special-repeated",
        "no-general",
        "bad-general",
        "weapon-choice",
        "mount-choice",
        "ability-choice",
        "formation",
    ]
    | JoinCode
)
HintCode = Literal[
    "ability-unchosen",
    "kind-unchosen",
    "kind-ignored",
    "weapon-unchosen",
    "hidden-alone",
    "joins-benched",
    "koku-unspent",
    "vp-unspent",
]

FixValue = str | int | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Fix:
    """One act that mends a list: an entry removed, one added, or fields set (of the entry `id` names, else of the
    list).

    What mends a single problem never adds anything: the player chooses what. A way to a whole legal list may.
    """

    remove: str | None = None
    add: Entry | None = None
    set: Mapping[str, FixValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Breach:
    """A limit or rule the list breaks, in a whole sentence. `about` are the ids of the entries concerned."""

    code: Code
    message: Text
    rule: str
    level: int
    about: tuple[str, ...] = ()
    have: int | None = None
    allowed: int | None = None
    fixes: tuple[Fix, ...] = ()
    """Acts that together mend it; empty where the player has to choose what to add."""

    @property
    def fix(self) -> Fix | None:
        """The one act that mends it, None where there is none or several are needed."""
        return self.fixes[0] if len(self.fixes) == 1 else None


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice; the list is legal without it."""

    code: HintCode
    message: Text
    rule: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """What one entry contributes to a limit: its koku or VP, or 1 where entries are counted."""

    id: str
    amount: int


@dataclass(frozen=True, slots=True)
class Limit:
    """A count of the list against what its level asks (`least`) and allows (`most`); None is no bound."""

    limit: str
    have: int
    least: int | None
    most: int | None
    rule: str
    shares: tuple[Share, ...] = ()

    @property
    def contributors(self) -> tuple[str, ...]:
        """The ids of who fills it."""
        return tuple(share.id for share in self.shares)

    @property
    def kept(self) -> bool:
        """Whether it is neither undershot nor exceeded."""
        return (self.least is None or self.have >= self.least) and (self.most is None or self.have <= self.most)


@dataclass(frozen=True, slots=True)
class Budget:
    """Points spent, and the ceiling of the level (K33)."""

    spent: int
    allowed: int

    @property
    def left(self) -> int:
        """What is not spent; negative where it is too much."""
        return self.allowed - self.spent


@dataclass(frozen=True, slots=True)
class Rung:
    """One level of the ladder, and what keeps this very list from being legal there."""

    level: int
    problems: tuple[Breach, ...]

    @property
    def legal(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything there is to say of a list at its own level, and of its legality at the other nine."""

    koku: Budget
    vp: Budget
    limits: tuple[Limit, ...]
    problems: tuple[Breach, ...]
    hints: tuple[Hint, ...]
    ladder: tuple[Rung, ...]

    @property
    def legal(self) -> bool:
        return not self.problems

    @property
    def levels(self) -> Mapping[int, bool]:
        """Whether the list would be legal, for each level."""
        return {rung.level: rung.legal for rung in self.ladder}

    def about(self, id_: str) -> tuple[Breach, ...]:
        """The problems of one entry, for its own row."""
        return tuple(problem for problem in self.problems if id_ in problem.about)
