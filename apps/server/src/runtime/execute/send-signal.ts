import type { Failure, PlainVariable, Refusal } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../runtime.ts'
import { selectWaitingStarts, startByEvent, type TenantChoice } from '../start/start-by-event.ts'
import { deliverEffects } from './deliver-effects.ts'
import { carryOutWithin } from './execute-command.ts'
import type { Decided } from './run-until-decided.ts'

export interface SentSignal {
  readonly name: string
  readonly variables: readonly PlainVariable[]
  readonly tenant: TenantChoice
}

export type SignalAnswer = { readonly ok: true } | { readonly ok: false; readonly problem: Refusal | Failure }

/**
 * Sends a signal from outside to everything that waits for it now, running instances and start events alike, in one
 * transaction: when one of them cannot go on, none does.
 */
export async function sendSignal(
  runtime: Runtime,
  actor: Actor,
  { name, variables, tenant }: SentSignal,
): Promise<SignalAnswer> {
  return runtime.db.withTransaction(actor, async (tx) => {
    const waiting = await selectWaiting(tx, actor.workplaceId, name, tenant)
    const starts = await selectWaitingStarts(tx, actor.workplaceId, 'signal', name, tenant)
    for (const subscriptionId of waiting) {
      const outcome = await carryOutWithin(
        runtime,
        actor,
        tx,
        { by: 'subscription', id: subscriptionId },
        { type: 'triggerSubscription', subscriptionId, variables },
      )
      // What was waiting may have gone on with an earlier delivery of the same signal.
      if (outcome === null || (outcome.kind === 'refused' && outcome.refusal.code === 'engine.not-waiting')) continue
      const problem = await finish(runtime, actor, tx, outcome)
      if (problem !== null) return { ok: false, problem }
    }
    for (const start of starts) {
      const started = await startByEvent(runtime, actor, tx, start, { businessKey: null, variables })
      const problem = started === null ? null : await finish(runtime, actor, tx, started.outcome)
      if (problem !== null) return { ok: false, problem }
    }
    await tx.commit([])
    return { ok: true }
  })
}

async function finish(runtime: Runtime, actor: Actor, tx: Tx, outcome: Decided): Promise<Refusal | Failure | null> {
  if (outcome.kind === 'done') {
    await deliverEffects(runtime, actor, tx, outcome.effects)
    return null
  }
  await tx.rollback()
  return outcome.kind === 'refused' ? outcome.refusal : outcome.failure
}

/** Ordered by root, so that two signals at once lock in the same order. */
async function selectWaiting(tx: Tx, workplaceId: string, name: string, tenant: TenantChoice): Promise<string[]> {
  const [rows] = await tx.batch([
    {
      name: 'subscription_waiting_signal',
      text: `select s.id from subscription s join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id and not i.is_suspended
        where s.workplace_id = $1 and s.kind = 'signal' and s.name = $2 and ($3 or i.tenant_id is not distinct from $4) order by s.root_id, s.id`,
      values: [workplaceId, name, tenant === undefined, tenant ?? null],
    },
  ])
  return (rows ?? []).map(([id]) => id as string)
}
