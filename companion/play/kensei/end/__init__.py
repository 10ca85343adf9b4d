"""The end of a battle: what it came to, told from its log."""
