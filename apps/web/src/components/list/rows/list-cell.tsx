import type { ListColumn, ListDescription, Person as PersonData, ShownVariable } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { presentDay } from '../../../lib/dates.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { DateTime, ShortTime } from '../../dates/dates.tsx'
import { Person } from '../../person/person.tsx'
import { variableOfColumn } from '../columns/variable-columns.ts'

/** Components by column that pages show instead of the plain value. */
export type Cells<L extends ListDescription, Row> = {
  readonly [Name in keyof L['columns']]?: (row: Row) => ReactNode
}

interface CellOptions<L extends ListDescription, Row> {
  readonly list: L
  readonly cells?: Cells<L, Row> | undefined
  readonly name: keyof L['columns'] & string
  readonly row: Row
  /** Times to the second: facts, not rows. */
  readonly isExact?: boolean
}

/** Presents the value of a column; null where the row has none. */
export function presentCell<L extends ListDescription, Row>(options: CellOptions<L, Row>): ReactNode {
  const { list, cells, name, row, isExact = false } = options
  const column = list.columns[name]
  if (column === undefined) return null
  const variable = variableOfColumn(name)
  if (variable !== null) return <VariableCell value={findVariable(row, variable)} />
  const own = cells?.[name]
  if (own !== undefined) return own(row)
  const value = valueAt(row, column.value ?? name)
  return isNothing(value) ? null : <PlainCell column={column} value={value} isExact={isExact} />
}

function PlainCell({ column, value, isExact }: { column: ListColumn; value: unknown; isExact: boolean }) {
  const { t } = useTranslation()
  if (column.type === 'instant') return isExact ? <DateTime at={String(value)} /> : <ShortTime at={String(value)} />
  if (column.type === 'person') return <Person person={value as PersonData} />
  const text = presentValue(column, value, t)
  return <span title={text}>{text}</span>
}

/** A variable of the process, by its type. */
function VariableCell({ value }: { value: ShownVariable | undefined }) {
  const { t } = useTranslation()
  if (value === undefined) return null
  const { type, text } = value
  if (type === 'instant') return <ShortTime at={text} />
  if (type === 'day') return <span>{presentDay(text)}</span>
  const shown =
    type === 'number' ? presentNumber(text) : type === 'flag' ? t(text === 'true' ? 'list.yes' : 'list.no') : text
  return <span title={shown}>{shown}</span>
}

/** Digits beyond what a number holds stay as they are. */
function presentNumber(text: string): string {
  const number = Number(text)
  return String(number) === text ? number.toLocaleString('en', { maximumFractionDigits: 20 }) : text
}

function findVariable(row: unknown, name: string): ShownVariable | undefined {
  const { variables = {} } = row as { variables?: Readonly<Record<string, ShownVariable>> }
  return Object.hasOwn(variables, name) ? variables[name] : undefined
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Returns a value as one text: what a tooltip shows, and what tells rows apart. */
function presentValue(column: ListColumn, value: unknown, t: Translate): string {
  switch (column.type) {
    case 'texts':
      return (value as readonly string[]).join(', ')
    case 'number':
      return Number(value).toLocaleString('en')
    case 'day':
      return presentDay(String(value))
    case 'flag':
      return t(value === true ? 'list.yes' : 'list.no')
    case 'choice':
      return t(`${column.labels}.${String(value)}` as 'status.active')
    default:
      return String(value)
  }
}

/** Returns the name of a row: the text of its naming column. */
export function nameRow({ columns }: ListDescription, row: unknown, t: Translate): string {
  const [name, column] = Object.entries(columns).find(([, { isFixed }]) => isFixed) ?? []
  const value = name === undefined || column === undefined ? null : valueAt(row, column.value ?? name)
  return column === undefined || value === null || value === undefined ? '' : presentValue(column, value, t)
}

function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null),
      row,
    )
}
