"""Requests to try, as the OpenAPI document shows them; a test sends each of them."""

from __future__ import annotations

CHARGE = {
    "kind": "melee",
    "attacker": {"unit": "katana-samurai", "miniatures": 10, "characters": [], "weapon": None},
    "defender": {"unit": "yari-ashigaru", "miniatures": 10, "accumulated_damage": 0, "characters": []},
    "situation": {"charging": True, "zone": "front", "first_turn": True, "defender_defensive": True},
    "modifiers": [{"to": "at", "value": 0, "reason": "house rule"}],
    "settings": {"halved_defense": "up", "superiority": "cumulative"},
    "dice": {
        "attack": [1, 3, 6, 4, 2, 4, 5, 6, 7, 0],
        "defense": [2, 5, 0, 6, 3],
        "damage": [6, 7, 2, 1],
    },
}

SHOT = {
    "kind": "shot",
    "attacker": {"unit": "yumi-samurai", "miniatures": 10},
    "defender": {"unit": "katana-samurai", "miniatures": 10},
    "situation": {"distance_cm": 58},
}

NUMBERS = {
    "dc": 10,
    "at": 7,
    "df": 3,
    "ar": 2,
    "damage_bonus": 0,
    "vt": 3,
    "accumulated_damage": 0,
    "miniatures": 10,
    "hr": 5,
}

COMBAT = {
    "first": {**NUMBERS, "at": 4, "dc_per_miniature": 1, "ve": 2},
    "second": {**NUMBERS, "at": 6, "ar": 1, "dc_per_miniature": 1, "ve": 1},
}

HONOR = {
    "unit": "yari-ashigaru",
    "characters": [],
    "standard_bearer": True,
    "commander": {"character": "taisho-buke", "distance_cm": 12},
    "sohei_cm": None,
    "bonuses": [],
    "die": 7,
}
