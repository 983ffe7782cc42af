import { externalLimits, type RestAdapter } from '@millrace/contract'
import type { Hide } from '../../platform/outgoing/hide-secrets.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/** What an adapter answers: a text for each column. */
export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * The rows in the answer of a service, as far as the adapter takes them.
 *
 * @throws OutgoingFailure where the answer is no JSON, or has no list where the adapter looks for it.
 */
export function readRestRows({ rows: path, columns, rowLimit }: RestAdapter, body: string, hide: Hide): Rows {
  const found = findAt(parse(body), path)
  const list = found === null || found === undefined ? [] : found
  if (!Array.isArray(list))
    throw new OutgoingFailure(
      `Expected a list of rows ${path === '' ? 'as the answer' : `in “${path}” of the answer`}, but there is something else.`,
      { isFinal: true },
    )
  return {
    columns: columns.map(({ key }) => key),
    rows: list.slice(0, rowLimit).map((row) => columns.map((column) => toText(findAt(row, column.path), hide))),
  }
}

/**
 * A value as a text: what is nothing is empty, what is more than a value is JSON. It is cut after secrets are hidden, of
 * which half would not be found.
 *
 * @throws OutgoingFailure for what is nested too deeply to be written.
 */
export function toText(value: unknown, hide: Hide): string {
  return hide(write(value).replaceAll('\0', '')).slice(0, externalLimits.value)
}

function write(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  try {
    return JSON.stringify(value)
  } catch (error) {
    // Reading knows no depth, writing does.
    if (!(error instanceof RangeError)) throw error
    throw new OutgoingFailure('Expected values that can be shown, but one is nested too deeply.', { isFinal: true })
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new OutgoingFailure('Expected JSON as the answer, but it is something else.', { isFinal: true })
  }
}

function findAt(value: unknown, path: string): unknown {
  if (path === '') return value
  let found = value
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}
