import { type Effect, jobData, noNotes } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { countRevisionStatement, loadStatement, tryLockStatement } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { selectWaitingStarts, startByEvent } from '../start/start-by-event.ts'
import { saveOutcome } from './execute-command.ts'
import { readOrLoadPart, runUntilDecided } from './run-until-decided.ts'

/**
 * Delivers signals and messages to other roots, in the same transaction where their lock is free (decision 1). Whoever
 * is busy gets a job that delivers afterwards.
 */
export async function deliverEffects(
  runtime: Runtime,
  actor: Actor,
  tx: Tx,
  effects: readonly Effect[],
): Promise<void> {
  for (const effect of effects) await deliver(runtime, actor, tx, effect)
}

async function deliver(runtime: Runtime, actor: Actor, tx: Tx, effect: Effect): Promise<void> {
  const waiting = await selectWaiting(actor.workplaceId, tx, effect)
  if (effect.kind === 'signal' || waiting.length === 0) await startInstances(runtime, actor, tx, effect)
  for (const { id, rootId } of waiting) {
    if (effect.kind === 'signal' && effect.isAsync) {
      await postpone(runtime, actor, tx, effect, id)
      continue
    }
    const [locked] = await tx.batch([tryLockStatement(actor.workplaceId, rootId)])
    if (locked?.[0] === undefined) {
      await postpone(runtime, actor, tx, effect, id)
      continue
    }
    const target = { by: 'subscription', id } as const
    const [, loaded] = await tx.batch([
      countRevisionStatement(actor.workplaceId, rootId),
      loadStatement(actor.workplaceId, target),
    ])
    const rows = await readOrLoadPart(tx, actor.workplaceId, target, loaded)
    if (rows === null) continue
    const outcome = await runUntilDecided(runtime, actor, tx, rows, {
      type: 'triggerSubscription',
      subscriptionId: id,
      variables: effect.variables,
    })
    if (outcome.kind !== 'done') continue
    await tx.batch(saveOutcome(runtime, actor, outcome))
    await deliverEffects(runtime, actor, tx, outcome.effects)
  }
}

/** Start events that wait for it: of a message at most one, and only when no instance does. */
async function startInstances(runtime: Runtime, actor: Actor, tx: Tx, effect: Effect): Promise<void> {
  const { kind, name, variables, tenantId } = effect
  const starts = await selectWaitingStarts(tx, actor.workplaceId, kind, name, tenantId)
  const businessKey = effect.kind === 'message' ? effect.businessKey : null
  for (const start of kind === 'message' ? starts.slice(0, 1) : starts) {
    const started = await startByEvent(runtime, actor, tx, start, { businessKey, variables })
    if (started?.outcome.kind === 'done') await deliverEffects(runtime, actor, tx, started.outcome.effects)
  }
}

async function selectWaiting(workplaceId: string, tx: Tx, effect: Effect): Promise<{ id: string; rootId: string }[]> {
  const exceptRootId = effect.kind === 'signal' ? effect.exceptRootId : null
  const [rows] = await tx.batch([
    {
      name: 'subscription_waiting',
      text: `select id, root_id from subscription where workplace_id = $1 and kind = $2 and name = $3 and root_id is not null and root_id is distinct from $4 order by created_at, id`,
      values: [workplaceId, effect.kind, effect.name, exceptRootId],
    },
  ])
  const waiting = (rows ?? []).map(([id, rootId]) => ({ id: id as string, rootId: rootId as string }))
  return effect.kind === 'message' ? waiting.slice(0, 1) : waiting
}

async function postpone(runtime: Runtime, actor: Actor, tx: Tx, effect: Effect, subscriptionId: string): Promise<void> {
  await tx.batch([
    {
      name: 'job_postpone_delivery',
      text: `insert into job (workplace_id, id, root_id, instance_id, element_id, element_key, kind, retries, priority, is_exclusive, is_suspended, data, created_at)
        select workplace_id, $3, root_id, instance_id, element_id, element_key, kind, 3, 0, true, false, $4, $5 from subscription where workplace_id = $1 and id = $2`,
      values: [
        actor.workplaceId,
        subscriptionId,
        runtime.newId(),
        JSON.stringify(jobData[effect.kind].encode({ subscriptionId, variables: effect.variables, ...noNotes })),
        runtime.clock().toISOString(),
      ],
    },
  ])
}
