"""The statements of a store in SQL, with named parameters: their text is the same everywhere.

Each database has its own way to store and find words, and to insert many rows.
"""
