import {
  type Command,
  createState,
  type DecisionDefinition,
  type Definition,
  type LoadedRows,
  type Need,
  type Outcome,
  type RunContext,
  runOn,
} from '@millrace/engine'
import { createMeter } from '@millrace/expressions'
import type { TaskContext } from '../../platform/threads/serve-tasks.ts'
import { createDefinitionCache } from '../definitions/definition-cache.ts'
import { idOf, type LookedUp, sourcesFor } from '../definitions/sources.ts'
import { createIdSource } from '../new-id.ts'

/** A command as it travels: its definition stays behind, as the thread may have it already. */
export type SentCommand = Omit<Command, 'definition'> & { readonly definitionId: string | null }

export interface DecideInput extends Pick<RunContext, 'now' | 'userId' | 'zone' | 'budgets'> {
  readonly workplaceId: string
  readonly rows: LoadedRows
  readonly command: SentCommand
  readonly lookedUp: LookedUp
  /** Ids of the run are greater. */
  readonly after: string
}

export interface DecideOutput {
  /** Without the state: it follows from the events. */
  readonly outcome: Outcome
  readonly lastId: string
}

/** What a thread asks whoever gave it the task; answered by the definition, null when it is not at hand there either. */
export interface DefinitionQuestion {
  readonly kind: 'process' | 'decision'
  readonly id: string
}

const definitions = createDefinitionCache()

/** A run as on the loop, with the budget of one that nobody waits for. */
export async function decide(input: DecideInput, { ask, place }: TaskContext): Promise<DecideOutput> {
  const { workplaceId, rows, now, userId, zone, budgets } = input
  const sources = sourcesFor({ definitions }, workplaceId, input.lookedUp)
  const newId = createIdSource(() => now.getTime())
  newId.follow(input.after)
  const fetch = async (question: DefinitionQuestion): Promise<boolean> => {
    const found = (await ask(question)) as SentDefinition | null
    if (found === null) return false
    const key = `${workplaceId} ${question.id}`
    if (question.kind === 'process') definitions.processes.set(key, found.definition as Definition, found.size)
    else definitions.decisions.set(key, found.definition as DecisionDefinition, found.size)
    return true
  }
  const command = await openCommand(input.command, async (id) => {
    const known = definitions.processes.get(`${workplaceId} ${id}`)
    if (known !== undefined) return known
    await fetch({ kind: 'process', id })
    return definitions.processes.get(`${workplaceId} ${id}`)
  })
  for (;;) {
    const meter = createMeter(budgets.work, 'work')
    const context = { sources, now, newId, userId, zone, meter, isOnLoop: false, budgets, mark: place.mark }
    const { state: _, ...outcome } = runOn(createState(rows), command, context)
    const question = outcome.kind === 'needs' ? questionOf(input.lookedUp, outcome.need) : null
    if (question !== null && (await fetch(question))) continue
    return { outcome, lastId: newId() }
  }
}

export interface SentDefinition {
  readonly definition: Definition | DecisionDefinition
  readonly size: number
}

function questionOf(lookedUp: LookedUp, need: Need): DefinitionQuestion | null {
  if (need.kind !== 'process' && need.kind !== 'decision') return null
  const id = idOf(lookedUp, need.kind, need.ref)
  return id === null || id === undefined ? null : { kind: need.kind, id }
}

export function packCommand(command: Command): SentCommand {
  if (!('definition' in command)) return { ...command, definitionId: null }
  const { definition, ...others } = command
  return { ...others, definitionId: definition.id }
}

async function openCommand(
  { definitionId, ...others }: SentCommand,
  find: (id: string) => Promise<Definition | undefined>,
): Promise<Command> {
  if (definitionId === null) return others as Command
  const definition = await find(definitionId)
  if (definition === undefined) throw new Error(`Expected definition ${definitionId} of the command to be handed over.`)
  return { ...others, definition } as Command
}
