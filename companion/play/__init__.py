"""A table: events folded into a state, seats, views, undo and amend; the same for every game."""
