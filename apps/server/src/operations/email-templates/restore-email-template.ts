import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findEmailTemplate, noSuchEmailTemplate } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

/** Takes back that an email template was disabled. Null when it is done. */
export async function restoreEmailTemplate({ db }: OperationContext, user: User, id: string): Promise<Refusal | null> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const template = await findEmailTemplate(tx, workplaceId, id, { lock: true })
    if (template === null) return noSuchEmailTemplate()
    if (template.disabled_at === null)
      return refuse(
        'thing.exists',
        `Expected an email template that is disabled, but “${template.name}” is in use already.`,
      )
    await tx.query(
      kysely
        .updateTable('email_template')
        .set({ disabled_at: null, disabled_by: null, disabled_reason: null, revision: template.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', template.id),
    )
    return null
  })
}
