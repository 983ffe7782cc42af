import { setImmediate as breathe } from 'node:timers/promises'
import {
  applyEvent,
  type Command,
  type Failure,
  type InstanceState,
  type LoadedRows,
  type Outcome,
} from '@millrace/engine'
import type { CommandSources } from '../definitions/sources.ts'
import { packCommand } from '../threads/decide-task.ts'
import { type BrokenBudget, inThread } from '../threads/in-thread.ts'
import type { DefinitionQuestion, SentDefinition } from '../threads/thread-definitions.ts'
import { many } from './many.ts'
import type { Surroundings } from './run-until-decided.ts'

/**
 * A run beside the loop. What it decided is taken over event by event; a budget that it broke is a failed step.
 *
 * @param root its rows, and the same as a state that nothing has changed yet.
 */
export async function runInThread(
  { runtime, actor, time }: Surroundings,
  { rows, state }: { readonly rows: LoadedRows; readonly state: InstanceState },
  command: Command,
  sources: CommandSources,
): Promise<Outcome & { state?: InstanceState }> {
  const { clock, newId, zone, budgets } = runtime
  const { workplaceId, userId } = actor
  const { lookedUp } = sources
  const sent = packCommand(command)
  const input = { workplaceId, rows, command: sent, now: clock(), userId, zone, budgets, lookedUp, after: newId() }
  const answer = (question: DefinitionQuestion) => findDefinition(question, { runtime, workplaceId, command, sources })
  const done = await inThread(runtime, { kind: 'decide', input, owner: workplaceId, time, answer })
  if (!done.ok) return { kind: 'failed', failure: failureOf(done.broken) }
  const { outcome, lastId } = done.output
  newId.follow(lastId)
  if (outcome.kind !== 'done') return outcome
  if (outcome.events.length > many) await breathe()
  for (const event of outcome.events) applyEvent(state, event)
  if (outcome.events.length > many) await breathe()
  return { ...outcome, state }
}

function findDefinition(
  { kind, id }: DefinitionQuestion,
  {
    runtime,
    workplaceId,
    command,
    sources,
  }: Pick<Surroundings, 'runtime'> & {
    readonly workplaceId: string
    readonly command: Command
    readonly sources: CommandSources
  },
): SentDefinition | null {
  const own = 'definition' in command && command.definition.id === id ? command.definition : null
  const ref = { by: 'id', id } as const
  const definition = kind === 'process' ? (own ?? sources.process(ref)) : sources.decision(ref)
  if (definition === null || definition === undefined) return null
  const { processes, decisions } = runtime.definitions
  return { definition, size: (kind === 'process' ? processes : decisions).sizeOf(`${workplaceId} ${id}`) }
}

function failureOf({ budget, most, at, message }: BrokenBudget): Failure {
  return {
    code: 'engine.budget',
    message,
    elementId: at,
    elementInstanceId: null,
    instanceId: null,
    detail: { budget, most },
  }
}
