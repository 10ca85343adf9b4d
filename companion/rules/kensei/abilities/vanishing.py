"""Vanishing of units (12:5:4, K76): from the second turn of a combat, 2D10 cm away, not pursued; failed, −3 IN."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, Leaves, second_turn

RULE = AbilityRule("vanishing", (Form("before-in", (Leaves(),), (Lasts("failed-vanishing"),), against=second_turn),))
