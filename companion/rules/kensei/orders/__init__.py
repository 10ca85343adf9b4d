"""Orders and how they are carried out: what a unit may do in its turn, and how a charge ends (chapters 8 and 9)."""
