/** Finds the text between an open `${` and the cursor; null when the cursor is in no placeholder. */
export function findPartialPlaceholder(text: string, cursor: number): string | null {
  const open = text.lastIndexOf('${', cursor)
  if (open < 0 || open + 2 > cursor) return null
  const partial = text.slice(open + 2, cursor)
  return /^[\w.]*$/.test(partial) ? partial : null
}

/** Inserts a placeholder at the cursor in place of the started one, and returns the text and the new cursor. */
export function insertPlaceholder(text: string, cursor: number, placeholder: string): { text: string; cursor: number } {
  const partial = findPartialPlaceholder(text, cursor)
  const from = partial === null ? cursor : cursor - partial.length - 2
  const rest = partial !== null && text[cursor] === '}' ? cursor + 1 : cursor
  const inserted = `\${${placeholder}}`
  return { text: `${text.slice(0, from)}${inserted}${text.slice(rest)}`, cursor: from + inserted.length }
}
