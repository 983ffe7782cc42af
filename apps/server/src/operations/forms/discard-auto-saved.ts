import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type FormRef, findForm, noSuchForm } from './form.ts'
import { refuseDesigner } from './policy.ts'

/** Throws away what the user has not saved of a design. Null when it is done, or there was nothing. */
export async function discardAutoSaved({ db }: OperationContext, user: User, ref: FormRef): Promise<Refusal | null> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await findForm(tx, workplaceId, ref)
    if (form === null) return noSuchForm(ref)
    await tx.commit([
      {
        name: 'form_auto_save_discard',
        text: 'delete from form_auto_save where workplace_id = $1 and form_id = $2 and user_id = $3',
        values: [workplaceId, form.id, user.id],
      },
    ])
    return null
  })
}
