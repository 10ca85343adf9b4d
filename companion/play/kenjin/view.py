"""What everybody sees of a game of Kenjin, ready to be shown. Nothing is secret: cards are known once turned up."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.cardgame import Player, PlayersShown, named, names_of, row, then
from companion.play.kenjin import combat, setup, stacks
from companion.play.kenjin.state import CAMP, KenjinState, Spot
from companion.rules import counts
from companion.rules.kenjin.armies import Account, Stack, face_up, named_cards, owner
from companion.rules.kenjin.battlefield import Resolution
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, CLANS, ENTERED, Battlefield, KenjinCard
from companion.rules.kenjin.deployment import ROUNDS, Deployment
from companion.rules.kenjin.layout import draft_turn
from companion.rules.kenjin.score import KenjinScore, Points
from companion.rules.text import Number, Refusal, Text, counted


@dataclass(frozen=True, slots=True)
class KenjinPlayerView(Player):
    """A player at the table. `left`: cards not tapped in yet; `account` names missing ones when all is resolved."""

    clan: str
    color: Text
    turn: bool
    left: tuple[tuple[str, int], ...]
    gone: tuple[str, ...]
    complete: bool | None
    """Whether all 13 cards are accounted for; None while cards are tapped in, or where only winners were."""
    account: Text | None
    look_at: str | None
    """The battlefield where a missing card most likely lies."""
    taken: tuple[str, ...]
    """The missing cards, where as many Assassins have crossed to this player: they are asked for, and no alarm."""
    points: Points
    conquered: int
    covered: bool
    """A card lies above the Lord, so that he was not the last."""


@dataclass(frozen=True, slots=True)
class LyingView:
    """A card in a stack. `fallen`: what removes it, by the cards tapped in so far."""

    card: str
    name: Text
    owner: str
    up: bool
    fallen: str


@dataclass(frozen=True, slots=True)
class StackView:
    """One army of a battlefield, bottom to top; `strength` with its reasons once it can be worked out."""

    seat: str
    cards: tuple[LyingView, ...]
    strength: Number | None
    bonus: int
    choices: tuple[int, ...]
    """Of which cards the Sanctuary takes one by this player's choice."""


@dataclass(frozen=True, slots=True)
class SpotView:
    """A battlefield. `steps` resolve it line by line; `winner` is whose it is, or would be by the cards so far."""

    tile: Battlefield
    between: tuple[str, str]
    sides: tuple[StackView, StackView]
    steps: tuple[Text, ...]
    done: bool
    quick: bool
    winner: str | None
    decided: bool
    """The cards give a result that can be taken down."""
    ask: Text | None
    refused: Text | None
    """Why it cannot be resolved yet."""
    early: Text | None
    """What is resolved before this one, where cards count: winners can be tapped all the same."""
    entered: Text | None
    """That cards are entered here, which a fold hides, with both strengths once they can be worked out."""
    by_cards: Text | None
    """What comes of them: another result is entered against them."""
    result: Text | None
    named: tuple[str, ...]
    peasant: bool
    lord: bool
    """What is left of the winner's, as far as it counts."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A question with several answers: whose it is, what may be chosen, how many of them."""

    seat: str
    choices: tuple[str, ...]
    count: int
    sentence: Text


@dataclass(frozen=True, slots=True)
class KenjinView(PlayersShown):
    """A whole game."""

    way: str
    phase: str
    """`layout`, `draft`, `deployment`, `combat`, `cowards` or `over`."""
    sentence: Text
    players: tuple[KenjinPlayerView, ...]
    oldest: str
    begun: bool
    """The oldest player has laid or chosen something: nobody else can go first."""
    teams: tuple[tuple[str, str], ...]
    team_totals: tuple[int, ...]
    mode: str
    dice: int
    spots: tuple[SpotView, ...]
    """The Supply Camp first: it is resolved before the others."""
    deployment: Deployment | None
    """The turn of the deployment, while that goes on."""
    number: int
    """The number of that turn."""
    rounds: int
    draft: ChoiceView | None
    supply: ChoiceView | None
    strengths: tuple[tuple[str, int | None], ...]
    recalled: bool
    """They are those of an earlier table, not looked at yet, and cards are counted by them here."""
    cards: tuple[KenjinCard, ...]
    tiles: tuple[Battlefield, ...]
    ranking: tuple[tuple[str, ...], ...] | None

    def unlaid(self, seat: str) -> tuple[tuple[KenjinCard, int], ...]:
        """A player's cards, with how many of each are not tapped in yet."""
        return tuple((CARDS[card], left) for card, left in self._of(seat).left)

    def holds(self, seat: str, card: str) -> bool:
        """Whether this player has such a card that is not tapped in yet."""
        return dict(self._of(seat).left).get(card, 0) > 0

    def others(self, seat: str) -> tuple[str, ...]:
        """Everybody but this player."""
        return tuple(player.seat for player in self.players if player.seat != seat)

    def _of(self, seat: str) -> KenjinPlayerView:
        return next(player for player in self.players if player.seat == seat)


def phase(state: KenjinState) -> str:
    """Where the game stands."""
    if not state.spots:
        return "draft" if state.draft else "layout"
    if not state.deployed:
        return "deployment"
    if not all(spot.done for spot in state.spots):
        return "combat"
    return "over" if state.finished else "cowards"


def sentence(state: KenjinState) -> Text:
    """The one sentence of the moment, the same for everybody."""
    stands = phase(state)
    if stands == "layout":
        if state.mode == "table":
            return Text("Enter the battlefields as they lie on the table.")
        return Text("Lay out the battlefields: drawn by the app, or entered from the table.")
    if stands == "draft" and state.draft:
        turn = draft_turn(state.draft)
        assert turn is not None
        values = {"who": turn.player, "first": turn.between[0], "second": turn.between[1]}
        return Text("%(who)s chooses a battlefield between %(first)s and %(second)s.", values)
    if stands == "deployment":
        found = setup.deploying(state)
        assert found is not None
        who = {"who": found.player or ""}
        return counted("%(who)s deploys the last card.", "%(who)s deploys %(num)s cards.", found.cards, who)
    if stands == "combat":
        ask, camp = combat.open_ask(state), state.spot(CAMP)
        if ask:
            return ask.reason
        if camp and not camp.done:
            if state.way == "score" and not any(spot.done for spot in state.spots):
                return Text("Deploy all your cards. Then turn up the Supply Camp: it is resolved first.")
            return Text("Turn up the Supply Camp: it is resolved first.")
        if state.way == "score" and not any(
            spot.done or any(army.cards for army in spot.sides) for spot in state.spots
        ):
            return Text(
                "Deploy all your cards. Then turn up a battlefield: tap who conquers it, or open it and enter its "
                "cards."
            )
        if state.way == "score":
            return Text("Turn up a battlefield: tap who conquers it, or open it and enter its cards.")
        return Text("Turn up a battlefield and enter its cards, bottom to top.")
    return Text("Did anyone deploy their Lord last? It costs 5 points.") if stands == "cowards" else result_words(state)


def result_words(state: KenjinState) -> Text:
    """Who has won the game."""
    found = combat.points(state)
    first = found.ranking[0]
    if state.teams and found.team_totals:
        best = max(found.team_totals)
        values = {"who": row(first), "points": counts.points(best)}
        if len(first) > len(state.teams[0]):
            return Text("Both teams share the victory with %(points)s each.", values)
        if found.team_totals.count(best) > 1:
            values["won"] = counts.battlefields(sum(found.conquered[player] for player in first))
            return Text("The team of %(who)s wins the tie at %(points)s: %(won)s conquered.", values)
        return Text("The team of %(who)s wins with %(points)s.", values)
    values = {"who": row(first), "points": counts.points(found.points[first[0]].total)}
    if len(first) > 1:
        return Text("%(who)s share the victory with %(points)s each.", values)
    if [one.total for one in found.points.values()].count(found.points[first[0]].total) > 1:
        values["won"] = counts.battlefields(found.conquered[first[0]])
        return Text("%(who)s wins the tie at %(points)s: %(won)s conquered.", values)
    return Text("%(who)s wins with %(points)s.", values)


def view(state: KenjinState) -> KenjinView:
    """The game as everybody sees it."""
    names = names_of(state)
    found = combat.points(state)
    ask = combat.open_ask(state)
    return KenjinView(
        way=state.way,
        phase=phase(state),
        sentence=named(sentence(state), names),
        players=_players(state, found),
        oldest=state.oldest,
        begun=setup.begun(state),
        teams=state.teams or (),
        team_totals=found.team_totals or (),
        mode=state.mode,
        dice=2 * setup.DICE,
        spots=tuple(_spot(state, spot) for spot in sorted(state.spots, key=lambda spot: spot.battlefield != CAMP)),
        deployment=setup.deploying(state) if phase(state) == "deployment" else None,
        number=state.turns + 1,
        rounds=ROUNDS,
        draft=_draft(state),
        supply=ChoiceView(ask.player, ask.choices, ask.count, named(ask.reason, names)) if ask else None,
        strengths=tuple((card, state.strengths.get(card)) for card in ENTERED),
        recalled=state.recalled and (state.way != "score" or any(a.cards for spot in state.spots for a in spot.sides)),
        cards=tuple(CARDS.values()),
        tiles=tuple(BATTLEFIELDS.values()),
        ranking=found.ranking if state.finished else None,
    )


def _players(state: KenjinState, found: KenjinScore) -> tuple[KenjinPlayerView, ...]:
    resolved = state.deployed and all(spot.done for spot in state.spots)
    accounts = stacks.accounts(state) if resolved else {}
    left = stacks.left(state)
    deploying = setup.deploying(state)
    turn = deploying.player if deploying else None
    by_seat = {player.seat: player for player in state.players}
    views = []
    for seat in state.seats:
        clan = CLANS[state.clans[seat]]
        by_cards = not any(spot.quick for spot in state.spots if seat in spot.between)
        account = accounts.get(seat) if by_cards else None
        taken = stacks.taken(state, seat, account) if account else ()
        player = KenjinPlayerView(
            seat,
            by_seat[seat].name,
            by_seat[seat].crest,
            clan.id,
            clan.color,
            turn == seat,
            tuple(left[seat].items()),
            state.gone.get(seat, ()),
            account.complete if account else None,
            _account(account, taken) if account else None,
            stacks.emptiest(state, seat) if account and account.missing and not taken else None,
            taken,
            found.points[seat],
            found.conquered[seat],
            seat in state.covered,
        )
        views.append(player)
    return tuple(views)


def _account(found: Account, taken: tuple[str, ...]) -> Text:
    """What is said of a player's cards: a question, where Assassins account for what is missing."""
    if not taken:
        return found.sentence
    cards = {"cards": row(named_cards(taken))}
    return counted(
        "An Assassin stands on the other side: did she eliminate this card? %(cards)s.",
        "%(num)s Assassins stand on the other side: did they eliminate these cards? %(cards)s.",
        len(taken),
        cards,
    )


def _draft(state: KenjinState) -> ChoiceView | None:
    turn = draft_turn(state.draft) if state.draft else None
    if turn is None:
        return None
    return ChoiceView(turn.player, turn.choices, 1, named(sentence(state), names_of(state)))


def _spot(state: KenjinState, spot: Spot) -> SpotView:
    names = names_of(state)
    found = state.resolution(spot)
    first = combat.camp_first(state, spot.battlefield)
    refused = found.reason if isinstance(found, Refusal) else first.reason if first else None
    steps = () if isinstance(found, Refusal) or spot.quick else found.steps
    ask = found.ask if isinstance(found, Resolution) and not spot.done else None
    winner = spot.winner if spot.done or isinstance(found, Refusal) else found.winner
    some = any(army.cards for army in spot.sides)
    bonus = state.bonus(spot.battlefield)
    first_side, second_side = (_side(army, found, bonus.get(army.player, 0)) for army in spot.sides)
    return SpotView(
        BATTLEFIELDS[spot.battlefield],
        spot.between,
        (first_side, second_side),
        tuple(named(step, names) for step in steps) if some else (),
        spot.done,
        spot.quick,
        winner,
        state.deployed and not spot.done and refused is None and ask is None,
        named(ask.reason, names) if ask else None,
        named(refused, names) if refused and not spot.done else None,
        named(first.reason, names) if first and not spot.done and state.way != "score" else None,
        _entered(spot, found) if some and not spot.done else None,
        named(verdict, names) if not spot.done and (verdict := combat.by_cards(state, spot)) else None,
        named(_result(state, spot.battlefield), names) if spot.done else None,
        spot.named,
        spot.peasant,
        spot.lord,
    )


def _entered(spot: Spot, found: Resolution | Refusal) -> Text:
    if isinstance(found, Refusal) or found.strength is None:
        return Text("Cards entered")
    one, two = (found.strength[seat] for seat in spot.between)
    return Text("%(one)s : %(two)s, cards entered", {"one": one, "two": two})


def _result(state: KenjinState, battlefield: str) -> Text:
    """What a resolved battlefield has brought by now: the rows add up to the points in the bar."""
    return then(combat.result_words(state, battlefield), combat.torii_words(state, battlefield))


def _side(army: Stack, found: Resolution | Refusal, bonus: int) -> StackView:
    fallen: dict[int, str] = {}
    strength: Number | None = None
    choices: tuple[int, ...] = ()
    if isinstance(found, Resolution):
        fallen = {fall.index: fall.by for fall in found.eliminated if fall.player == army.player}
        strength = found.why.get(army.player)
        choices = found.ask.choices if found.ask and found.ask.player == army.player else ()
    cards = tuple(
        LyingView(card.card, CARDS[card.card].name, owner(army, card), face_up(card), fallen.get(index, ""))
        for index, card in enumerate(army.cards)
    )
    return StackView(army.player, cards, strength, bonus, choices)
