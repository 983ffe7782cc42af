import type { TableChanges } from '@millrace/engine'
import type { Statement } from '../platform/db/batch.ts'
import type { LiveTable } from './tables.ts'

/** The statements that bring one table from what was loaded to what is there now. Empty when nothing changed. */
export function rowStatements<Row extends { id: string }>(
  table: LiveTable<Row>,
  place: { workplaceId: string; rootId: string },
  changes: TableChanges<Row>,
): Statement[] {
  const statements: Statement[] = []
  if (changes.deleted.length > 0)
    statements.push(
      deleteStatement(
        table.name,
        place.workplaceId,
        changes.deleted.map(({ id }) => id),
      ),
    )
  if (changes.inserted.length > 0) statements.push(insertStatement(table, place, changes.inserted))
  if (changes.updated.length > 0) statements.push(updateStatement(table, place.workplaceId, changes.updated))
  return statements
}

function deleteStatement(table: string, workplaceId: string, ids: readonly string[]): Statement {
  return {
    name: `${table}_delete`,
    text: `delete from ${table} where workplace_id = $1 and id = any($2::uuid[])`,
    values: [workplaceId, ids],
  }
}

function insertStatement<Row>(
  table: LiveTable<Row>,
  place: { workplaceId: string; rootId: string },
  rows: readonly Row[],
): Statement {
  const columns = table.columns.map(({ column }) => column).join(', ')
  const text = `insert into ${table.name} (workplace_id, root_id, ${columns})
    select $1::uuid, $2::uuid, ${selected(table)} from unnest(${parameters(table, 3)}) as u (${columns})`
  return { name: `${table.name}_insert`, text, values: [place.workplaceId, place.rootId, ...columnArrays(table, rows)] }
}

function updateStatement<Row>(table: LiveTable<Row>, workplaceId: string, rows: readonly Row[]): Statement {
  const columns = table.columns.map(({ column }) => column)
  const assignments = table.columns
    .filter(({ column }) => column !== 'id')
    .map(({ column, type }) => `${column} = ${cast(`u.${column}`, type)}`)
  const text = `update ${table.name} t set ${assignments.join(', ')}
    from unnest(${parameters(table, 2)}) as u (${columns.join(', ')}) where t.workplace_id = $1 and t.id = u.id`
  return { name: `${table.name}_update`, text, values: [workplaceId, ...columnArrays(table, rows)] }
}

function selected<Row>({ columns }: LiveTable<Row>): string {
  return columns.map(({ column, type }) => cast(`u.${column}`, type)).join(', ')
}

/** Lists travel as array literals, one text each: `unnest` would flatten a list of lists. */
function cast(expression: string, type: string): string {
  return type === 'text[]' ? `${expression}::text[]` : expression
}

function parameters<Row>({ columns }: LiveTable<Row>, first: number): string {
  return columns.map(({ type }, index) => `$${first + index}::${type === 'text[]' ? 'text' : type}[]`).join(', ')
}

function columnArrays<Row>({ columns }: LiveTable<Row>, rows: readonly Row[]): unknown[][] {
  return columns.map(({ field, type }) =>
    rows.map((row) => {
      const value: unknown = row[field]
      if (value === null || value === undefined) return null
      if (type === 'jsonb') return JSON.stringify(value)
      if (type === 'text[]') return arrayLiteral(value as readonly string[])
      return value
    }),
  )
}

export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
