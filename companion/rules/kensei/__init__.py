"""Kensei, first edition: one file a subject, in the order of the rulebook."""
