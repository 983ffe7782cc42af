import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { emailTemplateRecord } from './email-template.ts'

/** Restores a disabled email template. @returns null on success. */
export function restoreEmailTemplate(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return restore(context, request, emailTemplateRecord, { ref: id })
}
