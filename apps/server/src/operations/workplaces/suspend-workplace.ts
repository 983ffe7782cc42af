import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { holdWorkplace } from './moving/hold-workplace.ts'
import { type PlatformAdministrator, refuseMoving } from './policy.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { findWorkplace } from './workplaces.ts'

export interface Suspension {
  readonly reference: string
  /** Whether to suspend the workplace; false opens it again. */
  readonly isSuspended: boolean
}

/**
 * Suspends a workplace: nobody can sign in, sessions and API tokens are rejected, and no jobs run. Or activates it
 * again. Returns null on success, otherwise a refusal.
 *
 * @throws when another command has changed the workplace while this one was held up.
 */
export async function suspendWorkplace(
  context: Homes & Pick<OperationContext, 'clock'>,
  { cause }: PlatformAdministrator,
  { reference, isSuspended }: Suspension,
): Promise<Refusal | null> {
  const known = await findWorkplace(context.db, reference)
  if (known instanceof Refusal) return known
  return holdWorkplace({ db: context.db, workplaceId: known.id, cause }, async () => {
    const workplace = await findWorkplace(context.db, reference)
    if (workplace instanceof Refusal) return workplace
    const refusal = refuseMoving(workplace)
    if (refusal !== null) return refusal
    const home = findHome(context, workplace.database)
    if (home instanceof Refusal) return home
    const change = { suspended_at: isSuspended ? context.clock() : null }
    const { id, database } = workplace
    const write = (tx: Tx) => tx.query(kysely.updateTable('workplace').set(change).where('workplace_id', '=', id))
    await context.db.withPlatformTransaction(cause, async (entry) => {
      await lockAsFound(entry, { id, cell: database })
      // Where it lives first: there it counts. The command can be repeated if it ends in between.
      if (home !== context.db)
        await home.withPlatformTransaction(cause, async (there) => {
          await lockAsFound(there, { id, cell: null })
          // If the first lock was lost with its connection, others may have changed the workplace before the second one.
          await lockAsFound(entry, { id, cell: database })
          await write(there)
        })
      await write(entry)
    })
    return null
  })
}

/**
 * Locks the row of a workplace in a database until the end of the transaction. No command can move, suspend or delete the
 * workplace meanwhile. Those who add rows that belong to it neither wait nor are waited for.
 *
 * @param cell where the database says that it lives: only the first one knows another.
 * @throws when the workplace does not live there any more, or is being moved: this command was held up.
 */
async function lockAsFound(tx: Tx, { id, cell }: { readonly id: string; readonly cell: string | null }): Promise<void> {
  const [rows] = await tx.batch([
    {
      name: 'workplace_lock_as_found',
      text: 'select 1 from workplace where workplace_id = $1 and cell is not distinct from $2 and moving_at is null for no key update',
      values: [id, cell],
    },
  ])
  if (rows?.length !== 1)
    throw new Error('Expected the workplace to be as this command found it, but another one has changed it.')
}
