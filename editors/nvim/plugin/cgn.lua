-- Starts `cgn lsp` for every record that is opened.
if vim.lsp.enable then
  vim.lsp.enable("cgn")
  return
end

-- Before Neovim 0.11, a client is started and attached by hand, and the keys of newer versions are set.
local client
vim.api.nvim_create_autocmd("FileType", {
  pattern = "cgn",
  callback = function(event)
    client = client or vim.lsp.start_client(dofile(vim.api.nvim_get_runtime_file("lsp/cgn.lua", false)[1]))
    vim.lsp.buf_attach_client(event.buf, client)
    vim.bo[event.buf].omnifunc = "v:lua.vim.lsp.omnifunc"
    vim.keymap.set("n", "K", vim.lsp.buf.hover, { buffer = event.buf, desc = "What is wrong, and the position" })
    vim.keymap.set("n", "gra", vim.lsp.buf.code_action, { buffer = event.buf, desc = "Fixes of this line" })
  end,
})
