"""The statements of a store in SQL, with named parameters: their text is the same everywhere.

What differs stands with each database: how words are kept and found, how many uploads are added.
"""
