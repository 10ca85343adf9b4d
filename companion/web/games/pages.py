"""What the pages need of a game besides its verbs: a template, a form, rules, and what a correction offers; and what
those of the card games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from companion.play.acts import Game
from companion.play.game import Due, Seat
from companion.play.records import Records
from companion.play.values import LogEntry, Replacement, StepPassage, Table
from companion.rules.house import otherwise
from companion.rules.kensei.steps import TurnStep
from companion.rules.text import Text
from companion.web.i18n import _
from companion.web.marks import CRESTS
from printables.options import PieceKind


@dataclass(frozen=True, slots=True)
class Instead:
    """An act in the place of an entry of the log."""

    label: str
    type: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Coins:
    """Purses (seat, name, coins) and pot at the end of a campaign of Zipang Portable, to be corrected."""

    campaign: int
    purses: tuple[tuple[str, str, int], ...]
    pot: int


@dataclass(frozen=True, slots=True)
class EnteredAnew:
    """An act whose fields are tapped in once more in the place of an entry: the template of its keys, and what they
    show."""

    type: str
    template: str
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Offer:
    """What may stand in the place of an entry; dice are entered anew on the page itself."""

    acts: tuple[Instead, ...] = ()
    coins: Coins | None = None
    anew: bool = True
    """Whether its dice can be entered anew: a lot that the app drew was no throw."""
    fields: EnteredAnew | None = None
    note: str = ""
    """Why it can only be crossed out."""


class Pages:
    """The pages of one game. A game's own class says what differs from these."""

    players: tuple[int, int] | None = None
    """How few and how many play, where the new-table page asks."""
    takes_lists = False
    """Whether army lists can be brought to its tables."""
    deep: tuple[str, ...] = ()
    """Fields of its view that are so large that a region is rendered again only for what it looks at in them."""
    house: type[Any] | None = None
    """Its house rules, as a class whose fields a table may choose."""
    sign = ""
    """The marker's sign that stands for it; without one it is the icon of its name."""
    explained: Mapping[str, Any] = MappingProxyType({})
    """What each kind of act is, for a phone that has never led a game, by the kinds that `kind_of` names."""
    reports = False
    """Whether its end is a report to be read: a phone stays there until its own player goes on to the next game."""
    pad: PieceKind | None = None
    """The pad on which its score is kept on paper."""
    values: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """What the template of its tables names besides the view."""
    rules: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """What its rules page shows of the rules' own tables."""
    turn: Sequence[TurnStep] = ()
    """Its turn step by step; nothing for a game without a page of it."""
    form: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """What its part of the new-table page offers."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @property
    def needs(self) -> str:
        """What lies on the table besides its book."""
        return _("book and cards")

    @property
    def template(self) -> str:
        """The page of a table and its regions."""
        return f"{self.game.id}.html"

    def setup(self, player: str, records: Records) -> Mapping[str, str]:
        """What a new table is given besides that form."""
        return {"name.a": player} if self.players and player else {}

    def footer_line(self, line: Text) -> Text:
        """The newest line of the log as the foot of a page says it."""
        return line

    def kind_of(self, state: Any, due: Due) -> str:
        """Which kind of act this is."""
        return due.kind

    def settled(self, state: Any) -> Sequence[tuple[Text, Text]]:
        """The house rules a table has chosen otherwise than the rulings: question and answer."""
        return otherwise(state.house) if self.house else ()

    def story(self, table: Table) -> Any:
        """What the end page tells of a finished game besides its result; None where there is nothing more."""
        return None

    def report(self, table: Table) -> Sequence[Text]:
        """What stands above the log that is taken away as text."""
        return ()

    def outcome(self, table: Table) -> Sequence[Text]:
        """How a finished game came out, where no entry of its log says it: it stands beside the newest one."""
        return ()

    # Views differ by game: a battle has sides, a card game has players

    def crests(self, view: Any) -> dict[Seat, str]:
        """The crest of each seat that has one, as this view shows it."""
        raise NotImplementedError

    def colors(self, table: Table) -> Mapping[Seat, str]:
        """The CSS class that colors each seat, where its place at the table does not."""
        return {}

    def names(self, table: Table) -> dict[Seat, str]:
        """How the game's sentences call its players, as anybody may read it; empty where they name none."""
        return {}

    def in_play(self, table: Table) -> tuple[Seat, ...]:
        """The seats that the setup has put into play: all of a game that names no players."""
        return tuple(self.names(table)) or self.game.seats

    # Corrections

    def offer(self, table: Table, line: LogEntry, data: Mapping[str, Any]) -> Offer:
        """What may stand in the place of this entry by one tap."""
        return Offer()

    def pad_of(self, before: Any, step: str, was: Mapping[str, int], tapped: Mapping[str, int]) -> Any:
        """The pad of a roll as it was in the state before it, with the counts that are chosen now; None without one."""
        return None

    # What was forgotten of an attack (web/log.py)

    def attack_of(self, step: str) -> str:
        """The attack whose dice this step threw; nothing for other steps, and for games without attacks."""
        return ""

    def thrown(self, state: Any, attack: str, passage: Callable[[str], StepPassage | None]) -> Any:
        """The dice of an attack that have fallen, found through the steps of the log; None where there are none."""
        return None

    def counted_anew(
        self, table: Table, seat: Seat | None, line: LogEntry, data: Mapping[str, Any], form: Mapping[str, str]
    ) -> Sequence[Replacement]:
        """The entry with the coins of this form counted after it; nothing for a game without coins."""
        return ()


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log with the data of its event, the view of its game, and the names of the players."""

    line: LogEntry
    data: Mapping[str, Any]
    view: Any
    names: Mapping[Seat, str]


class CardPages(Pages):
    """A game whose view has players."""

    values: ClassVar = {"crests_offered": CRESTS, "second_tab": ("general", Text("Cards"))}
    acts_instead: ClassVar[Mapping[str, Callable[[Entry], Sequence[Instead]]]] = {}
    """By the type of an entry, the acts that may stand in its place."""

    def crests(self, view: Any) -> dict[Seat, str]:
        return {player.seat: player.crest for player in view.players}

    def names(self, table: Table) -> dict[Seat, str]:
        return {player.seat: player.name for player in table.game.view(table.state, None).players}

    def offer(self, table: Table, line: LogEntry, data: Mapping[str, Any]) -> Offer:
        make = self.acts_instead.get(line.type)
        if make is None:
            return Offer()
        view = table.game.view(table.state, None)
        return Offer(tuple(make(Entry(line, data, view, self.names(table)))))
