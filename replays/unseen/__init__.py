"""Records with unseen cards: play once, note the demands, assign the cards afterwards.

Knows no game. `judge` gives the verdict; docs/notation.md, "Unseen cards", says what it means.
"""
