"""Which of two versions of a game's rules came later. A version ends in a number ("kensei-8") that only rises."""

from __future__ import annotations

import re


class NewerRules(Exception):
    """A table was folded by later rules than this process has.

    During an upgrade processes of two versions serve one database. The older one may not touch what the newer one has
    had in hand: it would set aside acts it does not know. Its phone tries again, and comes to the newer one, or to this
    one once that has been replaced.
    """


def behind(stored: str, own: str) -> bool:
    """Whether a table that was last folded by the rules `stored` has to be folded by our `own` ones.

    Raises NewerRules where those are the older ones.
    """
    if _number(stored) > _number(own):
        raise NewerRules(f"the table was folded by {stored}, and this process has {own}")
    return _number(stored) < _number(own)


def _number(version: str) -> int:
    found = re.search(r"[0-9]+$", version)
    return int(found[0]) if found is not None else 0
