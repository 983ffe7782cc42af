import { limits } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { beginningOf, findFree } from '../free-name.ts'
import type { DesignKind, DesignRow } from './design-kind.ts'

/** Finds names for copies of designs, in their order: not used at the moment, and all different. */
export async function findFreeNames<Row extends DesignRow>(
  tx: Tx,
  workplaceId: string,
  { tables: { table } }: Pick<DesignKind<Row>, 'tables'>,
  designs: readonly Pick<DesignRow, 'application_id' | 'name'>[],
): Promise<string[]> {
  if (designs.length === 0) return []
  const [rows] = await tx.batch([
    {
      name: `${table}_names_like`,
      text: `select application_id, lower(name) from ${table}
        where workplace_id = $1 and application_id = any ($2::uuid[]) and lower(name) like any ($3::text[])`,
      values: [
        workplaceId,
        designs.map(({ application_id }) => application_id),
        designs.map(({ name }) => beginningOf(name, limits.name)),
      ],
    },
  ])
  const taken = new Set((rows ?? []).map((row) => row.join(' ')))
  return designs.map(({ application_id, name }) => {
    const keyOf = (one: string) => `${application_id} ${one.toLowerCase()}`
    const free = findFree(name, { max: limits.name, word: ' copy', gap: ' ' }, (one) => taken.has(keyOf(one)))
    taken.add(keyOf(free))
    return free
  })
}

/** Finds keys for copies. Keys are unique in the workplace. */
export async function findFreeKeys<Row extends DesignRow>(
  tx: Tx,
  workplaceId: string,
  { tables: { table, keys: ofRow }, maxKey }: Pick<DesignKind<Row>, 'tables' | 'maxKey'>,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const [rows] = await tx.batch([
    {
      name: `${table}_keys_like`,
      text: `select distinct lower(known.key) from ${table} d, unnest(${ofRow}) known (key)
        where d.workplace_id = $1 and lower(known.key) like any ($2::text[])`,
      values: [workplaceId, keys.map((key) => beginningOf(key, maxKey))],
    },
  ])
  const taken = new Set((rows ?? []).map(([key]) => key ?? ''))
  return keys.map((key) => {
    const free = findFree(key, { max: maxKey, word: '-copy', gap: '-' }, (one) => taken.has(one.toLowerCase()))
    taken.add(free.toLowerCase())
    return free
  })
}
