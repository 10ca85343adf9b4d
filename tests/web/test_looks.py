"""What phones share of a page is made from its look alone: never one seat's page for another.

Each page is fetched as phones fetch it in turn, so that they share what is kept, and once more with nothing kept.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from companion.play.memo import Memo
from companion.web import frame, list_frame, regions
from companion.web.frame import TableLook
from companion.web.i18n import language
from companion.web.list_frame import ListLook
from companion.web.security import known_device
from companion.web.services import services
from companion.web.shell import theme
from tests.web.builder import Builder, filled
from tests.web.phones import Phone, Sitting
from tests.web.test_secrets import without_menus

PAGES = ("", "/forces", "/log", "/more", "/now?page=table", "/now?page=forces", "/now?page=log", "/now?page=more")
OF_THE_MOMENT = re.compile(r'name="(?:key|seen)" value="[^"]*"|\b[0-9a-f]{24}(?:\.\d+)?\b')

ANA = ("Hatamoto", "Kuwagata")
BEN = ("Ozatsu", "Kagemusha")


def body(client: FlaskClient, path: str, **more: Any) -> str:
    answer = client.get(path, **more)
    assert answer.status_code == 200, path
    return OF_THE_MOMENT.sub("", answer.text)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept of what was rendered before."""
    monkeypatch.setattr(regions, "_KEPT", Memo(1024))
    monkeypatch.setattr(frame, "_RENDERED", regions.Renderings(256, frame._render))
    monkeypatch.setattr(list_frame, "_RENDERED", regions.Renderings(256, list_frame._render))


def alone_and_shared(
    monkeypatch: pytest.MonkeyPatch, asked: dict[str, Callable[[], str]]
) -> Iterator[tuple[str, str, str]]:
    """Who asked, the answer among those of the others in whatever order, and the answer with nothing kept."""
    for ask in asked.values():
        ask()  # from now on all of them are here
    alone = {}
    for who, ask in asked.items():
        forget(monkeypatch)
        alone[who] = ask()
    for order in (list(asked), list(reversed(asked))):
        forget(monkeypatch)
        for who in order:
            yield who, asked[who](), alone[who]


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Both have armies that the other may not know of."""
    sitting = Sitting(app)
    sitting.ana.act("side", path="buke", clan="Takeda", mon="bishi")
    sitting.ana.musters("yari-samurai 9 Hatamoto", "yumi-samurai 6 Kuwagata")
    sitting.ben.act("side", path="kuge", clan="Fujiwara", mon="tsuru")
    sitting.ben.musters("onna-bushi 11 Ozatsu", "*spy", "teppotai 7 Kagemusha")
    return sitting


def eyes(sitting: Sitting) -> dict[str, Phone]:
    return {"ana": sitting.ana, "ben": sitting.ben, "watcher": sitting.watcher, "stranger": sitting.stranger}


def test_each_seat_gets_its_own_page_and_no_secret_of_another(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in PAGES:
        asked = {
            who: (lambda phone=phone, page=page: body(phone.client, phone.path + page))
            for who, phone in eyes(sitting).items()
        }
        pages = {}
        for who, shared, alone in alone_and_shared(monkeypatch, asked):
            assert shared == alone, (who, page)
            pages[who] = shared
            for owner, names in (("ana", ANA), ("ben", BEN)):
                if owner != who:
                    assert not [name for name in names if name in without_menus(shared)], (who, owner, page)
        assert len({pages[who] for who in ("ana", "ben", "watcher")}) == 3, page
        assert pages["watcher"] == pages["stranger"], page
        if page in ("", "/now?page=table", "/log", "/now?page=log"):
            assert [name for name in ANA if name not in pages["ana"]] == [], page
            assert [name for name in BEN if name not in pages["ben"]] == [], page


def test_one_phone_for_both_is_never_given_the_page_of_a_phone_of_one_seat(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana's phone takes Ben's seat too: a curtain hangs, until one of the two is called."""
    link = re.search(r"/r/[\w.-]+", sitting.ben.get("/seats/link").text)
    assert link
    both, alone = sitting.ana, sitting.watcher
    assert both.client.post(link[0]).status_code in (302, 303)
    for page in PAGES:
        asked = {
            who: (lambda phone=phone, page=page: body(phone.client, phone.path + page))
            for who, phone in (("both", both), ("watcher", alone))
        }
        for who, shared, fresh in alone_and_shared(monkeypatch, asked):
            assert shared == fresh, (who, page)
            assert not [name for name in (*ANA, *BEN) if name in without_menus(shared)], (who, page)


def test_light_language_and_where_the_app_is_mounted_are_parts_of_a_look(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.i18n.languages", lambda: ("en", "de"))
    ana, path = sitting.ana.client, f"{sitting.ana.path}/more"

    def dark() -> str:
        ana.set_cookie("theme", "dark")
        try:
            return body(ana, path)
        finally:
            ana.delete_cookie("theme")

    asked = {
        "usual": lambda: body(ana, path),
        "dark": dark,
        "german": lambda: body(ana, path, headers={"Accept-Language": "de"}),
        "mounted": lambda: body(ana, path, base_url="http://localhost/gunbai"),
    }
    pages = {}
    for who, shared, alone in alone_and_shared(monkeypatch, asked):
        assert shared == alone, who
        pages[who] = shared
    assert len(set(pages.values())) == 4
    assert f'action="/gunbai{sitting.ana.path}/' in pages["mounted"]
    assert "/gunbai/marks.svg" in pages["mounted"]
    assert "/gunbai/t/" not in pages["usual"]


def test_each_phone_gets_its_own_page_of_a_list(app: Flask, builder: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who made the list, may undo, and says what miniatures he has; who keeps it; who only has its link."""
    filled(builder)
    maker, keeper, other = builder.client, app.test_client(), app.test_client()
    keeper.post(f"{builder.url}/keep")
    now = f"{builder.url}/now?page=add"
    tag = maker.get(now).headers["ETag"]
    assert maker.get(now, headers={"If-None-Match": tag}).status_code == 304
    saved = maker.post("/lists/miniatures", data={"yari-ashigaru": "7", "katana-samurai": "3"})
    assert saved.status_code < 400, saved.text
    assert maker.get(now, headers={"If-None-Match": tag}).status_code == 200, "he has other miniatures since"
    for page in ("", "/add", "/check", "/more", "/now?page=army", "/now?page=add"):
        asked = {
            who: (lambda phone=phone, page=page: body(phone, builder.url + page))
            for who, phone in (("maker", maker), ("keeper", keeper), ("other", other))
        }
        pages = {}
        for who, shared, alone in alone_and_shared(monkeypatch, asked):
            assert shared == alone, (who, page)
            pages[who] = shared
        assert pages["maker"] != pages["keeper"], page


# ---- what a look is

READER = regions.Reader("en", "dark", "")
LOOKS: tuple[regions.Look, ...] = (
    TableLook("table", READER, "t1", 3, None, ("a",), "a", "a", None, (("a", "here"), ("b", "offline")), (0,), "roll"),
    ListLook("army", READER, "l1", 3, "phone", True, (("yari-ashigaru", 7),)),
)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: type(look).__name__)
def test_every_field_of_a_look_tells_it_from_others(look: regions.Look) -> None:
    others: list[regions.Look] = [
        replace(look, reader=replace(look.reader, **{field.name: "another"})) for field in fields(look.reader)
    ]
    others += [replace(look, **{field.name: ("another",)}) for field in fields(look) if field.name != "reader"]
    everything = [look, *others]
    assert len(set(everything)) == len({one.tag for one in everything}) == len(everything)
    assert replace(look) == look
    assert replace(look).tag == look.tag


@pytest.mark.parametrize(
    "read",
    [known_device, theme, lambda: request.args.get("card"), lambda: request.host_url],
    ids=["phone", "theme", "address", "host"],
)
def test_a_rendering_knows_nothing_of_the_request(app: Flask, read: Callable[[], object]) -> None:
    renderings = regions.Renderings(2, lambda look, subject: (regions.make("bar", str(read())),))
    with app.test_request_context("/?card=old"), pytest.raises(RuntimeError, match="outside of request context"):
        renderings.of(LOOKS[0], None)


def test_a_rendering_knows_the_app_and_the_language_of_its_look(app: Flask) -> None:
    def render(look: regions.Look, subject: str) -> tuple[regions.Region, ...]:
        assert services() is app.extensions["gunbai"]
        return (regions.make("bar", f"{subject} {language()}"),)

    look = replace(LOOKS[0], reader=replace(READER, language="de"))
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        (region,) = regions.Renderings(2, render).of(look, "table")
        assert ">table de<" in region.html
        assert language() == "en"
