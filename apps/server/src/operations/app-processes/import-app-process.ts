import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import { type FileImport, importDesign } from '../designs/design-file.ts'
import type { OperationContext } from '../operation-context.ts'
import { processDesigns } from './process-designs.ts'

/** Makes a process of a BPMN file, of whatever dialect, as it stands. @returns its id, and what was found in the file. */
export async function importAppProcess(
  context: OperationContext,
  request: Request,
  file: FileImport,
): Promise<{ readonly id: string; readonly problems: readonly FileProblem[] } | Refusal> {
  return importDesign(context, request, processDesigns, file)
}
