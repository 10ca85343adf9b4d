"""Questions to a seat, and the dice that answer them (2:6:2)."""
