"""What a battle came to, told from its acts: units, decisive acts, luck, the report in words; and it is put away
(7:4:1)."""

import re

import pytest

from companion.play.kensei.end.story import MOST_DEEDS, Story, report, story
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import must
from companion.play.values import Passage
from tests.play.kensei.abilities.test_kensei_combat_abilities import stabbing
from tests.play.kensei.field import Field, fielded
from tests.playthroughs.runner import HERE, entries

PITCHED = {"battle": "pitched"}


def told(field: Field) -> Story:
    """The story of everything done on this field, from its beginning."""
    passages = list(field.passages())
    assert passages[-1].after == field.state
    return story(passages)


@pytest.fixture
def field() -> Field:
    """Eight archers of Ana against four swordsmen and six spears with a Busho of Ben."""
    return fielded("buke: yumi-samurai 6, taisho-buke", "katana-samurai 6 + daisho-samurai, yari-ashigaru 6", **PITCHED)


def unit(told: Story, piece: str) -> tuple[int, ...]:
    one = next(one for one in told.units if one.piece == piece)
    return one.left, one.dealt, one.suffered, one.destroyed, one.held, one.broken


def deeds(told: Story) -> list[tuple[int, str, str]]:
    return [(deed.turn, deed.seat, str(deed.sentence)) for deed in told.deeds]


def test_damage_losses_honor_and_luck_are_counted_for_both(field: Field) -> None:
    field.shoot("a1", "b2", "9 9 9", "9 9 9", "5 5 5")
    shot = field.chain()
    assert shot.landed is not None
    assert shot.landed.removed >= 3
    field.honor("b2", 1)
    left, found = field.piece("b2").miniatures, told(field)
    assert unit(found, "a1") == (6, shot.points, 0, 0, 0, 0)
    assert unit(found, "b2") == (left, 0, shot.points, 0, 1, 0)
    assert deeds(found) == [
        (1, "a", f"Yumi Samurai did {shot.points} damage to Yari Ashigaru, the most in one attack.")
    ]
    numbers = must(shot.numbers)
    dice, at, df = (numbers[name]["value"] for name in ("dc", "at", "df"))
    rows = {str(row.what): row.sides for row in found.luck}
    assert (rows["Hits"]["a"].dice, rows["Hits"]["a"].got) == (dice, 3)
    assert rows["Hits"]["a"].expected == pytest.approx(dice * (10 - at) / 10), "against the frozen numbers"
    assert rows["Hits"]["b"].dice == 0
    assert (rows["Saves"]["b"].got, rows["Saves"]["b"].expected) == (0, pytest.approx(3 * df / 10))
    assert (rows["Damage"]["a"].dice, rows["Damage"]["a"].got) == (3, shot.points)


def test_of_all_attacks_the_first_that_did_most_is_told(field: Field) -> None:
    field.act("b", "correct", piece="b1", miniatures=12, reason="reinforced")
    hardest = []
    for defender, hits in (("b1", "9"), ("b1", "9 9"), ("b2", "9"), ("b1", "9 9")):
        field.act("a", "mark", piece="a1", marker="unloaded", on=False)
        field.shoot("a1", defender, hits, hits, hits.replace("9", "5"))
        (deed,) = (words for _, _, words in deeds(told(field)) if "most in one attack" in words)
        hardest.append((field.chain().points, deed.split(" damage")[0].rpartition(" ")[2], "Katana" in deed))
    points = [one for one, _, _ in hardest]
    assert [told for _, told, _ in hardest] == [str(max(points[: n + 1])) for n in range(4)]
    assert points[0] < points[1] == points[3]
    assert all(katana for _, _, katana in hardest)


def test_a_confrontation_is_told_of_the_two_who_fought_it() -> None:
    led = "buke: katana-samurai 10 + busho-buke katana"
    field, duel = fielded(led, led, phase="combat", **PITCHED), "t1.combat.a1+b1.ah1>bh1"
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    field.act("a", "challenge", combat="t1.combat.a1+b1", hero="ah1", other="bh1")
    field.act("b", "meet", duel=duel)
    field.act("a", "duel-die", step=f"{duel}.in.ah1", face=8)
    field.act("b", "duel-die", step=f"{duel}.in.bh1", face=2)
    field.strike("a1", "b1", "9 9 9 9 9", "9 9 9 9 9", "9 9 9 9 9", striker="ah1")
    assert not field.hero_of("bh1").alive
    points = field.chain().points
    one, other = "Busho Buke (Katana Samurai 1)", "Busho Buke (Katana Samurai 2)"
    assert deeds(told(field)) == [
        (1, "a", f"{one} slew the general {other}."),
        (1, "a", f"{one} did {points} damage to {other}, the most in one attack."),
    ], "not their units"


def test_the_damage_of_an_ability_is_told_with_who_did_it() -> None:
    field = stabbing(9, 2)
    field.act("a", "roll", step=field.state.asks[0].id, faces=[9, 3, 8])
    found = told(field)
    assert (unit(found, "a1")[1], unit(found, "b1")[2]) == (11, 11)
    assert (1, "a", "Geisha slew the general Busho Buke.") in deeds(found)
    luck = {str(row.what): row.sides for row in found.luck}["Damage"]["a"]
    assert (luck.dice, luck.got, luck.expected) == (3, 11, pytest.approx(3 * 2.8)), "each die less his AR 3"
    lost = told(stabbing(1, 9))
    assert [unit(lost, piece)[1:3] for piece in ("a1", "b1")] == [(0, 3), (0, 0)], "she hurt herself"


def test_the_dice_of_those_who_strike_as_they_fall_are_told() -> None:
    passages = [Passage(*one[1:]) for one in entries((HERE / "combat_abilities.play").read_text(encoding="utf8"))]
    place = next(n for n, one in enumerate(passages) if ".last." in one.event.data.get("step", ""))
    was, now = story(passages[:place]), story(passages[: place + 1])
    damage = [next(row.sides["a"] for row in one.luck if str(row.what) == "Damage") for one in (was, now)]
    assert (damage[1].dice - damage[0].dice, damage[1].got - damage[0].got) == (2, 8), "7 and 3, each less AR 1"
    pairs = zip(now.units, was.units, strict=True)
    more = {one.title: (one.dealt - old.dealt, one.suffered - old.suffered) for one, old in pairs}
    assert {title: did for title, did in more.items() if any(did)} == {"Onna-Bushi": (8, 0), "Kengo": (0, 8)}


def test_who_outlived_his_unit_is_told_by_his_own_name() -> None:
    field = fielded("katana-samurai 8", "yumi-samurai 6 + geisha", **PITCHED)
    field.act("b", "correct", piece="b1", miniatures=0, reason="swept away")
    field.act("a", "touch", one="a1", other="b1")
    field.leave()
    field.strike("a1", "b1", "9 9 9 9", "9 9 9 9", "9 9 9 9")
    assert "Katana Samurai did 32 damage to Geisha, the most in one attack." in [
        text for *_, text in deeds(told(field))
    ]


def test_who_destroyed_whom_is_told_with_its_turn_and_what_stands_again_is_not(field: Field) -> None:
    field.act("b", "correct", piece="b2", miniatures=1, reason="arrows")
    field.next_turn(skip=True)
    field.shoot("a1", "b2", "9 9", "9 9", "9 9")
    assert not field.piece("b2").standing
    assert (2, "a", "Yumi Samurai destroyed Yari Ashigaru.") in deeds(told(field))
    assert unit(told(field), "a1")[3] == 1
    field.act("b", "correct", piece="b2", miniatures=1, reason="miscounted")
    assert [words for _, _, words in deeds(told(field)) if "destroyed" in words] == []
    assert unit(told(field), "a1")[3] == 0


def test_the_general_counts_above_all_and_only_the_dearest_are_told() -> None:
    units = "yari-ashigaru 6, " * MOST_DEEDS
    field = fielded(f"buke: {units}taisho-buke", "katana-samurai 6", **PITCHED)
    for piece in [one.id for one in field.state.of("a")]:
        field.off_table(piece)
    found = deeds(told(field))
    assert len(found) == MOST_DEEDS
    assert found[-1] == (1, "a", "Lost: the general Taisho Buke.")
    assert found[0] == (1, "a", "Yari Ashigaru 1 fled off the table.")


def test_harm_that_waits_when_the_battle_ends_is_told_too() -> None:
    field = fielded("katana-samurai 6 + daisho-samurai", "yari-ashigaru 6", **PITCHED)
    field.strike("a1", "b1", "9 9", "9 9", "9 9", wait=True)
    field.act("a", "end", winner="a")
    assert field.piece("b1").miniatures < 6
    dealt = unit(told(field), "a1")[1]
    assert dealt > 0
    assert unit(told(field), "b1")[2] == dealt


def test_who_still_hides_is_not_told_of() -> None:
    field = fielded("katana-samurai 6 + geisha", "yari-ashigaru 6", **PITCHED)
    assert field.piece("a1").heroes[0].hidden
    field.act("b", "end", winner="b")
    assert "Geisha" not in str(told(field))
    assert all("Geisha" not in str(line) for line in report(field.view(None), told(field), {}))


def test_the_report_names_the_players(field: Field) -> None:
    field.shoot("a1", "b2", "9 9 9", "9 9 9", "5 5 5")
    field.honor("b2", 10, 5, 5)
    field.act("b", "off-table", piece="b2")
    field.act("b", "end", winner="a")
    lines = [str(line) for line in report(field.view(None), told(field), {"a": "Ana", "b": ""})]
    assert lines[:2] == ["Ana has won the battle.", "The players ended it. The battle lasted until turn 1."]
    price = next(score.points for score in field.view(None).scores if score.seat == "a")
    assert f"  Points: {price}" in lines
    assert f"    {price}  Yari Ashigaru went off the table" in lines
    assert "  Turn 1, side B: Yari Ashigaru fled off the table." in lines
    assert "  Taisho Buke: no damage done or taken" in lines
    assert any(line.startswith("  Hits, Ana: 3 of ") for line in lines)
    assert any(line.startswith("  Honor rolls passed, side B: 0 of 1 die, 0.") for line in lines), lines


@pytest.mark.parametrize("name", ["skirmish", "kensei_combat", "aftermath"])
def test_a_whole_session_adds_up_to_what_its_log_says(name: str) -> None:
    text = (HERE / f"{name}.play").read_text(encoding="utf8")
    acts = entries(text)
    found = story(Passage(before, event, after) for _, before, event, after in acts)
    thrown = [int(damage) for damage in re.findall(r"  log: Damage dice [^:]*: (\d+) damage", text)]
    assert thrown
    last = acts[-1][3]
    in_the_air = sum(chain.points or 0 for chain in last.chains if chain.landed is None)
    assert sum(unit.dealt for unit in found.units) == sum(thrown) - in_the_air
    assert sum(unit.suffered for unit in found.units) == sum(unit.dealt for unit in found.units)
    hits = sum(int(n) for n in re.findall(r"  log: [^\n]*? (?:dice|die), (\d+) hits?[.,]", text))
    assert sum(luck.got for luck in next(row.sides for row in found.luck if str(row.what) == "Hits").values()) == hits
    for unit in found.units:
        piece = last.piece(unit.piece)
        assert (unit.left, unit.gone) == (piece.miniatures, not piece.standing)


def test_each_side_writes_one_line_that_both_read() -> None:
    field = fielded("katana-samurai 8", "katana-samurai 8")
    said = field.act("a", "note", text="a1 stands 12 cm from the forest")
    assert said == "Side A notes where things stand: a1 stands 12 cm from the forest"
    field.act("b", "note", text="we attack")
    field.act("a", "note", text="a1 stands 10 cm from the forest")
    for seat in ("a", "b", None):
        assert field.view(seat).notes == {"a": "a1 stands 10 cm from the forest", "b": "we attack"}
    assert field.act("b", "note") == "Side B removes its note."
    assert field.view("a").notes == {"a": "a1 stands 10 cm from the forest"}
    assert KENSEI.load(KENSEI.dump(field.state)) == field.state
    assert "200" in field.refused("a", "note", text="x" * 201)
