autocmd BufRead,BufNewFile *.cgn setfiletype cgn
