"""The table judges a brought list as the builder does, whatever is wrong with it, and lets it be played."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.armies.draft import army_of, draft_of
from companion.play.kensei.game import KENSEI
from companion.rules.kensei.army import Army, Breach, CharacterEntry, UnitEntry, problems
from companion.rules.text import Refusal
from tests.play.armies.test_bring import table_with
from tests.play.kensei.field import Field
from tests.rules.kensei.army.lists import Doc, army, documents


def told(found: tuple[Breach, ...]) -> Counter[tuple[Any, ...]]:
    """Problems without the names of entries, which are other ids at the table."""
    return Counter((p.code, p.rule, p.level, len(p.about), p.have, p.allowed) for p in found)


def codes(table: Field) -> list[str]:
    """What its own side is told is wrong with a."""
    return [problem.code for problem in table.view("a").side("a").problems]


def brought(document: Doc) -> tuple[Army, Field] | None:
    """A list as the builder keeps it, and the table it was brought to; None where no table could place it."""
    kept = army_of(draft_of(army(document)))
    agreed = str(kept.koku_limit) if kept.level == 10 and kept.koku_limit else ""
    table = Field(level=str(kept.level), koku=agreed)
    said = table.attempt("a", "bring", army=document_of(kept.without_bench))
    if isinstance(said, Refusal):
        assert not kept.fielded or any(not unit.miniatures for unit in kept.fielded), str(said)
        return None
    return kept, table


@settings(max_examples=50)
@given(documents(), st.randoms(use_true_random=False))
def test_both_say_the_same_is_wrong_and_it_is_played_like_any_other(document: Doc, dice: Random) -> None:
    found = brought(document)
    if found is None:
        return
    kept, table = found
    assert told(table.view("a").side("a").problems) == told(problems(kept, catalog()))
    assert KENSEI.load(KENSEI.dump(table.state)) == table.state
    if not table.state.pieces:
        return
    table.army("b", "katana-samurai 6").begin()
    assert table.state.sides["a"].legal == (not problems(kept, catalog()))
    first, *_ = table.state.of("a")
    for seat, striker, target in (("a", first.id, "b1"), ("b", "b1", first.id)):
        _fight(table, dice, seat, striker, target)
    for seat in ("a", "b", None):
        table.view(seat)


def _fight(field: Field, dice: Random, seat: str, striker: str, target: str) -> None:
    """An attack with any dice, to its end, where there is anybody left to make it."""
    kind = dice.choice(["melee", "shot"])
    field.attempt(seat, "aim", kind=kind, attacker=striker, defender=target)
    while field.state.running:
        due, seen = field.due()[0], field.view(seat).attack
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
        table = table_with(one).army("b", "katana-samurai").begin()
        views.append([table.view(eyes) for eyes in ("b", None)])
        assert KENSEI.has_secret(table.state) == (one is AMBUSH)
        if one is without:
            assert table.refused("a", "reveal", hero="ax-shinobi")
    assert views[0] == views[1], "neither he nor the general's abilities are the other side's to know"
    table = table_with(AMBUSH)
    own = table.view("a").side("a")
    assert [(one.title, one.kind) for one in own.absent] == [("Shinobi", "denuki")]
    assert [one.ability.id for one in own.sheet] == ["banzai"]
    table.army("b", "katana-samurai").begin().act("a", "reveal", hero="ax-shinobi")
    assert [p.title for p in table.state.of("a")][-1] == "Shinobi"
    assert "denuki" not in repr(table.view("b")).lower()
    assert KENSEI.secrets(table.state) == {"abilities a"}, "what the general has learned is still his own"


def test_who_leads_is_whom_the_list_names_and_without_a_level_only_the_ranks_are_judged() -> None:
    two = tuple(CharacterEntry(f"c{n}", "daisho-samurai", joins=f"u{n}") for n in (1, 2))
    table = table_with(Army("buke", 3, AMBUSH.units, two, general="c2"), level="3")
    generals = [(p.unit, h.general) for p in table.view("a").pieces for h in p.heroes]
    assert generals == [("katana-samurai", False), ("yari-ashigaru", True)]
    assert "joins-heinin" in codes(table)
    table.act("a", "ready")
    assert table.state.sides["a"].legal is False, "the table says so, and lets it be played"
    table = table_with(Army("buke", 1, AMBUSH.units, (*ALONE[:1], CharacterEntry("c2", "daisho-samurai", joins="u1"))))
    assert codes(table) == ["joins-two"]
    table.act("a", "ready")
    assert table.state.sides["a"].legal is None


def test_names_are_cleaned_as_if_they_were_typed() -> None:
    units = (UnitEntry("u1", "katana-samurai", 4, name="\u202eGu\u2028ard\x07  of  " + "x" * 40),)
    army_ = Army(
        "buke", 3, units, (CharacterEntry("c1", "busho-buke", name="Ba\nba"),), clan="Ta\u2066keda", mon="skull"
    )
    table = table_with(army_).state
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
    table.act("a", "ability", ability="bushido-law", on="true")
    table.act("a", "dismiss", piece="a2")
    assert "ability-choice" in codes(table)
    table.act("a", "ability", ability="banzai", on="false")
    assert table.state.sides["a"].taisho_abilities == ("bushido-law",)
    assert "ability-choice" not in codes(table)
    assert table.refused("a", "ability", ability="sleep", on="true")


def test_a_unit_beyond_its_bounds_can_be_set_right_step_by_step() -> None:
    units = (UnitEntry("u1", "katana-samurai", 14), UnitEntry("u2", "katana-samurai", 2))
    table = table_with(Army("buke", 3, units, ALONE[:1]), level="3")
    assert [code for code in codes(table) if code != "joins-full"] == ["unit-too-large", "unit-too-small"]
    for piece, nearer, back in (("a1", 13, 14), ("a2", 3, 2)):
        table.act("a", "size", piece=piece, miniatures=nearer)
        assert table.refused("a", "size", piece=piece, miniatures=back)
    table.army("b", "kengo").begin()
    table.act("a", "correct", piece="a1", miniatures=13, accumulated_damage=1, reason="a scratch")
    assert table.refused("a", "correct", piece="a1", miniatures=14, reason="more")
