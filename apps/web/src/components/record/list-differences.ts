import type { Translate } from '../../lib/i18n.ts'
import { listRowDifferences, type RowsField, type RowsFields } from './rows-field.ts'

interface Compared<Item extends object, Draft extends object> {
  readonly before: Item
  readonly after: Item
  readonly pick: (item: Item) => Draft
  /** Returns the label of a field; null for a field without a label. */
  readonly nameField: (field: string) => string | null
  /** The fields that have rows, each with a line of its own. */
  readonly rows?: RowsFields<Draft> | undefined
}

/**
 * Returns a line for each editable field with another value: its label with both values as users read them, such as
 * names instead of ids. One line is about all fields whose values have no such text.
 */
export function listDifferences<Item extends object, Draft extends object>(
  t: Translate,
  { before, after, pick, nameField, rows }: Compared<Item, Draft>,
): string[] {
  const [old, now] = [pick(before), pick(after)].map((draft) => draft as Readonly<Record<string, unknown>>)
  const changed = Object.keys(now ?? {}).filter((field) => !isSame(old?.[field], now?.[field]))
  const lines = changed.map((field) => {
    const withRows = rows?.[field as keyof Draft] as RowsField<unknown> | undefined
    if (withRows !== undefined) {
      const versions = { before: old?.[field] as readonly unknown[], after: now?.[field] as readonly unknown[] }
      return listRowDifferences(withRows, versions).map(
        ({ name, from, to }) => `${name}: ${textOf(t, from)} → ${textOf(t, to)}`,
      )
    }
    const label = nameField(field)
    const [from, to] = [before, after].map((item) => textOf(t, (item as Readonly<Record<string, unknown>>)[field]))
    return label === null || from == null || to == null || from === to ? [] : [`${label}: ${from} → ${to}`]
  })
  const isComplete = lines.every((one) => one.length > 0)
  return isComplete ? lines.flat() : [...lines.flat(), t('record.otherFields')]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The characters of a value in a line. */
const most = 100

/** Returns the text of a value; null when it has none. */
function textOf(t: Translate, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'string' || typeof value === 'number') return shorten(String(value))
  if (!Array.isArray(value)) return typeof value === 'object' ? nameOf(value) : null
  if (value.length === 0) return '–'
  const texts = value.map((one) => textOf(t, one))
  return texts.includes(null) ? null : shorten(texts.join(', '))
}

function nameOf(value: object): string | null {
  const { displayName, name } = value as { readonly displayName?: unknown; readonly name?: unknown }
  const text = displayName ?? name
  return typeof text === 'string' ? shorten(text) : null
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}
