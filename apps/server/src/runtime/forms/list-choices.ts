import type { DataColumn, NamedOne } from '@millrace/contract'
import { propsOf, type RuntimeField } from '@millrace/forms'
import { presentCell } from '@millrace/forms/data-list'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { contains, containsLower } from '../../platform/list/conditions.ts'
import { allOf, runSql, type Sql } from '../../platform/list/sql.ts'

/** The data list, columns and conditions of a field that offers its rows. */
interface Source {
  readonly where: readonly Sql[]
  readonly value: DataColumn
  readonly label: DataColumn
  /** The column that has the value of the field which the choices depend on. */
  readonly filter: DataColumn | null
}

/** A value of a data list, with the value of the field that its choices depend on; null if they depend on none. */
export interface KnownValue extends NamedOne {
  readonly goesWith: readonly string[] | null
}

/**
 * Returns the values that a field offers, in the order of the list and without duplicates: those whose label contains
 * the text, and that belong to the value of the field which the choice depends on. Empty when the list or a column no
 * longer exists.
 */
export async function findListChoices(
  tx: Tx,
  workplaceId: string,
  field: RuntimeField,
  { q, by, most }: { readonly q: string; readonly by: string; readonly most: number },
): Promise<NamedOne[]> {
  const source = await findSource(tx, workplaceId, field)
  if (source === null || (source.filter !== null && by === '')) return []
  const { where, value, label, filter } = source
  const conditions = [
    ...where,
    ...(filter === null ? [] : isValue(filter, [by])),
    // The text of the whole row is compared faster, and what has it nowhere is most of them.
    ...(q === '' ? [] : [containsLower(sql`all_text`, q), contains(cellOf(label), q)]),
  ]
  const rows = await runSql<FoundValue>(
    tx,
    sql`select id, name from (select distinct on (${cellOf(value)}) ${cellOf(value)} as id,
        ${cellOf(label)} as name, place
        from data_list_row where ${allOf(conditions)} order by ${cellOf(value)}, place) found
      order by place, id limit ${most}`,
  )
  return rows.map((row) => ({ id: row.id, name: nameOf(row, source) }))
}

/**
 * Finds which of the given values exist in the data list.
 *
 * @param isAny accepts other values too, because the process sets them.
 */
export async function findListValues(
  tx: Tx,
  workplaceId: string,
  field: RuntimeField,
  { ids, isAny = false }: { readonly ids: readonly string[]; readonly isAny?: boolean },
): Promise<KnownValue[]> {
  const source = await findSource(tx, workplaceId, field, { isAny })
  if (source === null) return []
  const { where, value, label, filter } = source
  const goesWith = filter === null ? sql`null::text[]` : sql`array_agg(distinct ${cellOf(filter)})`
  const rows = await runSql<FoundValue & { goes_with: (string | null)[] | null }>(
    tx,
    sql`select ${cellOf(value)} as id, (array_agg(${cellOf(label)} order by place))[1] as name,
        ${goesWith} as goes_with
      from data_list_row where ${allOf([...where, ...isValue(value, ids)])} group by 1`,
  )
  return rows.map(({ goes_with, ...row }) => ({
    id: row.id,
    name: nameOf(row, source),
    goesWith: goes_with?.filter((one) => one !== null) ?? null,
  }))
}

interface FoundValue {
  readonly id: string
  /** The cell of the label. */
  readonly name: string | null
}

/** Returns the text of a value for users: its label, otherwise the value. */
function nameOf({ id, name }: FoundValue, { label, value }: Source): string {
  return name === null ? presentCell(id, value.type) : presentCell(name, label.type)
}

/** Null when there is no such list, or it has not all of the columns. */
async function findSource(
  tx: Tx,
  workplaceId: string,
  field: RuntimeField,
  { isAny = false }: { readonly isAny?: boolean } = {},
): Promise<Source | null> {
  const { list = '', valueColumn, labelColumn, filterColumn, onlyColumn, onlyValue = '' } = propsOf(field, 'data-list')
  const [found] = await runSql<{ id: string; columns: DataColumn[] }>(
    tx,
    sql`select id, columns from data_list where workplace_id = ${workplaceId} and lower(key) = lower(${list})`,
  )
  if (found === undefined) return null
  const { id, columns } = found
  const named = (key: string | undefined) => columns.find((column) => column.key === key)
  const value = valueColumn === undefined ? (columns.find(({ isKey }) => isKey) ?? columns[0]) : named(valueColumn)
  const label = labelColumn === undefined ? value : named(labelColumn)
  const [filter, only] = [named(filterColumn), named(onlyColumn)]
  if (value === undefined || label === undefined) return null
  if ((filterColumn !== undefined && !filter) || (onlyColumn !== undefined && !only)) return null
  return {
    where: [
      sql`workplace_id = ${workplaceId}`,
      sql`data_list_id = ${id}`,
      sql`until is null`,
      sql`${cellOf(value)} is not null`,
      ...(only === undefined || isAny ? [] : isValue(only, [onlyValue])),
    ],
    value,
    label,
    filter: filter ?? null,
  }
}

function cellOf({ slot }: DataColumn): Sql {
  return sql`cells[${sql.lit(slot)}]`
}

/**
 * Returns the condition that a cell has one of these values; the first columns have an index of the beginning of
 * values.
 */
export function isValue(column: DataColumn, values: readonly string[]): Sql[] {
  const keys = values.map((value) => value.toLowerCase().slice(0, 200))
  const is = sql`${cellOf(column)} = any(${[...values]}::text[])`
  // What PostgreSQL and JavaScript take for lower case is the same for these.
  const isPlain = values.every((value) => /^[\x20-\x7E]*$/.test(value))
  return column.slot <= 4 && isPlain ? [sql`${sql.ref(`key_${column.slot}`)} = any(${keys}::text[])`, is] : [is]
}
