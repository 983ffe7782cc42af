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
 * Refused when somebody else has changed it since: the details say who and when, and which revision it has now.
 *
 * @param revision the one that was read before; undefined: whichever there is.
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
