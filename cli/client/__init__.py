"""The commands that talk to a service."""
