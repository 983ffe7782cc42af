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
import type { Statement } from '../platform/db/batch.ts'
import type { Tx } from '../platform/db/database.ts'
import { fetchDecision, fetchProcess, fetchResource, sourcesFor } from './definitions.ts'
import { deliverEffects } from './deliver-effects.ts'
import { fetchVariable } from './large-values.ts'
import {
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

/** How a command ended. Refused and failed ones have changed nothing. */
export type CommandAnswer =
  | { readonly ok: true; readonly result: CommandResult; readonly events: readonly Event[] }
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'refused'; readonly refusal: Refusal }
  | { readonly ok: false; readonly reason: 'failed'; readonly failure: Failure; readonly rootId: string }

/**
 * The one door for every change of an instance: locks its root, loads, decides, saves, commits. Two round trips unless
 * the run asks for more.
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
  return runtime.db.withTransaction(actor.workplaceId, async (tx) => {
    const { workplaceId } = actor
    const [, loaded] = await tx.batch([lockStatement(workplaceId, target), loadStatement(workplaceId, target)])
    let rows = readLoaded(loaded)
    if (rows === null) return { ok: false, reason: 'gone' }
    if (!rows.isComplete) rows = (await loadPart(tx, workplaceId, rows.rootId, { kind: 'target', target })) ?? rows
    check(rows)
    const outcome = await runUntilDecided(runtime, actor, tx, rows, command)
    return finish(runtime, actor, tx, rows.rootId, outcome, extra)
  })
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
  let rows = readLoaded(loaded)
  if (rows === null) return null
  if (!rows.isComplete) rows = (await loadPart(tx, workplaceId, rows.rootId, { kind: 'target', target })) ?? rows
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
    return finish(runtime, actor, tx, command.instanceId, outcome, extra)
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

async function loadPart(tx: Tx, workplaceId: string, rootId: string, part: Part): Promise<LoadedRows | null> {
  const [result] = await tx.batch([loadPartStatement(workplaceId, rootId, part)])
  return readLoaded(result)
}

async function finish(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  rootId: string,
  outcome: Decided,
  extra: readonly Statement[],
): Promise<CommandAnswer> {
  if (outcome.kind === 'refused') {
    await tx.rollback()
    return { ok: false, reason: 'refused', refusal: outcome.refusal }
  }
  if (outcome.kind === 'failed') {
    await tx.rollback()
    return { ok: false, reason: 'failed', failure: outcome.failure, rootId }
  }
  const statements = saveOutcome(runtime, actor, outcome)
  if (outcome.effects.length === 0) await tx.commit([...statements, ...extra])
  else {
    await tx.batch([...statements, ...extra])
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
