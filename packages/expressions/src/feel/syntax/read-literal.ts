/** Reads the value of a string literal with its quotation marks. Unknown escapes stay unchanged. */
export function readString(literal: string): string {
  const body = literal.slice(1, -1)
  return body.includes('\\') ? body.replace(ESCAPE, (text, code) => readEscape(text, code)) : body
}

const ESCAPE = /\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{6}|.)/gs

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '\\': '\\',
}

function readEscape(text: string, code: string): string {
  if (code.length === 1) return SIMPLE_ESCAPES[code] ?? text
  const point = Number.parseInt(code.slice(1), 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : text
}
