"""Commands for archives: many records of files and services."""
