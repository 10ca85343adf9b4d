"""What changes initiative in close combat (2:7:9, 10:1)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.text import Modifier, Text

INITIATIVE: Mapping[str, Modifier] = {
    "charging": Modifier(2, Text("charging, first turn"), "9:5:5", "K15"),
    "spear-charged": Modifier(2, Text("spears on foot charged in front"), "5:2:1", "K19"),
    "spear-charged-by-riders": Modifier(3, Text("spears on foot charged in front by riders"), "5:2:1", "K19"),
    "defended-obstacle": Modifier(2, Text("defended obstacle, one turn"), "6:2:5", "K22"),
    "bushi": Modifier(1, Text("Bushi inside"), "2:7:9", "K26"),
    "daimyo": Modifier(2, Text("Daimyo inside"), "2:7:9", "K26"),
    "destroyed-enemy": Modifier(1, Text("destroyed an enemy last turn"), "11:1", "K26"),
    "withstood-and-shot": Modifier(-1, Text("withstood and shot"), "9:5:6", "K20"),
    "run-through": Modifier(-1, Text("friends fled through it"), "11:4:2", "K26"),
    "moved-through": Modifier(-2, Text("moved through friends, or was moved through"), "9:4:2"),
}
"""By name. A Bushi's own bonus stands in his profile."""
