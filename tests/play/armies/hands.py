"""The hands of two phones on one kept list."""

import itertools
from typing import Any

from companion.play.armies.kept import Kept, Lists
from companion.play.values import Done
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text

ANA, BEN = "phone-of-ana", "phone-of-ben"
_numbers = itertools.count()


def key() -> str:
    """A key no other edit has."""
    return f"key-{next(_numbers):08}"


class Pair:
    """A list with the hands that edit it."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.id = lists.make(ANA, Army("buke", 3), Text("made")).id
        self.token = next(one.edit_token for one in lists.mine(ANA) if one.id == self.id)

    @property
    def kept(self) -> Kept:
        found = self.lists.by_edit(self.token)
        assert found is not None
        return found

    @property
    def army(self) -> Army:
        return self.kept.army

    def edit(self, name: str, by: str = ANA, /, **form: Any) -> Done | Refusal:
        return self.lists.edit(self.id, by, name, form, key())

    def did(self, name: str, by: str = ANA, /, **form: Any) -> None:
        done = self.edit(name, by, **form)
        assert isinstance(done, Done), done

    def add(self, *units: str) -> None:
        """Ana adds these, each in its usual size."""
        for unit in units:
            self.did("add", unit=unit)

    def undo(self, by: str = ANA) -> Done | Refusal:
        return self.lists.undo(self.id, by, key())

    def redo(self, by: str = ANA) -> Done | Refusal:
        return self.lists.redo(self.id, by, key())


def why(done: Done | Refusal) -> str:
    """The sentence of a refusal."""
    assert isinstance(done, Refusal), done
    return str(done)
