"""Every call of the API in one table: the routes and the OpenAPI document are both made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.api import (
    charge,
    combat_result,
    examples,
    initiative,
    kenjin,
    orders,
    replay,
    requests,
    split,
    tenno,
    victory,
    zipang,
)
from companion.api.answers import (
    ArmyAnswer,
    AttackAnswer,
    CombatOddsAnswer,
    HonorAnswer,
    NotAllowed,
    OddsAnswer,
)
from companion.api.army import answer_army, read_army
from companion.api.attack import answer_attack
from companion.api.cards import read
from companion.api.errors import validate
from companion.api.fields import Answer, FileAnswer, Request
from companion.api.honor import answer_honor
from companion.api.names import read_named
from companion.api.odds import answer_combat_odds, answer_odds, read_odds
from companion.api.print_kit import answer_print, read_print
from companion.api.print_request import Print


@dataclass(frozen=True)
class Call:
    """A POST: how its body is read, who answers, and what the document says of both."""

    path: str
    summary: str
    description: str
    read: Callable[[object], Any]
    respond: Callable[[Any], Answer | FileAnswer] | None
    """None: the address is the pages' own, who know more than the rules; here it is described."""
    takes: tuple[type[Request], ...]
    gives: tuple[type[Answer], ...]
    examples: Mapping[str, Any]
    media: str = "application/json"
    """Of the answer; anything else is a file (`FileAnswer`), and `gives` is empty."""

    @property
    def name(self) -> str:
        """The name of the route and of the operation: `kensei_attack`."""
        return self.path.strip("/").replace("/", "_").replace("-", "_")


CALLS = (
    Call(
        "/kensei/attack",
        "One attack: its numbers, its dice, what is left",
        "Close combat (10:2 to 10:6) or a shot (9:3). One call is one pool of equal dice: a unit strikes in one call, "
        "a character in it in his own. Leave dice out, or stop after any roll, to learn what is rolled next. Whether "
        "the orders phase allowed the attack is not judged; range, weapon and loading are.",
        partial(validate, requests.Attack),
        answer_attack,
        (requests.Attack,),
        (AttackAnswer, NotAllowed),
        {"charge": examples.CHARGE, "first roll due": examples.SHOT},
    ),
    Call(
        "/kensei/odds",
        "Exact odds of one attack",
        "Takes the body of an attack without dice, or the bare numbers. Half of the miniatures is what one shot must "
        "remove for an honor roll (9:3:7); `p_holds` counts that roll.",
        read_odds,
        answer_odds,
        (requests.OddsOfAttack, requests.Numbers),
        (OddsAnswer, NotAllowed),
        {"bare numbers": examples.NUMBERS, "an attack": examples.SHOT},
    ),
    Call(
        "/kensei/combat-odds",
        "Exact odds of one round of close combat",
        "The first strikes, what is left of the second strikes back; then the damage difference (10:6:2), the result "
        "(11:2) and the honor roll of the defeated (11:3).",
        partial(validate, requests.Combat),
        answer_combat_odds,
        (requests.Combat,),
        (CombatOddsAnswer,),
        {"two units": examples.COMBAT},
    ),
    Call(
        "/kensei/honor",
        "An honor roll: its target, its chance, whether a die holds",
        "HR with a Bushi inside or a commander near by, standard-bearer, Sohei and other bonuses (2:7:8, 11:3:1).",
        partial(validate, requests.Honor),
        answer_honor,
        (requests.Honor,),
        (HonorAnswer,),
        {"commander near by": examples.HONOR},
    ),
    Call(
        "/kensei/orders",
        "The orders of one unit for its turn: their price, and which cannot be",
        "Chapters 8:3 and 9. Every reason that holds is named at each order it holds for, `ac-over` at the first order "
        "the Action Points do not cover.",
        partial(validate, orders.Orders),
        orders.answer_orders,
        (orders.Orders,),
        (orders.OrdersAnswer,),
        {"march and shoot": orders.ORDERS},
    ),
    Call(
        "/kensei/charge",
        "A charge: what its dice must bridge, its exact chance, where it stands",
        "Advance, die and what falls short (9:5:1 to 9:5:7). Leave the dice out to learn the chance.",
        charge.read_charge,
        charge.answer_charge,
        (charge.ChargeSent,),
        (charge.ChargeAnswer,),
        {"direct": charge.CHARGE, "indirect, and one short": charge.INDIRECT},
    ),
    Call(
        "/kensei/initiative",
        "Who strikes first in a combat",
        "IN of every unit and every special or lone character with all that changes it (2:7:9, 10:2:4). Charges of and "
        "at a lone character count for neither (4:3:11).",
        partial(read_named, initiative.Initiative, initiative.misnamed),
        initiative.answer_initiative,
        (initiative.Initiative,),
        (initiative.InitiativeAnswer,),
        {"the example of 10:2:4": initiative.INITIATIVE},
    ),
    Call(
        "/kensei/split",
        "Combat dice shared out among several enemies",
        "Half or more for the unit it charged, half at most for a lone character whose friends fight too (10:2:6).",
        partial(read_named, split.Split, split.misnamed),
        split.answer_split,
        (split.Split,),
        (split.SplitAnswer,),
        {"a charge, and a character beside": split.SPLIT},
    ),
    Call(
        "/kensei/combat-result",
        "Who won a combat, and who is defeated",
        "The damage difference against what is left of VE (10:6:2, 11:2). Who is defeated owes an honor roll (11:3:1).",
        partial(read_named, combat_result.CombatFought, combat_result.misnamed),
        combat_result.answer_combat_result,
        (combat_result.CombatFought,),
        (combat_result.CombatResultAnswer,),
        {"the draw of 11:2:2": combat_result.COMBAT_RESULT},
    ),
    Call(
        "/kensei/victory",
        "The points of a battle, and its winner",
        "The three types of battle (7:1:1): points where they have any, and who has won as soon as somebody has.",
        partial(read_named, victory.BattleSoFar, victory.two_generals),
        victory.answer_victory,
        (victory.BattleSoFar,),
        (victory.VictoryAnswer,),
        {"a pitched battle after six turns": victory.VICTORY},
    ),
    Call(
        "/kensei/army",
        "The verdict on an army list",
        "Takes the army document (chapter 12) and says whether it is legal at its level, how full every limit is and "
        "who fills it, every problem with a fix where one act mends it, and at which levels the same list is legal.",
        read_army,
        answer_army,
        (requests.ArmyList,),
        (ArmyAnswer,),
        {"a legal list": examples.ARMY, "a list with problems": examples.ARMY_WITH_PROBLEMS},
    ),
    Call(
        "/kensei/print",
        "Cards, markers and sheets of an army list as a PDF",
        "Troop Cards of exactly the formation's size (7:3), Character Cards, markers (2:6:4), army sheet and "
        "reference. Each footprint is one closed rectangle of the trim size; backs carry the crest and nothing else. "
        "An illegal list is printed with its verdict.",
        read_print,
        answer_print,
        (Print,),
        (),
        {"a kit": examples.PRINT},
        "application/pdf",
    ),
    Call(
        "/replay",
        "An export of a table, computed anew by today's rules",
        "Takes the JSON a table's log offers, of any of the four games, up to 4 MB, and keeps nothing. An unaltered "
        "export of a finished game gives its own lines and refuses nothing.",
        replay.read_replay,
        None,
        (replay.Replay,),
        (replay.ReplayAnswer,),
        {"a table where nothing happened yet": replay.REPLAY},
    ),
    Call(
        "/kenjin/battlefield",
        "One battlefield of Kenjin resolved",
        "Cards lie bottom to top. Card effects and the battlefield's own in the book's order, line by line; where the "
        "Sanctuary leaves a choice, `ask` says whose. Judged are the cards sent, not what lies elsewhere.",
        partial(read, kenjin.Battlefield, kenjin.judge_battlefield),
        kenjin.answer_battlefield,
        (kenjin.Battlefield,),
        (kenjin.BattlefieldAnswer,),
        {"an Assassin crossed over": kenjin.BATTLEFIELD, "a choice is open": kenjin.SANCTUARY},
    ),
    Call(
        "/kenjin/score",
        "Points and places of Kenjin",
        "Battlefields, Peasants, Lord, Torii and cowards; ties go to more battlefields.",
        partial(read, kenjin.Score, kenjin.judge_score),
        kenjin.answer_score,
        (kenjin.Score,),
        (kenjin.ScoreAnswer,),
        {"one battlefield": kenjin.SCORE},
    ),
    Call(
        "/tenno/duel",
        "One duel of Tenno",
        "Who wins, what becomes of both cards, and what is owed afterwards.",
        partial(read, tenno.Duel, tenno.judge_duel),
        tenno.answer_duel,
        (tenno.Duel,),
        (tenno.DuelAnswer,),
        {"a Ninja attacks": tenno.DUEL},
    ),
    Call(
        "/tenno/score",
        "Points and places of Tenno",
        "Printed values of captured cards; leaders who tie add hands and layouts.",
        partial(read, tenno.Score, tenno.judge_score),
        tenno.answer_score,
        (tenno.Score,),
        (tenno.ScoreAnswer,),
        {"a tie": tenno.SCORE},
    ),
    Call(
        "/zipang/attack",
        "One attack card of Zipang Portable",
        "Blocked by the sum of the hand, paid off before the first turn, cancelled by a Monk, or eliminated.",
        partial(read, zipang.Attack, zipang.judge_attack),
        zipang.answer_attack,
        (zipang.Attack,),
        (zipang.AttackAnswer,),
        {"a Commander": zipang.ATTACK},
    ),
    Call(
        "/zipang/campaign-end",
        "The end of a campaign of Zipang Portable",
        "Who takes the pot, who begins next, and whether the game is over.",
        partial(read, zipang.CampaignEnd, zipang.judge_campaign_end),
        zipang.answer_campaign_end,
        (zipang.CampaignEnd,),
        (zipang.CampaignEndAnswer,),
        {"the Emperor was played": zipang.CAMPAIGN_END},
    ),
)
