"""The language server for records."""
