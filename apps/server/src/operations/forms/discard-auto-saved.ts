import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { discardStatement } from '../designs/auto-save.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type FormRef, findForm, formRecordOf } from './form.ts'
import { refuseDesigner } from './policy.ts'

/** Throws away what the user has not saved of a design. Null when it is done, or there was nothing. */
export async function discardAutoSaved({ db }: OperationContext, user: User, ref: FormRef): Promise<Refusal | null> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await findForm(tx, workplaceId, ref)
    if (form === null) return noSuch(formRecordOf(ref))
    await tx.commit([discardStatement({ workplaceId, designId: form.id, userId: user.id })])
    return null
  })
}
