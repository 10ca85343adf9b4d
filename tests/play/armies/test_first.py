"""The two armies of a first battle: they fit each other, and are of the miniatures that are there."""

from collections import Counter
from typing import Any

import pytest

from companion.content import catalog
from companion.play.armies.first import FIT, first_battle
from companion.play.armies.shelf import needed_miniatures
from companion.play.kensei.game import KENSEI
from companion.play.kensei.muster.bring import ready
from companion.play.kensei.muster.listed import as_list
from companion.play.kensei.state import State
from companion.rules.kensei.army import judge
from companion.rules.text import Refusal

PLENTY = {"yari-ashigaru": 20, "katana-samurai": 20, "onna-bushi": 20, "busho-kuge": 2, "busho-buke": 2}
SHELVES: dict[str, dict[str, int]] = {
    "nothing told": {},
    "one path": {"yari-ashigaru": 10, "katana-samurai": 16, "busho-kuge": 2},
    "nobles": PLENTY,
    "bows": {"yumi-samurai": 8, "yari-ashigaru": 20, "busho-sohei": 1, "busho-buke": 1},
    "one side only": {"yari-ashigaru": 5, "katana-samurai": 4, "yumi-ashigaru": 4, "busho-buke": 1},
}


@pytest.mark.parametrize("shelf", SHELVES)
def test_the_two_fit_each_other_and_are_of_the_miniatures_there(shelf: str) -> None:
    owned = SHELVES[shelf]
    found = first_battle(owned)
    one, other = (ready()[code] for code in found.codes)
    assert abs(judge(one, catalog()).koku.spent - judge(other, catalog()).koku.spent) <= FIT
    assert judge(one, catalog()).vp.spent == judge(other, catalog()).vp.spent
    needed = Counter(needed_miniatures(one)) + Counter(needed_miniatures(other))
    whole = {key: count for key, count in needed.items() if "." not in key}
    lacks = {key: count - owned.get(key, 0) for key, count in whole.items() if count > owned.get(key, 0)}
    assert found.missing == (lacks if owned else {})


def test_nothing_is_missing_where_two_can_be_made_and_no_more_than_one_side_elsewhere() -> None:
    for shelf in ("one path", "nobles", "bows"):
        assert first_battle(SHELVES[shelf]).missing == {}, shelf
    assert 0 < sum(first_battle(SHELVES["one side only"]).missing.values()) <= 14


def test_the_easiest_come_first() -> None:
    codes = first_battle({}).codes
    assert all(code.endswith("yari-ashigaru.yumi-ashigaru.katana-samurai") for code in codes)
    assert len({code.partition(".")[0] for code in codes}) == 2
    easy = first_battle(PLENTY).codes
    assert not any("onna-bushi" in code for code in easy), "abilities only where nothing else does"
    codes = first_battle({**PLENTY, "busho-buke.spear": 1}).codes
    assert "spear" in [code.split(".")[1] for code in codes if code.startswith("buke.")], "as his miniature holds"


def begun(**setup: Any) -> State:
    state = KENSEI.start({"battle": "pitched", "level": "1", "deploys": "no", **setup})
    assert isinstance(state, State), state
    return state


def test_a_table_begins_with_them() -> None:
    codes = first_battle({}).codes
    state = begun(**{"ready.a": codes[0], "ready.b": codes[1]})
    for seat, code in zip("ab", codes, strict=True):
        brought, army = as_list(state, seat, 1), ready()[code]
        assert brought.path == army.path
        assert [(one.unit, one.miniatures) for one in brought.units] == [
            (one.unit, one.miniatures) for one in army.units
        ]
        assert judge(brought, catalog()).problems == ()
        assert state.sides[seat].legal
    assert state.begun
    assert KENSEI.due(state)[0].kind == "command", "what a battle begins with is asked"
    one = begun(**{"ready.a": codes[0]})
    assert not one.sides["a"].ready, "where the other is still to be chosen, it may be changed"
    assert KENSEI.view(one, "b").side("a").pieces is None, "and no phone sees it"
    led = begun(**{"ready.a": codes[0], "ready.b": codes[1], "deploys": "yes"})
    assert (led.begun, KENSEI.due(led)[0].kind) == (False, "ground")
    again = KENSEI.again(state, {"ready.a": codes[0], "ready.b": codes[1], "level": "1"})
    assert again["ready.a"] == codes[0]


def test_what_is_no_ready_army_is_refused_with_one_that_is() -> None:
    refused = KENSEI.start({"ready.a": "buke.katana.none", "level": "1"})
    assert isinstance(refused, Refusal)
    assert "buke.katana.none" in str(refused)
    assert next(iter(ready())) in str(refused)
    code = next(iter(ready()))
    assert "level 1" in str(KENSEI.start({"ready.a": code, "level": "3"}))
    assert "level 1" in str(KENSEI.start({"ready.a": code}))
