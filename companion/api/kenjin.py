"""POST /api/kenjin/battlefield and /api/kenjin/score: one battlefield resolved, and a whole game's points."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion.api.answers import Why
from companion.api.cards import OneOf, Player, Whole
from companion.api.fields import Answer, Flag, Request
from companion.rules.kenjin import score as scoring
from companion.rules.kenjin.armies import Lying, Stack
from companion.rules.kenjin.battlefield import Resolution, resolve
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, MOST_STRENGTH
from companion.rules.text import Refusal

CARDS_MOST = 52
"""All cards of the game; no army can have more."""

CardId = Annotated[str, OneOf(tuple(CARDS))]
TileId = Annotated[str, OneOf(tuple(BATTLEFIELDS))]

# ---- requests


class CardLying(Request):
    """A card in a stack. `from`: whose clan it is of (the army's player); `face`: the usual one of the card."""

    card: CardId
    owner: Player | None = Field(default=None, alias="from", description="Only an Assassin stands with another.")
    face: Annotated[str, OneOf(("up", "down"))] | None = None


class ArmyLying(Request):
    """One side, bottom to top; it may be empty."""

    player: Player
    cards: list[CardLying] = Field(default=[], max_length=CARDS_MOST)


class Battlefield(Request):
    """A battlefield and its two armies. `strengths` are those of your cards, 0 to 3, which the books have lost."""

    battlefield: TileId
    strengths: dict[Player, Annotated[int, Whole(0, MOST_STRENGTH)]] = Field(
        default={}, description="At least of the cards there; Lord and Peasant have theirs from the rules."
    )
    armies: list[ArmyLying] = Field(max_length=4, description="Two, of different players.")
    bonus: dict[Player, Annotated[int, Whole(0, 1)]] = Field(default={}, description="Supply Camp.")
    destroy: dict[Player, Annotated[int, Whole(0, CARDS_MOST)]] = Field(
        default={}, description="Sanctuary: the card each gives up where he has a choice, counted from 0."
    )


class Conquered(Request):
    """A resolved battlefield; `winner` null: nobody. `peasant` and `lord`: one of the winner's is left there."""

    battlefield: TileId
    between: list[Player] = Field(min_length=2, max_length=2)
    winner: Player | None = None
    peasant: Flag = False
    lord: Flag = False


class Score(Request):
    """All battlefields resolved so far. `teams`: two of two, or null."""

    players: list[Player] = Field(max_length=8)
    teams: list[Annotated[list[Player], Field(max_length=4)]] | None = Field(default=None, max_length=4)
    battlefields: list[Conquered] = Field(max_length=20)
    cowards: list[Player] = Field(default=[], max_length=8, description="Whose Lord was the last card.")


# ---- answers


class EliminatedAnswer(Answer):
    """A card that fell: its army, its place in the list sent, what removed it."""

    player: str
    index: int
    by: Literal["archer", "samurai", "sanctuary", "golden-temple", "fortress"]


class AskAnswer(Answer):
    """Sanctuary: which of these cards the player gives up; send it as `destroy`."""

    player: str
    choices: list[int]
    reason: str


class BattlefieldAnswer(Answer):
    """`strength` and `winner` are null while `ask` is open; `winner` is null too where nobody conquers."""

    strength: dict[str, int] | None
    winner: str | None
    eliminated: list[EliminatedAnswer]
    left: dict[str, list[int]]
    steps: list[str]
    ask: AskAnswer | None
    why: dict[str, list[Why]]


class PointsAnswer(Answer):
    """A player's points by part."""

    battlefields: int
    peasants: int
    lord: int
    torii: int
    coward: int
    total: int


class ScoreAnswer(Answer):
    """Points and places; who ties after battlefields conquered shares one. `team_totals` in the order of `teams`."""

    points: dict[str, PointsAnswer]
    conquered: dict[str, int]
    team_totals: list[int] | None
    ranking: list[list[str]]


# ---- between them and the rules


def judge_battlefield(body: Battlefield) -> Resolution | Refusal:
    """The rules' resolution."""
    armies = [
        Stack(army.player, tuple(Lying(card.card, card.owner, card.face) for card in army.cards))
        for army in body.armies
    ]
    return resolve(body.battlefield, body.strengths, armies, body.bonus, body.destroy)


def answer_battlefield(found: Resolution) -> BattlefieldAnswer:
    """The resolution as the API shows it."""
    ask = found.ask
    return BattlefieldAnswer(
        strength=None if found.strength is None else dict(found.strength),
        winner=found.winner,
        eliminated=[EliminatedAnswer.model_validate(fall) for fall in found.eliminated],
        left={player: list(places) for player, places in found.left.items()},
        steps=[str(step) for step in found.steps],
        ask=AskAnswer(player=ask.player, choices=list(ask.choices), reason=str(ask.reason)) if ask else None,
        why={player: [Why.of(term) for term in number.modifiers] for player, number in found.why.items()},
    )


def judge_score(body: Score) -> scoring.KenjinScore | Refusal:
    """The rules' points."""
    conquests = [
        scoring.Conquest(spot.battlefield, (spot.between[0], spot.between[1]), spot.winner, spot.peasant, spot.lord)
        for spot in body.battlefields
    ]
    return scoring.score(body.players, body.teams, conquests, body.cowards)


def answer_score(found: scoring.KenjinScore) -> ScoreAnswer:
    """The points as the API shows them."""
    return ScoreAnswer(
        points={player: PointsAnswer.model_validate(points) for player, points in found.points.items()},
        conquered=dict(found.conquered),
        team_totals=None if found.team_totals is None else list(found.team_totals),
        ranking=[list(place) for place in found.ranking],
    )


# ---- to try

STRENGTHS = {
    "scout": 1,
    "shugenja": 1,
    "general": 2,
    "assassin": 1,
    "ashigaru": 2,
    "archer": 1,
    "samurai": 3,
    "brute": 3,
}

BATTLEFIELD = {
    "battlefield": "port",
    "strengths": STRENGTHS,
    "armies": [
        {"player": "ana", "cards": [{"card": "samurai"}, {"card": "assassin", "from": "ben"}]},
        {"player": "ben", "cards": [{"card": "archer"}, {"card": "ashigaru"}, {"card": "peasant", "face": "up"}]},
    ],
    "bonus": {"ana": 1},
}

SANCTUARY = {
    "battlefield": "sanctuary",
    "strengths": STRENGTHS,
    "armies": [
        {"player": "ana", "cards": [{"card": "scout"}, {"card": "archer"}, {"card": "brute"}]},
        {"player": "ben", "cards": [{"card": "general"}]},
    ],
}

SCORE = {
    "players": ["ana", "ben"],
    "teams": None,
    "battlefields": [
        {"battlefield": "torii", "between": ["ana", "ben"], "winner": "ana", "peasant": True, "lord": False}
    ],
    "cowards": ["ben"],
}
