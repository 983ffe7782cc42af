import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type FormRef, loadFormFor } from './form.ts'
import { refuseDesigner } from './policy.ts'

/** Disables a form: it keeps its name, and nobody designs or takes it over any more. Null when it is done. */
export async function disableForm(
  { db, clock }: OperationContext,
  user: User,
  { ref, reason }: { readonly ref: FormRef; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await loadFormFor(tx, user, ref, { lock: true })
    if (form instanceof Refusal) return form
    await tx.query(
      kysely
        .updateTable('form')
        .set({ disabled_at: clock(), disabled_by: username, disabled_reason: reason, revision: form.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', form.id),
    )
    return null
  })
}
