"""Two battles that differ only in who hides and in what the general has learned: whatever the other seat, a watcher and
a stranger get is the same, byte for byte, while abilities are used, answered and asked about (5:1:13, 12:5, 12:6).
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.test_draft_secrets import Battle, same, told

GEISHA, SPY = "ax-geisha", "ax-spy"
GUESSES = (
    ("use", {"user": GEISHA, "ability": "inspire"}),
    ("use", {"user": GEISHA, "ability": "distract", "about": "t1.warrior-women.b1"}),
    ("use", {"user": SPY, "ability": "kaiden"}),
    ("use", {"user": SPY, "ability": "kaiden", "anyway": "true"}),
    ("use", {"user": "ah1", "ability": "forest-of-spears", "taisho": "true"}),
    ("use", {"user": "ah1", "ability": "banzai", "taisho": "true"}),
    ("use", {"user": "ah1", "ability": "banzai", "taisho": "true", "anyway": "true"}),
    ("reveal", {"hero": SPY}),
    ("order", {"piece": "a1", "do": "ability", "ability": "kaiden"}),
    ("announce", {"piece": SPY, "do": "ability", "ability": "kaiden"}),
)
"""What Ben's phone tries in either seat's name."""
INK = re.compile(r"\b[0-9.]+ (%|KB)")
"""Of a sheet with the code of its table: another table has another one."""


class Hiding(Battle):
    """`drafting`: Ana has a Geisha and a Spy in her ranks and a general who knows spears, else nobody and Banzai. It
    takes as many acts in both."""

    def muster(self) -> None:
        ana, ben = self.ana, self.ben
        ana.act("side", path="buke")
        ben.act("side", path="kuge")
        ana.musters("katana-samurai", "no-dachi-samurai", "yari-samurai")
        ben.musters("onna-bushi", "teppotai", "ninjas")
        ana.act("enlist", character="taisho-buke", piece="a2")
        ana.act("enlist", character="kensei")
        ben.act("enlist", character="spy", piece="b2")
        ben.act("enlist", character="busho-kuge", piece="b1")
        ana.act("ability", ability="forest-of-spears" if self.drafting else "banzai", on="true")
        if self.drafting:
            ana.act("enlist", character="geisha", piece="a1")
            ana.act("enlist", character="spy", piece="a3")
        else:
            ana.act("enlist", character="geisha", piece="a1")
            ana.act("discharge", hero=GEISHA)

    def printed(self) -> None:
        """What could be printed of the battle, as others get it."""
        for phone in (self.ben, self.sitting.stranger):
            self._note("/print", phone.get("/print"))
            self.seen[-1] = INK.sub("", self.seen[-1])

    def guess(self) -> None:
        """Ben tries whatever he can think of."""
        for type, form in GUESSES:
            for seat in ("a", "b"):
                self.probe(type, seat=seat, **form)


def other_uses(battle: Hiding) -> None:
    """Ben uses an ability: a Geisha might distract, where one is, and is not asked whether she does."""
    battle.ben.act("use", user="b1", ability="warrior-women")
    battle.look(entries=False)
    battle.ben.act("pad", step="t1.warrior-women.b1.ki", die="0", face="9")


def other_charges(battle: Hiding) -> None:
    """Ana is asked how the unit with the Spy reacts; spears of hers can answer."""
    battle.ben.act("announce", piece="b1", goal="charge+march+", target="a3")
    battle.look(entries=False)
    battle.ana.act("react", step="t1.charge.b1>a3.react", what="withstand")


def rolls_fail(battle: Hiding) -> None:
    """An honor roll of the Geisha's unit fails: she might inspire, where she is shown."""
    battle.ben.act("honor", piece="a1", seat="a")
    battle.look(entries=False)
    battle.ana.act("pad", step="t1.called.honor.a1.die", die="0", face="10")


def kaiden(battle: Hiding) -> None:
    """Ben's Spy looks for who hides: the same is asked whether or not anybody does."""
    battle.ben.act("use", user="bx-spy", ability="kaiden")
    battle.ben.act("pad", step="t1.kaiden.bx-spy.ki", die="0", face="1")
    battle.look(entries=False)
    battle.probe("show-hidden", step="t1.kaiden.bx-spy.hidden")
    battle.probe("show-hidden", step="t1.kaiden.bx-spy.hidden", **{f"target.{GEISHA}": "true"})
    battle.ana.act("show-hidden", step="t1.kaiden.bx-spy.hidden")


def drafts(battle: Hiding) -> None:
    """Ana drafts abilities with her orders."""
    battle.drafts("a2 ability", ability="banzai")
    battle.look(entries=False)
    if battle.drafting:
        battle.takes_back()


def seals(battle: Hiding) -> None:
    """What Ana seals with her initiative dice is one word, whatever is under it."""
    battle.ben.act("announce", piece="b3", goal="charge+march+", target="ah2")
    battle.ana.act("react", step="t1.charge.b3>ah2.react", what="withstand")
    battle.ben.act("charge", charge="t1.charge.b3>ah2")
    battle.ana.act("done", turn="1")
    battle.ben.act("done", turn="1")
    sealed = {"ability.ah2": "clean-cut"} if battle.drafting else {}
    battle.ana.act("initiative", step="t1.combat.ah2+b3.in.a", **{"die.ah2": "5"}, **sealed)


def undone(battle: Hiding) -> None:
    """Ben takes his own ability back."""
    battle.ben.act("use", user="b1", ability="warrior-women")
    battle.ben.post("/undo", key="undo-ben-abilities")


STORIES = ((undone, other_uses, kaiden), (drafts, rolls_fail), (other_charges,), (seals,))
"""What happens in one battle, one after the other."""


@pytest.mark.parametrize("story", STORIES, ids=told)
def test_nothing_tells_the_others_who_hides_or_what_the_general_knows(
    app: Flask, story: tuple[Callable[[Hiding], None], ...]
) -> None:
    battles = Hiding(app, drafting=False), Hiding(app, drafting=True)
    for battle in battles:
        for part in story:
            part(battle)
            battle.look(entries=False)
        battle.guess()
        battle.look()
        battle.printed()
    same(*battles)
    without, with_ = (battle.ana.get("/forces").text for battle in battles)
    assert GEISHA in with_, "the secret is planted"
    assert GEISHA not in without
