import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import { type FileImport, importDesign } from '../designs/design-file.ts'
import type { OperationContext } from '../operation-context.ts'
import { decisionDesigns } from './decision-designs.ts'

/** Makes a decision of a DMN file, of whatever tool, as it stands. @returns its id, and what was found in the file. */
export async function importAppDecision(
  context: OperationContext,
  request: Request,
  file: FileImport,
): Promise<{ readonly id: string; readonly problems: readonly FileProblem[] } | Refusal> {
  return importDesign(context, request, decisionDesigns, file)
}
