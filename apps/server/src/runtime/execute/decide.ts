import { type Command, createState, forkState, type InstanceState, noRows } from '@millrace/engine'
import { guardStatement, loadStatement, lockStatement, type Target } from '../load/load-rows.ts'
import type { OpenUnit } from './open-unit.ts'
import { type Decided, readOrLoadPart, runOnKnown, runUntilDecided } from './run-until-decided.ts'
import type { KnownState } from './state-cache.ts'
import type { Check, CommandAnswer, StartCommand } from './unit-of-work.ts'

/**
 * Decides on rows in memory, to be written under the condition that they still hold. Null when they are too few, and
 * when the answer is not that it was done.
 */
export async function decideOnKnown(
  unit: OpenUnit,
  { revision, state }: KnownState,
  command: Command,
  check: Check | undefined,
): Promise<CommandAnswer | null> {
  const { rootId } = state
  const outcome = isAllowed(state, check) ? await runOnKnown(unit, state, command) : null
  if (outcome?.kind !== 'done') return null
  const isEnding = outcome.state?.instances.get(rootId) === undefined
  const guard = guardStatement(unit.actor.workplaceId, rootId, revision, isEnding)
  unit.save(outcome, { rootId, revision: revision + 1 }, guard)
  return answerOf(outcome, rootId)
}

function isAllowed(state: InstanceState, check: Check | undefined): boolean {
  try {
    check?.(forkState(state))
    return true
  } catch {
    return false
  }
}

/** Locks the root, loads it and decides. */
export async function decideOnLoaded(
  unit: OpenUnit,
  target: Target,
  command: Command,
  check: Check | undefined,
): Promise<CommandAnswer> {
  const { workplaceId } = unit.actor
  const [locked, loaded] = await unit.tx.batch([lockStatement(workplaceId, target), loadStatement(workplaceId, target)])
  const rows = await readOrLoadPart(unit.tx, workplaceId, target, loaded)
  if (rows === null) return { ok: false, reason: 'gone' }
  const { rootId } = rows
  unit.touch(rootId)
  check?.(createState(rows))
  const outcome = await runUntilDecided(unit, rows, command)
  if (outcome.kind === 'done') unit.save(outcome, { rootId, revision: Number(locked?.[0]?.[1]) })
  return answerOf(outcome, rootId)
}

/** Starts an instance: nothing to lock or load, so no round trip of its own when its definitions are at hand. */
export async function decideStart(unit: OpenUnit, command: StartCommand): Promise<CommandAnswer> {
  const { instanceId: rootId } = command
  const outcome = await runUntilDecided(unit, { rootId, ...noRows }, command)
  if (outcome.kind === 'done') unit.save(outcome, { rootId, revision: 0 })
  return answerOf(outcome, rootId)
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
