"""Records with unseen cards: play once, note what it demands, assign the cards afterwards.

Knows no game. `judge` gives the verdict; docs/notation.md, "Unseen cards", says what it means.
"""
