import { limits } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { beginningOf, findFree } from '../free-name.ts'
import type { AppProcessRow } from './app-process.ts'

/** Names that copies of processes can have beside them, in their order: free at the moment, and no two alike. */
export async function findFreeProcessNames(
  tx: Tx,
  workplaceId: string,
  processes: readonly Pick<AppProcessRow, 'application_id' | 'name'>[],
): Promise<string[]> {
  if (processes.length === 0) return []
  const rows = await tx.query(
    kysely
      .selectFrom('app_process')
      .where('workplace_id', '=', workplaceId)
      .where(
        'application_id',
        'in',
        processes.map(({ application_id }) => application_id),
      )
      .where((eb) =>
        eb.or(processes.map(({ name }) => eb(eb.fn('lower', ['name']), 'like', beginningOf(name, limits.name)))),
      )
      .select(['application_id', 'name']),
  )
  const taken = new Set(rows.map(({ application_id, name }) => `${application_id} ${name.toLowerCase()}`))
  return processes.map(({ application_id, name }) => {
    const free = findFree(name, { max: limits.name, word: ' copy', gap: ' ' }, (one) =>
      taken.has(`${application_id} ${one.toLowerCase()}`),
    )
    taken.add(`${application_id} ${free.toLowerCase()}`)
    return free
  })
}

/** The same for keys, which are for the whole workplace. */
export async function findFreeProcessKeys(tx: Tx, workplaceId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await tx.query(
    kysely
      .selectFrom('app_process')
      .where('workplace_id', '=', workplaceId)
      .where((eb) =>
        eb.or(keys.map((key) => eb(eb.fn('lower', ['process_key']), 'like', beginningOf(key, limits.processKey)))),
      )
      .select('process_key'),
  )
  const taken = new Set(rows.map(({ process_key }) => process_key.toLowerCase()))
  return keys.map((key) => {
    const naming = { max: limits.processKey, word: '-copy', gap: '-' }
    const free = findFree(key, naming, (one) => taken.has(one.toLowerCase()))
    taken.add(free.toLowerCase())
    return free
  })
}
