import {
  type Command,
  createState,
  defaultBudgets,
  forkState,
  type InstanceState,
  type LoadedRows,
  type Need,
  type Outcome,
  type RunContext,
  runOn,
} from '@millrace/engine'
import { createMeter } from '@millrace/expressions'
import type { Actor } from '../../platform/db/actor.ts'
import type { ResultRows } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCalendar } from '../definitions/business-calendars.ts'
import {
  type CommandSources,
  fetchDecision,
  fetchProcess,
  fetchResource,
  sourcesFor,
} from '../definitions/definitions.ts'
import { findJavaBinding } from '../definitions/java-bindings.ts'
import { fetchVariable } from '../load/large-values.ts'
import { loadPartStatement, mergeLoaded, type Part, readLoaded, type Target } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'

export type Decided = Exclude<Outcome, { kind: 'needs' }> & { state?: InstanceState }

/** What a run is carried out with: a unit of work. */
interface Surroundings {
  readonly runtime: Runtime
  readonly actor: Actor
  readonly tx: Tx
}

/** Fetches what a run asks for and runs again, until it has what it needs. */
export async function runUntilDecided(
  { runtime, actor, tx }: Surroundings,
  loaded: LoadedRows,
  command: Command,
): Promise<Decided> {
  const sources = sourcesFor(runtime, actor.workplaceId)
  let rows = loaded
  for (;;) {
    const outcome = runOn(createState(rows), command, contextOf(runtime, actor, sources))
    if (outcome.kind !== 'needs') return outcome
    if (isForRows(outcome.need)) rows = await fetchRows(tx, actor.workplaceId, rows, outcome.need)
    else await fetchSource(runtime, actor, tx, sources, outcome.need)
  }
}

/** The same on rows in memory, which stay as they are. Null when the run needs others: they are read under the lock. */
export async function runOnKnown(
  { runtime, actor, tx }: Surroundings,
  known: InstanceState,
  command: Command,
): Promise<Decided | null> {
  const sources = sourcesFor(runtime, actor.workplaceId)
  for (;;) {
    const outcome = runOn(forkState(known), command, contextOf(runtime, actor, sources))
    if (outcome.kind !== 'needs') return outcome
    if (isForRows(outcome.need)) return null
    await fetchSource(runtime, actor, tx, sources, outcome.need)
  }
}

/** What a load statement gave; of a big root, of which it gives nothing, the part that the target needs. */
export async function readOrLoadPart(
  tx: Tx,
  workplaceId: string,
  target: Target,
  loaded: ResultRows | undefined,
): Promise<LoadedRows | null> {
  const rows = readLoaded(loaded)
  if (rows === null || rows.isComplete) return rows
  return loadPart(tx, workplaceId, rows.rootId, { kind: 'target', target })
}

function contextOf({ clock, newId, zone }: Runtime, { userId }: Actor, sources: CommandSources): RunContext {
  const meter = createMeter(defaultBudgets.work, 'work')
  return { sources, now: clock(), newId, userId, zone, meter, isOnLoop: false, budgets: defaultBudgets }
}

type NeedOfRows = Extract<Need, { kind: 'variable' | 'element' | 'scope' | 'join' | 'watching' }>

function isForRows(need: Need): need is NeedOfRows {
  switch (need.kind) {
    case 'variable':
    case 'element':
    case 'scope':
    case 'join':
    case 'watching':
      return true
    default:
      return false
  }
}

async function fetchRows(tx: Tx, workplaceId: string, rows: LoadedRows, need: NeedOfRows): Promise<LoadedRows> {
  if (need.kind === 'variable') return fetchVariable(tx, workplaceId, rows, need.id)
  const more = await loadPart(tx, workplaceId, rows.rootId, need)
  if (more === null) throw new Error(`Expected ${need.kind} in root ${rows.rootId}, but it is not there.`)
  return mergeLoaded(rows, more, need)
}

async function loadPart(tx: Tx, workplaceId: string, rootId: string, part: Part): Promise<LoadedRows | null> {
  const [result] = await tx.batch([loadPartStatement(workplaceId, rootId, part)])
  return readLoaded(result)
}

async function fetchSource(
  runtime: Runtime,
  { workplaceId }: Actor,
  tx: Tx,
  sources: CommandSources,
  need: Exclude<Need, NeedOfRows>,
): Promise<void> {
  switch (need.kind) {
    case 'process':
      await fetchProcess(runtime, tx, workplaceId, sources, need.ref)
      return
    case 'decision':
      await fetchDecision(runtime, tx, workplaceId, sources, need.ref)
      return
    case 'resource':
      await fetchResource(tx, workplaceId, sources, need)
      return
    case 'binding':
      sources.bindings.set(need.name, await findJavaBinding(tx, workplaceId, need.name))
      return
    case 'calendar':
      sources.calendars.set(need.name, await findCalendar(tx, workplaceId, need.name))
      return
    default:
      need satisfies never
  }
}
