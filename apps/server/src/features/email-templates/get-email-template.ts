import type { EmailTemplate, MissingValues, TestMail } from '@millrace/contract'
import { emailTemplateRecord } from '../../operations/email-templates/email-template.ts'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { findTestMail } from '../../runtime/mail/find-test-mail.ts'

export function getEmailTemplate(db: Database, request: Request, id: string): Promise<EmailTemplate | Refusal> {
  return getRecord(db, request, emailTemplateRecord, {
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

/** Returns the outcome of a test mail of an email template. */
export function getTestMail(db: Database, { workplaceId }: Person, id: string): Promise<TestMail | Refusal> {
  return findTestMail(db, workplaceId, { id, of: 'template_id' })
}
