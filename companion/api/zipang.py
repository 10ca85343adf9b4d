"""POST /api/zipang/attack and /api/zipang/campaign-end, GET /api/zipang/setup: battles, pots and the deck."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from companion.api.answers import Answer, shows
from companion.api.calls import call
from companion.api.errors import shown
from companion.api.fields import Flag, Judged, JudgedNumber, JudgedWord, Name, Request, made, one_of, whole
from companion.api.problem import Error, InvalidInput
from companion.api.said import gettext as _
from companion.api.said import say
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
    errors = [Error(name, _("Unknown; known here: players.")) for name in query if name != "players"]
    given = query.get("players", ())
    bounds = {"least": LEAST_PLAYERS, "most": MOST_PLAYERS}
    if not given:
        errors.append(Error("players", _("Missing; give a whole number from %(least)s to %(most)s.", **bounds)))
    elif len(given) > 1:
        message = _("Given more than once; give a whole number from %(least)s to %(most)s.", **bounds)
        errors.append(Error("players", message))
    elif not re.fullmatch(r"-?[0-9]{1,4}", given[0]):
        message = _("Got %(got)s; give a whole number from %(least)s to %(most)s.", got=shown(given[0]), **bounds)
        errors.append(Error("players", message))
    else:
        found = setup(int(given[0]))
        if isinstance(found, Refusal):
            errors.append(Error("players", say(found)))
        elif not errors:
            return SetupAnswer.model_validate(found)
    raise InvalidInput(errors)
