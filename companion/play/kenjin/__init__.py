"""Kenjin at a table: battlefields laid out, turns of the deployment, and battlefields resolved from their cards.

Secret cards are never entered while they lie face down: the table hears of cards only when they are turned up.

`state` what there is at one moment · `setup` strengths and battlefields · `stacks` cards tapped in · `combat` results
and bonuses · `view` what the pages show · `game` the verbs.
"""
