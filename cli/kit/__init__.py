"""Runs a program of anybody's against the conformance suite. Knows the suite, and no engine."""
