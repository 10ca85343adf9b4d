"""Every game has a golden playthrough, and every one still goes as it was written."""

from pathlib import Path

import pytest

from companion.play.registry import GAMES
from tests.playthroughs.runner import playthroughs, replay


@pytest.mark.parametrize("path", playthroughs(), ids=lambda p: p.stem)
def test_playthrough(path: Path) -> None:
    written = path.read_text()
    assert replay(written) == written, "run `python -m tests.playthroughs.runner` and read the difference"


def test_every_game_has_one() -> None:
    lines = [line for path in playthroughs() for line in path.read_text().splitlines()]
    played = {line.split()[1] for line in lines if line.startswith("game:")}
    assert played == set(GAMES)
