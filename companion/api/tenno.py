"""POST /api/tenno/duel and /api/tenno/score: one duel, and the count at the end."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.api.answers import Answer, shows
from companion.api.calls import call
from companion.api.fields import Flag, Judged, JudgedWord, Name, one_of
from companion.rules.tenno import duel as duels
from companion.rules.tenno import score as scoring
from companion.rules.tenno.cards import CARDS
from companion.rules.text import Refusal

CardId = Annotated[JudgedWord, one_of(CARDS)]
Cards = Annotated[list[CardId], Field(max_length=77)]
"""As many as the game has."""


class Duel(Judged):
    """One card attacks another. `monk`: the defender turned over the Monk of his layout, for +2."""

    attacker: CardId
    defender: CardId
    monk: Flag = False


@shows(duels.Duel)
class DuelAnswer(Answer):
    """The outcome. `attack` and `defense` are null where two Geishas meet, and where the attack is not allowed (then
    `reason` and `rule` say why). A card that is neither captured nor discarded goes back to its place.
    """


@call("/tenno/duel", DuelAnswer)
def duel(body: Duel) -> duels.Duel | Refusal:
    """One duel of Tenno.

    Who wins, what becomes of both cards, and what is owed afterwards.
    """
    return duels.duel(body.attacker, body.defender, body.monk)


class TennoScore(Judged):
    """The cards of each player; who holds nothing may be left out of `hands` and `layouts`, not of `captured`."""

    captured: dict[Name, Cards]
    hands: dict[Name, Cards] = Field(default={})
    layouts: dict[Name, Cards] = Field(default={})


@shows(scoring.TennoScore)
class TennoScoreAnswer(Answer):
    """Points of captured cards; `tie_break` is what hand and layout add where leaders tie."""


@call("/tenno/score", TennoScoreAnswer)
def score(body: TennoScore) -> scoring.TennoScore | Refusal:
    """Points and places of Tenno.

    Printed values of captured cards; leaders who tie add hands and layouts.
    """
    return scoring.score(body.captured, body.hands, body.layouts)
