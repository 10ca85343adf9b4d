"""The page of what was forgotten: from the result to the consequences, and what happens to dice that are gone."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Sitting, battle
from tests.web.test_asks import answer

CHAIN = "t1.a1>b1.shot"


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's archers have missed with all ten dice."""
    return shot(app, hits=0)


def shot(app: Flask, hits: int) -> Sitting:
    sitting = battle(app, ("yumi-samurai 10",), ("katana-samurai",))
    sitting.ana.act("aim", kind="shot", attacker="a1", defender="b1")
    sitting.ana.act("situate", step=f"{CHAIN}.at", **{"set.distance_cm": "30"})
    for bins in ({"bin.hits": hits}, {"bin.tens": 0}):
        sitting.ana.act("pad", step=f"{CHAIN}.at", **bins)
    return sitting


def page(phone: Phone, **said: str) -> str:
    found = phone.client.get(f"{phone.path}/forgot", query_string={"chain": CHAIN, **said})
    assert found.status_code == 200
    return re.sub(r"\s+", " ", found.text)


LUCK = {"to": "at", "amount": "-1", "reason": "luck"}


def test_the_result_leads_to_what_was_forgotten_and_asks_one_thing_at_a_time(sitting: Sitting) -> None:
    board = sitting.ana.get().text
    assert "/forgot?chain=t1.a1" in board
    sheets = [part.split("</li>")[0] for part in board.split('id="by-hand-')[1:]]
    assert any("/forgot?chain=t1.a1" in one for one in sheets), "it is also under By hand of the unit it is about"
    assert "/forgot?chain=t1.a1" in sitting.ana.get("/more").text
    assert "What was forgotten?" in page(sitting.ana)
    assert "How many of the attack dice show 6?" in page(sitting.ana, **LUCK)
    more = {**LUCK, "answers.at.between": "1"}
    assert "Roll 1 die more for the defense" in page(sitting.ana, **more)
    last = {**more, "answers.df.more.saved": "1"}
    shown = page(sitting.ana, **last)
    assert "This would change" in shown
    assert "AT 6 → 5" in shown
    seen = re.search(r'name="seen" value="(\d+)"', shown)
    assert seen
    done = sitting.ana.post("/forgot", chain=CHAIN, key="forgot-key-1", seen=seen[1], **last)
    assert done.status_code == 303
    assert "Forgotten when Yumi Samurai attacked Katana Samurai" in sitting.ben.get("/log").text


def test_lines_that_are_no_longer_true_say_so(app: Flask) -> None:
    """A blow is counted anew below its own lines: they stay as what fell, marked."""
    sitting = shot(app, hits=3)
    assert 'name="seen"' in page(sitting.ben, **{"set.cover": "heavy"}), "he names it as he picks up his dice"
    sitting.ben.act("roll", step=f"{CHAIN}.df", **{"bin.saved": "3", "bin.saved_marked": "0", "bin.tens": "0"})
    said = {"chain": CHAIN, **LUCK, "answers.at.between": "1", "answers.df.more.saved": "1"}
    seen = re.search(r'name="seen" value="(\d+)"', page(sitting.ana, **said))
    assert seen
    assert sitting.ana.post("/forgot", key="forgot-key-2", seen=seen[1], **said).status_code == 303
    answer(sitting.ben, sitting, yes=True)
    lines = sitting.ben.get("/log").text.split("<li ")
    assert ["3 hits" in line for line in lines if "counted anew above" in line] == [True]
    exported = sitting.ben.get("/log.txt").text
    assert "10 dice, 3 hits. (counted anew)" in exported


def test_dice_that_are_gone_and_answers_that_cannot_be_are_sentences(sitting: Sitting) -> None:
    gone = sitting.ana.client.get(f"{sitting.ana.path}/forgot", query_string={"chain": f"{CHAIN}/7"})
    assert gone.status_code == 404
    assert "The dice of that attack are not entered, or were undone or corrected since." in gone.text
    assert "11 cannot be: 0 to 10 are possible." in page(sitting.ana, **LUCK, **{"answers.at.between": "11"})
    assert "Say how much the modifier is, and why." in page(sitting.ana, to="at")


def test_dice_entered_face_by_face_are_corrected_on_the_pad_of_faces(sitting: Sitting) -> None:
    sitting.ana.act("mark", piece="a1", marker="unloaded", on="false")
    sitting.ana.act("aim", kind="shot", attacker="a1", defender="b1")
    step = f"{CHAIN}/2.at"
    sitting.ana.act("situate", step=step, **{"set.distance_cm": "30"})
    for die in range(10):
        sitting.ana.act("pad", step=step, die=str(die), face="1")
    entry = sitting.tables.last_entry(sitting.id, None, step)
    path = f"{sitting.ana.path}/log/{entry}"
    shown = sitting.ana.client.get(path).text
    assert shown.count('name="die"') == 10
    assert 'name="faces" aria-label' not in shown
    assert re.search(r'name="at" value="0"', shown)
    tapped = sitting.ana.client.get(path, query_string={"faces": ["1"] * 10, "at": "2", "face": "10"}).text
    assert re.findall(r'name="faces" value="(\d)"', tapped)[:10] == list("1101111111")
    assert re.search(r'name="at" value="3"', tapped), "the next die is chosen"
    assert re.search(r'name="at" value="7"', sitting.ana.client.get(path, query_string={"at": "2", "die": "7"}).text)
