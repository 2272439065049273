"""Runs any program against the conformance suite, or on new games against our engines."""
