"""Logs of another shape, read as records by a mapping that somebody writes for them."""
