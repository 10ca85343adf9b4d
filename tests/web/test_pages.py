"""What pages of a battle say and offer to each phone, in the situations of `pages/*.page` (see `paging`)."""

import itertools
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.web.paging import part, scripts, written
from tests.web.phones import agreed, allow, battle


@pytest.mark.parametrize("path", scripts(), ids=lambda path: path.stem)
def test_each_phone_reads_and_may_tap_what_is_written_down(app: Flask, path: Path) -> None:
    assert written(app, path) == path.read_text(), "if it is as wanted: python -m tests.web.paging"


def test_a_part_of_a_page_is_read_with_its_folds_and_keys() -> None:
    page = """<p>Before</p><div id="x"><details open><summary>Roll <b>now</b></summary><form><input type="hidden"
    name="type" value="roll"><input type="hidden" name="key" value="1"><button name="face" value="1" disabled>One
    </button></form></details><svg><text>no</text></svg><details><summary>More</summary><p>Hidden</p></details>
    <p>End</p></div><p>After</p>"""
    assert part(page, "x") == ["▾ Roll now", "  type=roll [One | face=1 off]", "▸ More", "  Hidden", "End"]


def test_a_draft_sends_its_own_card_and_no_other(app: Flask) -> None:
    armies = ("katana-samurai", "yumi-samurai"), ("yari-ashigaru", "yumi-ashigaru")
    ana = battle(app, *armies, path="buke", first="a", battle="pitched").ana
    page = ana.get().text
    had = ",".join(f"{name}={rev}" for name, rev in re.findall(r'data-region="([\w-]+)" data-rev="(\w+)"', page))
    ana.act("order", piece="a2", do="advance")
    sent = ana.get("/now", **{"X-Regions": had}).text
    assert re.findall(r'data-region="(unit-\w+)"', sent) == ["unit-a2"]


def test_what_was_taken_back_is_no_part_of_the_story(app: Flask) -> None:
    sitting = battle(app, ("yumi-samurai",), ("yari-ashigaru",))
    agreed(sitting.ben, sitting.ana, "end", winner="a")
    passed = sitting.tables.passages(sitting.id)
    assert (passed[-1].after, passed[-1].event.type) == (sitting.state, "end")
    assert all(one.after == then.before for one, then in itertools.pairwise(passed))
    sitting.ben.post("/undo", key="undo-key-000001", act=str(sitting.table.seq))
    allow(sitting.ana)
    assert not sitting.state.over
    assert sitting.tables.passages(sitting.id) == passed[:-1]
    assert sitting.tables.passages("nowhere") == ()
