import { toBase64 } from '@millrace/expressions'
import { toJson } from '../../state/value.ts'

/** Returns a value as text; null and undefined become null. Bytes, such as those of a file, are base64. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return toBase64(value)
  return typeof value === 'object' ? toJson(value) : String(value)
}

export function isTrue(value: unknown): boolean {
  return value === true || String(value).trim().toLowerCase() === 'true'
}

export function numberOf(value: unknown): number | null {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

/** Parses headers, one `Name: value` for each line. */
export function readHeaderLines(text: string | null): Record<string, string> {
  const lines = (text ?? '').split(/\r?\n/).filter((line) => line.includes(':'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

export function writeHeaderLines(headers: unknown): string {
  return Object.entries(readHeaders(headers))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Converts an object into headers, with each value as text. */
export function readHeaders(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, textOf(item) ?? '']))
}
