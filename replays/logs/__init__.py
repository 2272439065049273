"""Reads logs of another shape as records, by a mapping that somebody writes for them."""
