"""The end of a battle as pages and text show it: names, what each unit did, decisive acts, luck; the same for all."""

from __future__ import annotations

import itertools
import re

import pytest
from flask import Flask

from companion.play.kensei.game import KENSEI
from tests.web.phones import Sitting, agreed, allow, battle, for_both, words


@pytest.mark.parametrize(("winner", "ends"), [("a", True), ("b", False), ("draw", False)])
def test_once_somebody_has_won_any_other_result_is_asked_for(app: Flask, winner: str, ends: bool) -> None:
    sitting = battle(app, ("katana-samurai",), ("yari-ashigaru",))
    sitting.ben.act("correct", piece="b1", miniatures="0", reason="miscounted")
    page = sitting.ana.get().text
    keys, others = page[page.index('value="end"') - 900 :].split("Another result …")
    assert ("Ask the other player" in keys, "Ask the other player" in others) == (False, True), "and the keys say so"
    free, asked = sitting.ana.get("/more").text.split('name="winner"', 1)[1].split("Ask the other player")
    assert (free.count("has won"), asked.count('name="winner"')) == (1, 2)
    sitting.ana.act("end", winner=winner)
    assert bool(sitting.state.over) == ends
    assert [ask.kind for ask in sitting.table.asks] == ([] if ends else ["enter"])


def test_neither_a_value_set_by_hand_nor_a_correction_ends_it_on_one_players_word(app: Flask) -> None:
    """Else one player alone would open the other's sealed army."""
    sitting = battle(app, ("katana-samurai",), ("yari-ashigaru",))
    ana, ben = sitting.ana, sitting.ben
    ben.act("seal", text="in the second wood")
    gone = {"piece": "b1", "miniatures": "0", "reason": "miscounted"}
    ana.act("first", first="a")
    ana.post(f"/log/{sitting.table.seq}/amend", key="correct-key-01", what="anew", type="correct", **gone)
    assert sitting.state.standing("b"), "though he has gone on since"
    allow(ben, "no")
    ana.act("correct", **gone)
    assert "Ask the other player" in words(ana).split("End the battle: Ana has won")[0]
    ana.act("end", winner="a")
    assert "Ana asks to enter: Ana has won: the battle is over." in words(ben)
    assert "second wood" not in words(ana)
    allow(ben)
    assert sitting.state.over == "a"


def test_one_phone_for_both_seats_asks_nobody(app: Flask) -> None:
    phone = for_both(app, ("yari-ashigaru",), ("yari-ashigaru",))
    phone.act("correct", piece="b1", miniatures="0", reason="miscounted")
    assert "Ask the other player" not in words(phone)
    phone.act("end", winner="b")
    assert "Ben has won" in words(phone)


@pytest.fixture
def ended(app: Flask) -> Sitting:
    """Ana's archers shot Ben's spears to pieces in turn 1, and Ben gave up."""
    sitting = Sitting(app, battle="pitched")
    sitting.ana.act("side", path="buke", mon="tomoe")
    sitting.ana.act("muster", unit="yumi-samurai")
    sitting.ben.musters("yari-ashigaru", "katana-samurai", "*geisha")
    sitting.ready()
    sitting.ana.act("correct", piece="b1", seat="b", miniatures="1", reason="miscounted")
    sitting.ana.act("aim", kind="shot", attacker="a1", defender="b1")
    sitting.ana.act("situate", step=sitting.due, **{"set.distance_cm": "40"})
    while sitting.state.running:
        due = KENSEI.due(sitting.state)[0]
        for die in range(due.data["dice"]):
            (sitting.ana if due.seat == "a" else sitting.ben).act("pad", step=due.step, die=str(die), face="9")
    agreed(sitting.ben, sitting.ana, "end", winner="a")
    return sitting


def test_the_end_tells_units_decisive_acts_and_luck_to_everybody_alike(ended: Sitting) -> None:
    for phone in (ended.ana, ended.ben, ended.watcher):
        page = words(phone)
        for part in (
            "Ana has won the battle",
            "Decisive moments",
            "Yumi Samurai destroyed Yari Ashigaru. turn 1",
            "1 enemy brought down",
            "Luck",
            "Hits 4 (",
            "Ana has won: the battle is over.",
        ):
            assert part in page
        report = phone.get("/log.txt").text
        assert "Ana has won: the battle is over." in report
        assert phone is ended.ben or "Geisha" not in page + report
    top, log = ended.watcher.get("/log.txt").text.split("\nLog:\n")
    assert top.splitlines()[1] == "Ana has won the battle."
    assert "  Turn 1, Ana: Yumi Samurai destroyed Yari Ashigaru." in top
    assert "Yumi Samurai shot at Yari Ashigaru" in log
    assert "side A has won" not in ended.ana.get("/log").text
    act = re.search(r'<section class="card ended.*?<footer', ended.ana.get().text, re.S)
    assert act
    assert "Luck" in act[0]
    for sign in ('class="rule"', 'class="ruling"'):
        assert sign not in act[0], "the page of the end has no section and no ruling in it"


def test_what_was_taken_back_is_no_part_of_the_story_and_before_the_end_nothing_stands_above_the_log(
    ended: Sitting,
) -> None:
    passed = ended.tables.passages(ended.id)
    assert passed[-1].after == ended.state
    assert passed[-1].event.type == "end"
    assert all(one.after == then.before for one, then in itertools.pairwise(passed))
    ended.ben.post("/undo", key="undo-key-000001", act=str(ended.table.seq))
    if ended.table.asks:
        allow(ended.ana)
    assert not ended.state.over
    assert "Log:" not in ended.watcher.get("/log.txt").text
    assert "Decisive moments" not in words(ended.ana)
    assert ended.tables.passages(ended.id) == passed[:-1]
    assert ended.tables.passages("nowhere") == ()
