import type { UserPropertyType } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { namedSources } from '../../runtime/forms/named-sources.ts'

interface Named {
  readonly type: UserPropertyType
  readonly value: string
}

/** Returns the values that name a user or group which does not exist, each with its fault. */
export async function findMissing<T extends Named>(
  tx: Tx,
  workplaceId: string,
  values: readonly T[],
): Promise<(T & { readonly fault: string })[]> {
  const [users, groups] = [
    await findKnown(tx, workplaceId, values, 'user'),
    await findKnown(tx, workplaceId, values, 'group'),
  ]
  const known = { user: users, group: groups }
  return values.flatMap((one) =>
    (one.type === 'user' || one.type === 'group') && !known[one.type].has(one.value)
      ? [{ ...one, fault: `Expected a ${one.type} of this workplace, but there is no ${one.type} “${one.value}”.` }]
      : [],
  )
}

/** Returns the names of the users or groups that exist, by user name or key. */
export async function findKnown(
  tx: Tx,
  workplaceId: string,
  values: readonly Named[],
  kind: 'user' | 'group',
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(values.flatMap(({ type, value }) => (type === kind && value !== '' ? [value] : [])))]
  if (keys.length === 0) return new Map()
  const { from, id, name, scope } = namedSources[kind]
  const rows = await runSql<{ id: string; name: string }>(
    tx,
    sql`select ${id} as id, ${name} as name from ${from} where ${scope(workplaceId)} and ${id} = any(${keys}::text[])`,
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}
