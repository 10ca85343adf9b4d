"""What a combat of Kenjin says on the page, of each kind of situation once; the rest of the book and its FAQ is held by
the tests of the rules, and whole combats are walked in `test_every_word`."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

import pytest
from flask.testing import FlaskClient

from companion.rules.kenjin.cards import BATTLEFIELDS
from tests.browser.sitting import STRENGTHS
from tests.web.test_card_games import make, tap, text

CAMP = "supply-camp"


@dataclass(frozen=True)
class Case:
    """A battlefield with Ana's and Ben's cards from bottom to top, and what comes of it.

    `wins` is a, b, or nobody; `strength` Ana's and Ben's; `left` what the winner counts there. `camp`: Ana strengthens
    this battlefield by the Supply Camp. `destroy`: which card Ana gives to the Sanctuary, where she has a choice.
    """

    section: str
    what: str
    tile: str
    ana: str
    ben: str
    wins: str = ""
    strength: tuple[int, int] = (0, 0)
    left: str = ""
    camp: bool = False
    destroy: int | None = None
    refused: str = ""
    page: tuple[str, ...] = field(default_factory=tuple)


PEASANT, LORD = "A Peasant is left: +1.", "The Lord is left: +3."
CASES = (
    Case("Determine the Winner", "the higher Total Strength", "torii", "ashigaru", "general", "a", (3, 2)),
    Case("Determine the Winner", "equal in both: nobody conquers", "torii", "general", "samurai", "nobody", (2, 2)),
    Case("FAQ", "an army of only the opponent's Assassin conquers", "torii", "assassin@b", "shugenja", "a", (1, 0)),
    Case("FAQ", "a fourth card stands on no Bridge, a General's neither",
         "bridge", "scout,lord,brute,general", "", refused="Own cards of Ana on the Bridge: 4; three are allowed."),
    Case("Special Cases", "a regular card laid face down is out of the game",
         "torii", "scout:down,lord", "",
         refused="Scout deployed face down leaves the game (it counts as played); take it out."),
    Case("Port", "counts a secret card a Scout has turned",
         "port", "peasant:up,lord", "general", "a", (3, 3), f"{PEASANT} {LORD}"),
    Case("Sanctuary", "of equally weak cards their player chooses",
         "sanctuary", "scout,archer,lord", "ashigaru", "a", (3, 0), LORD,
         destroy=0, page=("Sanctuary: Ana chooses which of the weakest cards is lost.",)),
    Case("Supply Camp", "1 more turns a tie",
         "village", "general", "samurai", "a", (3, 2), camp=True, page=("Ana: +1 (Supply Camp).",)),
)  # fmt: skip


def _of(case: Case) -> tuple[str, ...]:
    """Four battlefields with the one of the case, and the Supply Camp where it has a part."""
    wanted = [case.tile, *([CAMP] if case.camp else [])]
    fours = [tile for tile in wanted if BATTLEFIELDS[tile].value == 4]
    sixes = [tile for tile in wanted if BATTLEFIELDS[tile].value == 6]
    for tile, points in (("torii", fours), ("village", fours), ("bridge", sixes), ("palace", sixes)):
        if len(points) < 2 and tile not in points:
            points.append(tile)
    return (*fours, *sixes)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.section}: {case.what}")
def test_on_the_page(client: FlaskClient, case: Case) -> None:
    known = {f"strengths.{card}": str(n) for card, n in STRENGTHS.items()}
    setup = {"way": "score", "battlefields": "table", "phones": "one", "name.b": "Ben", **known}
    table = make(client, "kenjin", players="2", **setup)

    def do(seat: str, type_: str, **form: str) -> str:
        answer = tap(client, table, seat, type_, **form)
        assert answer.status_code == 303, html.unescape(answer.get_data(as_text=True))
        return re.sub(r"\s+", " ", html.unescape(text(client, f"/t/{table}")))

    do("a", "place", **{f"spots.{tile}": "ab" for tile in _of(case)})
    if case.camp:
        do("a", "quick", battlefield=CAMP, winner="a")
        other = next(tile for tile in _of(case) if tile not in (CAMP, case.tile))
        do("a", "supply", named=f"{case.tile},{other}")
    if case.refused:
        answer = tap(client, table, "a", "army", battlefield=case.tile, cards=case.ana)
        assert answer.status_code == 422
        assert case.refused in html.unescape(answer.get_data(as_text=True))
        return
    do("a", "army", battlefield=case.tile, cards=case.ana)
    page = asked = do("b", "army", battlefield=case.tile, cards=case.ben)
    tile = BATTLEFIELDS[case.tile]
    if case.destroy is not None:
        assert f"takes {tile.name}" not in asked
        page = do("a", "destroy", battlefield=case.tile, index=str(case.destroy))
    name = {"a": "Ana", "b": "Ben", "nobody": "Nobody"}[case.wins]
    points = f": {tile.value}" if case.wins != "nobody" else ""
    assert f"{name} takes {tile.name}{points}" in page
    for player, strength in zip(("Ana", "Ben"), case.strength, strict=True):
        assert f"{player}: strength {strength}." in page
    for words in case.page:
        assert words in asked
    done = do("a", "conquer", battlefield=case.tile, winner=case.wins)
    if case.wins == "nobody":
        assert "Nobody conquers it." in done
        assert "names two other battlefields" not in done
    else:
        left = f" {case.left}" if case.left else ""
        assert f"{name} conquers it for {tile.value} points.{left}</small>" in done


def test_torii_peasants_lord_and_coward(client: FlaskClient) -> None:
    """End of the Game: Torii adds 1 for each other battlefield, a Lord 3, a Peasant 1; a coward loses 5."""
    tiles: dict[str, dict[str, str]] = {
        "torii": {"winner": "a", "peasant": "true"},
        "village": {"winner": "a", "peasant": "true", "lord": "true"},
        "palace": {"winner": "b"},
        "bridge": {"winner": "nobody"},
    }
    table = make(client, "kenjin", players="2", way="score", battlefields="table", phones="one", **{"name.b": "Ben"})
    tap(client, table, "a", "place", **{f"spots.{tile}": "ab" for tile in tiles})
    for tile, form in tiles.items():
        assert tap(client, table, "a", "quick", battlefield=tile, **form).status_code == 303
    assert tap(client, table, "a", "cowards", players="a").status_code == 303
    page = re.sub(r"\s+", " ", html.unescape(text(client, f"/t/{table}")))
    assert "Ana wins with 9 points." in page
    assert "<b>The end</b>" in page, "the bar no longer says Combat"
    rows = re.findall(r'<th scope="row">([\w ]+)</th>\s*<td>(?:<b>)?(-?\d+)', page)
    assert dict(rows) == {
        "Battlefields": "8",
        "Peasants": "2",
        "Lord": "3",
        "Torii": "1",
        "Coward": "-5",
        "In all": "9",
    }
