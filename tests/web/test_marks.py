"""The look: drawings any writer can draw, one cached sprite, pieces without inline code, colors that can be read."""

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import nodes

from companion.content.drawings import DrawingError, all_crests, crests, icons, read_crests, read_icons, steps
from companion.web import macros, marks
from companion.web.assets import joined

pytestmark = pytest.mark.own_app  # the page of all pieces

ROOT = Path(__file__).resolve().parents[2]
CSS = joined(ROOT / "static/css/gunbai.css").decode()
SVG = "{http://www.w3.org/2000/svg}"
GOOD = '[[crest]]\nid = "x"\nname = "X"\nmeaning = "m"\npaths = ["M0 0L10 0L10 10Z"]\n'
# ---- drawings


def test_at_least_twelve_crests_to_choose_none_twice_and_each_fills_its_square() -> None:
    """No crest is a speck in a corner: each spans most of the square and stands in its middle."""
    names = [crest.id for crest in crests()]
    assert len(names) >= 12
    assert len({crest.paths for crest in all_crests()}) == len(all_crests()) == len(names) + 1
    assert "gunbai" not in names
    assert [id for id, _name in marks.CRESTS] == names
    for crest in all_crests():
        ends = [step[1][-2:] for path in crest.paths for step in steps(path) if step[1]]
        for axis in (0, 1):
            low, high = min(end[axis] for end in ends), max(end[axis] for end in ends)
            assert high - low > 55, f"{crest.id} is too small"
            assert abs((low + high) / 2 - 50) < 8, f"{crest.id} is off center"


def test_a_drawing_no_pdf_writer_could_draw_is_refused_with_entry_and_field() -> None:
    assert [crest.id for crest in read_crests(GOOD)] == ["x"]
    for path, says in (
        ("m0 0l10 0z", "absolute M, L, C and Z"),
        ("M0 0L10 0", "closed"),
        ("M0 0A1 1 0 0 0 9 9Z", "absolute M, L, C and Z"),
        ("M0 0L101 0L5 5Z", "leaves the square"),
        ("M0 0L-1 0L5 5Z", "leaves the square"),
        ("M0 0C1 2 3 4 5Z", "C with 5 numbers"),
    ):
        with pytest.raises(DrawingError, match=rf"crests\.toml, crest x, paths, 1.*{says}"):
            read_crests(GOOD.replace("M0 0L10 0L10 10Z", path))
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


def test_the_sprite_is_kept_under_the_name_of_its_content_only_and_small(client: FlaskClient) -> None:
    named = client.get(f"/marks.svg?v={marks.marks_version()}")
    assert named.status_code == 200
    assert named.mimetype == "image/svg+xml"
    assert "immutable" in named.headers["Cache-Control"]
    assert client.get("/marks.svg?v=old").headers["Cache-Control"] == "no-cache"
    again = client.get("/marks.svg", headers={"If-None-Match": named.headers["ETag"]})
    assert again.status_code == 304
    assert len(zlib.compress(marks.sprite().encode(), 9)) < 11_650
    assert len(zlib.compress(client.get("/static/css/gunbai.css", buffered=True).data, 9)) < 9_990


# ---- the pieces


SYMBOLS = {"mark": "icon", "sign_id": "sign"}  # what pieces draw, by the names of their parameters


def ways(argument: nodes.Node | None) -> set[str]:
    """What an argument is, or may be."""
    if isinstance(argument, nodes.CondExpr):
        return ways(argument.expr1) | ways(argument.expr2)
    return {argument.value} - {""} if isinstance(argument, nodes.Const) else set()


def marks_named(app: Flask, template: str) -> set[str]:
    """The symbols that its calls of pieces name."""
    parts, bits = (vars(app.jinja_env.get_template(name).module) for name in ("parts.html", "table/bits.html"))
    found = set()
    for call in app.jinja_env.parse(template).find_all(nodes.Call):
        piece = {**bits, **parts}.get(getattr(call.node, "attr", "") or getattr(call.node, "name", ""))
        named = zip(getattr(piece, "arguments", ()), call.args, strict=False)
        given = [*named, *((one.key, one.value) for one in call.kwargs)]
        found |= {f"{SYMBOLS[name]}-{one}" for name, node in given if name in SYMBOLS for one in ways(node)}
    return found


def test_every_mark_a_template_names_is_in_the_sprite(app: Flask) -> None:
    files = (ROOT / "templates").rglob("*.html")
    named = {mark: file.name for file in files for mark in marks_named(app, file.read_text("utf-8"))}
    assert len(named) > 40
    drawn = set(re.findall(r'symbol id="([a-z0-9-]+)"', marks.sprite()))
    assert {name: where for name, where in named.items() if name not in drawn} == {}


def test_every_class_a_template_names_has_a_style() -> None:
    """A class no style knows is a slip of the pen, save those that only name a thing for tests and scripts."""
    styles, scripts = (
        "".join(file.read_text("utf-8") for file in (ROOT / "static").rglob(kind)) for kind in ("*.css", "*.js")
    )
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", styles)) | set(re.findall(r"[a-z][a-z0-9-]*", scripts))
    used = {
        one
        for template in (ROOT / "templates").rglob("*.html")
        for names in re.findall(r'class="([^"]*)"', template.read_text("utf-8"))
        for one in re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "{}", names)).split()
        if "{}" not in one
    }
    assert len(used) > 400
    assert {one for one in used - known if re.fullmatch("[a-z][a-z0-9-]*", one)} <= set(NAMES_ALONE.split())


NAMES_ALONE = "connect lift new-crest error-sentence anyway order-chips laid-sum evening-sent points early"


def test_what_players_type_is_escaped(app: Flask) -> None:
    with app.test_request_context(), macros.page({"crests": {}, "players": {}, "who": None}):
        parts, lines = (app.jinja_env.get_template(name).module for name in ("parts.html", "table/lines.html"))
        bad = '<b onclick="x">'
        line = lines.one_line({"seat": "a", "text": bad, "by": "b", "player": bad})  # type: ignore[attr-defined]
        field = parts.field("name", bad, value=bad, wrong=bad)  # type: ignore[attr-defined]
        chip = parts.chip("a", bad, bad, attrs={"data-x": bad})  # type: ignore[attr-defined]
    for html in (line, field, chip):
        assert "<b" not in str(html)
        assert "&lt;b" in str(html)


def test_odds_are_never_rounded_to_certainty(app: Flask) -> None:
    shown = {0: "0 %", 0.0004: "&lt; 1 %", 0.33: "33 %", 0.9996: "&gt; 99 %", 1: "100 %"}
    with app.test_request_context():
        bars = app.jinja_env.get_template("parts.html").module.bars  # type: ignore[attr-defined]
        for chance, says in shown.items():
            assert f"<b>{says}</b>" in " ".join(str(bars([("all", chance)])).split())


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


def test_text_and_edges_stand_out_in_every_theme() -> None:
    """WCAG 2.2 AA: 4.5 for text, 3 for the edges of controls."""
    for theme, colors in _themes().items():
        pairs = [*TEXT_ON, ("edge", "paper"), ("edge", "sheet")]
        contrasts = {(a, b): _contrast(colors[a], colors[b]) for a, b in pairs}
        assert not {pair: one for pair, one in contrasts.items() if one < (3 if "edge" in pair else 4.5)}, theme
    assert _tokens(':root[data-theme="auto"]') == _tokens(':root[data-theme="dark"]'), "the phone's own dark"


# ---- in a browser


@pytest.mark.browser
def test_marks_are_painted_under_the_content_policy(phone: Callable[[], Any]) -> None:
    """The sprite comes from its own address and is drawn: the crest's symbol has a size."""
    page = phone().open("/")
    with page.expect_response("**/marks.svg*") as response:
        page.reload()
    assert response.value.status in (200, 304)
    mark = page.locator("svg.mon").first
    dark = mark.screenshot()
    page.evaluate("document.querySelector('svg.mon use').remove()")
    assert mark.screenshot() != dark
