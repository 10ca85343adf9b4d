"""The rules of Tenno: duels of face-down cards between two to seven players.

`cards` the set of eleven · `duel` one attack and what follows in the turn · `score` the end of the game.
"""
