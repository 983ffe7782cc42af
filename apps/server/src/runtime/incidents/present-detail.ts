/**
 * Returns the detail of a failure for people: a stack trace unchanged, and everything else as lines such as
 * `Expression: ${amount}`.
 *
 * @returns null if there is nothing to read.
 */
export function presentDetail(detail: unknown): string | null {
  if (detail === null || detail === undefined) return null
  if (typeof detail !== 'object') return String(detail)
  const { stack, isUnknownName: _, from, to, ...others } = detail as Readonly<Record<string, unknown>>
  const lines = Object.entries(others)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([name, value]) => `${labels.get(name) ?? name}: ${presentValue(value)}`)
  if (typeof from === 'number' && typeof to === 'number') lines.push(`Characters: ${from + 1} to ${to}`)
  const parts = [typeof stack === 'string' ? stack : '', lines.join('\n')].filter((part) => part !== '')
  return parts.length === 0 ? null : parts.join('\n\n')
}

/** What the engine notes, in the order in which it is shown. Other names are those of a worker or an older version. */
const labels: ReadonlyMap<string, string> = new Map([
  ['expression', 'Expression'],
  ['conditions', 'Conditions'],
  ['decision', 'Decision'],
  ['calledElement', 'Called process'],
  ['binding', 'Binding'],
  ['service', 'Service'],
  ['java', 'Java class'],
  ['language', 'Language'],
  ['statusCode', 'Status'],
  ['errorCode', 'Error code'],
  ['budget', 'Budget'],
  ['most', 'At most'],
  ['path', 'Path'],
  ['variable', 'Variable'],
  ['result', 'Result'],
  ['variables', 'Variables'],
  ['failedElementId', 'Element'],
  ['code', 'Code'],
])
const order = [...labels.keys()]

function rankOf(name: string): number {
  const rank = order.indexOf(name)
  return rank < 0 ? order.length : rank
}

/** An object is a list of its values, one in a line below. */
function presentValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map((item) => `\n  ${presentInner(item)}`).join('')
  return Object.entries(value)
    .map(([name, inner]) => `\n  ${name}: ${presentInner(inner)}`)
    .join('')
}

function presentInner(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
