"""Orders on the phones: rows of units, private drafts, reactions at once, charges by keys (8:3:4, 8:3:5, 9:5)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Sitting, battle, notice, order_row, words

CHARGE = "t1.charge.a1>b1"


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's samurai and archers face Ben's spearmen and archers; Ana acts first."""
    armies = (("katana-samurai", "yumi-samurai"), ("yari-ashigaru", "yumi-ashigaru"))
    return battle(app, *armies, path="buke", first="a", battle="pitched")


def test_a_row_opens_to_what_its_unit_may_be_told(sitting: Sitting) -> None:
    shown = order_row(sitting.ana, "a1")
    does = ["advance"] * 2 + ["face", "turn", "overcome"] + ["occupy"] * 2 + ["through"]
    assert re.findall(r'name="do" value="(\w+)"', shown) == does
    assert re.findall(r'name="goal" value="([^"]+)"', shown) == ["charge+run+", "charge+march+", "charge+none+"]
    assert re.findall(r'name="target" value="(\w+)"', shown) == ["b1", "b2"] * 3 + ["a2"], "under each order its own"
    assert re.findall(r"<span>(March|Run)\s*(\d+)&nbsp;cm", shown) == [("March", "10"), ("Run", "20")], "twice its MV"
    assert "no AC left to react" in shown
    assert shown.count("the charge reaches at") == 3
    assert not re.search(r'name="goal"[^>]*checked', shown), "nothing is chosen that nobody chose"
    archers = order_row(sitting.ana, "a2")
    assert re.findall(r'id="aim-a2-([\w-]+)" open', archers) == ["shoot-march-"], "archers shoot oftenest"
    for other in (order_row(sitting.ben, "a1"), order_row(sitting.watcher, "a1")):
        assert "Katana Samurai" in other, "open knowledge of it, and no order"
        assert 'class="stats"' in other
        assert "<form" not in other


def test_an_announcement_is_taken_back_freely_until_it_is_answered(sitting: Sitting) -> None:
    """The drafts told with it are the teller's own."""
    step = f"{CHARGE}.react"
    for answered in (False, True):
        sitting.ana.act("order", piece="a2", do="advance", pace="march")
        sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
        if answered:
            sitting.ben.act("react", step=step, what="withstand")
        seq = sitting.table.seq - answered
        sitting.ana.post("/undo", key=f"undo-told-{answered}", seq=str(seq), seat="a")
        assert [ask.kind for ask in sitting.table.asks] == (["undo"] if answered else [])
        assert bool(sitting.state.charges) == answered


def test_what_a_unit_may_no_longer_do_is_folded_says_why_and_works_anyway(sitting: Sitting) -> None:
    """One advance a turn (9:2:1): with AC left, facing is folded beside the advance that could be done anyway only."""
    sitting.ana.act("announce", piece="a2", do="advance", pace="march")
    first, folded = order_row(sitting.ana, "a2").split('id="seldom-a2"')
    assert 'value="advance"' not in first
    assert "One advance and one facing a turn" in first
    assert 'value="charge+none+"' in first
    assert folded.count('value="advance"') == 2
    assert 'name="anyway" value="true"' in folded
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    shown = order_row(sitting.ana, "a1")
    assert "That makes 3 AC in all; the unit has 2." in shown
    assert 'name="anyway" value="true"' in shown
    refused = sitting.ana.tap("order", piece="a1", do="advance", pace="march")
    assert refused.status_code == 422
    assert "makes 3 AC" in notice(refused)
    sitting.ana.act("order", piece="a1", do="advance", pace="march", anyway="true")


def test_a_reaction_is_asked_beside_a_shot_of_the_other_side(sitting: Sitting) -> None:
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b2")
    sitting.ana.act("announce", piece="a2", goal="shoot+march+", target="b1")
    sitting.ana.act("carry", piece="a2")
    assert "Yumi Samurai aim at Yari Ashigaru." in words(sitting.ben)
    page = sitting.ben.get().text
    assert re.findall(r'name="what" value="(\w+)"', page) == ["withstand", "shoot", "counter", "flee"]
    assert re.search(
        r'id="ask-beside-1" open>\s*<summary>Katana Samurai charge Yumi Ashigaru. What is the reaction', page
    )
    sitting.ben.act("react", step="t1.charge.a1>b2.react", what="withstand")
    assert "ask-beside" not in sitting.ben.get().text


def test_a_charge_asks_the_other_phone_and_its_answer_opens_the_keys(sitting: Sitting) -> None:
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b2")
    assert "Katana Samurai charge Yumi Ashigaru. What is the reaction?" in words(sitting.ben)
    assert re.findall(r'name="what" value="(\w+)"', sitting.ben.get().text) == ["withstand", "shoot", "counter", "flee"]
    assert "Waiting for the reaction of Yumi Ashigaru" in words(sitting.ana)
    shown = words(sitting.ben).replace("&nbsp;", " ").replace("\u00a0", " ")
    assert "Flee (chance of not being reached): 5 cm" in shown
    assert "Counter-charge (chance that the charge falls short): " in shown
    assert "Shoot, expected hits: to 20 cm" in shown
    sitting.ben.act("react", step="t1.charge.a1>b2.react", what="shoot")
    for phone in (sitting.ana, sitting.ben):
        assert "Yumi Ashigaru shoot first" in words(phone)
    page = sitting.ana.get().text
    assert re.findall(r'name="left_cm" value="([^"]+)"', page) == ["0", *map(str, range(1, 11)), "5+turned", "farther"]
    assert "70&nbsp;%" in words(sitting.ana), "4 cm are left to a die"
    assert "In contact anyway" in words(sitting.ana)
    early = sitting.ana.tap("charge", charge="t1.charge.a1>b2", left_cm="0")
    assert early.status_code == 422
    assert "The shot of Yumi Ashigaru comes first: make it." in notice(early)
    sitting.ben.act("reply", charge="t1.charge.a1>b2")
    assert sitting.state.running is not None
    assert sitting.state.running.situation.withstand_and_shoot


def before_contact(phone: Phone) -> str:
    """What stands in the form of a charge before its key "In contact"."""
    page = phone.get().text
    key = page.index('name="left_cm" value="0"')
    return page[page.rindex("<form", 0, key) : key]


def test_from_where_a_unit_that_fights_already_is_charged_is_asked_before_contact(sitting: Sitting) -> None:
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    sitting.ben.act("react", step=f"{CHARGE}.react", what="withstand")
    sitting.ana.act("announce", piece="a2", goal="charge+run+", target="b1")
    assert 'value="flank"' not in before_contact(sitting.ana), "nobody touches it yet"
    sitting.ana.act("charge", charge=CHARGE, left_cm="0")
    assert 'value="flank"' in before_contact(sitting.ana)


def test_a_charge_that_was_undone_is_a_sentence_to_who_still_answers_it(sitting: Sitting) -> None:
    """One whose target is gone meanwhile can be stopped."""
    sitting.ben.act("order", piece="b2", do="advance", pace="march")
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    sitting.ana.post("/undo", key="undo-1234", seq=str(sitting.table.seq), seat="a")
    assert sitting.state.charges == ()
    answer = sitting.ben.tap("react", step=f"{CHARGE}.react", what="flee")
    assert answer.status_code in (409, 422)
    assert "That charge is over or was undone: nothing is left to react to." in notice(answer)
    assert ">march<" in order_row(sitting.ben, "b2"), "what it drafted meanwhile is still there"
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    sitting.ben.act("correct", piece="b1", miniatures="0", reason="all fell")
    assert "for Katana Samurai to charge. It only advances It stops here" in words(sitting.ana)
    sitting.ana.act("stop", piece="a1")
    assert "cannot charge it" not in words(sitting.ana)


def test_who_fled_is_reached_in_the_rear_and_the_page_does_not_ask(sitting: Sitting) -> None:
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    sitting.ben.act("react", step=f"{CHARGE}.react", what="flee")
    sitting.ben.act("reply", charge=CHARGE)
    sitting.ben.act("roll", step=f"{CHARGE}.run.dice", app="true")
    assert "The target is in flight: it is charged in the rear." in words(sitting.ana)
    assert 'name="zone"' not in sitting.ana.get().text.split('id="gap-a1"')[1].split("</details>")[0]


def test_an_announced_shot_is_led_before_the_charge_that_would_close_its_line(sitting: Sitting) -> None:
    """What the charge made impossible is given up by the main key."""
    sitting.ana.act("announce", piece="a2", goal="shoot+march+", target="b1")
    sitting.ana.act("announce", piece="a1", goal="charge+run+", target="b1")
    sitting.ben.act("react", step=f"{CHARGE}.react", what="withstand")
    assert "Announced shots first: a charge may block their line." in words(sitting.ana)
    assert main_keys(sitting.ana) == [("carry", "a2")], "the shot has the one big key, the charge is a line"
    sitting.ana.act("charge", charge=CHARGE, left_cm="0")
    assert "In a combat: Yari Ashigaru. At this table nobody shoots into one." in words(sitting.ana)
    assert main_keys(sitting.ana) == [("stop", "a2")]
    sitting.ana.act("stop", piece="a2")
    assert main_keys(sitting.ana) == [("done", "")], "nothing waits for the shot any more"


def main_keys(phone: Phone) -> list[tuple[str, str]]:
    """The acts and pieces of the red keys that stand open in the panel."""
    page = phone.get().text
    panel = re.sub(r"(?s)<details.*?</details>", "", page[page.index('data-step="choose') :])
    forms = re.findall(r"(?s)<form.*?</form>", panel)
    found = [one for one in forms if 'class="button primary' in one]
    return [(_named("type", one), _named("piece", one)) for one in found]


def _named(field: str, form: str) -> str:
    found = re.search(rf'name="{field}" value="([\w-]+)"', form)
    return found[1] if found else ""


def test_all_moved_means_the_units_it_showed_though_a_reaction_arrived_meanwhile(sitting: Sitting) -> None:
    sitting.ana.act("order", piece="a1", do="advance", pace="march")
    sitting.ana.act("announce", piece="a2", goal="charge+march+", target="b1")
    (units,) = re.findall('name="units" value="([^"]*)"', sitting.ana.get().text)
    assert units == "a1"
    seen = str(sitting.table.seq)
    sitting.ben.act("react", step="t1.charge.a2>b1.react", what="withstand")
    sitting.ana.act("moved", units=units, seen=seen)
    assert [sitting.state.piece(one).facts.moved for one in ("a1", "a2")] == ["march", "none"]
    answer = sitting.ana.tap("moved", units=units, seen=seen)
    assert notice(answer).startswith("Those units have no announced move left by now")


def test_who_owes_a_charge_is_named_and_runs_with_one_tap(sitting: Sitting) -> None:
    sitting.ana.act("near", piece="a1")
    assert "Katana Samurai, less than 5 cm from an enemy, must charge or flee 20 cm." in words(sitting.ana)
    sitting.ben.act("done", turn="1")
    sitting.ana.act("done", turn="1")
    assert "Leave the phase anyway" in words(sitting.ana), "what is owed holds the turn up"
    sitting.ana.act("run-near", piece="a1")
    assert "Katana Samurai flee 20 cm: straight away from the nearest enemy." in words(sitting.ben)
    assert "off the table's edge" in words(sitting.ana).replace("&#39;", "'")


def test_one_chip_of_the_table_hides_the_order_rows(sitting: Sitting) -> None:
    assert re.findall(r'name="shown" value="(\w+)" aria-pressed="true"', sitting.ana.get("/more").text) == ["true"]
    sitting.ana.act("show-orders", shown="false")
    for phone in (sitting.ana, sitting.ben):
        assert 'class="order"' not in phone.get().text
        assert "AC left" not in phone.get().text
    assert re.findall(r'name="shown" value="(\w+)" aria-pressed="true"', sitting.ben.get("/more").text) == ["false"]


def test_who_may_be_hidden_is_a_target_only_with_that_beside_the_name(app: Flask) -> None:
    sitting = battle(app, ("ninjas", "onna-bushi"), ("yumi-ashigaru",), path="kuge", first="b", battle="pitched")
    sitting.ana.act("seal", who="a1")
    shown = " ".join(re.sub(r"<[^>]*>", " ", order_row(sitting.ben, "b1")).split())
    anyway = shown.partition("Charge or shoot anyway")[2]
    assert "Ninjas anyway may be hidden, off the field Onna-Bushi" in anyway
    assert "announces this order and all drafts but those of hidden units" in words(sitting.ana)
    assert "hidden units" not in words(sitting.ben)


def test_a_draft_sends_its_own_card_and_no_other(sitting: Sitting) -> None:
    page = sitting.ana.get().text
    assert "announces this order and all drafts" in " ".join(page.split())
    had = ",".join(f"{name}={rev}" for name, rev in re.findall(r'data-region="([\w-]+)" data-rev="(\w+)"', page))
    sitting.ana.act("order", piece="a2", do="advance")
    sent = sitting.ana.get("/now", **{"X-Regions": had}).text
    assert re.findall(r'data-region="(unit-\w+)"', sent) == ["unit-a2"]


def test_a_characters_own_card_names_him_once_and_not_by_its_unit(app: Flask) -> None:
    """The name of his unit tells him from the enemy's, who is called alike; in its own card nobody else is meant."""
    armies = (("katana-samurai", "*busho-buke"), ("yari-samurai", "*busho-buke"))
    sitting = battle(app, *armies, path="buke", other_path="buke", first="a", battle="pitched")
    page = sitting.ana.get().text
    card = page[page.index('id="order-a1"') : page.index('id="order-b1"')]
    face, sheet = card.split("</summary>", 1)
    assert "Busho Buke" in face
    assert "Busho Buke (" not in face
    head = sheet[: sheet.index("</details>")]
    assert head.count("Busho Buke") == 1
    assert "Busho Buke (" not in head
