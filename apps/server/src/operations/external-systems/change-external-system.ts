import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockExternal, touched, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

/** What everything of an external system is called, and what was read of it before. */
export interface ExternalChange {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Undefined: whichever there is. */
  readonly revision: number | undefined
}

/** Changes what an external system is called. Null when it is done. */
export async function changeExternalSystem(
  context: OperationContext,
  user: User,
  { id, name, description, revision }: ExternalChange,
): Promise<Refusal | null> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      const system = await lockExternal(tx, user, 'system', id)
      if (system instanceof Refusal) return system
      const changed = await refuseChangedMeanwhile(tx, system, revision)
      if (changed !== null) return changed
      await tx.query(
        kysely
          .updateTable('external_system')
          .set({ name, description, ...touched(context, user, system) })
          .where('workplace_id', '=', user.workplaceId)
          .where('id', '=', id),
      )
      return null
    }),
  )
}
