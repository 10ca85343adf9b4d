"""What the rules of the card games refuse, for their tests."""

from companion.rules.text import Refusal


def paths(refusal: object) -> list[str]:
    """Where the problems of a refusal lie. It must be one, and have words."""
    assert isinstance(refusal, Refusal), refusal
    assert str(refusal)
    return [problem.path for problem in refusal.problems]
