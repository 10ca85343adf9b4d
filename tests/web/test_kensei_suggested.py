"""In the table's own muster: a legal army in one tap, and what the agreed level allows."""

import html
import re

from flask import Flask

from companion.content import catalog
from companion.play.kensei.muster.listed import judged
from tests.web.phones import Sitting, _keys, notice, words


def asked(sitting: Sitting, **form: str) -> str:
    """Ana asks for an army; where she is led."""
    answer = sitting.ana.post("/suggest", **{"seat": "a", "key": next(_keys), **form})
    assert answer.status_code == 303, notice(answer)
    return answer.headers["Location"]


def spoken(page: str) -> str:
    """What a page says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


def brought(sitting: Sitting) -> list[tuple[str, int]]:
    return [(piece.title, piece.miniatures) for piece in sitting.state.of("a")]


def test_one_tap_brings_a_legal_army_of_the_agreed_level_and_of_the_path(app: Flask) -> None:
    sitting = Sitting(app, level="2", armies="points")
    sitting.ana.act("side", path="sohei", clan="Crane")
    assert "Suggest an army of level 2" in words(sitting.ana)
    assert asked(sitting, key="one-tap-only").startswith(sitting.ana.path)
    assert sitting.state.sides["a"].path == "sohei"
    assert sitting.state.sides["a"].clan == "Crane"
    assert brought(sitting)
    assert not judged(sitting.state, "a")
    first = sitting.state
    asked(sitting, key="one-tap-only")
    assert sitting.state == first, "the same tap sent twice brings one army"
    page = words(sitting.ana)
    assert "Suggest another army" in page
    assert "Agreed: level 2 · legal" in page
    assert "Ana" in words(sitting.ben)
    for name, _many in brought(sitting):
        assert name not in notice(sitting.ben.get("/log")), "it is as secret as any other"
    undone = sitting.ana.post("/undo", key="undone-once", act=str(sitting.table.seq))
    assert undone.status_code == 303
    assert not brought(sitting)


def test_what_a_level_allows_stands_where_it_is_chosen_and_where_the_army_is_made(app: Flask) -> None:
    for number in (2, 10):
        level = catalog().levels[number]
        sitting = Sitting(app, level=str(number), armies="points")
        new, made = spoken(sitting.ana.client.get("/new?game=kensei").text), spoken(sitting.ana.get().text)
        for sentence in (
            f"{level.koku}{'+' * level.koku_open} koku for units, {level.vp} VP for characters.",
            f"Units: basic {level.basic.least} or more, special {level.special.most} at most, "
            f"elite {level.elite.most} at most.",
            f"With projectiles {level.projectiles_total} at most, cavalry {level.cavalry_total} at most.",
            f"Busho {level.characters['busho']}",
        ):
            assert sentence in new
            assert sentence in made
        assert f"Special, {level.special.most} at most" in made
