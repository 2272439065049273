"""Commands that go through archives: many records of files and services."""
