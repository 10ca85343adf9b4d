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


def test_one_phone_for_both_gives_orders_to_both_but_to_who_hides_and_shows_no_draft(app: Flask) -> None:
    army = ("yumi-samurai", "*busho-kuge", "katana-samurai", "*geisha")
    one = for_both(app, army, ("yari-ashigaru",), path="kuge", first="a", battle="pitched")
    shown = order_row(one, BUSHO)
    assert re.findall(r'name="target" value="(\w+)"', shown) == ["b1", "b1"]
    assert "Leave the unit" in shown
    assert 'name="do" value="load"' in shown
    assert "Geisha" not in words(one)
    one.act("announce", seat="b", piece="b1", do="advance")
    assert re.search(r"</svg>\s*march", order_row(one, "b1"))
    one.act("order", piece="a1", do="advance")
    assert 'class="unit-order"' not in order_row(one, "a1"), "a draft is behind the curtain too"
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
