"""Tools for whole archives: tables, filters, duplicates, statistics."""
