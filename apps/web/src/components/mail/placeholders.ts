/** Finds the text between an open `${` and the cursor; null when the cursor is in no placeholder. */
export function findBegun(text: string, cursor: number): string | null {
  const open = text.lastIndexOf('${', cursor)
  if (open < 0 || open + 2 > cursor) return null
  const begun = text.slice(open + 2, cursor)
  return /^[\w.]*$/.test(begun) ? begun : null
}

/** Inserts a placeholder at the cursor in place of the started one, and returns the text and the new cursor. */
export function insertPlaceholder(text: string, cursor: number, placeholder: string): { text: string; cursor: number } {
  const begun = findBegun(text, cursor)
  const from = begun === null ? cursor : cursor - begun.length - 2
  const rest = begun !== null && text[cursor] === '}' ? cursor + 1 : cursor
  const inserted = `\${${placeholder}}`
  return { text: `${text.slice(0, from)}${inserted}${text.slice(rest)}`, cursor: from + inserted.length }
}
