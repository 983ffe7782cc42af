/** The kind and type of the column of a pasted cell. */
export interface Column {
  readonly isInput: boolean
  readonly typeRef: string | null
}

/**
 * Converts the text of a spreadsheet cell to FEEL: a text gets quotation marks, a day becomes a date. Text that is
 * already FEEL is unchanged, such as `"a", "b"`, `> 5` or `not("a")`. A dash or an empty text means any value.
 */
export function toCellText(pasted: string, { isInput, typeRef }: Column): string {
  const text = pasted.trim()
  if (text === '' || (isInput && text === '-')) return ''
  const type = typeRef?.toLowerCase() ?? null
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase()
  if (type === 'date') return readDay(text) ?? text
  const isText = type === 'string' || (type === null && !isFeel(text))
  return isText && !isQuoted(text) ? JSON.stringify(text) : text
}

/** A list, test or call with a text in it, as the editor would show it. */
function isQuoted(text: string): boolean {
  return /^(?:"|not\s*\(|null$)/.test(text)
}

/** A number, a comparison or a range: what a column without a type may hold beside texts. */
function isFeel(text: string): boolean {
  return /^(?:-?\d+(?:\.\d+)?$|[<>]=?|[[\](]|true$|false$|date\(|=)/.test(text) || isQuoted(text)
}

/** 2026-12-31, or 31/12/2026 as the product writes days. */
function readDay(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (year !== undefined) return `date("${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}")`
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `date("${text}")` : null
}
