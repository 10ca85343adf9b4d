"""The footer tells the newest line whole or its sense, and its Undo names the act it takes back."""

import re
from collections.abc import Callable, Iterable
from functools import cache, partial

from flask import Flask
from playwright.sync_api import expect

from companion.content.languages import Say
from companion.play.registry import GAMES
from companion.play.values import RequestKind
from companion.rules.text import Text
from companion.web.asker import Part
from companion.web.shorten import outcome, shorten
from tests.browser.armies import aimed, step
from tests.browser.hands import Hands, seated
from tests.browser.test_panel import request_region
from tests.browser.test_take_back import undo
from tests.playthroughs.runner import entries, playthroughs

DIGIT = re.compile(r"\d")
UNDID = "%(player)s undid, with the consent of %(other)s: %(line)s"
LANGUAGES = ("en", "de")
"""English, and the language with the longest words."""


@cache
def events() -> tuple[tuple[Text | None, Text | None], ...]:
    """What is told of every event of the golden playthroughs, and the name of its act. Played by the tests that ask,
    not by everyone who reads this file."""
    played = (entry for path in playthroughs() for entry in entries(path.read_text()))
    return tuple((game.line(before, event, after).text_for(event.by), game.label(after, event))
                 for game, before, event, after in played)  # fmt: skip


@cache
def told(language: str = "en") -> frozenset[tuple[str, str]]:
    """A newest line in a language, and what Undo takes back."""
    say = Say(language)
    return frozenset((say(line), say(label or line)) for line, label in events() if line is not None)


def taken_back(language: str = "en") -> set[tuple[str, str]]:
    """The same lines, and those of their taking back."""
    undid = partial(Say(language), Text(UNDID, {"player": "Ana", "other": "Ben", "line": "\0"}))
    return set(told(language)) | {(undid().replace("\0", line), what) for line, what in told(language)}


PUT = """([where, markup]) => {
    const place = document.querySelector(where);
    const all = markup.map((one) => {
        const copy = place.cloneNode(false);
        copy.innerHTML = one;
        copy.style.visibility = "hidden";
        return copy;
    });
    place.after(...all);
    (window.copies ??= {})[where] = all;
}"""
"""Puts each of these pieces of HTML into a copy of that place; all are laid out together, and none is painted."""
CUT = """([where, frame, words]) => {
    const cut = window.copies[where].filter((one) => {
        const inside = (frame ? one.querySelector(frame) : one).getBoundingClientRect();
        const outside = (box) =>
            box.top < inside.top || box.bottom > inside.bottom || box.right > inside.right + 0.5;
        return [...one.querySelectorAll(words)].some((said) => {
            if (frame) return outside(said.getBoundingClientRect());
            const range = document.createRange();
            range.selectNodeContents(said);
            return outside(range.getBoundingClientRect())
                || said.scrollHeight > said.clientHeight + 1 || said.scrollWidth > said.clientWidth + 1;
        });
    });
    return cut.map((one) => one.textContent.replace(/\\s+/g, " "));
}"""
"""Which of these copies show words that do not fit into their frame, or else into the place."""
FOOT = """{% set lines %}{% include "table/last.html" %}{% endset %}{{ lines }}"""


MORE = re.compile(r'<div class="more">.*?</div>', re.S)
"""What a request folds: it is not seen until it is tapped."""
ASKED: tuple[tuple[Part, RequestKind], ...] = (
    *(("answer", "undo"), ("answer", "amend")),
    *(("declined", "undo"), ("declined", "amend")),
)


def feet(app: Flask, lines: Iterable[tuple[str, str]], language: str) -> list[str]:
    """What stands in the footer for each newest line and what Undo takes back; once where both look the same."""
    found = {}
    with app.test_request_context(headers={"Accept-Language": language}):
        app.update_template_context(shared := {})
        foot = app.jinja_env.from_string(FOOT)  # compiled once, not for each line
        for line, act in lines:
            entry, undone = (
                {"text": Text("%(line)s", {"line": words}), "seat": "a", "seq": 1, "type": ""} for words in (line, act)
            )
            html = foot.render(
                shared, last=entry, undo=(1, undone["text"]), who={"seat": "a"}, table={"id": "t"},
                crests={"a": "kikyo"}, page="table", new_key=lambda: "k",
            )  # fmt: skip
            (inner,) = re.findall(r'id="last">(.*?)</div>\s*<nav', html, re.S)
            found[re.sub(r' aria-label="[^"]*"', "", inner)] = True
    return list(found)


def test_every_line_of_the_golden_playthroughs_is_told_whole_or_in_short(app: Flask, scout: Hands) -> None:
    """In the footer and in a request, in the language with the longest words."""
    battle, language = aimed(app), LANGUAGES[-1]
    battle.give(scout.phone, "a")
    scout.page.set_extra_http_headers({"Accept-Language": language})
    scout.open(battle.path)
    scout.page.set_extra_http_headers({})  # another file's player has this phone next
    # Digits are as wide as a zero: lines that differ in nothing else are laid out once.
    feet_of = sorted({(DIGIT.sub("0", line), DIGIT.sub("0", what)) for line, what in taken_back(language)})
    lines = sorted({DIGIT.sub("0", line) for line, _ in told(language)})
    assert len(lines) > 150
    asked = {MORE.sub("", request_region(app, part, kind, line, language)) for line in lines for part, kind in ASKED}
    scout.page.evaluate(PUT, ["#last", feet(app, feet_of, language)])
    scout.page.evaluate(PUT, ["#r-asks", sorted(asked)])
    for width in (375, 361, 320):  # from 375 on the longer text is shown, with more and more room
        scout.page.set_viewport_size({"width": width, "height": 640})
        assert scout.page.evaluate(CUT, ["#last", "", "p, .undo > span"]) == []
        assert scout.page.evaluate(CUT, ["#r-asks", "summary", "h2, .what"]) == []


def test_no_line_of_the_golden_playthroughs_is_broken_off(app: Flask) -> None:
    for language in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            assert [line for line, _ in taken_back(language) if outcome(line, 60).endswith("…")] == [], language


def test_undo_breaks_nothing_off_that_was_entered_in_the_golden_playthroughs(app: Flask) -> None:
    """What it takes back has a name, or a line that is told in few words."""
    with app.test_request_context():
        undone = {str(label or line) for line, label in events() if label or line}
        cut = [what for what in sorted(undone) if shorten(what, 33).endswith("…")]
    assert cut == []


def test_undo_has_a_name_for_every_act_of_the_card_games() -> None:
    """Their lines begin with players' names, which may be long."""
    games = [game for game in GAMES.values() if game.id != "kensei"]
    assert len(games) == 3
    assert [(game.id, act.name) for game in games for act in game.acts.values() if act.label is None] == []


def test_undo_names_the_tap_it_takes_back(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = aimed(app)
    ana, ben = seated(battle, hands)
    button = ana.page.locator("#r-last .undo")
    expect(button).to_have_accessible_name("Undo: taking aim")
    ana.bin("hits", 4)
    expect(button).to_have_accessible_name("Undo: the 4 hits entered")
    expect(button).to_contain_text("the 4 hits entered")
    undo(ana)
    ana.sent()
    expect(ana.page.locator("#notice p")).to_have_count(0)
    expect(button).to_have_accessible_name("Undo: taking aim")
    assert ana.pressed("hits") is None
    ben.told("Katana Samurai strike Yari Ashigaru.")
    expect(ben.page.locator("#r-last .undo")).not_to_have_accessible_name(re.compile("hits"))

    # What was entered on another way since is not taken back under the old name.
    ana.bin("hits", 5)
    expect(button).to_have_accessible_name("Undo: the 5 hits entered")
    ana.phone.forgive("422")
    ana.page.route("**/now*", lambda route: route.abort())  # the news does not reach this phone
    ana.phone.forgive("net::ERR_FAILED", "htmx:")
    battle.act("a", "pad", step=step(battle), **{"bin.tens": "1"})
    undo(ana)
    ana.reads("Nothing was undone", "#notice")
    assert battle.state.running is not None
    assert battle.state.running.attack is not None, "the roll stands"
