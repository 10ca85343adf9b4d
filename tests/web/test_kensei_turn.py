"""What pages of a battle say of the turn around the fights."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Sitting, battle


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's riders and their Taisho stand before Ben's swordsmen with a Bushi; a pitched battle."""
    sitting = Sitting(app, battle="pitched")
    sitting.ana.musters("kiba-musha", path="buke")
    sitting.ana.act("enlist", character="taisho-buke", piece="a1", mounted="true")
    sitting.ben.musters("katana-samurai", "*daisho-samurai", "yari-ashigaru")
    sitting.ready()
    return sitting


def panel(phone: Phone) -> str:
    """The act of this phone in words and buttons."""
    found = re.search(r'<section class="act .*?</section>\s*</div>', phone.get().text, re.S)
    assert found
    return re.sub(r"\s+", " ", found[0])


def test_each_phone_has_ten_keys_for_its_own_die_and_the_winner_one_tap(sitting: Sitting) -> None:
    for phone, seat in ((sitting.ana, "a"), (sitting.ben, "b")):
        shown = panel(phone)
        assert len(re.findall(r'name="face" value="\d+"', shown)) == 10
        assert f'name="step" value="t1.command.{seat}"' in shown
        assert "HR of" in shown
        assert "7:4:2" in shown
        assert f'id="by-hand-{seat}1-melee"' in phone.get().text, "nothing waits for it"
    assert "Commandment roll: 1 die and HR" in panel(sitting.ana)
    sitting.ana.act("pad", step="t1.command.a", die="0", face="10")
    assert "Ben makes the Commandment roll." in panel(sitting.ana)
    sitting.ben.act("pad", step="t1.command.b", die="0", face="1")
    assert "You act first" in panel(sitting.ana)
    assert "Ana says who acts first." in panel(sitting.ben)
    sitting.ana.act("first", first="b")
    assert "command" not in panel(sitting.ana)
    form = sitting.ana.client.get("/new?game=kensei").text
    assert re.search(r'name="battle" value="pitched" checked', form)
    assert re.search(r'name="battle" value="head-hunt" checked', sitting.ana.client.get("/new?battle=head-hunt").text)


def next_turn(sitting: Sitting) -> None:
    turn = sitting.state.turn
    sitting.ben.act("done", turn=str(turn))
    while sitting.state.turn == turn:
        sitting.ana.act("leave", turn=str(turn), phase=sitting.state.phase, skip="true")


def test_who_runs_away_is_called_back_or_runs_on(sitting: Sitting) -> None:
    sitting.ana.act("mark", piece="a1", marker="fleeing", on="true")
    next_turn(sitting)
    sitting.ana.act("first", first="a")
    shown = panel(sitting.ana)
    assert "Regroup Kiba Musha, or let the flight go on." in shown
    assert "Regroup: 1 point, " in shown
    assert "Leave the phase anyway" not in shown, "each side ends its own orders first"
    assert "3 of 3 Commandment Points" in sitting.ana.get().text
    assert "Regroup Kiba Musha" not in panel(sitting.ben)
    assert "Regroup Kiba Musha" in sitting.ben.get().text, "the other side sees what is owed, and may enter it"
    assert "flee again</button>" not in shown
    sitting.ana.act("mark", piece="b1", marker="regroup", on="true")
    sitting.ana.act("mark", piece="b2", marker="regroup", on="true")
    assert "flee again</button>" not in panel(sitting.ben), "a side is asked in its own orders"
    sitting.ana.act("off-table", piece="a1")
    sitting.ana.act("done", turn=str(sitting.state.turn))
    assert "All 2 flee again</button>" in panel(sitting.ben)


def test_the_end_of_a_turn_says_what_comes_off_and_how_the_points_stand(sitting: Sitting) -> None:
    sitting.ana.act("mark", piece="a1", marker="run", on="true")
    sitting.ana.act("mark", piece="b1", marker="fleeing", on="true")
    sitting.ben.act("mark", piece="b2", marker="fleeing", on="true")
    sitting.ana.act("off-table", piece="b2")
    assert "Turn 1 of 6" in sitting.ana.get().text
    for phase in ("orders", "combat"):
        sitting.ana.act("leave", turn="1", phase=phase, skip="true")
    page = re.sub(r"\s+", " ", sitting.ben.get().text)
    for part in (
        "Turn 1 ends: take these markers off.",
        "Ran",
        "Turn the run-away marker over: Katana Samurai",
        "Yari Ashigaru went off the table",
    ):
        assert part in page
    forces = re.sub(r"\s+", " ", sitting.ben.get("/forces").text)
    assert "Points so far" in forces
    assert "Yari Ashigaru went off the table" in forces


def test_who_plays_on_past_the_last_turn_may_end_it_at_the_table_at_any_time(app: Flask) -> None:
    armies = (("katana-samurai", "yumi-samurai"), ("katana-samurai",))
    sitting = battle(app, *armies, first="a", battle="head-hunt", turns="1")
    sitting.ana.act("correct", piece="b1", miniatures="3", reason="miscounted")
    assert "End the battle …" not in panel(sitting.ana)
    sitting.ben.act("done", turn="1")
    sitting.ana.act("done", turn="1")
    sitting.ana.act("leave", turn="1", phase="resolution")
    assert sitting.state.turn == 2
    shown = panel(sitting.ana)
    assert "End the battle …" in shown
    assert re.findall(r'class="button( primary)?(?: side-\w)?" name="winner" value="(\w+)"', shown) == [
        (" primary", "a"),
        ("", "b"),
        ("", "draw"),
    ]
    assert "Ana: 1 point, Ben: 0 points." in re.sub(r"<[^>]*>", "", shown)
    assert re.findall(r'points">(\d+) pts', sitting.watcher.get().text) == ["1", "0"]
    more = sitting.ben.get("/more").text
    assert re.search(r'class="button primary side-a" name="winner" value="a"', more), "the same is suggested there"


def test_the_last_turn_offers_the_end_and_the_end_says_why(app: Flask) -> None:
    sitting = battle(app, ("katana-samurai",), ("katana-samurai",), battle="head-hunt", turns="1")
    assert "This is the last turn." in panel(sitting.ana)
    sitting.ana.act("correct", piece="b1", miniatures="1", reason="miscounted")
    sitting.ana.act("first", first="a")
    sitting.ben.act("done", turn="1")
    sitting.ana.act("done", turn="1")
    shown = panel(sitting.ben)
    assert "End the battle: Ana has won" in shown
    assert "Another result" in shown
    assert "Play on anyway" in shown, "they may go on all the same"
    sitting.ben.act("end", winner="a")
    page = re.sub(r"\s+", " ", sitting.ana.get().text)
    lost = sitting.state.pieces[1].at_start - 1
    assert f"Points: {lost} against 0." in page
    assert f"{lost} of Katana Samurai" in page
