"""The commands that keep a store and serve it."""
