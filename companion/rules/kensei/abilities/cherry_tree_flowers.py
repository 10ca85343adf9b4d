"""Cherry Tree Flowers (12:5:4, K75): −1 DF and −1 AR in this combat; each who falls rolls one damage die."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, in_contact

RULE = AbilityRule("cherry-tree-flowers", (Form("before-in", (Lasts("cherry-tree-flowers"),), against=in_contact),))
