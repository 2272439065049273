"""The statements of a store in SQL, with named parameters: their text is the same everywhere.

Each database has its own part: how words are kept and found, how many uploads are added.
"""
