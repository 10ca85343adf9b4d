"""Keys of abilities: where they stand, on whose phone, what they say of chances, and where there is none (12:5, 12:6,
K49)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Sitting, battle, for_both, notice, words

CHARGE = "t1.charge.a1>b1"
IN = "(?:(?!</form>).)*?"
BUTTON = re.compile(rf'<form{IN}name="ability" value="([^"]+)"{IN}<button class="([^"]*)"', re.S)


def acting(app: Flask, *army: str, path: str, other: tuple[str, ...] = ("katana-samurai",)) -> Sitting:
    """Ana's army acts first, against this one of Ben."""
    return battle(app, army, other, path=path, other_path="buke", first="a", battle="pitched")


def use_keys(phone: Phone) -> list[str]:
    """The abilities that this phone offers besides orders, in their order."""
    forms = re.findall(r"<form[^>]*>.*?</form>", phone.get().text, re.S)
    found = (re.search(r'name="ability" value="([^"]+)"', form) for form in forms if 'value="use"' in form)
    return [one[1] for one in found if one]


def at_once(page: str) -> str:
    """The panel with the act."""
    return page.split('id="r-act"', 1)[1].split('id="r-board"', 1)[0]


def row(phone: Phone, piece: str) -> str:
    """What an order row shows before anything in it is unfolded."""
    return phone.get().text.split(f'id="order-{piece}"', 1)[1].split(f'id="seldom-{piece}"', 1)[0]


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
    page = sitting.ben.get().text
    assert "An ability could be used now" in page
    offered = re.findall(r'value="(withstand|counter|flee|shoot|forest-of-spears)"', at_once(page))
    assert offered == ["withstand", "forest-of-spears", "counter", "flee", "shoot"]
    assert "forest-of-spears" not in use_keys(sitting.ana)
    told = words(sitting.ben)
    assert "Forest of Spears 1 AC, 40 %" in told
    assert "Chance of Yari Samurai to strike before Katana Samurai: 50 %, with the ability 70 %." in told
    assert "Miniatures lost by Yari Samurai on average: 1.6, with the ability 1.1." in told
    assert "with the ability" not in words(sitting.ana)
    sitting.ben.act("use", user="b1", ability="forest-of-spears", about=CHARGE)
    sitting.ben.act("pad", step="t1.forest-of-spears.b1.ki", die=0, face=2)
    for phone in (sitting.ana, sitting.ben, sitting.watcher):
        assert "Forest of Spears, until the end of turn 1" in words(phone)


def test_a_failed_honor_roll_offers_what_rolls_it_again_to_its_own_phone_alone(sitting: Sitting) -> None:
    sitting.ready(first="a")
    sitting.ben.act("honor", piece="b2")
    assert use_keys(sitting.ben).count("fight-for-the-emperor") == 0
    roll = "t1.called.honor.b2"
    sitting.ben.act("pad", step=f"{roll}.die", die=0, face=0)
    assert "fight-for-the-emperor" in use_keys(sitting.ben)
    assert "fight-for-the-emperor" not in use_keys(sitting.ana)
    assert "with Fight for the Emperor" in words(sitting.ben)


def test_a_geisha_disturbs_from_her_own_phone_and_the_other_sees_nothing_before(sitting: Sitting) -> None:
    sitting.ready(first="a")
    geisha = next(hero.id for piece in sitting.state.pieces for hero in piece.heroes)
    sitting.ana.act("reveal", hero=geisha)
    sitting.ben.act("announce", piece="b3", do="ability", ability="two-swords")
    assert "Distract: Two Swords of Kengo" in words(sitting.ana)
    assert "Distract" not in words(sitting.ben)
    sitting.ana.act("use", user=geisha, ability="distract", about="t1.two-swords.b3")
    sitting.ana.act("pad", step=f"t1.distract.{geisha}.ki>b3", die=0, face=9)
    sitting.ben.act("pad", step=f"t1.distract.{geisha}.ki<b3", die=0, face=1)
    assert "distracted by a Geisha" in words(sitting.ben)


def test_an_ability_is_a_key_and_what_is_used_up_or_has_no_place_now_is_unfolded_first(app: Flask) -> None:
    women = acting(app, "onna-bushi", path="kuge")
    assert dict(BUTTON.findall(row(women.ana, "a1")))["warrior-women"] == "button", "it acts, and nothing is to tick"
    for act, wrong, told in (
        ("use", {"user": "b1", "ability": "warrior-women"}, "Nobody on your side on the table has that ability"),
        ("use", {"user": "a1", "ability": "../rule"}, "Nobody on your side on the table has that ability"),
        ("lend", {"step": "nothing", "lender": "x"}, "That die was already entered"),
        ("skip-roll", {"owed": "nothing"}, "You owe no such honor roll"),
        ("show-hidden", {"step": "nothing"}, "already said"),
    ):
        assert told in notice(women.ana.tap(act, **wrong))
    women.ben.act("done", turn="1")
    women.ana.act("leave", turn="1", phase="orders")
    shown = ['name="ability" value="warrior-women"' in phone.get().text for phone in (women.ana, women.ben)]
    assert shown == [True, False], "what may be used at any time stands there after the orders too"
    sitting = acting(app, "kengo", path="buke")
    assert "Two Swords" in row(sitting.ana, "a1")
    sitting.ana.act("announce", piece="a1", do="ability", ability="two-swords")
    sitting.ana.act("pad", step="t1.two-swords.a1.ki", die=0, face=1)
    folded = row(sitting.ana, "a1")
    assert 'value="two-swords"' not in folded
    assert 'value="no-thinking"' not in folded
    assert "Two Swords anyway" in words(sitting.ana)


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


def test_the_key_of_a_shot_waits_for_the_die_of_its_ability(app: Flask) -> None:
    sitting = acting(app, "teppotai", path="kuge")
    sitting.ana.act("announce", piece="a1", goal="ability+march+alternated-shot", target="b1")
    assert "button primary" not in at_once(sitting.ana.get().text)
    sitting.ana.act("pad", step="t1.alternated-shot.a1.ki", die=0, face=1)
    assert "button primary" in at_once(sitting.ana.get().text)
    entry = sitting.tables.last_entry(sitting.id, None, "t1.alternated-shot.a1.ki")
    assert "/forgot" not in sitting.ana.get(f"/log/{entry}").text, "no attack's dice: there is nothing to forget"


def test_whom_keys_say_the_chance_against_each_where_the_table_shows_odds(app: Flask) -> None:
    sitting = acting(app, "ama-kihei", path="sohei", other=("katana-samurai", "kengo"))
    sitting.ana.act("announce", piece="a1", do="ability", ability="death-chant")
    sitting.ana.act("pad", step="t1.death-chant.a1.ki", die=0, face=1)
    page = words(sitting.ana)
    assert "Katana Samurai 60 %" in page
    assert "Kengo 50 %" in page
    assert "Chances that the ability works on each target. § 12:5:3" in page


def test_inspire_stands_under_the_pad_of_the_roll_that_waits_for_it(app: Flask) -> None:
    """One key shows a hidden Geisha and uses her."""
    sitting = acting(app, "naginata-sohei", "*geisha", path="sohei")
    assert "Reveal Geisha" in row(sitting.ana, "a1")
    sitting.ana.act("honor", piece="a1")
    sitting.ana.act("use", user="a1", ability="till-the-end", about="t1.called.honor.a1")
    sitting.ana.act("pad", step="t1.till-the-end.a1.ki", die=0, face=9)
    page = words(sitting.ana)
    assert "Show Geisha and use Inspire" in page
    assert "Geisha is hidden: an act here shows everybody who it is." in page
    assert "Inspire anyway" not in page
    for word in ("Geisha", "Inspire"):
        assert word not in words(sitting.ben)
    sitting.ana.act("reveal", hero="ax-geisha")
    assert "Inspire: &#39;Till the End of Naginata Sohei" in words(sitting.ana)
    assert 'value="inspire"' in at_once(sitting.ana.get().text)
    assert "Inspire" not in at_once(sitting.ben.get().text)
    sitting.ana.act("pad", step="t1.called.honor.a1.die", die=0, face=9)
    assert "Inspire: &#39;Till the End" not in words(sitting.ana), "the next die closes the window"


def test_one_phone_offers_what_the_side_that_does_not_act_may_answer(app: Flask) -> None:
    one = for_both(app, ("katana-samurai", "*geisha"), ("kengo",), other_path="buke", first="a", battle="pitched")
    one.act("reveal", hero="ax-geisha")
    one.act("announce", seat="b", piece="b1", do="ability", ability="two-swords")
    assert "Two Swords: roll one die for Kengo, KI 5 or less." in words(one)
    assert "Geisha: Distract: Two Swords of Kengo" in words(one)


def test_one_phone_leads_to_a_generals_abilities_behind_the_curtain_alone(app: Flask) -> None:
    """Its key stands under each general, whether he knows one or not (8:3:1)."""
    army = ("katana-samurai", "*taisho-buke")
    one = for_both(app, army, path="buke", battle="pitched")
    Phone(one.client, one.table_id, "b").musters(*army, path="buke")
    one.act("ability", ability="bushido-law", on="true")
    for seat in "ab":
        one.act("ready", seat=seat)
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
