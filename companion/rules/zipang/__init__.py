"""The rules of Zipang Portable: campaigns for coins between two to six players.

`cards` the deck and the setup · `coins` purses and pot · `piles` hands, supply and discard pile · `aim` whom a card
may be played at · `attack` battles and their answers · `campaign` who takes the pot, and how the game ends.
"""
