"""A player's name in a sentence of a game whose state knows no names."""

from companion.play.codec import decode, encode
from companion.rules.text import PlayerName, Text, counted, player_at, with_names

WON = Text("%(first)s %(then)s", {"first": "Done.", "then": Text("%(who)s has won.", {"who": player_at("b")})})


def test_it_is_the_side_until_somebody_sits_there_also_after_the_store() -> None:
    assert decode(encode(WON)) == WON
    assert isinstance(decode(encode(player_at("a"))), PlayerName)
    for names, said in (({}, "side B"), ({"a": "Ana", "b": ""}, "side B"), ({"b": "Ben"}, "Ben")):
        assert str(with_names(WON, names)) == f"Done. {said} has won."
    row = Text("%(all)s: %(n)s", {"all": (player_at("a"), "Chie"), "n": counted("%(num)s die", "%(num)s dice", 2)})
    assert str(with_names(row, {"a": "Ana"})) == "Ana, Chie: 2 dice"
