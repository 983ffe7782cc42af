import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { allOf, runSql, type Sql } from '../../../platform/list/sql.ts'
import type { Columns, RestorableKind } from './restorable-kind.ts'

/** Returns the parts of an audit key, as `millrace_audit_key` combines them. */
export function readKey({ keys }: RestorableKind, key: string): readonly [string, ...string[]] {
  if (keys.length < 2) return [key]
  const [first = '', ...rest] = key.split('/')
  const decode = (part: string) => part.replaceAll('%2F', '/').replaceAll('%25', '%')
  return [decode(first), ...rest.map(decode)]
}

/** Returns the columns of the row that a restore concerns, as the audit records them; null where there is no row. */
export async function findRow(
  tx: Tx,
  workplaceId: string,
  { table, keys, columns, also = [], hasRevision, canBeDisabled }: RestorableKind,
  key: readonly string[],
): Promise<Columns | null> {
  if (keys.length > 0 && key.length !== keys.length) return null
  const read = [
    ...columns,
    ...also,
    ...(hasRevision ? ['revision'] : []),
    ...(canBeDisabled ? ['disabled_at'] : []),
  ].flatMap((column) => [sql`${column}::text`, sql.ref(`d.${column}`)])
  const [found] = await runSql<{ row: Columns }>(
    tx,
    sql`select jsonb_build_object(${sql.join(read)}) as row from ${sql.table(table)} d
      where ${isEntity(workplaceId, keys, key)}`,
  )
  return found?.row ?? null
}

/** Returns the condition of the row `d` of an entity. */
export function isEntity(workplaceId: string, keys: readonly string[], key: readonly string[]): Sql {
  const conditions = keys.map((column, index) => sql`d.${sql.ref(column)}::text = ${key[index]}`)
  return allOf([sql`d.workplace_id = ${workplaceId}`, ...conditions])
}
