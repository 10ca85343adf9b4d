"""Tenno at a table: duels with what follows from them, and the count at the end.

Captured cards are nobody's to look at before the end (ruling T5): the state remembers each duel, but no view, line,
export or refusal names a card of it while the game goes on.

`state` what there is at one moment · `duels` attacks and turns · `scoring` piles and ranking · `view` what the pages
show · `game` the verbs.
"""
