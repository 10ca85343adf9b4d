"""Sentences for a player, and what is made of several of them."""

from companion.rules.text import Text, joined, same_sentences


def test_lines_say_the_same_in_whatever_order_their_sentences_stand() -> None:
    """Not where one is missing, or says another number."""
    one, two, three = (Text("%(unit)s flee %(cm)s cm.", {"unit": "Kengo", "cm": cm}) for cm in (1, 2, 3))
    assert same_sentences(joined([one, two, three]), joined([three, joined([two, one])]))
    assert not same_sentences(joined([one, two]), joined([one, three]))
    assert not same_sentences(joined([one, one, two]), joined([one, two, two]))
    assert not same_sentences(one, None)
    assert same_sentences(None, None)
