"""The abilities of a combat on the phones: under the seal of the dice, then their dice, then whatever follows."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.phones import Phone, Sitting, battle, notice, words

KENGO = "t1.combat.a1+b1"


def choices(phone: Phone, name: str) -> list[str]:
    """The values that may be chosen under a name on the page."""
    return re.findall(rf'name="{re.escape(name)}" value="([^"]*)"', phone.get().text)


def fighting(app: Flask, mine: str, path: str, other: str, *inside: str) -> Sitting:
    """Ana's unit and Ben's, with his characters in it, fight."""
    sitting = battle(app, (mine,), (other, *inside), path=path, other_path="buke")
    sitting.ana.act("leave", turn="1", phase="orders")
    sitting.ana.act("touch", one="a1", other="b1")
    sitting.ana.act("fight", combat=KENGO)
    return sitting


def test_an_ability_is_chosen_beside_the_dice_on_ones_own_phone_alone(app: Flask) -> None:
    sitting = fighting(app, "onna-bushi", "kuge", "katana-samurai")
    assert choices(sitting.ana, "ability.a1") == ["", "cherry-tree-flowers"]
    assert "Cherry Tree Flowers 1 AC, 40 %" in words(sitting.ana)
    for phone in (sitting.ben, sitting.watcher):
        assert "Cherry" not in words(phone)
    sitting.ana.act("initiative", step=f"{KENGO}.in.a", **{"die.a1": "5", "ability.a1": "cherry-tree-flowers"})
    for phone in (sitting.ben, sitting.watcher):
        for page in ("", "/log", "/log.json"):
            assert "herry" not in phone.get(page).text, "sealed, in every output"
    sitting.ben.act("initiative", step=f"{KENGO}.in.b", **{"die.b1": "3"})
    assert "Onna-Bushi used Cherry Tree Flowers." in words(sitting.ben, "/log")
    assert "Cherry Tree Flowers: roll one die for Onna-Bushi, KI 4 or less." in words(sitting.ana)
    sitting.ana.act("pad", step="t1.cherry-tree-flowers.a1.ki", die="0", face="4")
    assert "Onna-Bushi against Katana Samurai strike 1 of 2 Onna-Bushi IN 10" in words(sitting.ana)


def test_what_is_grey_says_why_and_can_be_used_anyway(app: Flask) -> None:
    sitting = fighting(app, "ninjas", "kuge", "katana-samurai")
    assert "vanishing!" in choices(sitting.ana, "ability.a1")
    assert "Vanishing anyway" in words(sitting.ana)
    assert "Only from the second turn of a combat on: this is the first of Ninjas." in words(sitting.ana)
    refused = sitting.ana.tap("initiative", step=f"{KENGO}.in.a", **{"die.a1": "5", "ability.a1": "vanishing"})
    assert "Only from the second turn of a combat on" in notice(refused)
    for wrong in ("clean-cut", "x" * 200, "vanishing/other", "!"):
        refused = sitting.ana.tap("initiative", step=f"{KENGO}.in.a", **{"die.a1": "5", "ability.a1": wrong})
        assert "choose one that is offered" in notice(refused)
    sitting.ana.act("initiative", step=f"{KENGO}.in.a", **{"die.a1": "5", "ability.a1": "vanishing!"})
    sitting.ben.act("initiative", step=f"{KENGO}.in.b", **{"die.b1": "3"})
    sitting.ana.act("pad", step="t1.vanishing.a1.ki", die="0", face="2")
    assert "roll 2 dice. Ninjas may go that many cm, in any direction." in words(sitting.ana)
    sitting.ana.act("pad", step="t1.vanishing.a1.away", die="0", face="7")
    sitting.ana.act("pad", step="t1.vanishing.a1.away", die="1", face="6")
    assert "Ninjas may go up to 13 cm in any direction; nobody pursues." in words(sitting.ben, "/log")
    assert "over: one side is gone" in words(sitting.ben)


def test_a_dare_is_answered_rolled_and_struck_by_the_keys_of_a_confrontation(app: Flask) -> None:
    sitting = fighting(app, "kengo", "buke", "katana-samurai", "*busho-buke")
    sitting.ana.act("initiative", step=f"{KENGO}.in.a", **{"die.a1": "5", "ability.a1": "i-dare-you"})
    sitting.ben.act("initiative", step=f"{KENGO}.in.b", **{"die.b1": "3"})
    sitting.ana.act("pad", step="t1.i-dare-you.a1.ki", die="0", face="2")
    duel = f"{KENGO}.a1>bh1"
    assert "Kengo challenge Busho Buke: accept, or refuse." in words(sitting.ben)
    sitting.ben.act("meet", duel=duel)
    sitting.ana.act("duel-die", step=f"{duel}.in.a1", face="9")
    sitting.ben.act("duel-die", step=f"{duel}.in.bh1", face="1")
    assert "Kengo strike Busho Buke" in words(sitting.ana)
    sitting.ana.act("aim", kind="melee", attacker="a1", defender="b1", striker="")
    page = words(sitting.ana)
    assert "Roll 3 dice." in page


def test_what_is_declared_in_one_combat_hides_nobody_who_is_awaited_in_another(app: Flask) -> None:
    sitting = battle(
        app, ("onna-bushi", "yumi-samurai"), ("katana-samurai", "yari-samurai"), path="kuge", other_path="buke"
    )
    ana = sitting.ana
    ana.act("leave", turn="1", phase="orders")
    ana.act("touch", one="a1", other="b1")
    ana.act("touch", one="a2", other="b2")
    ana.act("fight", combat=KENGO)
    ana.act("fight", combat="t1.combat.a2+b2")
    ana.act("initiative", step=f"{KENGO}.in.a", **{"die.a1": "5", "ability.a1": "cherry-tree-flowers"})
    ana.act("initiative", step="t1.combat.a2+b2.in.a", **{"die.a2": "5"})
    act = words(ana).split("Declared: Cherry Tree Flowers. Waiting for Ben.")[1]
    assert act.count("Ben enters initiative dice.") == 1, "of the other combat"
