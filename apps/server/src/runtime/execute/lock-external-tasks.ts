import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../runtime.ts'

/** The result of a change of an external task's lock. */
export type LockAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'locked'; readonly workerId: string | null }

/**
 * Locks one external task for a worker. A lock is a lease: it changes nothing of the instance, so the root need not be
 * locked for it.
 */
export async function lockExternalTask(
  runtime: Runtime,
  actor: Actor,
  id: string,
  { workerId, until }: { workerId: string; until: Date },
): Promise<LockAnswer> {
  return attempt(runtime, actor, id, {
    name: 'external_task_lock',
    text: `update external_task set worker_id = $3, locked_until = $4 where workplace_id = $1 and id = $2 and (worker_id is null or worker_id = $3 or locked_until is null or locked_until < $5) returning id`,
    values: [actor.workplaceId, id, workerId, until.toISOString(), runtime.clock().toISOString()],
  })
}

/** Extends the lock of a worker. */
export async function extendLock(
  runtime: Runtime,
  actor: Actor,
  id: string,
  { workerId, until }: { workerId: string; until: Date },
): Promise<LockAnswer> {
  return attempt(runtime, actor, id, {
    name: 'external_task_extend',
    text: 'update external_task set locked_until = $4 where workplace_id = $1 and id = $2 and worker_id = $3 returning id',
    values: [actor.workplaceId, id, workerId, until.toISOString()],
  })
}

export async function unlockExternalTask(runtime: Runtime, actor: Actor, id: string): Promise<LockAnswer> {
  return attempt(runtime, actor, id, {
    name: 'external_task_unlock',
    text: 'update external_task set worker_id = null, locked_until = null where workplace_id = $1 and id = $2 returning id',
    values: [actor.workplaceId, id],
  })
}

async function attempt(runtime: Runtime, actor: Actor, id: string, change: Statement): Promise<LockAnswer> {
  const { workplaceId } = actor
  return runtime.db.withTransaction(actor, async (tx) => {
    const [changed, rows] = await tx.batch([
      change,
      {
        name: 'external_task_worker',
        text: 'select worker_id from external_task where workplace_id = $1 and id = $2',
        values: [workplaceId, id],
      },
    ])
    if (changed?.[0] !== undefined) return { ok: true }
    const row = rows?.[0]
    return row === undefined ? { ok: false, reason: 'gone' } : { ok: false, reason: 'locked', workerId: row[0] ?? null }
  })
}
