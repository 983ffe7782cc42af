import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findEmailTemplate, noSuchEmailTemplate } from './email-template.ts'
import { refuseEmailTemplate, refuseMailDesigner } from './policy.ts'

/** Disables an email template: it keeps its name, and nobody changes or tries it any more. Null when it is done. */
export async function disableEmailTemplate(
  { db, clock }: OperationContext,
  user: User,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const template = await findEmailTemplate(tx, workplaceId, id, { lock: true })
    const missing = template === null ? noSuchEmailTemplate() : refuseEmailTemplate(user, template)
    if (template === null || missing !== null) return missing
    await tx.query(
      kysely
        .updateTable('email_template')
        .set({ disabled_at: clock(), disabled_by: username, disabled_reason: reason, revision: template.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', template.id),
    )
    return null
  })
}
