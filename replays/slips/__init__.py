"""Explains slips in a record: what the writer probably meant, and why that is likely.

Knows the games only as tables. `replays/diagnose.py` asks it once a fault is found.
"""
