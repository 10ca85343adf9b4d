"""Secrets planted at one seat are looked for in everything the other seat, a watcher and a stranger can get."""

import itertools
import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask, url_for

from companion.content import catalog
from companion.live.bell import Bell
from companion.play.kensei.game import ACTS, KENSEI
from companion.store import rows
from companion.web.services import Services
from tests.web.phones import Phone, Sitting, allow, for_both, notice

PAGES = ("", "/forces", "/log", "/more", "/seats", "/now", "/now?page=forces", "/now?page=log", "/now?page=more",
         "/log.txt", "/log.json", "/qr.svg", "/delete")  # fmt: skip

ARMY = ("Ozatsu", "Kagemusha", "onna-bushi", "Onna-Bushi", "teppotai", "Teppotai", ">11<", "11 Ozatsu", '"11"')
"""What Ben chose: two units with names of their own, one with eleven miniatures."""
HIDDEN = ("bx-spy", "bx-geisha", "bx-shinobi", "Spy", "Geisha", "Shinobi", "Kamari")


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Ben has made an army nobody may know of: renamed units, a Spy and a Geisha in hiding, a Shinobi nowhere."""
    sitting = Sitting(app)
    ben, ana = sitting.ben, sitting.ana
    ben.act("side", path="kuge", clan="Fujiwara", mon="tsuru")
    ben.musters("onna-bushi 11 Ozatsu", "*spy", "teppotai 7 Kagemusha", "*geisha")
    ben.act("enlist", character="shinobi", kind="denuki")
    ben.act("outfit", hero="bx-shinobi", kind="kamari")
    ben.act("muster", unit="ninjas")
    ben.act("dismiss", piece="b3")
    ana.act("side", path="buke", clan="Takeda", mon="bishi")
    ana.musters("yumi-samurai 9", "katana-samurai 8", "*busho-buke")
    return sitting


def begun(sitting: Sitting) -> Sitting:
    sitting.ben.act("ready")
    sitting.ana.act("ready")
    return sitting


def outputs(phone: Phone) -> Iterator[tuple[str, str]]:
    """Every page and fragment with its headers."""
    for page in PAGES:
        answer = phone.get(page)
        assert answer.headers["Cache-Control"] == "no-store", page
        yield page, f"{answer.headers}\n{without_menus(answer.text)}"
    for page in ("", "/forces", "/log", "/more"):
        answer = phone.get(page, **{"HX-Request": "true"})
        yield page, without_menus(answer.text)


def without_menus(html: str) -> str:
    """Without the list of all units and characters there are, from which anybody may choose."""
    return re.sub(r'<ul class="menu">.*?</ul>', "", html, flags=re.S)


def entries(sitting: Sitting, phone: Phone) -> Iterator[tuple[str, str]]:
    """Every entry page there could be, and what a correction of it would show."""
    for seq in range(sitting.table.seq + 2):
        shown = phone.get(f"/log/{seq}")
        yield f"/log/{seq}", shown.text
        if shown.status_code == 200 or seq < 9:
            yield f"/log/{seq} POST", phone.post(f"/log/{seq}", what="strike").text


def errors(phone: Phone) -> Iterator[tuple[str, str]]:
    """What the acts answer to somebody who guesses."""
    guesses = ("b1", "b2", "b3", "bx-spy", "bx-geisha", "bx-shinobi", "bh1")
    for act in sorted(ACTS):
        fields = ACTS[act].data.model_fields
        for guess in guesses:
            for seat in ("a", "b"):
                form = dict.fromkeys(fields, guess) | {k: "1" for k in ("miniatures", "wounds") if k in fields}
                form |= {k: "so" for k in ("reason",) if k in fields}
                if act in ("ready", "unready", "end", "leave", "put-away", "honor-seen", "name", "first", "mark"):
                    continue
                answer = phone.tap(act, seat=seat, **form)
                if answer.status_code != 200:
                    yield f"{act} {guess} as {seat}", notice(answer)


OF_ANY_SPY = catalog().abilities["metsuke"].effect.replace("'", "&#39;")
"""What the sheet of any Spy says, whoever else is there."""


def others(sitting: Sitting) -> dict[str, Phone]:
    return {"ana": sitting.ana, "watcher": sitting.watcher, "stranger": sitting.stranger}


def look_for(secrets: tuple[str, ...], found: Iterator[tuple[str, str]], who: str) -> None:
    for where, text in found:
        for secret in secrets:
            assert secret not in text, f"{who} finds “{secret}” at {where}: …{_around(text, secret)}…"


def _around(text: str, secret: str) -> str:
    place = text.index(secret)
    return text[max(place - 60, 0) : place + 60]


def nonces(sitting: Sitting) -> tuple[str, ...]:
    """What is stirred into Ben's seals, those taken back included."""
    with sitting.tables.store.read() as db:
        sealed = [row for row in rows.all_events(db, sitting.id) if row.type == "ready" and row.seat == "b"]
    return tuple(json.loads(row.data)["nonce"] for row in sealed)


def test_a_sealed_army_is_nowhere_to_be_found(sitting: Sitting) -> None:
    own = without_menus(sitting.ben.get("/log").text)
    assert "Ozatsu" in own, "the secret is planted"
    assert "Spy" in own
    secrets = (*ARMY, *HIDDEN)
    for who, phone in others(sitting).items():
        look_for(secrets, outputs(phone), who)
    sitting.ben.act("ready")
    secrets += nonces(sitting)
    look_for(secrets, outputs(sitting.ana), "ana, when Ben is ready,")
    look_for(secrets, entries(sitting, sitting.ana), "ana")


def test_guessing_at_a_sealed_army_learns_nothing(sitting: Sitting) -> None:
    sitting.ben.act("ready")
    for who in ("ana", "watcher"):
        look_for(("Ozatsu", "Kagemusha", "Spy in", "has the Spy", *nonces(sitting)), errors(others(sitting)[who]), who)


def test_a_hidden_character_is_nowhere_to_be_found_in_battle(sitting: Sitting) -> None:
    begun(sitting)
    ana, ben = sitting.ana, sitting.ben
    ana.act("aim", kind="shot", attacker="a1", defender="b1")
    step = sitting.due
    look_for((*HIDDEN, *nonces(sitting)), outputs(ana), "ana")
    ana.act("situate", step=step, field="distance_cm", value="40")
    ana.act("pad", step=step, **{"bin.hits": "3"})
    ana.act("pad", step=step, **{"bin.tens": "0"})
    ben.act("pad", step=sitting.due, bins="1+0")
    ben.act("pad", step=sitting.due, **{"bin.tens": "0"})
    ana.act("pad", step=sitting.due, die="0", face="4")
    ana.act("pad", step=sitting.due, die="1", face="5")
    assert sitting.state.piece("b1").miniatures == 10  # type: ignore[union-attr]
    for who, phone in others(sitting).items():
        look_for((*HIDDEN, *nonces(sitting)), outputs(phone), who)
    look_for((*HIDDEN, *nonces(sitting)), entries(sitting, sitting.ana), "ana")
    assert "Ozatsu" in ana.get("/forces").text, "the armies themselves are open now"
    assert "Spy" in ben.get("/forces").text


def test_guessing_at_a_hidden_character_gets_what_guessing_at_nobody_gets(sitting: Sitting) -> None:
    begun(sitting)
    answers = {}
    for guess in ("bx-spy", "bx-none"):
        told = []
        for act, form in (
            ("correct", {"piece": "b1", "hero": guess, "wounds": "2", "reason": "so"}),
            ("reveal", {"hero": guess}),
            ("aim", {"kind": "melee", "attacker": "b1", "defender": "a1", "striker": guess}),
            ("honor", {"piece": guess}),
        ):
            for seat in ("a", "b"):
                answer = sitting.ana.tap(act, seat=seat, **form)
                told.append((answer.status_code, notice(answer)))
                if answer.status_code == 200 and sitting.state.running:
                    sitting.ana.act("cancel", step=sitting.due)
        answers[guess] = told
    assert answers["bx-spy"] == answers["bx-none"]


def test_asks_for_undo_show_no_secret(sitting: Sitting) -> None:
    """Ben takes Ready back with Ana's consent: what she is asked names nothing of his army."""
    begun(sitting)
    sitting.ben.post("/undo", key="undo-key-1")
    assert [a.kind for a in sitting.table.asks] == ["undo"]
    assert "Ready: the army is sealed." in sitting.ana.get().text
    for who, phone in others(sitting).items():
        look_for(HIDDEN, outputs(phone), who)


def test_an_ask_after_the_reveal_is_as_open_as_the_log(sitting: Sitting) -> None:
    begun(sitting)
    sitting.ben.act("reveal", hero="bx-spy")
    assert "Spy is revealed in Ozatsu." in sitting.ana.get("/log").text
    sitting.ben.post("/undo", key="undo-key-2")
    assert [a.kind for a in sitting.table.asks] == ["undo"], "what was seen is not taken back without a word"
    assert not sitting.state.piece("b1").hero("bx-spy").hidden  # type: ignore[union-attr]
    for who, phone in others(sitting).items():
        told = ((where, text.replace(OF_ANY_SPY, "")) for where, text in outputs(phone))
        look_for(("bx-geisha", "Geisha", *nonces(sitting)), told, who)


def test_streams_carry_versions_only(sitting: Sitting, services: Services) -> None:
    stream = sitting.watcher.client.get(f"{sitting.watcher.path}/stream", buffered=False)
    sent = stream.response
    bell: Bell = services.bell
    first = next(iter(sent))
    sitting.ben.act("muster", unit="katana-samurai", miniatures="11")
    bell.ring(sitting.id, sitting.table.version)
    second = next(iter(sent))
    stream.close()
    told = "".join(part.decode() if isinstance(part, bytes) else str(part) for part in (first, second))
    assert told.strip()
    assert re.fullmatch(r"(?:(?:id|event|data|retry): ?[\w .-]*\n|:.*\n|\n)*", told), told
    for secret in (*ARMY, *HIDDEN, "katana"):
        assert secret not in told


def test_an_export_leaves_out_what_is_the_servers_and_counts_nothing_hidden(sitting: Sitting) -> None:
    begun(sitting)
    for phone in (sitting.ana, sitting.watcher, sitting.stranger, sitting.ben):
        exported = json.loads(phone.get("/log.json").text)
        assert not [key for key in exported["setup"] if key.startswith("_")]
        assert [event["n"] for event in exported["events"]] == list(range(1, len(exported["events"]) + 1))
    watcher = json.loads(sitting.watcher.get("/log.json").text)
    assert {e["type"] for e in watcher["events"]} == {"ready"}
    mine = json.loads(sitting.ben.get("/log.json").text)
    assert "enlist" in {e["type"] for e in mine["events"] if e["seat"] == "b"}
    assert {e["type"] for e in mine["events"] if e["seat"] == "a"} == {"ready"}


def test_the_seal_can_be_checked_from_the_export_when_the_battle_is_over(sitting: Sitting) -> None:
    sitting.ben.act("ready")
    seal = sitting.tables.get(sitting.id).game.view(sitting.state, "a").side("b").seal  # type: ignore[union-attr]
    assert seal in sitting.ana.get().text
    sitting.ana.act("ready")
    sitting.ana.act("end", winner="draw")
    assert "proof" not in sitting.ana.get("/log.json").text, "one player alone opens nothing"
    allow(sitting.ben)
    exported = json.loads(sitting.ana.get("/log.json").text)
    proofs = {e["seat"]: e["data"]["proof"] for e in exported["events"] if e["type"] == "ready"}
    assert proofs["b"]["seal"] == seal
    assert "spy" in proofs["b"]["army"]
    sitting.ana.post("/undo", key="undo-key-3")
    assert [a.kind for a in sitting.table.asks] == ["undo"], "having read it, nobody takes the end back alone"


def test_each_seal_has_a_nonce_that_nobody_brings_along(sitting: Sitting) -> None:
    seals = []
    for _ in range(2):
        sitting.ben.act("ready", nonce="guess")
        seals.append(KENSEI.view(sitting.state, "a").side("b").seal)
        sitting.ben.act("unready")
    assert seals[0] != seals[1], "the same army sealed again cannot be told from another one"
    assert len(set(nonces(sitting))) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", nonce) for nonce in nonces(sitting))


def test_one_phone_for_both_shows_a_curtain_between(app: Flask) -> None:
    host = for_both(app)
    host.post("/call", seat="b")
    host.act("side", path="kuge", seat="b")
    host.act("muster", unit="onna-bushi", miniatures="11", seat="b")
    host.act("name", piece="b1", name="Ozatsu", seat="b")
    assert "Ozatsu" in host.get().text
    host.post("/hand", seat="a")
    look_for(("Ozatsu", "Onna-Bushi"), outputs(host), "Ana, with the phone in her hand")


def every_page(app: Flask, phone: Phone) -> Iterator[tuple[str, str]]:
    """Whatever can be opened of the table, each entry of its log and the cards to print included."""
    services: Services = app.extensions["gunbai"]
    table = services.tables.get(phone.table_id)
    assert table is not None
    entries = range(table.seq + 2)
    values = {"page": ("forces", "log", "more"), "seq": entries, "before": entries, "number": (0,), "steps": ("", "a1")}
    fragments = [f"/now?page={page}" for page in ("table", *values["page"])]
    for rule in app.url_map.iter_rules():
        if "table_id" not in rule.arguments or "GET" not in (rule.methods or ()) or rule.endpoint == "live.stream":
            continue
        names = sorted(rule.arguments & values.keys())
        for chosen in itertools.product(*(values[name] for name in names)):
            given = {"part": "kit"} if "part" in rule.arguments else {}
            with app.test_request_context():
                address = url_for(
                    rule.endpoint, table_id=phone.table_id, **given, **dict(zip(names, chosen, strict=True))
                )
            yield address, phone.client.get(address, follow_redirects=True).get_data().decode(errors="replace")
    yield from ((one, phone.get(one).text) for one in fragments)
    yield "cards to print", phone.client.post(f"{phone.path}/print", data={"pieces": "troop-cards"}).text


@pytest.mark.parametrize("of", ["the army", "a card"])
def test_while_the_curtain_hangs_no_page_shows_what_the_player_before_had_opened(app: Flask, of: str) -> None:
    """He looked at his forces, went back to the table and ended his act there: then the phone is the other's."""
    host = for_both(app, battle="pitched", deploys="yes")
    for seat, unit in (("a", "katana-samurai"), ("b", "yari-ashigaru")):
        if of == "the army" and seat == "b":
            break
        host.post("/call", seat=seat)
        host.act("muster", unit=unit, seat=seat)
        if of == "a card":
            host.act("ready", seat=seat)
    if of == "a card":
        host.act("deploy-first", seat="a", first="a")
        host.get()
        host.post("/call", seat="a")
    assert "Katana Samurai" in without_menus(host.get("/forces").text)
    assert "Katana Samurai" in without_menus(host.get("").text)
    ended = host.tap("lay", seat="a", piece="a1") if of == "a card" else host.tap("ready", seat="a")
    assert "Hand the phone to Ben" in ended.text
    look_for(("Katana Samurai",), ((where, without_menus(text)) for where, text in every_page(app, host)), "Ben")
    host.post("/call", seat="a")
    assert "Katana Samurai" in without_menus(host.get("/forces").text), "it was still Ana"
