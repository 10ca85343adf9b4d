"""The resolution phase on the phones: cards of the combats, and what can be tapped in them (chapter 11)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.play.kensei.game import KENSEI
from tests.web.phones import Phone, Sitting, battle


def words(part: str) -> str:
    """What is read of a piece of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", part).split())


def card(phone: Phone, id: str) -> str:
    """The card of a combat."""
    found = re.search(rf'<section class="card combat" id="combat-{id}">.*?</section>', phone.get().text, re.S)
    assert found, "there is no such card"
    return found[0]


def roll(sitting: Sitting, *rolls: str) -> None:
    """The dice that are due, one roll after the other."""
    for faces in rolls:
        due = KENSEI.due(sitting.state)[0]
        phone = sitting.ana if due.seat == "a" else sitting.ben
        count, given = due.data["dice"], faces.split()
        for die, face in enumerate([*given, *["1"] * (count - len(given))]):
            phone.act("pad", step=due.step, die=str(die), face=face)


def facing(app: Flask) -> Sitting:
    """Swordsmen and spearmen of each side."""
    army = ("katana-samurai 8", "yari-ashigaru 9")
    return battle(app, army, army)


def defeated(sitting: Sitting) -> Sitting:
    """Ana's swordsmen have just defeated Ben's."""
    sitting.ana.act("leave", turn="1", phase="orders")
    sitting.ana.act("aim", kind="melee", attacker="a1", defender="b1")
    roll(sitting, "9 9 9", "9 9 9", "5 5 5")
    sitting.ana.act("leave", turn="1", phase="combat")
    return sitting


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Nobody has rolled for honor."""
    return defeated(facing(app))


def panel(phone: Phone) -> str:
    """The act at the foot of a page."""
    found = re.search(r'<section class="act.*?</section>', phone.get().text, re.S)
    assert found
    return found[0]


def test_the_results_stand_on_every_page_with_their_reasons_and_what_is_owed_in_the_card(sitting: Sitting) -> None:
    """Its die is given without a tap that opens the roll; to who owes none no die is offered."""
    owed, die = (f'name="{name}" value="t1.combats.honor.b1{more}"' for name, more in (("owed", ""), ("step", ".die")))
    for phone in (sitting.ana, sitting.ben, sitting.watcher):
        told = words(card(phone, "a1-b1"))
        assert "Katana Samurai 1 against Katana Samurai 2" in told
        assert "strikes of Katana Samurai 1 10:5 K57 +9" in told
        assert "Difference 9. Defeated: Katana Samurai 2. § 11:2 K27" in told
        assert "9 is more than the 5 VE left." in told
        assert "Katana Samurai 2 must make an honor roll. § 11:2:3" in told
        assert (die in phone.get().text) == (phone is sitting.ben)
    assert "must make an honor roll. defeated in combat Roll 1 die. 4 or less holds." in words(panel(sitting.ben))
    assert owed in card(sitting.ana, "a1-b1")
    assert "Still owed" not in sitting.ana.get().text, "it is not listed twice"
    assert owed not in card(sitting.watcher, "a1-b1"), "who watches rolls nothing"
    sitting.ana.tap("roll", step="t1.combats.honor.b1.die", app="true")
    assert sitting.state.rolls[0].die is None, "it is none of hers"
    sitting.ben.act("honor", piece="b1", owed="t1.combats.honor.b1")
    assert "Roll 1 die." in sitting.ben.get().text
    sitting.ben.act("pad", step="t1.combats.honor.b1.die", die="0", face="9")
    assert "flee. Roll 2 dice to see how far." in words(panel(sitting.ben))


CHASE = "t1.combats.honor.b1.run.a1"


@pytest.fixture
def running(sitting: Sitting) -> Sitting:
    """Ben's swordsmen have run 14 cm."""
    sitting.ben.act("honor", piece="b1", owed="t1.combats.honor.b1")
    roll(sitting, "9", "6 8")
    return sitting


def test_pursue_stands_under_its_sentence_with_its_chance(running: Sitting) -> None:
    told = words(panel(running.ana))
    assert "may pursue Katana Samurai 2: 14 cm or more is enough. Pursue 2 dice · 28&nbsp;% Hold" in told
    assert "Pursue" not in panel(running.ben)
    assert "Pursue" in card(running.ben, "a1-b1"), "answered for Ana, where she called it across the table"
    assert "Pursue" not in card(running.watcher, "a1-b1")
    running.ana.act("pursue", step=f"{CHASE}.chase")
    assert "Hold after all" in panel(running.ana)
    assert "Answer for Ana here" in panel(running.ben)
    running.ana.act("pad", step=f"{CHASE}.dice", die="0", face="9")
    assert "Hold after all" not in panel(running.ana)


@pytest.fixture
def mourning(app: Flask) -> Sitting:
    """Ana's archers have just shot Ben's general."""
    sitting = battle(app, ("yumi-samurai 10",), ("*busho-kuge", "katana-samurai 8"), other_path="kuge")
    sitting.ben.act("correct", piece="bh1", hero="bh1", wounds="8", reason="miscounted")
    sitting.ana.act("aim", kind="shot", attacker="a1", defender="bh1")
    sitting.ana.act("situate", step=sitting.due, **{"set.distance_cm": "30"})
    roll(sitting, "9 9", "9 9", "9 9")
    return sitting


def test_who_stands_near_the_dead_general_is_asked_in_one_form(mourning: Sitting) -> None:
    asked = "Busho Kuge is dead. Who stands within 30 cm of him?"
    assert asked in words(panel(mourning.ben))
    assert 'name="near.b1"' in panel(mourning.ben)
    assert "Each of them will owe an honor roll." in words(panel(mourning.ben)), "why it is asked"
    assert asked not in panel(mourning.ana)
    assert "Answer for Ben here" in mourning.ana.get().text
    assert 'name="near.b1"' not in mourning.watcher.get().text
    assert (
        "Still to say who stands near the dead general: answer, or end the phase anyway."
        in mourning.ana.get("/more").text
    )
    mourning.ben.act("stood-near", step="t1.a1>bh1.shot.general.b.near", **{"near.b1": "yes"})
    assert "Katana Samurai must make an honor roll." in words(panel(mourning.ben))


def test_chips_say_what_the_flight_met_and_who_stopped_the_pursuers(running: Sitting) -> None:
    run = "t1.combats.honor.b1.run"
    for phone in (running.ana, running.ben):
        assert "through Yari Ashigaru" in words(card(phone, "a1-b1"))
    assert 'value="edge"' not in card(running.watcher, "a1-b1")
    running.ana.act("met", flight=run, what="friends", who="b2", on="yes", seat="b")
    assert re.search(r'aria-pressed="true">\s*through Yari Ashigaru', card(running.ben, "a1-b1"))
    assert "Fled through Yari Ashigaru 2: −1 HR and −1 IN" in words(card(running.ben, "a1-b1"))
    running.ana.act("pursue", step=f"{CHASE}.chase")
    roll(running, "1 1")
    assert "Yari Ashigaru 2 stopped Katana Samurai 1" in words(card(running.ana, "a1-b1"))
    running.ana.act("stopped", chase=CHASE, enemy="b2", on="yes")
    stopped = "Yari Ashigaru 2 stopped Katana Samurai 1 in pursuit: they are in contact"
    assert stopped in words(card(running.ben, "a1-b1"))
    running.ben.act("met", flight=run, what="edge", who="", on="yes")
    told = words(card(running.ana, "a1-b1"))
    assert "Katana Samurai 2 left the table: counted as destroyed. § 11:4:4 K84" in told
    assert "in its way" not in told


def test_a_flight_after_a_shot_has_a_card_of_its_own(app: Flask) -> None:
    sitting = battle(app, ("yumi-samurai 10",), ("katana-samurai 8",))
    sitting.ana.act("aim", kind="shot", attacker="a1", defender="b1")
    sitting.ana.act("situate", step=sitting.due, **{"set.distance_cm": "30"})
    roll(sitting, "9 9 9 9", "9 9 9 9", "5 5 5 5")
    sitting.ben.act("honor", piece="b1", owed="t1.a1>b1.shot.honor.b1")
    roll(sitting, "9", "6 8")
    page = sitting.ana.get().text
    assert 'id="flight-t1-a1&gt;b1-shot-honor-b1-run"' in page
    assert 'name="what" value="impassable"' in page
