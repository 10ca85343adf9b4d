"""What pages of a battle say of the turn around the fights."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Sitting


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's riders and their Taisho stand before Ben's swordsmen with a Bushi; a pitched battle."""
    sitting = Sitting(app, battle="pitched")
    sitting.ana.act("side", path="buke")
    sitting.ana.act("muster", unit="kiba-musha")
    sitting.ana.act("enlist", character="taisho-buke", piece="a1", mounted="true")
    sitting.ben.act("muster", unit="katana-samurai")
    sitting.ben.act("enlist", character="daisho-samurai", piece="b1")
    sitting.ben.act("muster", unit="yari-ashigaru")
    sitting.ana.act("ready")
    sitting.ben.act("ready")
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
        assert 'id="aim-melee"' in shown, "nothing waits for it"
    assert "Commandment roll: 1 die and HR" in panel(sitting.ana)
    sitting.ana.act("pad", step="t1.command.a", die="0", face="10")
    assert "Side B makes its Commandment roll." in panel(sitting.ana)
    sitting.ben.act("pad", step="t1.command.b", die="0", face="1")
    assert "You act first" in panel(sitting.ana)
    assert "Side A has the command and says who acts first." in panel(sitting.ben)
    sitting.ana.act("first", first="b")
    assert "command" not in panel(sitting.ana)


def test_the_app_rolls_a_die(sitting: Sitting) -> None:
    sitting.ana.act("roll", step="t1.command.a", app="true")
    assert list(sitting.state.command.dice) == ["a"]


def test_a_new_table_is_a_pitched_battle_unless_another_is_chosen(sitting: Sitting, app: Flask) -> None:
    form = sitting.ana.client.get("/new?game=kensei").text
    assert re.search(r'name="battle" value="pitched" checked', form)
    assert re.search(r'name="battle" value="head-hunt" checked', sitting.ana.client.get("/new?battle=head-hunt").text)
    assert sitting.state.battle == "pitched"
