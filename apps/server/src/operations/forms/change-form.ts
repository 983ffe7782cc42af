import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change as changeRecord } from '../records/change-record.ts'
import { type FormRef, formRecordOf } from './form.ts'

export interface FormChange {
  readonly name: string
  /** Null for templates. */
  readonly formKey: string | null
  readonly labels: string
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/** Changes name, key and tags of a form. @returns null on success. */
export function changeForm(
  context: OperationContext,
  request: Request,
  { ref, change }: { readonly ref: FormRef; readonly change: FormChange },
): Promise<Refusal | null> {
  const { name, formKey, labels, revision } = change
  return changeRecord(context, request, formRecordOf(ref), {
    ref,
    revision,
    columns: () => ({ name, form_key: formKey, labels }),
  })
}
