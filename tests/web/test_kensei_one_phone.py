"""Both sides of Kensei on one phone: whose act its panel shows, and what it asks nobody across (8:3:4, 9:5:6)."""

from __future__ import annotations

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


def said(phone: Phone) -> str:
    """What the panel says, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", panel(phone)).split())


def test_a_charge_turns_the_phone_to_who_reacts_and_back(phone: Phone) -> None:
    """At once (9:5:6), also before an announced shot; what the charger may tell next waits for the answer."""
    phone.act("announce", piece="a2", do="shoot", target="b2")
    phone.act("announce", piece="a1", goal="charge+run+", target="b1")
    assert said(phone).startswith("Ben Katana Samurai charge Yari Ashigaru 1. What is the reaction?")
    assert 'name="what" value="withstand"' in panel(phone)
    phone.act("react", step="t1.charge.a1>b1.react", what="withstand", seat="b")
    assert said(phone).startswith("Ana Announced shots first")


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


def test_who_is_done_passes_the_panel_on_and_asks_nobody_across(phone: Phone) -> None:
    """Only whose turn it is is offered orders on its sheets."""
    page = phone.get().text
    own, other = (page.split(f'id="order-{piece}"')[1].split("</details></li>")[0] for piece in ("a1", "b1"))
    assert 'name="do" value="advance"' in own
    assert 'name="do" value="advance"' not in other
    assert "anyway" not in other.lower()
    assert "Ask Ben: done?" not in words(phone)
    phone.act("done", turn="1")
    assert "Your orders: tap a unit." in said(phone)
    assert 'name="seat" value="b"' in panel(phone)
    phone.act("announce", piece="b1", goal="charge+run+", target="a2", seat="b")
    phone.act("react", step="t1.charge.b1>a2.react", what="shoot", seat="a")
    assert "Ana: Yumi Samurai shoot first" in said(phone), "what the other side does first says whose it is"
    assert re.search(r'class="button primary side-a">', panel(phone)), "in the color of its own side"


def test_an_owed_roll_keeps_the_panel_from_nobody_whose_orders_it_is(phone: Phone) -> None:
    phone.act("mark", piece="a1", marker="fleeing", on="true")
    for seat in "ab":
        phone.act("done", turn="1", seat=seat)
    phone.act("leave", turn="1", phase="resolution", skip="true")
    phone.act("first", first="b")
    assert "Regroup Katana Samurai" not in said(phone), "a unit in flight is regrouped in the orders of its own side"
    phone.post("/hand", seat="b")
    phone.act("done", turn="2", seat="b")
    assert 'name="seat" value="a"' in panel(phone)
    assert "Ana:" not in said(phone), "what she owes is her own panel's by now"


def test_a_counter_charge_is_asked_as_soon_as_the_charge_fell_short(phone: Phone) -> None:
    """Before what its charger does next (9:5:6, K53)."""
    phone.act("announce", piece="a1", goal="charge+run+", target="b1")
    phone.act("react", step="t1.charge.a1>b1.react", what="counter", seat="b")
    phone.act("announce", piece="a2", do="advance")
    phone.act("charge", charge="t1.charge.a1>b1", left_cm="8", farther="true")
    assert said(phone).startswith("Ana Ben: Yari Ashigaru 1 may counter-charge Katana Samurai: up to 10 cm. In contact")
    assert panel(phone).index('name="reached"') < panel(phone).index('value="moved"')
    phone.act("counter", charge="t1.charge.a1>b1", reached="true", seat="b")
    assert "may counter-charge" not in said(phone)


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


def test_who_is_hidden_near_a_spy_is_asked_behind_the_curtain(hiding: Phone) -> None:
    """On one phone it was asked of nobody: no page had its keys."""
    hiding.act("use", user="ax-spy", ability="kaiden")
    hiding.act("pad", step="t1.kaiden.ax-spy.ki", die="0", face="1")
    assert "Hand the phone to Ben" in words(hiding)
    hiding.post("/call", seat="b")
    assert "Geisha in Onna-Bushi" in panel(hiding)
    hiding.act("show-hidden", step="t1.kaiden.ax-spy.hidden", seat="b")
    assert "Geisha" not in words(hiding)


def test_a_battle_ended_under_more_leads_to_its_end(phone: Phone) -> None:
    answer = phone.client.post(
        f"{phone.path}/tap?page=more",
        data={"type": "end", "winner": "a", "seat": "a", "key": "the-end-of-it", "page": "more"},
        headers={"HX-Request": "true"},
    )
    assert answer.headers["X-Next"] == phone.path


def test_the_curtain_says_what_came_of_the_last_act_and_no_secret(app: Flask) -> None:
    phone = for_both(app, ("katana-samurai",), battle="pitched")
    phone.act("ready")
    curtain = words(phone).partition("Hand the phone to Ben")[2]
    assert "Ready: the army is sealed." in curtain
    assert "Katana" not in curtain
