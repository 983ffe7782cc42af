import type { DecisionDefinition, Definition } from '@millrace/engine'
import type { TaskContext } from '../../platform/threads/serve-tasks.ts'
import { createDefinitionCache } from '../definitions/definition-cache.ts'

/** What a thread asks whoever gave it the task; answered by the definition, null when it is not at hand there either. */
export interface DefinitionQuestion {
  readonly kind: 'process' | 'decision'
  readonly id: string
}

export interface SentDefinition {
  readonly definition: Definition | DecisionDefinition
  readonly size: number
}

/** A thread holds less than the server. */
const mostCharacters = 1_500_000

/** Those that this thread was given: they travel once. */
export const threadDefinitions = createDefinitionCache(mostCharacters)

/** @returns whether the definition is here now. */
export async function askDefinition(
  { ask }: TaskContext,
  workplaceId: string,
  question: DefinitionQuestion,
): Promise<boolean> {
  const found = (await ask(question)) as SentDefinition | null
  if (found === null) return false
  const key = `${workplaceId} ${question.id}`
  if (question.kind === 'process') threadDefinitions.processes.set(key, found.definition as Definition, found.size)
  else threadDefinitions.decisions.set(key, found.definition as DecisionDefinition, found.size)
  return true
}
