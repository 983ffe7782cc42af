import type { FilterName, ListDescription, SortName } from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import type { Key } from '../../platform/list/keys.ts'
import type { FilterSource, ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { columnNameOf, presentFields, selectFields } from './record-fields.ts'
import type { RecordTable } from './record-kind.ts'

interface Row {
  readonly id: string
  readonly is_disabled?: boolean
  readonly created_at: Date
  readonly created_by: string | null
}

interface Options<L extends ListDescription> {
  readonly list: L
  readonly table: RecordTable
  /** `fields` of the contract: each a column of its name. */
  readonly fields: z.ZodObject
  readonly isDisabled: boolean
  /** Fields that the search looks into; the name where left out. */
  readonly searched?: readonly string[]
  /** Sort keys in addition to name and creation. */
  readonly keys?: Partial<Record<SortName<L>, Key>>
  /** The sources of filters that do not compare the column of their name. */
  readonly filters?: Partial<Record<FilterName<L>, FilterSource>>
}

/** Returns the source of a list of records: the table, with one column for each column of the list. */
export function recordSource<const L extends ListDescription, Item>({
  list,
  table,
  fields,
  isDisabled,
  searched = ['name'],
  keys,
  filters,
}: Options<L>): ListSource<L, Row, Item> {
  const own = isDisabled ? sql`x.id, x.is_disabled, x.created_at, x.created_by` : sql`x.id, x.created_at, x.created_by`
  const compared = Object.keys(list.filters).map((name) => [name, compareColumn(name)])
  return {
    list,
    columns: sql`${own}, ${selectFields(fields)}`,
    from: () => sql`${sql.table(table)} x`,
    where: ({ user }) => [sql`x.workplace_id = ${user.workplaceId}`],
    keys: {
      name: { sql: sql`x.name_key`, type: 'text' },
      created: { sql: sql`x.created_at`, type: 'instant' },
      ...keys,
    } as Record<SortName<L>, Key>,
    id: { sql: sql`x.id`, type: 'id' },
    filters: { ...Object.fromEntries(compared), ...filters },
    search: (text) =>
      containsAny(
        searched.map((name) => column(columnNameOf(name))),
        text,
      ),
    present: async (rows, { tx, user: { workplaceId } }) => {
      const creators = rows.map(({ created_by }) => created_by)
      const people = await readPeople(tx, workplaceId, creators)
      const shown = await presentFields(tx, workplaceId, fields, rows)
      return rows.map((row, index) => ({
        id: row.id,
        ...shown[index],
        ...(isDisabled ? { isDisabled: row.is_disabled } : {}),
        createdAt: row.created_at.toISOString(),
        createdBy: people.find(row.created_by),
      })) as Item[]
    },
  }
}

/** A name is compared by the column that has an index for it. */
function compareColumn(filter: string): FilterSource {
  if (filter === 'name') return onTextKey(sql`x.name_key`)
  return column(filter === 'created' ? 'created_at' : columnNameOf(filter))
}

function column(name: string): RawBuilder<unknown> {
  return sql.ref(`x.${name}`)
}
