"""Pages as text: scripts of taps, with what each phone reads and may tap after them, written down by the program.

A script begins each table with `game: kensei battle=pitched`, with `one phone: …` where both seats are one phone's, or
with `show me: kensei`; an army list of the phone `list` with `list: buke 3`. Its other lines are acts as in a
playthrough (`a: announce piece=a1`, `a for b: …`), and:

    a musters buke: katana-samurai 8 Lions, *busho-buke   an army, on a path where one is named
    ready                                                 both are
    roll: 9 9 9                                           dice that are due, tapped one by one; those left show a 1
    falls: 9 1                                            what the app's dice show next
    enters: cleo dai, later: 300                          phones that were never here; seconds in which none is heard
    a /undo: act=3, a //lists/miniatures: kengo=3         another form of the table's pages, or of any
    list reads //lists/open: text=x                       and the whole page of a refusal
    nowhere b watcher: Geisha, ninjas                     what stands on no page of theirs
    b allows, b refuses                                   what is asked of him
    look a act, b forces p-a1, watcher more more:9        a part of a page by its id, or its first lines

DUE is the step that is due, NOW the newest entry, SEAL the newest seal, ASK the newest request. The indented lines
after them are what was answered. A fold is ▾ or ▸, a key stands in brackets with what it sends, and → leads to another
page of the table.
`python -m tests.web.paging` writes all answers anew; read the difference before keeping it.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from bench.sessions import _sealed_as_recorded
from companion.config import Config
from companion.play.values import Table
from companion.web import create_app
from companion.web.services import Services
from tests.databases import empty_database
from tests.web.builder import Builder
from tests.web.phones import Phone, allow, new_table, notice

HERE = Path(__file__).parent / "pages"
OWN = {"key", "seen", "read", "page", "ask", "lowered"}
"""Fields that are others each time, or the same in all forms."""
LINES = {
    *("p", "li", "div", "section", "form", "h2", "h3", "fieldset", "legend", "tr", "dl", "ul", "ol", "table"),
    *("details", "label"),
}
"""Elements that stand on lines of their own."""
VOID = {"input", "br", "hr", "img", "link", "meta", "path", "use", "wbr", "source"}
PAGES = ("", "/forces", "/log", "/more", "/log.json", "/log.txt", "/now", "/now?page=forces", "/pack-up")
MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d  |\d\d\.\d\d\.\d\d \d\d:\d\d UTC|\b(?=[a-f]*\d)[0-9a-f]{12}\b")
"""A moment, or a name by hashing."""
CAPTION = re.compile(r'<div class="caption .*?<p>(.*?)</p>.*?name="caption" value="(\w+)"', re.S)
WRONG = re.compile(
    r'<(p|span|li) class="(?:wrong|problem)"(?: id="(?:f-|wrong-)?([\w.-]+?)(?:-note)?")?[^>]*>(.*?)</\1>', re.S
)
"""What stands at a field, or above a form, about what was sent."""
FLAGS = ("primary", "side-a", "side-b", "over", "undo", "wrong")


class _Part(HTMLParser):
    """Reads the element with this id."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self.id, self.depth, self.skipped, self.indent = id, 0, 0, 0
        self.lines: list[str] = []
        self.line = ""
        self.joined = 0
        """In a summary, or among the numbers of a piece, which are one line."""
        self.keys: list[dict[str, str]] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if not self.depth and given.get("id") != self.id:
            return
        if tag not in VOID:
            self.depth += 1
        if tag == "svg" and not self.skipped and given.get("aria-label"):
            self.line += f" {{{given['aria-label']}}} "
        if self.skipped or tag in ("svg", "script", "style"):
            self.skipped = self.skipped or self.depth
            return
        if tag in LINES and not self.joined:
            self.end()
        if tag == "summary" or given.get("class") == "stats":
            self.joined = self.joined or self.depth
        if tag == "details":
            self.end()
            self.line = "▾ " if "open" in given else "▸ "
        elif tag == "button":
            self.keys.append(given)
            self.line += " ["
        elif tag == "input":
            self.line += self._field(given)
        elif tag == "a":
            self.links.append(f" → {given['href'][5:]} " if given.get("href", "")[2:6] == "/ID/" else "")
        elif tag == "section" and "side-" in given.get("class", ""):
            self.line += re.findall(r"side-\w", given["class"])[0] + " "
        elif tag == "dt":
            self.line += " · "
        if given.get("aria-label", "Close") != "Close" and not given["aria-label"].startswith("Ruling "):
            self.line += f" {{{given['aria-label']}}} "

    def _field(self, given: dict[str, str]) -> str:
        said = f"{given.get('name')}={given.get('value', '')}"
        if given.get("name", "") in OWN or "form" in given:
            return ""
        kind = given.get("type", "text")
        sign = {"hidden": "", "radio": "○", "checkbox": "○"}.get(kind, "_")
        return f" {'●' if 'checked' in given else sign}{said} "

    def handle_endtag(self, tag: str) -> None:
        if not self.depth or tag in VOID:
            return
        if not self.skipped:
            if tag == "button":
                self.line += self._key(self.keys.pop())
            elif tag == "a" and self.links:
                self.line += self.links.pop()
            elif tag == "summary" or (tag in LINES and not self.joined):
                self.end()
            self.indent += {"summary": 1, "details": -1}.get(tag, 0)
        self.depth -= 1
        self.skipped = self.skipped if self.depth >= self.skipped else 0
        self.joined = self.joined if self.depth >= self.joined else 0

    def _key(self, given: dict[str, str]) -> str:
        said = [f"{given['name']}={given.get('value', '')}"] if given.get("name") else []
        said += [flag for flag in FLAGS if flag in given.get("class", "").split()]
        said += ["off"] if "disabled" in given else []
        said += ["on"] if given.get("aria-pressed") == "true" else []
        return f" | {' '.join(said)}] " if said else "] "

    def handle_data(self, data: str) -> None:
        if self.depth and not self.skipped:
            self.line += data

    def end(self) -> None:
        words = " ".join(self.line.split()).replace("[ ", "[").replace(" ]", "]")
        if words not in ("", "[]"):
            self.lines.append("  " * self.indent + words)
        self.line = ""


def part(page: str, id: str) -> list[str]:
    """What is read of a part of a page, line by line."""
    reader = _Part(id)
    reader.feed(page)
    reader.end()
    return reader.lines or ["nothing"]


class Script:
    """Plays a script on an app."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.services: Services = app.extensions["gunbai"]
        self.services.clock = lambda: 1000.0  # so that a slow machine makes no phone offline
        self.phones: dict[str, Phone] = {}
        self.number = 0

    @property
    def table(self) -> Table:
        found = self.services.tables.get(self.phones["a"].table_id)
        assert found is not None
        return found

    @property
    def due(self) -> Any:
        return self.table.game.due(self.table.state)[0]

    def _kept(self) -> object:
        return (self.table.state, self.table.seq, self.table.version) if "a" in self.phones else None

    def written(self, text: str) -> str:
        """The script with every answer written anew."""
        out = []
        for line in text.splitlines():
            if not line.startswith("  "):
                out.append(line)
                if line and not line.startswith("#"):
                    out += [f"  {told}" for told in self._played(line)]
        return "\n".join(out) + "\n"

    def _played(self, line: str) -> Iterator[str]:
        head, _, rest = line.partition(":")
        who, *words = head.split()
        if head in ("game", "one phone"):
            self._begins(*shlex.split(rest), shared=head != "game")
        elif head == "show me":
            made = (host := self.app.test_client()).post("/show-me", data={"game": rest.strip()}).headers["Location"]
            self._sits(made.split("/t/")[1], a=host, b=host, watcher=self.app.test_client())
        elif head == "list":
            made = Builder(client := self.app.test_client(), self.app, *rest.split()[:1], int(rest.split()[1]))
            self._sits(made.url[3:], list=client, other=self.app.test_client())
        elif head == "enters":
            self.phones |= {one: Phone(self.app.test_client(), self.phones["a"].table_id) for one in rest.split()}
        elif head == "later":
            now = self.services.clock() + float(rest)
            self.services.clock = lambda: now
        elif who == "falls":
            faces = iter([int(face) for face in rest.split()])
            self.services.tables.throw = lambda dice: tuple(next(faces) for _ in range(dice))
        elif who == "look":
            yield from self._look(line.removeprefix("look ").split(", "))
        elif who == "nowhere":
            yield from self._hides(words, rest)
        elif who == "ready":
            for seat in "ab":
                self.phones[seat].act("ready")
        elif who == "roll":
            self._rolls(rest.split())
        elif words[:1] == ["musters"]:
            self.phones[who].musters(*(one.strip() for one in rest.split(",")), path="".join(words[1:]))
        elif words in (["allows"], ["refuses"]):
            if self.table.asks:
                allow(self.phones[who], "yes" if words == ["allows"] else "no")
            else:
                yield "nothing is asked"
        else:
            yield from self._sends(self.phones[who], words, shlex.split(rest))

    def _begins(self, game: str, *setup: str, shared: bool) -> None:
        host = self.app.test_client()
        made = new_table(host, **{"game": game, **dict(one.split("=", 1) for one in setup)})
        self._sits(made, a=host, **{who: host if shared else self.app.test_client() for who in ("b", "watcher")})
        assert self.phones["b"].post("/sit", seat="b", player="Ben").status_code == 303
        self.phones["watcher"].get()

    def _sits(self, table: str, **clients: FlaskClient) -> None:
        self.phones = {who: Phone(client, table, who if who in "ab" else "") for who, client in clients.items()}
        for who in self.phones.keys() & {"list", "other"}:
            self.phones[who].path = f"/l/{table}"

    def _look(self, parts: list[str]) -> Iterator[str]:
        before: list[str] = []
        for one in parts:
            who, *page, id = one.split()
            shown = self._shown(self.phones[who], "".join(f"/{part}" for part in page), *id.partition(":")[::2])
            yield f"{one}:" + " the same" * (shown == before)
            yield from (f"  {told}" for told in shown if shown != before)
            before = shown

    def _shown(self, phone: Phone, page: str, id: str, most: str) -> list[str]:
        html = MOMENT.sub("", phone.client.get(at(phone, page)).text.replace(phone.table_id, "ID"))
        if id == "act" and 'id="act"' not in html:
            id = "r-curtain"
        if id == "text":
            found = html.splitlines()
        elif id == "captions":
            found = [f"{name}: {unescape(words)}" for words, name in CAPTION.findall(html)] or ["none"]
        else:
            found = part(html, id if f'id="{escape(id)}"' in html else f"r-{id}")
        return found[: int(most or 999)]

    def _hides(self, whom: list[str], words: str) -> Iterator[str]:
        """Where any of these words stands on a page of one of these phones, whatever its capitals."""
        for who in whom:
            for page in PAGES:
                text = re.sub(r'<ul class="menu">.*?</ul>', "", self.phones[who].get(page).text, flags=re.S).lower()
                shown = text.replace(self.table.id, "").replace(self.table.words, "")  # words drawn by lot
                found = [one.strip() for one in words.split(",") if one.strip().lower() in shown]
                if found:
                    yield f"{who} reads on {page or 'the table'}: {', '.join(found)}"

    def _rolls(self, faces: list[str]) -> None:
        due = self.due
        for die in range(due.data["dice"]):
            self.phones[due.seat].act("pad", step=due.step, die=str(die), face=(faces[die : die + 1] or ["1"])[0])

    def _sends(self, phone: Phone, words: list[str], rest: list[str]) -> Iterator[str]:
        self.number += 1
        form = {"key": f"a-key-{self.number:06}"}
        reads = words[:1] == ["reads"]
        words = words[1:] if reads else words
        page = words[0] if words and words[0].startswith("/") else "/tap"
        if page == "/tap":
            form |= {"type": rest.pop(0), "seat": words[1] if words[:1] == ["for"] else phone.seat}
        form |= dict(one.replace("\\n", "\n").split("=", 1) for one in rest)
        if form.get("step") == "DUE":
            form["step"] = self.due.step
        if form.get("seen") == "NOW":
            form["seen"] = str(self.table.seq)
        if form.get("ask") == "ASK":
            form["ask"] = self.table.asks[-1].id
        if form.get("seal") == "SEAL":
            form["seal"] = self.table.state.seals[-1].seal
        before = self._kept()
        faces = form.get("faces", "").split("+") if "faces" in form else []  # as many fields of one name
        answer = phone.client.post(at(phone, page), data={**form, **({"faces": faces} if faces else {})})
        if answer.status_code not in (204, 303):
            assert self._kept() == before, "what is refused, or only shown, changes nothing"
        if answer.status_code == 200 or reads:
            yield from part(MOMENT.sub("", answer.text.replace(phone.table_id, "ID")), "main")
        elif answer.status_code not in (204, 303):
            yield from _refusal(form, answer)


def _refusal(form: dict[str, str], answer: TestResponse) -> Iterator[str]:
    """The sentence of a refusal; of a form that is shown again, what stands at its fields, and what it has lost."""
    told = notice(answer)
    if told != answer.text[:400]:
        yield f"refused: {_words(told)}"
        return
    yield "refused"
    yield from (
        f"  {name or 'of it all'}: {_words(told)}" for _, name, told in WRONG.findall(answer.text) if _words(told)
    )
    kept = set(re.findall(r'value="([^"]*)"', answer.text))
    lost = [name for name, value in form.items() if name not in OWN and value and escape(value) not in kept]
    if lost:
        yield f"  lost: {', '.join(lost)}"


def _words(markup: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", "", markup)).split())


def at(phone: Phone, page: str) -> str:
    """The address of a page of the table, or with two strokes of any other."""
    return page[1:] if page.startswith("//") else phone.path + page


def scripts() -> list[Path]:
    """All scripts, by name."""
    return sorted(HERE.glob("*.page"))


def written(app: Flask, path: Path) -> str:
    """A script with every answer written anew; its seals are named without chance, as in the golden sessions."""
    tables = app.extensions["gunbai"].tables
    throw = tables.throw
    with _sealed_as_recorded():
        text = Script(app).written(path.read_text())
    tables.throw = throw  # what the app's dice showed is of this script
    return text


def regenerate(*names: str) -> None:
    """Writes the answers of all scripts anew, or of those named."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(database_url=empty_database(Path(folder) / "tables.sqlite3"), host="127.0.0.1", port=0))
        for path in scripts():
            if not names or path.stem in names:
                path.write_text(written(app, path))
        app.extensions["gunbai"].close()


if __name__ == "__main__":
    regenerate(*sys.argv[1:])
