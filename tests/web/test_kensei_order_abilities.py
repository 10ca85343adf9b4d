"""Abilities of the orders on the phones: chips, dice, who lends, who is hidden, and what nobody else sees (12:5)."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.phones import Sitting, battle, notice, words


def table(app: Flask, ana: tuple[str, ...], ben: tuple[str, ...], *, path: str = "buke") -> Sitting:
    """Ana's army acts first."""
    return battle(app, ana, ben, path=path, other_path="kuge", first="a", battle="pitched")


def test_banzai_is_a_chip_of_its_row_and_its_die_stands_in_the_panel(app: Flask) -> None:
    sitting = table(app, ("no-dachi-samurai",), ("katana-samurai",))
    assert "Banzai" in words(sitting.ana)
    assert "Banzai" not in words(sitting.ben)
    sitting.ana.act("order", piece="a1", do="ability", ability="banzai")
    assert "with Banzai, the charge reaches at" in words(sitting.ana)
    assert "Banzai" not in words(sitting.ben), "a draft is its side's alone"
    sitting.ana.act("announce", piece="a1", goal="charge+none+", target="b1")
    assert "Banzai: roll one die for No-Dachi Samurai, KI 4 or less." in words(sitting.ana)
    sitting.ben.act("react", step="t1.charge.a1>b1.react", what="withstand")
    assert "Banzai of No-Dachi Samurai comes first: roll its die." in words(sitting.ana)
    sitting.ana.act("pad", step="t1.banzai.a1.ki", die="0", face="3")
    entry = sitting.tables.last_entry(sitting.id, None, "t1.banzai.a1.ki")
    assert "/forgot" not in sitting.ana.get(f"/log/{entry}").text, "no attack's dice: there is nothing to forget"
    sitting.ana.act("charge", charge="t1.charge.a1>b1", left_cm="8")
    assert "Roll 2 dice: 8 or more reaches." in words(sitting.ana)


def test_a_spys_question_is_one_phones_alone_and_the_same_to_the_other(app: Flask) -> None:
    told = []
    for army in (("katana-samurai", "*geisha"), ("katana-samurai",)):
        sitting = table(app, ("katana-samurai", "*spy"), army)
        spy = re.search(r'name="user" value="([^"]+)"', sitting.ana.get().text)
        assert spy is not None
        assert "an act here shows everybody who it is" in words(sitting.ana)
        sitting.ana.act("use", user=spy[1], ability="kaiden")
        step = f"t1.kaiden.{spy[1]}"
        sitting.ana.act("pad", step=f"{step}.ki", die="0", face="1")
        assert "Geisha" not in sitting.ana.get().text
        told.append(re.sub(r"\d+ (s|min) ago|just now", "", words(sitting.ana)))
        page = sitting.ben.get().text
        assert "who on your side is hidden within 30 cm" in page
        assert ("Geisha in Katana Samurai" in page) is (len(army) == 2)
        answer = sitting.ana.tap("show-hidden", seat="b", step=f"{step}.hidden")
        assert answer.status_code != 200 or "can say that" in notice(answer)
        sitting.ben.act("show-hidden", step=f"{step}.hidden")
        assert "Kaiden: nobody." in words(sitting.ana)
        assert "Geisha" not in sitting.ana.get().text
    assert told[0] == told[1], "what one sees does not depend on who hides there"


def test_wrong_words_about_abilities_are_told_plainly(app: Flask) -> None:
    """What may be used at any time stands in its sheet after the orders too, on its own side's phone alone."""
    sitting = table(app, ("onna-bushi", "katana-samurai"), ("katana-samurai",), path="kuge")
    nobody = "Nobody on your side on the table has that ability"
    for act, wrong, told in (
        ("use", {"user": "a2", "ability": "warrior-women"}, nobody),
        ("use", {"user": "b1", "ability": "warrior-women"}, nobody),
        ("use", {"user": "a1", "ability": "../rule"}, nobody),
        ("lend", {"step": "nothing", "lender": "x"}, "That die was already entered"),
        ("skip-roll", {"owed": "nothing"}, "You owe no such honor roll"),
        ("show-hidden", {"step": "nothing"}, "already said"),
    ):
        answer = sitting.ana.tap(act, **wrong)
        assert answer.status_code < 500
        assert told in notice(answer)
    sitting.ben.act("done", turn="1")
    sitting.ana.act("leave", turn="1", phase="orders")
    assert 'name="ability" value="warrior-women"' in sitting.ana.get().text
    assert 'name="ability" value="warrior-women"' not in sitting.ben.get().text


def test_a_taisho_learns_his_abilities_where_the_army_is_made(app: Flask) -> None:
    sitting = Sitting(app)
    ana, ben = sitting.ana, sitting.ben
    ana.musters("katana-samurai", path="kuge")
    assert "Clandestine Practices" not in words(ana), "nobody leads yet"
    ana.act("enlist", character="taisho-kuge", piece="a1")
    assert "Clandestine Practices" in words(ana)
    assert "Darma Wheel" not in words(ana), "that is learned on another path"
    ana.act("ability", ability="clandestine-practices", on="true")
    page = ana.get().text
    assert 'aria-label="Remove Clandestine Practices"' in page
    for phone in (ben, sitting.watcher):
        assert "Clandestine" not in words(phone)
