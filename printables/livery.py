"""What tells one clan's cards from another's besides the crest: a colour, and the weave of the cloth behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from printables.ink import Role

Weave = Literal["asanoha", "hishi", "kikko", "seigaiha", "shippo"]
"""Hemp leaves, diamonds, tortoise shell, waves, and rings: five old patterns drawn in lines."""


@dataclass(frozen=True, slots=True)
class Livery:
    """The colour is dark enough for white letters on it, in greys too."""

    color: Role
    weave: Weave


LIVERIES: Mapping[str, Livery] = {
    "tomoe": Livery("second", "shippo"),
    "kiri": Livery("rose", "asanoha"),
    "ume": Livery("accent", "shippo"),
    "takanoha": Livery("green", "hishi"),
    "uroko": Livery("second", "seigaiha"),
    "kuyo": Livery("blue", "shippo"),
    "ogi": Livery("accent", "asanoha"),
    "tsuru": Livery("second", "kikko"),
    "sasarindo": Livery("green", "asanoha"),
    "kikko": Livery("green", "kikko"),
    "yama": Livery("blue", "hishi"),
    "nami": Livery("blue", "seigaiha"),
    "kikyo": Livery("rose", "shippo"),
    "bishi": Livery("accent", "hishi"),
    "katabami": Livery("green", "shippo"),
    "mokko": Livery("accent", "kikko"),
    "hikiryo": Livery("second", "hishi"),
    "rokumonsen": Livery("accent", "seigaiha"),
    "kutsuwa": Livery("rose", "hishi"),
    "tsuki": Livery("blue", "asanoha"),
    "gunbai": Livery("second", "asanoha"),
}
"""One for each crest; no two crests share both."""
