"""No refusal tells what a seat may not see: whoever sends an act with wrong values learns nothing by the answer.

In every golden session a secret is changed (`twins`), and as long as a seat sees the same at both tables it sends every
act, for itself and for others, with wrong values one at a time: both tables have to answer the same. So a leak shows in
whatever sentence it comes, and by an act that is refused at one table only.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import chain, islice, product
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from companion.play.acts import Act, Game, everybody
from companion.play.cardgame import names_of
from companion.play.game import Event, Seat
from companion.play.kenjin.game import KENJIN
from companion.play.kensei.game import KENSEI
from companion.play.registry import GAMES
from companion.play.tenno.state import TennoState
from companion.play.zipang.game import ZIPANG
from companion.rules.tenno.cards import CARDS
from companion.rules.text import Refusal
from tests.playthroughs.runner import entries, playthroughs
from tests.playthroughs.twins import Twin, everything, seats_of, twins, words

SESSIONS = [path for path in playthroughs() if path.stem != "hard_turn"]
"""That one is the entire hard turn with less in it."""
WRONG: tuple[Any, ...] = ("no-such", -1, None)
GONE = "is in no layout any more: look at the cards again, or undo the duel in which it was tapped by mistake."
NOT_COMPARED = {
    ("kensei", "enter"): "what is kept is whether the book was set aside, and no state remembers that",
    ("kensei", "ready"): "what is kept is the nonce of a seal",
    ("kensei", "show-hidden"): "what is kept is that somebody was not named, and no state remembers that",
    ("kensei", "use"): "what is kept is who does it: another would not have had the dice that follow",
    ("tenno", "pile"): "it lies open as long as it counts: back in the game there are no piles",
    ("tenno", "rest"): "it lies open as long as it counts",
    ("tenno", "total"): "it lies open as long as it counts",
    ("zipang", "answer"): "what is kept is the sum of a hand that blocked, and no state remembers that",
}
"""Acts that differ in no session, and why nothing is lost by it."""
MANY = 30
"""A game with more acts than this is Kensei: hundreds of moments of it would take minutes."""
KNOWN_WORDS = 3
"""So many values that a field has in the sessions are sent in it, beside those of the secret itself."""


@cache
def samples(game: Game[Any]) -> Mapping[str, Mapping[str, Any]]:
    """The data of one event of each kind that the sessions have."""
    return {event.type: event.data for _, _, event, _ in everything(game)}


@cache
def twins_of(path: Path) -> tuple[Twin, ...]:
    """The twins of a session, made once for all who ask."""
    return tuple(twins(entries(path.read_text())))


def forms(twin: Twin, act: Act[Any], base: Mapping[str, Any], names: list[str]) -> Iterator[dict[str, Any]]:
    """What is sent as this act: as it comes next in the session, and with each field wrong in many ways. What
    is refused before any table is looked at tells nothing of one."""
    for form in _forms(twin, act, base, names):
        with suppress(ValidationError):
            act.data.model_validate(form)
            yield form


def _forms(twin: Twin, act: Act[Any], base: Mapping[str, Any], names: list[str]) -> Iterator[dict[str, Any]]:
    yield dict(base)
    for name in act.data.model_fields:
        sent = [(type(base[name]), base[name])] if name in base else []
        for value in chain(words(twin.game).get(name, [])[:KNOWN_WORDS], twin.about.data.values(), names, WRONG):
            if (type(value), value) not in sent:
                sent.append((type(value), value))
                yield {**base, name: value}


def differences(twin: Twin, game: Game[Any]) -> Iterator[str]:
    """Acts that the two tables answer otherwise: at the last moment at which they look the same, and at every one where
    a game has few acts."""
    acts = game.acts
    answer = partial(Game.apply, game) if game is KENSEI else game.apply  # what it took, a battle need not tidy after
    last = len(twin.states) - 1
    for moment in range(last if len(acts) > MANY else 0, last + 1):
        one, other = twin.states[moment]
        following, seats = twin.following(moment), seats_of(game, one)
        kept, instead = (game.secrets(state) for state in (one, other))
        names = sorted(name for name in kept ^ instead if " " not in name)
        for act in acts.values():
            base = following.get(act.name) or samples(twin.game).get(act.name, {})
            sent = list(forms(twin, act, base, names))
            for seat, form in product(seats, sent):
                event = Event(act.name, seat, twin.eyes, form)
                if form is not sent[0] and all(game.barred(state, event) for state in (one, other)):
                    continue  # before anything of the form is read: what was told of the first one holds
                found = (answer(state, event) for state in (one, other))
                first, second = (told if isinstance(told, Refusal) else "entered" for told in found)
                if first != second and not of_the_tapped_card(one, other, event, (str(first), str(second))):
                    yield f"{twin.eyes} sends {event}, where {twin.about} differs: {first} / {second}"


def of_the_tapped_card(one: Any, other: Any, event: Event, answers: tuple[str, str]) -> bool:
    """Whether the difference is what Tenno may say (ruling T8): that the very card tapped fights no more, by its name
    and its player's, and the attacker's own card before a rival's."""
    if not isinstance(one, TennoState) or event.type != "duel":
        return False
    first, second = (_first_fallen(state, event) for state in (one, other))
    return first != second and all(
        fallen is None or f"{CARDS[fallen[1]].name} of {names_of(one)[fallen[0]]} {GONE}" in told
        for fallen, told in zip((first, second), answers, strict=True)
    )


def _first_fallen(state: TennoState, event: Event) -> tuple[Seat, str] | None:
    target = event.data["target"]
    tapped = [(event.seat, event.data["card"]), (target, event.data["defense"])]
    tapped += [(target, "monk")] if event.data.get("monk") is True else []
    return next((one for one in tapped if one in state.fallen), None)


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_no_refusal_tells_what_its_seat_may_not_see(path: Path) -> None:
    found = list(islice(chain.from_iterable(differences(twin, twin.game) for twin in twins_of(path)), 3))
    assert not found, "\n".join(found)


# ---- the comparison itself


def test_secrets_of_every_kind_of_act_are_compared() -> None:
    """Each act that keeps something from somebody differs in some session; but for those named here."""
    compared = {(twin.game.id, twin.about.type) for path in SESSIONS for twin in twins_of(path)}
    kept = {(game.id, act.name) for game in GAMES.values() for act in game.acts.values() if act.sees is not everybody}
    assert kept - compared == NOT_COMPARED.keys(), "its seats' views show what is kept, or no session has another value"


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game is not KENSEI], ids=lambda game: str(game.id))
def test_what_only_some_seats_see_is_called_a_secret(game: Game[Any]) -> None:
    """Else no curtain hangs before it, and who has shown it takes that back without asking. Kensei's views also differ
    in what their seats may do."""
    for _, _, event, after in everything(game):
        seen = game.view(after, None)
        for eyes in seats_of(game, after):
            same = game.has_secret(after) or game.view(after, eyes) == seen
            assert same, f"after {event} {eyes} sees what a spectator does not: {game.id}'s `secrets` must name it"


@pytest.mark.parametrize("game", [KENJIN, ZIPANG], ids=lambda game: str(game.id))
def test_a_game_without_secrets_in_its_state_is_the_same_to_all(game: Game[Any]) -> None:
    """Of these two nothing is compared above: their states keep nothing that one seat alone may know."""
    blocked = 0
    for _, before, event, after in everything(game):
        shown = [game.show_event(after, event, eyes) for eyes in seats_of(game, after)]
        if all(data == event.data for data in shown):
            continue
        other = replace(event, data={**event.data, "sum": event.data["sum"] + 1})
        instead = game.apply(before, other)
        if str(game.line(before, event, after).public) == str(game.line(before, other, instead).public):
            blocked += 1
            assert instead == after, "which hand blocked is told nobody, and kept nowhere"
    assert bool(blocked) == (game is ZIPANG)
