import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { DesignTables } from './design-tables.ts'
import { findHolder } from './edit-lock.ts'

/** The columns of a design that are compared before it is saved. */
export interface Designed {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly updated_at: Date
}

interface Saving {
  /** The token of the lock that the designer has; undefined without one. */
  readonly token: string | undefined
  /** The version on which it is based; undefined: the current one. */
  readonly version: number | undefined
}

/**
 * Checks that a design can be saved: nobody else holds its lock, and nobody has saved it since it was opened. Returns
 * null if so, otherwise a refusal.
 */
export async function refuseOthers(
  tx: Tx,
  user: Person,
  { tables, design, save }: { readonly tables: DesignTables; readonly design: Designed; readonly save: Saving },
): Promise<Refusal | null> {
  return (await refuseHeld(tx, user, design, save)) ?? (await refuseOld(tx, user, tables, design, save))
}

async function refuseHeld(tx: Tx, user: Person, design: Designed, { token }: Saving): Promise<Refusal | null> {
  const holder = await findHolder(tx, { workplaceId: user.workplaceId, designId: design.id })
  const isOwn = token === undefined ? holder?.username === user.username : holder?.token === token
  if (holder === null || isOwn) return null
  const people = await readPeople(tx, user.workplaceId, [holder.username])
  const { displayName } = people.get(holder.username)
  const who =
    holder.username === user.username ? 'you have opened it in another window' : `${displayName} has been editing it`
  return refuse(
    'design.locked',
    `Expected nobody else to edit the design “${design.name}”, but ${who} since ${holder.since.toISOString()}. Nothing was saved. Export your design as a file, or take over and save again.`,
    [
      { where: 'lockedBy', message: displayName },
      { where: 'lockedSince', message: holder.since.toISOString() },
    ],
  )
}

async function refuseOld(
  tx: Tx,
  { workplaceId }: Person,
  { versions }: DesignTables,
  design: Designed,
  { version }: Saving,
): Promise<Refusal | null> {
  if (version === undefined || version === design.version) return null
  const [rows] = await tx.batch([
    {
      name: `${versions.table}_who`,
      text: `select saved_by from ${versions.table} where workplace_id = $1 and ${versions.id} = $2 and version = $3`,
      values: [workplaceId, design.id, design.version],
    },
  ])
  const savedBy = rows?.[0]?.[0] ?? null
  const by = (await readPeople(tx, workplaceId, [savedBy])).find(savedBy)?.displayName ?? 'somebody'
  return refuse(
    'design.changed',
    `Expected version ${version} of “${design.name}”, but ${by} has saved version ${design.version} since. Nothing was saved. Compare that version with yours, and save again.`,
    [
      { where: 'version', message: String(design.version) },
      { where: 'savedBy', message: by },
      { where: 'savedAt', message: design.updated_at.toISOString() },
    ],
  )
}
