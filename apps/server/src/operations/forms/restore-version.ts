import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { restoreSaved, type VersionRestoring } from '../designs/design-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import { formDesigns } from './form-designs.ts'
import { type DesignSaved, toDesignSaved } from './save-design.ts'

/** Saves the design of an earlier version as the next one. It is compiled anew: what compiles has changed, perhaps. */
export async function restoreVersion(
  context: OperationContext,
  request: Request,
  restoring: VersionRestoring,
): Promise<DesignSaved | Refusal> {
  return toDesignSaved(await restoreSaved(context, request, formDesigns, restoring))
}
