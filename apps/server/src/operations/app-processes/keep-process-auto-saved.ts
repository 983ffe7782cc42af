import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { keepDesign } from '../designs/design-auto-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppProcessRef } from './app-process.ts'
import { processDesigns } from './process-designs.ts'

export interface ProcessAutoSaving {
  readonly ref: AppProcessRef
  readonly xml: string
  /** The version that it was begun with. */
  readonly version: number
}

/** Keeps what a designer has not saved yet, finished or not, for him alone. @returns when. */
export async function keepProcessAutoSaved(
  context: OperationContext,
  request: Request,
  { ref, xml, version }: ProcessAutoSaving,
): Promise<Date | Refusal> {
  return keepDesign(context, request, processDesigns, { ref, text: xml, version })
}
