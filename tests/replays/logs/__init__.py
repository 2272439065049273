"""Logs that are read with a mapping."""
