"""POST /api/tenno/duel and /api/tenno/score: one duel, and the count at the end."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion.api.cards import OneOf, Player
from companion.api.fields import Answer, Flag, Request
from companion.rules.tenno import duel as duels
from companion.rules.tenno import score as scoring
from companion.rules.tenno.cards import CARDS
from companion.rules.text import Refusal

CARDS_MOST = 77
"""All cards of the game."""

CardId = Annotated[str, OneOf(tuple(CARDS))]
Cards = Annotated[list[CardId], Field(max_length=CARDS_MOST)]

# ---- requests


class Duel(Request):
    """One card attacks another. `monk`: the defender turned over the Monk of his layout, for +2."""

    attacker: CardId
    defender: CardId
    monk: Flag = False


class Score(Request):
    """The cards of each player; who holds nothing may be left out of `hands` and `layouts`, not of `captured`."""

    captured: dict[Player, Cards]
    hands: dict[Player, Cards] = Field(default={})
    layouts: dict[Player, Cards] = Field(default={})


# ---- answers

Role = Literal["attacker", "defender"]


class DuelAnswer(Answer):
    """The outcome. `attack` and `defense` are null where two Geishas meet, and where the attack is not allowed (then
    `reason` and `rule` say why). A card that is neither captured nor discarded goes back to its place.
    """

    allowed: bool
    attack: int | None
    defense: int | None
    winner: Role | None
    captured: Role | None
    discarded: list[Role]
    look: bool
    swap: bool
    second_attack: bool
    reason: str | None
    rule: str


class ScoreAnswer(Answer):
    """Points of captured cards; `tie_break` is what hand and layout add where leaders tie."""

    points: dict[str, int]
    tie_break: dict[str, int]
    ranking: list[list[str]]


# ---- between them and the rules


def judge_duel(body: Duel) -> duels.Duel | Refusal:
    """The rules' outcome."""
    return duels.duel(body.attacker, body.defender, body.monk)


def answer_duel(found: duels.Duel) -> DuelAnswer:
    """The outcome as the API shows it."""
    return DuelAnswer(
        allowed=found.allowed,
        attack=found.attack,
        defense=found.defense,
        winner=found.winner,
        captured=found.captured,
        discarded=list(found.discarded),
        look=found.look,
        swap=found.swap,
        second_attack=found.second_attack,
        reason=str(found.reason) if found.reason else None,
        rule=found.rule,
    )


def judge_score(body: Score) -> scoring.TennoScore | Refusal:
    """The rules' points."""
    return scoring.score(body.captured, body.hands, body.layouts)


def answer_score(found: scoring.TennoScore) -> ScoreAnswer:
    """The points as the API shows them."""
    return ScoreAnswer(
        points=dict(found.points),
        tie_break=dict(found.tie_break),
        ranking=[list(place) for place in found.ranking],
    )


# ---- to try

DUEL = {"attacker": "ninja", "defender": "samurai-7", "monk": False}

SCORE = {
    "captured": {"ana": ["farmer-1", "samurai-8"], "ben": ["daimyo"]},
    "hands": {"ana": ["monk"], "ben": []},
    "layouts": {"ana": ["farmer-2", "ronin", "ninja"], "ben": ["geisha", "shogun", "farmer-3"]},
}
