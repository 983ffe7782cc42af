import { type ListDescription, type ListFilter, listOperators, type Operator } from './define-list.ts'
import { listLimits } from './list-limits.ts'
import { readVariableFilter } from './variable-filter.ts'

export interface SortKey {
  readonly name: string
  readonly isDescending: boolean
}

/** A filter that is set. Several values mean any of them. */
export interface SetFilter {
  readonly name: string
  readonly operator: Operator
  readonly values: readonly string[]
}

/** The state of a list, as in its address. A saved view is the name of such an address. */
export interface ListState {
  readonly q: string
  readonly sort: readonly SortKey[]
  readonly filters: readonly SetFilter[]
  readonly size: number
  /** Names of variables that are shown as columns; left out where there is none. */
  readonly variables?: readonly string[]
  /** Where the page begins or ends; neither is the first page. */
  readonly after?: string
  readonly before?: string
}

export const pageSizes = [20, 50, 100] as const

/** Reads the state of a list from an address, which may be old or forged: unknown parts are ignored. */
export function readListState(list: ListDescription, search: Readonly<Record<string, string | undefined>>): ListState {
  const { q = '', sort, size, after, before, vars } = search
  const variables = list.hasVariables ? readVariableNames(vars) : null
  const cursor =
    after !== undefined && isCursor(after) ? { after } : before !== undefined && isCursor(before) ? { before } : {}
  return {
    q: list.search === undefined ? '' : q.trim().slice(0, listLimits.search),
    sort: readSort(list, sort) ?? [],
    filters: listParameters(list).flatMap(({ parameter, name, operator }) => {
      const values = readValues(list.filters[name], search[parameter])
      return values === null ? [] : [{ name, operator, values }]
    }),
    size: pageSizes.find((candidate) => String(candidate) === size) ?? listLimits.size,
    ...(variables === null ? {} : { variables }),
    ...cursor,
  }
}

/** Writes the state of a list as the query part of an address. Default values are left out. */
export function writeListState(
  list: ListDescription,
  { q, sort, filters, size, variables, after, before }: Partial<ListState>,
): Record<string, string> {
  return {
    ...(q === undefined || q === '' ? {} : { q }),
    ...(sort === undefined || sort.length === 0 ? {} : { sort: writeSort(sort) }),
    ...Object.fromEntries(
      (filters ?? []).map(({ name, operator, values }) => [
        nameParameter(list, name, operator),
        values.map(escapeComma).join(','),
      ]),
    ),
    ...(variables === undefined || variables.length === 0 ? {} : { vars: writeVariableNames(variables) }),
    ...(size === undefined || size === listLimits.size ? {} : { size: String(size) }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  }
}

/** Returns whether a search or filter is set. */
export function isNarrowed({ q, filters }: ListState): boolean {
  return q !== '' || filters.length > 0
}

/**
 * Reads names of variables from an address, without duplicates.
 *
 * @returns null when there are none, or one is not a valid name.
 */
export function readVariableNames(text: string | undefined): string[] | null {
  if (text === undefined || text === '') return null
  const names = [...new Set(text.split(',').map(restoreComma))]
  return names.length <= listLimits.variables && names.every(isVariableName) ? names : null
}

function writeVariableNames(names: readonly string[]): string {
  return names.map(escapeComma).join(',')
}

/** Returns whether a variable of this name can be a column: column layouts store it with four more characters. */
export function isVariableName(name: string): boolean {
  return name.trim() !== '' && name.length <= 200 && !name.includes('\0')
}

/**
 * Reads the sort order from an address.
 *
 * @returns null when a key is unknown or duplicate, or there are too many.
 */
export function readSort(list: Pick<ListDescription, 'sorts'>, text: string | undefined): SortKey[] | null {
  if (text === undefined || text === '') return []
  const keys = text.split(',').map((part) => ({ name: part.replace(/^-/, ''), isDescending: part.startsWith('-') }))
  const names = new Set(keys.map(({ name }) => name))
  return keys.length > listLimits.sorts ||
    names.size < keys.length ||
    keys.some(({ name }) => !list.sorts.includes(name))
    ? null
    : keys
}

export function writeSort(keys: readonly SortKey[]): string {
  return keys.map(({ name, isDescending }) => (isDescending ? `-${name}` : name)).join(',')
}

/** Lists all filter parameters of a list: `state`, `state.not`, `due.before`. */
export function listParameters(
  list: Pick<ListDescription, 'filters'>,
): { readonly parameter: string; readonly name: string; readonly operator: Operator }[] {
  return Object.entries(list.filters).flatMap(([name, filter]) =>
    listOperators(filter).map((operator) => ({ parameter: nameParameter(list, name, operator), name, operator })),
  )
}

function nameParameter(list: Pick<ListDescription, 'filters'>, name: string, operator: Operator): string {
  const filter = list.filters[name]
  return filter === undefined || listOperators(filter)[0] === operator ? name : `${name}.${operator}`
}

/**
 * Reads the values of a filter from an address.
 *
 * @returns null when it has none, or one that is invalid.
 */
export function readValues(filter: ListFilter | undefined, text: string | undefined): string[] | null {
  if (filter === undefined || text === undefined || text === '') return null
  const isList = filter.type === 'text' && filter.isList === true
  const isSeveral = isList || filter.type === 'choice' || filter.type === 'reference' || filter.type === 'variable'
  const values = isSeveral ? [...new Set(text.split(',').map(restoreComma))] : [text]
  return values.length <= (isList ? listLimits.pasted : listLimits.values) &&
    values.every((value) => canBe(filter, value))
    ? values
    : null
}

function canBe(filter: ListFilter, value: string): boolean {
  // A NUL cannot be in any text of the database.
  if (value === '' || value.length > listLimits.value || value.includes('\0')) return false
  switch (filter.type) {
    case 'choice':
      return filter.values.includes(value)
    case 'number':
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(value)
    case 'instant':
      return isMoment(value)
    case 'day':
      return isDay(value) || /^today([+-]\d{1,4})?$/.test(value)
    case 'flag':
      return value === 'true' || value === 'false'
    case 'variable':
      return readVariableFilter(value) !== null
    default:
      return true
  }
}

/**
 * A moment in an address: an instant; a day, which begins at midnight of whoever looks; or a word, with days to add:
 * `now`, `today`, `today+7`. So a saved view of what is due today is right tomorrow too.
 */
function isMoment(text: string): boolean {
  return isInstant(text) || /^(now|today)([+-]\d{1,4})?$/.test(text) || isDay(text)
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isReal(text)
}

export function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(text) && isReal(text)
}

/**
 * Returns whether there is such a day: `Date` takes the 30th of February for one in March and knows a year 0,
 * PostgreSQL neither.
 */
function isReal(text: string): boolean {
  const at = Date.parse(text)
  return !Number.isNaN(at) && text >= '0001' && new Date(at).toISOString().slice(0, 10) === text.slice(0, 10)
}

function isCursor(text: string): boolean {
  return text.length <= listLimits.cursor && /^[\w-]+$/.test(text)
}

function escapeComma(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(',', '%2C')
}

function restoreComma(value: string): string {
  return value.replaceAll(/%2C/gi, ',').replaceAll('%25', '%')
}
