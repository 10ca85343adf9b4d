"""Every kind of act in the golden sessions has its key on the page of who enters it, as a page without a script sends
it; and what is asked of him first is read there."""

import re
from collections import Counter
from html import unescape
from itertools import chain

import pytest
from flask import Flask

from bench import sessions as bench
from companion.play.game import Event
from companion.play.registry import GAMES
from companion.web.services import Services
from tests.browser.sitting import put
from tests.playthroughs.runner import entries, playthroughs
from tests.web.keys import Key, keys_of

WHICH = ("do", "what", "ability", "answer", "card")
"""Fields by which acts of one type differ in their keys."""
HELD = ("seat", "step", "charge", "combat", "campaign", "battlefield", *WHICH)
"""What a key says of its act, where it says it; the rest is chosen, or typed."""
TRIES = 4
"""So often is a kind of act looked for: some were entered in a session before anybody was asked."""
BESIDE = {"alike", "army", "bring", "challenge", "decline", "honor-seen", "move", "name"}
"""Types that are typed, go with another act, or have a page of their own."""
SAID_OTHERWISE = {"choose", "command", "muster", "strengths"}
"""Kinds of what is due that their pages say in words of their own."""


def kind(event: Event) -> tuple[str, ...]:
    """What is looked for once."""
    return event.type, *(str(event.data.get(name, "")) for name in WHICH)


def enters(key: Key, event: Event) -> bool:
    """Whether this key enters that."""
    given = {"seat": event.seat, **event.data}
    return key.get("type") == event.type and all(key[name] == str(given.get(name)) for name in HELD if name in key)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_act_has_its_key(app: Flask, services: Services, game: str) -> None:
    offered, tried, unsaid = set[tuple[str, ...]](), Counter[tuple[str, ...]](), set[str]()
    for path in playthroughs():
        session = bench.read(path)
        if session.game != game:
            continue
        sitting = bench.Sitting(app, session)
        for _, before, event, _ in entries(path.read_text()):
            act = kind(event)
            if event.type in BESIDE or act in offered or tried[act] == TRIES:
                continue
            tried[act] += 1
            put(services.tables, sitting.table.id, before)
            phone = sitting.players[event.by]
            shown, *others = (phone.path + page for page in ("", "/forces", "/more"))
            table = phone.client.get(shown).text
            pages = chain([table], (phone.client.get(page).text for page in others))
            if any(enters(key, event) for page in pages for key in keys_of(page)):
                offered.add(act)
            due = next((one for one in GAMES[game].due(before) if one.seat == event.by), None)
            if due and due.kind not in SAID_OTHERWISE:
                said = " ".join(unescape(re.sub("<[^>]*>", "", table)).split())
                unsaid |= {sentence for sentence in (" ".join(str(due.sentence).split()),) if sentence not in said}
    missing = sorted(tried.keys() - offered)
    assert not missing, (missing, unsaid)
    assert not unsaid, unsaid
