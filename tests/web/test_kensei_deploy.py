"""The pages of a deployment: what each phone shows, taps, and what nobody else reads of a card."""

import json
import re

from flask import Flask

from companion.content.army_document import document_of
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from tests.web.phones import Phone, Sitting, battle, notice


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
    answer = app.test_client().post("/new", data={"game": "kensei", "battle": "pitched", "turns": "six", "level": "3"})
    assert '<details class="card" id="more" open>' in answer.text, "what is wrong there is shown"
    assert re.search(r'name="level" value="3" checked', answer.text), "and what was chosen stays"


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


def test_a_seal_has_a_nonce_that_nobody_else_reads_and_is_opened_by_what_was_written(app: Flask) -> None:
    sitting = deploying(app)
    before = re.findall(r'id="(seal-new-\d+)"', page(sitting.ben))
    sitting.ben.act("seal", text="Kamari behind the mill", nonce="mine")
    made = sitting.state.seals[0]
    assert len(made.nonce) >= 16, "the table draws it, whatever the form says"
    assert before != re.findall(r'id="(seal-new-\d+)"', page(sitting.ben)), "what was open is not opened again"
    for phone in (sitting.ana, sitting.watcher):
        for which in SHOWN:
            assert made.nonce not in page(phone, which)
    for phone in (sitting.ana, sitting.ben):
        phone.act("deployed")
    wrong = sitting.ben.tap("open-seal", seal=made.seal, written="///Kamari behind the barn")
    assert "give exactly what was written" in notice(wrong)
    sitting.ben.act("open-seal", seal=made.seal, written=made.written)
    assert "Kamari behind the mill" in page(sitting.ana, "/log")
    assert "Kamari behind the mill" in page(sitting.ana, "/forces")


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
    pages = []
    for phone, piece in ((sitting.ben, "b1"), (sitting.ana, "a1"), (sitting.ben, "b2"), (sitting.ana, "a2")):
        phone.act("lay", piece=piece)
        pages += [plain(sitting, other, "") for other in (sitting.ben, sitting.watcher)]
    where = {"card": 1} if absent and characters[0].kind == "denuki" else {"behind": "forest-1"}
    sitting.ana.act("seal", **({"who": "ax-shinobi", **where} if absent else {"text": "nobody"}))
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
