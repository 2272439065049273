-- What `vim.lsp.enable("cgn")` starts, and for which files.
return {
  name = "cgn",
  cmd = { "cgn", "lsp" },
  filetypes = { "cgn" },
  root_markers = { ".git" },
}
