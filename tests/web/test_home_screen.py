"""The icon in the tab, icons and manifest for the home screen, and the way back to the last table."""

import io
import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageDraw

from companion.web.home_screen import PAPER, PICTURES
from printables.emblem import GROUND, INK
from tests.web.test_card_games import make, tap

STATIC = Path(__file__).resolve().parents[2] / "static"
KINDS = {
    "/icon.svg": "image/svg+xml",
    "/favicon.ico": "image/x-icon",
    "/manifest.webmanifest": "application/manifest+json",
    **{f"/icon-{name}.png": "image/png" for name in PICTURES},
}
PAGES = ("/", "/connect", "/new", "/rules", "/lists", "/print", "/nowhere")


def head(client: FlaskClient, page: str) -> dict[str, str]:
    """What a page's head names, by its relation: addresses as they are asked for."""
    text = client.get(page).text
    links = re.findall(r'<link rel="([a-z-]+)" href="([^"]+)"(?: (?:type|sizes)="([^"]+)")?', text)
    return {f"{rel} {more}".strip(): url.replace("&amp;", "&") for rel, url, more in links}


def color(name: str, theme: str = "") -> str:
    """A token's value in the styles, in daylight or in a theme."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(STATIC.rglob("*.css")))
    block = rf':root\[data-theme="{theme}"\] {{' if theme else r":root {"
    found = re.search(block + rf"[^}}]*--{name}: (#\w+);", text)
    assert found, (name, theme)
    return found[1]


def test_every_page_names_its_icons_and_the_manifest(client: FlaskClient) -> None:
    """Under the name of their content they are kept for a year."""
    for page in PAGES:
        named = head(client, page)
        for rel, path in (
            ("icon 32x32", "/favicon.ico"),
            ("icon image/svg+xml", "/icon.svg"),
            ("apple-touch-icon", "/icon-apple.png"),
            ("manifest", "/manifest.webmanifest"),
        ):
            assert urlsplit(named[rel]).path == path, page
            assert client.get(named[rel]).mimetype == KINDS[path], page
    icons = json.loads(client.get("/manifest.webmanifest").text)["icons"]
    for url in [*(named[rel] for rel in named if "icon" in rel), *(icon["src"] for icon in icons)]:
        answer = client.get(url)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", url
        assert "Set-Cookie" not in answer.headers


def test_they_set_no_cookie_and_are_asked_for_again_only_when_they_changed(client: FlaskClient) -> None:
    for path, kind in KINDS.items():
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (200, kind)
        assert "Set-Cookie" not in answer.headers, path
        assert "nosniff" in answer.headers["X-Content-Type-Options"]
        assert answer.headers["Cache-Control"] == "no-cache", path
        again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b""), path
        assert client.get(f"{path}?v=old").headers["Cache-Control"] == "no-cache", path


def test_the_manifest_says_what_a_phone_needs_to_install_it(client: FlaskClient) -> None:
    assert client.get("/icon-1024.png").status_code == 404
    told = json.loads(client.get("/manifest.webmanifest").text)
    assert (told["name"], told["display"], told["scope"]) == ("Gunbai", "standalone", "/")
    assert client.get(told["start_url"]).headers["Location"] == "/"
    assert told["theme_color"] == told["background_color"] == color("paper")
    have = {(icon["sizes"], icon.get("purpose")) for icon in told["icons"]}
    assert have >= {(f"{n}x{n}", purpose) for n in (192, 512) for purpose in ("any", "maskable")}
    for icon in told["icons"]:
        answer = client.get(icon["src"])
        assert answer.mimetype == icon["type"]
        if icon["type"] == "image/png":
            assert "x".join(map(str, Image.open(io.BytesIO(answer.data)).size)) == icon["sizes"]


def rgb(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text.removeprefix("#")))


def test_an_icon_is_our_sign_on_indigo(client: FlaskClient) -> None:
    """Its fan's disc in the middle stands in washi; corners are clear, or ground where the phone cuts its own shape,
    which leaves the sign within the safe circle.
    """
    assert (color("ai"), color("sheet")) == (GROUND, INK), "its colors are those of the pages"
    assert {"light": color("paper"), "dark": color("paper", "dark"), "dusk": color("paper", "dusk")} == PAPER
    icon = Image.open(io.BytesIO(client.get("/favicon.ico").data))
    assert icon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}
    assert icon.convert("RGBA").getpixel((24, 1)) == (*rgb(GROUND), 255)
    for name in PICTURES:
        image = Image.open(io.BytesIO(client.get(f"/icon-{name}.png").data)).convert("RGBA")
        colors = {pixel: count for count, pixel in image.getcolors(1 << 20) or ()}
        assert colors[(*rgb(GROUND), 255)] > image.width**2 * 0.2, name
        assert colors[(*rgb(INK), 255)] > image.width**2 * 0.1, name
        assert (image.getpixel((0, 0))[3] == 0) == PICTURES[name].rounded, name  # type: ignore[index]
        if name.startswith("maskable"):
            middle, safe = (image.width - 1) / 2, image.width * 0.4
            circle = (middle - safe, middle - safe, middle + safe, middle + safe)
            ImageDraw.Draw(image).ellipse(circle, fill=GROUND)
            assert [color for _, color in image.getcolors() or ()] == [(*rgb(GROUND), 255)], name


def test_the_browsers_bars_follow_the_theme(client: FlaskClient) -> None:
    def bars() -> list[tuple[str, str]]:
        return re.findall(r'<meta name="theme-color" content="(#\w+)"(?: media="([^"]+)")?>', client.get("/").text)

    assert bars() == [(PAPER[theme], f"(prefers-color-scheme: {theme})") for theme in ("light", "dark")]
    for theme in ("light", "dark", "dusk"):
        client.post("/theme", data={"theme": theme})
        assert bars() == [(PAPER[theme], "")]


# ---- the last table


def leads(client: FlaskClient) -> str:
    answer = client.get("/last")
    assert answer.status_code == 303
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.headers["Location"]


def test_it_opens_the_table_this_phone_sat_at_last_unless_that_is_gone_or_left(app: Flask, client: FlaskClient) -> None:
    assert leads(client) == "/", "it never sat anywhere"
    assert "Set-Cookie" not in client.get("/last").headers
    client.set_cookie("gunbai", "broken")
    assert leads(client) == "/"
    first, second = (make(client, "zipang", players="2") for _ in range(2))
    assert leads(client) == f"/t/{second}"
    assert tap(client, first, "a", "starts", player="a").status_code == 303
    assert leads(client) == f"/t/{first}"  # what it did last counts, not only where it sat down

    other = app.test_client()
    other.post(f"/t/{second}/sit", data={"seat": "b", "player": "Ben"})
    assert leads(other) == f"/t/{second}"
    assert tap(other, second, "b", "starts", player="b").status_code == 303
    assert leads(client) == f"/t/{first}"  # nor what others do elsewhere
    for path, gone in (("leave", {"seat": "a"}), ("delete", {"sure": "yes"})):
        newest = make(client, "zipang", players="2")
        assert leads(client) == f"/t/{newest}"
        client.post(f"/t/{newest}/{path}", data=gone)
        assert leads(client) == f"/t/{first}", path
