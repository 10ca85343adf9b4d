"""Kenjin as a table knows it: the five verbs, every event in one registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from companion.play.cardgame import SEATS, CardGame, Player, first_seat, named, names_of, seat_players
from companion.play.game import Due, Event, Result
from companion.play.kenjin import combat, setup
from companion.play.kenjin import view as views
from companion.play.kenjin.state import ACTS, KenjinState, Mode, Way
from companion.rules.house import chosen
from companion.rules.kenjin.cards import CLANS, LEAST_PLAYERS, MOST_PLAYERS
from companion.rules.kenjin.house import KenjinHouse
from companion.rules.text import Problem, Refusal, Text, counted, refuse


class Kenjin(CardGame[KenjinState]):
    """Battlefields between two to four neighbors."""

    id = "kenjin"
    name = "Kenjin"
    seats = SEATS[:MOST_PLAYERS]
    rules_version = "kenjin-1"
    state = KenjinState
    acts = ACTS

    def start(self, setup: Mapping[str, Any]) -> KenjinState | Refusal:
        """`setup`: `players` (2 to 4) with `name.a`, `crest.a` and `clan.a`; `battlefields` draw, draft or table;
        `teams` yes or no; `way` score or help; `strengths` by card, as far as the server remembers them;
        `checked` yes where these players have looked at them.

        The first seat is the oldest player's, until somebody says otherwise.
        """
        clans = _clans(setup)
        if isinstance(clans, Refusal):
            return clans
        players = seat_players(setup, LEAST_PLAYERS, MOST_PLAYERS, [str(CLANS[clan].name) for clan in clans])
        return players if isinstance(players, Refusal) else _started(setup, players, clans)

    def again(self, state: KenjinState, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same choices, clans and oldest player, with the Strengths that are known by now."""
        clans = {f"clan.{seat}": clan for seat, clan in state.clans.items()}
        known = {f"strengths.{card}": str(strength) for card, strength in state.strengths.items()}
        checked = {} if state.recalled else {"checked": "yes"}
        return {**super().again(state, setup), **clans, **known, **checked, "begins": state.oldest}

    def due(self, state: KenjinState) -> tuple[Due, ...]:
        """What each seat does next."""
        names = names_of(state)
        sentence = named(views.sentence(state), names)
        stands = views.phase(state)
        needed = () if state.strengths_known or stands == "over" else tuple(
            Due(seat, "strengths", _STRENGTHS, owed=True) for seat in state.seats
        )  # fmt: skip
        return (*self._acts(state, stands, sentence), *needed)

    def _acts(self, state: KenjinState, stands: str, sentence: Text) -> tuple[Due, ...]:
        if stands == "layout":
            data = {"dice": 2 * setup.DICE}
            return tuple(Due(seat, "layout", sentence, setup.STEP, data) for seat in state.seats)
        shown: views.KenjinView = self.view(state, None)
        if shown.draft:
            words = Text("Choose a battlefield between %(first)s and %(second)s.", sentence.values)
            return (Due(shown.draft.seat, "choose", words),)
        found = shown.deployment
        if found and found.player:
            words = counted("Deploy your last card.", "Deploy %(num)s cards.", found.cards)
            return (Due(found.player, "turn", words, f"turn.{shown.number}"),)
        if shown.supply:
            words = Text("Supply Camp: name two other battlefields for +1 each.")
            return (Due(shown.supply.seat, "supply", words),)
        if stands == "over":
            return ()
        kind = "combat" if stands == "combat" else "cowards"
        return (*_sanctuary(shown), *(Due(seat, kind, sentence) for seat in state.seats))

    def shown(self, state: KenjinState) -> views.KenjinView:
        return views.view(state)

    def result(self, state: KenjinState) -> Result | None:
        """Players, or teams, by points, once every battlefield is resolved and cowards are named."""
        if not state.finished:
            return None
        found = combat.points(state)
        totals = {seat: points.total for seat, points in found.points.items()}
        words = named(views.result_words(state), names_of(state))
        return Result(found.ranking, totals, words, state.teams or ())

    def line(self, before: KenjinState, event: Event, after: KenjinState) -> Any:
        """What the log says; the event that ends the game says who has won."""
        line = super().line(before, event, after)
        if before.finished or not after.finished or line.public is None:
            return line
        over = named(views.result_words(after), names_of(after))
        return replace(line, public=Text("%(first)s %(then)s", {"first": line.public, "then": over}))


def _sanctuary(shown: views.KenjinView) -> tuple[Due, ...]:
    """The questions of a Sanctuary whose cards are tapped in."""
    return tuple(
        Due(side.seat, "destroy", spot.ask, spot.tile.id, {"choices": list(side.choices)})
        for spot in shown.spots
        for side in spot.sides
        if spot.ask and side.choices and not spot.refused
    )


_STRENGTHS = Text("Enter the Strength printed on eight of your cards, once for all tables.")


def _clans(setup: Mapping[str, Any]) -> tuple[str, ...] | Refusal:
    """Each seat's clan: the chosen ones, the others in the book's order."""
    problems: list[Problem] = []
    chosen: dict[str, str] = {}
    for seat in Kenjin.seats:
        clan = str(setup.get(f"clan.{seat}") or "")
        if clan and clan not in CLANS:
            text = Text("There is no such clan; the clans are: %(known)s.", {"known": ", ".join(CLANS)})
            problems.append(Problem(f"clan.{seat}", text))
        elif clan in chosen.values():
            text = Text("%(clan)s is another player's clan; choose another one.", {"clan": CLANS[clan].name})
            problems.append(Problem(f"clan.{seat}", text))
        elif clan:
            chosen[seat] = clan
    free = [clan for clan in CLANS if clan not in chosen.values()]
    return refuse(problems, "Setup") if problems else tuple(chosen.get(seat) or free.pop(0) for seat in Kenjin.seats)


def _started(given: Mapping[str, Any], players: tuple[Player, ...], clans: Sequence[str]) -> KenjinState | Refusal:
    mode, teams = given.get("battlefields", "draw"), given.get("teams", "no")
    problems: list[Problem] = []
    if mode not in get_args(Mode):
        problems.append(Problem("battlefields", Text("Battlefields: draw, draft or table.")))
    elif mode == "draft" and len(players) == 2:
        problems.append(Problem("battlefields", Text("Two players do not choose battlefields; draw them.")))
    if teams not in ("yes", "no", True, False):
        problems.append(Problem("teams", Text("Teams: yes or no.")))
    elif teams in ("yes", True) and len(players) != 4:
        problems.append(Problem("teams", Text("Teams need four players.")))
    way = given.get("way", "help")
    if way not in get_args(Way):
        problems.append(Problem("way", Text("Choose score or help.")))
    first = first_seat(given, players)
    if isinstance(first, Refusal):
        problems += first.problems
    strengths = setup.strengths_of(given)
    if isinstance(strengths, Refusal):
        problems += strengths.problems
    house = chosen(KenjinHouse, given)
    if isinstance(house, Refusal):
        problems += house.problems
    if problems or isinstance(strengths, Refusal) or isinstance(first, Refusal) or isinstance(house, Refusal):
        return refuse(problems, "Setup")
    by_seat = {player.seat: clan for player, clan in zip(players, clans, strict=False)}
    state = KenjinState(players, by_seat, mode, teams in ("yes", True), strengths, first, way=way, house=house)
    state = replace(state, recalled=state.strengths_known and given.get("checked") != "yes")
    return setup.all_on_offer(state)


KENJIN = Kenjin()
