"""Both sides of Kensei on one phone: whose act its panel shows, and what it asks nobody across (8:3:4, 9:5:6)."""

import re

import pytest
from flask import Flask

from bench import sessions
from companion.play.codec import plain
from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State, must
from companion.rules.text import Refusal
from companion.web.services import Services
from companion.web.table import RESERVED
from tests.browser.sitting import put
from tests.playthroughs.runner import entries, playthroughs
from tests.web.phones import Phone, for_both, words

BATTLES = [path for path in playthroughs() if sessions.read(path).game == "kensei"]
FREE = ("choose", "ground", "lay", "muster")
"""Acts that either side may do first, or that lie behind a curtain."""


@pytest.fixture
def phone(app: Flask) -> Phone:
    """Ana's samurai and archers face Ben's spearmen; she acts first, and holds the phone of both."""
    armies = ("katana-samurai", "yumi-samurai"), ("yari-ashigaru",) * 2
    return for_both(app, *armies, path="buke", first="a", battle="pitched")


def panel(phone: Phone) -> str:
    """The panel, from its step on."""
    page = phone.get().text
    return page[page.index(">", page.index('data-step="')) + 1 :]


def test_the_phone_turns_to_whoever_is_asked_first(app: Flask, services: Services) -> None:
    """In the golden sessions, at each kind of act of each side: his color, and a key of his. Where something of the
    side before may be hidden, a curtain asks for him first.
    """
    phone, looked = for_both(app), set()
    for path in BATTLES:
        for game, _, _, after in entries(path.read_text()):
            due = next(iter(game.due(after)), None)
            if due is None or due.kind in FREE or (due.kind, due.seat) in looked:
                continue
            looked.add((due.kind, due.seat))
            put(services.tables, phone.table_id, after)
            page = phone.get().text
            if 'data-step="' not in page:
                assert f"Hand the phone to {after.sides[due.seat].name}" in page, due
                phone.post("/call", seat=due.seat)
            shown = panel(phone)
            assert "End the battle" in shown or re.findall(r'class="act [^"]*side-(.)', shown)[0] == due.seat, due
            assert f'name="seat" value="{due.seat}"' in shown, due
    assert len(looked) > 20


@pytest.fixture
def hiding(app: Flask) -> Phone:
    """Ana acts first. Ben has sealed where his Ninjas wait; a Geisha hides in his ranks."""
    ana = for_both(app, ("yumi-samurai", "*spy"), battle="pitched")
    ben = Phone(ana.client, ana.table_id, "b")
    ben.musters("ninjas", "onna-bushi", "*taisho-kuge", "*geisha", path="kuge")
    ben.act("enlist", character="shinobi", kind="denuki")
    for phone in (ana, ben):
        phone.act("ready")
    ana.act("first", first="a")
    ben.act("seal", who="b1")
    ben.act("seal", who="bx-shinobi", card="1")
    return ana


def revealing(phone: Phone, state: State, seat: str) -> set[str]:
    """What would tell a secret of this seat at one tap on this phone; the table, looked at last, shuts it again."""
    forms = re.compile(r"<form\b.*?</form>", re.S)
    found = set()
    for page, html in ((one, html) for one in ("/forces", "/more", "") for html in forms.findall(phone.get(one).text)):
        form = re.findall(r'<input\b[^>]* name="([^"]*)"[^>]* value="([^"]*)"', html)
        for key in re.findall(r'<button\b[^>]* name="([^"]*)" value="([^"]*)"', html) or [("then", "")]:
            given = dict((*reversed(form), key))
            type, acts = given.get("type", ""), given.get("seat", "")
            data = KENSEI.read(type, {name: given[name] for name in given.keys() - RESERVED})
            if type != "end" and not isinstance(data, Refusal):
                after = KENSEI.apply(state, Event(type, acts, acts, plain(data)))
                told = set() if isinstance(after, Refusal) else KENSEI.secrets(state) - KENSEI.secrets(after)
                found |= {f"{page} {type}" for one in told if one.startswith(("seal", f"{seat}x"))}
    return found


def test_no_secret_of_a_side_is_told_at_one_tap_while_the_other_holds_the_phone(
    hiding: Phone, services: Services
) -> None:
    state = must(services.tables.get(hiding.table_id)).state
    assert revealing(hiding, state, "b") == set()
    assert "Show Ben's secrets" in hiding.get().text.split('id="seals-b"')[1]
    hiding.post("/open?page=forces", seat="b")
    assert "I am Ben" in words(hiding, "/forces")
    hiding.post("/call?page=forces", seat="b")
    assert revealing(hiding, state, "b") >= {"/forces open-seal", "/forces reveal"}
    hiding.act("done", turn="1")
    assert "Ninjas: perhaps hidden. Any order shows them to everybody." in words(hiding)


def test_a_battle_ended_under_more_leads_to_its_end(phone: Phone) -> None:
    answer = phone.client.post(
        f"{phone.path}/tap?page=more",
        data={"type": "end", "winner": "a", "seat": "a", "key": "the-end-of-it", "page": "more"},
        headers={"HX-Request": "true"},
    )
    assert answer.headers["X-Next"] == phone.path
