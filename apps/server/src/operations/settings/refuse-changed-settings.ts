import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Change } from './check-changes.ts'

/** Checks that no setting has been changed since the user read it. Returns null if so, otherwise a refusal. */
export async function refuseChangedSettings(
  tx: Tx,
  workplaceId: string,
  changes: readonly Change[],
): Promise<Refusal | null> {
  const [rows] = await tx.batch([
    {
      name: 'setting_revisions',
      text: `select key, revision, updated_by, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from setting where workplace_id = $1 and key = any($2::text[])`,
      values: [workplaceId, changes.map(({ key }) => key)],
    },
  ])
  const known = new Map((rows ?? []).map(([key, revision, by, at]) => [key, { revision: Number(revision), by, at }]))
  const old = changes.filter(({ key, revision }) => revision !== (known.get(key)?.revision ?? 0))
  const [first] = old
  if (first === undefined) return null
  const row = known.get(first.key)
  const people = await readPeople(tx, workplaceId, [row?.by ?? null])
  const by = people.find(row?.by ?? null)?.displayName ?? 'Somebody'
  return refuse(
    'thing.changed',
    `Expected ${first.key} as it was when you opened it, but ${by} has changed it. Your changes were not saved. Reload the settings, and change it again.`,
    [
      { where: 'updatedBy', message: by },
      { where: 'updatedAt', message: row?.at ?? '' },
      ...old.map(({ key }) => ({ where: key, message: `Changed by ${by}.` })),
    ],
  )
}
