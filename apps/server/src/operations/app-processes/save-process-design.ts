import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type FileSaved, toFileSaved } from '../designs/design-file.ts'
import { saveVersion, type VersionSave } from '../designs/design-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppProcessRef } from './app-process.ts'
import { processDesigns } from './process-designs.ts'

/**
 * Saves the design of a process as its next version, finished or not, and forgets what the user had saved by itself. The
 * process is called as its design says. Refused when there is no process in it, when somebody else is at it, and when
 * somebody has saved since it was opened: nothing is kept of it then.
 */
export async function saveProcessDesign(
  context: OperationContext,
  request: Request,
  { ref, save }: { readonly ref: AppProcessRef; readonly save: VersionSave },
): Promise<FileSaved | Refusal> {
  return toFileSaved(await saveVersion(context, request, processDesigns, { ref, save }))
}
