import type { ClientBase } from 'pg'

/** A table whose rows belong to workplaces. */
export interface WorkplaceTable {
  readonly name: string
  /** Columns in their order, without those that the database calculates itself. */
  readonly columns: readonly string[]
  /** Columns of the primary key, or all columns where there is none. */
  readonly key: readonly string[]
  /** Whether rows are only deleted together with the row of the workplace. */
  readonly isAppendOnly: boolean
  /** Whether a row may refer to another one of the table. */
  readonly refersToItself: boolean
  /** Columns with JSON values. */
  readonly jsonColumns: readonly string[]
}

/**
 * Lists all tables with a `workplace_id` from the catalogue of PostgreSQL, so that none is forgotten; referenced tables
 * come first. Partitions are left out, because their table includes their rows.
 */
export async function listWorkplaceTables(client: Pick<ClientBase, 'query'>): Promise<WorkplaceTable[]> {
  const { rows: tables } = await client.query<{
    name: string
    columns: string[]
    key: string[]
    isAppendOnly: boolean
    jsonColumns: string[]
  }>(
    `select c.relname as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
        exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only') as "isAppendOnly",
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.atttypid in ('json'::regtype, 'jsonb'::regtype) and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as "jsonColumns"
      from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workplace_id' and not a.attisdropped) order by c.relname`,
  )
  const { rows: references } = await client.query<Reference>(
    `select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f' and conparentid = 0`,
  )
  return sortByReference(
    tables.map((table) => ({
      ...table,
      key: table.key.length > 0 ? table.key : table.columns,
      refersToItself: references.some(({ from, to }) => from === table.name && to === table.name),
    })),
    // Every row belongs to a workplace, whether or not a constraint says so.
    [...references, ...tables.map(({ name }) => ({ from: name, to: 'workplace' }))],
  )
}

interface Reference {
  readonly from: string
  readonly to: string
}

function sortByReference(tables: readonly WorkplaceTable[], references: readonly Reference[]): WorkplaceTable[] {
  const sorted: WorkplaceTable[] = []
  const rest = new Set(tables)
  while (rest.size > 0) {
    const waiting = new Set([...rest].map(({ name }) => name))
    const next = [...rest].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    )
    if (next.length === 0)
      throw new Error(`Expected tables to refer to each other without a circle, but ${[...waiting].join(', ')} do not.`)
    for (const table of next) {
      sorted.push(table)
      rest.delete(table)
    }
  }
  return sorted
}
