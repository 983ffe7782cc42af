import type { Command } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { rootsOf } from '../load/load-rows.ts'
import type { ManyTarget, Target } from '../load/target.ts'
import type { Runtime } from '../runtime.ts'
import { type CommandAnswer, type Unit, unitOfWork } from './unit-of-work.ts'

/**
 * The result of a command for many objects. On failure, `id` is the first object that failed, and nothing has changed.
 */
export type AllAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly id: string; readonly answer: Extract<CommandAnswer, { ok: false }> }

export interface Many {
  readonly by: Target['by']
  readonly ids: readonly string[]
  /** Whether objects that no longer exist are skipped. */
  readonly isGoneFine?: boolean
  /** Whether so is what refuses, because it is already as it should be. */
  readonly isRefusedFine?: boolean
}

/**
 * Executes a command for each of many objects of one kind in one unit of work: all or nothing. Roots are locked first
 * and in order, so that two of these calls wait for each other.
 */
export async function executeAll(
  runtime: Runtime,
  actor: Actor,
  many: Many & { readonly by: ManyTarget },
  commandFor: (id: string) => Command,
): Promise<AllAnswer> {
  return unitOfWork<AllAnswer>(runtime, actor, async (unit) => {
    await unit.lock(rootsOf(actor.workplaceId, many.by, many.ids))
    return executeEach(unit, many, commandFor)
  })
}

/** Executes a command for each of many objects as part of a unit of work that has locked their roots. */
export async function executeEach(
  unit: Unit,
  { by, ids, isGoneFine = false, isRefusedFine = false }: Many,
  commandFor: (id: string) => Command,
): Promise<AllAnswer> {
  for (const id of ids) {
    const answer = await unit.execute({ by, id }, commandFor(id))
    if (answer.ok || (answer.reason === 'gone' && isGoneFine) || (answer.reason === 'refused' && isRefusedFine))
      continue
    return unit.abandon({ ok: false, id, answer })
  }
  return { ok: true }
}
