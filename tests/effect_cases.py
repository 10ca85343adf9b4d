"""What each lasting effect changes, effect by effect, in the rules and over the API (K15, K19, K26, K44, K71 to K78).

Each case says who has the effect, in which strike or roll, and by how much the numbers differ from those without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class StrikeCase:
    """A strike of full units; `changes` by the names of the numbers."""

    effect: str
    on: Literal["attacker", "defender"]
    attacker: str
    defender: str
    changes: dict[str, int] = field(default_factory=dict)
    kind: Literal["melee", "shot"] = "melee"
    situation: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RollCase:
    """An initiative or honor roll of one who has the effect."""

    effect: str
    who: str
    change: int
    bushi: str | None = None


CHARGE = {"charging": True}
FLANK = {"charging": True, "zone": "flank"}
LATER = {"charging": True, "first_turn": False}
AT_30 = {"distance_cm": 30}
ATTACKER, DEFENDER = "attacker", "defender"

WITHOUT_A_STRIKE = (
    "bushido-law", "refused", "cried-at", "chanted-at", "run-through", "destroyed-enemy", "warrior-women",
    "broke-away", "moved-through", "failed-vanishing", "banzai", "divine-wind",
)  # fmt: skip
"""Effects that change no number of a strike."""

STRIKES = [
    StrikeCase("no-thinking", ATTACKER, "kengo", "yari-ashigaru", {"df": -1}),
    StrikeCase("no-thinking", DEFENDER, "kengo", "yari-ashigaru"),
    StrikeCase("path-is-void", ATTACKER, "kensei", "yari-ashigaru", {"df": -2}),
    StrikeCase("clean-cut", ATTACKER, "kensei", "kiba-musha", {"ar": -2}),
    StrikeCase("clean-cut", ATTACKER, "kensei", "katana-samurai", {"ar": -1}),
    StrikeCase("revolving-hit", ATTACKER, "ikame-bo", "katana-samurai", {"dc": 4}, situation=CHARGE),
    StrikeCase("revolving-hit", ATTACKER, "ikame-bo", "katana-samurai"),
    StrikeCase("revolving-hit", ATTACKER, "ikame-bo", "katana-samurai", situation=LATER),
    StrikeCase("revolving-hit", ATTACKER, "ikame-bo", "kensei", {"dc": 4}, situation=CHARGE),
    StrikeCase("alternated-shot", ATTACKER, "teppotai", "katana-samurai", {"dc": 4}, "shot", AT_30),
    StrikeCase("alternated-shot", ATTACKER, "teppotai", "katana-samurai"),
    StrikeCase("metsuke", ATTACKER, "spy", "ninjas", {"dc": 6}),
    StrikeCase("metsuke", ATTACKER, "spy", "shinobi", {"dc": 6}),
    StrikeCase("metsuke", ATTACKER, "spy", "katana-samurai"),
    StrikeCase("metsuke", ATTACKER, "kensei", "ninjas"),
    StrikeCase("ashigarus-general", ATTACKER, "yari-ashigaru", "katana-samurai", {"at": -1}),
    StrikeCase("ashigarus-general", ATTACKER, "teppotai", "katana-samurai", {"at": -1}, "shot", AT_30),
    StrikeCase("ashigarus-general", ATTACKER, "katana-samurai", "yari-ashigaru"),
    StrikeCase("overwhelmed", ATTACKER, "katana-samurai", "ama-kihei", {"at": 1}),
    StrikeCase("overwhelmed", ATTACKER, "yumi-samurai", "ama-kihei", {}, "shot", AT_30),
    StrikeCase("overwhelmed", DEFENDER, "katana-samurai", "ama-kihei"),
    StrikeCase("two-swords", DEFENDER, "katana-samurai", "kengo", {"df": 1}),
    StrikeCase("two-swords", DEFENDER, "yumi-samurai", "kengo", {}, "shot", AT_30),
    StrikeCase("two-swords", ATTACKER, "kengo", "katana-samurai"),
    StrikeCase("cherry-tree-flowers", DEFENDER, "katana-samurai", "onna-bushi", {"df": -1, "ar": -1}),
    StrikeCase("cherry-tree-flowers", DEFENDER, "ikame-bo", "onna-bushi", {"df": -1}),
    StrikeCase("cherry-tree-flowers", DEFENDER, "yumi-samurai", "onna-bushi", {}, "shot", AT_30),
    StrikeCase("cherry-tree-flowers", ATTACKER, "onna-bushi", "katana-samurai"),
    StrikeCase("wall-of-stakes", DEFENDER, "yumi-samurai", "teppotai", {"df": 1}, "shot", AT_30),
    StrikeCase("wall-of-stakes", DEFENDER, "yumi-samurai", "teppotai", {}, "shot", {**AT_30, "zone": "flank"}),
    StrikeCase("wall-of-stakes", DEFENDER, "yumi-samurai", "teppotai", {}, "shot", {**AT_30, "cover": "light"}),
    StrikeCase("wall-of-stakes", DEFENDER, "yumi-samurai", "teppotai", {}, "shot", {**AT_30, "cover": "heavy"}),
    StrikeCase("wall-of-stakes", DEFENDER, "katana-samurai", "teppotai", {"df": 1}, situation=CHARGE),
    StrikeCase("wall-of-stakes", DEFENDER, "katana-samurai", "teppotai", {}, situation={**CHARGE, "cover": "heavy"}),
    StrikeCase("wall-of-stakes", DEFENDER, "katana-samurai", "teppotai", {}, situation=FLANK),
    StrikeCase("wall-of-stakes", DEFENDER, "katana-samurai", "teppotai", {}, situation=LATER),
    StrikeCase("wall-of-stakes", DEFENDER, "katana-samurai", "teppotai"),
    StrikeCase("forest-of-spears", DEFENDER, "katana-samurai", "yari-samurai", {"at": 1, "df": 1}, situation=CHARGE),
    StrikeCase("forest-of-spears", DEFENDER, "kiba-musha", "yari-samurai", {"at": 2, "df": 1}, situation=CHARGE),
    StrikeCase("forest-of-spears", DEFENDER, "yari-kiba-musha", "yari-samurai", {"at": 2, "ar": 1, "df": 1},
               situation=CHARGE),
    StrikeCase("forest-of-spears", DEFENDER, "katana-samurai", "yari-samurai", {}, situation=FLANK),
    StrikeCase("forest-of-spears", DEFENDER, "katana-samurai", "yari-samurai", {}, situation=LATER),
    StrikeCase("forest-of-spears", ATTACKER, "yari-samurai", "katana-samurai", {}, situation=CHARGE),
    StrikeCase("forest-of-spears", DEFENDER, "katana-samurai", "yari-samurai", {"dc": -2, "at": 1, "df": 1},
               situation={"counter_charge": "won"}),
    StrikeCase("remain-steadfast", DEFENDER, "katana-samurai", "ikame-bo", {"at": 1}, situation=CHARGE),
    StrikeCase("remain-steadfast", DEFENDER, "katana-samurai", "ikame-bo", {"at": 1}, situation=FLANK),
    StrikeCase("remain-steadfast", DEFENDER, "yari-kiba-musha", "kiba-musha", {"at": 3, "ar": 1}, situation=CHARGE),
    StrikeCase("remain-steadfast", DEFENDER, "katana-samurai", "ikame-bo"),
    StrikeCase("withstood-and-shot", ATTACKER, "yumi-samurai", "katana-samurai", {"at": 2}),
    StrikeCase("withstood-and-shot", DEFENDER, "katana-samurai", "yumi-samurai", {"df": -1}),
    StrikeCase("withstood-and-shot", DEFENDER, "katana-samurai", "yumi-samurai", {"df": -2},
               situation={"defender_defensive": True}),
    StrikeCase("withstood-and-shot", ATTACKER, "yumi-samurai", "katana-samurai", {"at": 2, "dc": 3},
               situation={"attacker_defensive": True}),
    StrikeCase("withstood-and-shot", ATTACKER, "yumi-samurai", "katana-samurai", {}, "shot", AT_30),
    *(
        StrikeCase(effect, on, "katana-samurai", "yari-ashigaru", {}, situation=CHARGE)
        for effect in WITHOUT_A_STRIKE
        for on in (ATTACKER, DEFENDER)
    ),
]  # fmt: skip

INITIATIVE = [
    RollCase("bushido-law", "katana-samurai", 2),
    RollCase("bushido-law", "kensei", 0),
    RollCase("refused", "katana-samurai", -1, "busho-buke"),
    RollCase("refused", "katana-samurai", -2, "daimyo-buke"),
    RollCase("refused", "katana-samurai", 0),
    RollCase("cried-at", "katana-samurai", -2),
    RollCase("cried-at", "kensei", -2),
    RollCase("chanted-at", "katana-samurai", -1),
    RollCase("run-through", "katana-samurai", -1),
    RollCase("destroyed-enemy", "katana-samurai", 1),
    RollCase("destroyed-enemy", "kensei", 1),
    RollCase("warrior-women", "katana-samurai", 0),
    RollCase("broke-away", "katana-samurai", 0),
    RollCase("moved-through", "katana-samurai", -2),
    RollCase("moved-through", "kensei", -1),
    RollCase("withstood-and-shot", "yumi-samurai", -1),
    RollCase("failed-vanishing", "ninjas", -3),
    RollCase("failed-vanishing", "shinobi", -3),
    RollCase("metsuke", "spy", 4),
    RollCase("metsuke", "kensei", 0),
    RollCase("two-swords", "kengo", 0),
]
"""Against Ninjas, without a charge."""

HONOR = [
    RollCase("bushido-law", "katana-samurai", 2),
    RollCase("bushido-law", "kensei", 0),
    RollCase("refused", "katana-samurai", -2, "busho-buke"),
    RollCase("refused", "katana-samurai", -1, "daisho-samurai"),
    RollCase("refused", "katana-samurai", 0),
    RollCase("cried-at", "katana-samurai", -1),
    RollCase("chanted-at", "kensei", -1),
    RollCase("run-through", "katana-samurai", -1),
    RollCase("destroyed-enemy", "katana-samurai", 1),
    RollCase("warrior-women", "katana-samurai", 1),
    RollCase("warrior-women", "kensei", 1),
    RollCase("broke-away", "katana-samurai", -1),
    RollCase("moved-through", "katana-samurai", 0),
    RollCase("withstood-and-shot", "yumi-samurai", 0),
    RollCase("failed-vanishing", "ninjas", 0),
    RollCase("two-swords", "kengo", 0),
]
