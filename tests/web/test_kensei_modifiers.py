"""Every modifier of K9 to K23 through the page: its keys put the situation together, and the number's "why?" is read.

The cases are those of the rules (`tests/modifier_cases.py`), so a chip that is missing fails here. That
a finger finds each chip is `tests/browser/test_situation.py`'s.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import Config
from companion.play.kensei.fight.situation import CHIPS
from companion.web.security import COOKIE
from companion.web.services import Services
from tests.browser.armies import Battle, situation_of, step
from tests.databases import empty_database
from tests.modifier_cases import MODIFIER_CASES, Body, ModifierCase
from tests.web.keys import Key, keys_of
from tests.web.phones import notice

NUMBER = {"dc": "DC", "at": "AT", "df": "DF", "ar": "AR", "damage_bonus": "+"}
HOSTS = ("katana-samurai", "kiba-musha")
"""Units a character of a case stands in, on foot and mounted, where the case names none."""
BY_FIELD = {chip.field: chip for chip in CHIPS}


WHY = re.compile(
    r'<details class="why number".*?<span class="name">(.*?)</span> <b>(.*?)</b>.*?<dl class="terms">(.*?)</dl>', re.S
)
"""A number of the strip: its name, what it is, and its terms."""
TERM = re.compile(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", re.S)
EXACT = re.compile(r'<details class="exact".*?</details>', re.S)
"""The steps up and down from the band of a distance."""


def words(html: str) -> str:
    """What this part of a page says."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).replace("−", "-").split())


Reading = dict[str, list[tuple[str, str]]]
"""The numbers of one body as the page shows them, each with the terms of its "why?"."""


class Range:
    """One phone that aims at table after table; bodies of the same armies are put together one after the other."""

    def __init__(self, app: Flask) -> None:
        self.app = app
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
        battle = Battle(self.app, **bodies[0].get("settings", {}))
        mine, theirs = Fighter(battle, "a", bodies[0]["attacker"]), Fighter(battle, "b", bodies[0]["defender"])
        battle.begin()
        mine.reveal()
        theirs.reveal()
        for body in bodies:
            battle.act("a", "aim", kind=body["kind"], attacker=mine.piece, defender=theirs.piece)
            aim = Aim(battle)
            try:
                if mine.hero and mine.hosted:
                    aim.press("striker", mine.hero)
                wanted = self._wanted(body, theirs)
                for field in sorted(wanted, key=lambda field: (field == "first_turn", field)):
                    aim.situate(field, wanted[field])  # a second turn hides chips, so it is entered last
                self.readings[_name(body)] = aim.look()
            except AssertionError as wrong:
                self.readings[_name(body)] = wrong
            battle.act("a", "cancel", step=step(battle))

    def _wanted(self, body: Body, theirs: Fighter) -> dict[str, Any]:
        """The circumstances of a body by the field of the chip that sets each."""
        situation = dict(body["situation"])
        if body["attacker"].get("failed_break_away"):
            situation["failed_break_away"] = True
        if theirs.hero and theirs.hosted:
            situation["aimed_at_character"] = theirs.hero
        elif situation.get("aimed_at_character"):
            situation["aimed_at_character"] = theirs.inside
        for side, ve in situation.pop("ve", {}).items():
            situation[f"ve_{side}"] = ve
        return situation


class Aim:
    """A phone without a screen at an attack that is aimed."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.client: FlaskClient = battle.app.test_client()
        self.client.set_cookie(COOKIE, battle.cookie("a"))
        self.shown: list[Key] = []
        """The keys of the page that is shown; none once one of them was tapped."""

    def look(self) -> Reading:
        page = self.client.get(self.battle.path).text
        found = {words(name): TERM.findall(terms) for name, _, terms in WHY.findall(page)}
        assert found, f"the page refuses this attack: {words(page)[:300]}"
        return {name: [(words(reason), words(value)) for reason, value in terms] for name, terms in found.items()}

    def keys(self, name: str) -> list[Key]:
        """The keys of the page that set this."""
        if not self.shown:
            page = self.client.get(self.battle.path).text
            self.shown = keys_of(re.sub(EXACT, "", page))
        return [key for key in self.shown if name in key]

    def tap(self, key: Key) -> None:
        self.shown = []
        answer = self.client.post(f"{self.battle.path}/tap", data=key)
        assert answer.status_code == 303, notice(answer)

    def press(self, name: str, value: str) -> None:
        """Taps the one key of the page that sets this value."""
        [key] = [key for key in self.keys(name) if key[name] == value]
        self.tap(key)

    def situate(self, field: str, value: Any) -> None:
        """Taps a circumstance. What the page does not offer here cannot count here: the reading of "why?" shows it."""
        name = f"set.{field}"
        if field == "distance_cm":
            edges = sorted({float(key[name]) for key in self.keys(name)})
            edge = next((one for one in edges if float(value) <= one), edges[-1])
            self.choose(field, edge, f"{edge:g}")
            return
        assert field in BY_FIELD, f"no chip sets {field}"
        if BY_FIELD[field].kind == "number":
            self.count(field, value)
        elif self.keys(name):
            self.choose(field, value, {True: "yes", False: "no"}.get(value, value))

    def choose(self, field: str, value: Any, name: str) -> None:
        """Taps the key of a value, unless that is chosen already."""
        now = situation_of(self.battle)[field]
        if (now or "") != (value or ""):
            self.press(f"set.{field}", name)

    def count(self, field: str, value: int) -> None:
        """Steps a number up to the value, where the page offers it."""
        for count in range(1, value + 1):
            for key in self.keys("value"):
                if (key.get("field"), key["value"]) == (field, str(count)):
                    self.tap(key)
                    break


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
def range_(pages: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Range]]:
    """One server for all cases; other tests of this worker have put something else under the app meanwhile."""
    services = Services(Config(database_url=empty_database(tmp_path_factory.mktemp("range") / "tables.sqlite3")))
    made = Range(pages)

    def ready() -> Range:
        pages.extensions["gunbai"] = services
        return made

    yield ready
    services.close()


def fits(reason: str, term: str) -> bool:
    """Whether a term of the page, "reason section ruling", has this reason."""
    return re.fullmatch(re.escape(reason) + r"( \d+(:\d+)*( K\d+)?)?", term) is not None


@pytest.mark.parametrize("case", MODIFIER_CASES, ids=lambda case: case.id)
def test_the_page_shows_the_modifier_where_it_counts_and_only_there(
    range_: Callable[[], Range], case: ModifierCase
) -> None:
    name = NUMBER[case.to]
    terms = range_().read(case.fires).get(name, [])
    way = (" worse" if case.value > 0 else " better") if name == "AT" and case.value else ""
    assert [value for reason, value in terms if fits(case.reason, reason)] == [f"{case.value:+d}{way}"], terms
    for body in case.quiet:
        terms = range_().read(body).get(name, [])
        assert not [reason for reason, _ in terms if fits(case.reason, reason)], (body, terms)
