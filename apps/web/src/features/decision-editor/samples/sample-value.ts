import type { SampleValue } from '@millrace/dmn'

const numbers: ReadonlySet<string> = new Set(['integer', 'long', 'double', 'number'])

export function isNumberType(typeRef: string | null): boolean {
  return typeRef !== null && numbers.has(typeRef)
}

/**
 * Converts typed text to a value of a type. Text that is not a number stays a text, and the decision reports the error.
 */
export function toValue(text: string, typeRef: string | null): SampleValue {
  if (text === '') return null
  if (typeRef === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (isNumberType(typeRef) && /^-?\d+(?:\.\d+)?$/.test(text.trim())) return Number(text)
  return text
}

/** Converts a value to the text of its field. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
