"""Stores of replays: the protocol, the model, and the stores on SQLite and PostgreSQL."""
