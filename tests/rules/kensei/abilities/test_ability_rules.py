"""Every row of the table of abilities against the rules: when, which roll, what follows, until when (12:5, 12:6)."""

from collections.abc import Mapping
from dataclasses import astuple, fields, replace
from typing import Any

from companion.content import catalog
from companion.rules.kensei.abilities.rule import AbilityRule, Lasts, Moment
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.turn.effects import LASTING
from companion.rules.text import Text
from tests.play.kensei.abilities.table import ROWS, Row, each, form_of, rule

WHO = Combatant(catalog().units["kengo"], miniatures=2)
GEISHA = Combatant(catalog().characters["geisha"])
FOE = Combatant(catalog().units["katana-samurai"], miniatures=5, characters=(GEISHA,))
ALL_WELL = Moment(
    WHO, charges=True, enemies=(FOE,), turns_in_contact=2, turn=2, fleeing_friends=2, card_laid=True, all_laid=True
)
"""Nothing stands against any ability."""
OBSTACLES: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "engaged": ({"engaged": True}, "Kengo cannot use it while engaged."),
    "no-charge": ({"charges": False}, "It needs a charge: order one for Kengo."),
    "flank": ({"charged_in": "flank"}, "The charge does not come from the front of Kengo."),
    "apart": ({"enemies": ()}, "Nobody is in contact with Kengo."),
    "nobody": ({"enemies": (replace(FOE, characters=()),)}, "No enemy character is in contact with Kengo."),
    "no-geisha": ({"enemies": (replace(FOE, characters=()),)}, "No revealed enemy Geisha is in contact with Kengo."),
    "first-turn": ({"turns_in_contact": 1}, "Only from the second turn of a combat on: this is the first of Kengo."),
    "shot": ({"has_shot": True}, "Kengo cannot use it after shooting this turn."),
    "shooting": ({"shoots": True}, "Kengo cannot both use it and shoot in one turn."),
    "hidden": ({"hidden": True}, "She is still hidden: show the Kengo first."),
    "turn-1": ({"turn": 1}, "Only from the second turn on."),
    "one-runs": ({"fleeing_friends": 1}, "Only with two or more units in flight."),
    "late-card": ({"card_laid": False}, "Only for the card that the other side has just laid."),
    "cards-left": ({"all_laid": False}, "Once all cards are laid, before they are turned up."),
}
"""What can stand against one, as the table knows it, and the sentence."""


def test_every_form_of_every_ability_has_one_row() -> None:
    known = catalog()
    forms = [(id_, form.id, False) for id_, one in known.ability_rules.items() for form in one.forms]
    forms += [(id_, form.id, True) for id_, one in known.taisho_rules.items() for form in one.forms]
    assert set(known.ability_rules) == set(known.abilities)
    assert set(known.taisho_rules) == set(known.taisho_abilities)
    assert sorted((row.ability, row.form_id, row.taisho) for row in ROWS) == sorted(forms)


@each
def test_no_cell_is_empty(row: Row) -> None:
    empty = [cell.name for cell in fields(row) if cell.name != "taisho" and not str(getattr(row, cell.name)).strip()]
    assert not empty


def said(outcomes: tuple[Any, ...]) -> str:
    return ", ".join(" ".join(map(str, (type(one).__name__, *astuple(one)))) for one in outcomes) or "-"


@each
def test_the_rules_say_what_the_row_says(row: Row) -> None:
    form, known = form_of(row), catalog()
    entry = (known.taisho_abilities if row.taisho else known.abilities)[row.ability]
    assert (form.window, said(form.won), said(form.lost)) == (row.window, row.won, row.lost)
    kind = form.roll or entry.ki_roll
    assert (kind if kind == "none" else f"{kind} {form.attribute}") == row.roll


@each
def test_it_is_about_whom_the_row_says(row: Row) -> None:
    form = form_of(row)
    whom = form.whom
    told = [whom.pool, "many" * whom.many, "after" * whom.after]
    told += [f"{whom.within_cm} cm" if whom.within_cm else "", f"{whom.count} of them" if whom.count else ""]
    assert " ".join(one for one in told if one) == (row.whom if row.whom != "-" else "none")
    assert str(whom.asks).endswith("?")
    lends = "-" if form.lenders == "none" else f"{form.lenders} {form.lent_to}"
    assert lends == row.lends
    assert form.times == (3 if row.once == "3 rolls" else 0)
    assert rule(row).until_success is (row.once == "success")


def test_what_is_not_there_is_none() -> None:
    assert AbilityRule("x", ()).form() is None
    cry = catalog().ability_rules["battle-cry"]
    assert [str(form.label) for form in cry.forms] == [
        "the charge is 1D10 cm shorter",
        "−2 IN and −1 HR for those charged",
    ]
    assert cry.form("charging") is cry.forms[1]
    assert cry.form("other") is None


@each
def test_it_ends_when_the_row_says(row: Row) -> None:
    lasting = [one for one in (*form_of(row).won, *form_of(row).lost) if isinstance(one, Lasts)]
    ends: set[str] = {LASTING[one.effect].ends for one in lasting} or {"always" if row.won == "-" else "at once"}
    assert ends == {row.end}


@each
def test_it_has_its_place_when_nothing_stands_against_it_and_only_then(row: Row) -> None:
    against = form_of(row).against
    assert against(ALL_WELL) is None
    expected = [OBSTACLES[name] for name in row.no.split() if name != "-"]
    for changed, _ in OBSTACLES.values():
        words = against(replace(ALL_WELL, **changed))
        sentence = next((sentence for change, sentence in expected if change == changed), None)
        assert (str(words) if words else None) == sentence, changed


def test_a_counter_charge_is_a_charge_to_who_cries_but_not_to_a_banzai() -> None:
    moment = replace(ALL_WELL, charges=False, countercharges=True)
    cry, banzai = (form_of(next(r for r in ROWS if (r.ability, r.window) == one)) for one in CHARGES)
    assert cry.against(moment) is None
    assert isinstance(banzai.against(moment), Text)


CHARGES = (("battle-cry", "charging"), ("banzai", "order"))
