"""Fixtures for tests of stores."""

from tests.postgres import server

__all__ = ["server"]
