"""The words tables are named by: enough, short, and never mistaken for one another."""

import random

from companion.play.words import WORDS, parse_words, three_words

# Sounded or spelled alike: a sample of the commonest, none of which may be a table's word.
_SOUNDS = """
ate eight bare bear be bee beach beech bean been blew blue board bored brake break by bye cell sell cent scent
deer dear die dye eye fair fare feet feat flea flee flour flower for four hair hare heal heel hear here hi
high hole whole hour our knight night knot not know no mail male main mane maid made meat meet moose mousse
nose knows one won pail pale pair pear pea peace piece plain plane poor pour rain reign read red right write
road rode root route sail sale sea see seem seam sew so son sun sole soul some sum stair stare steak stake
steel steal tail tale tea tee their there threw through tide tied to two too toe tow vain vein wait weight
waist waste way weigh week weak wear where which witch wood would you ewe bell belle hall haul horse hoarse
bread bred ring wring rose rows bow bough cheap cheep chord cord dew due fir fur gate gait grate great idle
idol mist missed morning mourning muscle mussel pole poll rap wrap roll role wine whine yolk yoke tire tyre
"""
HOMOPHONES = frozenset(_SOUNDS.split())


def slips(word: str) -> set[str]:
    """What a letter added, lost, changed or swapped makes of a word."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    halves = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    lost = {left + right[1:] for left, right in halves if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    changed = {left + letter + right[1:] for left, right in halves if right for letter in letters}
    added = {left + letter + right for left, right in halves for letter in letters}
    return (lost | swapped | changed | added) - {word}


def test_there_are_enough_short_plain_words():
    assert len(WORDS) == len(set(WORDS)) >= 512
    assert all(word.isascii() and word.islower() and word.isalpha() and 3 <= len(word) <= 6 for word in WORDS)


def test_no_two_words_are_a_slip_or_a_sound_apart():
    known = set(WORDS)
    assert {word: slips(word) & known for word in WORDS if slips(word) & known} == {}
    assert known & HOMOPHONES == set()


def test_codes_are_three_different_words_and_parse_back():
    draw = random.Random(7)
    for _ in range(200):
        code = three_words(draw.choice)
        assert len(set(code.split("-"))) == 3
        assert parse_words(code) == code


def test_parsing_forgives_case_spaces_dashes_and_dots():
    for typed in (
        "acorn-lemon-tiger",
        "Acorn Lemon Tiger",
        " ACORN.lemon - tiger. ",
        "acorn,lemon;tiger",
        "acorn lemon\ttiger",
    ):
        assert parse_words(typed) == "acorn-lemon-tiger"
    for typed in ("", "acorn lemon", "acorn lemon tiger tiger", "acorn lemon tigr", "../../etc", "acorn" * 10_000):
        assert parse_words(typed) is None
