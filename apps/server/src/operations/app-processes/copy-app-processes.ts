import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type CopiedDesign, copyDesigns } from '../designs/copy-design.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppProcessRow } from './app-process.ts'
import { copyDesign, readProcessSources } from './copied-process.ts'
import { processDesigns } from './process-designs.ts'

export interface AppProcessCopy {
  readonly sourceId: string
  readonly applicationId: string
  readonly name: string
  readonly key: string
}

/**
 * Copies processes with the last version of their designs, all of them or none. Copies call the same processes as their
 * originals.
 *
 * @returns the ids of the copies.
 */
export async function copyAppProcesses(
  context: OperationContext,
  request: Request,
  copies: readonly AppProcessCopy[],
): Promise<string[] | Refusal> {
  return copyDesigns<AppProcessRow>(context, request, processDesigns, {
    copies,
    async prepare(rows) {
      const sources = await context.db.read(request, (tx) => readProcessSources(tx, request.workplaceId, rows))
      const made: CopiedDesign<AppProcessRow>[] = []
      for (const [index, source] of sources.entries()) {
        const copy = copies[index]
        if (copy !== undefined) made.push(await copyDesign(context.runtime, request, { source, ...copy }))
      }
      return made
    },
  })
}
