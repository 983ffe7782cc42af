import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { saveVersion, type VersionSave, type VersionSaved } from '../designs/design-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { FormRef } from './form.ts'
import { type CompiledForm, formDesigns } from './form-designs.ts'

export interface DesignSaved {
  readonly version: number
  readonly savedAt: Date
  /** What was compiled here. */
  readonly renderedJson: string
}

/**
 * Saves the design of a form as its next version, with what the server has compiled of it, and forgets what the user had
 * saved by itself. Refused when it does not compile, when somebody else is at it, and when somebody has saved since it was
 * opened: nothing is kept of it then.
 */
export async function saveDesign(
  context: OperationContext,
  request: Request,
  { ref, save }: { readonly ref: FormRef; readonly save: VersionSave },
): Promise<DesignSaved | Refusal> {
  return toDesignSaved(await saveVersion(context, request, formDesigns, { ref, save }))
}

export function toDesignSaved(saved: VersionSaved<CompiledForm> | Refusal): DesignSaved | Refusal {
  if (saved instanceof Refusal) return saved
  const { version, savedAt, design } = saved
  return { version, savedAt, renderedJson: design.more[0] }
}
