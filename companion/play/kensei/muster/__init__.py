"""Before the battle: each side makes its army in secret (7:1, chapter 12)."""
