"""Drawings of positions and cards for the terminal."""
