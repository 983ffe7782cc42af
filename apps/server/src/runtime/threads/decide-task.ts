import {
  type Command,
  createState,
  type Definition,
  type Need,
  type Outcome,
  type RunContext,
  runOn,
} from '@millrace/engine'
import { createMeter } from '@millrace/expressions'
import type { TaskContext } from '../../platform/threads/serve-tasks.ts'
import { idOf, type LookedUp, sourcesFor } from '../definitions/sources.ts'
import { many } from '../execute/many.ts'
import { createIdSource } from '../new-id.ts'
import { toPortions } from './portions.ts'
import { openRows, type SentRows } from './sent-rows.ts'
import { askDefinition, type DefinitionQuestion, threadDefinitions } from './thread-definitions.ts'

/** A command as it is sent to a worker thread: without its definition, which the thread may have already. */
export type SentCommand = Omit<Command, 'definition'> & { readonly definitionId: string | null }

export interface DecideInput extends Pick<RunContext, 'now' | 'userId' | 'zone' | 'budgets'> {
  readonly workplaceId: string
  readonly rows: SentRows
  readonly command: SentCommand
  readonly lookedUp: LookedUp
  /** Ids of the run are greater. */
  readonly after: string
}

export interface DecideOutput {
  /** Without the state: it follows from the events. And without these, where they are many. */
  readonly outcome: Outcome
  /** Many events, by `toPortions`. */
  readonly portions: readonly Uint8Array[]
  readonly lastId: string
}

/** Executes a run in a worker thread, with the budget of a run for which nobody waits. */
export async function decide(input: DecideInput, context: TaskContext): Promise<DecideOutput> {
  const { workplaceId, now, userId, zone, budgets } = input
  const rows = openRows(input.rows)
  const sources = sourcesFor({ definitions: threadDefinitions }, workplaceId, input.lookedUp)
  const newId = createIdSource(() => now.getTime())
  newId.follow(input.after)
  const command = openCommand(input.command, await findOwnDefinition(input, context))
  for (;;) {
    const meter = createMeter(budgets.work, 'work')
    const runContext = { sources, now, newId, userId, zone, meter, isOnLoop: false, budgets, mark: context.place.mark }
    const { state: _, ...outcome } = runOn(createState(rows), command, runContext)
    const question = outcome.kind === 'needs' ? questionOf(input.lookedUp, outcome.need) : null
    if (question !== null && (await askDefinition(context, workplaceId, question))) continue
    return { ...packOutcome(outcome), lastId: newId() }
  }
}

function packOutcome(outcome: Outcome): Pick<DecideOutput, 'outcome' | 'portions'> {
  if (outcome.kind !== 'done' || outcome.events.length <= many) return { outcome, portions: [] }
  return { outcome: { ...outcome, events: [] }, portions: toPortions(outcome.events, many) }
}

/** Returns the definition that a command starts, which stayed behind. */
async function findOwnDefinition(
  { workplaceId, command: { definitionId } }: DecideInput,
  context: TaskContext,
): Promise<Definition | null> {
  if (definitionId === null) return null
  const find = () => threadDefinitions.processes.get(`${workplaceId} ${definitionId}`)
  const known = find()
  if (known !== undefined) return known
  await askDefinition(context, workplaceId, { kind: 'process', id: definitionId })
  return find() ?? null
}

/**
 * Returns the question by which a worker thread asks for a needed object; null for data that has to be sent with the
 * task.
 */
export function questionOf(lookedUp: LookedUp, need: Need): DefinitionQuestion | null {
  if (need.kind !== 'process' && need.kind !== 'decision') return null
  const id = idOf(lookedUp, need.kind, need.ref)
  return id === null || id === undefined ? null : { kind: need.kind, id }
}

export function packCommand(command: Command): SentCommand {
  if (!('definition' in command)) return { ...command, definitionId: null }
  const { definition, ...others } = command
  return { ...others, definitionId: definition.id }
}

function openCommand({ definitionId, ...others }: SentCommand, definition: Definition | null): Command {
  if (definitionId === null) return others as Command
  if (definition === null) throw new Error(`Expected definition ${definitionId} of the command to be handed over.`)
  return { ...others, definition } as Command
}
