"""What the four books say, as pure functions over frozen dataclasses.

Standard library only. Dice come in as faces; nothing here knows a clock, chance, a request or a file.
An illegal request is answered with a `Refusal` (a value); an exception is a bug.
"""

from typing import Literal

GameId = Literal["kensei", "kenjin", "tenno", "zipang"]
"""The games, each by its identifier."""
