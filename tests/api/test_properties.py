"""Whatever valid body is sent, the answer agrees with itself."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.content import catalog
from tests.api.conftest import Post
from tests.strategies import rolls

NAMES = ("dc", "at", "df", "ar", "damage_bonus")
quick = settings(max_examples=60)


@st.composite
def sides(draw: st.DrawFn) -> dict[str, Any]:
    """A unit of the book with a character in it perhaps, or a character."""
    if draw(st.integers(0, 3)) == 0:
        character = draw(st.sampled_from(sorted(catalog().characters)))
        mounted = catalog().characters[character].may_ride and draw(st.booleans())
        return {"character": character, "mounted": mounted, "in_unit": draw(st.booleans())}
    unit = catalog().units[draw(st.sampled_from(sorted(catalog().units)))]
    inside = draw(st.lists(st.sampled_from(["busho-buke", "daisho-samurai", "spy"]), max_size=1))
    return {
        "unit": unit.id,
        "miniatures": draw(st.integers(1, unit.maximum)),
        "accumulated_damage": draw(st.integers(0, unit.attributes.vt - 1)),
        "characters": [{"character": character} for character in inside],
    }


situations = st.fixed_dictionaries(
    {"distance_cm": st.floats(0, 60)},
    optional={
        "charging": st.booleans(),
        "zone": st.sampled_from(["front", "flank", "rear"]),
        "first_turn": st.booleans(),
        "attacker_defensive": st.booleans(),
        "defender_defensive": st.booleans(),
        "counter_charge": st.sampled_from([None, "won", "lost"]),
        "cover": st.sampled_from(["none", "light", "heavy"]),
        "terrain": st.sampled_from(["open", "forest", "stream"]),
        "defender_fleeing": st.booleans(),
        "ve": st.fixed_dictionaries({"attacker": st.integers(0, 60), "defender": st.integers(0, 60)}),
        "moved": st.sampled_from(["none", "march", "run"]),
        "withstand_and_shoot": st.booleans(),
    },
)
attacks = st.fixed_dictionaries(
    {"kind": st.sampled_from(["melee", "shot"]), "attacker": sides(), "defender": sides(), "situation": situations},
    optional={
        "modifiers": st.lists(
            st.fixed_dictionaries(
                {"to": st.sampled_from(NAMES), "value": st.integers(-6, 6), "reason": st.just("why")}
            ),
            max_size=3,
        )
    },
)


def answer(post: Post, body: dict[str, Any], **dice: list[int]) -> dict[str, Any]:
    reply = post("attack", {**body, "dice": dice})
    assert reply.status == 200, reply.body
    return dict(reply.body)


@given(body=attacks, data=st.data())
@quick
def test_an_attack_agrees_with_itself(post: Post, body: dict[str, Any], data: st.DataObject) -> None:
    found = answer(post, body)
    assume(found["allowed"])
    for name in NAMES:
        assert found["base"][name]["value"] + sum(why["value"] for why in found["why"][name]) == found[name]
    dice: dict[str, list[int]] = {}
    while found["next"]:
        due = sum(group["count"] for group in found["next"]["dice"])
        assert due > 0
        assert found["result"] is None
        dice[found["next"]["roll"]] = data.draw(rolls(due))
        found = answer(post, body, **dice)
    thrown, hits = found["attack"]["dice"], found["attack"]["hits"]
    assert found["attack"]["marked"] <= hits <= thrown == found["dc"]
    misses = sum(1 for face in dice.get("attack", ()) if 0 < face <= found["at"])
    assert hits + misses == thrown
    assert (found["defense"] is None) == (hits == 0)
    if found["defense"]:
        assert found["defense"]["saved"] + found["defense"]["through"] == hits
        assert found["defense"]["marked"] <= found["defense"]["through"]
        assert sum(group["count"] for group in found["damage"]["dice"]) == found["defense"]["through"]
    result = found["result"]
    aimed = body["situation"].get("aimed_at_character")
    before = 1 if aimed else body["defender"].get("miniatures", 1)
    assert result["miniatures_removed"] + result["miniatures_left"] == before
    assert result["destroyed"] == (result["miniatures_left"] == 0)
    assert result["spilled"] <= result["beyond"]


@given(body=attacks)
@quick
def test_odds_agree_with_themselves(post: Post, body: dict[str, Any]) -> None:
    reply = post("odds", body)
    assert reply.status == 200, reply.body
    assume(reply.body["allowed"])
    odds = reply.body
    miniatures = odds["numbers"]["miniatures"]
    assert len(odds["removed"]) == len(odds["p_at_least"]) == miniatures + 1
    assert abs(sum(odds["removed"]) - 1) < 1e-9
    for i, chance in enumerate(odds["p_at_least"]):
        assert abs(chance - sum(odds["removed"][i:])) < 1e-9
    assert abs(odds["p_destroyed"] - odds["removed"][-1]) < 1e-12
    assert abs(odds["p_half"] - odds["p_at_least"][-(-miniatures // 2)]) < 1e-12
    assert odds["percentiles"]["10"] <= odds["percentiles"]["50"] <= odds["percentiles"]["90"]
    clamped = min(max(odds["numbers"]["hr"], 1), 10) / 10
    only_half = odds["p_half"] - odds["p_destroyed"]
    assert abs(odds["p_holds"] - (1 - odds["p_destroyed"] - only_half * (1 - clamped))) < 1e-9


@given(
    unit=st.sampled_from(["yari-ashigaru", "katana-samurai", "ninjas"]),
    bonus=st.integers(-10, 10),
    die=st.integers(0, 10),
    standard_bearer=st.booleans(),
)
@quick
def test_an_honor_roll_agrees_with_itself(post: Post, unit: str, bonus: int, die: int, standard_bearer: bool) -> None:
    body = {"unit": unit, "standard_bearer": standard_bearer, "bonuses": [{"value": bonus, "reason": "x"}], "die": die}
    roll = post("honor", body).body
    assert roll["base"]["value"] + sum(why["value"] for why in roll["why"]) == roll["target"]
    faces = [post("honor", {**body, "die": face}).body["holds"] for face in range(1, 11)]
    assert sum(faces) / 10 == roll["chance"]
    assert roll["holds"] == faces[(die or 10) - 1]
