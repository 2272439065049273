-- Starts `cgn lsp` for every record that is opened.
if vim.lsp.enable then
  vim.lsp.enable("cgn")
  return
end

-- Before Neovim 0.11, a client is started and attached by hand.
local client
vim.api.nvim_create_autocmd("FileType", {
  pattern = "cgn",
  callback = function(event)
    client = client or vim.lsp.start_client(dofile(vim.api.nvim_get_runtime_file("lsp/cgn.lua", false)[1]))
    vim.lsp.buf_attach_client(event.buf, client)
  end,
})
