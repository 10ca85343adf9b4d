"""The tricky situations through the rules as a table has them."""

from __future__ import annotations

import pytest

from companion.play.zipang.state import ZipangState
from tests.play.zipang.situations import CASES, NAMES, Case, Tap, begun


def filled(state: ZipangState, tap: Tap) -> dict[str, str]:
    """The form with what its page fills in by itself: which campaign, which card."""
    form = {name: value for name, value in tap.form.items() if value or name == "cards"}
    if tap.act in ("play", "answer", "nothing", "hand") and state.campaign:
        form["campaign"] = str(state.campaign.number)
    if tap.act == "play" and state.campaign:
        form["number"] = str(state.campaign.plays + 1)
    if tap.act in ("answer", "nothing") and state.play:
        form["number"] = str(state.play.number)
    return form


def came(case: Case, state: ZipangState) -> None:
    """What has to have come of the case."""
    assert {what: ask(state) for what, (ask, _) in case.then.items()} == {
        what: wanted for what, (_, wanted) in case.then.items()
    }
    assert state.coins.total == len(state.players) * (4 if len(state.players) == 2 else 5)


def test_there_are_enough_and_each_is_named_once() -> None:
    assert len({case.id for case in CASES}) == len(CASES) >= 15


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_by_the_rules(case: Case) -> None:
    table = begun(case.players, **NAMES)
    for tap in case.taps:
        if tap.refused:
            assert tap.refused in table.refused(tap.seat, tap.act, **filled(table.state, tap))
        else:
            table.do(tap.seat, tap.act, **filled(table.state, tap))
    came(case, table.state)
    assert table.replayed() == table.state
