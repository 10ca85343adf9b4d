"""Every golden situation is still answered as it was written."""

from pathlib import Path

import pytest

from tests.playthroughs.situations import replay, situations


@pytest.mark.parametrize("path", situations(), ids=lambda p: p.stem)
def test_situations(path: Path) -> None:
    written = path.read_text()
    assert replay(written) == written, "run `python -m tests.playthroughs.situations` and read the difference"
