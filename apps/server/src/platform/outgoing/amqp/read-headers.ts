/** The deepest nesting of a header that is read. */
const maxDepth = 10

/** Returns the headers of a message as plain values: dates as ISO texts, bytes as Base64. */
export function readHeaders(headers: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toPlain(value, maxDepth)]))
}

function toPlain(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map((one) => toPlain(one, depth - 1))
  // The library marks types that JavaScript does not have by a member “!”.
  if ('!' in value && 'value' in value)
    return value['!'] === 'timestamp' ? timeOf(value.value) : toPlain(value.value, depth - 1)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlain(one, depth - 1)]))
}

function timeOf(seconds: unknown): string | null {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
