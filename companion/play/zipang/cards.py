"""Playing a card, and what those it is aimed at answer: one tap each (4 Campaign Turns, 5 Battle)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from companion.play.acts import ActForm, everybody, part, public_line
from companion.play.cardgame import Word, Words, not_next, row, then
from companion.play.game import Event, Line
from companion.play.zipang import campaigns, effects
from companion.play.zipang.state import ACTS, Answer, Campaign, PlayedCard, ZipangState
from companion.rules import counts
from companion.rules.text import Refusal, Text, counted, refuse_at
from companion.rules.zipang import coins as purses
from companion.rules.zipang.attack import HITS_ALL, NEEDED, SHRINE_SECONDS, Aim, aim
from companion.rules.zipang.cards import CARDS, IKKI, deck

IKKI_NAME = Text("Ikki")


def name_of(card: str) -> Text:
    """The card's name as sentences have it."""
    return IKKI_NAME if card == IKKI else CARDS[card].name


def waits(state: ZipangState) -> bool:
    """Whether the card played last still waits for answers, or for the card it takes."""
    return state.play is not None and not effects.resolve(state.seats, state.play)[2]


def takes(state: ZipangState) -> PlayedCard | None:
    """The Tea Master, Nobleman or Crazy One whose taken card has not been played yet."""
    return state.play if state.play and state.play.card in effects.TAKING and waits(state) else None


def unanswered(play: PlayedCard) -> tuple[str, ...]:
    """Who still has to meet an attack, clockwise."""
    return tuple(t for t in play.targets if t not in play.answers) if play.card in NEEDED else ()


def may_pay(state: ZipangState, seat: str) -> bool:
    """Whether a coin still spares this player an attack (5 Battle, FAQ Q1)."""
    return state.campaign is not None and seat not in state.campaign.begun and state.coins.purses[seat] > 0


def may_be_monk(state: ZipangState, campaign: Campaign, seat: str) -> bool:
    """Whether this player may still hold a Monk."""
    here = campaign.hands.get(seat, 0) > 0
    return here and campaign.discard.count("monk") < deck(len(state.players)).count("monk")


BY_RESULTS = Refusal(
    Text("This table keeps only results: say who takes the pot, and move the coins that moved before."),
    "4 Campaign Turns",
)


def going_on(state: ZipangState, number: int) -> Campaign | Refusal:
    """The campaign of this number while cards are played in it."""
    if state.way == "result":
        return BY_RESULTS
    campaign = campaigns.campaign_of(state, number)
    if isinstance(campaign, Campaign) and campaign.ending:
        return Refusal(Text("The campaign has ended: enter the hands, or undo the last card."), "6 Campaign End")
    return campaign


# ---- playing


def _play_label(_: object, act: Any) -> Text:
    known = act.card == IKKI or act.card in CARDS  # an event by itself is checked by nobody
    return Text("playing %(card)s", {"card": name_of(act.card) if known else act.card})


@ACTS.act("play", label=_play_label, sees=everybody)
class PlayAct(ActForm):
    """A card laid down: by whose turn it is, or the one just taken from somebody. `number` counts cards from 1."""

    campaign: int
    number: int
    card: Word
    targets: Words = ()

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        campaign = going_on(state, self.campaign)
        if isinstance(campaign, Refusal):
            return campaign
        via = takes(state)
        if refused := _not_now(state, campaign, event, self, via):
            return refused
        found = aim(self.card, event.seat, state.seats, campaign.standing, state.house)
        if isinstance(found, Refusal):
            return found
        targets = _targets(found, self.targets)
        if isinstance(targets, Refusal):
            return targets
        laid = effects.lay_down(state, campaign, event.seat, self.card, via)
        if isinstance(laid, Refusal):
            return laid
        nothing = effects.finds_nothing(laid, self.card, targets)
        by = via.card if via else ""
        play = PlayedCard(laid.plays, event.seat, self.card, targets, laid, state.coins, by, nothing=nothing)
        return advance(state, play)

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        via, campaign = takes(before), before.campaign
        assert campaign is not None
        found = aim(self.card, event.seat, before.seats, campaign.standing, before.house)
        targets = _targets(found, self.targets) if isinstance(found, Aim) else ()
        whom: tuple[str, ...] = () if isinstance(targets, Refusal) else targets
        card: Text = name_of(self.card)
        if via:
            card = Text("%(card)s, taken by the %(via)s", {"card": card, "via": name_of(via.card)})
        head = Text("%(who)s plays %(card)s.", {"who": event.seat, "card": card})
        text = then(head, _effect(before, event.seat, self.card, whom, after), ending(before, after))
        return Line(text, step=f"c{self.campaign}.p{self.number}")


def _not_now(
    state: ZipangState, campaign: Campaign, event: Event, act: PlayAct, via: PlayedCard | None
) -> Refusal | None:
    already = Text("That card is entered already: look at the table as it is now.")
    if refused := not_next(act.number, campaign.plays + 1, already, "4 Campaign Turns"):
        return refused
    if via is None and waits(state) and state.play:
        values = {"who": row(unanswered(state.play)), "card": name_of(state.play.card)}
        return Refusal(Text("First %(who)s answers the %(card)s.", values), "5 Battle")
    if event.seat != campaign.turn:
        text = Text("It is the turn of %(who)s: enter that card first, or set the turn.", {"who": campaign.turn})
        return Refusal(text, "4 Campaign Turns")
    return None


def _targets(found: Aim, wanted: tuple[str, ...]) -> tuple[str, ...] | Refusal:
    """Whom the card hits: all it can, or the chosen ones, clockwise."""
    if not found.choose:
        if wanted and set(wanted) != set(found.candidates):
            text = Text("%(card)s is not aimed at chosen players; leave them out.", {"card": name_of(found.card)})
            return refuse_at("targets", text, "Character Full Description")
        return found.candidates if found.card in HITS_ALL else ()
    if len(set(wanted)) != found.choose or len(wanted) != found.choose or not set(wanted) <= set(found.candidates):
        values = {"card": name_of(found.card), "count": found.choose, "players": row(found.candidates)}
        text = Text("%(card)s: choose %(count)s of these players: %(players)s.", values)
        return refuse_at("targets", text, "Character Full Description")
    return tuple(player for player in found.candidates if player in wanted)


def advance(state: ZipangState, play: PlayedCard) -> ZipangState:
    """The state with the card's effect as far as it is known; the next turn, or the end, where nothing is awaited."""
    campaign, coins, done = effects.resolve(state.seats, play)
    if done:
        campaign = effects.next_turn(state.seats, campaign)
    state = replace(state, campaign=campaign, coins=coins, play=play)
    if done and len(campaign.standing) == 1:
        return campaigns.close(state, "last-standing", {campaign.standing[0]: ()})
    return state


def _effect(before: ZipangState, player: str, card: str, targets: tuple[str, ...], after: ZipangState) -> Text | None:
    """What the card does, in one sentence; None where its name says it."""
    values = {"who": player, "whom": row(targets), "seconds": SHRINE_SECONDS}
    gained = after.coins.purses[player] - before.coins.purses[player]
    if not targets and (card in NEEDED or card in effects.FROM_HAND or card in ("bandit", "ninja", *HITS_ALL)):
        return Text("It hits nobody.")
    if card in NEEDED:
        return counted(
            "%(num)s Battle point against %(whom)s.", "%(num)s Battle points against %(whom)s.", NEEDED[card], values
        )
    if card == "bandit":
        return Text("1 coin from %(whom)s.", values) if gained else Text("%(whom)s has no coin to lose.", values)
    if card == "merchant":
        paid = tuple(p for p in targets if after.coins.purses[p] < before.coins.purses[p])
        return Text("1 coin each into the pot: %(whom)s.", {"whom": row(paid)})
    if card == "princess":
        if not gained:
            return Text("Half of the pot, rounded down, is nothing.")
        taken = {**values, "coins": gained, "pot": before.coins.pot}
        return Text("%(who)s takes %(coins)s of the %(pot)s coins in the pot.", taken)
    if card in ("peasant", "monk"):
        return Text("No effect.")
    if card == "crazy-one" and not waits(after):
        return Text("No card is face up.")
    texts = {
        "shrine-maiden": Text("For %(seconds)s seconds hands are open: %(whom)s.", values),
        "ninja": Text("%(whom)s discards the hand and draws two cards.", values),
        "tea-master": Text("A card is drawn from the hand of %(whom)s.", values),
        "nobleman": Text("A card is chosen from the hand of %(whom)s.", values),
    }
    return texts.get(card)


def ending(before: ZipangState, after: ZipangState) -> Text | None:
    """What followed for the campaign: hands decide, or somebody took the pot."""
    if after.campaign is None and len(after.columns) > len(before.columns):
        return campaigns.closed_words(after)
    if before.campaign and after.campaign and after.campaign.ending and not before.campaign.ending:
        if after.campaign.ending == "emperor":
            return Text("The campaign ends: honor in hand decides.")
        return Text("The supply is empty: honor in hand decides.")
    return None


# ---- answering


def _sees_answer(state: ZipangState, event: Event, seat: str | None) -> Mapping[str, Any]:
    """A sum may be that of a hand that blocked, which only the attacker was shown (5 Battle). When the game is over
    it is told, so that an export of the whole evening can be played again.
    """
    is_open = state.ranking or seat in (event.seat, event.by)
    return event.data if is_open else part(event, "campaign", "number", "answer")


@ACTS.act("answer", label=Text("an answer to a card"), sees=_sees_answer)
class CardAnswerAct(ActForm):
    """How a target meets the card: with the sum of his hand, a tap for it, a coin, or a Monk."""

    campaign: int
    number: int
    answer: Literal["blocked", "out", "coin", "monk", "sum"] = "sum"
    sum: int | None = Field(None, ge=0, le=9)

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        campaign, play = campaigns.campaign_of(state, self.campaign), state.play
        if isinstance(campaign, Refusal):
            return campaign
        if self.number > campaign.plays:
            return Refusal(Text("That card has not been played."), "5 Battle")
        if play is None or play.number != self.number:
            text = Text("That card has been dealt with already: look at the table as it is now, or correct the log.")
            return Refusal(text, "5 Battle")
        answer = _read_answer(state, campaign, play, event.seat, self)
        if isinstance(answer, Refusal):
            return answer
        return advance(state, replace(play, answers={**play.answers, event.seat: answer}))

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        play = before.play
        assert play is not None
        needed = NEEDED.get(play.card, 0)
        values = {"who": event.seat, "card": name_of(play.card), "sum": self.sum, "needed": needed}
        out = self.answer == "out" or (self.answer == "sum" and (self.sum or 0) < needed)
        if self.answer == "monk":
            text = Text("%(who)s plays Monk against the %(card)s.", values)
            if after.coins.purses[event.seat] > before.coins.purses[event.seat]:
                text = then(text, Text("The coin goes back."))
        elif self.answer == "coin":
            text = Text("%(who)s pays 1 coin into the pot instead.", values)
        elif self.answer == "sum" and out:
            text = Text("%(who)s has %(sum)s of %(needed)s Battle points and is eliminated.", values)
        else:
            text = Text("%(who)s is eliminated.", values) if out else Text("%(who)s blocks.", values)
        return Line(then(text, ending(before, after)), step=f"c{self.campaign}.p{self.number}.{event.seat}")


def _read_answer(
    state: ZipangState, campaign: Campaign, play: PlayedCard, seat: str, act: CardAnswerAct
) -> Answer | Refusal:
    if seat not in play.targets or seat in play.answers:
        values = {"who": seat, "card": name_of(play.card)}
        text = Text("%(who)s does not have to answer this %(card)s, or has answered it already.", values)
        return refuse_at("answer", text, "5 Battle")
    if act.answer == "monk":
        if campaign.shown or not may_be_monk(state, play.base, seat):
            text = Text("%(who)s can have no Monk now; answer in another way.", {"who": seat})
            return refuse_at("answer", text, "Monk")
        return Answer("monk")
    if play.card not in NEEDED:
        text = Text("Only a Monk answers %(card)s; without one, play goes on.", {"card": name_of(play.card)})
        return refuse_at("answer", text, "Monk")
    if act.answer == "coin":
        if not may_pay(state, seat):
            text = Text("A coin stops an attack only before the first turn, and only from a purse that has one.")
            return refuse_at("answer", text, "5 Battle")
        return Answer("coin")
    if act.answer != "sum":
        return Answer(act.answer)
    if act.sum is None:
        return refuse_at("sum", Text("Give the sum of the hand's Battle points, 0 to 9."), "5 Battle")
    # A hand that blocks is shown to the attacker alone: what it adds up to is not kept (5 Battle).
    return Answer("blocked") if act.sum >= NEEDED[play.card] else Answer("out", act.sum)


# ---- finding nothing


@ACTS.act("nothing", label=Text("a card without effect"), sees=everybody)
class NothingAct(ActForm):
    campaign: int
    number: int

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        campaign, play = going_on(state, self.campaign), takes(state)
        if isinstance(campaign, Refusal):
            return campaign
        if play is None or play.number != self.number:
            return Refusal(Text("No card is being taken: look at the table as it is now."), "4 Campaign Turns")
        return advance(state, replace(play, nothing=True))

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        play = before.play
        assert play is not None
        values = {"who": play.player, "card": name_of(play.card)}
        text = Text("%(who)s finds no card with the %(card)s.", values)
        return Line(then(text, ending(before, after)), step=f"c{self.campaign}.p{self.number}.nothing")


# ---- a game kept by results: who takes each pot, and the coins that moved before. No card is tapped in


@ACTS.act("moved", commutes=False, label=Text("coins that a card moved"), sees=everybody)
class CoinsMovedAct(ActForm):
    """A card that moved coins of several places at once, and who played it."""

    campaign: int
    card: Literal["merchant", "princess"]
    player: Word

    def apply(self, state: ZipangState, event: Event) -> ZipangState | Refusal:
        if state.way != "result":
            return Refusal(Text("Tap the card itself: it moves the coins."), "4 Campaign Turns")
        campaign = campaigns.campaign_of(state, self.campaign)
        if isinstance(campaign, Refusal):
            return campaign
        if self.player not in state.seats:
            values = {"player": self.player, "players": ", ".join(state.seats)}
            text = Text("%(player)s has no purse here; the players are: %(players)s.", values)
            return refuse_at("player", text, self.card.title())
        move = purses.merchant if self.card == "merchant" else purses.princess
        coins = move(state.coins, self.player)
        if coins == state.coins:
            return Refusal(Text("No coin moves: there is none to take."), "6 Campaign End")
        return replace(state, coins=coins)

    def line(self, before: ZipangState, event: Event, after: ZipangState) -> Line:
        moved = counts.coins(abs(after.coins.pot - before.coins.pot))
        values = {"card": name_of(self.card), "who": self.player, "coins": moved}
        if self.card == "merchant":
            return public_line("%(card)s of %(who)s: %(coins)s into the pot.", **values)
        return public_line("%(card)s of %(who)s: %(coins)s from the pot.", **values)
