import { documentLimits } from '@millrace/forms'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { keepDesign } from '../designs/design-auto-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { FormRef } from './form.ts'
import { formDesigns } from './form-designs.ts'
import { refuseDesigner } from './policy.ts'

export interface AutoSaving {
  readonly ref: FormRef
  readonly designerJson: string
  /** The version that it was begun with. */
  readonly version: number
}

/** Keeps what a designer has not saved yet, finished or not, for him alone. @returns when. */
export async function keepAutoSaved(
  context: OperationContext,
  request: Request,
  { ref, designerJson, version }: AutoSaving,
): Promise<Date | Refusal> {
  const refusal = refuseDesigner(request.user)
  if (refusal !== null) return refusal
  if (designerJson.length > documentLimits.characters)
    return refuse(
      'request.too-large',
      `Expected a design of up to ${documentLimits.characters} characters, but it has ${designerJson.length}.`,
    )
  return keepDesign(context, request, formDesigns, { ref, text: designerJson, version })
}
