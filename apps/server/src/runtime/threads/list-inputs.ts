import { type DecisionInput, listDecisionInputs } from '@millrace/dmn'
import type { TaskContext } from '../../platform/threads/serve-tasks.ts'
import type { KeptDecision } from '../definitions/definition-cache.ts'
import type { Runtime } from '../runtime.ts'
import { inThread, orRefusal } from './in-thread.ts'
import { type DefinitionQuestion, getDecision, sendDecision } from './thread-definitions.ts'
import { readTime } from './time-budget.ts'

/**
 * Lists the inputs of a decision; for a large one, in the worker thread that has read it.
 *
 * @throws Refusal when that exceeds the time or memory of a thread.
 */
export async function listInputs(
  runtime: Runtime,
  workplaceId: string,
  decision: KeptDecision,
): Promise<readonly DecisionInput[]> {
  const { id, key, model } = decision
  if (model !== null) return listDecisionInputs(model, key)
  const answer = (question: DefinitionQuestion) => (question.id === id ? sendDecision(decision) : null)
  const order = { input: { workplaceId, id }, owner: workplaceId, time: readTime(runtime), answer }
  return orRefusal(await inThread(runtime, { kind: 'listInputs', ...order }))
}

/** Lists the inputs of a decision, in a worker thread. */
export async function listInputsInThread(
  { workplaceId, id }: { readonly workplaceId: string; readonly id: string },
  context: TaskContext,
): Promise<readonly DecisionInput[]> {
  const { key, model } = await getDecision(context, workplaceId, id)
  return listDecisionInputs(model, key)
}
