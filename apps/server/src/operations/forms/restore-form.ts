import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type FormRef, findForm, noSuchForm } from './form.ts'
import { refuseDesigner } from './policy.ts'

/** Takes back that a form was disabled. Null when it is done. */
export async function restoreForm({ db }: OperationContext, user: User, ref: FormRef): Promise<Refusal | null> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await findForm(tx, workplaceId, ref, { lock: true })
    if (form === null) return noSuchForm(ref)
    if (form.disabled_at === null)
      return refuse('thing.exists', `Expected a form that is disabled, but “${form.name}” is in use already.`)
    await tx.query(
      kysely
        .updateTable('form')
        .set({ disabled_at: null, disabled_by: null, disabled_reason: null, revision: form.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', form.id),
    )
    return null
  })
}
