"""Scripts and styles: where they come from, how long they are kept, how small they travel."""

import gzip
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from companion.web.assets import joined
from tests.conftest import LiveServer, Phone

pytestmark = pytest.mark.own_app  # answers of every length

STATIC = Path(__file__).resolve().parents[2] / "static"
WRITTEN = [
    path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*.*")) if path.suffix in (".css", ".js")
]
STYLES = [file for file in WRITTEN if file.endswith(".css")]
IMPORT = re.compile(r'^@?import "(?:\./)?([^"]+)";', re.MULTILINE)
RULES = """(text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s*([,:;{}()])\\s*/g, "$1"));
}"""
"""Every rule as the browser understood it. Only custom properties keep the spaces they were written with."""
FILES = re.compile(r'(?:src|href)="(/[^"]+\?v=[^"]+)"')


def test_htmx_comes_from_the_installed_package_and_django_does_not(client: FlaskClient) -> None:
    for encoding in ("gzip", "identity"):  # and is not sent again where it did not change
        script = client.get("/static/htmx.js", headers={"Accept-Encoding": encoding})
        headers = {"Accept-Encoding": encoding, "If-None-Match": script.headers["ETag"]}
        again = client.get("/static/htmx.js", headers=headers)
        assert (script.status_code, again.status_code, again.data) == (200, 304, b"")
    assert script.mimetype == "text/javascript"
    assert script.text.startswith("var htmx=")
    assert 'version:"2.' in script.text
    assert "django" not in sys.modules


def test_every_file_of_a_page_is_kept_for_a_year_under_its_fingerprint(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        assert "v=" not in app.url_for("static", filename="missing.css"), "a file that is missing has none"
    files = FILES.findall(client.get("/connect").text)
    assert any(url.startswith("/static/htmx.js?v=") for url in files)
    for url in files:
        answer = client.get(url.replace("&amp;", "&"), buffered=True)
        assert answer.status_code == 200, url
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        bare = client.get(url.split("?")[0], buffered=True)
        assert bare.headers["Cache-Control"] == "no-cache"
        old = client.get(url.split("?")[0] + "?v=old", buffered=True)
        assert old.headers["Cache-Control"] == "no-cache"


def test_what_only_readers_of_the_source_need_is_not_sent(client: FlaskClient) -> None:
    for file in WRITTEN:
        sent = client.get(f"/static/{file}", buffered=True)
        assert sent.headers["Content-Length"] == str(len(sent.data)), file
        assert len(sent.data) < len(written(file)) * 0.9, file
        assert "\n " not in sent.text, file
        assert "/*" not in sent.text, file
        assert 'import "' not in sent.text, (file, "a phone would ask for one file more")


def test_all_that_is_sent_is_written_or_a_picture() -> None:
    others = {path.name for path in STATIC.rglob("*.*") if path.suffix not in (".css", ".js")}
    assert others == {"kit.jpg"}


def written(file: str) -> str:
    """What stands in a file and, after its first comment, in the parts it names, one after the other."""
    text = (STATIC / file).read_text("utf-8")
    return IMPORT.sub(lambda part: ((STATIC / file).parent / part[1]).read_text("utf-8"), text)


@pytest.mark.parametrize("file", WRITTEN)
def test_a_file_joins_every_part_of_its_folder_once(file: str) -> None:
    """`gunbai.css` names each file of the folder `gunbai`, in the order in which they are sent, and nothing else."""
    named = IMPORT.findall((STATIC / file).read_text("utf-8"))
    own = (STATIC / file).with_suffix("")
    assert sorted(named) == sorted(f"{own.name}/{path.name}" for path in own.glob(f"*{(STATIC / file).suffix}"))
    parts = [(own.parent / name).read_text("utf-8") for name in named]
    sent = joined(STATIC / file).decode()
    assert [sent.count(part) for part in parts] == [1] * len(parts)
    assert [sent.index(part) for part in parts] == sorted(sent.index(part) for part in parts)
    assert sent.count("reportError(") == len(parts) * file.endswith(".js"), "one that fails takes no other with it"
    assert len((STATIC / file).read_text("utf-8").splitlines()) < 500, "no file is longer than a subject"


def test_another_part_makes_another_address_and_another_answer(app: Flask, tmp_path: Path) -> None:
    seen = []
    for top in (1, 2):
        static = tmp_path / str(top)
        app.static_folder = str(static)
        (static / "all").mkdir(parents=True)
        (static / "all.css").write_text('/* both */\n@import "all/b.css";\n@import "all/a.css";\n')
        (static / "all" / "a.css").write_text("a {\n  top: 0;\n}\n")
        (static / "all" / "b.css").write_text(f"b {{\n  top: {top};\n}}\n")
        with app.test_request_context():
            url = app.url_for("static", filename="all.css")
        old = {"If-None-Match": seen[-1][1]} if seen else {}
        answer = app.test_client().get("/static/all.css", headers=old)
        seen.append((url, answer.headers["ETag"], answer.text))
    assert [text for _url, _tag, text in seen] == ["b{top:1}a{top:0}", "b{top:2}a{top:0}"]
    assert len({url for url, _tag, _text in seen}) == len({tag for _url, tag, _text in seen}) == 2
    picture = "<svg>\n  <!-- a -->\n</svg>"
    (tmp_path / "2" / "new.svg").write_text(picture)
    assert app.test_client().get("/static/new.svg", buffered=True).text == picture, "sent as it is"


@pytest.fixture
def talker(app: Flask) -> FlaskClient:
    """A client of the app with long, short, streamed and binary pages."""

    def flow() -> Iterator[str]:
        yield "data: x\n\n" * 200

    pages: dict[str, Callable[[], Response]] = {
        "/long": lambda: Response("long " * 1000),
        "/short": lambda: Response("short"),
        "/edge": lambda: Response("x" * 599),
        "/json": lambda: Response(json.dumps(list(range(500))), mimetype="application/json"),
        "/refused": lambda: Response("long " * 1000, 422),
        "/events": lambda: Response(flow(), mimetype="text/event-stream"),
        "/events-whole": lambda: Response("data: x\n\n" * 200, mimetype="text/event-stream"),
        "/flow": lambda: Response(flow(), mimetype="text/plain"),
        "/paper": lambda: Response(b"%PDF" + bytes(5000), mimetype="application/pdf"),
    }
    for url, page in pages.items():
        app.add_url_rule(url, endpoint=url, view_func=page)
    return app.test_client()


def test_long_text_is_compressed_for_those_who_take_it(talker: FlaskClient) -> None:
    for url in ("/long", "/json", "/refused", "/connect"):
        plain = talker.get(url)
        assert "Content-Encoding" not in plain.headers, url
        packed = talker.get(url, headers={"Accept-Encoding": "br, gzip"})
        assert packed.headers["Content-Encoding"] == "gzip", url
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
        assert gzip.decompress(packed.data) == plain.data
        assert "Content-Encoding" not in talker.get(url, headers={"Accept-Encoding": "gzip;q=0"}).headers
    for url in ("/short", "/edge", "/events", "/events-whole", "/flow", "/paper"):  # streams, short answers and papers
        answer = talker.get(url, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers, url


@pytest.mark.browser
def test_styles_mean_the_same_as_they_were_written(client: FlaskClient, phone: Callable[[], Phone]) -> None:
    page = phone().open("/connect")
    for file in STYLES:
        sent = client.get(f"/static/{file}", buffered=True).text
        assert page.evaluate(RULES, sent) == page.evaluate(RULES, written(file)), file


@pytest.mark.browser
def test_the_pages_run_clean_on_a_phone(phone: Callable[[], Phone], live_server: LiveServer) -> None:
    """Also on the LAN, where a form is believed and remembered."""
    one = phone()
    page = one.open("/connect")
    assert page.evaluate("htmx.config.allowEval") is False
    assert page.evaluate("htmx.config.historyCacheSize") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(live_server.lan_url + "/connect")
    assert page.evaluate("window.isSecureContext") is False
    assert page.evaluate("htmx.config.selfRequestsOnly") is True
    page.locator("select[name=theme]").select_option("dusk")
    page.wait_for_selector("html[data-theme=dusk]")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dusk"


@pytest.mark.browser
def test_a_phone_notices_what_goes_wrong_on_it(phone: Callable[[], Phone]) -> None:
    one = phone()
    page = one.open("/connect")
    with one.context.expect_event("weberror"):  # thrown last, after what is refused
        page.evaluate("""() => {
            const script = document.createElement('script');
            script.textContent = 'window.broken = 1';
            document.head.append(script);
            const image = new Image();
            image.src = 'http://other.test/spy.gif';
            console.error('alas');
            setTimeout(() => { throw new Error('thrown'); });
        }""")
    assert page.evaluate("window.broken") is None
    found = "\n".join(one.complaints)
    for part in ("Content Security Policy", "alas", "thrown"):
        assert part in found, part
    for part in ("Content Security Policy", "alas", "thrown", "other.test"):
        one.forgive(part)
