/** Serializes a value as JSON with sorted field names, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortFields(value))
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sortFields(one)]))
}
