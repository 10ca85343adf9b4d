"""Before turn 1: terrain, the rolls for side and first place, cards laid face down and turned up (7:2, 7:3)."""
