"""Every act of a battle: when a stale page may still enter it, how long its fields may be, and what junk it refuses."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.play.game import Event
from companion.play.kensei.game import ACTS, KENSEI
from companion.play.kensei.state import State
from companion.rules.text import Refusal
from tests.play.kensei.driven import of_any_units
from tests.play.kensei.field import Field
from tests.play.kensei.forms import JUNK
from tests.play.kensei.laws import check

FLAGS = {
    "commutes": set(ACTS) - {"correct", "end", "face-up", "honor-seen", "off-table", "put-away", "unmodify"},
    "dice": {"duel-die", "initiative", "pad", "roll"},
    "quiet": {"alike", "order"},
    "sets_up": {"ability", "bring", "discharge", "dismiss", "enlist", "muster"}
    | {"name", "outfit", "side", "size", "standard"},
}

BOUNDS = {
    "aim": "name≤120",
    "answer": "value≤40",
    "ask-deployed": "moment≤40",
    "charge": "left_cm≥0≤200",
    "correct": "reason≥1≤120 words≤60",
    "deployed": "moment≤40",
    "done": "moment≤40",
    "duel-die": "face≥0≤10 faces≤1each≥0each≤10",
    "forgot": "chain≤120 field≤40 amount≥-9≤9 reason≤60 words≤60",
    "honor": "name≤120",
    "hurry": "moment≤40",
    "infiltrate": "seal≤40 enemy≤40",
    "initiative": "dieeach≥0each≤10 faceseach≥0each≤10",
    "modify": "value≥-9≤9 reason≥1≤60 words≤60",
    "stood-near": "near≤100",
    "moved": "units≤1000",
    "name": "name≤40",
    "not-yet": "moment≤40",
    "note": "text≤200",
    "open-seal": "written≤300 touched≤40 who≤40",
    "pad": "die≥0<400 face≥0≤10",
    "ready": "nonce≤64",
    "seal": "nonce≤64 who≤40 behind≤40 card≥1≤60 text≤120",
    "share": "spliteach≥0",
    "show-hidden": "target≤100",
    "side": "clan≤40",
    "unmodify": "index≥0",
}
"""The bounds of what a form gives; what it may leave out, and what it means then, every golden session holds."""


def test_only_these_acts() -> None:
    assert {flag: {name for name, act in ACTS.items() if getattr(act, flag)} for flag in FLAGS} == FLAGS


def bounds(schema: Mapping[str, Any], of: str = "") -> Iterator[str]:
    """The limits a field's schema names, also those of what it is a list or a table of."""
    for name, sign in (("min", "≥"), ("exclusiveMin", ">"), ("max", "≤"), ("exclusiveMax", "<")):
        yield from (
            f"{of}{sign}{schema[name + on]}" for on in ("imum", "Length", "Items", "Properties") if name + on in schema
        )
    for one in schema.get("anyOf", ()):
        yield from bounds(one, of)
    for inner in ("items", "additionalProperties"):
        if isinstance(schema.get(inner), Mapping):
            yield from bounds(schema[inner], "each")


def described(act: str) -> str:
    """Each field that has a bound: "value≥-9≤9"."""
    fields = ACTS[act].data.model_json_schema().get("properties", {}).items()
    return " ".join(name + limits for name, schema in fields if (limits := "".join(bounds(schema))))


def test_how_much_a_form_may_hold() -> None:
    assert {act: told for act in ACTS if (told := described(act))} == BOUNDS


@cache
def tables() -> tuple[State, ...]:
    """Before the battle, in it, and after it."""
    over = of_any_units(Random(1))
    over.act("a", "end", winner="draw")
    return Field(odds="nobody").state, of_any_units(Random(2)).state, over.state


@pytest.mark.parametrize("act", sorted(ACTS))
def test_every_act_refuses_what_makes_no_sense(act: str) -> None:
    """Every field of every act with every kind of junk, and one it has not, before the battle, in it, and after it."""
    forms = [*(dict.fromkeys(ACTS[act].data.model_fields, junk) for junk in JUNK), {"x": 1}]
    for state, form in product(tables(), forms):
        read = KENSEI.read(act, form)
        event = Event(act, "a", "a", read if not isinstance(read, Refusal) else form)
        after = KENSEI.apply(state, event)
        if isinstance(after, State):
            check(state, event, after)
        else:
            assert str(after).strip()


def test_dice_have_a_name_for_who_would_take_them_back() -> None:
    for act, form, words in (
        ("roll", {}, "the roll entered"),
        ("roll", {"faces": (3,)}, "the 1 die rolled"),
        ("roll", {"faces": (3, 0)}, "the 2 dice rolled"),
        ("pad", {"clear": True}, "the dice cleared"),
        ("pad", {"die": 0, "face": 0}, "the die showing Ø"),
        ("pad", {"die": 0, "face": 7}, "the die showing 7"),
        ("pad", {"bins": {"saved": 2, "saved_marked": 1}}, "the 3 saves entered"),
        ("pad", {"bins": {"hits": 1}}, "the 1 hit entered"),
        ("pad", {"bins": {"misses": 2}}, "the 2 misses entered"),
        ("pad", {"bins": {"tens": 2}}, "the Ø entered: 2"),
        ("pad", {"bins": {"saved": 1}}, "the 1 save entered"),
    ):
        label = KENSEI.label(tables()[0], Event(act, "a", "a", {"step": "t1.a1>b1.shot.at", **form}))
        assert str(label) == words
