"""What lasts from one moment of a turn to another: facts, contacts, effects, and when they end (2:6:4, 7:4)."""
