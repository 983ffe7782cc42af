import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type FileSaved, toFileSaved } from '../designs/design-file.ts'
import { saveVersion, type VersionSave } from '../designs/design-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppDecisionRef } from './app-decision.ts'
import { decisionDesigns } from './decision-designs.ts'

/**
 * Saves the design of a decision as its next version, finished or not, and forgets what the user had saved by itself. The
 * decision is called as its design says. Refused when there is no decision in it, when somebody else is at it, and when
 * somebody has saved since it was opened: nothing is kept of it then.
 */
export async function saveDecisionDesign(
  context: OperationContext,
  request: Request,
  { ref, save }: { readonly ref: AppDecisionRef; readonly save: VersionSave },
): Promise<FileSaved | Refusal> {
  return toFileSaved(await saveVersion(context, request, decisionDesigns, { ref, save }))
}
