import type { TrialVariable } from '@millrace/contract'

export type ParsedVariables =
  | { readonly ok: true; readonly variables: TrialVariable[] }
  /** From 1. */
  | { readonly ok: false; readonly line: number }

/** Parses typed variables: `amount = 250`, one on each line. A value that is not JSON is a text. */
export function parseVariables(text: string): ParsedVariables {
  const variables: TrialVariable[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const at = line.indexOf('=')
    const name = line.slice(0, at).trim()
    if (at === -1 || name === '' || name.length > 255) return { ok: false, line: index + 1 }
    variables.push({ name, ...typed(line.slice(at + 1).trim()) })
  }
  return { ok: true, variables }
}

/** Writes variables in the format of the input, so that they can be edited again. */
export function writeVariables(variables: readonly TrialVariable[]): string {
  return variables.map(({ name, type, value }) => `${name} = ${writeValue(type, value)}`).join('\n')
}

export function writeValue(type: string, value: TrialVariable['value']): string {
  if (type === 'Json' || typeof value !== 'string') return String(value)
  return type === 'String' && 'type' in typed(value) && typed(value).type !== 'String' ? JSON.stringify(value) : value
}

const [minInteger, maxInteger] = [-2_147_483_648, 2_147_483_647]
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function typed(text: string): Omit<TrialVariable, 'name'> {
  if (isoTime.test(text) && !Number.isNaN(Date.parse(text)))
    return { type: 'Date', value: new Date(text).toISOString() }
  const value = parseJson(text)
  switch (typeof value) {
    case 'undefined':
      return { type: 'String', value: text }
    case 'string':
      return { type: 'String', value }
    case 'boolean':
      return { type: 'Boolean', value }
    case 'number': {
      if (!Number.isInteger(value)) return { type: 'Double', value }
      if (!Number.isSafeInteger(value)) return { type: 'Long', value: text }
      return { type: value >= minInteger && value <= maxInteger ? 'Integer' : 'Long', value }
    }
    default:
      return value === null ? { type: 'Null', value: null } : { type: 'Json', value: JSON.stringify(value) }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
