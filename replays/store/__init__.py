"""Stores of replays: what a store promises, what goes in and out, and the one on SQLite."""
