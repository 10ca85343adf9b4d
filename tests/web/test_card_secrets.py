"""Secrets of the card games: two tables that differ in nothing but a secret look the same to everybody else.

Cards are planted, and whatever a phone can fetch is compared: pages, what a ring brings, log, exports, corrections and
their previews, requests to undo. So a leak shows in whatever form it comes, named or counted.
"""

import html
import re
from collections.abc import Sequence

import pytest
from flask import Flask

from tests.web.phones import Sitting, allow, words

OF_THE_TABLE = (
    (r'data-(version|rev)="[^"]*"', "rev"),
    (r'name="(key|ask)" value="[^"]*"', "key"),
    (r'id="ask-[0-9a-f]*"', "ask"),
    (r"\b[0-9a-f]{24}\b", "key"),
    (r"\d{4}-\d\d-\d\d[T ][\d:.+]*Z?", "time"),
)
"""What differs between any two tables, secrets or none."""

Duel = tuple[str, str]


class Evening(Sitting):
    """A table of a card game."""

    def __init__(self, app: Flask, game: str) -> None:
        super().__init__(app, game=game, players="2")
        self.phones = {"a": self.ana, "b": self.ben, "watcher": self.watcher}

    def undo(self, seat: str) -> None:
        self.phones[seat].post("/undo", key=f"undo-{seat}-{len(self.seen(seat))}")

    def seen(self, who: str) -> dict[str, str]:
        """Everything this phone can fetch, by where it is from."""
        pages = ["", "/forces", "/log", "/more", "/log.txt", "/log.json", "/now?page=table", "/now?page=log"]
        found = {page: self._get(who, page) for page in pages}
        for entry in dict.fromkeys(re.findall(r"/log/(\d+)", found["/log"])):
            found[f"entry {entry}"] = self._get(who, f"/log/{entry}")
            found[f"strike {entry}"] = self._plain(self.phones[who].post(f"/log/{entry}", what="strike").text)
        found["played"] = self._plain(self.phones[who].client.get("/played").text)
        return found

    def _get(self, who: str, page: str) -> str:
        return self._plain(self.phones[who].get(page).text)

    def _plain(self, text: str) -> str:
        text = text.replace(self.id, "table")
        for pattern, word in OF_THE_TABLE:
            text = re.sub(pattern, word, text)
        return text


def same(one: Evening, other: Evening, eyes: Sequence[str]) -> None:
    """Fails where a phone sees a difference between the two tables."""
    for who in eyes:
        first, second = one.seen(who), other.seen(who)
        assert first.keys() == second.keys(), who
        for place, text in first.items():
            assert text == second[place], (who, place)


def evening(app: Flask, *duels: Duel) -> Evening:
    """A table of Tenno with these duels, by turns."""
    return fought(Evening(app, "tenno"), *duels)


def fought(table: Evening, *duels: Duel) -> Evening:
    """The table after these duels."""
    for number, (card, defense) in enumerate(duels, 1):
        phone, target = (table.ana, "b") if number % 2 else (table.ben, "a")
        phone.act("duel", number=number, card=card, target=target, defense=defense)
    return table


def test_tenno_tells_nobody_which_cards_met(app: Flask) -> None:
    """Neither a card nor a sum, to the two who fought no more than to others (ruling T5)."""
    one = evening(app, ("samurai-8", "samurai-7"), ("monk", "daimyo"), ("farmer-3", "farmer-3"))
    other = evening(app, ("daimyo", "farmer-1"), ("farmer-2", "ronin"), ("ninja", "samurai-8"))
    everybody = ("a", "b", "watcher")
    same(one, other, everybody)
    for table in (one, other):
        table.undo("b")  # Ana has fought since: she is asked
        assert "Allow" in table.seen("a")[""]
    same(one, other, everybody)
    for table, pile in ((one, "samurai-7"), (other, "farmer-1")):
        assert table.seen("a")[""].count("Ask the other player") == 2, "the keys say so"
        table.ana.act("hold", player="b", cards="0")  # nor by a gap that he could not fill
        assert "Ana asks to enter: Ben holds 0" in " ".join(re.sub("<.*?>", "", table.seen("b")[""]).split())
        allow(table.ben, "no")
        table.ana.act("finish")  # alone she opens no pile
        assert "Ana asks to enter:" in table.seen("b")[""]
        assert "Count the pile" not in table.seen("a")[""]
        allow(table.ben)
        table.ana.act("pile", cards=pile)
        table.undo("a")
        table.undo("a")  # which cards met could be read meanwhile: Ben is asked
        assert "Duel 4" not in table.seen("a")[""]
        allow(table.ben)
        assert "Duel 4" in table.seen("a")[""]  # the game goes on, and piles are secret again
        for who in everybody:  # but the cards were open to everybody, and the log says so
            assert "What it showed has been seen." in table.seen(who)["/log"]
    same(one, other, everybody)


@pytest.mark.parametrize(
    ("second", "ends"),
    [
        (("duel", {"seat": "b", "by": "b", "target": "a", "number": "2"}), True),
        (("duel", {"seat": "b", "by": "a", "target": "a", "number": "2"}), False),
        (("turn", {"player": "a"}), False),
    ],
)
def test_one_player_alone_plays_no_game_of_tenno_to_its_end(
    app: Flask, second: tuple[str, dict[str, str]], ends: bool
) -> None:
    """Who has entered a duel for another, or taken his turn, opens the piles with another's word only (T5)."""
    table = Evening(app, "tenno")
    table.ana.act("hold", player="b", cards="1")
    allow(table.ben)
    table.ana.act("duel", number=1, card="samurai-8", target="b", defense="farmer-1")
    act, form = second
    cards = {"card": "farmer-2", "defense": "farmer-1"} if act == "duel" else {}
    (table.ben if form.get("by") == "b" else table.ana).act(act, **form, **cards)
    number = len(table.table.state.attacks) + 1
    table.ana.act("duel", number=number, card="samurai-7", target="b", defense="farmer-3")
    assert table.table.state.over == ends
    if not ends:
        assert "Ana asks to enter: Duel" in words(table.ben)
        allow(table.ben)
        assert table.table.state.over


def test_what_was_allowed_is_not_undone_alone(app: Flask) -> None:
    table = Evening(app, "tenno")
    table.ana.act("hold", player="b", cards="3")
    allow(table.ben)
    table.undo("a")
    assert table.table.state.hands["b"] == 3
    allow(table.ben)
    assert table.table.state.hands["b"] == 8


def test_a_hand_that_blocks_in_zipang_is_told_to_nobody_else(app: Flask) -> None:
    """It is shown to the attacker alone, and on the table: what it adds up to stands nowhere (5 Battle)."""
    tables = []
    for hand in ("4", "7"):
        table = Evening(app, "zipang")
        table.ana.act("starts", player="a")
        table.ana.act("campaign", number="1")
        table.ana.act("play", campaign="1", number="1", card="captain", targets="b")
        table.ben.act("answer", campaign="1", number="1", answer="sum", sum=hand)
        tables.append(table)
    same(*tables, eyes=("a", "watcher"))
    mine, instead = (table.seen("b") for table in tables)
    assert mine != instead, "he knows his own: the comparison finds it"


def test_an_older_duel_tells_nothing_by_what_would_fall(app: Flask) -> None:
    """Else cards could be tried in its place, or in that of whose turn it is, until a later duel falls, and that would
    name them."""
    told = []
    for third in ("farmer-3", "samurai-7"):
        table = Evening(app, "tenno")
        table.ana.act("turn", player="b")
        table.ana.act("turn", player="a")
        fought(table, ("farmer-2", "farmer-1"), ("samurai-8", "daimyo"), ("monk", "farmer-2"), (third, third))
        assert 'name="card"' not in table.ana.get("/log/3").text
        form = {"what": "anew", "type": "duel", "number": "1", "card": "geisha", "target": "b", "defense": "farmer-3"}
        for entry in (1, 3):
            answer = table.ana.post(f"/log/{entry}", **form)
            assert answer.status_code == 422
            told.append(re.findall(r"This entry is secret[^<]*", html.unescape(answer.text)))
    assert told[0]
    assert told == [told[0]] * 4
