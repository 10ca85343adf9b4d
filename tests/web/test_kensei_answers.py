"""Abilities that answer something, on the phones, and what rows and sheets say of abilities (12:5, 12:6:3)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Sitting, battle, for_both, notice, words

CHARGE = "t1.charge.a1>b1"


def use_keys(phone: Phone) -> list[str]:
    """The abilities that this phone offers besides orders, in their order."""
    forms = re.findall(r"<form[^>]*>.*?</form>", phone.get().text, re.S)
    found = (re.search(r'name="ability" value="([^"]+)"', form) for form in forms if 'value="use"' in form)
    return [one[1] for one in found if one]


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's samurai with a Geisha and her Kengo face Ben's spearmen, naginata monks and Kengo; Ana acts first."""
    sitting = Sitting(app, battle="pitched")
    sitting.ana.musters("katana-samurai", "*geisha", path="buke")
    sitting.ben.musters("yari-samurai", "no-dachi-samurai", "kengo", path="buke")
    return sitting


def test_the_setup_page_says_what_abilities_are_and_when_to_think_of_them(sitting: Sitting) -> None:
    shown = words(sitting.ben)
    assert "Forest of Spears , when it is charged, 1 AC: When it withstands a charge in its front" in shown
    assert "Fight for the Emperor , when its roll has failed, 1 AC, once a battle:" in shown
    assert "Distract (Geisha), when an enemy uses an ability, 1 AC:" in words(sitting.ana)
    assert "Forest of Spears" not in words(sitting.ana)
    sitting.ready(first="a")
    assert "Abilities of Yari Samurai" in words(sitting.ana, "/forces")
    assert "Geisha" not in words(sitting.ben, "/forces")


def test_the_reaction_offers_spears_and_the_row_says_until_when_they_stand(sitting: Sitting) -> None:
    sitting.ready(first="a")
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    assert "An ability could be used now" in sitting.ben.get().text
    assert use_keys(sitting.ben)[0] == "forest-of-spears"
    assert "forest-of-spears" not in use_keys(sitting.ana)
    assert "Forest of Spears 1 AC, 40 %" in words(sitting.ben)
    refused = sitting.ben.tap("use", user="b1", ability="forest-of-spears", about="t1.charge.a1>b9")
    assert (refused.status_code, "nothing is left to react to" in notice(refused)) == (422, True)
    sitting.ben.act("use", user="b1", ability="forest-of-spears", about=CHARGE)
    assert "Forest of Spears: roll one die for Yari Samurai, KI 4 or less." in words(sitting.ben)
    sitting.ben.act("pad", step="t1.forest-of-spears.b1.ki", die=0, face=2)
    for phone in (sitting.ana, sitting.ben, sitting.watcher):
        assert "Forest of Spears, until the end of turn 1" in words(phone)
    assert "Yari Samurai will withstand Katana Samurai." in words(sitting.ana, "/log")


def test_a_failed_honor_roll_offers_what_rolls_it_again_to_its_own_phone_alone(sitting: Sitting) -> None:
    sitting.ready(first="a")
    sitting.ben.act("honor", piece="b2")
    assert use_keys(sitting.ben).count("fight-for-the-emperor") == 0
    roll = "t1.called.honor.b2"
    sitting.ben.act("pad", step=f"{roll}.die", die=0, face=0)
    assert "fight-for-the-emperor" in use_keys(sitting.ben)
    assert "fight-for-the-emperor" not in use_keys(sitting.ana)
    assert "with Fight for the Emperor" in words(sitting.ben)
    sitting.ben.act("use", user="b2", ability="fight-for-the-emperor", about=roll)
    assert "Fight for the Emperor: roll one die for No-Dachi Samurai, KI 4 or less." in words(sitting.ben)
    sitting.ben.act("pad", step="t1.fight-for-the-emperor.b2.ki", die=0, face=1)
    assert "Roll 1 die. 5 or less holds." in words(sitting.ben)
    sitting.ben.act("pad", step=f"{roll}.die/2", die=0, face=3)
    assert "No-Dachi Samurai hold." in words(sitting.ben)


def test_a_geisha_disturbs_from_her_own_phone_and_the_other_sees_nothing_before(sitting: Sitting) -> None:
    sitting.ready(first="a")
    geisha = next(hero.id for piece in sitting.state.pieces for hero in piece.heroes)
    sitting.ana.act("reveal", hero=geisha)
    sitting.ben.act("announce", piece="b3", do="ability", ability="two-swords")
    assert "Distract: Two Swords of Kengo" in words(sitting.ana)
    assert "Distract" not in words(sitting.ben)
    sitting.ana.act("use", user=geisha, ability="distract", about="t1.two-swords.b3")
    sitting.ana.act("pad", step=f"t1.distract.{geisha}.ki>b3", die=0, face=9)
    assert "Distract: roll one die for Kengo against Geisha, plus KI 5." in words(sitting.ben)
    sitting.ben.act("pad", step=f"t1.distract.{geisha}.ki<b3", die=0, face=1)
    assert "Two Swords: roll one die for Kengo, KI 2 or less." in words(sitting.ben)
    assert "distracted by a Geisha" in words(sitting.ben)
    late = sitting.ana.tap("use", user=geisha, ability="distract", about="t1.two-swords.b3", anyway="true")
    assert "already used on that ability" in notice(late)


def test_a_cry_won_asks_for_its_die_and_the_charge_says_what_it_lost(app: Flask) -> None:
    sitting = battle(app, ("katana-samurai",), ("naginata-sohei",), other_path="sohei", first="a", battle="pitched")
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    assert "If Battle Cry wins, the charge falls short at" in words(sitting.ben)
    sitting.ben.act("use", user="b1", ability="battle-cry", about=CHARGE)
    sitting.ben.act("pad", step="t1.battle-cry.b1.ki>a1", die=0, face=9)
    sitting.ana.act("pad", step="t1.battle-cry.b1.ki<a1", die=0, face=1)
    assert "Battle Cry: roll 1 die. The charge of Katana Samurai is that many cm shorter." in words(sitting.ben)
    sitting.ben.act("pad", step="t1.battle-cry.b1.shorter", die=0, face=7)
    assert "their advance is up to 13 cm." in words(sitting.ana)
    assert "Battle Cry: −7 cm." in words(sitting.ana)


def test_monks_hold_without_a_die_and_steadfastly_by_the_keys_of_their_page(app: Flask) -> None:
    monks = ("naginata-sohei", "ikame-bo")
    sitting = battle(app, ("katana-samurai",), monks, other_path="sohei", first="a", battle="pitched")
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b2")
    assert "remain-steadfast" in use_keys(sitting.ben)
    sitting.ben.act("use", user="b2", ability="remain-steadfast", about="t1.charge.a1>b2")
    sitting.ana.act("pad", step="t1.remain-steadfast.b2.ki<a1", die=0, face=1)
    sitting.ben.act("pad", step="t1.remain-steadfast.b2.ki>a1", die=0, face=2)
    assert "Remain Steadfast, until the end of turn 1" in words(sitting.ana)
    sitting.ben.act("honor", piece="b1")
    assert "till-the-end" in use_keys(sitting.ben)
    assert "with 'Till the End" in sitting.ben.get().text.replace("&#39;", "'")
    sitting.ben.act("use", user="b1", ability="till-the-end", about="t1.called.honor.b1")
    blocked = sitting.ben.tap("pad", step="t1.called.honor.b1.die", die=0, face=3)
    assert "Another roll comes before that one" in notice(blocked)
    sitting.ben.act("pad", step="t1.till-the-end.b1.ki", die=0, face=1)
    assert "No roll needed: 'Till the End." in words(sitting.ben).replace("&#39;", "'")


def test_a_geisha_lets_her_unit_roll_again(sitting: Sitting) -> None:
    sitting.ready(first="a")
    geisha = next(hero.id for piece in sitting.state.pieces for hero in piece.heroes)
    sitting.ana.act("honor", piece="a1")
    sitting.ana.act("pad", step="t1.called.honor.a1.die", die=0, face=0)
    assert "is still hidden: show the" in words(sitting.ana)
    assert "Geisha" not in words(sitting.ben)
    assert "Inspire" not in words(sitting.ben)
    sitting.ana.act("reveal", hero=geisha)
    sitting.ana.act("use", user=geisha, ability="inspire", about="t1.called.honor.a1")
    sitting.ana.act("pad", step=f"t1.inspire.{geisha}.ki", die=0, face=7)
    sitting.ana.act("pad", step="t1.called.honor.a1.die/2", die=0, face=1)
    assert "Katana Samurai hold." in words(sitting.ana)


def test_one_phone_for_both_sides_is_offered_what_answers(app: Flask) -> None:
    phone = for_both(app, battle="pitched")
    for seat, unit in (("a", "katana-samurai"), ("b", "yari-samurai")):
        phone.act("side", seat=seat, path="buke")
        phone.act("muster", seat=seat, unit=unit)
        phone.act("ready", seat=seat)
    phone.act("first", first="a")
    phone.act("announce", piece="a1", goal="charge+run+", target="b1")
    assert "forest-of-spears" in use_keys(phone)
