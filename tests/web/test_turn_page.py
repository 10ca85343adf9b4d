"""The turn as a page of its own: each step in two lines with its section, one tap from the bar of a table."""

from __future__ import annotations

import html
import re

from flask.testing import FlaskClient

from companion.content.rulings import rulings
from companion.play.kensei.state import PHASES
from companion.rules.kensei.steps import STEPS
from tests.web.phones import Phone
from tests.web.test_show_me import phone as practice

phone = practice


def words(page: str) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", page).split()))


def test_every_step_has_two_lines_with_section_and_known_ruling() -> None:
    for step in STEPS:
        assert len(step.lines) == 2
        for line in step.lines:
            assert re.fullmatch(r"\d+:\d+(:\d+)?", line.rule), line
            assert not line.ruling or line.ruling in rulings().by_id, line
            assert len(str(line.words)) <= 125, "two lines on a phone, three at most"
    assert [step.id for step in STEPS if step.id] == list(PHASES), "a table leads to the phase it is in"


def test_the_page_tells_the_steps_in_order_with_the_rules_own_numbers(client: FlaskClient) -> None:
    page = client.get("/rules/kensei/turn").text
    told = words(page)
    places = [told.index(f"{number} · {step.title}") for number, step in enumerate(STEPS, 1)]
    assert places == sorted(places)
    assert "regrouping (1 a try, 2 tries a unit), strategic orders (3)." in told
    assert "1D10 cm on foot, 2D10 mounted" in told
    assert "Whoever fails flees 2D10 cm on foot, 3D10 mounted." in told
    assert "Points decide after turn 6." in told
    assert 'href="/rules/kensei/turn"' in client.get("/rules/kensei").text
    assert "Back to the table" not in client.get("/rules/kensei/turn?table=nowhere").text
    for game in ("tenno", "go"):
        answer = client.get(f"/rules/{game}/turn")
        assert answer.status_code == 404
        assert "There is no page for this game" in html.unescape(answer.text)


def test_the_phase_in_the_bar_leads_there_and_back(phone: Phone) -> None:
    found = re.search(r'<p class="board-turn">.*?href="([^"]+)"', phone.get().text, re.S)
    assert found
    assert found[1].endswith("#combat")
    page = phone.client.get(html.unescape(found[1])).text
    assert 'id="combat"' in page
    assert f'href="{phone.path}"' in page
    assert "Back to the table" in page
