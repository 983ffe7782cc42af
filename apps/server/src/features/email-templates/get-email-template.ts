import type { EmailTemplate, MissingValues, TestMail } from '@millrace/contract'
import { emailTemplateRecord } from '../../operations/email-templates/email-template.ts'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { findTestMail } from '../../runtime/mail/find-test-mail.ts'

export function getEmailTemplate(db: Database, user: User, id: string): Promise<EmailTemplate | Refusal> {
  return getRecord(db, user, emailTemplateRecord, {
    id,
    present: (row, people) => ({
      ...presentRecord(row, people),
      disabled: presentDisabled(row, people),
      name: row.name,
      subject: row.subject,
      html: row.html,
      missingValues: row.missing_values as MissingValues,
      variables: row.variables,
    }),
  })
}

/** What became of a test mail. */
export function getTestMail(db: Database, { workplaceId }: User, id: string): Promise<TestMail | Refusal> {
  return findTestMail(db, workplaceId, { id, of: 'template_id' })
}
