"""Secrets of the card games: two tables that differ in nothing but a secret look the same to everybody else.

Cards are planted, and whatever a phone can fetch is compared: pages, what a ring brings, log, exports, corrections and
their previews, requests to undo. So a leak shows in whatever form it comes, named or counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import Flask
from flask.testing import FlaskClient

from tests.web.test_card_games import make, tap

OF_THE_TABLE = (
    (r'data-(version|rev)="[^"]*"', "rev"),
    (r'name="(key|ask)" value="[^"]*"', "key"),
    (r'id="ask-[0-9a-f]*"', "ask"),
    (r"\b[0-9a-f]{24}\b", "key"),
    (r"\d{4}-\d\d-\d\d[T ][\d:.+]*Z?", "time"),
)
"""What differs between any two tables, secrets or none."""

Duel = tuple[str, str]


class Sitting:
    """A table with Ana at a, Ben at b, and somebody who watches."""

    def __init__(self, app: Flask, game: str) -> None:
        self.phones: dict[str, FlaskClient] = {who: app.test_client() for who in ("a", "b", "watcher")}
        self.id = make(self.phones["a"], game, players="2", name="Evening")
        self.phones["b"].post(f"/t/{self.id}/sit", data={"seat": "b", "player": "Ben"})
        self.phones["watcher"].get(f"/t/{self.id}")

    def do(self, seat: str, type_: str, **form: str) -> None:
        answer = tap(self.phones[seat], self.id, seat, type_, **form)
        assert answer.status_code == 303, answer.get_data(as_text=True)

    def undo(self, seat: str) -> None:
        self.phones[seat].post(f"/t/{self.id}/undo", data={"key": f"undo-{seat}-{len(self.seen(seat))}"})

    def allow(self, seat: str, word: str = "yes") -> None:
        """A yes, or no, to the other's request, the newest one."""
        page = self.phones[seat].get(f"/t/{self.id}").get_data(as_text=True)
        ask = re.findall(r'name="ask" value="([0-9a-f]+)"', page)[-1]
        form = {"ask": ask, "allow": word, "key": f"allow-{ask}"}
        assert self.phones[seat].post(f"/t/{self.id}/answer", data=form).status_code == 303

    def seen(self, who: str) -> dict[str, str]:
        """Everything this phone can fetch, by where it is from."""
        pages = ["", "/forces", "/log", "/more", "/log.txt", "/log.json", "/now?page=table", "/now?page=log"]
        found = {page: self._get(who, page) for page in pages}
        for entry in dict.fromkeys(re.findall(r"/log/(\d+)", found["/log"])):
            found[f"entry {entry}"] = self._get(who, f"/log/{entry}")
            struck = self.phones[who].post(f"/t/{self.id}/log/{entry}", data={"what": "strike"})
            found[f"strike {entry}"] = self._plain(struck.get_data(as_text=True))
        found["played"] = self._plain(self.phones[who].get("/played").get_data(as_text=True))
        return found

    def _get(self, who: str, page: str) -> str:
        return self._plain(self.phones[who].get(f"/t/{self.id}{page}").get_data(as_text=True))

    def _plain(self, text: str) -> str:
        text = text.replace(self.id, "table")
        for pattern, word in OF_THE_TABLE:
            text = re.sub(pattern, word, text)
        return text


def same(one: Sitting, other: Sitting, eyes: Sequence[str]) -> None:
    """Fails where a phone sees a difference between the two tables."""
    for who in eyes:
        first, second = one.seen(who), other.seen(who)
        assert first.keys() == second.keys(), who
        for place, text in first.items():
            assert text == second[place], (who, place)


def evening(app: Flask, *duels: Duel) -> Sitting:
    """A table of Tenno with these duels, by turns."""
    table = Sitting(app, "tenno")
    for number, (card, defense) in enumerate(duels, 1):
        seat, target = ("a", "b") if number % 2 else ("b", "a")
        table.do(seat, "duel", number=str(number), card=card, target=target, defense=defense)
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
        table.do("a", "hold", player="b", cards="0")  # nor by a gap that he could not fill
        assert "Ana asks to enter: Counted: Ben holds 0" in " ".join(re.sub("<.*?>", "", table.seen("b")[""]).split())
        table.allow("b", "no")
        table.do("a", "finish")  # alone she opens no pile
        assert "Ana asks to enter:" in table.seen("b")[""]
        assert "Count the pile" not in table.seen("a")[""]
        table.allow("b")
        table.do("a", "pile", cards=pile)
        table.undo("a")
        table.undo("a")  # which cards met could be read meanwhile: Ben is asked
        assert "Duel 4" not in table.seen("a")[""]
        table.allow("b")
        assert "Duel 4" in table.seen("a")[""]  # the game goes on, and piles are secret again
        for who in everybody:  # but the cards were open to everybody, and the log says so
            assert "What it showed has been seen." in table.seen(who)["/log.txt"]
    same(one, other, everybody)


def test_a_hand_that_blocks_in_zipang_is_told_to_nobody_else(app: Flask) -> None:
    """It is shown to the attacker alone, and on the table: what it adds up to stands nowhere (5 Battle)."""
    tables = []
    for hand in ("4", "7"):
        table = Sitting(app, "zipang")
        table.do("a", "starts", player="a")
        table.do("a", "campaign", number="1")
        table.do("a", "play", campaign="1", number="1", card="captain", targets="b")
        table.do("b", "answer", campaign="1", number="1", answer="sum", sum=hand)
        tables.append(table)
    same(*tables, eyes=("a", "watcher"))


def test_the_comparison_finds_a_planted_difference(app: Flask) -> None:
    """Tables that differ in something open do look different; else nothing above would mean anything."""
    one, other = evening(app, ("samurai-8", "samurai-7")), evening(app, ("samurai-7", "samurai-8"))
    seen, seen_other = one.seen("watcher"), other.seen("watcher")
    assert [place for place in seen if seen[place] != seen_other[place]]
