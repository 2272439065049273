"""Runs any program against the conformance suite. Knows the suite, and no engine."""
