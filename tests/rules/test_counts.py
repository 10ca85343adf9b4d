"""What is counted, in words."""

import pytest

from companion.rules.counts import percent


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0, "0"),
        (1e-30, "<\u00a01"),
        (0.0049, "<\u00a01"),
        (0.005, "1"),
        (0.0052, "1"),
        (0.015, "2"),
        (0.025, "3"),
        (0.2645, "26"),
        (0.265, "27"),
        (0.285, "29"),
        (0.5, "50"),
        (0.9949, "99"),
        (0.995, ">\u00a099"),
        (1 - 1e-12, ">\u00a099"),
        (1, "100"),
    ],
)
def test_percent_are_rounded_once_and_never_to_what_is_sure(chance: float, said: str) -> None:
    assert percent(chance) == said
