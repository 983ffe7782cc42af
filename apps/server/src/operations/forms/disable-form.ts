import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { type FormRef, formRecordOf } from './form.ts'

/** Disables a form: it keeps its name, and nobody designs or copies it any more. @returns null when it is done. */
export function disableForm(
  context: OperationContext,
  request: Request,
  { ref, reason }: { readonly ref: FormRef; readonly reason: string },
): Promise<Refusal | null> {
  return disable(context, request, formRecordOf(ref), { ref, reason })
}
