"""Every modifier of K9 to K23 at a table: its chips put the situation together, and the number's "why?" is read.

The cases are those of the rules (`tests/modifier_cases.py`), so a chip that is missing fails here. That
a finger finds each chip, and each number's reasons, is `tests/browser/test_situation.py`'s.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.content import catalog
from companion.play.kensei.fight.view import EACH
from companion.rules.text import Modifier
from tests.modifier_cases import MODIFIER_CASES, Body, ModifierCase
from tests.play.kensei.field import Field, attack_of, fielded

NUMBER = {"dc": "DC", "at": "AT", "df": "DF", "ar": "AR", "damage_bonus": EACH}
HOSTS = ("katana-samurai", "kiba-musha")
"""Units a character of a case stands in, on foot and mounted, where the case names none."""


class Fighter:
    """One side of a body as a piece on the table: `hero` for a character, `hosted` where he stands in a unit."""

    def __init__(self, field: Field, seat: str, body: Mapping[str, Any]) -> None:
        self.field, self.seat = field, seat
        self.hero = self.inside = ""
        self.hosted = bool(body.get("in_unit"))
        self.count = body.get("miniatures")
        if "unit" in body:
            self.piece = self._mustered(body["unit"])
            for one in body.get("characters", ()):
                self.inside = self._enlisted(one, self.piece)
        elif self.hosted:
            self.piece = self._mustered(HOSTS[bool(body.get("mounted"))])
            self.hero = self._enlisted(body, self.piece)
        else:
            self.hero = self.piece = self._enlisted(body, None)

    def _mustered(self, unit: str) -> str:
        self._walks(catalog().units[unit].path)
        return self.field.unit(self.seat, unit)

    def _enlisted(self, body: Mapping[str, Any], piece: str | None) -> str:
        self._walks(catalog().characters[body["character"]].path)
        outfit = {name: body[name] for name in ("weapon", "mounted") if body.get(name)}
        return self.field.hero(self.seat, body["character"], piece, **outfit)

    def _walks(self, path: str | None) -> None:
        if path:
            self.field.act(self.seat, "side", path=path)

    def stands(self) -> None:
        """Counts no army may begin with are set by hand; who is hidden shows himself, to fight."""
        if self.count is not None and self.field.piece(self.piece).miniatures != self.count:
            self.field.act(self.seat, "correct", piece=self.piece, miniatures=self.count, reason="for the test")
        for hero in [h for p in self.field.state.of(self.seat) for h in p.heroes if h.hidden]:
            self.field.act(self.seat, "reveal", hero=hero.id)


def read(body: Body, to: str) -> tuple[Modifier, ...]:
    """The terms of one number of this attack, put together by what is offered."""
    field = Field(**body.get("settings", {}))
    mine, theirs = Fighter(field, "a", body["attacker"]), Fighter(field, "b", body["defender"])
    field.begin()
    mine.stands()
    theirs.stands()
    striker = {"striker": mine.hero} if mine.hero and mine.hosted else {}
    field.aim(body["kind"], mine.piece, theirs.piece, **striker)
    for name, value in wanted(body, theirs):
        if name == "distance_cm" or name in [chip.field for chip in attack_of(field).chips]:
            field.act("a", "situate", step=field.step(), field=name, value=value)
    attack = attack_of(field)
    assert attack.refusal is None, attack.refusal
    return next((number.modifiers for name, number in attack.numbers if name == NUMBER[to]), ())


def wanted(body: Body, theirs: Fighter) -> list[tuple[str, Any]]:
    """The circumstances of a body by the field of the chip that sets each; a second turn, which hides chips, last."""
    situation = dict(body["situation"])
    if body["attacker"].get("failed_break_away"):
        situation["failed_break_away"] = True
    if theirs.hero and theirs.hosted:
        situation["aimed_at_character"] = theirs.hero
    elif situation.get("aimed_at_character"):
        situation["aimed_at_character"] = theirs.inside
    for side, ve in situation.pop("ve", {}).items():
        situation[f"ve_{side}"] = ve
    return sorted(situation.items(), key=lambda one: (one[0] == "first_turn", one[0]))


@pytest.mark.parametrize("case", MODIFIER_CASES, ids=lambda case: case.id)
def test_the_table_shows_the_modifier_where_it_counts_and_only_there(case: ModifierCase) -> None:
    terms = read(case.fires, case.to)
    assert [term.value for term in terms if str(term.reason) == case.reason] == [case.value], terms
    for body in case.quiet:
        terms = read(body, case.to)
        assert case.reason not in [str(term.reason) for term in terms], (body, terms)


def test_who_won_a_counter_charge_has_charged() -> None:
    field = fielded("katana-samurai", "yari-ashigaru")
    for won, charging in (("won", True), ("lost", False)):
        field.aim("melee", "a1", "b1", counter_charge=won)
        assert field.chain().situation.charging is charging
        field.act("a", "cancel", step=field.step())
