"""The pages of a deployment: what each phone shows, taps, and what nobody else reads of a card."""

from __future__ import annotations

import json
import re

from flask import Flask

from companion.content.army_document import document_of
from companion.play.kensei.deploy.stage import is_ninja
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from tests.web.phones import Phone, Sitting, battle, for_both, notice, words


def deploying(app: Flask) -> Sitting:
    """Both armies are ready; A has laid out nothing yet."""
    army = ("yumi-samurai", "katana-samurai")
    return battle(app, army, army, battle="pitched", deploys="yes")


def page(phone: Phone, which: str = "") -> str:
    return phone.get(which).text


SHOWN = ("", "/forces", "/log", "/more", "/log.json", "/log.txt")


def plain(sitting: Sitting, phone: Phone, which: str) -> str:
    """A page without what differs between any two tables: its name, keys, fingerprints and times."""
    text = phone.get(which).text.replace(sitting.table.words, "")
    return re.sub(r"[0-9a-f]{8,}|\d\d:\d\d(:\d\d)?(\.\d+)?", "", text)


def test_four_things_are_asked_and_the_rest_is_folded(app: Flask) -> None:
    form = app.test_client().get("/new?game=kensei").text
    asked, more = form.split('<details class="card" id="more">')
    assert re.findall(r"<legend>(.*?)</legend>", asked) == ["Battle", "Level of the armies", "Armies", "Phones"]
    for name in ("deploys", "odds", "turns", "koku", "halved_defense", "name"):
        assert f'name="{name}"' in more
        assert f'name="{name}"' not in asked
    assert 'name="deploys" value="yes" checked' in more
    answer = app.test_client().post("/new", data={"game": "kensei", "battle": "pitched", "turns": "six", "koku": ""})
    assert (answer.status_code, "The last turn is 1 to 30, not six." in answer.text) == (422, True)
    assert '<details class="card" id="more" open>' in answer.text, "what is wrong there is shown"
    assert 'value="six"' in answer.text


def test_how_terrain_is_placed_is_said_at_the_set_up_and_then_forces_shows_the_own_army(app: Flask) -> None:
    """7:2: by turns, two each or more, 15 cm apart, of another kind than one's last."""
    sitting = deploying(app)
    for phone in (sitting.ana, sitting.ben):
        for part in (
            "Place it in turn, 2 or more each",
            "stands 15 cm or more",
            "another kind than your last one",
        ):
            assert part in words(phone)
    sitting.ana.act("deploy-first", first="a")
    assert "Place it in turn" not in words(sitting.ana)
    for phone, own, other in ((sitting.ana, "a1", "b1"), (sitting.ben, "b1", "a1")):
        shown = page(phone, "/forces")
        assert (f'id="p-{own}"' in shown, f'id="p-{other}"' in shown) == (True, False), "the own army"
    assert 'id="p-' not in page(sitting.watcher, "/forces")
    among = Sitting(app, deploys="no")
    assert "Place it in turn" in words(among.ana), (
        "where the table leads no deployment it is said while armies are chosen"
    )
    assert "Place it in turn" not in words(Sitting(app, deploys="yes").ana), "and else with the deployment"


def test_one_tap_of_each_leaves_it_out(app: Flask) -> None:
    sitting = deploying(app)
    assert "Deployment roll" in page(sitting.ana)
    assert "I have deployed" in page(sitting.ben)
    assert 'name="face"' in page(sitting.ana)
    sitting.ana.act("deployed")
    assert "The battle begins when Ben has deployed." in page(sitting.ana)
    assert 'name="face"' not in page(sitting.ana), "no die is asked of who has deployed"
    assert "I have deployed" not in page(sitting.ana)
    assert "Katana Samurai" not in page(sitting.watcher)
    assert not sitting.state.begun
    assert "Commandment roll" in sitting.ben.tap("deployed").text
    assert sitting.state.turn == 1


def test_a_whole_deployment_on_two_phones(app: Flask) -> None:
    """Its dice and sentences stand in `deployment.play`, and each key is looked for in `test_every_key`."""
    sitting = deploying(app)
    ana, ben = sitting.ana, sitting.ben
    ana.act("terrain", kind="forest")
    assert '<details id="terrain-placed">' in page(ben)
    ana.act("pad", step="deploy.ground.a", die=0, face=9)
    assert '<details id="terrain-placed" open>' in page(ben), "his own roll is asked now"
    ana.act("deploy-first", first="a")
    for phone in (ana, ben):
        board = page(phone).split('id="r-board"')[1].split("30 cm")[0]
        assert "Ana deploys first, up to" in board, "first on the board, above the cards"
    assert ('value="a1"' in page(ana), 'value="a1"' in page(ben)) == (True, False)
    ana.act("lay", piece="a1")
    assert "Lay a card out of turn" in words(ana)
    for phone, piece in ((ben, "b1"), (ana, "a2"), (ben, "b2")):
        phone.act("lay", piece=piece)
    ana.act("cards-up")
    assert "Ben still has to turn the cards up." in words(ana)
    assert "Yumi Samurai" in page(sitting.watcher)
    for act in ("cards-up", "deployed"):
        ben.act(act)
    assert "Ask Ana: deployed?" in page(ben)
    ben.act("ask-deployed")
    assert "The other side asks whether you have deployed." in page(ana)
    assert "No answer: Ana has deployed" in page(ben)
    ana.act("deployed")
    assert "Forest 1" in page(ana, "/forces")


def test_no_page_of_another_tells_which_card_was_laid(app: Flask) -> None:
    told = []
    for order in (("a1", "a2"), ("a2", "a1")):
        sitting = deploying(app)
        sitting.ana.act("deploy-first", first="a")
        for piece in order:
            sitting.ana.act("lay", piece=piece)
        assert "own cards" in notice(sitting.ben.tap("lay", seat="a", piece="a1"))
        told.append([plain(sitting, phone, which) for phone in (sitting.ben, sitting.watcher) for which in SHOWN])
    for one, other in zip(*told, strict=True):
        assert one == other
    assert "the card laid" in page(sitting.ana), "its undo is free, and names it to its own side only"
    assert "the card laid" not in page(sitting.ben)
    assert sitting.ana.post("/undo", key="undo-of-a-card").status_code == 303
    assert len(sitting.state.deployment.cards) == 1


def test_what_is_sealed_is_drawn_a_nonce_and_opened_in_the_battle(app: Flask) -> None:
    sitting = deploying(app)
    before = re.findall(r'id="(seal-new-\d+)"', page(sitting.ben))
    sitting.ben.act("seal", text="Kamari behind the mill", nonce="mine")
    made = sitting.state.seals[0]
    assert len(made.nonce) >= 16, "the table draws it, whatever the form says"
    shown = page(sitting.ben)
    assert shown.count("<b>Kamari behind the mill</b>") == 1
    assert before != re.findall(r'id="(seal-new-\d+)"', shown), "what was open is not opened again"
    for phone in (sitting.ana, sitting.watcher):
        for which in SHOWN:
            assert "Kamari" not in page(phone, which)
            assert made.nonce not in page(phone, which)
    told = f"1 sealed why? Written down under the code {made.seal}, which proves afterwards that nothing was changed."
    assert told in words(sitting.ana)
    sitting.ana.act("deployed")
    sitting.ben.act("deployed")
    sitting.ana.act("first", first="a")
    assert "1 sealed" in page(sitting.ben)
    assert "1 sealed" not in page(sitting.ana)
    assert "1 sealed" in page(sitting.ana, "/forces")
    wrong = sitting.ben.tap("open-seal", seal=made.seal, written="///Kamari behind the barn")
    assert "give exactly what was written" in notice(wrong)
    sitting.ben.act("open-seal", seal=made.seal, written=made.written)
    assert "Kamari behind the mill" in page(sitting.ana, "/log")
    assert "Kamari behind the mill" in page(sitting.ana, "/forces")


def test_hidden_ones_who_were_met_are_the_newest_result_on_every_players_panel(app: Flask) -> None:
    """Beside what is drafted, until the next act is carried out."""
    hiding = ("katana-samurai", "ninjas")
    sitting = battle(app, ("yumi-samurai",), hiding, other_path="kuge", battle="pitched", deploys="yes")
    sitting.ana.act("terrain", kind="forest")
    wood = sitting.state.terrain[0].id
    ninjas = next(piece.id for piece in sitting.state.of("b") if is_ninja(piece))
    sitting.ben.act("seal", who=ninjas, behind=wood)
    for phone in (sitting.ana, sitting.ben):
        phone.act("deployed")
    sitting.ana.act("first", first="a")
    sitting.ana.act("announce", piece="a1", do="advance")
    sitting.ben.act("order", piece="b1", do="advance")
    sitting.ben.act("open-seal", seal=sitting.state.seals[0].seal, entered="true", touched="a1")
    told = "Ninjas, hidden until now, charged Yumi Samurai."
    for phone in (sitting.ana, sitting.ben):
        assert told in words(phone)
    sitting.ana.act("moved", units="a1")
    assert told not in words(sitting.ana)
    assert told not in words(sitting.ben)


def test_one_phone_for_both_hangs_the_curtain_where_cards_are_laid_and_before_an_army(app: Flask) -> None:
    phone = for_both(app, ("katana-samurai",), ("katana-samurai",), deploys="yes")
    assert "Deployment roll" in page(phone), "dice are no secret"
    assert 'id="p-' not in page(phone, "/forces")
    phone.post("/open", seat="b")
    assert 'id="p-' not in page(phone, "/forces"), "the curtain hangs"
    phone.post("/call", seat="b")
    shown = page(phone, "/forces")
    assert ('id="p-b1"' in shown, 'id="p-a1"' in shown) == (True, False)
    phone.post("/call", seat="a")
    phone.act("deploy-first", seat="a", first="b")
    hung = page(phone)
    assert "Hand the phone to Ben" in hung
    assert 'name="piece"' not in hung
    phone.post("/call", seat="b")
    lifted = page(phone)
    assert 'name="piece" value="b1"' in lifted
    assert 'value="a1"' not in lifted
    phone.act("lay", seat="b", piece="b1")
    assert "Hand the phone to Ana" in page(phone)
    phone.post("/call", seat="a")
    phone.act("lay", seat="a", piece="a1")
    assert "Turn my cards up" in page(phone)
    for seat in "ab":
        phone.act("cards-up", seat=seat)
    phone.act("deployed", seat="a")
    phone.act("deployed", seat="b")
    assert "<b>Turn 1</b>" in page(phone)


def test_the_one_phone_of_both_turns_to_who_has_not_deployed(app: Flask) -> None:
    """Also before the first roll, which who has deployed leaves out."""
    phone = for_both(app, ("katana-samurai",), ("katana-samurai",), deploys="yes")
    phone.act("deployed", seat="a")
    assert "Hand over Ben Place the miniatures" in words(phone)
    assert re.search(r'name="seat" value="b".{,400}I have deployed', page(phone), re.S)
    phone.act("deployed", seat="b")
    assert "<b>Turn 1</b>" in page(phone)


# ---- abilities and hidden ones (K72, K78, K80)


ALL_PAGES = ("", "/forces", "/log", "/more", "/log.json", "/log.txt", "/now", "/now?page=forces", "/pack-up")
GENERAL = CharacterEntry("c0", "taisho-buke", "katana", joins="u2")


def brought(app: Flask, *characters: CharacterEntry, path: str = "buke") -> Sitting:
    """Ana has archers, swordsmen and their general, with these characters; Ben swordsmen and spears. Ben lays first."""
    sitting = Sitting(app, battle="pitched", deploys="yes")
    units = (UnitEntry("u1", "yumi-samurai", 8), UnitEntry("u2", "katana-samurai", 8))
    army = Army("buke", 6, units, (GENERAL, *characters), taisho_abilities=("expert-strategist",))
    form = {"seat": "a", "text": json.dumps(document_of(army)), "key": "key-of-the-list"}
    assert sitting.ana.post("/bring", **form).status_code == 303
    sitting.ben.musters("katana-samurai", "yari-ashigaru")
    sitting.ready()
    sitting.ana.act("terrain", kind="forest")
    sitting.ana.act("deploy-first", first="b")
    return sitting


def test_yutei_is_a_key_on_its_own_phone_and_turns_the_card_on_all(app: Flask) -> None:
    sitting = brought(app, CharacterEntry("c1", "spy", joins="u1"))
    ana, ben = sitting.ana, sitting.ben
    assert "Yutei" not in page(ana).replace("(Yutei)", "")
    ben.act("lay", piece="b1")
    assert 'name="ability" value="yutei"' in page(ana)
    for phone in (ben, sitting.watcher):
        assert "yutei" not in page(phone)
    ana.act("use", user="ax-spy", ability="yutei", about="card-b1")
    shown = page(ana)
    assert 'name="step" value="deploy.yutei.card-b1.ki"' in shown
    assert 'name="ability" value="yutei"' not in shown
    assert 'name="piece" value="a1"' not in shown, "the die first"
    ana.act("pad", step="deploy.yutei.card-b1.ki", die=0, face=3)
    for phone in (ana, ben, sitting.watcher):
        assert re.search(r"<b>1</b>\s+Katana Samurai", page(phone))
    for which in ALL_PAGES:
        for phone in (ben, sitting.watcher):
            assert "ax-spy" not in page(phone, which), which


def test_the_kind_of_a_shinobi_is_chosen_as_he_is_enlisted_and_may_be_changed(app: Flask) -> None:
    """12:6:3: he is seen by his own side alone, and the Denuki is asked for his card as one of a list is."""
    sitting = Sitting(app, battle="pitched", deploys="yes")
    ana, ben = sitting.ana, sitting.ben
    for phone in (ana, ben):
        phone.act("side", path="kuge")
        phone.musters("katana-samurai", "yari-ashigaru")
    kinds = re.findall(r'type="radio" name="kind" value="(\w+)"( checked)?', page(ana))
    assert kinds == [("kamari", " checked"), ("denuki", ""), ("mitsumono", "")]
    ana.act("enlist", character="shinobi", kind="kamari", piece="")
    for kind, piece in (("kamari", ""), ("mitsumono", "a2"), ("denuki", "")):
        ana.act("outfit", hero="ax-shinobi", kind=kind, piece=piece)
        pressed = re.findall(r'name="(kind|piece)" value="(\w+)"\s+aria-pressed="true"', page(ana))
        assert pressed == [("piece", piece) if piece else ("kind", kind)]
        for phone in (ben, sitting.watcher):
            for which in ALL_PAGES:
                shown = re.sub(r'<ul class="menu">.*?</ul>', "", page(phone, which), flags=re.S)
                assert "hinobi" not in shown, (kind, which)
    sitting.ready()
    ana.act("terrain", kind="forest")
    ana.act("deploy-first", first="b")
    for phone, one in ((ben, "b1"), (ana, "a1"), (ben, "b2"), (ana, "a2")):
        phone.act("lay", piece=one)
    assert "Shinobi, a Denuki: on which enemy card does he hide?" in page(ana)
    assert "a Denuki" not in page(ben)


def test_a_denuki_shows_himself_by_one_key(app: Flask) -> None:
    sitting = brought(app, CharacterEntry("c1", "shinobi", kind="denuki"))
    ana, ben = sitting.ana, sitting.ben
    for phone, piece in ((ben, "b1"), (ana, "a1"), (ben, "b2"), (ana, "a2")):
        phone.act("lay", piece=piece)
    asked = "Shinobi, a Denuki: on which enemy card does he hide?"
    assert asked in page(ana)
    assert not re.search(r'class="button primary">[^/]*Turn my cards up', page(ana)), "first the number"
    ana.act("seal", who="ax-shinobi", card="2")
    assert asked not in page(ana)
    assert re.search(r'class="button primary">.*?Turn my cards up', page(ana), re.S)
    for phone in (ana, ben):
        phone.act("deployed")
    ana.act("first", first="a")
    seal = sitting.state.seals[0].seal
    shown = page(ana)
    assert shown.count("The Denuki shows himself") == 2, "in the panel, and in the list of what is sealed"
    assert "in contact with the front of Yari Ashigaru" in shown
    assert "Discovered!" not in shown, "nobody comes upon him"
    for phone in (ben, sitting.watcher):
        for which in ALL_PAGES:
            assert "The Denuki" not in page(phone, which), which
            assert "hinobi" not in page(phone, which), which
    assert "no such Denuki waiting" in notice(ben.tap("infiltrate", seal=seal, seat="a"))
    assert "no such Denuki waiting" in notice(ana.tap("infiltrate", seal="zz"))
    ana.act("infiltrate", seal=seal)
    assert "Shinobi shows himself in front of Yari Ashigaru." in page(ben, "/log")


HIDDEN: dict[str, tuple[CharacterEntry, ...]] = {
    "spy": (CharacterEntry("c1", "spy", joins="u1"),),
    "geisha": (CharacterEntry("c1", "geisha", joins="u2"),),
    "mitsumono": (CharacterEntry("c1", "shinobi", joins="u1", kind="mitsumono"),),
    "kamari": (CharacterEntry("c1", "shinobi", kind="kamari"),),
    "denuki": (CharacterEntry("c1", "shinobi", kind="denuki"),),
}


def seen_by_others(app: Flask, *characters: CharacterEntry) -> list[str]:
    """Pages, log, exports and what a ring brings, of a deployment and a battle; undo keys and what is due are there."""
    sitting = brought(app, *characters)
    absent = bool(characters) and characters[0].joins is None
    sitting.ana.act("seal", **({"who": "ax-shinobi", "behind": "forest-1"} if absent else {"text": "nobody"}))
    pages = []
    for phone, piece in ((sitting.ben, "b1"), (sitting.ana, "a1"), (sitting.ben, "b2"), (sitting.ana, "a2")):
        phone.act("lay", piece=piece)
        pages += [plain(sitting, other, "") for other in (sitting.ben, sitting.watcher)]
    for phone in (sitting.ana, sitting.ben):
        phone.act("deployed")
    sitting.ana.act("first", first="a")
    pages += [plain(sitting, other, which) for other in (sitting.ben, sitting.watcher) for which in ALL_PAGES]
    guess = [notice(sitting.ben.tap("reveal", seat="a", hero=f"ax-{one}")) for one in ("spy", "geisha", "shinobi")]
    return [*pages, *guess]


def test_every_page_of_another_is_the_same_with_and_without_who_hides(app: Flask) -> None:
    without = seen_by_others(app)
    for who, characters in HIDDEN.items():
        for one, two in zip(seen_by_others(app, *characters), without, strict=True):
            assert one == two, who
