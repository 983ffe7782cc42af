import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { readMailText } from '../../runtime/mail/read-mail-text.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { emailTemplateRecord, type MailText } from './email-template.ts'
import { refuseMailDesigner } from './policy.ts'

export interface EmailTemplateChange extends MailText {
  readonly id: string
  readonly name: string
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/** Changes an email template. @returns null on success. */
export async function changeEmailTemplate(
  context: OperationContext,
  request: Request,
  input: EmailTemplateChange,
): Promise<Refusal | null> {
  const refusal = refuseMailDesigner(request.user, input.id)
  if (refusal !== null) return refusal
  const kept = await readMailText(context.runtime, request.user, input)
  if (kept instanceof Refusal) return kept
  const { id, name, subject, missingValues, revision } = input
  return change(context, request, emailTemplateRecord, {
    ref: id,
    revision,
    columns: () => ({ name, subject, ...kept, missing_values: missingValues }),
  })
}
