import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { holdWorkplace } from './moving/hold-workplace.ts'
import { type PlatformAdministrator, refuseMoving } from './policy.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { findWorkplace } from './workplaces.ts'

export interface Suspension {
  readonly reference: string
  /** False: it is opened again. */
  readonly isSuspended: boolean
}

/**
 * Suspends a workplace: nobody can sign in, sessions and API tokens are rejected, and no jobs run. Or activates it
 * again. Returns null on success, otherwise a refusal.
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
    // Where it lives first: there it counts. The command can be repeated if it ends in between.
    for (const db of new Set([home, context.db]))
      await db.withPlatformTransaction(cause, (tx) =>
        tx.query(kysely.updateTable('workplace').set(change).where('workplace_id', '=', workplace.id)),
      )
    return null
  })
}
