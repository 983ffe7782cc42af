import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { emailTemplateRecord } from './email-template.ts'

/** Disables an email template: it keeps its name, and nobody changes or tries it any more. @returns null on success. */
export function disableEmailTemplate(
  context: OperationContext,
  request: Request,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, emailTemplateRecord, { ref: id, reason })
}
