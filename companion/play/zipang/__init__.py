"""Zipang Portable at a table: purses and pot, cards one tap each, campaigns and their history.

`state` what there is at one moment · `effects` what a played card does · `cards` playing and answering · `campaigns`
beginning and ending them · `hand` coins and turns set right by hand · `view` what the pages show · `game` the verbs.
"""
