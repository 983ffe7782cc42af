import { externalLimits, type FileAdapter, type RestAdapter } from '@millrace/contract'
import type { Hide } from '../../platform/outgoing/hide-secrets.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/** The rows of an adapter's answer: a text for each column. */
export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Further members of the first row that could be columns; empty for statements, which name their columns. */
  readonly members: readonly Member[]
}

/** A value within a row, with the beginning of its content. */
export interface Member {
  readonly path: string
  readonly sample: string
}

/**
 * Returns the rows in the response of a service or in a JSON file, up to the limit of the adapter. If the adapter names
 * no columns, they are those of the first row.
 *
 * @throws OutgoingFailure when the response is not JSON, or has no list at the path of the adapter.
 */
export function readRestRows(settings: RowSettings, body: string, hide: Hide): Rows {
  return readRowsOf(settings, parse(body), { hide })
}

type RowSettings = Pick<RestAdapter | FileAdapter, 'rows' | 'columns' | 'rowLimit'>

/**
 * Returns rows as `readRestRows` does, from a value that was parsed already.
 * @param options.isSingleList whether a single value is a list with one element.
 */
export function readRowsOf(
  { rows: path, columns: named, rowLimit }: RowSettings,
  answer: unknown,
  { hide, isSingleList = false }: { readonly hide: Hide; readonly isSingleList?: boolean },
): Rows {
  const found = findAt(answer, path)
  // An empty element has no rows.
  const isNone = found === null || found === undefined || (isSingleList && found === '')
  const list = isNone ? [] : isSingleList && !Array.isArray(found) ? [found] : found
  if (!Array.isArray(list))
    throw new OutgoingFailure(
      `Expected a list of rows ${path === '' ? 'as the answer' : `in “${path}” of the answer`}, but there is something else.${describeLists(answer)}`,
      { isFinal: true },
    )
  const columns = named.length > 0 ? named : listOwnColumns(list[0])
  return {
    columns: columns.map(({ key }) => hide(key)),
    rows: list.slice(0, rowLimit).map((row) => columns.map((column) => toText(findAt(row, column.path), hide))),
    members: listMembers(list[0], hide),
  }
}

/** Names that are in no path. */
const unnameable = /[.\s{}[\]]|^$/
/** The numbers of named members, of levels, and of characters of a sample. */
const maxMembers = 50
const maxDepth = 4
export const sampleLength = 60
/** Lists that a sentence names. */
const maxLists = 5

/** Returns the members of a row that paths can lead to. */
function listOwnColumns(row: unknown): { key: string; path: string }[] {
  if (typeof row !== 'object' || row === null) return []
  return Object.keys(row)
    .filter((name) => !unnameable.test(name))
    .slice(0, externalLimits.entries)
    .map((name) => ({ key: name, path: name }))
}

function listMembers(row: unknown, hide: Hide): Member[] {
  const found: Member[] = []
  walk(row, (path, value) => {
    if (found.length === maxMembers) return false
    if (typeof value === 'object' && value !== null) return true
    // A path with a secret in it is none that anybody may keep.
    if (path !== '' && hide(path) === path) found.push({ path, sample: toText(value, hide).slice(0, sampleLength) })
    return false
  })
  return found
}

/** Returns a sentence with the lists in an answer, to which the path may have been meant to lead. */
function describeLists(answer: unknown): string {
  const found: string[] = []
  walk(answer, (path, value) => {
    if (found.length === maxLists) return false
    if (!Array.isArray(value)) return true
    found.push(path === '' ? 'the answer itself' : `“${path}”`)
    return false
  })
  return found.length === 0 ? '' : ` There is a list in ${found.join(', ')}.`
}

/** Goes through what paths lead to. @param visit whether to go on within it. */
function walk(value: unknown, visit: (path: string, value: unknown) => boolean, path = '', depth = 0): void {
  if (!visit(path, value) || depth === maxDepth || typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value).slice(0, maxMembers))
    if (!unnameable.test(name)) walk(member, visit, path === '' ? name : `${path}.${name}`, depth + 1)
}

/**
 * Returns a value as text: null is empty, lists and objects are JSON. Secrets are hidden before the text is cut,
 * because half a secret would not be found.
 *
 * @throws OutgoingFailure for a value that is nested too deeply.
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
