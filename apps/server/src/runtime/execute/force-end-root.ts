import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../runtime.ts'
import { type ForcedEnd, forceEndStatements } from '../save/force-end-statements.ts'
import { unitOfWork } from './unit-of-work.ts'

interface Order extends Omit<ForcedEnd, 'workplaceId' | 'newId'> {
  /** An instance of the root, which has to be running. */
  readonly instanceId: string
  /** Statements of the same commit. */
  readonly alongside: readonly Statement[]
  /** Asked in the transaction, before anything happens. */
  readonly before?: ((tx: Tx) => Promise<Refusal | null>) | undefined
}

/**
 * Ends a root by statements alone, because the engine cannot process it. Returns null on success, `over` if the instance
 * has ended, otherwise the refusal of the check before it.
 */
export function forceEndRoot(
  runtime: Runtime,
  actor: Actor,
  { instanceId, alongside, before, ...end }: Order,
): Promise<Refusal | 'over' | null> {
  const { workplaceId } = actor
  return unitOfWork(runtime, actor, async (unit) => {
    const refusal = (await before?.(unit.tx)) ?? null
    if (refusal !== null) return refusal
    const find = {
      name: 'force_end_find',
      text: 'select id from instance where workplace_id = $1 and id = $2',
      values: [workplaceId, instanceId],
    }
    const [instances] = await unit.change({ by: 'instance', id: instanceId }, find)
    if (instances?.[0] === undefined) return unit.abandon('over' as const)
    unit.write(...forceEndStatements({ ...end, workplaceId, newId: runtime.newId }), ...alongside)
    return null
  })
}
