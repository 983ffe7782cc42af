import type { EmailTemplate, MissingValues, TestMail } from '@millrace/contract'
import { emailTemplateRecord } from '../../operations/email-templates/email-template.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { findTestMail } from '../../runtime/mail/find-test-mail.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export async function getEmailTemplate(db: Database, user: User, id: string): Promise<EmailTemplate | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const row = await emailTemplateRecord.find(tx, workplaceId, id)
    if (row === null) return noSuch(emailTemplateRecord)
    const { created_by, updated_by, disabled_by, disabled_at } = row
    const people = await readPeople(tx, workplaceId, [created_by, updated_by, disabled_by])
    return {
      id: row.id,
      name: row.name,
      subject: row.subject,
      html: row.html,
      missingValues: row.missing_values as MissingValues,
      variables: row.variables,
      revision: row.revision,
      disabled:
        disabled_at === null
          ? null
          : { at: disabled_at.toISOString(), by: people.find(disabled_by), reason: row.disabled_reason ?? '' },
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(created_by),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(updated_by),
    }
  })
}

/** What became of a test mail. */
export function getTestMail(db: Database, { workplaceId }: User, id: string): Promise<TestMail | Refusal> {
  return findTestMail(db, workplaceId, { id, of: 'template_id' })
}
