import type { PlainVariable } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { rootsOf } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { findEventStart, selectWaitingStarts, type TenantChoice } from '../start/waiting-starts.ts'
import { type CommandAnswer, unitOfWork } from './unit-of-work.ts'

export interface SentSignal {
  readonly name: string
  readonly variables: readonly PlainVariable[]
  readonly tenant: TenantChoice
  /** The tenants to which the sender is limited, in addition to none; null: all. */
  readonly seesTenants?: readonly string[] | null
}

export type SignalAnswer = { readonly ok: true } | Extract<CommandAnswer, { ok: false }>

/**
 * Sends an external signal to all running instances and start events that wait for it now, in one unit of work: when
 * one of them fails, none continues.
 */
export async function sendSignal(runtime: Runtime, actor: Actor, signal: SentSignal): Promise<SignalAnswer> {
  const { workplaceId } = actor
  const { name, variables, tenant, seesTenants } = signal
  return unitOfWork<SignalAnswer>(runtime, actor, async (unit) => {
    const waiting = await selectWaiting(unit.tx, workplaceId, signal)
    const starts = await selectWaitingStarts(unit.tx, workplaceId, { kind: 'signal', name, tenant, seesTenants })
    await unit.lock(rootsOf(workplaceId, 'subscription', waiting))
    for (const subscriptionId of waiting) {
      const command = { type: 'triggerSubscription', subscriptionId, variables } as const
      const answer = await unit.execute({ by: 'subscription', id: subscriptionId }, command)
      // What was waiting may have gone on with an earlier delivery of the same signal.
      if (!answer.ok && !isNotWaiting(answer)) return unit.abandon(answer)
    }
    for (const start of starts) {
      const command = await findEventStart(runtime, unit.tx, workplaceId, start, { businessKey: null, variables })
      const answer = command === null ? null : await unit.start(command)
      if (answer?.ok === false) return unit.abandon(answer)
    }
    return { ok: true }
  })
}

/** Returns whether a command failed because the receiver no longer waits for the message or signal. */
export function isNotWaiting(answer: Extract<CommandAnswer, { ok: false }>): boolean {
  return answer.reason === 'gone' || (answer.reason === 'refused' && answer.refusal.code === 'engine.not-waiting')
}

async function selectWaiting(
  tx: Tx,
  workplaceId: string,
  { name, tenant, seesTenants = null }: SentSignal,
): Promise<string[]> {
  const [rows] = await tx.batch([
    {
      name: 'subscription_waiting_signal',
      text: `select s.id from subscription s join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id and not i.is_suspended
        where s.workplace_id = $1 and s.kind = 'signal' and s.name = $2 and ($3 or i.tenant_id is not distinct from $4)
          and ($5::text[] is null or i.tenant_id is null or i.tenant_id = any($5)) order by s.root_id, s.id`,
      values: [workplaceId, name, tenant === undefined, tenant ?? null, seesTenants],
    },
  ])
  return (rows ?? []).map(([id]) => id as string)
}
