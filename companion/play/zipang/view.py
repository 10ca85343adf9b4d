"""What everybody sees of a game of Zipang Portable, ready to be shown. Nothing in it is secret: hands are not known."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.cardgame import Player, PlayersShown, named, names_of, row
from companion.play.zipang import campaigns, cards, effects, hand
from companion.play.zipang.state import Campaign, Column, PlayedCard, ZipangState
from companion.rules import counts
from companion.rules.text import Text, counted
from companion.rules.zipang.attack import CHOOSING, MOST_TARGETS, NEEDED, SHRINE_SECONDS, Aim, aim
from companion.rules.zipang.campaign import shares_pot
from companion.rules.zipang.cards import CARDS, IKKI, Setup, deck, most_battle
from companion.rules.zipang.cards import setup as setup_of

TAKES_COIN = ("bandit", "merchant")


@dataclass(frozen=True, slots=True)
class ZipangPlayerView(Player):
    """A player at the table. `hand` is how many cards he holds; `may_pay` that a coin still spares him an attack."""

    purse: int
    standing: bool
    turn: bool
    hand: int
    may_pay: bool
    shown: tuple[str, ...] | None
    """His hand, once tapped in at the end."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of the palette. `left`: how many may still be played; `targets` whom it can hit, `choose` how many of
    them are chosen (0: all of them, or nobody).
    """

    id: str
    name: Text
    battle: int
    honor: int
    effect: Text
    count: int
    left: int
    targets: tuple[str, ...]
    choose: int
    most: int
    """How many players it hits by choice, where there are as many."""
    lying: int
    """How many of it lie face up for a Crazy One to take; none, where there would be too few for it."""
    perhaps: bool
    """It may be among the cards that lie face up without having been tapped in."""


@dataclass(frozen=True, slots=True)
class TargetView:
    """Somebody at whom the last card is aimed: `answer` and `sum` once he met it; which answers he still has."""

    seat: str
    answer: str
    sum: int | None
    coin: bool
    monk: bool


@dataclass(frozen=True, slots=True)
class PlayView:
    """The card played last, as long as it may be answered. `needed` blocks an attack; `seconds` of a Shrine Maiden."""

    number: int
    player: str
    card: str
    name: Text
    via: str
    needed: int | None
    most: int
    """The most Battle points two cards of this deck have."""
    seconds: int | None
    targets: tuple[TargetView, ...]
    waits: bool
    takes: bool
    """Its player taps the card he takes, or that there is none."""
    face_up: bool
    """He takes it from what lies face up, not from a hand."""


@dataclass(frozen=True, slots=True)
class ZipangView(PlayersShown):
    """A whole game."""

    phase: str
    """`first`, `between`, `campaign`, `hands`, `result` (only who takes the pot is told), `draw` or `over`."""
    sentence: Text
    players: tuple[ZipangPlayerView, ...]
    pot: int
    setup: Setup
    campaign: int
    number: int
    """The number of the next card."""
    turn: str
    first: str
    supply: int | None
    discard: tuple[str, ...]
    unseen: int
    palette: tuple[CardView, ...]
    play: PlayView | None
    columns: tuple[Column, ...]
    outcomes: tuple[Text, ...]
    """How each finished campaign came out."""
    counted: int
    expected: int
    balance: Text
    missing: Text | None
    """Where to look for coins that are missing or too many."""
    first_step: str
    way: str
    shares: bool
    """A draw shares the pot now among those who tie."""
    shared_pot: bool
    """By the house rule of this table it may."""
    ranking: tuple[tuple[str, ...], ...] | None
    undrawn: tuple[str, ...]
    """Who still draws a card for the first place."""


REASONS = {
    "emperor": Text("the Emperor"),
    "supply": Text("empty supply"),
    "last-standing": Text("last one standing"),
}


def phase(state: ZipangState) -> str:
    """Where the game stands."""
    if state.ranking:
        return "draw" if state.tied else "over"
    if state.campaign:
        if state.way == "result":
            return "result"
        return "hands" if state.campaign.ending else "campaign"
    return "between" if state.first else "first"


def sentence(state: ZipangState) -> Text:
    """The one sentence of the moment, the same for everybody."""
    campaign, play = state.campaign, state.play
    if state.tied:
        return Text("Shuffle, then draw a card each for the first place: %(who)s.", {"who": row(state.tied)})
    if state.ranking:
        return campaigns.shogun_words(state)
    if not state.first:
        return Text("Who begins? Draw, or choose.")
    if campaign is None:
        return Text("Shuffle, deal two cards each and lay one aside face down. %(who)s begins.", {"who": state.first})
    if state.way == "result":
        return Text("%(who)s begins. Who takes the pot in the end?", {"who": campaign.first})
    if campaign.ending:
        left = [player for player in campaign.standing if player not in campaign.shown]
        return Text("Lay the hands open and enter them: %(who)s.", {"who": row(left)})
    if play and cards.takes(state):
        return Text("%(who)s plays the card taken by the %(card)s.",
                    {"who": play.player, "card": cards.name_of(play.card)})  # fmt: skip
    if play and cards.waits(state):
        values = {"who": row(cards.unanswered(play)), "card": cards.name_of(play.card), "needed": NEEDED[play.card]}
        return Text("%(card)s (%(needed)s) attacks %(who)s: their answer?", values)
    return Text("%(who)s draws a card, then plays one.", {"who": campaign.turn})


def view(state: ZipangState) -> ZipangView:
    """The game as everybody sees it."""
    names = names_of(state)
    campaign = state.campaign
    setup = setup_of(len(state.players))
    balance = hand.off(state)
    missing = hand.since(state, state.counted) if balance.missing else None
    return ZipangView(
        phase=phase(state),
        sentence=named(sentence(state), names),
        players=tuple(_player(state, player) for player in state.players),
        pot=state.coins.pot,
        setup=setup,
        campaign=campaign.number if campaign else len(state.columns),
        number=campaign.plays + 1 if campaign else 1,
        turn=campaign.turn if campaign else "",
        first=state.first,
        supply=campaign.supply if campaign and state.way != "result" else None,
        discard=campaign.discard if campaign else (),
        unseen=campaign.unseen if campaign else 0,
        palette=tuple(_card(state, card) for card in (*CARDS, IKKI)),
        play=_play(state, campaign, state.play) if campaign and state.play else None,
        columns=state.columns,
        outcomes=tuple(named(_outcome(column), names) for column in state.columns),
        counted=balance.counted,
        expected=balance.expected,
        balance=balance.sentence,
        missing=named(missing, names) if missing else None,
        first_step=campaigns.first_step(state),
        way=state.way,
        shares=shares_pot(state.coins.purses, state.house),
        shared_pot=state.house.drawn_pot == "shared",
        ranking=state.ranking,
        undrawn=tuple(seat for seat in state.tied if seat not in state.drawn),
    )


def _player(state: ZipangState, player: Player) -> ZipangPlayerView:
    campaign, seat = state.campaign, player.seat
    return ZipangPlayerView(
        seat,
        player.name,
        player.crest,
        state.coins.purses[seat],
        campaign is None or seat in campaign.standing,
        campaign is not None and campaign.turn == seat,
        campaign.hands.get(seat, 0) if campaign else 0,
        cards.may_pay(state, seat),
        campaign.shown.get(seat) if campaign else None,
    )


def _card(state: ZipangState, card: str) -> CardView:
    kind = CARDS["peasant" if card == IKKI else card]
    count = deck(len(state.players)).count(kind.id)
    campaign = state.campaign
    shown = [one for hand in (campaign.shown.values() if campaign else ()) for one in hand]
    left = count - (campaign.discard.count(kind.id) if campaign else 0) - shown.count(kind.id)
    found: object = None
    if campaign and campaign.turn:
        found = aim(card, campaign.turn, state.seats, campaign.standing, state.house)
    targets, choose = (found.candidates, found.choose) if isinstance(found, Aim) else ((), int(card in CHOOSING))
    effect = Text("5 BTL at everyone else.") if card == IKKI else kind.effect
    battle = NEEDED[IKKI] if card == IKKI else kind.battle
    there = campaign is not None and effects.lies_face_up(state, campaign, card)
    lying = campaign.discard.count(kind.id) if campaign and there else 0
    return CardView(
        card, cards.name_of(card), battle, kind.honor, effect, count, left // 2 if card == IKKI else left,
        targets, choose, MOST_TARGETS.get(card, 1) if card in CHOOSING else 0, lying, there and not lying,
    )  # fmt: skip


def _play(state: ZipangState, campaign: Campaign, play: PlayedCard) -> PlayView:
    targets = []
    taken = cards.takes(state) is play
    for seat in play.targets:
        answer = play.answers.get(seat)
        open_ = answer is None and not campaign.shown
        loses = play.card not in TAKES_COIN or play.coins.purses[seat] > 0  # of nothing there is nothing to cancel
        monk = open_ and loses and cards.may_be_monk(state, play.base, seat)
        coin = open_ and play.card in NEEDED and cards.may_pay(state, seat)
        targets.append(TargetView(seat, answer.kind if answer else "", answer.sum if answer else None, coin, monk))
    return PlayView(
        play.number,
        play.player,
        play.card,
        cards.name_of(play.card),
        play.via,
        NEEDED.get(play.card),
        most_battle(len(state.players)),
        SHRINE_SECONDS if play.card == "shrine-maiden" else None,
        tuple(targets),
        cards.waits(state),
        taken,
        taken and play.card not in effects.FROM_HAND,
    )


def _outcome(column: Column) -> Text:
    text = _how_it_ended(column)
    if column.reason in REASONS:  # where nothing is known but who took the pot there is none
        return Text("%(text)s (%(reason)s).", {"text": text, "reason": REASONS[column.reason]})
    return Text("%(text)s.", {"text": text})


def _how_it_ended(column: Column) -> Text:
    if column.winner:
        values = {"who": column.winner, "coins": counts.coins(column.took)}
        return Text("%(who)s takes %(coins)s", values)
    if column.shared:
        values = {"who": row(column.shared), "coins": counts.coins(column.took // len(column.shared))}
        return Text("A draw, %(who)s share the pot, %(coins)s each", values)
    stay = counted("%(num)s coin stays", "%(num)s coins stay", column.pot)
    return Text("A draw, %(stay)s in the pot", {"stay": stay})
