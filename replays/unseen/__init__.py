"""Judges records with unseen cards: plays once, notes the demands, assigns the cards afterwards.

Knows no game. `judge` gives the verdict; docs/notation.md, "Unseen cards", says what it means.
"""
