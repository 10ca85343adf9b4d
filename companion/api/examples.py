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

ARMY = {
    "format": "gunbai-army",
    "version": 1,
    "name": "Takeda vanguard",
    "clan": "Takeda",
    "path": "buke",
    "level": 1,
    "units": [
        {
            "id": "u1",
            "unit": "yari-ashigaru",
            "miniatures": 5,
            "standard_bearer": True,
            "front": 5,
            "name": "First spears",
        },
        {"id": "u2", "unit": "katana-samurai", "miniatures": 4},
        {"id": "u3", "unit": "yari-samurai", "miniatures": 4},
    ],
    "characters": [
        {"id": "c1", "character": "busho-buke", "weapon": "katana", "joins": "u3", "name": "Baba"},
        {"id": "c2", "character": "spy", "joins": "u1"},
    ],
    "general": "c1",
    "taisho_abilities": ["banzai"],
}

ARMY_WITH_PROBLEMS = {
    **ARMY,
    "units": [{"id": "u1", "unit": "yari-ashigaru", "miniatures": 8}, {"id": "u2", "unit": "ninjas", "miniatures": 3}],
    "characters": [{"id": "c1", "character": "daisho-ashigaru", "mounted": True, "joins": "u1"}],
    "taisho_abilities": [],
}

PRINT = {
    "army": ARMY,
    "pieces": ["troop-cards", "character-cards", "markers", "army-sheet", "reference"],
    "paper": "a4",
    "sides": "long-edge",
    "base_url": None,
}
