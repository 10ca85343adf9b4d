"""Whoever reads "K15" in code, tables, tests, templates or documents finds it on the page of rulings."""

import re
from collections.abc import Iterator
from pathlib import Path

from companion.content.rulings import CITED, FILE, LINK, rulings
from companion.rules.kensei.fight.lasting import LASTING
from companion.rules.kensei.fight.modifiers import MODIFIERS

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bench", "companion", "docs", "printables", "static", "templates", "tests", "tools")
SUFFIXES = {".css", ".html", ".js", ".md", ".play", ".py", ".toml", ".txt"}
OUTSIDE = re.compile(r"(?<![\w-])(?:shared/|\.\./shared|RULINGS\b|(?:API|BATTLE|DESIGN|TURNS)\.md)")
MARKDOWN_LINK = re.compile(r"\]\(([^)\s#]*)#([\w-]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def ours() -> Iterator[Path]:
    """Every text of the project that a person reads."""
    yield from (path for path in ROOT.iterdir() if path.suffix in (".md", ".py"))
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in SUFFIXES and not {"node_modules", "__pycache__"} & set(path.parts):
                yield path


def test_every_ruling_that_is_cited_exists() -> None:
    known = rulings().by_id
    cited = {path: set(CITED.findall(path.read_text("utf-8"))) for path in ours() if path != FILE}
    unknown = {str(path): found - known.keys() for path, found in cited.items() if found - known.keys()}
    assert not unknown
    assert len(set().union(*cited.values())) > 80


def test_every_modifier_names_a_ruling() -> None:
    assert {rule.ruling for rule in (*MODIFIERS, *LASTING)} <= rulings().by_id.keys()


def test_rulings_name_each_other_by_links_that_lead_there() -> None:
    text = FILE.read_text("utf-8")
    entries = text[text.index("\n## ") :]
    links = re.findall(r"\[(\w+)\]\(#(\w+)\)", entries)
    assert len(links) > 15
    assert all(name.lower() == anchor and name in rulings().by_id for name, anchor in links)
    heads = set(re.findall(r'- <a id="\w+"></a>(\*\*\w+\*\*)', entries))
    bare = re.sub(r"\*\*\w+\*\*", lambda m: "" if m[0] in heads else m[0], LINK.sub("", entries))
    assert CITED.findall(bare) == []


def test_links_within_the_documents_lead_somewhere() -> None:
    for path in ours():
        if path.suffix != ".md":
            continue
        for file, anchor in MARKDOWN_LINK.findall(path.read_text("utf-8")):
            if "://" not in file:
                text = ((path.parent / file) if file else path).read_text("utf-8")
                headings = {re.sub(r"[^\w\- ]", "", one).lower().replace(" ", "-") for one in HEADING.findall(text)}
                assert anchor in headings or f'<a id="{anchor}"></a>' in text, f"{path}: {file}#{anchor}"


def test_no_text_names_a_page_that_only_its_authors_have() -> None:
    texts = {path: path.read_text("utf-8") for path in ours() if path != Path(__file__)}
    assert [f"{path}: {match[0]}" for path, text in texts.items() for match in OUTSIDE.finditer(text)] == []
