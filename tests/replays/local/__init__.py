"""Tests of replays/local."""
