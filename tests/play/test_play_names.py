"""A player's name in a sentence of a game whose state knows no names."""

from __future__ import annotations

from companion.play.codec import decode, encode
from companion.rules.text import PlayerName, Text, counted, player_at, with_names

WON = Text("%(first)s %(then)s", {"first": "Done.", "then": Text("%(who)s has won.", {"who": player_at("b")})})


def test_it_is_the_side_until_somebody_sits_there() -> None:
    assert str(WON) == "Done. side B has won."
    assert str(with_names(WON, {"a": "Ana", "b": ""})) == "Done. side B has won."
    assert str(with_names(WON, {"b": "Ben"})) == "Done. Ben has won."


def test_it_comes_back_from_the_store_as_what_it_was() -> None:
    assert decode(encode(WON)) == WON
    assert isinstance(decode(encode(player_at("a"))), PlayerName)


def test_rows_and_counts_stay_what_they_are() -> None:
    row = Text("%(all)s: %(n)s", {"all": (player_at("a"), "Chie"), "n": counted("%(num)s die", "%(num)s dice", 2)})
    assert str(with_names(row, {"a": "Ana"})) == "Ana, Chie: 2 dice"
