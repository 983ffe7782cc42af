import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type FileSaved, toFileSaved } from '../designs/design-file.ts'
import { restoreSaved, type VersionRestoring } from '../designs/design-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import { processDesigns } from './process-designs.ts'

/** Saves the design of an earlier version as the next one. */
export async function restoreProcessVersion(
  context: OperationContext,
  request: Request,
  restoring: VersionRestoring,
): Promise<FileSaved | Refusal> {
  return toFileSaved(await restoreSaved(context, request, processDesigns, restoring))
}
