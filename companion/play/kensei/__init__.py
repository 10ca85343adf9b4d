"""A battle of Kensei at the table: its state, its events, and what each seat sees of it."""
