"""Abilities and hidden ones of a deployment on the pages of two phones and of who watches (K72, K78, K80)."""

from __future__ import annotations

import json
import re

from flask import Flask

from companion.content.army_document import document_of
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from tests.web.phones import Sitting, notice
from tests.web.test_kensei_deploy import page, plain

PAGES = ("", "/forces", "/log", "/more", "/log.json", "/log.txt", "/now", "/now?page=forces", "/pack-up")
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
    shown = page(ana)
    assert 'name="ability" value="yutei"' in shown
    assert "<small>60\u00a0%</small>" in shown, "nobody has AC to pay with yet"
    for phone in (ben, sitting.watcher):
        assert "yutei" not in page(phone)
    ana.act("use", user="ax-spy", ability="yutei", about="card-b1")
    shown = page(ana)
    assert 'name="step" value="deploy.yutei.card-b1.ki"' in shown
    assert 'name="ability" value="yutei"' not in shown
    assert 'name="piece" value="a1"' not in shown, "the die first"
    assert "used Yutei: card 1 of" in page(ben, "/log")
    early = ben.tap("pad", step="deploy.yutei.card-b1.ki", die=0, face=1)
    assert early.status_code != 200
    assert "Traceback" not in early.text
    ana.act("pad", step="deploy.yutei.card-b1.ki", die=0, face=3)
    for phone in (ana, ben, sitting.watcher):
        assert re.search(r"<b>1</b>\s+Katana Samurai", page(phone))
    again = ana.tap("use", user="ax-spy", ability="yutei", about="card-b1", anyway="true")
    assert notice(again) == "That card is already face up."
    for which in PAGES:
        for phone in (ben, sitting.watcher):
            assert "ax-spy" not in page(phone, which), which


def test_expert_strategist_waits_for_the_other_phone_and_swaps(app: Flask) -> None:
    sitting = brought(app)
    ana, ben = sitting.ana, sitting.ben
    for phone, piece in ((ben, "b1"), (ana, "a1"), (ben, "b2"), (ana, "a2")):
        assert "Expert Strategist" not in page(ana)
        phone.act("lay", piece=piece)
    assert 'value="expert-strategist"' in page(ana)
    assert "expert-strategist" not in page(ben)
    ana.act("use", user="ah1", ability="expert-strategist", taisho="true")
    assert "Turn my cards up" not in page(ana)
    ben.act("cards-up")
    shown = page(ana)
    assert "Which two of your cards change places" in shown
    assert "Card 1: Yumi Samurai" in shown
    assert "Turn my cards up" not in shown, "one thing at a time"
    assert "Card 1: Yumi Samurai" not in page(ben)
    step = "deploy.expert-strategist.a.whom"
    one = ana.tap("whom", step=step, **{"target.1": "true"})
    assert notice(one) == "Choose 2 of those offered, or none."
    ana.act("whom", step=step, **{"target.1": "true", "target.2": "true"})
    assert "cards 1, 2 of Ana change places" in page(ben, "/log")
    ana.act("cards-up")
    assert re.search(r"<b>1</b>\s+Katana Samurai with Taisho Buke", page(ben))


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
            for which in PAGES:
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
        for which in PAGES:
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
    pages += [plain(sitting, other, which) for other in (sitting.ben, sitting.watcher) for which in PAGES]
    guess = [notice(sitting.ben.tap("reveal", seat="a", hero=f"ax-{one}")) for one in ("spy", "geisha", "shinobi")]
    return [*pages, *guess]


def test_every_page_of_another_is_the_same_with_and_without_who_hides(app: Flask) -> None:
    without = seen_by_others(app)
    for who, characters in HIDDEN.items():
        for one, two in zip(seen_by_others(app, *characters), without, strict=True):
            assert one == two, who
