"""POST /api/zipang/attack and /api/zipang/campaign-end, GET /api/zipang/setup: battles, pots and the deck."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from companion.api.answers import Answer, shows
from companion.api.calls import call
from companion.api.errors import read
from companion.api.fields import Flag, Int, Judged, JudgedNumber, JudgedWord, Name, Request, made, one_of, whole
from companion.rules.text import Refusal
from companion.rules.zipang import attack as attacks
from companion.rules.zipang import campaign
from companion.rules.zipang.cards import CARDS, LEAST_PLAYERS, MOST_PLAYERS, Setup, setup

CoinCount = Annotated[JudgedNumber, whole(0, 30)]
Hand = Annotated[list[Annotated[JudgedWord, one_of(CARDS)]], Field(max_length=30)]

# ---- an attack


class Target(Request):
    """A defender: his hand when he answers, and how he does (null: by the hand alone)."""

    hand: Hand
    before_first_turn: Flag = False
    """He may pay a coin instead."""
    answer: Annotated[JudgedWord, one_of(("coin", "monk"))] | None = None


class ZipangAttack(Judged):
    """One attack card and everybody it is aimed at; their answers take effect together."""

    card: Annotated[JudgedWord, one_of(attacks.NEEDED)]
    attacker: Name
    targets: dict[Name, Target]


@shows(attacks.Answered)
class TargetAnswer(Answer):
    """`sum` is the hand's Battle points, `needed` what blocks."""


@shows(attacks.AttackOutcome)
class ZipangAttackAnswer(Answer):
    """What became of each target."""


@call("/zipang/attack", ZipangAttackAnswer)
def attack(body: ZipangAttack) -> attacks.AttackOutcome | Refusal:
    """One attack card of Zipang Portable.

    Blocked by the sum of the hand, paid off before the first turn, cancelled by a Monk, or eliminated.
    """
    targets = {player: made(attacks.Target, target) for player, target in body.targets.items()}
    return attacks.attack(body.card, body.attacker, targets)


# ---- the end of a campaign


class CampaignEnd(Judged):
    """A campaign at its end. `hands` are what is left of the players still in; an eliminated one is left out.
    `first` had the first turn.
    """

    reason: Annotated[JudgedWord, one_of(campaign.REASONS)]
    pot: CoinCount
    hands: dict[Name, Hand]
    purses: dict[Name, CoinCount]
    first: Name


@shows(campaign.CampaignEnd)
class CampaignEndAnswer(Answer):
    """Before the next ante. `winner` null: a draw, and the pot stays. `starts` has the next campaign's first turn;
    `ranking` is null while the game goes on.
    """


@call("/zipang/campaign-end", CampaignEndAnswer)
def campaign_end(body: CampaignEnd) -> campaign.CampaignEnd | Refusal:
    """The end of a campaign of Zipang Portable.

    Who takes the pot, who begins next, and whether the game is over.
    """
    return campaign.campaign_end(body.reason, body.pot, body.hands, body.purses, body.first)


# ---- the deck


class Players(Request):
    """What the address asks."""

    players: Annotated[Int, Field(ge=LEAST_PLAYERS, le=MOST_PLAYERS)]


@shows(Setup)
class SetupAnswer(Answer):
    """Cards to remove, cards left in the deck, coins for each player."""


SETUP_PARAMETER = {
    "name": "players",
    "in": "query",
    "required": True,
    "description": "How many play.",
    "schema": {"type": "integer", "minimum": LEAST_PLAYERS, "maximum": MOST_PLAYERS},
}


def answer_setup(query: Mapping[str, Sequence[str]]) -> SetupAnswer:
    """The setup for `?players=4`, or `InvalidInput` with everything wrong about the query."""
    asked, _ = read(Players, {name: _asked(words) for name, words in query.items()})
    return SetupAnswer.model_validate(setup(asked.players))


def _asked(words: Sequence[str]) -> object:
    """What stands behind a name of an address: a number where it is written as one, a list where it is named again."""
    first = words[0] if len(words) == 1 else list(words)
    return int(first) if isinstance(first, str) and re.fullmatch(r"-?[0-9]{1,4}", first) else first
