"""`cgn lsp`, and what is in `editors/`."""
