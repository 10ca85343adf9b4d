"""The measurement of a tap's cost works: what it takes is asserted nowhere, that depends on the machine."""

from collections.abc import Callable
from cProfile import Profile
from pathlib import Path

from bench.anchor import Anchor
from bench.cost import ACT_MOST, ATTACK_MOST, Cost, Costs, Meter, Table, act_costs, attack_costs
from bench.sessions import UNREACHED, sessions
from companion.config import Config
from companion.play.registry import GAMES
from companion.web import create_app
from companion.web.services import Services
from tests.playthroughs.runner import HERE, entries, playthroughs

SESSIONS = (*playthroughs(), *sorted((HERE.parent.parent / "bench" / "sessions").glob("*.play")))
"""All that are recorded."""
ROUNDS = 4
MORE = 1.02
"""So many times the calls of English a language may take: a longer sentence is shortened at another place, and what a
memo lets go of differs by half as much from one process to the next."""


def test_an_attack_is_measured_tap_by_tap_beside_the_bare_app(tmp_path: Path) -> None:
    taps = attack_costs(tmp_path, rounds=1)
    assert next(iter(taps)) == "aim"
    assert list(taps)[-1] == "put away"
    assert all(0 < cost.bare < float("inf") and 0 < cost.ours < float("inf") for cost in taps.values())


class Calls(Meter):
    """Counts the calls of functions in what a tap causes."""

    def take(self, cost: Cost, tap: Callable[[], object]) -> None:
        """One round of this tap, beside a bare app of one call."""
        profile = Profile()
        profile.runcall(tap)
        cost.add(sum(function.callcount for function in profile.getstats()), 1)


def test_a_tap_in_german_takes_no_more_calls_than_one_in_english(tmp_path: Path) -> None:
    """An attack with all looks, while no time passes. What a process makes once in its life is made in the first round;
    of the next ones each tap counts at its least, for what a memo has let go of comes in some of them only."""
    app = create_app(Config(database_url=f"sqlite:///{tmp_path / 'calls'}.sqlite3"))
    services: Services = app.extensions["gunbai"]
    services.clock = lambda: 0.0
    meter = Calls(Anchor(tmp_path))
    played: dict[str, tuple[Table, dict[str, Cost]]] = {one: (Table(app, one), {}) for one in ("en", "de")}
    for table, _ in played.values():
        table.attack(meter, {})
    for number in range(ROUNDS):
        for table, taps in played.values():
            table.attack(meter, taps)
        counted = {one: sum(cost.ours for cost in taps.values()) for one, (_, taps) in played.items()}
        if number and counted["de"] <= counted["en"] * MORE:
            break
    services.close()
    assert 0 < counted["de"] <= counted["en"] * MORE, counted


def test_every_kind_of_act_is_in_a_session_or_said_to_be_in_none() -> None:
    reached: dict[str, set[str]] = {game: set() for game in GAMES}
    for path in SESSIONS:
        for game, _before, event, _after in entries(path.read_text()):
            reached[game.id].add(event.type)
    for game in GAMES.values():
        assert set(game.acts) - reached[game.id] == UNREACHED.get(game.id, frozenset()), game.id


def test_a_session_is_tapped_as_it_was_recorded(tmp_path: Path) -> None:
    """Every entry that the game took when it was recorded is taken from the phones too, and measured."""
    names = ("kensei_further", "kenjin_further", "tenno_further", "zipang_quick", "hidden_deployment")
    played = [one for one in sessions() if one.name in names]
    found = act_costs(tmp_path, replays=1, played=played)
    taken = sum(len(entries(path.read_text())) for path in SESSIONS if path.stem in names)
    assert sum(len(costs.taps) for costs in found.values()) == taken
    assert {game for game, _act in found} == set(GAMES)


def test_a_ratio_is_of_the_least_of_all_rounds() -> None:
    one, other = Cost(), Cost()
    for ours, bare in ((9.0, 3.0), (6.0, 2.0), (8.0, 1.0)):
        one.add(ours, bare)
    other.add(12.0, 1.0)
    assert (Costs([one]).ratio, Costs([one, other]).ratio, Costs([one, other]).worst) == (6.0, 9.0, 12.0)
    assert ATTACK_MOST < ACT_MOST
