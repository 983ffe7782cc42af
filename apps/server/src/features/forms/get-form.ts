import type { ApplicationForm } from '@millrace/contract'
import { getDesign, getDesigns, presentDesign, type Seen } from '../../operations/designs/present-design.ts'
import type { FormRef, FormRow } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** Returns a form without its design. */
export function getForm(db: Database, request: Request, ref: FormRef): Promise<ApplicationForm | Refusal> {
  return getDesign(db, request, formDesigns, { ref, present: presentForm })
}

/** Returns the forms that an operation has created, in its order. */
export function getForms(db: Database, request: Request, ids: readonly string[]): Promise<ApplicationForm[]> {
  return getDesigns(db, request, formDesigns, { ids, present: presentForm })
}

export function presentForm(row: FormRow, seen: Seen): ApplicationForm {
  const { application_id, application_name, form_key, labels } = row
  const application = application_id === null ? null : { id: application_id, name: application_name ?? '' }
  return { ...presentDesign(row, seen), application, formKey: form_key, labels }
}
