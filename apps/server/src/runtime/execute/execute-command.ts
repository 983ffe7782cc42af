import {
  type Command,
  type CommandResult,
  createState,
  type Event,
  type Failure,
  forkState,
  type InstanceState,
  noRows,
  type Refusal,
} from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { hasFailed, type Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { guardName, guardStatement, loadStatement, lockStatement, type Target } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { saveStatements } from '../save/save-statements.ts'
import { deliverEffects } from './deliver-effects.ts'
import { type Decided, readOrLoadPart, runOnKnown, runUntilDecided } from './run-until-decided.ts'
import type { KnownState } from './state-cache.ts'

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
 * @param check is asked with the state under the lock, before anything happens; it throws to refuse.
 */
export async function executeCommand(
  runtime: Runtime,
  actor: Actor,
  target: Target,
  command: Command,
  extra: readonly Statement[] = [],
  check?: (state: InstanceState) => void,
): Promise<CommandAnswer> {
  const { known, leave } = runtime.states.enter(actor.workplaceId, target.id)
  try {
    const answer = known === null ? null : await executeOnKnown(runtime, actor, known, command, extra, check)
    return answer ?? (await executeOnLoaded(runtime, actor, target, command, extra, check))
  } finally {
    leave()
  }
}

async function executeOnLoaded(
  runtime: Runtime,
  actor: Actor,
  target: Target,
  command: Command,
  extra: readonly Statement[],
  check: ((state: InstanceState) => void) | undefined,
): Promise<CommandAnswer> {
  return runtime.db.withTransaction(actor, async (tx) => {
    const { workplaceId } = actor
    const [locked, loaded] = await tx.batch([lockStatement(workplaceId, target), loadStatement(workplaceId, target)])
    const rows = await readOrLoadPart(tx, workplaceId, target, loaded)
    if (rows === null) return { ok: false, reason: 'gone' }
    check?.(createState(rows))
    const outcome = await runUntilDecided(runtime, actor, tx, rows, command)
    return finish(runtime, actor, tx, { rootId: rows.rootId, revision: Number(locked?.[0]?.[0]) }, outcome, extra)
  })
}

/**
 * Decides on rows in memory and writes under the condition that they still hold: one round trip. Null when the rows had
 * changed or were too few, and when the answer is not that it was done: only what is read under the lock can be told to
 * anybody.
 */
async function executeOnKnown(
  runtime: Runtime,
  actor: Actor,
  known: KnownState,
  command: Command,
  extra: readonly Statement[],
  check: ((state: InstanceState) => void) | undefined,
): Promise<CommandAnswer | null> {
  const { workplaceId } = actor
  const { revision, state } = known
  const { rootId } = state
  try {
    return await runtime.db.withTransaction(actor, async (tx) => {
      const outcome = isAllowed(state, check) ? await runOnKnown(runtime, actor, tx, state, command) : null
      if (outcome?.kind !== 'done') return null
      const isEnding = outcome.state?.instances.get(rootId) === undefined
      const guard = guardStatement(workplaceId, rootId, revision, isEnding)
      return finish(runtime, actor, tx, { rootId, revision: revision + 1 }, outcome, extra, guard)
    })
  } catch (error) {
    // What made it fail may be of this process and about to bring the rows in memory up to date.
    if (hasFailed(error, guardName)) return null
    runtime.states.forget(workplaceId, rootId)
    throw error
  }
}

function isAllowed(state: InstanceState, check: ((state: InstanceState) => void) | undefined): boolean {
  try {
    check?.(forkState(state))
    return true
  } catch {
    return false
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
  return runtime.db.withTransaction(actor, async (tx) => {
    const rows = { rootId: command.instanceId, ...noRows }
    const outcome = await runUntilDecided(runtime, actor, tx, rows, command)
    return finish(runtime, actor, tx, { rootId: command.instanceId, revision: 0 }, outcome, extra)
  })
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
    if (outcome.state !== undefined) runtime.states.keep(actor.workplaceId, outcome.state, revision)
  } else {
    await tx.batch(statements)
    await deliverEffects(runtime, actor, tx, outcome.effects)
    await tx.commit([])
    runtime.states.forget(actor.workplaceId, rootId)
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
