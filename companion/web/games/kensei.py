"""The pages of Kensei."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.play.game import Seat
from companion.play.kensei import acts
from companion.play.kensei.amend.forgot import anew, chain_of, thrown
from companion.play.kensei.choose import choose_view, kind_of
from companion.play.kensei.end.story import Story, report, story, unit_words
from companion.play.kensei.markers import MARKERS
from companion.play.kensei.newest import footer_line
from companion.play.memo import Memo
from companion.play.values import Table
from companion.rules.house import otherwise
from companion.rules.kensei import brief
from companion.rules.kensei.army import most_miniatures
from companion.rules.kensei.army.limits import RANKS
from companion.rules.kensei.explained import EXPLAINED
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.steps import STEPS
from companion.rules.text import Text
from companion.web.games.pages import Pages
from companion.web.i18n import _
from companion.web.marks import CRESTS
from companion.web.services import services

_STORIES: Memo[Story] = Memo(64)
"""Those told lately: every phone at the table shows the same."""


class KenseiPages(Pages):
    """A battle of two sides, each with an army."""

    takes_lists = True
    house = Settings
    sign = "engaged"
    explained = EXPLAINED
    reports = True
    deep = ("orders", "abilities", "attack")
    values: ClassVar = {
        "crests_offered": CRESTS,
        "markers": MARKERS,
        "corrected": acts.CORRECTED,
        "modified": acts.MODIFIED,
        "unit_words": unit_words,
        "choose_view": choose_view,
        "most_miniatures": most_miniatures,
        "ranks": RANKS,
    }
    rules: ClassVar = {"brief": brief}
    turn = STEPS
    form: ClassVar = {"ranks": RANKS}
    footer_line = staticmethod(footer_line)
    kind_of = staticmethod(kind_of)
    pad_of = staticmethod(anew)
    attack_of = staticmethod(chain_of)
    thrown = staticmethod(thrown)

    @property
    def needs(self) -> str:
        return _("book, miniatures, ten-sided dice")

    def settled(self, state: Any) -> Sequence[tuple[Text, Text]]:
        return otherwise(state.settings)

    def story(self, table: Table) -> Story | None:
        """Of a battle that is over; what its acts come to depends on nothing but their number."""
        if not table.state.over:
            return None
        return _STORIES.get((table.id, table.seq), lambda: story(services().tables.passages(table.id)))

    def report(self, table: Table) -> Sequence[Text]:
        """The battle in short, as everybody may read it."""
        story = self.story(table)
        if story is None:
            return ()
        return report(table.game.view(table.state, None), story, table.players)

    def crests(self, view: Any) -> dict[Seat, str]:
        return {side.seat: side.mon for side in view.sides if side.mon}
