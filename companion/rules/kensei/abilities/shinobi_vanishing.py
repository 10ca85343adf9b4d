"""Vanishing of the Shinobi (12:6:3, K76): from the second turn of a combat, 2D10 cm away; failed, −3 IN."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, Leaves, second_turn

RULE = AbilityRule(
    "shinobi-vanishing", (Form("before-in", (Leaves(),), (Lasts("failed-vanishing"),), against=second_turn),)
)
