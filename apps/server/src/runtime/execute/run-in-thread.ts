import {
  applyEvent,
  type Command,
  type Event,
  type Failure,
  type InstanceState,
  type LoadedRows,
  type Outcome,
} from '@millrace/engine'
import { breathe } from '../../platform/breathe.ts'
import type { CommandSources } from '../definitions/sources.ts'
import { packCommand } from '../threads/decide-task.ts'
import { type BrokenBudget, inThread } from '../threads/in-thread.ts'
import { openPortion } from '../threads/portions.ts'
import { packRows } from '../threads/sent-rows.ts'
import { type DefinitionQuestion, type SentDefinition, sendDecision } from '../threads/thread-definitions.ts'
import type { Surroundings } from './run-until-decided.ts'

/**
 * Executes a run in a worker thread, and applies its events to the state one by one. An exceeded budget is a failed
 * step.
 *
 * @param given.rows the rows of the root.
 * @param given.state the unchanged state of the same rows.
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
  const input = {
    workplaceId,
    rows: await packRows(rows),
    command: sent,
    now: clock(),
    userId,
    zone,
    budgets,
    lookedUp,
    after: newId(),
  }
  const answer = (question: DefinitionQuestion) => findDefinition(question, { runtime, workplaceId, command, sources })
  const done = await inThread(runtime, { kind: 'decide', input, owner: workplaceId, time, answer })
  if (!done.ok) return { kind: 'failed', failure: failureOf(done.broken) }
  const { outcome, portions, lastId } = done.output
  newId.follow(lastId)
  if (outcome.kind !== 'done') return outcome
  for (const event of outcome.events) applyEvent(state, event)
  const events = [...outcome.events, ...(await followPortions(state, portions))]
  return { ...outcome, events, state }
}

/** Lets others come in between: it takes long. */
async function followPortions(state: InstanceState, portions: readonly Uint8Array[]): Promise<readonly Event[]> {
  const all: Event[] = []
  for (const portion of portions) {
    await breathe()
    for (const event of openPortion<Event>(portion)) {
      applyEvent(state, event)
      all.push(event)
    }
  }
  return all
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
  const ref = { by: 'id', id } as const
  if (kind === 'decision') {
    const decision = sources.decision(ref)
    return decision ? sendDecision(decision) : null
  }
  const own = 'definition' in command && command.definition.id === id ? command.definition : null
  const definition = own ?? sources.process(ref)
  return definition ? { kind, definition, size: runtime.definitions.processes.sizeOf(`${workplaceId} ${id}`) } : null
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
