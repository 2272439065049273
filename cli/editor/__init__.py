"""The language server, with which an editor knows what records mean."""
