"""Writes a game down while it is played: `cgn record`."""
