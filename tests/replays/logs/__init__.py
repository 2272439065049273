"""Logs that are read by a mapping."""
