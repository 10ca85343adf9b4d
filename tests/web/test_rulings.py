"""The page of rulings and the links that lead to it; the turn as a page, one tap from the bar of a table."""

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.content.rulings import CITED, rulings
from companion.play.kensei.state import PHASES
from companion.play.registry import GAMES
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.kensei.steps import STEPS
from companion.web import explaining
from companion.web.security import COOKIE
from tests.browser.armies import aimed
from tests.web.phones import Phone
from tests.web.test_show_me import phone as practice

LINK = re.compile(r'href="(/rules/rulings)?#([\w-]+)"')


@pytest.fixture
def page(client: FlaskClient) -> str:
    answer = client.get("/rules/rulings")
    assert answer.status_code == 200
    return answer.text


def plain(markup: str) -> str:
    """What a reader sees of it."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).split())


def test_every_ruling_stands_at_its_anchor_in_full(page: str) -> None:
    """Marks of the document are shown as what they mean; a ruling names those of its book only."""
    shown = {anchor: plain(words) for anchor, words in re.findall(r'<li id="(\w+)"><p>(.*?)</p></li>', page)}
    assert shown == {one.anchor: f"{one.id} {re.sub(r'[*`]', '', one.words)}" for one in rulings().by_id.values()}
    for one in rulings().by_id.values():
        assert {other[0] for other in CITED.findall(one.words)} <= {one.id[0]}, one.id
    assert "a die hits when it shows <strong>more than</strong> AT" in page
    assert "⚙ <code>halved_defense</code>: up | down." in page
    assert 'is a loner (or a lone character) +1 (<a href="#k63">K63</a>)' in page
    assert re.search(r"\*\*|`", page[page.index("<main") :]) is None


def test_every_link_within_the_page_leads_somewhere(page: str) -> None:
    anchors = re.findall(r'id="([\w-]+)"', page)
    assert len(anchors) == len(set(anchors))
    links = {anchor for _, anchor in LINK.findall(page)}
    assert links <= set(anchors)
    assert {"kensei", "kenjin", "tenno", "zipang-portable", "k63"} <= links


def test_the_rules_lead_to_their_rulings(client: FlaskClient, page: str) -> None:
    for game in GAMES.values():
        shown = client.get(f"/rules/{game.id}").text
        (anchor,) = re.findall(r'class="button" href="/rules/rulings#([\w-]+)"', shown)
        assert f'<section id="{anchor}"><h2 class="heading">{game.name}</h2>' in page
    linked = set(re.findall(r'class="ruling" href="/rules/rulings#(\w+)"', client.get("/rules/kensei").text))
    assert linked == {rule.ruling.lower() for rule in MODIFIERS}, "each modifier its own"
    assert 'href="/rules/rulings"' in client.get("/rules").text
    assert 'href="/rules/rulings#kensei"' in client.get("/new?game=kensei").text


def test_a_number_at_the_table_links_the_rulings_of_its_terms(app: Flask, page: str, client: FlaskClient) -> None:
    battle = aimed(app)
    client.set_cookie(COOKIE, battle.cookie("a"))
    client.set_cookie(explaining.COOKIE, explaining.ALL)
    shown = re.search(r'<div id="r-act".*?<div id="r-asks"', client.get(battle.path).text, re.S)
    assert shown
    links = re.findall(r'<span class="rule">([\d:]+)</span>\s*<a class="ruling" href="/rules/rulings#(\w+)"', shown[0])
    known = {(rule.rule, rule.ruling.lower()) for rule in MODIFIERS}
    assert links
    assert set(links) <= known
    assert all(f'<li id="{anchor}">' in page for _, anchor in links)


def test_the_api_says_where_a_ruling_is_read(client: FlaskClient, page: str) -> None:
    rules = client.get("/api/kensei/rules").get_json()
    named = {one["ruling"] for one in (*rules["modifiers"], *rules["settings"].values())}
    assert named <= rules["rulings"].keys()
    for id_, one in rules["rulings"].items():
        assert one == {"words": rulings().by_id[id_].words, "page": f"/rules/rulings#{id_.lower()}"}
        assert f'<li id="{id_.lower()}">' in page


# ---- the turn

phone = practice


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
    told = plain(page)
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
