import type { DmnModel } from '@millrace/dmn'
import type { DecisionDefinition, Definition } from '@millrace/engine'
import type { TaskContext } from '../../platform/threads/serve-tasks.ts'
import { createDefinitionCache, type KeptDecision } from '../definitions/definition-cache.ts'
import { readDecisions, sizeOf } from '../definitions/read-model.ts'

/** A question of a worker thread for a definition. The answer is null when the sender does not have it either. */
export interface DefinitionQuestion {
  readonly kind: 'process' | 'decision'
  readonly id: string
}

export type SentDefinition =
  | { readonly kind: 'process'; readonly definition: Definition; readonly size: number }
  /**
   * A decision without its model, which the receiver reads again: copying a table of many cells would block the event
   * loop.
   */
  | { readonly kind: 'decision'; readonly decision: Omit<KeptDecision, 'model'> }

/** A thread holds less than the server. */
const maxBytes = 1_500_000

/** The cache of definitions that this worker thread was sent, so that each is sent once. */
export const threadDefinitions = createDefinitionCache<DecisionDefinition>(maxBytes)

/**
 * Asks the sender of the task for a definition.
 *
 * @returns whether the definition is cached now.
 */
export async function askDefinition(
  { ask, apart, place }: TaskContext,
  workplaceId: string,
  question: DefinitionQuestion,
): Promise<boolean> {
  const found = (await ask(question)) as SentDefinition | null
  if (found === null) return false
  const name = `${workplaceId} ${question.id}`
  if (found.kind === 'process') threadDefinitions.processes.set(name, found.definition, found.size)
  else {
    const { decision } = found
    place.mark(decision.key)
    threadDefinitions.decisions.set(
      name,
      apart(() => readSent(decision)),
      sizeOf(decision.files),
    )
  }
  return true
}

/** Returns a decision as it is sent to a worker thread. */
export function sendDecision({ id, key, version, files }: KeptDecision): SentDefinition {
  return { kind: 'decision', decision: { id, key, version, files } }
}

function readSent({ files, ...decision }: Omit<KeptDecision, 'model'>): DecisionDefinition {
  const model = readDecisions(files)
  if (model === null) throw new Error(`Expected decision ${decision.key}, but its file cannot be read any more.`)
  return { ...decision, model }
}

/** Returns a decision with its model, from the cache of the thread or from the sender. */
export async function getDecision(
  context: TaskContext,
  workplaceId: string,
  id: string,
): Promise<DecisionDefinition & { readonly model: DmnModel }> {
  const find = () => threadDefinitions.decisions.get(`${workplaceId} ${id}`)
  if (find() === undefined) await askDefinition(context, workplaceId, { kind: 'decision', id })
  const decision = find()
  if (decision === undefined || decision.model === null)
    throw new Error(`Expected decision ${id} to be handed over, with a model.`)
  const { model } = decision
  return { ...decision, model }
}
