import {
  type Command,
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
import { fetchDecision, fetchProcess, fetchResource } from '../definitions/definitions.ts'
import { readGlobals } from '../definitions/global-properties.ts'
import { findJavaBinding } from '../definitions/java-bindings.ts'
import { findLastAssignee } from '../definitions/last-assignee.ts'
import { findListRows } from '../definitions/list-rows.ts'
import { readRestrictedNames } from '../definitions/restricted-names.ts'
import { type CommandSources, candidatesKey, listRowsKey, sourcesFor, superiorKey } from '../definitions/sources.ts'
import { findSuperior } from '../definitions/superiors.ts'
import { readWorkloads } from '../definitions/workloads.ts'
import { fetchVariable } from '../load/large-values.ts'
import { loadPartStatement, type Part } from '../load/load-rows.ts'
import { mergeLoaded, readLoadedInTurns } from '../load/read-loaded.ts'
import type { Target } from '../load/target.ts'
import type { Runtime } from '../runtime.ts'
import type { TimeBudget } from '../threads/time-budget.ts'
import { heavyKey } from './heavy-runs.ts'
import { rowsOf } from './rows-of.ts'
import { runInThread } from './run-in-thread.ts'
import { stateOf } from './state-of.ts'

export type Decided = Exclude<Outcome, { kind: 'needs' | 'exceeds' }> & { state?: InstanceState }

/** The surroundings of a run: its unit of work and limits. */
export interface Surroundings {
  readonly runtime: Runtime
  readonly actor: Actor
  readonly tx: Tx
  /** The time that all its runs may take in threads together. */
  readonly time: TimeBudget
}

/** The data that was loaded before it was clear that a run needs a worker thread. */
export interface Found {
  readonly rows: LoadedRows
  readonly sources: CommandSources
}

/** The rows of a run that is left, and the same as an unchanged state: to index many takes long. */
interface LeftRun extends Found {
  readonly state: InstanceState
}

/**
 * Repeats a run until all needed data is loaded: on the event loop, or in a worker thread when it is too heavy.
 *
 * @param sources the data that was looked up before it was clear that a thread is needed.
 * @param state the loaded rows as an unchanged state, if the caller has it. Large values that the run needs are added.
 * @param leave called before a thread is used: it throws to release lock and connection first.
 */
export async function runUntilDecided(
  surroundings: Surroundings,
  loaded: LoadedRows,
  command: Command,
  {
    sources: found,
    state,
    leave,
  }: {
    readonly sources?: CommandSources
    readonly state?: InstanceState
    readonly leave?: (left: LeftRun) => void
  } = {},
): Promise<Decided> {
  const { runtime, actor, tx } = surroundings
  const sources = found ?? sourcesFor(runtime, actor.workplaceId)
  const key = heavyKey(actor.workplaceId, loaded, command)
  let rows = loaded
  let unchanged = state ?? (await stateOf(rows))
  let isOnLoop = found === undefined && !runtime.heavyRuns.has(key)
  if (!isOnLoop) leave?.({ rows, sources, state: unchanged })
  for (;;) {
    const context = contextOn(surroundings, sources)
    const outcome: Ended = isOnLoop
      ? runOn(forkState(unchanged), command, context)
      : await runInThread(surroundings, { rows, state: forkState(unchanged) }, command, sources)
    if (isHeavy(outcome, context)) runtime.heavyRuns.add(key)
    if (outcome.kind === 'exceeds') {
      leave?.({ rows, sources, state: unchanged })
      isOnLoop = false
    } else if (outcome.kind !== 'needs') return outcome
    else if (outcome.need.kind === 'variable') {
      const whole = await fetchVariable(tx, actor.workplaceId, unchanged, outcome.need.id)
      unchanged.variables.load([whole])
      rows = { ...rows, variables: rows.variables.map((one) => (one.id === whole.id ? whole : one)) }
    } else if (isForRows(outcome.need)) {
      rows = await fetchRows(tx, actor.workplaceId, rows, outcome.need)
      unchanged = await stateOf(rows)
    } else await fetchSource(runtime, actor, tx, sources, outcome.need)
  }
}

/**
 * Executes a run on rows in memory, without changing them. Null when the run needs more rows, which then are read under
 * the lock.
 */
export async function runOnKnown(
  surroundings: Surroundings,
  known: InstanceState,
  command: Command,
  found?: Found,
): Promise<Decided | null> {
  const { runtime, actor, tx } = surroundings
  const sources = found?.sources ?? sourcesFor(runtime, actor.workplaceId)
  const key = heavyKey(actor.workplaceId, known, command)
  let isOnLoop = found === undefined && !runtime.heavyRuns.has(key)
  for (;;) {
    const rows = isOnLoop ? null : (found?.rows ?? rowsOf(known))
    if (!isOnLoop && rows === null) return null
    const context = contextOn(surroundings, sources)
    const outcome: Ended =
      rows === null
        ? runOn(forkState(known), command, context)
        : await runInThread(surroundings, { rows, state: forkState(known) }, command, sources)
    if (isHeavy(outcome, context)) runtime.heavyRuns.add(key)
    if (outcome.kind === 'exceeds') isOnLoop = false
    else if (outcome.kind !== 'needs') return outcome
    else if (outcome.need.kind === 'variable' || isForRows(outcome.need)) return null
    else await fetchSource(runtime, actor, tx, sources, outcome.need)
  }
}

type Ended = Outcome & { state?: InstanceState }

/** Returns the context of a run on the event loop, with a small allowance because everybody waits for it. */
function contextOn({ runtime, actor }: Surroundings, sources: CommandSources): RunContext {
  const { clock, newId, zone, budgets } = runtime
  const meter = createMeter(budgets.inline, 'inline')
  return { sources, now: clock(), newId, userId: actor.userId, zone, meter, isOnLoop: true, budgets }
}

/** Returns whether the allowance is used up. A script exceeds it at once, which costs nobody anything. */
function isHeavy(outcome: Ended, { meter, budgets }: RunContext): boolean {
  return outcome.kind === 'exceeds' && meter.used >= budgets.inline
}

/**
 * Returns the rows of a load statement. For a big root, which returns no rows, loads the part that the target needs.
 * @param withNeighbours also reads neighbouring elements, for later commands.
 */
export async function readOrLoadPart(
  tx: Tx,
  workplaceId: string,
  target: Target,
  loaded: ResultRows | undefined,
  { withNeighbours = false }: { readonly withNeighbours?: boolean } = {},
): Promise<LoadedRows | null> {
  const rows = await readLoadedInTurns(loaded)
  if (rows === null || rows.isComplete) return rows
  return loadPart(tx, workplaceId, rows.rootId, { kind: withNeighbours ? 'neighbours' : 'target', target })
}

type NeedOfRows = Extract<Need, { kind: 'element' | 'scope' | 'join' | 'watching' }>
type NeedOfSource = Exclude<Need, NeedOfRows | { kind: 'variable' }>

function isForRows(need: Exclude<Need, { kind: 'variable' }>): need is NeedOfRows {
  switch (need.kind) {
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
  const more = await loadPart(tx, workplaceId, rows.rootId, need)
  if (more === null) throw new Error(`Expected ${need.kind} in root ${rows.rootId}, but it is not there.`)
  return mergeLoaded(rows, more, need)
}

async function loadPart(tx: Tx, workplaceId: string, rootId: string, part: Part): Promise<LoadedRows | null> {
  const [result] = await tx.batch([loadPartStatement(workplaceId, rootId, part)])
  return readLoadedInTurns(result)
}

/** Looks up data that a run needs in addition to its rows. */
export async function fetchSource(
  runtime: Runtime,
  { workplaceId }: Actor,
  tx: Tx,
  sources: CommandSources,
  need: NeedOfSource,
): Promise<void> {
  switch (need.kind) {
    case 'process':
      await fetchProcess(runtime, tx, workplaceId, sources, need.ref)
      return
    case 'decision':
      await fetchDecision(runtime, tx, workplaceId, sources, need.ref)
      return
    case 'closed':
      await (need.of === 'process' ? fetchProcess : fetchDecision)(runtime, tx, workplaceId, sources, need.ref)
      return
    case 'resource':
      await fetchResource(tx, workplaceId, sources, need)
      return
    case 'binding':
      sources.lookedUp.bindings.set(need.name, await findJavaBinding(tx, workplaceId, need.name))
      return
    case 'calendar':
      sources.lookedUp.calendars.set(need.name, await findCalendar(tx, workplaceId, need.name))
      return
    case 'globals':
      sources.lookedUp.globals = await readGlobals(tx, workplaceId)
      return
    case 'restricted':
      sources.lookedUp.restricted = await readRestrictedNames(tx, workplaceId)
      return
    case 'listRows':
      sources.lookedUp.listRows.set(listRowsKey(need.ref), await findListRows(tx, workplaceId, need.ref))
      return
    case 'lastAssignee':
      sources.lookedUp.lastAssignees.set(
        `${need.instanceId} ${need.elementId}`,
        await findLastAssignee(tx, workplaceId, need),
      )
      return
    case 'manager':
      sources.lookedUp.managers.set(
        superiorKey(need.superior),
        await findSuperior(tx, workplaceId, { ...need.superior, now: runtime.clock(), zone: runtime.zone }),
      )
      return
    case 'workloads': {
      const { candidates } = need
      const found = await readWorkloads(tx, workplaceId, { candidates, now: runtime.clock(), zone: runtime.zone })
      sources.lookedUp.workloads.set(candidatesKey(candidates), found)
      return
    }
    default:
      need satisfies never
  }
}
