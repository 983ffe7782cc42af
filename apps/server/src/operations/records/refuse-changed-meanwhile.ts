import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** A row with a revision, which callers have to know to change the row. */
export interface Revised {
  readonly workplace_id: string
  readonly name: string
  readonly revision: number
  readonly updated_at: Date
  readonly updated_by: string | null
}

/**
 * Checks that a record has the revision that the caller has read. Otherwise the details of the refusal name the user
 * and time of the change, and the current revision.
 *
 * @param revision the revision that was read; undefined: any.
 */
export async function refuseChangedMeanwhile(
  tx: Tx,
  thing: Revised,
  revision: number | undefined,
): Promise<Refusal | null> {
  if (revision === undefined || revision === thing.revision) return null
  const people = await readPeople(tx, thing.workplace_id, [thing.updated_by])
  const by = people.find(thing.updated_by)?.displayName ?? 'Somebody'
  const at = thing.updated_at.toISOString()
  return refuse(
    'thing.changed',
    `Expected “${thing.name}” as it was when you opened it, but ${by} has changed it at ${at}. Your changes were not saved. Reload it, and change it again.`,
    [
      { where: 'updatedBy', message: by },
      { where: 'updatedAt', message: at },
      { where: 'revision', message: String(thing.revision) },
    ],
  )
}
