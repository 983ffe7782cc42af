import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { releaseStatement } from '../designs/edit-lock.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type FormRef, findForm, formRecordOf } from './form.ts'
import { refuseDesigner } from './policy.ts'

/** Says that a window is no longer at a design. Null when it is done, or it was not at it any more. */
export async function releaseEditLock(
  { db }: OperationContext,
  user: User,
  { ref, token }: { readonly ref: FormRef; readonly token: string },
): Promise<Refusal | null> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await findForm(tx, workplaceId, ref)
    if (form === null) return noSuch(formRecordOf(ref))
    await tx.commit([releaseStatement({ workplaceId, designId: form.id, token, username })])
    return null
  })
}
