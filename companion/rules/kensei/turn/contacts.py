"""Who touches whom, from which side and since when (9:5:5, 10:1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

Zone = Literal["front", "flank", "rear"]
ContactCause = Literal["strike", "charge", "counter", "clash", "pursuit", "ambush", "denuki", "chase", "by-hand"]


@dataclass(frozen=True, slots=True)
class Contact:
    """Two who stand in contact. `other` is empty where the players have not said whom it fights."""

    one: str
    other: str
    since: int
    """The turn in which they touched; charge, flank and rear count only in that turn (9:5:5)."""
    cause: ContactCause = "by-hand"
    zone_of_one: Zone = "front"
    """Where `one` stands, seen from `other`."""
    zone_of_other: Zone = "front"
    charger: str | None = None
    """Which of the two charged the other; empty where neither did, None where nobody has said."""

    def foe(self, one: str) -> str:
        """Who stands against this one of the two; empty where the players have not said."""
        return self.other if one == self.one else self.one

    def joins(self, one: str, other: str) -> bool:
        """Whether these two are the ones in contact."""
        return {self.one, self.other} == {one, other}

    def touches(self, one: str) -> bool:
        """Whether this one is in it."""
        return one in (self.one, self.other)

    def zone_of(self, one: str) -> Zone:
        """Where this one of the two stands, seen from the other."""
        return self.zone_of_one if one == self.one else self.zone_of_other


def engaged_since_before(contacts: Iterable[Contact], one: str, turn: int) -> bool:
    """Whether it came into this turn in contact with an enemy (10:1), or a Denuki has shown himself before it: both are
    in combat where they stand (12:6:3)."""
    return any(met.touches(one) and (met.since < turn or met.cause == "denuki") for met in contacts)


def fights_already(contacts: Iterable[Contact], one: str, enemy: str, turn: int) -> bool:
    """Whether it fights when this enemy comes upon it: since an earlier turn, or another in this one (3:4:5)."""
    known = tuple(contacts)
    others = any(met.other and met.touches(one) and not met.touches(enemy) for met in known)
    return others or engaged_since_before(known, one, turn)


def touches(contacts: Iterable[Contact], one: str) -> bool:
    """Whether it is in contact with anybody, since this turn or longer: nobody shoots at who is (K62)."""
    return any(contact.touches(one) for contact in contacts)


def first_turn(contacts: Iterable[Contact], one: str, other: str, turn: int) -> bool:
    """Whether a fight of these two would be the first turn of their contact (9:5:5)."""
    known = tuple(contacts)
    if any(contact.joins(one, other) and contact.since < turn for contact in known):
        return False
    unnamed = {contact.one for contact in known if not contact.other and contact.since < turn}
    return not {one, other} <= unnamed


def between(contacts: Iterable[Contact], one: str, other: str) -> Contact | None:
    """The contact of these two, if they are known to be in one."""
    return next((contact for contact in contacts if contact.joins(one, other)), None)


def named(contacts: Iterable[Contact], met: Contact) -> tuple[Contact, ...]:
    """With these two in contact. Where both stood in a contact without an enemy's name it was this one, and earlier."""
    known = tuple(contacts)
    if (was := between(known, met.one, met.other)) is not None:
        return tuple(_learned(was, met) if contact is was else contact for contact in known)
    unnamed = [contact for contact in known if not contact.other and contact.one in (met.one, met.other)]
    if {contact.one for contact in unnamed} != {met.one, met.other}:
        return (*known, met)
    since = max(contact.since for contact in unnamed)
    return (*(contact for contact in known if contact not in unnamed), replace(met, since=since))


def _learned(was: Contact, met: Contact) -> Contact:
    """A known contact after one more strike in it: that tells where its striker stands, not where the other does."""
    cause = was.cause if met.cause == "strike" else met.cause
    since, theirs = min(was.since, met.since), was.zone_of(met.other)
    charger = was.charger if met.charger is None else met.charger
    return replace(met, since=since, cause=cause, zone_of_other=theirs, charger=charger)


def again(contacts: Iterable[Contact], met: Contact) -> tuple[Contact, ...]:
    """With this contact as it is said now, in the place of what was known of these two."""
    known = tuple(contacts)
    if between(known, met.one, met.other) is None:
        return named(known, met)
    return tuple(met if contact.joins(met.one, met.other) else contact for contact in known)


def separated(contacts: Iterable[Contact], one: str, other: str) -> tuple[Contact, ...]:
    """The contacts without that of these two."""
    return tuple(contact for contact in contacts if not contact.joins(one, other))


def after_turn(contacts: Iterable[Contact], standing: Collection[str], turn: int) -> tuple[Contact, ...]:
    """The contacts that last into the next turn: of those who still stand and do not run away.

    One without an enemy's name is over when its owner met somebody by name this turn: that was its enemy.
    """
    known = tuple(contacts)
    met = {one for contact in known if contact.other and contact.since == turn for one in (contact.one, contact.other)}
    return tuple(c for c in known if c.one in standing and (c.other in standing if c.other else c.one not in met))


def without(contacts: Iterable[Contact], one: str) -> tuple[Contact, ...]:
    """The contacts when this one has left all of its own: it ran away, was destroyed, or the players say so."""
    return tuple(contact for contact in contacts if not contact.touches(one))
