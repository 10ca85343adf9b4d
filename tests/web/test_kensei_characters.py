"""Characters in the rows of their units: AC, orders, join and leave; hidden ones on no other page (4:3:4)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Sitting, for_both, notice, order_row, words

BUSHO = "ah1"
PAGES = ("", "/log", "/forces", "/log.txt")


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's archers with a Busho and her swordsmen with a hidden Geisha face Ben's spears; Ana acts first."""
    sitting = Sitting(app, battle="pitched")
    sitting.ana.musters("yumi-samurai", "katana-samurai", path="kuge")
    sitting.ana.act("enlist", character="busho-kuge", piece="a1", weapon="katana")
    sitting.ana.act("enlist", character="geisha", piece="a2")
    sitting.ben.act("muster", unit="yari-ashigaru")
    sitting.ready(first="a")
    return sitting


def test_a_character_has_his_own_ac_orders_and_targets_in_his_units_row(sitting: Sitting) -> None:
    shown = order_row(sitting.ana, BUSHO)
    assert 'aria-label="3 of 3 AC left"' in shown
    assert re.findall(r'name="precision" value="(\w+)"', shown) == ["false", "true"]
    assert re.findall(r'name="target" value="(\w+)"', shown) == ["b1", "b1"]
    assert not re.search(r'name="precision"[^>]*checked', shown), "nothing is chosen that nobody chose"
    assert "Leave the unit" in shown
    theirs = sitting.ben.get().text
    assert f'id="order-{BUSHO}"' not in theirs
    assert 'aria-label="3 of 3 AC left"' in theirs, "both see what he has"
    sitting.ana.act("order", piece=BUSHO, do="load", anyway="true")
    assert "1 unit has an order: announce it." in words(sitting.ana)
    assert "an order" not in words(sitting.ben)
    sitting.ana.act("announce", piece=BUSHO, do="shoot", target="b1", precision="false")
    assert "Busho Kuge: load · shoot at Yari Ashigaru" not in words(sitting.ben)
    assert "load · shoot at Yari Ashigaru" in words(sitting.ben)
    assert "Busho Kuge load, shoot at Yari Ashigaru" in words(sitting.ana)
    sitting.ana.act("carry", piece=BUSHO)
    assert sitting.state.running is not None


def test_one_phone_for_both_has_them_too_but_of_who_hides(app: Flask) -> None:
    """Although it shows nobody's secrets."""
    one = for_both(app, battle="pitched")
    one.musters("yumi-samurai", "*busho-kuge", "katana-samurai", "*geisha", path="kuge")
    one.act("muster", unit="yari-ashigaru", seat="b")
    for seat in "ab":
        one.act("ready", seat=seat)
    one.act("first", first="a")
    shown = order_row(one, BUSHO)
    assert re.findall(r'name="target" value="(\w+)"', shown) == ["b1", "b1"]
    assert "Leave the unit" in shown
    assert 'name="do" value="load"' in shown
    assert "Geisha" not in words(one)
    one.act("quit", hero=BUSHO)
    assert "Busho Kuge leaves Yumi Samurai and stands alone." in words(one, "/log")
    assert re.findall(r'name="unit" value="(\w+)"', order_row(one, f"alone-{BUSHO}")) == ["a1", "a2"]


def test_a_hidden_character_is_on_no_other_page_and_his_player_is_told_what_shows_him(sitting: Sitting) -> None:
    shown = order_row(sitting.ana, "ax-geisha")
    assert "an act here shows everybody who it is" in shown
    assert 'name="shows" value="true"' in shown
    for page in PAGES:
        assert "geisha" not in sitting.ben.get(page).text.lower()
        assert "geisha" not in sitting.watcher.get(page).text.lower()
    refused = sitting.ana.tap("quit", hero="ax-geisha")
    assert refused.status_code == 422
    assert "shows him to everybody" in notice(refused)
    assert "geisha" not in "".join(sitting.ben.get(page).text.lower() for page in PAGES)
    sitting.ana.act("quit", hero="ax-geisha", shows="true")
    assert "Geisha leaves Katana Samurai" in words(sitting.ben, "/log")


def test_breaking_away_asks_both_phones_and_then_who_follows(app: Flask) -> None:
    sitting = Sitting(app, battle="pitched")
    for phone, hero in ((sitting.ana, "*busho-buke"), (sitting.ben, "*daisho-samurai")):
        phone.musters("katana-samurai", hero, path="buke")
    sitting.ready(first="a")
    sitting.ana.act("touch", one="a1", other="b1")
    assert "Break away from Katana Samurai" in order_row(sitting.ana, BUSHO)
    assert "Leave the unit" not in order_row(sitting.ana, BUSHO)
    sitting.ana.act("break-away", hero=BUSHO, enemy="b1")
    for phone, dice in ((sitting.ana, 2), (sitting.ben, 1)):
        assert "Busho Buke breaks away from Katana Samurai 2." in words(phone)
        assert len(re.findall(r'name="face" value="\d+"', phone.get().text)) == 10 * dice, "each that is due"
        phone.act("pad", step=f"t1.break.{BUSHO}.in.{phone.seat}", die="0", face="10" if phone.seat == "a" else "1")
    assert "Who goes after him?" in words(sitting.ben)
    assert "who goes after Busho Buke?" in words(sitting.ana)
    assert re.findall(r'name="follower" value="(\w+)"', sitting.ben.get().text) == ["bh1"]
    assert "Roll 2 dice to see how far, in any direction." in words(sitting.ana)
    sitting.ana.act("roll", step=f"t1.break.{BUSHO}.dice", app="true")
    sitting.ben.act("follow", step=f"t1.break.{BUSHO}.follow")
    assert "Busho Buke has got away" in words(sitting.ben)
