"""What a household says of names: which are one person, and who is a guest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from pydantic import TypeAdapter

from companion.play.played import Play
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Book:
    """`people`: by a name without capitals, the name of the person it was merged into. `guests`: names that statistics
    leave out.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    guests: tuple[str, ...] = ()

    def person(self, name: str) -> str:
        """The name of the person behind this name."""
        for _ in self.people:
            name = self.people.get(name.casefold(), name)
        return name

    def with_persons(self, play: Play) -> Play:
        """The game with the names of persons. Where two names of one person played against each other, all stay."""
        names = [self.person(one.name) for one in play.players]
        if len({name.casefold() for name in names}) < len({one.name.casefold() for one in play.players}):
            return play
        players = tuple(replace(one, name=name) for one, name in zip(play.players, names, strict=True))
        return replace(play, players=players)

    def merged(self, name: str, into: str, plays: Iterable[Play], zone: tzinfo | None = None) -> Book | Refusal:
        """The book in which `name` is called `into`; `plays` are the games as told now, evenings of `zone`."""
        key, other = name.casefold(), into.casefold()
        if key == other:
            return Refusal(Text("That is one and the same name: choose two different ones."))
        known: set[str] = set()
        for play in plays:
            here = {one.name.casefold() for one in play.players}
            known |= here
            if {key, other} <= here:
                values = {"one": name, "other": into, "game": play.title, "day": play.evening(zone)}
                words = Text(
                    "%(one)s and %(other)s both played “%(game)s” on %(day)s, so they are not one person: correct that "
                    "game first.",
                    values,
                )
                return Refusal(words)
        if not {key, other} <= known:
            return Refusal(Text("Nobody with that name has played here. Choose both names from the list."))
        return replace(
            self, people={**self.people, key: into}, guests=tuple(g for g in self.guests if g.casefold() != key)
        )

    def parted(self, name: str) -> Book:
        """The book in which this name is a person of its own again."""
        return replace(self, people={one: whom for one, whom in self.people.items() if one != name.casefold()})

    def guest(self, name: str, is_guest: bool) -> Book:
        """The book in which this person is a guest, or is none."""
        others = tuple(one for one in self.guests if one.casefold() != name.casefold())
        return replace(self, guests=(*others, name) if is_guest else others)

    def joined(self, other: Book) -> Book:
        """This book with what another says besides; where they differ, this one holds."""
        book = self
        for name, into in other.people.items():
            if name not in book.people and book.person(into).casefold() != name:
                book = replace(book, people={**book.people, name: into})
        known = {one.casefold() for one in book.guests}
        return replace(book, guests=(*book.guests, *(one for one in other.guests if one.casefold() not in known)))


BOOK = TypeAdapter(Book)
