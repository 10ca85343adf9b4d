"""The two ways of a table of Tenno: piles only, and duels that fill the piles; and tables older than the choice."""

from __future__ import annotations

import pytest

from companion.play.tenno.game import TENNO
from companion.rules.tenno.cards import CARDS
from companion.rules.tenno.score import room
from companion.rules.text import Refusal
from tests.play.cardtable import Cardtable


def test_score_only_begins_with_the_piles() -> None:
    table = Cardtable(TENNO, players=2, way="score", **{"name.a": "Ana", "name.b": "Ben"})
    assert table.due() == [("a", "pile"), ("b", "pile")]
    shown = TENNO.view(table.state, None)
    assert str(shown.sentence) == "Play. After the end turn up the captured piles and tap them in: Ana, Ben."
    assert shown.ended is None
    table.do("a", "pile", cards="samurai-7,shogun")
    assert str(TENNO.view(table.state, None).sentence) == "Captured piles are turned up and tapped in: Ben."
    table.do("b", "pile", cards="daimyo,farmer-1")
    result = TENNO.result(table.state)
    assert result is not None
    assert str(result.sentence) == "Ana wins the emperor's favor with 17 points."


@pytest.mark.parametrize(
    ("act", "form"),
    [
        ("duel", {"number": 1, "card": "ninja", "target": "b", "defense": "monk"}),
        ("turn", {"player": "b"}),
        ("hold", {"player": "b", "cards": 3}),
        ("finish", {}),
    ],
)
def test_score_only_takes_no_duel(act: str, form: dict[str, object]) -> None:
    table = Cardtable(TENNO, players=2, way="score")
    assert "only the piles are entered" in table.refused("a", act, **form)


def test_there_are_two_ways() -> None:
    found = TENNO.start({"players": 2, "way": "else"})
    assert isinstance(found, Refusal)
    assert found.problems[0].path == "way"


def test_the_duels_fill_the_piles() -> None:
    table = Cardtable(TENNO, players=3, way="duels")
    table.do("a", "duel", number=1, card="farmer-2", target="b", defense="farmer-1")
    assert TENNO.view(table.state, "a").players[0].by_duels is None
    table.do("a", "finish")
    assert [player.by_duels for player in TENNO.view(table.state, "a").players] == [("farmer-1",), (), ()]
    table.do("a", "pile", cards="farmer-1")
    assert TENNO.view(table.state, "a").players[0].by_duels is None
    assert TENNO.view(table.state, "a").players[0].check is None


@pytest.mark.parametrize(
    ("players", "cards", "words"),
    [
        (2, "samurai-7,samurai-7,samurai-7", "Samurai 7 3 times in all, but there are 2 sets; look again."),
        (2, "samurai-7,samurai-7", "Samurai 7 2 times: one of them is this player's own; look again."),
        (4, ",".join(["daimyo"] * 4), "Daimyo 4 times: one of them is this player's own; look again."),
        (
            7,
            "shogun,shogun",
            "More than one Shogun: only the Geisha takes him",
        ),
        (3, "geisha", "A Geisha is never captured: she leaves the game; take her out."),
    ],
)
@pytest.mark.parametrize("way", ["score", "duels"])
def test_a_pile_that_cannot_be_is_refused(way: str, players: int, cards: str, words: str) -> None:
    table = Cardtable(TENNO, players=players, way=way)
    if way == "duels":
        table.do("a", "finish")
    assert words in table.refused("a", "pile", cards=cards)


def test_a_table_older_than_the_ways_stays_what_it_was() -> None:
    """Its setup names none: it begins with a duel, and what was taken down by it is taken down again."""
    table = Cardtable(TENNO, players=3)
    assert table.due() == [("a", "duel")]
    table.do("a", "finish")
    table.do("a", "pile", cards="shogun,shogun")
    assert table.replayed() == table.state


def test_a_pile_has_room_for_what_others_left() -> None:
    piles = {"a": ["monk", "shogun"], "b": ["monk"], "c": []}
    assert room(piles, "c") == {**dict.fromkeys((c for c in CARDS if c != "geisha"), 2), "monk": 1, "shogun": 1}
    assert room({"a": [], "b": []}, "a") == dict.fromkeys((c for c in CARDS if c != "geisha"), 1)
    assert room({"a": ["ronin"], "b": ["ronin"], "c": ["ronin"]}, "a")["ronin"] == 1
