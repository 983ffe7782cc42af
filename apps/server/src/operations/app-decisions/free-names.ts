import { limits } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { beginningOf, findFree } from '../free-name.ts'
import type { AppDecisionRow } from './app-decision.ts'

/** Names that copies of decisions can have beside them, in their order: free at the moment, and no two alike. */
export async function findFreeDecisionNames(
  tx: Tx,
  workplaceId: string,
  decisions: readonly Pick<AppDecisionRow, 'application_id' | 'name'>[],
): Promise<string[]> {
  if (decisions.length === 0) return []
  const rows = await tx.query(
    kysely
      .selectFrom('app_decision')
      .where('workplace_id', '=', workplaceId)
      .where(
        'application_id',
        'in',
        decisions.map(({ application_id }) => application_id),
      )
      .where((eb) =>
        eb.or(decisions.map(({ name }) => eb(eb.fn('lower', ['name']), 'like', beginningOf(name, limits.name)))),
      )
      .select(['application_id', 'name']),
  )
  const taken = new Set(rows.map(({ application_id, name }) => `${application_id} ${name.toLowerCase()}`))
  return decisions.map(({ application_id, name }) => {
    const free = findFree(name, { max: limits.name, word: ' copy', gap: ' ' }, (one) =>
      taken.has(`${application_id} ${one.toLowerCase()}`),
    )
    taken.add(`${application_id} ${free.toLowerCase()}`)
    return free
  })
}

/** The same for keys, which are for the whole workplace. */
export async function findFreeDecisionKeys(tx: Tx, workplaceId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const [rows] = await tx.batch([
    {
      name: 'app_decision_keys_like',
      text: `select distinct lower(known.key) from app_decision d, unnest(d.decision_keys || d.decision_key) known (key)
        where d.workplace_id = $1 and lower(known.key) like any ($2::text[])`,
      values: [workplaceId, keys.map((key) => beginningOf(key, limits.processKey))],
    },
  ])
  const taken = new Set((rows ?? []).map(([key]) => key ?? ''))
  return keys.map((key) => {
    const naming = { max: limits.processKey, word: '-copy', gap: '-' }
    const free = findFree(key, naming, (one) => taken.has(one.toLowerCase()))
    taken.add(free.toLowerCase())
    return free
  })
}

/** Keys for the other decisions in files, by those that they have; for each file in its order. */
export async function findFreeKeysInside(
  tx: Tx,
  workplaceId: string,
  files: readonly Pick<AppDecisionRow, 'decision_key' | 'decision_keys'>[],
): Promise<(readonly (readonly [string, string])[])[]> {
  const inside = files.map(({ decision_key, decision_keys }) => decision_keys.filter((key) => key !== decision_key))
  const free = await findFreeDecisionKeys(tx, workplaceId, inside.flat())
  return inside.map((keys) => keys.map((key) => [key, free.shift() ?? key] as const))
}
