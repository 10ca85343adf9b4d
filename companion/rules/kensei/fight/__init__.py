"""One strike: its dice, its modifiers, its casualties and its odds (9:3, chapters 5, 6 and 10)."""
