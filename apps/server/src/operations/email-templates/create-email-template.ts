import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { readMailText } from '../../runtime/mail/read-mail-text.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { emailTemplateRecord, type MailText } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

/** Creates an email template. @returns its id. */
export async function createEmailTemplate(
  context: OperationContext,
  user: User,
  input: MailText & { readonly name: string },
): Promise<string | Refusal> {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null) return refusal
  const kept = await readMailText(context.runtime, user, input)
  if (kept instanceof Refusal) return kept
  const { name, subject, missingValues } = input
  return create(context, user, emailTemplateRecord, () => ({
    name,
    subject,
    ...kept,
    missing_values: missingValues,
  }))
}
