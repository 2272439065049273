"""Where records are kept: what a store promises, what is put into it, and the one on SQLite."""
