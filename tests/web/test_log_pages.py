"""The log a page at a time."""

import re

import pytest
from flask import Flask

from companion.play import history
from tests.web.phones import Phone, Sitting, battle

LINES = 10
"""On a page here, so that it takes few taps to fill several."""


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.frame.LOG_LINES", LINES)


def begun(app: Flask, taps: int) -> Sitting:
    sitting = battle(app, ("yumi-ashigaru",), ("yari-ashigaru",))
    for number in range(taps):
        sitting.ana.act("mark", piece="a1", marker="slowed", on=str(number % 2 == 0))
    return sitting


def pages(phone: Phone) -> list[str]:
    """Every page of the log, the newest first, as the links lead from one to the next."""
    page: str | None = "/log"
    found = []
    while page and len(found) < 9:
        answer = phone.get(page)
        assert answer.status_code == 200
        found.append(answer.text)
        link = re.search(r'href="[^"]*(/log/older/\d+)"', answer.text)
        page = link[1] if link else None
    return found


def test_the_log_shows_its_newest_lines_and_the_way_to_older_ones(app: Flask) -> None:
    """Older lines keep the secrets of their side."""
    sitting = begun(app, 2 * LINES)
    shown = pages(sitting.ana)
    assert "4 Yumi Ashigaru" in shown[-1]
    for phone in (sitting.ben, sitting.watcher, sitting.stranger):
        assert not any("4 Yumi Ashigaru" in page for page in pages(phone))
    read = [[int(seq) for seq in re.findall(r'/log/(\d+)"', page)] for page in shown]
    seen = [seq for page in read for seq in page]
    assert [len(page) for page in read] == [LINES, LINES, len(seen) - 2 * LINES]
    assert seen == sorted(set(seen), reverse=True), "every line once, the newest first"
    for phone, before in ((sitting.ana, 1), (sitting.ana, 2147483647), (sitting.stranger, 5)):
        assert phone.get(f"/log/older/{before}").status_code == 200


def test_a_unit_and_its_number_stand_on_one_line(app: Flask) -> None:
    """On the page alone: files say the name as it is."""
    ana = battle(app, ("yari-ashigaru",), ("yari-ashigaru",)).ana
    ana.act("mark", piece="a1", marker="slowed", on="True")
    assert "Yari Ashigaru\u00a01" in ana.get("/log").text
    for page in ("/log.txt", "/log.json"):
        assert "Yari Ashigaru 1" in ana.get(page).text


def test_a_tap_in_secret_reads_no_more_of_a_longer_log(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before a battle, when others may read no line of it."""
    read: list[object] = []
    line_of = history.line_of
    monkeypatch.setattr(history, "line_of", lambda row: (read.append(row), line_of(row))[1])
    ana = Sitting(app).ana
    ana.act("muster", unit="yumi-samurai")
    assert "/log/older/" not in ana.get("/log").text

    def lines_read(times: int) -> int:
        for number in range(times):
            read.clear()
            ana.act("name", piece="a1", name=f"Archers {times} {number}")
        return len(read)

    assert lines_read(5) == lines_read(30) > 0
