"""The pages of Kensei."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.content import catalog
from companion.play.game import Seat
from companion.play.kensei import reasons
from companion.play.kensei.amend.anew import Anew, anew
from companion.play.kensei.game import KENSEI
from companion.play.kensei.markers import MARKERS
from companion.play.records import Records
from companion.rules.kensei import brief
from companion.rules.kensei.settings import settings_asked
from companion.web.games.pages import Pages
from companion.web.marks import CRESTS


class KenseiPages(Pages):
    """A battle of two sides, each with an army."""

    takes_lists = True

    def values(self) -> Mapping[str, Any]:
        return {
            "catalog": catalog(),
            "crests_offered": CRESTS,
            "markers": MARKERS,
            "corrected": reasons.CORRECTED,
            "modified": reasons.MODIFIED,
        }

    def rules(self) -> Mapping[str, Any]:
        return {"brief": brief, "tables": catalog()}

    def form(self) -> Mapping[str, Any]:
        return {"questions": settings_asked()}

    def setup(self, player: str, records: Records) -> Mapping[str, str]:
        """With the rules it is begun with: later ones count its events as these do."""
        return {**super().setup(player, records), "begun_with": KENSEI.rules_version}

    def pad_of(self, before: Any, step: str, was: Mapping[str, int], tapped: Mapping[str, int]) -> Anew | None:
        return anew(before, step, was, tapped)

    def crests(self, view: Any) -> dict[Seat, str]:
        return {side.seat: side.mon for side in view.sides if side.mon}
