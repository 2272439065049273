"""The commands for operators of a service."""
