"""The command line: parses arguments, calls the rooms below, prints. Knows no rules."""
