import { limits } from '@millrace/contract'
import { declareUtf8 } from '@millrace/xml'
import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { DesignedDecision, rewriteDecisionDesign } from '../../runtime/deploy/read-decision-design.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { toName } from '../designs/design-text.ts'

export interface ReadDecisionFile {
  /** As it is kept. */
  readonly xml: string
  readonly decision: DesignedDecision
  readonly problems: readonly FileProblem[]
}

/**
 * Reads the DMN file of a decision, finished or not. Refused when there is no decision in it.
 *
 * @param key of the decision that is meant; null: one that no other requires.
 */
export async function readDecisionFile(
  runtime: Runtime,
  { workplaceId: owner }: User,
  { xml: text, key }: { readonly xml: string; readonly key: string | null },
): Promise<ReadDecisionFile | Refusal> {
  const input = { xml: declareUtf8(text), key, budgets: runtime.budgets }
  const { decision, problems, xml } = orRefusal(
    await inThread(runtime, { kind: 'readDecisionDesign', input, owner, time: readTime(runtime) }),
  )
  if (decision === null || decision.keys.some((one) => one.length > limits.processKey))
    return refuseFile(decision, problems)
  return { xml, decision, problems }
}

/** A file with something of it changed, all else as it was. */
export async function changeDecisionFile(
  runtime: Runtime,
  { workplaceId: owner }: User,
  input: Parameters<typeof rewriteDecisionDesign>[0],
): Promise<string> {
  return orRefusal(await inThread(runtime, { kind: 'rewriteDecisionDesign', input, owner, time: readTime(runtime) }))
}

/** What a decision can be called of what its file says. */
export function toDecisionName(said: Pick<DesignedDecision, 'name' | 'key'>): string {
  return toName(said, 'Decision')
}

function refuseFile(decision: DesignedDecision | null, problems: readonly FileProblem[]): Refusal {
  const [first] = problems
  const why =
    decision === null
      ? (first?.message ?? 'There is no decision in it.')
      : `The key of a decision in it has more than ${limits.processKey} characters.`
  return refuse(
    'app-decision.file-invalid',
    `Expected a DMN file with a decision in it, but there is none that can be read. Nothing was saved. ${why}`,
    problems.map(({ elementId, code, message }) => ({ where: elementId ?? 'file', code, message })),
  )
}
