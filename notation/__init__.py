"""The format: records, their two spellings, chance, digests, diagnostics. Knows no game."""
