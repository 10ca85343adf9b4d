"""What the pages of one game need besides its view: to add a game's values, add a line to `VALUES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.content import catalog
from companion.play.kensei.markers import MARKERS
from companion.web.marks import CRESTS


def _kensei() -> Mapping[str, Any]:
    return {"catalog": catalog(), "crests_offered": CRESTS, "markers": MARKERS}


VALUES: dict[str, Callable[[], Mapping[str, Any]]] = {"kensei": _kensei}
