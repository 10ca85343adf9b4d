"""What comes before the first turn: the ground that is fought on, and who lays which card when (chapters 6 and 7)."""
