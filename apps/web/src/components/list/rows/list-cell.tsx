import type { ListColumn, ListDescription, Person as PersonData } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../../lib/i18n.ts'
import { ShortTime } from '../../dates/dates.tsx'
import { Person } from '../../person/person.tsx'

/** What a column shows of a row, where the page says nothing else. */
export function ListCell({ name, column, row }: { name: string; column: ListColumn; row: unknown }) {
  const { t } = useTranslation()
  const value = valueAt(row, column.value ?? name)
  if (value === null || value === undefined) return null
  if (column.type === 'instant') return <ShortTime at={String(value)} />
  if (column.type === 'person') return <Person person={value as PersonData} />
  const text = presentValue(column, value, t)
  return <span title={text}>{text}</span>
}

/** A value as one text: what a tooltip shows, and what tells rows apart. */
function presentValue(column: ListColumn, value: unknown, t: Translate): string {
  switch (column.type) {
    case 'texts':
      return (value as readonly string[]).join(', ')
    case 'number':
      return Number(value).toLocaleString('en')
    case 'flag':
      return t(value === true ? 'list.yes' : 'list.no')
    case 'choice':
      return t(`${column.words}.${String(value)}` as 'status.active')
    default:
      return String(value)
  }
}

/** What a row is called: the text of the column that names it. */
export function nameRow({ columns }: ListDescription, row: unknown, t: Translate): string {
  const [name, column] = Object.entries(columns).find(([, { isFixed }]) => isFixed) ?? []
  const value = name === undefined || column === undefined ? null : valueAt(row, column.value ?? name)
  return column === undefined || value === null || value === undefined ? '' : presentValue(column, value, t)
}

export function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null),
      row,
    )
}
