"""One attack at the table, from taking aim to what it did (9:3, chapter 10)."""
