"""Sessions of phones on one kept list, told line by line: `ana: size id=u1 by=1` is an edit, and what follows what came
of it: the line of its history or why not, and every entry that looks different.

`ana #a:` sends it with a key of its own, so that it can be sent again. `ana sees` is the list as her phone shows it
from then on; `ana late:` is made with that in sight. `ana?` is what undo and redo would do for her, `history` what was
done.
"""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping

from companion.play.armies.draft import army_of
from companion.play.armies.kept import Kept, Lists
from companion.play.armies.text import write
from companion.play.values import Done
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text
from tests.play.armies.hands import key

ACT = re.compile(r"(?P<by>\w+)(?P<late> late)?(?: #(?P<key>\w+))?: (?P<name>\w+) ?(?P<form>.*)")
MANY = re.compile(r"(?P<sign>\w)\*(?P<times>\d+)")
"""`x*61` is an x so many times."""
PLACE = re.compile(r"^([0-9]+\. |- )")
BEGUN = ("ana: add unit=yari-ashigaru", "ana: add unit=katana-samurai", "ana: enlist character=busho-buke", "ana sees")
""" `begun`: two units and a character that both phones saw; Ana's loses its network now."""

STEPS: Mapping[str, Callable[..., Done | Refusal]] = {
    "undo": Lists.undo, "redo": Lists.redo, "bin": Lists.to_bin, "restore": Lists.restore,
}  # fmt: skip


def seen(army: Army) -> list[str]:
    """The list line by line, each entry after its id."""
    head, *lines = write(army, "short").split("\n")
    entries = [one.id for one in (*army.units, *army.characters)]
    told = [f"{id_} {PLACE.sub('', line)}" for id_, line in zip(entries, lines, strict=False)]
    return [head, *told, *lines[len(entries) :]]


class Session:
    """One list, which Ana has made."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.id = lists.make("ana", Army("buke", 3), Text("made")).id
        self.sight: dict[str, int] = {}

    @property
    def kept(self) -> Kept | None:
        return self.lists.by_id(self.id)

    def told(self, lines: list[str]) -> Iterator[str]:
        for line in lines:
            yield line
            yield from (f"  {said}" for said in self.answers(line))

    def answers(self, line: str) -> Iterator[str]:
        if line == "begun":
            for first in BEGUN:
                list(self.answers(first))
        elif line == "history":
            yield from (f"{one.seq} {one.line}" for one in self.lists.history(self.id))
        elif line.endswith("?"):
            reach = self.lists.reach(self.id, line[:-1])
            yield f"undo: {reach.undo or '-'}; redo: {reach.redo or '-'}"
        elif line.endswith(" sees"):
            assert self.kept is not None
            self.sight[line.removesuffix(" sees")] = self.kept.seq
        else:
            yield from self.act(line)

    def act(self, line: str) -> Iterator[str]:
        act = ACT.fullmatch(line)
        assert act, line
        before, had = self.kept, self.lists.history(self.id, limit=1)
        done = self.do(act)
        after = self.kept
        if isinstance(done, Refusal):
            yield f"refused: {done}"
        if before is None or after is None:
            assert isinstance(done, Refusal) or act["name"] == "destroy"
            return
        assert (self.lists.by_share(after.share_token) is None) == (after.deleted_at is not None), (
            "none lies in the bin"
        )
        has = self.lists.history(self.id, limit=1)
        newest = str(has[0].line)
        if isinstance(done, Refusal) or has == had:
            assert (after.army, after.deleted_at) == (before.army, before.deleted_at)
            if isinstance(done, Done):
                yield "again" if done.again else "nothing changes"
            elif after.seq != before.seq and act["name"] not in STEPS:
                assert newest == str(done)
                yield "  (told in the history)"
            return
        yield newest
        assert army_of(self.lists.at(self.id, after.seq) or {}) == after.army
        was, now = seen(before.army), seen(after.army)
        yield from (f"  {one}" for one in now if one not in was)
        order = [[one.id for one in (*army.units, *army.characters)] for army in (before.army, after.army)]
        if order[0] != order[1]:
            yield f"  in order: {' '.join(order[1]) or '-'}"

    def do(self, act: re.Match[str]) -> Done | Refusal | None:
        by, name = act["by"], act["name"]
        words = dict(word.split("=", 1) for word in shlex.split(act["form"]))
        form = {
            field: MANY.sub(lambda found: found["sign"] * int(found["times"]), value) for field, value in words.items()
        }
        sent = f"key-{act['key']}-of-the-tap" if act["key"] else key()
        if name in ("undo", "redo", "bin", "restore"):
            step = {
                "undo": self.lists.undo,
                "redo": self.lists.redo,
                "bin": self.lists.to_bin,
                "restore": self.lists.restore,
            }
            tap = [f"key-{form['tap']}-of-the-tap"] if "tap" in form else []
            return step[name](self.id, by, sent, *tap)
        if name == "back":
            return self.lists.back(self.id, by, int(form["seq"]), sent)
        if name == "destroy":
            return self.lists.destroy(self.id)
        return self.lists.edit(self.id, by, name, form, sent, self.sight[by] if act["late"] else None)
