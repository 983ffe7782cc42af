import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { readMailText } from '../../runtime/mail/read-mail-text.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { emailTemplateRecord, type MailText } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

/** Creates an email template. @returns its id. */
export async function createEmailTemplate(
  context: OperationContext,
  request: Request,
  input: MailText & { readonly name: string },
): Promise<string | Refusal> {
  const refusal = refuseMailDesigner(request.user, null)
  if (refusal !== null) return refusal
  const kept = await readMailText(context.runtime, request.user, input)
  if (kept instanceof Refusal) return kept
  const { name, subject, missingValues } = input
  return create(context, request, emailTemplateRecord, () => ({
    name,
    subject,
    ...kept,
    missing_values: missingValues,
  }))
}
