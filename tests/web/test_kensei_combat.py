"""The combat phase on the phones: contacts by chips, sealed initiative, one key a strike, abilities (chapter 10)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Sitting, battle, for_both, notice, words

DUEL = "t1.combat.a1+b1"
TRIO = "t1.combat.a1+a2+b1"


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's samurai and riders face Ben's spearmen in the combat phase."""
    sitting = battle(app, ("katana-samurai", "kiba-musha"), ("yari-ashigaru",), path="buke")
    sitting.ana.act("leave", turn="1", phase="orders")
    return sitting


def keys(phone: Phone, name: str) -> list[str]:
    """The values of the buttons of a name on the page."""
    return re.findall(rf'<button[^>]*name="{re.escape(name)}" value="([^"]+)"', phone.get().text)


def touching(sitting: Sitting) -> None:
    """Both of Ana's units have charged the spearmen."""
    sitting.ana.act("touch", one="a1", other="b1", charged="one", zone="front")
    sitting.ana.act("touch", one="a2", other="b1", charged="one", zone="flank")


def test_one_die_is_one_tap_and_several_are_given_together(sitting: Sitting) -> None:
    touching(sitting)
    sitting.ana.act("fight", combat=TRIO)
    assert keys(sitting.ben, "die.b1") == [str(n) for n in range(1, 11)]
    assert keys(sitting.ana, "die.a1") == []
    assert len(re.findall(r'type="radio" name="die\.a[12]"', sitting.ana.get().text)) == 20
    assert "Roll 2 dice for initiative: Katana Samurai, Kiba Musha." in words(sitting.ana)
    assert "Katana Samurai charged this turn and cannot take a defensive position. § 10:2:1 K12" in words(sitting.ana)
    assert "defensive position −3 DC, +1 DF" in words(sitting.ben)
    assert "One die is needed for each of these" in notice(
        sitting.ana.tap("initiative", step=f"{TRIO}.in.a", **{"die.a1": "5"})
    )


def test_what_one_side_gives_is_on_no_page_of_the_other_till_it_has_given_too(sitting: Sitting) -> None:
    touching(sitting)
    sitting.ana.act("fight", combat=TRIO)
    before = {phone.seat: words(phone) for phone in (sitting.ana, sitting.watcher)}
    sitting.ben.act("initiative", step=f"{TRIO}.in.b", **{"die.b1": "7", "defensive.b1": "true"})
    for phone in (sitting.ana, sitting.watcher):
        assert "efensive position: " not in words(phone)
        assert "In defensive" not in words(phone)
        assert "Ben is ready for initiative." in words(phone, "/log")
        export = phone.get("/log.json").text
        assert '"die"' not in export
    assert "Ben enters initiative dice." in before["a"]
    assert "Ben enters initiative dice." not in words(sitting.ana)
    sitting.ana.act("initiative", step=f"{TRIO}.in.a", **{"die.a1": "5", "die.a2": "3"})
    assert "Initiative: Yari Ashigaru (11), Katana Samurai (10), Kiba Musha (9)." in words(sitting.watcher, "/log")


def test_a_strike_opens_with_everything_filled_in_and_may_be_called_off(sitting: Sitting) -> None:
    sitting.ana.act("touch", one="a1", other="b1", charged="one", zone="flank")
    sitting.ana.act("fight", combat=DUEL)
    sitting.ben.act("initiative", step=f"{DUEL}.in.b", **{"die.b1": "1", "defensive.b1": "true"})
    sitting.ana.act("initiative", step=f"{DUEL}.in.a", **{"die.a1": "9"})
    page = words(sitting.ana)
    assert "Katana Samurai → Yari Ashigaru" in page, "it opens by itself"
    assert "strike 1 of 2" in words(sitting.ben)
    assert "the die 10:2:4 K44 +9" in words(sitting.ben), "every number says where it comes from"
    for chip in ("Charged", "Side that is struck: flank", "Defender in defensive position"):
        assert chip.replace(" :", ":") in page.replace(" :", ":")
    assert "Call it off" in page
    assert "Call it off" not in words(sitting.ben)
    sitting.ana.act("cancel", step="t1.a1>b1.melee.at")
    page = words(sitting.ana)
    for key in ("Katana Samurai strike: IN 14.", "Strike Yari Ashigaru", "Does not strike"):
        assert key in page


def test_a_challenge_is_spoken_and_answered_by_keys(app: Flask) -> None:
    armies = (("katana-samurai", "*busho-buke"), ("onna-bushi", "*busho-kuge"))
    sitting = battle(app, *armies, path="buke", other_path="kuge")
    sitting.ana.act("leave", turn="1", phase="orders")
    sitting.ana.act("touch", one="a1", other="b1")
    sitting.ana.act("fight", combat=DUEL)
    assert "Busho Buke challenges nobody Busho Kuge Nothing is declared. § 10:2:3 K65" in words(sitting.ana)
    sitting.ana.act("initiative", step=f"{DUEL}.in.a", **{"die.a1": "5", "challenge.ah1": "bh1"})
    assert "Busho Buke challenges Busho Kuge: accept, or refuse." in words(sitting.ben), "before his own die"
    assert keys(sitting.ben, "refuse") == ["true"]
    sitting.ben.act("initiative", step=f"{DUEL}.in.b", declare="true", **{"ability.b1": "cherry-tree-flowers"})
    assert re.search(r"KI 4 or less\. .* Busho Buke challenges Busho Kuge: accept, or refuse\.", words(sitting.ben))
    assert "Busho Buke challenges Busho Kuge: waiting for the answer." in words(sitting.ana), "beside his KI die"
    sitting.ben.act("pad", step="t1.cherry-tree-flowers.b1.ki", die="0", face="9")
    sitting.ben.act("meet", duel=f"{DUEL}.ah1>bh1")
    assert len(keys(sitting.ana, "face")) == len(keys(sitting.ben, "face")) == 20, "the other's keys are folded away"


def test_one_phone_of_both_sides_turns_to_whose_dice_are_due_without_a_curtain(app: Flask) -> None:
    phone = for_both(app, ("katana-samurai",), ("yari-ashigaru",))
    phone.act("leave", seat="a", turn="1", phase="orders")
    phone.act("touch", seat="a", one="a1", other="b1")
    phone.act("fight", seat="a", combat=DUEL)
    assert "Roll 1 die for initiative: Katana Samurai." in words(phone)
    phone.act("initiative", seat="a", step=f"{DUEL}.in.a", **{"die.a1": "7", "defensive.a1": "true"})
    assert "Roll 1 die for initiative: Yari Ashigaru." in words(phone)
    assert "In defensive position" not in words(phone)
    assert "Hand the phone to" not in words(phone)
    phone.act("initiative", seat="b", step=f"{DUEL}.in.b", **{"die.b1": "2"})
    assert "Katana Samurai → Yari Ashigaru" in words(phone)


# ---- abilities: under the seal of the dice, then their dice, then whatever follows


def choices(phone: Phone, name: str) -> list[str]:
    """The values that may be chosen under a name on the page."""
    return re.findall(rf'name="{re.escape(name)}" value="([^"]*)"', phone.get().text)


def fighting(app: Flask, mine: str, path: str, other: str, *inside: str) -> Sitting:
    """Ana's unit and Ben's, with his characters in it, fight."""
    sitting = battle(app, (mine,), (other, *inside), path=path, other_path="buke")
    sitting.ana.act("leave", turn="1", phase="orders")
    sitting.ana.act("touch", one="a1", other="b1")
    sitting.ana.act("fight", combat=DUEL)
    return sitting


def test_an_ability_is_chosen_beside_the_dice_on_ones_own_phone_alone(app: Flask) -> None:
    sitting = fighting(app, "onna-bushi", "kuge", "katana-samurai")
    assert choices(sitting.ana, "ability.a1") == ["", "cherry-tree-flowers"]
    assert "Cherry Tree Flowers 1 AC, 40 %" in words(sitting.ana)
    for phone in (sitting.ben, sitting.watcher):
        assert "Cherry" not in words(phone)
    sitting.ana.act("initiative", step=f"{DUEL}.in.a", **{"die.a1": "5", "ability.a1": "cherry-tree-flowers"})
    for phone in (sitting.ben, sitting.watcher):
        for page in ("", "/log", "/log.json"):
            assert "herry" not in phone.get(page).text, "sealed, in every output"
    sitting.ben.act("initiative", step=f"{DUEL}.in.b", **{"die.b1": "3"})
    assert "Onna-Bushi used Cherry Tree Flowers." in words(sitting.ben, "/log")


def test_what_is_grey_says_why_and_can_be_used_anyway(app: Flask) -> None:
    sitting = fighting(app, "ninjas", "kuge", "katana-samurai")
    assert "vanishing!" in choices(sitting.ana, "ability.a1")
    assert "Vanishing anyway" in words(sitting.ana)
    assert "Only from the second turn of a combat on: this is the first of Ninjas." in words(sitting.ana)
    refused = sitting.ana.tap("initiative", step=f"{DUEL}.in.a", **{"die.a1": "5", "ability.a1": "vanishing"})
    assert "Only from the second turn of a combat on" in notice(refused)
    for wrong in ("clean-cut", "x" * 200, "vanishing/other", "!"):
        refused = sitting.ana.tap("initiative", step=f"{DUEL}.in.a", **{"die.a1": "5", "ability.a1": wrong})
        assert "choose one that is offered" in notice(refused)
    sitting.ana.act("initiative", step=f"{DUEL}.in.a", **{"die.a1": "5", "ability.a1": "vanishing!"})


def test_what_is_declared_in_one_combat_hides_nobody_who_is_awaited_in_another(app: Flask) -> None:
    sitting = battle(
        app, ("onna-bushi", "yumi-samurai"), ("katana-samurai", "yari-samurai"), path="kuge", other_path="buke"
    )
    ana = sitting.ana
    ana.act("leave", turn="1", phase="orders")
    ana.act("touch", one="a1", other="b1")
    ana.act("touch", one="a2", other="b2")
    ana.act("fight", combat=DUEL)
    ana.act("fight", combat="t1.combat.a2+b2")
    ana.act("initiative", step=f"{DUEL}.in.a", **{"die.a1": "5", "ability.a1": "cherry-tree-flowers"})
    ana.act("initiative", step="t1.combat.a2+b2.in.a", **{"die.a2": "5"})
    act = words(ana).split("Declared: Cherry Tree Flowers. Waiting for Ben.")[1]
    assert act.count("Ben enters initiative dice.") == 1, "of the other combat"
