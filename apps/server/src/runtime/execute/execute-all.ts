import type { Command } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { rootsOf } from '../load/load-rows.ts'
import type { ManyTarget, Target } from '../load/target.ts'
import type { Runtime } from '../runtime.ts'
import { type CommandAnswer, type Unit, unitOfWork } from './unit-of-work.ts'

/** How it ended; `id` is the first that could not be dealt with, and then nothing has changed. */
export type AllAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly id: string; readonly answer: Extract<CommandAnswer, { ok: false }> }

export interface Many {
  readonly by: Target['by']
  readonly ids: readonly string[]
  /** Whether what no longer exists meanwhile is passed over. */
  readonly isGoneFine?: boolean
  /** Whether so is what refuses, because it is already as it should be. */
  readonly isRefusedFine?: boolean
}

/**
 * Carries out a command for each of many things of one kind, of whatever instances, in one unit of work: all or nothing.
 * The roots are locked first and in order, so that two of these at once wait for one another.
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

/** The same as a part of a unit, which has locked the roots. */
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
