" Colours for records in the Card Game Notation.
if exists("b:current_syntax")
  finish
endif

syntax match cgnNote /^%.*$/
syntax match cgnTag /^\[\a[A-Za-z0-9_-]*/ nextgroup=cgnValue skipwhite
syntax match cgnValue /"\%([^"\\]\|\\.\)*"/ contained
syntax match cgnNumber /^[ \t(]*\d\+\./ nextgroup=cgnSeat skipwhite
syntax match cgnSeat /[A-J]:/ contained nextgroup=cgnVerb skipwhite
syntax match cgnVerb /\l[a-z0-9-]*/ contained
syntax match cgnShuffle /^[ \t]*\~:\s*\a[A-Za-z0-9-]*/
syntax match cgnReveals /\s\zs->\ze\s/
syntax match cgnMark /\s\zs[!?]\{1,2}\ze\%([ \t{)]\|$\)/
syntax match cgnTime /\s\zs@[0-9:.]\+/
syntax match cgnEnd /^=.*$/
syntax region cgnComment start=/{/ skip=/\\./ end=/}/ oneline

highlight default link cgnNote Comment
highlight default link cgnTag Identifier
highlight default link cgnValue String
highlight default link cgnNumber Number
highlight default link cgnSeat Type
highlight default link cgnVerb Statement
highlight default link cgnShuffle PreProc
highlight default link cgnReveals Operator
highlight default link cgnMark Special
highlight default link cgnTime Number
highlight default link cgnEnd Title
highlight default link cgnComment Comment

let b:current_syntax = "cgn"
