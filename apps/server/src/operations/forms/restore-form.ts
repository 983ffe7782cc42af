import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { type FormRef, formRecordOf } from './form.ts'

/** Puts a disabled form into use again. @returns null when it is done. */
export function restoreForm(context: OperationContext, request: Request, ref: FormRef): Promise<Refusal | null> {
  return restore(context, request, formRecordOf(ref), { ref })
}
