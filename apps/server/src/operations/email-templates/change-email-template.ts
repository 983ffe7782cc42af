import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readMailText } from '../../runtime/mail/read-mail-text.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { OperationContext } from '../operation-context.ts'
import { findEmailTemplate, type MailText, noSuchEmailTemplate, withFreeName } from './email-template.ts'
import { refuseEmailTemplate, refuseMailDesigner } from './policy.ts'

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
      const template = await findEmailTemplate(tx, workplaceId, id, { lock: true })
      const missing = template === null ? noSuchEmailTemplate() : refuseEmailTemplate(user, template)
      if (template === null || missing !== null) return missing
      if (revision !== undefined && revision !== template.revision) {
        const people = await readPeople(tx, workplaceId, [template.updated_by])
        const by = people.find(template.updated_by)?.displayName ?? 'Somebody'
        const at = template.updated_at.toISOString()
        return refuse(
          'template.changed',
          `Expected “${template.name}” as it was when you opened it, but ${by} has changed it at ${at}. Nothing of yours was saved: load it again, and change it then.`,
          [
            { where: 'updatedBy', message: by },
            { where: 'updatedAt', message: at },
            { where: 'revision', message: String(template.revision) },
          ],
        )
      }
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
