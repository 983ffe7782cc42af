import type { FormCopy } from '@millrace/contract'
import { findCopyNames } from '../../operations/designs/propose-copies.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'

/** Proposes unused names and keys for copies of these forms, in their order. */
export async function proposeCopies(
  db: Database,
  request: Request,
  asked: { readonly ids: readonly string[]; readonly applicationId?: string },
): Promise<FormCopy[] | Refusal> {
  const found = await findCopyNames(db, request, formDesigns, asked)
  if (found instanceof Refusal) return found
  return found.map(({ row: { labels }, key: formKey, sourceId, applicationId, name }) => ({
    sourceId,
    applicationId,
    name,
    formKey,
    labels,
  }))
}
