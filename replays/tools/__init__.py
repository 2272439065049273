"""What is done with whole archives: tables, filters, duplicates, statistics."""
