import { firstTexts, type ListColumn, type ShownVariable, type TextKey } from '@millrace/contract'
import { designTexts } from '@millrace/contract/design-texts'
import { engineTexts } from '@millrace/contract/engine-texts'
import { pageTexts } from '@millrace/contract/page-texts'

/**
 * A value of an exported row. `localTime` is the local time in the time zone of the export, in milliseconds as if it
 * were UTC.
 */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'instant'; readonly localTime: number }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'day'; readonly day: string }
  | null

/** Returns the cell of a column of a list for a file. */
export function readCell(name: string, column: ListColumn, row: unknown, toLocal: (instant: string) => number): Cell {
  const value = valueAt(row, column.value ?? name)
  if (value === null || value === undefined || value === '') return null
  switch (column.type) {
    case 'number':
      return { kind: 'number', number: Number(value) }
    case 'instant':
      return { kind: 'instant', localTime: toLocal(String(value)) }
    case 'day':
      return { kind: 'day', day: String(value) }
    case 'flag':
      return { kind: 'text', text: textOf(value === true ? 'common.yes' : 'common.no') }
    case 'choice':
      return { kind: 'text', text: textOf(`${column.labels ?? ''}.${String(value)}`) ?? String(value) }
    case 'texts':
      return { kind: 'text', text: (value as readonly string[]).join(', ') }
    case 'person':
      return { kind: 'text', text: (value as { displayName: string }).displayName }
    case 'text':
      return { kind: 'text', text: String(value) }
  }
}

/** Returns the cell of a variable that is shown as a column, for a file. */
export function readVariableCell(name: string, row: unknown, toLocal: (instant: string) => number): Cell {
  const variables = (row as { variables?: Readonly<Record<string, ShownVariable>> }).variables ?? {}
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (variable === undefined) return null
  switch (variable.type) {
    case 'number':
      return { kind: 'number', number: Number(variable.text) }
    case 'instant':
      return { kind: 'instant', localTime: toLocal(variable.text) }
    case 'day':
      return { kind: 'day', day: variable.text }
    case 'flag':
      return { kind: 'text', text: textOf(variable.text === 'true' ? 'common.yes' : 'common.no') }
    case 'text':
      return { kind: 'text', text: variable.text }
  }
}

export function headOf({ label }: ListColumn): string {
  return textOf(label)
}

/** Returns a text of the catalogue, or its key where there is none. */
function textOf(key: TextKey | string): string {
  const [group = '', name = ''] = key.split('.')
  return texts[group]?.[name] ?? name
}

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...firstTexts,
  ...pageTexts,
  ...engineTexts,
  ...designTexts,
} as never

function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null),
      row,
    )
}

/**
 * Creates a function that converts an instant to the local time of a time zone, in milliseconds as if the local time
 * were UTC.
 *
 * @param timeZone its IANA name.
 */
export function createToLocal(timeZone: string): (instant: string) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(instant)).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}
