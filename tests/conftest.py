"""Fixtures for every test: a fresh app and database each time, a real server, and a phone with a real browser."""

import ctypes
import gc
import os
import pickle
import shutil
import socket
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from babel.messages.catalog import Catalog
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from werkzeug.routing import Rule

from companion.config import Config
from companion.play.memo import Memo
from companion.serve import Server
from companion.web import create_app
from companion.web.services import Services
from tests.chance import throw_always_the_same
from tests.databases import empty_database, never_wait_for_the_disk
from tests.system import lacking
from tools.translate import collect

throw_always_the_same()
never_wait_for_the_disk()
gc.set_threshold(10_000, 20, 30)  # what a test leaves may lie a little; to look through it all took a twentieth

GLIBC = ctypes.CDLL(None) if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim") else None
if GLIBC is not None:
    # One heap for all threads of a server, and whatever is large by itself: at its most a worker has a fifth less then.
    GLIBC.mallopt(-8, 1)  # M_ARENA_MAX
    GLIBC.mallopt(-3, 128 * 1024)  # M_MMAP_THRESHOLD

# Dozens of tests start servers; where Python is told to keep no compiled modules, each would compile all of them again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

ROOT = Path(__file__).resolve().parent.parent
MEMOS: list[Memo[Any]] = []
"""What a server keeps of the tables in use: a worker, whose tests share none, would fill each to its brim."""
SLOWEST = 10
"""So many files are named at the end of a run of more."""
PHONE = {"width": 390, "height": 844}
LONG = (
    "api/test_contract.py",
    "live/test_gunicorn.py",
    "live/test_hosting_steps.py",
    "live/test_neighbors.py",
    "live/test_proxy_files.py",
    "live/test_server.py",
    "live/test_server_heavy.py",
    "play/armies/test_bring_verdict.py",
    "play/armies/test_mend.py",
    "play/armies/test_suggest.py",
    "play/kensei/test_kensei_driven.py",
    "play/kensei/test_kensei_laws.py",
    "play/test_play_replay.py",
    "play/test_play_sees.py",
    "play/test_traced.py",
    "playthroughs/test_refusals_tell_nothing.py",
    "rules/kensei/army/test_army_random.py",
    "store/test_daily.py",
    "store/test_postgres.py",
    "store/test_restore.py",
    "store/test_swapped.py",
    "test_cli.py",
    "test_cost.py",
    "test_faults.py",
    "test_messages.py",
    "test_run.py",
    "test_starts.py",
    "web/test_bad_input.py",
    "web/test_draft_secrets.py",
    "web/test_every_word.py",
    "web/test_guessing.py",
    "web/test_in_each_language.py",
    "web/test_kept_regions.py",
    "web/test_looks.py",
    "web/test_pages.py",
    "web/test_replay.py",
    "web/test_secrets.py",
    "web/test_security.py",
    "web/test_serve.py",
    "web/test_trouble.py",
    "web/test_zipang_situations.py",
)
"""Files that start servers or databases, or play whole sessions, each for seconds: `make quick` leaves them out."""
MARKED = {"browser": "browser", "printables": "paper"}
"""Folders all of whose tests drive a Chromium, or draw and read pages of a PDF."""
NAMES = "gunbai.test, table.test, t.test"
"""Names the server of a test answers to besides its address."""
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first is the same engine without a browser's windows around the page: a phone costs it a quarter as much."""
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    # A page that follows another of the same server gets no frame of its own: to make one is a third of an opening. The
    # other feature is what Playwright enables, whose list this one replaces.
    "--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame",
    # A name that is no loopback address: there the browser treats plain http as it does on a real network.
    "--host-resolver-rules=MAP gunbai.test 127.0.0.1",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = f"{ROOT.as_posix()}/tests/"
    for item in items:
        file = item.path.as_posix().removeprefix(tests)
        if file in LONG:
            item.add_marker(pytest.mark.long)
        if mark := MARKED.get(file.partition("/")[0]):
            item.add_marker(mark)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # half of what a worker has: no collection after a file need look through it


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names the files that took longest: where a suite that has grown slow is made quick again."""
    seconds: Counter[str] = Counter()
    for told in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(told, pytest.TestReport):
            seconds[told.nodeid.partition("::")[0]] += told.duration
    if len(seconds) > SLOWEST:
        terminalreporter.section(f"the {SLOWEST} slowest files, seconds of one worker")
        for file, took in seconds.most_common(SLOWEST):
            terminalreporter.line(f"{took:7.1f} {file}")


def find_memos() -> None:
    """Once an app is made that stays, with what it keeps by itself."""
    MEMOS[:] = [one for one in gc.get_objects() if type(one) is Memo]


def forget() -> None:
    """What is kept of tables that are gone."""
    for memo in MEMOS:
        with memo._lock:  # of which a server may be asking
            memo._slots.clear()


@pytest.fixture(scope="module", autouse=True)
def memory_given_back() -> Iterator[None]:
    """What a file of tests needed, Python and glibc keep for later ones: a third more than a worker uses."""
    yield
    forget()
    gc.collect()
    gc.freeze()  # what is left belongs to all files: once looked through is enough
    if GLIBC is not None:
        GLIBC.malloc_trim(0)


@pytest.fixture(scope="session")
def of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all workers of this run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(of_this_run: Path) -> Iterator[None]:
    """The pages of every app are the same: each is compiled once, by whichever worker of this run needs it first."""
    folder = of_this_run / "templates"
    folder.mkdir(exist_ok=True)
    kept = FileSystemBytecodeCache(str(folder))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": kept})
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_routes() -> Iterator[None]:
    """So it is with addresses: to write the code that builds them takes nearly all the time a new app needs."""
    compiled: dict[object, Callable[..., tuple[str, str]]] = {}
    compile_one = Rule._compile_builder

    def once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        wanted = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
        if wanted not in compiled:
            compiled[wanted] = compile_one(rule, append_unknown)
        return compiled[wanted]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Settings with an empty database of the test's own."""
    url = empty_database(tmp_path / "tables.sqlite3")
    return Config(database_url=url, host="127.0.0.1", port=0, max_streams=16, hosts=NAMES)


@pytest.fixture(scope="session")
def pages() -> Flask:
    """The app, made once a worker: tests differ in what it stands on, seldom in the app."""
    made = create_app(Config())
    assert made.jinja_env.bytecode_cache, "what `compiled_templates` keeps is asked for"
    find_memos()
    return made


@pytest.fixture
def app(request: pytest.FixtureRequest, config: Config) -> Iterator[Flask]:
    """The app over a fresh database. An exception in a page is the test's exception. A test that adds pages, hooks or
    templates is marked `own_app`: it changes no other test's app."""
    if request.node.get_closest_marker("own_app"):
        app = create_app(config)
    else:
        app = request.getfixturevalue("pages")
        app.extensions["gunbai"] = Services(config)
    app.testing = True
    yield app
    app.extensions["gunbai"].close()
    forget()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a screen: keeps cookies, follows no redirects by itself."""
    return app.test_client()


@pytest.fixture(scope="session")
def collected(of_this_run: Path) -> Catalog:
    """What `make messages` collects, once for all workers."""
    kept = of_this_run / "messages.pickle"
    if not kept.exists():
        own = kept.with_suffix(f".{os.getpid()}")
        own.write_bytes(pickle.dumps(collect()))
        own.replace(kept)  # whole, whoever reads meanwhile
    catalog: Catalog = pickle.loads(kept.read_bytes())
    return catalog


@dataclass(frozen=True)
class LiveServer:
    """A server that answers on a real port. `app` is its app, in this very process."""

    url: str
    app: Flask

    @property
    def lan_url(self) -> str:
        """The same server under a name that is not this computer's, as phones see it: no secure context."""
        return self.url.replace("127.0.0.1", "gunbai.test")


@pytest.fixture
def live_server(app: Flask, config: Config) -> Iterator[LiveServer]:
    """The server that players run (gevent, a pool of threads, streams), on a free port."""
    with serving(app, config) as server:
        yield server


@contextmanager
def serving(app: Flask, config: Config) -> Iterator[LiveServer]:
    """The app on a real port, until the block ends."""
    server = Server(app, config)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield LiveServer(f"http://127.0.0.1:{server.port}", app)
    server.stop()
    thread.join(60)
    assert not thread.is_alive(), "the server did not stop"


FACES = {"wide": ("DejaVu Sans", "/usr/share/fonts/truetype/dejavu"), "narrow": ("Open Sans", "ttf_opensans")}
"""A family for everything that is read, and where it is: a folder of the system's fonts-dejavu-core, or a package."""
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  {folders}
  <cachedir>{cache}</cachedir>
  <match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>{family}</string></edit></match>
</fontconfig>
"""
"""No other font of the machine is seen. Signs that a family lacks are the wide one's."""


def fonts(face: str, folder: Path) -> str:
    """The settings of fonts by which a browser shows everything in this face, as a file in this folder."""
    folders = {FACES["wide"][1]}
    if package := find_spec(FACES[face][1]) if face != "wide" else None:
        folders.add(str(Path(str(package.origin)).parent))
    file = folder / f"{face}.conf"
    listed = "".join(f"<dir>{one}</dir>" for one in sorted(folders))
    file.write_text(FONTS.format(folders=listed, cache=folder / "cache", family=FACES[face][0]))
    return str(file)


@pytest.fixture(scope="session")
def launch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Browser]]:
    """Starts a Chromium with this face. Missing, it skips with the reason; on CI that is a failure."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        lacking("chromium (and no CHROMIUM that says where one is)", "chromium")
    folder = tmp_path_factory.mktemp("fonts")
    with sync_playwright() as playwright, ExitStack() as closing:

        def started(face: str) -> Browser:
            named = {**os.environ, "FONTCONFIG_FILE": fonts(face, folder)}
            browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS), env=named)
            closing.callback(browser.close)
            return browser

        yield started


@pytest.fixture(scope="session")
def browser(launch: Callable[[str], Browser]) -> Browser:
    """Debian's Chromium, one for each worker. Its letters are wide: what they leave room for, others do too."""
    return launch("wide")


@pytest.fixture(scope="session")
def narrow_browser(launch: Callable[[str], Browser]) -> Browser:
    """One more, with narrow letters, for the laws of layout: lines that are shorter, panels that are lower."""
    return launch("narrow")


SLOW = ("htmx:timeout", "htmx:afterRequest")
"""What a phone says where an answer took more than ten seconds: of the machine. What it should show is awaited anyway,
and the second comes with other complaints where something else failed."""


class Phone:
    """A phone at the live server: its own cookies, a touch screen, and a list of everything that went wrong on it."""

    def __init__(self, context: BrowserContext, server: LiveServer) -> None:
        self.context = context
        self.server = server
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        context.on("console", lambda message: self._hear(message.type, message.text))
        context.on("weberror", lambda error: self.complaints.append(f"script error: {error.error}"))
        context.on("request", lambda request: self._watch(request.url))
        self.page: Page = context.new_page()

    def open(self, path: str = "/") -> Page:
        """Opens a page of the server, by its path."""
        self.page.goto(self.server.url + path)
        return self.page

    def leave(self) -> None:
        """Opens a page of the server without a script, if another of its pages stands here."""
        if self.page.url.startswith(self.server.url) and self.page.url != self.server.url + "/ready":
            self.open("/ready")

    def forgive(self, *parts: str) -> None:
        """Expects complaints that contain one of these: a refusal or lost network the test brings about itself."""
        self.forgiven.extend(parts)

    def check(self) -> None:
        """Fails on script errors, console errors (broken content policy among them) and requests to another host."""
        left = [one for one in self.complaints if not any(part in one for part in self.forgiven)]
        assert not left, "the phone complained:\n" + "\n".join(left)

    def _hear(self, kind: str, text: str) -> None:
        if (kind == "error" and not text.startswith(SLOW)) or "Content Security Policy" in text:
            self.complaints.append(f"console {kind}: {text}")

    def _watch(self, url: str) -> None:
        parts = urlsplit(url)
        own = {urlsplit(self.server.url).netloc, urlsplit(self.server.lan_url).netloc}
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc not in own:
            self.complaints.append(f"request to another host: {url}")


UNSEEN = """{
    const unseen = new CSSStyleSheet();
    unseen.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets.push(unseen);
}"""
"""What lies under this is laid out, hit and read as ever, but no pixel of it is drawn: a fifth of what a tap costs."""


def new_phone(browser: Browser, server: LiveServer, *, learns: bool = False, drawn: bool = False, **more: Any) -> Phone:
    """One more phone at this server; `more` are options of the browser's context. Who makes it closes its context.

    Its player knows every kind of act, unless he `learns`. Its pages are not drawn, unless somebody looks at them.
    """
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, **more)
    context.set_default_timeout(30_000)
    if not drawn:
        context.add_init_script(UNSEEN)
    if not learns:
        known(context, server)
    return Phone(context, server)


def known(context: BrowserContext, server: LiveServer) -> None:
    """On this phone every kind of act has been explained."""
    cookies: Any = [{"name": "explained", "value": "all", "url": url} for url in (server.url, server.lan_url)]
    context.add_cookies(cookies)


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Phone]]:
    """Makes phones: `phone()` is one more at the same server. Each is checked for complaints when the test ends."""
    phones: list[Phone] = []
    with ExitStack() as closing:

        def make(**more: Any) -> Phone:
            phones.append(new_phone(browser, live_server, drawn=True, **more))
            closing.callback(phones[-1].context.close)
            return phones[-1]

        yield make
        for one in phones:
            one.check()


@pytest.fixture
def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
