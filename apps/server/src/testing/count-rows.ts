import type pg from 'pg'
import { readWrites, type Writes } from './written-tables.ts'

interface Known {
  readonly writes: Writes
  readonly counts: Readonly<Record<string, number>>
}

const known = new WeakMap<pg.Pool, Known>()

/**
 * Counts the rows of every table by name, except tables that a request may change even if it fails: sessions and their
 * times. Only tables that were written to since the last call are counted again.
 */
export async function countRows(admin: pg.Pool): Promise<Record<string, number>> {
  const before = known.get(admin)
  const writes = await readWrites(admin)
  const names = [...writes.keys()].filter((name) => !name.startsWith('session')).toSorted()
  const fresh = await countAnew(
    admin,
    names.filter((name) => writes.get(name) !== before?.writes.get(name)),
  )
  const counts = Object.fromEntries(names.map((name) => [name, fresh.get(name) ?? before?.counts[name] ?? 0]))
  known.set(admin, { writes, counts })
  return counts
}

async function countAnew(admin: pg.Pool, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const parts = names.map((name) => `select '${name}' as name, count(*) as count from "${name}"`)
  const { rows } = await admin.query<{ name: string; count: string }>(parts.join(' union all '))
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}
