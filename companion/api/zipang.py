"""POST /api/zipang/attack and /api/zipang/campaign-end, GET /api/zipang/setup: battles, pots and the deck."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from companion.api.cards import OneOf, Player, Whole
from companion.api.errors import closest_first, shown
from companion.api.fields import Answer, Flag, Request
from companion.api.problem import Error, InvalidInput
from companion.rules.text import Refusal
from companion.rules.zipang import attack as attacks
from companion.rules.zipang import campaign
from companion.rules.zipang.cards import CARDS, LEAST_PLAYERS, MOST_PLAYERS, setup

CoinCount = Annotated[int, Whole(0, 30)]
CardId = Annotated[str, OneOf(tuple(CARDS))]
Hand = Annotated[list[CardId], Field(max_length=30)]

# ---- requests


class Target(Request):
    """A defender: his hand when he answers, and how he does (null: by the hand alone)."""

    hand: Hand
    before_first_turn: Flag = Field(default=False, description="He may pay a coin instead.")
    answer: Annotated[str, OneOf(("coin", "monk"))] | None = None


class Attack(Request):
    """One attack card and everybody it is aimed at; their answers take effect together."""

    card: Annotated[str, OneOf(tuple(attacks.NEEDED))]
    attacker: Player
    targets: dict[Player, Target]


class CampaignEnd(Request):
    """A campaign at its end. `hands` are what is left of the players still in; an eliminated one is left out.
    `first` had the first turn.
    """

    reason: Annotated[str, OneOf(campaign.REASONS)]
    pot: CoinCount
    hands: dict[Player, Hand]
    purses: dict[Player, CoinCount]
    first: Player


# ---- answers


class TargetAnswer(Answer):
    """`sum` is the hand's Battle points, `needed` what blocks."""

    outcome: Literal["blocked", "eliminated", "paid", "cancelled"]
    sum: int
    needed: int


class AttackAnswer(Answer):
    """What became of each target."""

    targets: dict[str, TargetAnswer]


class CampaignEndAnswer(Answer):
    """Before the next ante. `winner` null: a draw, and the pot stays. `starts` has the next campaign's first turn;
    `ranking` is null while the game goes on.
    """

    winner: str | None
    honor: dict[str, int]
    purses: dict[str, int]
    pot: int
    starts: str
    game_over: bool
    ranking: list[list[str]] | None


class SetupAnswer(Answer):
    """Cards to remove, cards left in the deck, coins for each player."""

    players: int
    remove: dict[str, int]
    deck: int
    coins: int


# ---- between them and the rules


def judge_attack(body: Attack) -> attacks.AttackOutcome | Refusal:
    """The rules' outcomes."""
    targets = {
        player: attacks.Target(target.hand, target.before_first_turn, target.answer)
        for player, target in body.targets.items()
    }
    return attacks.attack(body.card, body.attacker, targets)


def answer_attack(found: attacks.AttackOutcome) -> AttackAnswer:
    """The outcomes as the API shows them."""
    return AttackAnswer(targets={p: TargetAnswer.model_validate(answer) for p, answer in found.targets.items()})


def judge_campaign_end(body: CampaignEnd) -> campaign.CampaignEnd | Refusal:
    """The rules' verdict."""
    return campaign.campaign_end(body.reason, body.pot, body.hands, body.purses, body.first)


def answer_campaign_end(found: campaign.CampaignEnd) -> CampaignEndAnswer:
    """The verdict as the API shows it."""
    return CampaignEndAnswer(
        winner=found.winner,
        honor=dict(found.honor),
        purses=dict(found.purses),
        pot=found.pot,
        starts=found.starts,
        game_over=found.game_over,
        ranking=None if found.ranking is None else [list(place) for place in found.ranking],
    )


def answer_setup(query: Mapping[str, Sequence[str]]) -> SetupAnswer:
    """The setup for `?players=4`, or `InvalidInput` with everything wrong about the query."""
    errors = [
        Error(name, f"Unknown; known here: {', '.join(closest_first(name, ('players',)))}.")
        for name in query
        if name != "players"
    ]
    given = query.get("players", ())
    wanted = f"give a whole number from {LEAST_PLAYERS} to {MOST_PLAYERS}"
    if len(given) != 1:
        errors.append(Error("players", f"{'Missing' if not given else 'Given more than once'}; {wanted}."))
    elif not re.fullmatch(r"-?[0-9]{1,4}", given[0]):
        errors.append(Error("players", f"Got {shown(given[0])}; {wanted}."))
    else:
        found = setup(int(given[0]))
        if isinstance(found, Refusal):
            errors.append(Error("players", str(found.reason)))
        elif not errors:
            return SetupAnswer(players=found.players, remove=dict(found.remove), deck=found.deck, coins=found.coins)
    raise InvalidInput(errors)


SETUP_PARAMETER = {
    "name": "players",
    "in": "query",
    "required": True,
    "description": "How many play.",
    "schema": {"type": "integer", "minimum": LEAST_PLAYERS, "maximum": MOST_PLAYERS},
}

# ---- to try

ATTACK = {
    "card": "commander",
    "attacker": "ana",
    "targets": {"ben": {"hand": ["monk", "captain"], "before_first_turn": False, "answer": None}},
}

CAMPAIGN_END = {
    "reason": "emperor",
    "pot": 7,
    "hands": {"ana": ["princess", "peasant"], "ben": ["captain"]},
    "purses": {"ana": 1, "ben": 0},
    "first": "ana",
}
