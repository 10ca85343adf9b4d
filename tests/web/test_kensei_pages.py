"""What pages of a battle say and offer: names, counts, who may shoot, why not Ready, corrections without a keyboard."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.content import catalog
from tests.web.phones import Phone, Sitting, agreed, attacked, battle, closing, notice


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ana's riders stand before two units of archers; Ben's swordsmen have a Bushi."""
    riders = ("kiba-musha", "yumi-samurai", "yumi-ashigaru")
    return battle(app, riders, ("katana-samurai", "*daisho-samurai", "yari-ashigaru"), path="buke")


def section(page: str, begins: str, ends: str) -> str:
    """A stretch of a page, with its white space made single."""
    found = re.search(f"{re.escape(begins)}.*?{re.escape(ends)}", page, re.S)
    assert found, f"{begins} is not on the page"
    return re.sub(r"\s+", " ", found[0])


def shots(phone: Phone, piece: str) -> str:
    """The form of a shot by hand in a unit's sheet."""
    return section(phone.get().text, f'id="by-hand-{piece}-shot"', "</form>")


def test_who_watches_a_defense_roll_reads_of_marked_dice_only_where_there_are_some(app: Flask) -> None:
    for tens, badges in ((0, ["saved", "Ø"]), (1, ["saved", "saved against Ø", "Ø"])):
        sitting = closing(app)
        attacked(sitting, hits=2, tens=tens)
        assert re.findall(r'<span class="badge[^"]*">([^<]*): –', sitting.ana.get().text) == badges


def test_ready_without_an_army_says_why_in_view(app: Flask) -> None:
    """Without a general it is told so, and Ready works; who is ready sees the own army while the other chooses."""
    sitting = Sitting(app)
    page = sitting.ana.get().text
    assert "Choose at least one unit or character before you tap “Ready”." in page
    off = r"<button[^>]*disabled aria-describedby=\"why-not-ready\""
    assert re.search(off, page)
    sitting.ana.act("muster", unit="katana-samurai")
    page = sitting.ana.get().text
    assert "before you tap “Ready”" not in page
    assert not re.search(off, page)
    assert "No Bushi here can be your general." in page
    assert "No Bushi here" not in sitting.ben.get().text
    sitting.ana.act("enlist", character="daisho-samurai")
    assert "No Bushi here" not in sitting.ana.get().text
    sitting.ana.act("ready")
    assert "Katana Samurai</span>" in section(sitting.ana.get().text, 'id="r-board"', "Ben is still choosing.")
    for other in (sitting.ben, sitting.watcher):
        assert "Katana Samurai</span>" not in other.get().text


def test_the_muster_shows_what_is_left_at_its_head_and_each_unit_in_a_line(app: Flask) -> None:
    sitting = Sitting(app, level="3", armies="points")
    sitting.ana.musters("katana-samurai", "*daisho-samurai")
    page = re.sub(r"\s+", " ", sitting.ana.get().text)
    head = re.sub(r"<[^>]*>", "", section(page, '<div class="cost">', "</div>"))
    assert "1080 koku left of 1200" in head
    assert "530 VP left of 650" in head
    assert page.index('class="cost"') < page.index('id="p-a1"')
    offered = section(page, 'name="unit" value="katana-samurai"', "</button>")
    assert "30 koku each" in offered
    printed = catalog().units["katana-samurai"].attributes
    for sign, value in (("MV", printed.mv), ("DC", printed.dc), ("KI", printed.ki), ("VE", printed.ve)):
        assert f"<span>{sign} <b>{value}</b></span>" in offered, "no label breaks from its value"
    line = section(page, 'id="p-a1"', "</summary>")
    assert "Katana Samurai" in line
    assert "120 koku + <span>Daisho Samurai</span>, 120 VP" in line
    for _ in range(8):
        sitting.ana.act("enlist", character="daisho-samurai")
    assert re.search(r'class="over"> <b>430</b> VP over 650', re.sub(r"\s+", " ", sitting.ana.get().text))
    for other in (sitting.ben, sitting.watcher):
        assert "1080" not in other.get().text


def test_lists_are_brought_first_where_they_were_chosen(app: Flask) -> None:
    for armies, first in (("lists", True), ("points", False)):
        page = Sitting(app, armies=armies).ana.get().text
        assert (page.index("Bring an army list") < page.index('name="path"')) is first
        assert page.count("Bring an army list") == 1
        assert ('id="pick-unit" data-still open' in page) is not first


def test_a_shot_by_hand_says_what_the_table_knows_against_it(sitting: Sitting) -> None:
    page = sitting.ana.get().text
    assert [one for one in ("a1", "a2", "a3") if f'id="by-hand-{one}-shot"' in page] == ["a2", "a3"], "who has bows"
    assert "not loaded" not in shots(sitting.ana, "a2")
    sitting.ana.act("mark", piece="a2", marker="unloaded", on="true")
    assert "not loaded" in shots(sitting.ana, "a2")
    sitting.ana.act("mark", piece="a3", marker="engaged", on="true")
    assert "engaged" in shots(sitting.ana, "a3")
    assert 'id="by-hand-a2-shot"' not in sitting.ben.get().text, "each side has its own"


def test_a_character_with_the_only_bow_shoots_from_his_unit(app: Flask) -> None:
    sitting = Sitting(app)
    sitting.ana.musters("katana-samurai", path="buke")
    sitting.ana.act("enlist", character="busho-buke", piece="a1", weapon="bow")
    sitting.ben.act("muster", unit="yari-ashigaru")
    sitting.ready()
    form = shots(sitting.ana, "a1")
    assert re.findall(r'name="attacker" value="([^"]+)"', form) == ["a1+ah1"], "who cannot shoot is not offered"
    assert "Busho Buke" in form
    sitting.ana.act("aim", kind="shot", attacker="a1+ah1", defender="b1")
    sitting.ana.act("situate", step=sitting.due, **{"set.distance_cm": "20"})
    page = sitting.ana.get().text
    assert "Busho Buke → Yari Ashigaru" in page
    assert 'id="pad-' in page
    assert "not allowed" not in page


def test_the_last_of_a_unit_is_not_struck_through_and_his_wounds_are_no_miniatures(sitting: Sitting) -> None:
    sitting.ben.act("correct", piece="b1", hero="bh1", wounds="1", reason="miscounted")
    assert "Daisho Samurai: 1 of 6 wounds" in section(sitting.ana.get("/forces").text, 'id="p-b1"', "</li>")
    sitting.ben.act("correct", piece="b1", miniatures="0", reason="miscounted")
    row = section(sitting.ana.get("/forces").text, '<li class="unit side-b', "</li>")
    assert "destroyed" not in row
    for words in ("Daisho Samurai</span>", "<b>1</b>", "of 1<", "1 of 6 wounds", "last of Katana Samurai"):
        assert words in row
    assert "Daisho Samurai: 1 of 3" not in row
    bar = section(sitting.ana.get().text, '<div class="side-line side-b', "</div>")
    left, began = (
        sum(count) for count in zip(*((p.miniatures, p.at_start) for p in sitting.state.of("b")), strict=True)
    )
    words = " ".join(re.sub(r"<[^>]*>", " ", bar).split())
    assert f"{left} of {began} miniatures 1 character" in words


def test_who_stands_alone_shows_his_wounds_before_the_first(app: Flask) -> None:
    sitting = battle(app, ("*kensei", "katana-samurai", "*daisho-samurai"), ("yari-ashigaru",))
    alone = next(p for p in sitting.state.of("a") if p.unit is None)
    for page in ("", "/forces"):
        rows = sitting.ben.get(page).text
        assert f"0 of {alone.profile.attributes.vt} wounds" in section(rows, "Kensei</span>", "</li>")
        assert "wounds" not in section(rows, "Katana Samurai</span>", "</li>"), "nor is it said of who stands in a unit"


def test_a_correction_takes_one_of_the_usual_reasons_or_another_in_words(sitting: Sitting) -> None:
    form = section(sitting.ana.get("/forces").text, 'id="hand-a1"', "</form>")
    reasons = ["miscounted", "measured-again", "house-rule", "other"]
    assert re.findall(r'type="radio" name="reason" value="([\w-]+)"', form) == reasons
    said = []
    for left, reason, words in (("2", "measured-again", ""), ("4", "house-rule", ""), ("1", "other", "a dog came by")):
        sitting.ana.act("correct", piece="a1", miniatures=left, reason=reason, words=words)
        said.append(str(sitting.tables.log(sitting.id, "a", limit=1)[0].text))
    assert [line.split(", ", 1)[1] for line in said] == [
        "miniatures 3 → 2: by hand (measured again).",
        "miniatures 2 → 4: by hand (house rule).",
        "miniatures 4 → 1: by hand (a dog came by).",
    ]
    answer = sitting.ana.tap("correct", piece="a1", miniatures="4", reason="other")
    assert "Say the other reason in a few words." in notice(answer)


def test_the_distance_of_a_shot_is_asked_in_the_act_of_who_shoots(sitting: Sitting) -> None:
    """A wrong one is put right by the same keys: beyond reach the refusal stands beside them, on the phone of who
    shoots and of who answers for him.
    """
    sitting.ana.act("aim", kind="shot", attacker="a2", defender="b1")
    for phone in (sitting.ana, sitting.ben):
        keys = section(phone.get().text, "data-distance", "</fieldset>")
        assert re.findall(r'name="set.distance_cm" value="([\d.]+)"', keys) == ["20", "40", "60", "61"]
    assert "How far is it to Katana Samurai?" in sitting.ana.get().text
    assert 'id="pad-' not in sitting.ana.get().text, "no die can be tapped before"
    sitting.ana.act("situate", step=sitting.due, **{"set.distance_cm": "60"})
    assert 'id="pad-' in sitting.ana.get().text
    assert "Roll 4 dice. 8 or more hits." in sitting.ana.get().text
    for cm in ("61", "70"):
        sitting.ana.act("situate", step=sitting.due, **{"set.distance_cm": cm})
        for phone in (sitting.ana, sitting.ben):
            page = phone.get().text
            assert f"up to 60 cm; the target is {cm} cm away" in page
            keys = section(page, "data-distance", "</details>")
            offered = re.findall(r'name="set.distance_cm" value="([\d.]+)"', keys)
            assert offered == ["20", "40", "60", "61", *(str(int(cm) + by) for by in (-10, -1, 1, 10))]
            assert 'id="pad-' not in page
    assert "data-distance" not in sitting.watcher.get().text
    sitting.ana.act("situate", step=sitting.due, **{"set.distance_cm": "40"})
    assert "Roll 4 dice. 7 or more hits." in sitting.ana.get().text


def test_the_steps_of_a_set_up_are_one_line_of_the_log_and_of_the_report(sitting: Sitting) -> None:
    """Who entered something for whom stands beside its line."""
    page = sitting.ana.get("/log").text
    run = section(page, '<li class="log-run', "</details>")
    assert "Ana set up in 4 steps" in run
    assert run.count('class="mon"') == 5, "the crest stands beside it as beside each line"
    assert run.count("log-line") == 4, "and all of them stand below it"
    assert page.count('class="log-run') == 1, "nobody reads the other side's"
    report = sitting.ana.get("/log.txt").text
    assert report.count("Your army") == 1
    assert "Ana: Set up in 4 steps. Your army: 4 Yumi Ashigaru." in report
    sitting.ana.act("mark", piece="b1", marker="hill", on="true", seat="b")
    assert "Ana for Ben" in section(sitting.ben.get("/log").text, "Katana Samurai: On a hill.", "</li>")
    assert "Ana for Ben: Katana Samurai: On a hill." in sitting.ben.get("/log.txt").text


def test_the_end_of_a_battle_has_names_what_is_left_and_what_decided_it(sitting: Sitting) -> None:
    sitting.ben.act("correct", piece="b1", hero="bh1", wounds="6", reason="miscounted")
    agreed(sitting.ana, sitting.ben, "end", winner="a")
    end = section(sitting.ben.get().text, '<section class="card ended', "</section>")
    words = " ".join(re.sub(r"<[^>]*>", " ", end).split())
    for part in ("Ana has won the battle", "The battle lasted until turn 1.", "Lost: Daisho Samurai"):
        assert part in words
    for side in sitting.state.sides:
        left, began = (
            sum(count) for count in zip(*((p.miniatures, p.at_start) for p in sitting.state.of(side)), strict=True)
        )
        assert f"{left} of {began} miniatures" in words


def test_undo_names_its_entry_where_another_line_stands_beside_it(sitting: Sitting) -> None:
    """Sections and rulings stand behind a sign beside each sentence."""

    def key(phone: Phone) -> str:
        return section(phone.get().text, '<button class="button undo"', "</button>")

    sitting.ana.act("announce", piece="a1", do="advance", pace="march")
    assert re.search("<small>[^<:]*: march.</small>", key(sitting.ana)), "whose order it was"
    sitting.ben.act("mark", piece="b1", marker="hill", on="true")
    assert re.search("<small>[^<:]*: march.</small>", key(sitting.ana))
    bare = re.sub(r'<dl class="terms">.*?</dl>', "", sitting.ana.get().text, flags=re.S)
    signed = re.findall(r'<span class="rule-where">\s*<span class="rule"', bare)
    assert signed
    assert bare.count('class="rule"') == len(signed)


def test_a_unit_grows_no_further_than_the_level_allows(app: Flask) -> None:
    sitting = Sitting(app, level="3", armies="points")
    sitting.ana.act("muster", unit="yumi-samurai")
    allowed = sitting.state.pieces[0].miniatures
    while "at most" in (page := re.sub(r"\s+", " ", sitting.ana.get().text)):
        more = re.search(r'<button class="step" name="miniatures" value="\d+" aria-label="One more[^>]*>', page)
        assert more
        if "disabled" in more[0]:
            break
        allowed += 1
        sitting.ana.act("size", piece="a1", miniatures=allowed)
    assert f"level 3: at most {allowed}" in page
    assert f"; level 3 allows {allowed}" not in page, "the key stops before the army is not legal"
    sitting.ana.act("enlist", character="daisho-samurai")
    assert len(sitting.state.pieces) == 2
    page = sitting.ana.get().text
    keys = [re.sub(r"<[^>]+>", "", key).strip() for key in re.findall(r"<button[^>]*>(.*?)</button>", page, re.S)]
    assert [key for key in keys if "Dismiss" in key] == ["Dismiss Yumi Samurai", "Dismiss Daisho Samurai"]
    assert "Move into" in page
    sitting.ana.act("outfit", hero="ah1", piece="a1")
    (unit,) = sitting.state.pieces
    assert [hero.id for hero in unit.heroes] == ["ah1"]
