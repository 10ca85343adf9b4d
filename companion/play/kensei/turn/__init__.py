"""The turn and its phases, and what the markers tell (7:4, 2:6:4)."""
