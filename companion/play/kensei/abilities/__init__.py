"""Abilities at the table: who may use which now, what is rolled, and what comes of it (3:4:6, 8:3:1, 12:5, 12:6)."""
