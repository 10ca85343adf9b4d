"""Keys of abilities: where they stand, what they say of chances, and where there is none (12:5, 12:6, K49)."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.phones import Phone, Sitting, battle, for_both, words
from tests.web.test_kensei_answers import use_keys

IN = "(?:(?!</form>).)*?"
BUTTON = re.compile(rf'<form{IN}name="ability" value="([^"]+)"{IN}<button class="([^"]*)"', re.S)


def acting(app: Flask, *army: str, path: str, other: tuple[str, ...] = ("katana-samurai",)) -> Sitting:
    """Ana's army acts first, against this one of Ben."""
    return battle(app, army, other, path=path, other_path="buke", first="a", battle="pitched")


def at_once(phone: Phone) -> str:
    """The panel with the act."""
    return phone.get().text.split('id="r-act"', 1)[1].split('id="r-board"', 1)[0]


def row(phone: Phone, piece: str) -> str:
    """What an order row shows before anything in it is unfolded."""
    return phone.get().text.split(f'id="order-{piece}"', 1)[1].split(f'id="seldom-{piece}"', 1)[0]


def test_an_ability_is_a_key_that_acts_and_nothing_to_tick(app: Flask) -> None:
    sitting = acting(app, "onna-bushi", path="kuge")
    found = dict(BUTTON.findall(row(sitting.ana, "a1")))
    assert found["warrior-women"] == "button"


def test_what_answers_a_charge_stands_on_no_row_that_has_none(app: Flask) -> None:
    sitting = acting(app, "naginata-sohei", path="sohei")
    page = words(sitting.ana)
    assert "Battle Cry" not in page
    assert "Announce its charge" not in page
    sitting.ana.act("announce", piece="a1", goal="charge+none+", target="b1")
    assert "battle-cry" in use_keys(sitting.ana)
    assert "Chance of Naginata Sohei to strike before Katana Samurai: 77 %, with the ability 89 %." in words(
        sitting.ana
    )
    assert "Battle Cry" not in words(sitting.ben)


def test_what_is_used_up_is_unfolded_first_and_what_has_no_place_now_too(app: Flask) -> None:
    sitting = acting(app, "kengo", path="buke")
    assert "Two Swords" in row(sitting.ana, "a1")
    sitting.ana.act("announce", piece="a1", do="ability", ability="two-swords")
    sitting.ana.act("pad", step="t1.two-swords.a1.ki", die=0, face=1)
    folded = row(sitting.ana, "a1")
    assert 'value="two-swords"' not in folded
    assert 'value="no-thinking"' not in folded
    assert "Two Swords anyway" in words(sitting.ana)


def test_the_key_of_a_shot_waits_for_the_die_of_its_ability(app: Flask) -> None:
    sitting = acting(app, "teppotai", path="kuge")
    sitting.ana.act("announce", piece="a1", goal="ability+march+alternated-shot", target="b1")
    assert "button primary" not in at_once(sitting.ana)
    sitting.ana.act("pad", step="t1.alternated-shot.a1.ki", die=0, face=1)
    assert "button primary" in at_once(sitting.ana)


def test_whom_keys_say_the_chance_against_each_where_the_table_shows_odds(app: Flask) -> None:
    sitting = acting(app, "ama-kihei", path="sohei", other=("katana-samurai", "kengo"))
    sitting.ana.act("announce", piece="a1", do="ability", ability="death-chant")
    sitting.ana.act("pad", step="t1.death-chant.a1.ki", die=0, face=1)
    page = words(sitting.ana)
    assert "Katana Samurai 60 %" in page
    assert "Kengo 50 %" in page
    assert "Chances that the ability works on each target. § 12:5:3" in page


def test_a_charged_unit_reads_what_its_ability_would_change(app: Flask) -> None:
    sitting = acting(app, "yari-samurai", path="buke")
    sitting.ben.act("announce", piece="b1", goal="charge+run+", target="a1")
    page = words(sitting.ana)
    assert "Chance of Yari Samurai to strike before Katana Samurai: 50 %, with the ability 70 %." in page
    assert "Miniatures lost by Yari Samurai on average: 1.6, with the ability 1.1." in page
    assert "with it" not in words(sitting.ben)
    keys = re.findall(r'value="(withstand|counter|flee|shoot|forest-of-spears)"', at_once(sitting.ana))
    assert keys == ["withstand", "forest-of-spears", "counter", "flee", "shoot"]


def test_inspire_stands_under_the_pad_of_the_roll_that_waits_for_it(app: Flask) -> None:
    sitting = acting(app, "naginata-sohei", "*geisha", path="sohei")
    sitting.ana.act("reveal", hero="ax-geisha")
    sitting.ana.act("honor", piece="a1")
    sitting.ana.act("use", user="a1", ability="till-the-end", about="t1.called.honor.a1")
    sitting.ana.act("pad", step="t1.till-the-end.a1.ki", die=0, face=9)
    assert "Inspire: &#39;Till the End of Naginata Sohei" in words(sitting.ana)
    assert 'value="inspire"' in at_once(sitting.ana)
    assert "Inspire" not in at_once(sitting.ben)
    sitting.ana.act("pad", step="t1.called.honor.a1.die", die=0, face=9)
    assert "Inspire: &#39;Till the End" not in words(sitting.ana), "the next die closes the window"


def test_one_phone_offers_what_the_side_that_does_not_act_may_answer(app: Flask) -> None:
    one = for_both(app, battle="pitched")
    one.musters("katana-samurai", "*geisha")
    one.act("side", seat="b", path="buke")
    one.act("muster", seat="b", unit="kengo")
    one.act("ready")
    one.act("ready", seat="b")
    one.act("first", first="a")
    one.act("reveal", hero="ax-geisha")
    one.act("announce", seat="b", piece="b1", do="ability", ability="two-swords")
    assert "Two Swords: roll one die for Kengo, KI 5 or less." in words(one)
    assert "Geisha: Distract: Two Swords of Kengo" in words(one)


def test_one_phone_leads_to_a_generals_abilities_behind_the_curtain_alone(app: Flask) -> None:
    """Its key stands under each general, whether he knows one or not (8:3:1)."""
    one = for_both(app, battle="pitched")
    for seat in "ab":
        one.act("side", seat=seat, path="buke")
        one.act("muster", seat=seat, unit="katana-samurai")
        one.act("enlist", seat=seat, character="taisho-buke", piece=f"{seat}1")
    one.act("ability", ability="bushido-law", on="true")
    one.act("ready")
    one.act("ready", seat="b")
    one.act("first", first="a")
    page = one.get().text
    sheets = [page.split(f'id="taisho-{seat}"')[1].split("</details></li>")[0] for seat in "ab"]
    assert all("page=forces" in sheet for sheet in sheets), "it tells of neither whether he knows one"
    for seat, name in (("b", "Ben"), ("a", "Ana")):
        one.post("/open?page=forces", seat=seat)
        assert f"Hand the phone to {name}" in words(one, "/forces")
        one.post("/call?page=forces", seat=seat)
        assert ('value="bushido-law"' in one.get("/forces").text) == (seat == "a")
    used = one.tap("use", user="ah1", ability="bushido-law", taisho="true", page="forces", then="table")
    assert used.headers["X-Next"] == one.path
    assert "Bushido Law: roll one die" in words(one)


def test_one_key_shows_a_hidden_geisha_and_uses_what_she_can(app: Flask) -> None:
    sitting = acting(app, "onna-bushi", "*geisha", path="kuge")
    assert "Reveal Geisha" in row(sitting.ana, "a1")
    sitting.ana.act("honor", piece="a1", cause="by-hand")
    sitting.ana.act("pad", step=sitting.due, die="0", face="10")
    page = words(sitting.ana)
    assert "Show Geisha and use Inspire" in page
    assert "Geisha is hidden: an act here shows everybody who it is." in page
    assert "Inspire anyway" not in page
