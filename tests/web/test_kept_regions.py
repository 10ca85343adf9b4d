"""A region that is kept is the one that would be rendered now, whoever looks, and whatever was tapped in between."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle, product
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask
from jinja2 import DictLoader, nodes

from bench.sessions import Sitting, sessions
from companion.play.kensei import game as kensei
from companion.play.memo import Memo
from companion.play.values import Table
from companion.web import frame, regions
from companion.web.frame import TableLook
from companion.web.page_values import PageValues

own_templates = pytest.mark.own_app
"""Of a test with templates of its own."""

SESSIONS = {one.name: one for one in sessions()}


@pytest.mark.parametrize(
    ("name", "one_phone"),
    [
        ("orders", False),
        ("combat_abilities", False),
        ("kenjin_teams", False),
        ("zipang_quick", False),
        ("hidden_deployment", True),
        ("tenno_piles", True),
    ],
)
def test_every_page_of_a_session_is_as_if_nothing_were_kept(
    app: Flask, monkeypatch: pytest.MonkeyPatch, name: str, one_phone: bool
) -> None:
    """Plays the session, and renders twice after each tap: the table of every phone, one more page of one."""
    held = []

    def compared(look: TableLook, table: Table) -> tuple[regions.Region, ...]:
        shown = frame._render(look, table)
        held.append(sum(one in before for one in shown))
        before.update(shown)
        with monkeypatch.context() as nothing:
            nothing.setattr(regions, "_KEPT", Memo(1024))
            nothing.setattr(kensei, "_PARTS", Memo(1))
            assert shown == frame._render(look, table), (entry, look)
        return shown

    before: set[regions.Region] = set()
    monkeypatch.setattr(frame, "_RENDERED", regions.Renderings(256, compared))
    entry, session = None, SESSIONS[name]
    sitting = Sitting(app, session, one_phone=one_phone)
    sitting.phones = sitting.phones[: len(sitting.players) + 1]  # who watch, share what they see
    pages = cycle(product(("forces", "log", "more"), sitting.phones))
    for entry in session.entries:
        sitting.enter(entry)
        page, phone = next(pages)
        assert phone.client.get(f"{phone.path}/now?page={page}").status_code == 200
    assert sum(held) > 0, "some were the same as before"


# ---- what is looked at, is compared


@dataclass(frozen=True, slots=True)
class Shown:
    name: str = "Aki"
    secret: str = "Kagemusha"
    coins: int = 3


def rendered(
    app: Flask,
    values: Mapping[str, Any],
    source: str,
    rights: str = "a",
    deep: Mapping[str, tuple[str, ...]] = MappingProxyType({"view": ()}),
    bits: str = "",
) -> str:
    """What is in the block of this page for whoever has these rights."""
    app.jinja_env.loader = DictLoader({"page.html": source, "bits.html": bits or BITS})
    look = regions.Look("table", regions.Reader("en", "auto", ""))
    with app.test_request_context("/"):
        known = PageValues({"view": Shown(), **values}, apart=deep)
        (region,) = regions.render(look, "page.html", {"board": "board"}, known, subject="t", rights=rights)
    return region.html.partition(">")[2].removesuffix("</div>")


BITS = """{% macro purse(name) %}{{ name }}: {{ view.coins }}{% endmacro %}
{% macro called(one) %}{{ one.name }}{% endmacro %}
{% macro outer(told) %}{{ told }} {{ remembered(purse, "b", "Ben") }}{% endmacro %}"""
PAGE = '{% block board %}{% from "bits.html" import purse, called, outer %}BODY{% endblock %}'


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regions, "_KEPT", Memo(64))


@own_templates
@pytest.mark.parametrize(
    ("body", "values", "first", "second"),
    [
        ("{{ view.coins }}", {"view": Shown(coins=4)}, "3", "4"),
        ("{{ purse(view.name) }}", {"view": Shown(coins=4)}, "Aki: 3", "Aki: 4"),
        ("{{ told }}", {"told": "Ben"}, "", "Ben"),
        ("{% if view.coins == 4 %}{{ view.secret }}{% endif %}", {"view": Shown(coins=4)}, "", "Kagemusha"),
        ('{{ remembered(purse, "a", "Ben") }}', {"view": Shown(coins=4)}, "Ben: 3", "Ben: 4"),
        ('{{ remembered(called, "a", view) }}', {"view": Shown("Chie")}, "Aki", "Chie"),
        ('{{ remembered(purse, "a", view.name) }}', {"view": Shown("Chie")}, "Aki: 3", "Chie: 3"),
    ],
)
def test_what_it_looks_at_is_never_an_old_one(
    app: Flask, body: str, values: dict[str, Any], first: str, second: str
) -> None:
    source = PAGE.replace("BODY", body)
    for shown, expected in (({"told": ""}, first), ({"told": "", **values}, second), ({"told": ""}, first)):
        assert rendered(app, shown, source) == expected


@own_templates
def test_it_is_kept_while_only_other_things_change_and_shared_by_who_sees_the_same(app: Flask) -> None:
    """Each reader has his own kept while others look; macros know the page they are called on and no other."""
    source = PAGE.replace("BODY", "{{ purse(view.name) }}")
    assert rendered(app, {}, source) == "Aki: 3"
    kept = rendered(app, {"view": Shown(secret="Ozatsu")}, source.replace("purse(", "called("))
    assert kept == "Aki: 3", "nothing it looked at is another one, so the template was not run"
    for rights, name in (("b", "Ben"), ("c", "Chie")):
        assert rendered(app, {"view": Shown(name)}, source, rights=rights) == f"{name}: 3"
    other = source.replace("name", "secret")
    assert rendered(app, {}, other, rights="a") == "Aki: 3"
    assert rendered(app, {"view": Shown(secret="Ozatsu")}, other, rights="d") == "Aki: 3", "it was not rendered again"
    assert rendered(app, {"view": Shown("Dai", secret="Ozatsu")}, other, rights="e") == "Ozatsu: 3"


@own_templates
def test_a_piece_in_a_piece_is_kept_where_the_outer_one_is_not(app: Flask) -> None:
    source = PAGE.replace("BODY", '{{ remembered(outer, "a", told) }}')
    assert rendered(app, {"told": "Hai"}, source) == "Hai Ben: 3"
    other = BITS.replace("view.coins", "view.secret")
    assert rendered(app, {"told": "Iie"}, source, bits=other) == "Iie Ben: 3", "the inner one was not made again"
    assert rendered(app, {"told": "Iie", "view": Shown(coins=4)}, source) == "Iie Ben: 4"


@dataclass(frozen=True, slots=True)
class Duel:
    word: str = "draw"
    dice: int = 2


@dataclass(frozen=True, slots=True)
class Arena:
    duel: Duel | None


@own_templates
def test_what_may_be_missing_is_looked_into_where_it_is_there(app: Flask) -> None:
    source = PAGE.replace("BODY", "{% if view.duel %}{{ view.duel.word }}{% else %}peace{% endif %}")
    deep = {"view": ("duel",)}
    for duel, shown in ((None, "peace"), (Duel(), "draw"), (None, "peace"), (Duel("parry"), "parry")):
        assert rendered(app, {"view": Arena(duel)}, source, deep=deep) == shown
    other = source.replace("word", "dice")
    assert rendered(app, {"view": Arena(Duel("parry", 3))}, other, deep=deep) == "parry", "its dice were not looked at"
    whether = PAGE.replace("BODY", "{% if view.duel %}war{% else %}peace{% endif %}")
    for duel, shown in ((Duel(), "war"), (None, "peace"), (Duel(), "war")):
        assert rendered(app, {"view": Arena(duel)}, whether, rights="w", deep=deep) == shown


@own_templates
def test_what_is_missing_and_stays_so_is_rendered_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def html(template: str, block: str, head: str | None) -> str:
        made.append(block)
        return real(template, block, head)

    real = regions._html
    monkeypatch.setattr(regions, "_html", html)
    source = PAGE.replace("BODY", "{% if view.duel %}{{ view.duel.word }}{% else %}peace{% endif %}")
    for _ in range(3):
        assert rendered(app, {"view": Arena(None)}, source, rights="p", deep={"view": ("duel",)}) == "peace"
    assert len(made) == 1


# ---- macros that are made once


@own_templates
def test_files_of_macros_keep_nothing_of_a_page(app: Flask) -> None:
    """They are run once in the life of the app: what stands outside their macros may name nothing of a page."""
    env = app.jinja_env
    assert env.loader is not None
    files = {name: env.loader.get_source(env, name)[0] for name in env.list_templates(extensions=["html"])}
    imported = {one for text in files.values() for one in re.findall(r'{%-?\s*(?:import|from)\s+"([^"]+)"', text)}
    assert "kensei/bits.html" in imported
    for name in imported:
        outside = [one for one in env.parse(files[name]).body if not isinstance(one, nodes.Macro)]
        named = {found.name for one in outside for found in one.find_all(nodes.Name) if found.ctx == "load"}
        assert not named, f"{name} looks at {named} outside its macros"
