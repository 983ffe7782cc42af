import type { Command, Failure, Refusal } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { lockAllStatement, type ManyTarget } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { deliverEffects } from './deliver-effects.ts'
import { carryOutWithin } from './execute-command.ts'

/** How it ended; `id` is the first that could not be dealt with, and then nothing has changed. */
export type AllAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly id: string; readonly reason: 'gone' }
  | { readonly ok: false; readonly id: string; readonly reason: 'refused'; readonly refusal: Refusal }
  | { readonly ok: false; readonly id: string; readonly reason: 'failed'; readonly failure: Failure }

export interface Many {
  readonly by: ManyTarget
  readonly ids: readonly string[]
  /** Whether what is gone meanwhile is passed over. */
  readonly isGoneFine?: boolean
}

/**
 * Carries out a command for each of many things of one kind, of whatever instances, in one transaction: all or nothing.
 * The roots are locked first and in order, so that two of these at once wait for one another.
 */
export async function executeAll(
  runtime: Runtime,
  actor: Actor,
  { by, ids, isGoneFine = false }: Many,
  commandFor: (id: string) => Command,
): Promise<AllAnswer> {
  const answer = await runtime.db.withTransaction<AllAnswer>(actor, async (tx) => {
    await tx.batch([lockAllStatement(actor.workplaceId, by, ids)])
    for (const id of ids) {
      const outcome = await carryOutWithin(runtime, actor, tx, { by, id }, commandFor(id))
      if (outcome === null) {
        if (isGoneFine) continue
        await tx.rollback()
        return { ok: false, id, reason: 'gone' }
      }
      if (outcome.kind === 'done') {
        await deliverEffects(runtime, actor, tx, outcome.effects)
        continue
      }
      await tx.rollback()
      return outcome.kind === 'refused'
        ? { ok: false, id, reason: 'refused', refusal: outcome.refusal }
        : { ok: false, id, reason: 'failed', failure: outcome.failure }
    }
    await tx.commit([])
    return { ok: true }
  })
  if (answer.ok && ids.length > 0) runtime.announceJobs()
  return answer
}
