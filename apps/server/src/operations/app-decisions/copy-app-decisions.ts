import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type CopiedDesign, copyDesigns, readTexts } from '../designs/copy-design.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppDecisionRow } from './app-decision.ts'
import { copyDecisionDesign } from './copied-decision.ts'
import { decisionDesigns } from './decision-designs.ts'
import { findFreeKeysInside } from './free-keys-inside.ts'

export interface AppDecisionCopy {
  readonly sourceId: string
  readonly applicationId: string
  readonly name: string
  readonly key: string
}

/**
 * Copies decisions with the last version of their designs, all of them or none. The other decisions in a file get
 * unused keys.
 *
 * @returns the ids of the copies.
 */
export async function copyAppDecisions(
  context: OperationContext,
  request: Request,
  copies: readonly AppDecisionCopy[],
): Promise<string[] | Refusal> {
  return copyDesigns<AppDecisionRow>(context, request, decisionDesigns, {
    copies,
    async prepare(rows) {
      const [sources, inside] = await context.db.read(request, async (tx) => [
        await readTexts(tx, decisionDesigns, rows),
        await findFreeKeysInside(tx, request.workplaceId, rows),
      ])
      const made: CopiedDesign<AppDecisionRow>[] = []
      for (const [index, source] of sources.entries()) {
        const copy = copies[index]
        if (copy === undefined) continue
        const keys = new Map(inside[index]).set(source.row.decision_key, copy.key)
        made.push(await copyDecisionDesign(context.runtime, request, { source, ...copy, keys }))
      }
      return made
    },
  })
}
