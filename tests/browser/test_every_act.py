"""The panel at every kind of act that the golden sessions come to: its sentence and its first key are seen without
scrolling, the board keeps its part of the screen where no pad is open (all whom an ability or a death may be about are
one), and nothing is cut off or lies under the key that hands over; keys are for a thumb, and axe finds nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.content.languages import Say, languages
from companion.play.game import Due
from companion.play.kensei.choose import choose_view
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.play.kensei.view import View
from companion.web.security import COOKIE
from tests.browser.axe import objections
from tests.browser.hands import SWAP, Hands, boxes, each_size, measured
from tests.browser.sitting import Sitting, put
from tests.playthroughs.runner import HERE, entries, playthroughs

LONGEST = "de"
"""The language with the longest words."""
SIZES = ((390, 844), (320, 640))
BOARD = {844: 0.45, 640: 0.35}
LESS = {844: 0.28, 640: 0.2}
"""What is left of it where a charge asks for a reaction, a roll is owed or a turn ends: nobody is ordered then."""
STRIP = {844: 96, 640: 80}
"""A low screen leaves the board less, and has lower strips."""
LEAST_KINDS = 120
Measured = tuple[str, int, Any]
"""Session, language and size, the height, and what was measured."""
PANEL = re.compile(r'<div id="r-(?:act|board)" class="region .*?(?=<div id="r-\w+" class="region |$)', re.DOTALL)
"""The two regions whose laws are asked of a seat's phone; the whole page is looked at on the phone of both."""
PADS = ("attack", "defense", "damage")
"""Dice whose pads have laws of their own (`test_panel.py`)."""

# A page that is too wide makes a phone zoom out, and `innerWidth` grows with it: the width of the layout does not.
LAWS = """() => {
    const screen = document.documentElement.clientWidth;
    const act = document.getElementById("r-act"), panel = act.getBoundingClientRect();
    const box = (one) => one.getBoundingClientRect();
    const seen = [...act.querySelectorAll("*")].filter((one) => one.checkVisibility({visibilityProperty: true})
        && !one.closest(".visually-hidden, .watermark, svg, .act-who") && box(one).width > 1);
    const words = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
    const inside = (one) => box(one).top >= panel.top - 1 && box(one).bottom <= panel.bottom + 1;
    const keys = seen.filter((one) => one.matches("button, summary, .chip-face") && !one.closest(".hand-over"));
    const places = seen.filter((one) => one.matches("h1, p, button, summary, span, small, b, .key"));
    const told = seen.find((one) => one.matches(".act-sentence")) ?? act;  // another may stand there, to be unfolded
    const cut = (one) => getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1
        || getComputedStyle(one).overflowX === "hidden" && one.scrollHeight > one.clientHeight + 1;
    return {
        told: words(told),
        sentence: inside(told),
        key: !keys.length || inside(keys[0]),
        pad: seen.some((one) => one.matches(".pad, .faces, .keys, .whom, .stood-near")),
        alone: seen.some((one) => one.matches(".react, .owes, [data-ends]")),
        strip: Boolean(act.querySelector(".strip")),
        high: act.offsetHeight - (act.querySelector(".strip .act-facts")?.offsetHeight || 0),
        board: (panel.top - box(document.querySelector("header.board")).bottom) / innerHeight,
        wide: document.documentElement.scrollWidth > screen,
        outside: places.filter((one) => box(one).left < -0.5 || box(one).right > screen + 0.5).map(words),
        torn: seen.filter((one) => one.matches(".flow b") && Math.round(box(one).height / parseFloat(
            getComputedStyle(one).lineHeight)) > 1).map(words),
        cut: seen.filter((one) => !one.matches(".act, .visually-hidden, .why-ask") && cut(one)).map(words),
    };
}"""


# All words lie within whatever cuts them off, and no key is fuller than it is large: on the page, or in these places.
WHOLE = """(places) => {
    const screen = document.documentElement.clientWidth;
    const act = document.getElementById("r-act");
    const low = act.querySelector(".strip") && act.getBoundingClientRect().bottom;
    const page = document.querySelector("main");
    const cuts = (value) => ["hidden", "clip"].includes(value), around = new Map([[page.parentElement, []]]);
    const clips = (one) => {  // the boxes that cut off what is in it; none at all where it is hidden itself
        if (!around.has(one)) {
            const { overflowX, overflowY, clipPath } = getComputedStyle(one), above = clips(one.parentElement);
            const own = [one.getBoundingClientRect(), cuts(overflowX), cuts(overflowY)];
            around.set(one, clipPath !== "none" ? null : above && (own[1] || own[2]) ? [...above, own] : above);
        }
        return around.get(one);
    };
    const seen = (one) =>
        one.checkVisibility({visibilityProperty: true}) && !one.closest(".watermark, svg") && clips(one);
    const key = act.querySelector(":scope > .hand-over > :is(summary, form)")?.getBoundingClientRect();
    const isUnder = (word) => key && word.left < key.right - 1 && word.right > key.left + 1
        && word.top < key.bottom - 3 && word.bottom > key.top + 3;
    const isCut = (node) => {
        const range = document.createRange(), boxes = clips(node.parentElement);
        range.selectNodeContents(node);
        return [...range.getClientRects()].filter(({width}) => width > 1).some((word) =>
            word.left < -0.5 || word.right > screen + 0.5 || low && act.contains(node) && word.bottom > low + 2
            || isUnder(word) && act.contains(node) && !node.parentElement.closest(".hand-over")
            || boxes.some(([box, x, y]) => y && (word.bottom > box.bottom + 3 || word.top < box.top - 3)
                || x && (word.right > box.right + 2 || word.left < box.left - 2)));
    };
    const cut = document.documentElement.scrollWidth > screen ? ["the page is too wide"] : [];
    for (const place of places ?? [page]) {
        const all = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        for (let node; (node = all.nextNode());)
            if (node.data.trim() && seen(node.parentElement) && isCut(node)) cut.push(node.data.trim().slice(0, 60));
    }
    if (low && act.scrollHeight > act.clientHeight + 3) cut.push("a strip that scrolls");
    // First whether a key is seen: asked how wide it is, one in a closed sheet is laid out for that alone.
    const all = (places ?? [page]).flatMap((place) => [...place.querySelectorAll("button")]);
    const keys = all.filter((key) => seen(key) && key.offsetWidth);
    const full = keys.filter((key) => key.scrollWidth > key.clientWidth + 2 || key.scrollHeight > key.clientHeight + 3);
    return [...cut, ...full.map((key) => key.textContent.trim().replace(/\\s+/g, " ").slice(0, 60))];
}"""
WITH_AND_WITHOUT_A_SHEET = f"""() => {{
    const cut = ({WHOLE})(), sheet = document.querySelector(".unit-card > details[name=sheet]");
    if (!sheet) return cut;
    sheet.open = true;
    const act = document.getElementById("r-act"), said = document.createRange();
    const low = act.querySelector(".choose") && !act.querySelector(".pad, .in-dice, .faces");
    said.selectNodeContents(act.querySelector(".act-sentence"));
    const rects = [said, ...act.querySelectorAll(".act-go button")].map((one) => one.getBoundingClientRect());
    const shows = rects.filter((one) => one.width > 2).reduce((sum, one) => sum + one.height, 0);
    const empty = low && act.offsetHeight - shows > 26;
    return [...cut, ...({WHOLE})([sheet.closest(".unit-card"), act]), ...(empty ? ["an empty strip below it"] : [])];
}}"""


@dataclass(frozen=True)
class Scene:
    """A state of a golden session, and the seat whose phone is looked at."""

    session: str
    seat: str
    state: State


@cache
def golden() -> tuple[tuple[Scene, ...], tuple[Scene, ...]]:
    """Of all golden sessions, each folded once: the first of each kind the panel has for a seat (another sentence, or
    the same with and without a question, a result, or a runaway of the other side); and the first state of each kind of
    act, pads and deployment too, seen by whose it is."""
    panels: dict[object, Scene] = {}
    acts: dict[object, Scene] = {}
    known = set()
    for path in playthroughs():
        for game, _, _, state in entries(path.read_text()) if "game: kensei" in path.read_text() else ():
            due = () if state.over else KENSEI.due(state)
            if due:
                act = due[0].kind, due[0].sentence.message, state.phase, len(due) > 1
                acts.setdefault(act, Scene(path.stem, due[0].seat, state))
            if state.over or not (state.begun or due):
                continue
            dues = ((one.seat, one.kind, one.sentence.message) for one in due)
            asked = (*dues, state.phase, state.ended, len(state.plans), len(state.charges), len(state.contacts))
            pad = due and due[0].kind in PADS
            if pad or asked in known:  # that tells the kinds of acts apart; to look at every state would take long
                continue
            known.add(asked)
            for seat in "ab":
                if (kind := _kind(game.view(state, seat), seat, due)) is not None:
                    panels.setdefault(kind, Scene(path.stem, seat, state))
    return tuple(panels.values()), tuple(acts.values())


def _kind(view: View, seat: str, due: tuple[Due, ...]) -> object | None:
    """None of what is no act of the panel: the pads of an honor roll or a flight have laws of their own too."""
    rolls = view.honor is not None and not view.honor.done
    if view.front == "run" or rolls:
        return None
    if view.deploy:
        asked = due[0].kind if due else "ground"
        if asked != "ground":
            return asked, due[0].sentence.message, due[0].seat == seat
        mine = view.deploy.places in ("", seat)
        return asked, mine, view.deploy.terrain_words and view.deploy.terrain_words[not mine].message
    own = next((one for one in due if one.seat == seat and not one.owed), None)
    shown = choose_view(view, seat, (seat,), due[0] if due and due[0].seat == seat else own, due)
    flees = any(one.running for one in view.taisho if one.seat != seat)
    return shown.sentence and shown.sentence.message, shown.strip, shown.result is not None, flees


def measured_at_each(app: Flask, one: Hands, seat: str, measure: str) -> Iterator[Measured]:
    """What the measure says of each scene on the phone of a seat, at both sizes in the language with the longest words.
    On the phone of both (`""`) that one is seen small, and the one that says the most besides on the usual phone."""
    panels, acts = golden()
    scenes = [scene for scene in panels if scene.seat == seat] if seat else acts
    sitting = Sitting(app, "kensei", battle="pitched", one_phone=not seat)
    client = app.test_client()
    client.set_cookie(COOKIE, sitting.cookie(seat or "a"))
    answers: dict[str, list[tuple[Scene, str]]] = {LONGEST: []}
    for scene in scenes:
        put(sitting.tables, sitting.id, scene.state)
        for language in (LONGEST,) if seat else (LONGEST, wordy(scene)):
            html = client.get(f"{sitting.path}/now", headers={"Accept-Language": language}).text
            answers.setdefault(language, []).append((scene, "".join(PANEL.findall(html)) if seat else html))
    sitting.give(one.phone, seat or "a")
    for language, shown in answers.items():
        one.page.set_extra_http_headers({"Accept-Language": language})
        one.open(sitting.path)
        expect(one.page.locator("body[data-live=yes]")).to_be_attached()
        one.page.set_extra_http_headers({})
        for width, height in each_size(one.page, SIZES if seat else SIZES[language == LONGEST :][:1]):
            found = measured(one.page, [html for _, html in shown], measure)
            for (scene, _), what in zip(shown, found, strict=True):
                yield f"{scene.session} {language} {width} x {height}", height, what


def wordy(scene: Scene) -> str:
    """The other language in which what is asked there is longest."""
    asked = [one.sentence for one in KENSEI.due(scene.state)]
    others = (language for language in sorted(languages()) if language != LONGEST)
    return max(others, key=lambda language: sum(len(str(Say(language)(one))) for one in asked))


@pytest.mark.parametrize("seat", ["a", "b"])
def test_the_panel_keeps_its_laws_at_every_act(app: Flask, scout: Hands, seat: str) -> None:
    assert len(golden()[0]) >= LEAST_KINDS
    broken = [
        f"{where}: {found['told']!r}: {'; '.join(wrong)}"
        for where, height, found in measured_at_each(app, scout, seat, LAWS)
        if (wrong := [*_wrong(found, height)])
    ]
    assert not broken, "\n".join(broken)


def _wrong(found: dict[str, object], height: int) -> Iterator[str]:
    """Which laws are broken."""
    if not found["sentence"]:
        yield "the sentence is not seen"
    if not found["key"]:
        yield "its first key is not seen"
    if not found["pad"] and found["board"] < (LESS if found["alone"] else BOARD)[height]:  # type: ignore[operator]
        yield f"the board has {found['board']:.0%} of the screen, the panel {found['high']} px"
    if found["strip"] and found["high"] > STRIP[height]:  # type: ignore[operator]
        yield f"the strip is {found['high']} px"
    if found["wide"] or found["outside"]:
        yield f"wider than the screen: {found['outside']}"
    if found["torn"]:
        yield f"figures in more than one line: {found['torn']}"
    if found["cut"]:
        yield f"cut off: {found['cut']}"


def test_nothing_is_cut_off_on_the_phone_of_both_sides(app: Flask, scout: Hands) -> None:
    """With and without the sheet of a unit."""
    found = measured_at_each(app, scout, "", WITH_AND_WITHOUT_A_SHEET)
    broken = [f"{where}: {cut}" for where, _, cut in found if cut]
    assert not broken, "\n".join(broken)


LEAST_ACTS = 35
LEAST_KEY = 44
UNFOLD = """() => document.querySelectorAll("main details:not(.why)").forEach((one) => {
    one.removeAttribute("name");  // of which one alone would stay open
    one.open = true;
})"""


def small_keys(page: Page) -> dict[object, object]:
    """With everything unfolded, the sheets of all units too: at any size keys that are too small for a thumb or leave
    the page, and whether that scrolls sideways."""
    page.evaluate(UNFOLD)
    found: dict[object, object] = {}
    for width, _ in each_size(page, SIZES):
        for name, (x, _, wide, high) in boxes(page, "main :is(.key, .button, .chip-face)").items():
            if wide and not (min(wide, high) >= LEAST_KEY and 0 <= x <= x + wide <= width):
                found[width, name] = x, wide, high
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[width] = "it scrolls sideways"
    return found


def test_at_each_kind_of_act_keys_are_for_a_thumb_and_axe_finds_nothing(app: Flask, scout: Hands) -> None:
    """On the page of another table: one that is rung would take its regions anew while axe looks at them."""
    sitting, shown = (Sitting(app, "kensei", battle="pitched", one_phone=True) for _ in range(2))
    client = app.test_client()
    client.set_cookie(COOKIE, sitting.cookie("a"))
    shown.give(scout.phone, "a")
    scout.open(shown.path)
    scenes = {KENSEI.due(scene.state)[0].kind: scene for scene in reversed(golden()[1])}
    assert len(scenes) >= LEAST_ACTS
    phases = set()
    for kind, scene in scenes.items():
        put(sitting.tables, sitting.id, scene.state)
        scout.page.evaluate(SWAP, client.get(f"{sitting.path}/now").text)
        where = kind, scene.session
        assert not (small := small_keys(scout.page)), (where, small)
        within = "#r-act" if scene.state.phase in phases else ""  # of a phase the rest of the page is alike
        assert not (wrong := objections(scout.page, within=within)), (where, wrong)
        phases.add(scene.state.phase)


def test_what_stands_in_a_flights_way_is_a_short_line_among_other_questions(app: Flask) -> None:
    """All that is told of a flight stands on the board: as a line of the panel it was cut."""
    played = (after for *_, after in entries((HERE / "pitched_six_turns.play").read_text()))
    running = next(one for one in played if one.phase == "orders" and any(flight.faces for flight in one.flights))
    sitting = Sitting(app, "kensei", battle="pitched", one_phone=True)
    put(sitting.tables, sitting.id, running)
    client = app.test_client()
    client.set_cookie(COOKIE, sitting.cookie("a"))
    panel = client.get(f"{sitting.path}/now").text
    assert re.search(r"</b> What stands in the way of Yari Ashigaru 2\?</summary>", panel)
