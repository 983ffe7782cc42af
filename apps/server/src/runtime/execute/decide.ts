import { type Command, type Effect, forkState, type InstanceState, noRows } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { getProcess } from '../definitions/definitions.ts'
import type { CommandSources } from '../definitions/sources.ts'
import { guardStatement, loadStatement, lockStatement } from '../load/load-rows.ts'
import type { Target } from '../load/target.ts'
import type { LockedRoot, OpenUnit } from './open-unit.ts'
import { type Decided, type Found, readOrLoadPart, runOnKnown, runUntilDecided } from './run-until-decided.ts'
import type { KnownState } from './state-cache.ts'
import { stateOf } from './state-of.ts'
import type { Check, CommandAnswer, CommandChoice, StartCommand } from './unit-of-work.ts'

/** Rows that were read under the lock, which was released because the run needs a worker thread. */
export interface FoundState extends KnownState {
  readonly found: Found
}

/**
 * Decides a command on rows in memory, to be written only if the rows are still current. Returns null when more rows
 * are needed, and when the result is not a success: then the caller reads the rows again under the lock. For rows that
 * were just read for this command, every result is returned.
 */
export async function decideOnKnown(
  unit: OpenUnit,
  known: KnownState | FoundState,
  command: CommandChoice,
  check: Check | undefined,
): Promise<CommandAnswer | null> {
  const { revision, state } = known
  const { rootId } = state
  const found = 'found' in known ? known.found : undefined
  const outcome = isAllowed(state, check) ? await runOnKnown(unit, state, chosenOn(state, command), found) : null
  if (outcome === null) return null
  // Without time nothing more can be found out.
  const isLast = found !== undefined || unit.time.left <= 0
  if (outcome.kind !== 'done') return isLast ? answerOf(outcome, rootId) : null
  const root = state.instances.get(rootId)
  if (root === undefined) return null
  const isEnding = outcome.state?.instances.get(rootId) === undefined
  const guard = guardStatement(unit.actor.workplaceId, { ...root, revision }, isEnding)
  return keep(unit, outcome, { rootId, revision: revision + 1 }, guard)
}

function chosenOn(state: InstanceState, command: CommandChoice): Command {
  return typeof command === 'function' ? command(forkState(state)) : command
}

function isAllowed(state: InstanceState, check: Check | undefined): boolean {
  try {
    check?.(forkState(state))
    return true
  } catch {
    return false
  }
}

/**
 * Locks and loads a root, and decides a command on it.
 *
 * @param leave called with the loaded rows when the run belongs in a worker thread. It throws, so that the lock is
 * released during that time.
 */
export async function decideOnLoaded(
  unit: OpenUnit,
  target: Target,
  command: CommandChoice,
  { check, leave }: { readonly check?: Check | undefined; readonly leave?: (found: FoundState) => void },
): Promise<CommandAnswer> {
  const { runtime, actor } = unit
  const { workplaceId } = actor
  const [locked, loaded] = await unit.tx.batch([lockStatement(workplaceId, target), loadStatement(workplaceId, target)])
  const [lockedId = null, counted] = locked?.[0] ?? []
  const revision = Number(counted)
  const withNeighbours =
    lockedId !== null &&
    runtime.states.isWorthMore(workplaceId, { rootId: lockedId, revision: revision - 1 }, target.id)
  const rows = await readOrLoadPart(unit.tx, workplaceId, target, loaded, { withNeighbours })
  if (rows === null) return { ok: false, reason: 'gone' }
  const { rootId } = rows
  unit.touch(rootId)
  const state = await stateOf(rows)
  check?.(forkState(state))
  const outcome = await runUntilDecided(unit, rows, chosenOn(state, command), {
    state,
    leave: (found) => leave?.({ revision: revision - 1, state: found.state, found }),
  })
  return keep(unit, outcome, { rootId, revision })
}

/**
 * Creates a root. There is nothing to lock or load, so it needs no round trip when its definitions are in memory.
 * @param leave called when the run needs a worker thread while a connection is held; throws to give up the connection
 * meanwhile.
 * @param sources the definitions that were loaded already.
 */
export async function decideStart(
  unit: OpenUnit,
  command: StartCommand,
  { leave, sources }: { readonly leave?: (sources: CommandSources) => void; readonly sources?: CommandSources } = {},
): Promise<CommandAnswer> {
  const rootId = rootOf(command)
  const rows = { rootId, ...noRows }
  const outcome = await runUntilDecided(unit, rows, command, {
    ...(sources !== undefined && { sources }),
    leave: (found) => {
      if (unit.hasStarted()) leave?.(found.sources)
    },
  })
  return keep(unit, outcome, { rootId, revision: 0 })
}

function rootOf(command: StartCommand): string {
  switch (command.type) {
    case 'startInstance':
      return command.instanceId
    case 'createTask':
      return command.taskId
    case 'openStarts':
      return command.definition.id
  }
}

/** Saves what was done. The instance that a step starts is part of it: without that nothing is done. */
async function keep(unit: OpenUnit, outcome: Decided, root: LockedRoot, guard?: Statement): Promise<CommandAnswer> {
  if (outcome.kind !== 'done') return answerOf(outcome, root.rootId)
  const start = outcome.effects.find((effect) => effect.kind === 'start')
  const started = start === undefined ? null : await startFor(unit, start)
  if (started?.ok === false) return started
  await unit.save(outcome, root, guard)
  return answerOf(outcome, root.rootId)
}

async function startFor(unit: OpenUnit, effect: Extract<Effect, { kind: 'start' }>): Promise<CommandAnswer> {
  const { definitionId, elementId: startElementId, definitionIndex: startDefinitionIndex, ...start } = effect
  const { runtime, actor, tx } = unit
  const definition = await getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: definitionId })
  if (definition === null) return { ok: false, reason: 'gone' }
  const instanceId = runtime.newId()
  const { businessKey, variables, tenantId } = start
  return decideStart(unit, {
    type: 'startInstance',
    definition,
    instanceId,
    businessKey,
    variables,
    tenantId,
    startElementId,
    startDefinitionIndex,
  })
}

function answerOf(outcome: Decided, rootId: string): CommandAnswer {
  switch (outcome.kind) {
    case 'done':
      return { ok: true, result: outcome.result, events: outcome.events }
    case 'refused':
      return { ok: false, reason: 'refused', refusal: outcome.refusal }
    case 'failed':
      return { ok: false, reason: 'failed', failure: outcome.failure, rootId }
  }
}
