"""Abilities of units, characters and generals (12:5, 12:6): what one is to the rules, and the table of them."""
