"""What a played card does to hands, supply, purses and pot (Character Full Description, Hand Refill Rule).

Everything is worked out from the campaign as it was when the card was laid down and the answers given since. So a Monk
may still be named when coins have moved already: nobody has to say that he has none.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.zipang.state import Campaign, PlayedCard, ZipangState
from companion.rules.text import Refusal, Text
from companion.rules.zipang import coins as purses
from companion.rules.zipang.attack import NEEDED, answer_order
from companion.rules.zipang.cards import CARDS, HAND, IKKI, deck
from companion.rules.zipang.coins import Coins

TAKING = frozenset({"tea-master", "nobleman", "crazy-one"})
"""Cards by which another card is taken and played (ruling Z7)."""
FROM_HAND = frozenset({"tea-master", "nobleman"})


def lay_down(
    state: ZipangState, campaign: Campaign, player: str, card: str, via: PlayedCard | None
) -> Campaign | Refusal:
    """The campaign once the card lies face up: hands refilled, nothing else done yet (ruling Z6)."""
    if refused := _not_there(state, campaign, card, from_discard=via is not None and via.card not in FROM_HAND):
        return refused
    own = 2 if card == IKKI else 1
    laid: tuple[str, ...] = ("peasant", "peasant") if card == IKKI else (card,)
    if via is None:
        campaign = _from_hand(campaign, player, own)
    elif via.card in FROM_HAND:
        campaign = _from_hand(_from_hand(campaign, via.targets[0], 1), player, own - 1)
    else:
        campaign = _from_hand(_from_discard(campaign, laid[0]), player, own - 1)
    return replace(campaign, discard=(*campaign.discard, *laid), plays=campaign.plays + 1)


def resolve(order: tuple[str, ...], play: PlayedCard) -> tuple[Campaign, Coins, bool]:
    """Campaign and coins after the card and the answers so far, and whether nothing more is awaited of anybody."""
    campaign, coins = play.base, play.coins
    for target in answer_order(order, play.player, tuple(play.answers)):
        if play.answers[target].kind == "monk":
            campaign = _from_hand(campaign, target, 1)
            campaign = replace(campaign, discard=(*campaign.discard, "monk"))
        elif play.answers[target].kind == "coin":
            coins = purses.pay_pot(coins, target)
    cancelled = tuple(t for t in play.targets if t in play.answers and play.answers[t].kind == "monk")
    coins = _coins(coins, play, cancelled)
    if play.card in NEEDED:
        if len(play.answers) < len(play.targets):
            return campaign, coins, False
        return _eliminated(campaign, play), coins, True
    if play.card == "ninja" and not cancelled:
        for victim in play.targets:
            held = campaign.hands[victim]
            campaign = _from_hand(replace(campaign, unseen=campaign.unseen + held), victim, held)
    if play.card == "emperor":
        campaign = replace(campaign, ending="emperor", turn="")
    return campaign, coins, play.card not in TAKING or play.nothing or bool(cancelled)


def next_turn(order: tuple[str, ...], campaign: Campaign) -> Campaign:
    """The next player still in draws; an empty supply ends the campaign instead (4 Campaign Turns)."""
    if campaign.ending or len(campaign.standing) == 1:
        return campaign
    return begin_turn(campaign, answer_order(order, campaign.turn, campaign.standing)[0])


def begin_turn(campaign: Campaign, player: str) -> Campaign:
    """A turn begins with a card from the supply."""
    if not campaign.supply:
        return replace(campaign, ending="supply", turn="")
    hands = {**campaign.hands, player: campaign.hands[player] + 1}
    begun = campaign.begun if player in campaign.begun else (*campaign.begun, player)
    return replace(campaign, turn=player, hands=hands, supply=campaign.supply - 1, begun=begun)


def finds_nothing(campaign: Campaign, card: str, targets: tuple[str, ...]) -> bool:
    """Whether it is certain that a card that takes another finds none."""
    if card == "crazy-one":
        return not campaign.unseen and all(lying == "crazy-one" for lying in campaign.discard)
    return card in TAKING and (not targets or not campaign.hands[targets[0]])


def lies_face_up(state: ZipangState, campaign: Campaign, card: str) -> bool:
    """Whether a Crazy One may find this card, by what was tapped in."""
    return _not_there(state, campaign, card, from_discard=True) is None


def _not_there(state: ZipangState, campaign: Campaign, card: str, *, from_discard: bool) -> Refusal | None:
    """Why this card cannot come from there: all of its kind lie face up, or none does (Crazy One)."""
    kind = "peasant" if card == IKKI else card
    count = deck(len(state.players)).count(kind)
    values: dict[str, object] = {"card": CARDS[kind].name, "count": count}
    known = campaign.discard.count(kind)
    if from_discard:
        if kind == "crazy-one" or (not known and not campaign.unseen):
            return Refusal(Text("No %(card)s is face up; take another card.", values), "Crazy One")
        known -= 1 if known else 0
    needed = 2 if card == IKKI else 1
    if not count:
        return Refusal(Text("No %(card)s is in this deck: it stays in the box.", values), "2 Game Setup")
    if known + needed > count:
        values["left"] = count - known
        text = Text("%(left)s of %(count)s %(card)s are left: tap another card, or correct the log.", values)
        return Refusal(text, "2 Game Setup")
    return None


def _from_hand(campaign: Campaign, player: str, cards: int) -> Campaign:
    """A hand loses cards and is refilled to two, as far as the supply goes."""
    left = max(0, campaign.hands[player] - cards)
    drawn = min(max(0, HAND - left), campaign.supply) if cards else 0
    return replace(campaign, hands={**campaign.hands, player: left + drawn}, supply=campaign.supply - drawn)


def _from_discard(campaign: Campaign, card: str) -> Campaign:
    if card not in campaign.discard:
        return replace(campaign, unseen=campaign.unseen - 1)
    last = len(campaign.discard) - 1 - campaign.discard[::-1].index(card)
    return replace(campaign, discard=(*campaign.discard[:last], *campaign.discard[last + 1 :]))


def _coins(coins: Coins, play: PlayedCard, cancelled: tuple[str, ...]) -> Coins:
    if play.card == "bandit" and play.targets:
        return purses.bandit(coins, play.player, play.targets[0], bool(cancelled))
    if play.card == "merchant":
        return purses.merchant(coins, play.player, cancelled)
    return purses.princess(coins, play.player) if play.card == "princess" else coins


def _eliminated(campaign: Campaign, play: PlayedCard) -> Campaign:
    """All attacks of one card take effect together; hands of the defeated lie face up (Player Elimination)."""
    for target, answer in play.answers.items():
        if answer.kind == "out":
            held = campaign.hands[target]
            standing = tuple(player for player in campaign.standing if player != target)
            hands = {player: cards for player, cards in campaign.hands.items() if player != target}
            campaign = replace(campaign, standing=standing, hands=hands, unseen=campaign.unseen + held)
    return campaign
