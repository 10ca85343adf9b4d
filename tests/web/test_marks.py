"""The look: drawings any writer can draw, one cached sprite, pieces without inline code, colors that can be read."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask, render_template
from flask.testing import FlaskClient

from companion.content.drawings import DrawingError, all_crests, crests, icons, read_crests, read_icons, steps
from companion.web import marks
from companion.web.assets import joined

pytestmark = pytest.mark.own_app  # the page of all pieces

ROOT = Path(__file__).resolve().parents[2]
CSS = joined(ROOT / "static/css/gunbai.css").decode()
SVG = "{http://www.w3.org/2000/svg}"
GOOD = '[[crest]]\nid = "x"\nname = "X"\nmeaning = "m"\npaths = ["M0 0L10 0L10 10Z"]\n'
PARTS = ("shoot", "chips", "bins", "saves", "result", "forces", "log", "start", "join", "crests", "problems", "sheet")


@pytest.fixture
def app(app: Flask) -> Flask:
    """The app with the page of all pieces."""

    def look(theme: str, show: str) -> str:
        return render_template("look.html", theme=theme, show=show, crests=marks.CRESTS)

    app.add_url_rule("/look/<theme>/<show>", "look", look)
    return app


@pytest.fixture
def look(client: FlaskClient) -> str:
    """Every piece, as a page."""
    answer = client.get("/look/light/all")
    assert answer.status_code == 200
    return answer.text


# ---- drawings


def test_at_least_twelve_crests_to_choose_and_none_twice() -> None:
    names = [crest.id for crest in crests()]
    assert len(names) >= 12
    assert len({crest.paths for crest in all_crests()}) == len(all_crests()) == len(names) + 1
    assert "gunbai" not in names
    assert [id for id, _name in marks.CRESTS] == names


@pytest.mark.parametrize("crest", all_crests(), ids=lambda crest: crest.id)
def test_a_crest_fills_its_square(crest: Any) -> None:
    """No crest is a speck in a corner: each spans most of the square and stands in its middle."""
    ends = [step[1][-2:] for path in crest.paths for step in steps(path) if step[1]]
    for axis in (0, 1):
        low, high = min(end[axis] for end in ends), max(end[axis] for end in ends)
        assert high - low > 55, "too small"
        assert abs((low + high) / 2 - 50) < 8, "off center"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("m0 0l10 0z", "absolute M, L, C and Z"),
        ("M0 0L10 0", "closed"),
        ("M0 0A1 1 0 0 0 9 9Z", "absolute M, L, C and Z"),
        ("M0 0L101 0L5 5Z", "leaves the square"),
        ("M0 0L-1 0L5 5Z", "leaves the square"),
        ("M0 0C1 2 3 4 5Z", "C with 5 numbers"),
    ],
)
def test_a_path_a_pdf_writer_could_not_draw_is_refused_with_its_place(path: str, says: str) -> None:
    with pytest.raises(DrawingError, match=r"crests\.toml, crest x, paths, 1") as wrong:
        read_crests(GOOD.replace("M0 0L10 0L10 10Z", path))
    assert says in str(wrong.value)


def test_other_mistakes_in_a_drawing_file_name_entry_and_field() -> None:
    assert [crest.id for crest in read_crests(GOOD)] == ["x"]
    for text, says in (
        (GOOD.replace('name = "X"', "name = 3"), "crest x, name"),
        (GOOD.replace('["M0 0L10 0L10 10Z"]', "[]"), "crest x, paths"),
        (GOOD + GOOD, "crest x, id: used twice"),
    ):
        with pytest.raises(DrawingError, match=says):
            read_crests(text)
    with pytest.raises(DrawingError, match=r"icons\.toml, a: .*color"):
        read_icons('[icon]\na = { line = "M0 0H9", color = "red" }')
    with pytest.raises(DrawingError, match=r"icons\.toml, a, fill"):
        read_icons('[icon]\na = { fill = "M0 0\\"/><script>" }')


# ---- the sprite


def test_the_sprite_has_a_symbol_for_every_drawing() -> None:
    root = ElementTree.fromstring(marks.sprite())
    found = [symbol.get("id") for symbol in root.iter(f"{SVG}symbol")]
    wanted = [f"mon-{crest.id}" for crest in all_crests()] + [f"icon-{icon.id}" for icon in icons()]
    wanted += [f"sign-{sign.id}" for sign in marks.DRAWN]
    assert found == wanted
    assert all(symbol.findall(f"{SVG}path") for symbol in root.iter(f"{SVG}symbol"))


def test_the_way_from_point_to_point_leads_to_the_same_points() -> None:
    """Following the sprite's relative outline gives the crest's absolute points again."""
    for crest in all_crests():
        for path in crest.paths:
            assert _followed(marks.relative(path)) == [
                tuple(round(number * 10) for number in numbers[-2:]) for _command, numbers in steps(path) if numbers
            ]


def _followed(path: str) -> list[tuple[int, ...]]:
    x = y = start_x = start_y = 0
    points: list[tuple[int, ...]] = []
    for command, text in re.findall(r"([Mmlcz])([^Mmlcz]*)", path):
        if command == "z":
            x, y = start_x, start_y
            continue
        numbers = [int(number) for number in re.findall(r"-?\d+", text)]
        step = 6 if command == "c" else 2
        assert len(numbers) % step == 0
        for end in range(step, len(numbers) + 1, step):
            x, y = x + numbers[end - 2], y + numbers[end - 1]
            points.append((x, y))
        if command in "Mm":
            assert len(numbers) == 2
            start_x, start_y = x, y
    return points


def test_the_sprite_is_kept_under_the_name_of_its_content_only(client: FlaskClient) -> None:
    named = client.get(f"/marks.svg?v={marks.marks_version()}")
    assert named.status_code == 200
    assert named.mimetype == "image/svg+xml"
    assert "immutable" in named.headers["Cache-Control"]
    assert client.get("/marks.svg?v=old").headers["Cache-Control"] == "no-cache"
    again = client.get("/marks.svg", headers={"If-None-Match": named.headers["ETag"]})
    assert again.status_code == 304


def test_style_and_sprite_are_small(client: FlaskClient) -> None:
    """Measured on what is sent."""
    style = client.get("/static/css/gunbai.css", buffered=True).data
    assert len(zlib.compress(marks.sprite().encode(), 9)) < 11_650
    assert len(zlib.compress(style, 9)) < 9_900


# ---- the pieces


def test_nothing_is_inline(look: str) -> None:
    assert not re.search(r"<style|\sstyle=|<script|\son[a-z]+=|javascript:", look)


def test_every_mark_on_the_page_is_in_the_sprite(look: str) -> None:
    used = set(re.findall(r'/marks\.svg\?v=[0-9a-f]{10}#([a-z0-9-]+)"', look))
    assert len(used) > 40
    assert not re.findall(r'href="/marks(?!\.svg\?v=[0-9a-f]{10}#)', look), "a mark without the version in its name"
    assert used <= set(re.findall(r'symbol id="([a-z0-9-]+)"', marks.sprite()))


NAMED = re.compile(r'\b(?:(icon|banner)\(|(mark|icon_id)=|(sign)\(|(sign_id)=)"([a-z0-9-]+)"')


def test_every_mark_a_template_names_is_in_the_sprite() -> None:
    named: dict[str, str] = {}
    for template in sorted((ROOT / "templates").rglob("*.html")):
        for *_icons, sign, sign_id, name in NAMED.findall(template.read_text("utf-8")):
            named[("sign-" if sign or sign_id else "icon-") + name] = template.name
    assert len(named) > 40
    drawn = set(re.findall(r'symbol id="([a-z0-9-]+)"', marks.sprite()))
    assert {name: where for name, where in named.items() if name not in drawn} == {}


def test_every_class_on_the_page_has_a_style(look: str) -> None:
    """A class the style does not know is a slip of the pen, save those that only name a thing for tests and scripts."""
    used = {one for text in re.findall(r'class="([^"]*)"', look) for one in text.split()}
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", CSS))
    assert used - known <= {"miss", "result", "offline", "asleep"}


def test_what_players_type_is_escaped(app: Flask) -> None:
    with app.test_request_context():
        parts, lines = (app.jinja_env.get_template(name).module for name in ("parts.html", "table/lines.html"))
        bad = '<b onclick="x">'
        line = lines.log_line({"side": "a", "crest": "kiri", "text": bad, "by": bad})  # type: ignore[attr-defined]
        field = parts.field("name", bad, value=bad, wrong=bad)  # type: ignore[attr-defined]
        chip = parts.chip("a", bad, bad, attrs={"data-x": bad})  # type: ignore[attr-defined]
    for html in (line, field, chip):
        assert "<b" not in str(html)
        assert "&lt;b" in str(html)


@pytest.mark.parametrize(
    ("chance", "says"), [(0, "0 %"), (0.0004, "&lt; 1 %"), (0.33, "33 %"), (0.9996, "&gt; 99 %"), (1, "100 %")]
)
def test_odds_are_never_rounded_to_certainty(app: Flask, chance: float, says: str) -> None:
    with app.test_request_context():
        html = str(app.jinja_env.get_template("parts.html").module.bars([("all", chance)]))  # type: ignore[attr-defined]
    assert f"<b>{says}</b>" in " ".join(html.split())


def test_a_key_says_its_state_without_color(app: Flask) -> None:
    with app.test_request_context():
        key = app.jinja_env.get_template("parts.html").module.key  # type: ignore[attr-defined]
        assert 'aria-pressed="false"' in key("hits", 3)
        assert 'aria-pressed="true"' in key("hits", 3, state="on")
        assert "key auto" in key("hits", 3, state="auto")
        assert " disabled" in key("hits", 3, state="off")


# ---- colors


def _tokens(selector: str) -> dict[str, str]:
    block = CSS[CSS.index(selector + " {") :]
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", block[: block.index("}")]))


def _themes() -> dict[str, dict[str, str]]:
    light, dark, dusk = _tokens(":root"), _tokens(':root[data-theme="dark"]'), _tokens(':root[data-theme="dusk"]')
    return {"light": light, "dark": dark, "dusk": dusk, "lit": {**dusk, **_tokens(':root[data-theme="dusk"] .lit')}}


def _brightness(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_brightness(one), _brightness(other)))
    return (high + 0.05) / (low + 0.05)


TEXT_ON = [(text, ground) for text in ("ink", "ink-2", "ai", "shu") for ground in ("paper", "sheet")]
TEXT_ON += [("on", "ai"), ("on", "shu"), ("on", "ink"), ("paper", "ink"), ("ink", "wash-a"), ("ink", "wash-b")]
TEXT_ON += [("ink-2", "wash-a"), ("ink-2", "wash-b"), ("ai", "wash-a"), ("shu", "wash-b")]


@pytest.mark.parametrize("theme", ["light", "dark", "dusk", "lit"])
def test_text_and_edges_stand_out_in_every_theme(theme: str) -> None:
    """WCAG 2.2 AA: 4.5 for text, 3 for the edges of controls."""
    colors = _themes()[theme]
    weak = [
        (a, b, round(_contrast(colors[a], colors[b]), 2)) for a, b in TEXT_ON if _contrast(colors[a], colors[b]) < 4.5
    ]
    weak += [("edge", b, 0.0) for b in ("paper", "sheet") if _contrast(colors["edge"], colors[b]) < 3]
    assert not weak


def test_the_phones_own_dark_is_the_chosen_dark() -> None:
    assert _tokens(':root[data-theme="auto"]') == _tokens(':root[data-theme="dark"]')


# ---- in a browser

TOO_SMALL = """() => [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, summary")]
    .filter(one => !one.matches(".skip-link, .why.inline summary, p a:not(.button), .unit-name"))
    .map(one => [one.className || one.tagName, one.getBoundingClientRect()])
    .filter(([name, box]) => box.width && (box.height < 47.9 || box.width < 47.9))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""


@pytest.mark.browser
def test_nothing_scrolls_sideways_and_targets_fit_a_thumb(phone: Callable[[], Any]) -> None:
    one = phone()
    page = one.page
    for show in PARTS:
        one.open(f"/look/light/{show}")
        for width in (320, 390, 430):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (show, width)
            assert page.evaluate(TOO_SMALL) == [], (show, width)
            if show == "shoot":
                assert page.locator(".button.primary").bounding_box()["height"] >= 56
            if show == "saves":
                assert page.locator(".face").first.bounding_box()["height"] >= 64


ARRIVED = "() => Promise.all(document.getAnimations().map(one => one.finished)).then(() => {})"
"""What arrives fades in: until then its colors are not yet its own."""


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark", "dusk"])
def test_axe_finds_nothing(phone: Callable[[], Any], theme: str) -> None:
    """Each piece on a page of its own; the other themes differ from the first in colors alone."""
    one = phone()
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if theme == "light":
        options["rules"] = {"page-has-heading-one": {"enabled": False}}
    else:
        options["runOnly"] = ["color-contrast", "link-in-text-block"]
    for show in (*PARTS, "curtain"):
        page = one.open(f"/look/{theme}/{show}")
        page.evaluate(ARRIVED)
        found = Axe().run(page, options=options)
        assert not found.response["violations"], (show, found.generate_report())


@pytest.mark.browser
def test_marks_are_painted_under_the_content_policy(phone: Callable[[], Any]) -> None:
    """The sprite comes from its own address and is drawn: the crest's symbol has a size."""
    page = phone().open("/look/light/start")
    with page.expect_response("**/marks.svg*") as response:
        page.reload()
    assert response.value.status in (200, 304)
    dark = page.locator(".hero .mon").screenshot()
    page.evaluate("document.querySelector('.hero use').remove()")
    assert page.locator(".hero .mon").screenshot() != dark
