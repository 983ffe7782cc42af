import type { DesignerDetail } from '@millrace/contract'
import { openDesign } from '../../operations/designs/read-versions.ts'
import type { FormRef } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { presentForm } from './get-form.ts'

/** Returns the initial data of the designer: the form, its design, and the unsaved changes of the user. */
export async function getDesigner(db: Database, request: Request, ref: FormRef): Promise<DesignerDetail | Refusal> {
  const opened = await openDesign(db, request, formDesigns, { ref, present: presentForm })
  if (opened instanceof Refusal) return opened
  const { item, text: designerJson, autoSaved: auto, common } = opened
  return {
    applicationForm: { ...item, designerJson, templateData: ref.applicationId === null ? designerJson : null },
    ...common,
    autoSaved:
      auto === null ? null : { designerJson: auto.text, version: auto.version, savedAt: auto.savedAt.toISOString() },
  }
}
