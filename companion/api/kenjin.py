"""POST /api/kenjin/battlefield and /api/kenjin/score: one battlefield resolved, and a whole game's points."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.api.answers import Answer, Terms, shows
from companion.api.calls import call
from companion.api.fields import Flag, Judged, JudgedNumber, JudgedWord, Name, Request, made, one_of, whole
from companion.rules.kenjin import score as scoring
from companion.rules.kenjin.armies import Lying, Stack
from companion.rules.kenjin.battlefield import Eliminated, Resolution, SanctuaryChoice, resolve
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, MOST_STRENGTH
from companion.rules.text import Refusal

CARDS_MOST = 52
"""All cards of the game; no army can have more."""

TileId = Annotated[JudgedWord, one_of(BATTLEFIELDS)]

# ---- a battlefield


class CardLying(Request):
    """A card in a stack. `from`: whose clan it is of (the army's player); `face`: the usual one of the card."""

    card: Annotated[JudgedWord, one_of(CARDS)]
    owner: Name | None = Field(default=None, alias="from")
    """Only an Assassin stands with another."""
    face: Annotated[JudgedWord, one_of(("up", "down"))] | None = None


class ArmyLying(Request):
    """One side, bottom to top; it may be empty."""

    player: Name
    cards: list[CardLying] = Field(default=[], max_length=CARDS_MOST)


class Battlefield(Judged):
    """A battlefield and its two armies. `strengths` are those of your cards, 0 to 3, which the books have lost."""

    battlefield: TileId
    strengths: dict[Name, Annotated[JudgedNumber, whole(0, MOST_STRENGTH)]] = Field(default={})
    """At least of the cards there; Lord and Peasant have theirs from the rules."""
    armies: list[ArmyLying] = Field(max_length=4)
    """Two, of different players."""
    bonus: dict[Name, Annotated[JudgedNumber, whole(0, 1)]] = Field(default={})
    """Supply Camp."""
    destroy: dict[Name, Annotated[JudgedNumber, whole(0, CARDS_MOST)]] = Field(default={})
    """Sanctuary: the card each gives up where he has a choice, counted from 0."""


@shows(Eliminated)
class EliminatedAnswer(Answer):
    """A card that fell: its army, its place in the list sent, what removed it."""


@shows(SanctuaryChoice)
class AskAnswer(Answer):
    """Sanctuary: which of these cards the player gives up; send it as `destroy`."""


@shows(Resolution)
class BattlefieldAnswer(Answer):
    """`strength` and `winner` are null while `ask` is open; `winner` is null too where nobody conquers."""

    why: dict[str, Terms]


@call("/kenjin/battlefield", BattlefieldAnswer)
def battlefield(body: Battlefield) -> Resolution | Refusal:
    """One battlefield of Kenjin resolved.

    Cards lie bottom to top. Card effects and the battlefield's own in the book's order, line by line; where the
    Sanctuary leaves a choice, `ask` says whose. Judged are the cards sent, not what lies elsewhere.
    """
    armies = [Stack(army.player, [made(Lying, card) for card in army.cards]) for army in body.armies]
    return resolve(body.battlefield, body.strengths, armies, body.bonus, body.destroy)


# ---- a whole game


class Conquered(Request):
    """A resolved battlefield; `winner` null: nobody. `peasant` and `lord`: one of the winner's is left there."""

    battlefield: TileId
    between: list[Name] = Field(min_length=2, max_length=2)
    winner: Name | None = None
    peasant: Flag = False
    lord: Flag = False


class KenjinScore(Judged):
    """All battlefields resolved so far. `teams`: two of two, or null."""

    players: list[Name] = Field(max_length=8)
    teams: list[Annotated[list[Name], Field(max_length=4)]] | None = Field(default=None, max_length=4)
    battlefields: list[Conquered] = Field(max_length=20)
    cowards: list[Name] = Field(default=[], max_length=8)
    """Whose Lord was the last card."""


@shows(scoring.Points)
class PointsAnswer(Answer):
    """A player's points by part."""

    total: int


@shows(scoring.KenjinScore)
class KenjinScoreAnswer(Answer):
    """Points and places; who ties after battlefields conquered shares one. `team_totals` in the order of `teams`."""


@call("/kenjin/score", KenjinScoreAnswer)
def score(body: KenjinScore) -> scoring.KenjinScore | Refusal:
    """Points and places of Kenjin.

    Battlefields, Peasants, Lord, Torii and cowards; ties go to more battlefields.
    """
    spots = [made(scoring.Conquest, spot) for spot in body.battlefields]
    return scoring.score(body.players, body.teams, spots, body.cowards)
