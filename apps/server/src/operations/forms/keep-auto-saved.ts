import { documentLimits } from '@millrace/forms'
import type { User } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { keepStatement } from '../designs/auto-save.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { type FormRef, formRecordOf } from './form.ts'
import { refuseDesigner } from './policy.ts'

export interface AutoSaving {
  readonly ref: FormRef
  readonly designerJson: string
  /** The version that it was begun with. */
  readonly version: number
}

/** Keeps what a designer has not saved yet, finished or not, for him alone. @returns when. */
export async function keepAutoSaved(
  { db, clock }: OperationContext,
  user: User,
  { ref, designerJson, version }: AutoSaving,
): Promise<Date | Refusal> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  if (designerJson.length > documentLimits.characters)
    return refuse(
      'request.too-large',
      `Expected a design of up to ${documentLimits.characters} characters, but it has ${designerJson.length}.`,
    )
  const { workplaceId, id: userId } = user
  const savedAt = clock()
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await loadRecord(tx, user, formRecordOf(ref), ref)
    if (form instanceof Refusal) return form
    const owner = { workplaceId, designId: form.id, userId }
    await tx.commit([keepStatement(owner, { text: designerJson, version, savedAt })])
    return savedAt
  })
}
