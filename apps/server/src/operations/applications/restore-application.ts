import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findApplication, noSuchApplication } from './application.ts'
import { refuseBeyondLicence } from './licence.ts'
import { refuseApplicationDesigner } from './policy.ts'

/** Takes back that an application was disabled. Refused when the licence covers no more. Null when it is done. */
export async function restoreApplication({ db }: OperationContext, user: User, id: string): Promise<Refusal | null> {
  const refusal = refuseApplicationDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const application = await findApplication(tx, workplaceId, id, { lock: true })
    if (application === null) return noSuchApplication()
    if (application.disabled_at === null)
      return refuse(
        'thing.exists',
        `Expected an application that is disabled, but “${application.name}” is in use already.`,
      )
    const beyond = await refuseBeyondLicence(tx, workplaceId)
    if (beyond !== null) return beyond
    await tx.query(
      kysely
        .updateTable('application')
        .set({
          disabled_at: null,
          disabled_by: null,
          disabled_reason: null,
          revision: application.revision + 1,
        })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', application.id),
    )
    return null
  })
}
