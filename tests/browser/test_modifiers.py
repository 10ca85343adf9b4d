"""Every modifier of K9 to K23 through the page: the situation is tapped together, and the number's "why?" is read.

The cases are those of the rules and of the API (`tests/modifier_cases.py`), so a chip that is missing fails here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, expect

from companion.play.kensei.fight.situation import CHIPS
from tests.browser.armies import Battle, aimed, situation_of
from tests.browser.hands import Hands
from tests.conftest import LiveServer
from tests.modifier_cases import MODIFIER_CASES, Body, ModifierCase

NUMBER = {"dc": "DC", "at": "AT", "df": "DF", "ar": "AR", "damage_bonus": "+"}
HOSTS = ("katana-samurai", "kiba-musha")
"""Units a character of a case stands in, on foot and mounted, where the case names none."""
NEUTRAL: dict[str, bool | str] = {
    "counter_charge": "",
    "defender_counter_charge": "",
    "zone": "front",
    "cover": "none",
    "terrain": "open",
    "moved": "none",
    "first_turn": True,
    "loaded": True,
}
"""What a chip says when it says nothing; every other one says no."""

BY_FIELD = {chip.field: chip for chip in CHIPS}


@dataclass
class Reading:
    """The numbers of one body as the page shows them, each with the terms of its "why?"."""

    numbers: dict[str, int]
    why: dict[str, list[tuple[str, str]]]


class Range:
    """One browser page that aims at table after table; bodies of the same armies are tapped one after the other."""

    def __init__(self, hands: Hands, server: LiveServer) -> None:
        self.hands = hands
        self.server = server
        self.readings: dict[str, Reading | Exception] = {}
        self.groups: dict[str, list[Body]] = {}
        for case in MODIFIER_CASES:
            for body in (case.fires, *case.quiet):
                group = self.groups.setdefault(_armies(body), [])
                if body not in group:
                    group.append(body)

    def read(self, body: Body) -> Reading:
        """What the page shows for this body; raises what went wrong when its situation was tapped together."""
        if _name(body) not in self.readings:
            self._read_all(self.groups[_armies(body)])
        found = self.readings[_name(body)]
        if isinstance(found, Exception):
            raise found
        return found

    def _read_all(self, bodies: list[Body]) -> None:
        battle = Battle(self.server.app, **bodies[0].get("settings", {}))
        mine, theirs = Fighter(battle, "a", bodies[0]["attacker"]), Fighter(battle, "b", bodies[0]["defender"])
        battle.begin()
        mine.reveal()
        theirs.reveal()
        battle.act("a", "aim", kind=bodies[0]["kind"], attacker=mine.piece, defender=theirs.piece)
        battle.give(self.hands.phone, "a")
        self._open(battle)
        if mine.hero and mine.hosted:
            self._press(self.hands.page.locator(f"#situation button[name=striker][value='{mine.hero}']"), True)
        if bodies[0]["attacker"].get("failed_break_away"):
            self.situate("failed_break_away", True)
        before: dict[str, Any] = {}
        for body in bodies:
            wanted = self._wanted(body, theirs)
            try:
                self._change(before, wanted)
                self._nothing_else(battle, wanted)
                self.readings[_name(body)] = self._look()
            except (AssertionError, Error) as wrong:
                self.readings[_name(body)] = wrong
                self._open(battle)
            before = wanted

    def _open(self, battle: Battle) -> None:
        self.hands.open(battle.path)
        self.hands.unfold("Situation")

    def _look(self) -> Reading:
        numbers = self.hands.numbers()
        assert numbers, f"the page refuses this attack: {self.hands.act.inner_text()[:300]}"
        return Reading({n: int(v) for n, v in numbers.items()}, {n: self.hands.why(n) or [] for n in numbers})

    def _wanted(self, body: Body, theirs: Fighter) -> dict[str, Any]:
        """The circumstances of a body by the field of the chip that sets each."""
        situation = dict(body["situation"])
        if theirs.hero and theirs.hosted:
            situation["aimed_at_character"] = theirs.hero
        elif situation.get("aimed_at_character"):
            situation["aimed_at_character"] = theirs.inside
        for side, ve in situation.pop("ve", {}).items():
            situation[f"ve_{side}"] = ve
        return situation

    def _change(self, before: dict[str, Any], wanted: dict[str, Any]) -> None:
        """Taps what differs from the body before. A second turn hides chips, so it is left first and entered last."""
        if before.get("counter_charge") == "won":
            before = {**before, "charging": True}  # who won contact charged, and the page set that chip itself
        if before.get("first_turn") is False and "first_turn" not in wanted:
            self.situate("first_turn", True)
        for field in before.keys() - wanted.keys() - {"first_turn"}:
            self.situate(field, NEUTRAL.get(field, False))
        for field in sorted(wanted.keys() - {"first_turn"}):
            self.situate(field, wanted[field])
        if "first_turn" in wanted:
            self.situate("first_turn", wanted["first_turn"])

    def _nothing_else(self, battle: Battle, wanted: dict[str, Any]) -> None:
        """No circumstance of an earlier body is left over."""
        for field, value in situation_of(battle).items():
            implied = field == "charging" and wanted.get("counter_charge") == "won"
            if field in BY_FIELD and field not in wanted and field != "failed_break_away" and not implied:
                assert value in (None, NEUTRAL.get(field, False)), (field, value)

    def situate(self, field: str, value: Any) -> None:
        """Taps a circumstance. What the page does not offer here cannot count here: the reading of "why?" shows it."""
        chips = f"#situation button[name='set.{field}']"
        if field == "distance_cm":
            self._distance(float(value))
        elif field in BY_FIELD and BY_FIELD[field].kind == "number":
            self._count(field, value)
        elif not self.hands.page.locator(chips).count():
            assert field in BY_FIELD, f"no chip sets {field}"
        elif BY_FIELD[field].kind == "flag":
            self._press(self.hands.page.locator(chips), bool(value))
        else:
            self._press(self.hands.page.locator(f"{chips}[value='{value}']"), True)

    def _count(self, field: str, value: int) -> None:
        """Steps a number up to the value, where the page offers it."""
        hidden = self.hands.page.locator(f"input[type=hidden][name=field][value='{field}']")
        forms = self.hands.page.locator("#situation form", has=hidden)
        for count in range(1, value + 1) if forms.count() else ():
            self.hands.tap(forms.locator(f"button[value='{count}']"))

    def _distance(self, cm: float) -> None:
        """Taps the band the distance lies in."""
        bands = self.hands.page.locator("[data-distance] fieldset button")
        edges = sorted(float(text) for text in bands.evaluate_all("keys => keys.map((key) => key.value)"))
        edge = next((one for one in edges if cm <= one), edges[-1])
        self._press(bands.and_(self.hands.page.locator(f"[value='{edge:g}']")), True)

    def _press(self, key: Locator, on: bool) -> None:
        if (key.get_attribute("aria-pressed") == "true") != on:
            self.hands.tap(key)


def _name(body: Body) -> str:
    return json.dumps(body, sort_keys=True)


def _armies(body: Body) -> str:
    """What two bodies must share to stand on one table."""
    return json.dumps([body["kind"], body["attacker"], body["defender"], body.get("settings")], sort_keys=True)


class Fighter:
    """One side of a body as a piece on the table: `hero` for a character, `hosted` where he stands in a unit."""

    def __init__(self, battle: Battle, seat: str, body: Mapping[str, Any]) -> None:
        self.battle = battle
        self.seat = seat
        self.hero = self.inside = ""
        self.hosted = bool(body.get("in_unit"))
        if "unit" in body:
            self.piece = battle.muster(seat, body["unit"], body["miniatures"])
            for one in body.get("characters", ()):
                self.inside = self._enlist(one, self.piece)
        elif self.hosted:
            self.piece = battle.muster(seat, HOSTS[bool(body.get("mounted"))])
            self.hero = self._enlist(body, self.piece)
        else:
            self.hero = self.piece = self._enlist(body, None)

    def _enlist(self, body: Mapping[str, Any], piece: str | None) -> str:
        outfit = {name: body[name] for name in ("weapon", "mounted") if body.get(name)}
        return self.battle.enlist(self.seat, body["character"], piece, **outfit)

    def reveal(self) -> None:
        """Who is hidden shows himself, for nobody fights from a hiding place."""
        heroes = [h for p in self.battle.state.of(self.seat) for h in p.heroes if h.hidden]
        for hero in heroes:
            self.battle.act(self.seat, "reveal", hero=hero.id)


@pytest.fixture(scope="module")
def range_(scout: Hands, ground: LiveServer) -> Range:
    return Range(scout, ground)


def fits(reason: str, term: str) -> bool:
    """Whether a term of the page, "reason section ruling", has this reason."""
    return re.fullmatch(re.escape(reason) + r"( \d+(:\d+)*( K\d+)?)?", term) is not None


@pytest.mark.parametrize("case", MODIFIER_CASES, ids=lambda case: case.id)
def test_the_page_shows_the_modifier_where_it_counts_and_only_there(range_: Range, case: ModifierCase) -> None:
    name = NUMBER[case.to]
    shown = range_.read(case.fires)
    terms = shown.why.get(name, [])
    assert [value for reason, value in terms if fits(case.reason, reason)] == [f"{case.value:+d}"], terms
    for body in case.quiet:
        terms = range_.read(body).why.get(name, [])
        assert not [reason for reason, _ in terms if fits(case.reason, reason)], (body, terms)


def test_a_tap_unfolds_the_reasons(range_: Range) -> None:
    """Each number of the strip: closed it shows no reason, a tap shows them all, and they add up."""
    battle = aimed(range_.server.app)
    battle.give(range_.hands.phone, "a")
    range_.hands.open(battle.path)
    for name, value in range_.hands.numbers().items():
        words = re.compile(rf"^\s*{re.escape(name)}\s")
        fold = range_.hands.act.locator("details", has=range_.hands.page.locator("> summary", has_text=words))
        expect(fold.locator("dl")).to_be_hidden()
        range_.hands.tap(fold.locator("> summary"))
        expect(fold.locator("dl")).to_be_visible()
        terms = range_.hands.why(name) or []
        assert terms[-1] == ("In all", value)
        assert sum(int(one) for _, one in terms[:-1]) == int(value)
        assert all(re.search(r" \d+(:\d+)*( K\d+)?$", reason) for reason, _ in terms[:-1]), (
            "every term names its section"
        )
