import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import type { OperationContext } from '../operation-context.ts'
import { type ApplicationDetails, loadApplicationFor } from './application.ts'
import { findCategoryId } from './category.ts'
import { refuseApplicationDesigner } from './policy.ts'
import { withFreeApplicationNames } from './taken-names.ts'

export interface ApplicationChange extends ApplicationDetails {
  readonly id: string
  /** The revision that was read before; undefined: whichever there is. */
  readonly revision: number | undefined
}

/** Changes what an application is called, and where its processes are found. Null when it is done. */
export async function changeApplication(
  { db, clock }: OperationContext,
  user: User,
  { id, name, key, description, category, revision }: ApplicationChange,
): Promise<Refusal | null> {
  const refusal = refuseApplicationDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return withFreeApplicationNames(() =>
    db.withTransaction(actorOf(user), async (tx) => {
      const application = await loadApplicationFor(tx, user, id, { lock: true })
      if (application instanceof Refusal) return application
      const changed = await refuseChangedMeanwhile(tx, application, revision)
      if (changed !== null) return changed
      const found = await findCategoryId(tx, workplaceId, category)
      if (found instanceof Refusal) return found
      await tx.query(
        kysely
          .updateTable('application')
          .set({
            name,
            key,
            description,
            category_id: found.id,
            revision: application.revision + 1,
            updated_at: clock(),
            updated_by: username,
          })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', application.id),
      )
      return null
    }),
  )
}
