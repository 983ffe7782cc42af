import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readMailText } from '../../runtime/mail/read-mail-text.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadEmailTemplateFor, type MailText, withFreeName } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

export interface EmailTemplateChange extends MailText {
  readonly id: string
  readonly name: string
  /** The revision that was read before; undefined: whichever there is. */
  readonly revision: number | undefined
}

/** Changes an email template. Null when it is done. */
export async function changeEmailTemplate(
  context: OperationContext,
  user: User,
  change: EmailTemplateChange,
): Promise<Refusal | null> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const kept = await readMailText(context.runtime, user, change)
  if (kept instanceof Refusal) return kept
  const { db, clock } = context
  const { workplaceId, username } = user
  const { id, name, subject, missingValues, revision } = change
  return withFreeName(() =>
    db.withTransaction(actorOf(user), async (tx) => {
      const template = await loadEmailTemplateFor(tx, user, id, { lock: true })
      if (template instanceof Refusal) return template
      const changed = await refuseChangedMeanwhile(tx, template, revision)
      if (changed !== null) return changed
      await tx.query(
        kysely
          .updateTable('email_template')
          .set({
            name,
            subject,
            ...kept,
            missing_values: missingValues,
            revision: template.revision + 1,
            updated_at: clock(),
            updated_by: username,
          })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', template.id),
      )
      return null
    }),
  )
}
