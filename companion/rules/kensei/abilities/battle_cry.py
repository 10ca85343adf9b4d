"""Battle Cry (12:5:3, K74): once, in either form: charged, it shortens the charge; charging, it frightens."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, ShortensCharge, charging_or_counter
from companion.rules.text import Text

RULE = AbilityRule(
    "battle-cry",
    (
        Form("charged", (ShortensCharge(),), roll="opposed", label=Text("the charge falls 1D10 cm shorter")),
        Form(
            "charging",
            (Lasts("cried-at", on="targets"),),
            against=charging_or_counter,
            roll="own",
            id="charging",
            label=Text("−2 IN and −1 HR for who is charged"),
        ),
    ),
)
