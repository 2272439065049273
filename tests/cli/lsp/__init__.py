"""`cgn lsp` and the files in `editors/`."""
