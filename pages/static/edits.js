// Makes an edit of a diagnostic, as `edited` of notation/edits.py does, in a text whose lines end with LF.
const MARK = "\ufeff";

// The index of the character at a spot; columns count characters, not the halves of which strings consist.
function offset(text, { line, column }) {
  let start = 0;
  for (let at = 1; at < line && start < text.length; at += 1) start = text.indexOf("\n", start) + 1 || text.length;
  if (text.startsWith(MARK, start)) start += 1;
  const stop = text.indexOf("\n", start);
  const rest = text.slice(start, stop < 0 ? text.length : stop);
  return start + [...rest].slice(0, column - 1).join("").length;
}

export function edited(text, edit) {
  return text.slice(0, offset(text, edit.from)) + edit.text + text.slice(offset(text, edit.to));
}
