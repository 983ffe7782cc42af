import { declareUtf8 } from '@millrace/xml'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { DesignedDecision, rewriteDecisionDesign } from '../../runtime/deploy/read-decision-design.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { checkFile, type DesignFile } from '../designs/design-file.ts'
import { toName } from '../designs/design-text.ts'

export const decisionTexts = {
  code: 'app-decision.file-invalid',
  format: 'DMN',
  what: 'decision',
  keyOfIt: 'a decision in it',
  unnamed: 'Decision',
} as const

export type ReadDecisionFile = DesignFile<DesignedDecision>

/**
 * Reads the DMN file of a decision, finished or not. Refuses a file without a decision.
 *
 * @param key the key of the decision; null for a decision that no other one requires.
 */
export async function readDecisionFile(
  runtime: Runtime,
  { workplaceId: owner }: Request,
  { text, key }: { readonly text: string; readonly key: string | null },
): Promise<ReadDecisionFile | Refusal> {
  const input = { xml: declareUtf8(text), key, budgets: runtime.budgets }
  const { decision, problems, xml } = orRefusal(
    await inThread(runtime, { kind: 'readDecisionDesign', input, owner, time: readTime(runtime) }),
  )
  return checkFile(decisionTexts, { text: xml, said: decision, problems })
}

/** Returns a file after a change of its details, with everything else unchanged. */
export async function changeDecisionFile(
  runtime: Runtime,
  { workplaceId: owner }: Request,
  input: Parameters<typeof rewriteDecisionDesign>[0],
): Promise<string> {
  return orRefusal(await inThread(runtime, { kind: 'rewriteDecisionDesign', input, owner, time: readTime(runtime) }))
}

/** Returns a valid name for a decision, from the name or key in its file. */
export function toDecisionName(said: Pick<DesignedDecision, 'name' | 'key'>): string {
  return toName(said, decisionTexts.unnamed)
}
