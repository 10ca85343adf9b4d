"""The table judges a brought list as the builder does, whatever is wrong with it, and lets it be played."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.armies.draft import army_of, draft_of
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.rules.kensei.army import Army, Breach, CharacterEntry, UnitEntry, problems
from companion.rules.text import Refusal
from tests.play.armies.test_bring import act, did, start, table_with
from tests.play.kensei.field import Field
from tests.rules.kensei.army.lists import Doc, army, documents


def told(found: tuple[Breach, ...]) -> Counter[tuple[Any, ...]]:
    """Problems without the names of entries, which are other ids at the table."""
    return Counter((p.code, p.rule, p.level, len(p.about), p.have, p.allowed) for p in found)


def codes(table: State) -> list[str]:
    """What its own side is told is wrong with a."""
    return [problem.code for problem in KENSEI.view(table, "a").side("a").problems]


def brought(document: Doc) -> tuple[Army, State] | None:
    """A list as the builder keeps it, and the table it was brought to; None where no table could place it."""
    kept = army_of(draft_of(army(document)))
    agreed = str(kept.koku_limit) if kept.level == 10 and kept.koku_limit else ""
    table = start(level=str(kept.level), koku=agreed)
    after = act(table, "a", "bring", army=document_of(kept.without_bench))
    if isinstance(after, Refusal):
        assert not kept.fielded or any(not unit.miniatures for unit in kept.fielded), str(after)
        return None
    return kept, after


@settings(max_examples=50)
@given(documents())
def test_both_say_the_same_is_wrong(document: Doc) -> None:
    found = brought(document)
    if found is None:
        return
    kept, table = found
    seen = KENSEI.view(table, "a").side("a")
    assert told(seen.problems) == told(problems(kept, catalog()))
    assert KENSEI.load(KENSEI.dump(table)) == table


@settings(max_examples=25)
@given(documents(), st.randoms(use_true_random=False))
def test_an_illegal_list_is_played_like_any_other(document: Doc, dice: Random) -> None:
    found = brought(document)
    if found is None or not found[1].pieces:
        return
    kept, table = found
    table = did(table, "b", "muster", unit="katana-samurai", miniatures=6)
    table = did(did(table, "b", "ready"), "a", "ready")
    assert table.sides["a"].legal == (not problems(kept, catalog()))
    field = Field()
    field.state = table
    for piece in tuple(table.of("a")):
        for seat, striker, target in (("a", piece.id, "b1"), ("b", "b1", piece.id)):
            _fight(field, dice, seat, striker, target)
    for seat in ("a", "b", None):
        KENSEI.view(field.state, seat)


def _fight(field: Field, dice: Random, seat: str, striker: str, target: str) -> None:
    """An attack with any dice, to its end, where there is anybody left to make it."""
    kind = dice.choice(["melee", "shot"])
    if isinstance(field.try_act(seat, "aim", kind=kind, attacker=striker, defender=target), Refusal):
        return
    field.act(seat, "aim", kind=kind, attacker=striker, defender=target)
    while field.state.running:
        due, seen = KENSEI.due(field.state)[0], KENSEI.view(field.state, seat).attack
        assert seen is not None
        if seen.refusal or not due.data["dice"]:
            field.act(seat, "cancel", step=due.step)
        else:
            faces = [dice.randrange(10) for _ in range(due.data["dice"])]
            field.act(due.seat, "roll", step=due.step, faces=faces)


ALONE = (CharacterEntry("c1", "busho-buke", "katana", False, "u1"), CharacterEntry("c2", "shinobi", kind="denuki"))
AMBUSH = Army("buke", 3, (UnitEntry("u1", "katana-samurai", 4), UnitEntry("u2", "yari-ashigaru", 5)), ALONE,
              taisho_abilities=("banzai",))  # fmt: skip


def test_a_shinobi_sent_away_is_on_no_table_until_he_shows_himself() -> None:
    without = Army("buke", 3, AMBUSH.units, ALONE[:1])
    views = []
    for one in (AMBUSH, without):
        table = table_with(one)
        table = did(did(did(table, "b", "muster", unit="katana-samurai"), "a", "ready"), "b", "ready")
        views.append([KENSEI.view(table, eyes) for eyes in ("b", None)])
        assert KENSEI.has_secret(table) == (one is AMBUSH)
        if one is without:
            assert isinstance(act(table, "a", "reveal", hero="ax-shinobi"), Refusal)
    assert views[0] == views[1], "neither he nor the general's abilities are the other side's to know"
    table = table_with(AMBUSH)
    own = KENSEI.view(table, "a").side("a")
    assert [(one.title, one.kind) for one in own.absent] == [("Shinobi", "denuki")]
    assert [one.id for one in own.abilities] == ["banzai"]
    table = did(did(did(table, "b", "muster", unit="katana-samurai"), "a", "ready"), "b", "ready")
    shown = did(table, "a", "reveal", hero="ax-shinobi")
    assert [p.title for p in shown.of("a")][-1] == "Shinobi"
    assert "denuki" not in repr(KENSEI.view(shown, "b")).lower()
    assert KENSEI.secrets(shown) == {"abilities a"}, "what the general has learned is still his own"


def test_who_leads_is_whom_the_list_names() -> None:
    two = tuple(CharacterEntry(f"c{n}", "daisho-samurai", joins=f"u{n}") for n in (1, 2))
    list_ = Army("buke", 3, AMBUSH.units, two, general="c2")
    table = table_with(list_, level="3")
    generals = [(p.unit, h.general) for p in KENSEI.view(table, "a").pieces for h in p.heroes]
    assert generals == [("katana-samurai", False), ("yari-ashigaru", True)]
    assert "joins-heinin" in codes(table)
    assert did(table, "a", "ready").sides["a"].legal is False, "the table says so, and lets it be played"


def test_without_a_level_only_the_ranks_are_judged() -> None:
    crowd = (*ALONE[:1], CharacterEntry("c2", "daisho-samurai", joins="u1"))
    table = table_with(Army("buke", 1, AMBUSH.units, crowd))
    assert codes(table) == ["joins-two"]
    assert did(table, "a", "ready").sides["a"].legal is None


def test_names_are_cleaned_as_if_they_were_typed() -> None:
    units = (UnitEntry("u1", "katana-samurai", 4, name="\u202eGu\u2028ard\x07  of  " + "x" * 40),)
    army_ = Army(
        "buke", 3, units, (CharacterEntry("c1", "busho-buke", name="Ba\nba"),), clan="Ta\u2066keda", mon="skull"
    )
    table = table_with(army_)
    assert next(table.of("a")).name == "Gu ard of " + "x" * 30
    assert [h.name for p in table.of("a") for h in p.heroes] == ["Ba ba"]
    assert (table.sides["a"].clan, table.sides["a"].mon) == ("Ta keda", ""), "no such crest is offered"


def test_more_koku_are_agreed_on_at_level_ten_only() -> None:
    rich = Army("buke", 10, tuple(UnitEntry(f"u{n}", "katana-samurai", 12) for n in range(12)), ALONE[:1])
    for koku, wrong in (("", True), ("4000", True), ("4320", False), ("9000", False)):
        table = table_with(rich, level="10", koku=koku)
        assert ("koku-over" in codes(table)) == wrong, koku
    for level, koku in (("9", "5000"), ("", "5000"), ("10", "3999"), ("10", "100001"), ("10", "much"), ("10", "-5")):
        refused = KENSEI.start({"level": level, "koku": koku})
        assert isinstance(refused, Refusal), koku
        assert ("agree on 4000 to 100000" if level == "10" else "at level 10 only") in str(refused)


def test_abilities_can_be_done_without() -> None:
    table = table_with(AMBUSH, level="3")
    table = did(did(table, "a", "ability", ability="bushido-law", on="true"), "a", "dismiss", piece="a2")
    assert "ability-choice" in codes(table)
    table = did(table, "a", "ability", ability="banzai", on="false")
    assert table.sides["a"].taisho_abilities == ("bushido-law",)
    assert "ability-choice" not in codes(table)
    assert isinstance(act(table, "a", "ability", ability="sleep", on="true"), Refusal)


def test_a_unit_beyond_its_bounds_can_be_set_right_step_by_step() -> None:
    units = (UnitEntry("u1", "katana-samurai", 14), UnitEntry("u2", "katana-samurai", 2))
    table = table_with(Army("buke", 3, units, ALONE[:1]), level="3")
    assert [code for code in codes(table) if code != "joins-full"] == ["unit-too-large", "unit-too-small"]
    table = did(did(table, "a", "size", piece="a1", miniatures=13), "a", "size", piece="a2", miniatures=3)
    for piece, miniatures in (("a1", 14), ("a2", 2)):
        assert isinstance(act(table, "a", "size", piece=piece, miniatures=miniatures), Refusal)
    table = did(did(did(table, "b", "muster", unit="kengo"), "b", "ready"), "a", "ready")
    table = did(table, "a", "correct", piece="a1", miniatures=13, accumulated_damage=1, reason="a scratch")
    assert isinstance(act(table, "a", "correct", piece="a1", miniatures=14, reason="more"), Refusal)
