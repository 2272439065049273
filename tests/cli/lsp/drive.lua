-- Uses `cgn lsp` in Neovim as a person would, and writes down what came of it.
local found = {}

local function wait(what, ready)
  if not vim.wait(60000, ready, 20) then
    error("nothing came of: " .. what)
  end
end

local function client()
  return vim.lsp.get_active_clients()[1]
end

local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do
    return answer.result
  end
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function run()
  vim.cmd("edit " .. vim.env.CGN_RECORD)
  found.filetype = vim.bo.filetype
  found.colour = vim.fn.synIDattr(vim.fn.synID(vim.fn.search("cross"), 7, 1), "name")
  wait("the server", function()
    return client() and client().initialized
  end)

  wait("a diagnostic", function()
    return #vim.diagnostic.get(0) > 0
  end)
  local wrong = vim.diagnostic.get(0)[1]
  found.code, found.message = wrong.code, wrong.message
  found.marked = lines()[wrong.lnum + 1]:sub(wrong.col + 1, wrong.end_col)

  found.behind = {}
  for _, space in pairs(vim.diagnostic.get_namespaces()) do
    local marks = vim.api.nvim_buf_get_extmarks(
      0, space.user_data.virt_text_ns, { wrong.lnum, 0 }, { wrong.lnum, -1 }, { details = true })
    for _, mark in ipairs(marks) do
      local chunks = vim.tbl_map(function(chunk)
        return chunk[1]
      end, mark[4].virt_text)
      table.insert(found.behind, table.concat(chunks))
    end
  end

  vim.api.nvim_win_set_cursor(0, { wrong.lnum + 1, 0 }) -- not on the wrong characters
  found.K, found.gra = vim.fn.maparg("K", "n") ~= "", vim.fn.maparg("gra", "n") ~= ""
  local windows = #vim.api.nvim_list_wins()
  vim.lsp.buf.hover()
  wait("the hover", function()
    return #vim.api.nvim_list_wins() > windows
  end)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      found.float = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      vim.api.nvim_win_close(window, true)
    end
  end
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  local fix = ask("textDocument/codeAction", params)[1]
  found.fix = fix.title
  vim.lsp.util.apply_workspace_edit(fix.edit, client().offset_encoding)
  found.fixed = lines()[wrong.lnum + 1]
  wait("no diagnostic", function()
    return #vim.diagnostic.get(0) == 0
  end)

  found.hover = ask("textDocument/hover", vim.lsp.util.make_position_params()).contents.value

  vim.cmd("%delete")
  local begun = vim.split(vim.env.CGN_BEGUN, "\n")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, begun)
  vim.o.virtualedit = "onemore" -- the cursor stands behind the line, as in insert mode
  vim.api.nvim_win_set_cursor(0, { #begun, #begun[#begun] })
  local offered = ask("textDocument/completion", vim.lsp.util.make_position_params()).items
  found.offered = vim.tbl_map(function(item)
    return item.label
  end, offered)
  vim.lsp.util.apply_text_edits({ offered[1].textEdit }, 0, client().offset_encoding)
  found.completed = lines()[#lines()]

  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "3.  A:   draw left   left" })
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 60000 })
  else
    vim.lsp.buf.formatting_sync(nil, 60000)
  end
  found.formatted = lines()
end

vim.defer_fn(function()
  local ok, problem = pcall(run)
  found.problem = not ok and problem or nil
  local file = io.open(vim.env.CGN_FOUND, "w")
  file:write(vim.json.encode(found))
  file:close()
  vim.cmd("qall!")
end, 0)
