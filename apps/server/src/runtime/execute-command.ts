import {
  type Command,
  type CommandResult,
  type Event,
  type Failure,
  type InstanceState,
  type LoadedRows,
  type Need,
  type Outcome,
  type Refusal,
  run,
} from '@millrace/engine'
import { hasFailed, type ResultRows, type Statement } from '../platform/db/batch.ts'
import type { Tx } from '../platform/db/database.ts'
import { findCalendar } from './business-calendars.ts'
import { fetchDecision, fetchProcess, fetchResource, sourcesFor } from './definitions.ts'
import { deliverEffects } from './deliver-effects.ts'
import { findJavaBinding } from './java-bindings.ts'
import { fetchVariable } from './large-values.ts'
import {
  guardName,
  guardStatement,
  loadPartStatement,
  loadStatement,
  lockStatement,
  mergeLoaded,
  type Part,
  readLoaded,
  type Target,
} from './load-rows.ts'
import type { Actor, Runtime } from './runtime.ts'
import { saveStatements } from './save-statements.ts'
import { type KnownRows, rowsToKeep } from './state-cache.ts'

/** How a command ended. Refused and failed ones have changed nothing. */
export type CommandAnswer =
  | { readonly ok: true; readonly result: CommandResult; readonly events: readonly Event[] }
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'refused'; readonly refusal: Refusal }
  | { readonly ok: false; readonly reason: 'failed'; readonly failure: Failure; readonly rootId: string }

/**
 * The one door for every change of an instance: locks its root, loads, decides, saves, commits. Two round trips unless
 * the run asks for more; one when this process wrote the root's rows last and still has them (decision 5).
 *
 * @param extra statements that belong to the same commit, such as the row of a form or a comment.
 * @param check is asked with the rows under the lock, before anything happens; it throws to refuse.
 */
export async function executeCommand(
  runtime: Runtime,
  actor: Actor,
  target: Target,
  command: Command,
  extra: readonly Statement[] = [],
  check: (rows: LoadedRows) => void = () => {},
): Promise<CommandAnswer> {
  const known = runtime.states.take(actor.workplaceId, target.id)
  const answer = known === null ? null : await executeOnKnown(runtime, actor, known, command, extra, check)
  if (answer !== null) return answer
  return runtime.db.withTransaction(actor.workplaceId, async (tx) => {
    const { workplaceId } = actor
    const [locked, loaded] = await tx.batch([lockStatement(workplaceId, target), loadStatement(workplaceId, target)])
    const rows = await readOrLoadPart(tx, workplaceId, target, loaded)
    if (rows === null) return { ok: false, reason: 'gone' }
    check(rows)
    const outcome = await runUntilDecided(runtime, actor, tx, rows, command)
    return finish(runtime, actor, tx, { rootId: rows.rootId, revision: Number(locked?.[0]?.[0]) }, outcome, extra)
  })
}

/**
 * Decides on rows in memory and writes under the condition that they still hold: one round trip. Null when the rows had
 * changed, and when the answer is not that it was done: only what is read under the lock can be told to anybody.
 */
async function executeOnKnown(
  runtime: Runtime,
  actor: Actor,
  { rows, revision }: KnownRows,
  command: Command,
  extra: readonly Statement[],
  check: (rows: LoadedRows) => void,
): Promise<CommandAnswer | null> {
  const { workplaceId } = actor
  try {
    check(rows)
  } catch {
    return null
  }
  try {
    return await runtime.db.withTransaction(workplaceId, async (tx) => {
      const outcome = await runUntilDecided(runtime, actor, tx, rows, command)
      if (outcome.kind !== 'done') return null
      const isEnding = outcome.state?.instances.get(rows.rootId) === undefined
      const guard = guardStatement(workplaceId, rows.rootId, revision, isEnding)
      return finish(runtime, actor, tx, { rootId: rows.rootId, revision: revision + 1 }, outcome, extra, guard)
    })
  } catch (error) {
    if (hasFailed(error, guardName)) return null
    throw error
  }
}

/**
 * Locks, loads and decides in a transaction that has more to do. Saves what was decided when it is done; null: what the
 * command names is gone. The caller delivers the effects and commits.
 */
export async function carryOutWithin(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  target: Target,
  command: Command,
): Promise<Decided | null> {
  const { workplaceId } = actor
  const [, loaded] = await tx.batch([lockStatement(workplaceId, target), loadStatement(workplaceId, target)])
  const rows = await readOrLoadPart(tx, workplaceId, target, loaded)
  if (rows === null) return null
  runtime.states.forget(workplaceId, rows.rootId)
  const outcome = await runUntilDecided(runtime, actor, tx, rows, command)
  if (outcome.kind === 'done') await tx.batch(saveOutcome(runtime, actor, outcome))
  return outcome
}

/** Starts an instance: nothing to lock or load, so one round trip when its definitions are at hand. */
export async function executeStart(
  runtime: Runtime,
  actor: Actor,
  command: Extract<Command, { type: 'startInstance' }>,
  extra: readonly Statement[] = [],
): Promise<CommandAnswer> {
  return runtime.db.withTransaction(actor.workplaceId, async (tx) => {
    const rows = emptyRows(command.instanceId)
    const outcome = await runUntilDecided(runtime, actor, tx, rows, command)
    return finish(runtime, actor, tx, { rootId: command.instanceId, revision: 0 }, outcome, extra)
  })
}

export type Decided = Exclude<Outcome, { kind: 'needs' }> & { state?: InstanceState }

/** Fetches what a run asks for and runs again, until it has what it needs. */
export async function runUntilDecided(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  loaded: LoadedRows,
  command: Command,
): Promise<Decided> {
  const sources = sourcesFor(runtime, actor.workplaceId)
  let rows = loaded
  for (;;) {
    const outcome = run(rows, command, {
      sources,
      now: runtime.clock(),
      newId: runtime.newId,
      userId: actor.userId,
      zone: runtime.zone,
    })
    if (outcome.kind !== 'needs') return outcome
    rows = await fetchNeed(runtime, actor, tx, rows, sources, outcome.need)
  }
}

async function fetchNeed(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  rows: LoadedRows,
  sources: ReturnType<typeof sourcesFor>,
  need: Need,
): Promise<LoadedRows> {
  const { workplaceId } = actor
  switch (need.kind) {
    case 'process':
      await fetchProcess(runtime, tx, workplaceId, sources, need.ref)
      return rows
    case 'decision':
      await fetchDecision(runtime, tx, workplaceId, sources, need.ref)
      return rows
    case 'resource':
      await fetchResource(tx, workplaceId, sources, need)
      return rows
    case 'binding':
      sources.bindings.set(need.name, await findJavaBinding(tx, workplaceId, need.name))
      return rows
    case 'calendar':
      sources.calendars.set(need.name, await findCalendar(tx, workplaceId, need.name))
      return rows
    case 'variable':
      return fetchVariable(tx, workplaceId, rows, need.id)
    default: {
      const part: Part = need
      const more = await loadPart(tx, workplaceId, rows.rootId, part)
      if (more === null) throw new Error(`Expected ${need.kind} in root ${rows.rootId}, but it is not there.`)
      return mergeLoaded(rows, more, part)
    }
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

async function loadPart(tx: Tx, workplaceId: string, rootId: string, part: Part): Promise<LoadedRows | null> {
  const [result] = await tx.batch([loadPartStatement(workplaceId, rootId, part)])
  return readLoaded(result)
}

/** Saves and commits what was decided; `guard` comes before everything else. */
async function finish(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  { rootId, revision }: { rootId: string; revision: number },
  outcome: Decided,
  extra: readonly Statement[],
  guard?: Statement,
): Promise<CommandAnswer> {
  if (outcome.kind === 'refused') {
    await tx.rollback()
    return { ok: false, reason: 'refused', refusal: outcome.refusal }
  }
  if (outcome.kind === 'failed') {
    await tx.rollback()
    return { ok: false, reason: 'failed', failure: outcome.failure, rootId }
  }
  const statements = [...(guard === undefined ? [] : [guard]), ...saveOutcome(runtime, actor, outcome), ...extra]
  if (outcome.effects.length === 0) {
    await tx.commit(statements)
    const rows = outcome.state === undefined ? null : rowsToKeep(outcome.state)
    if (rows !== null) runtime.states.put(actor.workplaceId, { rows, revision })
  } else {
    await tx.batch(statements)
    await deliverEffects(runtime, actor, tx, outcome.effects)
    await tx.commit([])
  }
  if (outcome.events.some(isJobForNow)) runtime.announceJobs()
  return { ok: true, result: outcome.result, events: outcome.events }
}

function isJobForNow(event: Event): boolean {
  return event.type === 'jobCreated' && event.job.dueAt === null
}

export function saveOutcome(runtime: Runtime, actor: Actor, outcome: Decided & { kind: 'done' }): Statement[] {
  if (outcome.state === undefined) throw new Error('Expected a run that is done to leave its state.')
  return saveStatements(outcome.state, outcome.events, {
    workplaceId: actor.workplaceId,
    userId: actor.userId,
    newId: runtime.newId,
    isHidden: (definitionId, elementId) => isLinkEvent(runtime, actor.workplaceId, definitionId, elementId),
  })
}

/** Link events stand for a flow without a line: they leave no history. */
function isLinkEvent(runtime: Runtime, workplaceId: string, definitionId: string, elementId: string): boolean {
  const element = runtime.definitions.processes.get(`${workplaceId} ${definitionId}`)?.model.elements[elementId]
  return element !== undefined && 'definitions' in element && element.definitions.some(({ kind }) => kind === 'link')
}

/** A root that is not there yet. */
export function emptyRows(rootId: string): LoadedRows {
  return {
    rootId,
    isComplete: true,
    instances: [],
    elements: [],
    variables: [],
    tasks: [],
    jobs: [],
    subscriptions: [],
    externalTasks: [],
    incidents: [],
  }
}
