import type { Statement } from '../../platform/db/batch.ts'
import { loadStatement, tryLockStatement } from '../load/load-rows.ts'
import {
  findEventStart,
  readWaitingStarts,
  type WaitingStart,
  waitingStartsStatement,
} from '../start/waiting-starts.ts'
import { decideStart } from './decide.ts'
import type { OpenUnit, Thrown } from './open-unit.ts'
import { postponeDeliveries } from './postpone-deliveries.ts'
import { readOrLoadPart, runUntilDecided } from './run-until-decided.ts'

/**
 * The maximum number of receivers that a unit of work reaches itself: a process may throw a signal that starts it
 * again, and a signal may reach thousands.
 */
const maxAtOnce = 100

/**
 * Delivers signals and messages to their receivers, one after another, until none are thrown: in the same transaction
 * where the lock of the receiver is free (decision 1), otherwise by a job. A receiver whose step fails stays unchanged
 * and gets a job too, which retries and finally raises an incident; the sender continues.
 */
export async function deliverEffects(unit: OpenUnit): Promise<void> {
  let left = maxAtOnce
  for (let effect = unit.effects.shift(); effect !== undefined; effect = unit.effects.shift()) {
    const { receivers, starts } = await selectWaiting(unit, effect)
    const late: string[] = []
    for (const start of starts) {
      const isNow = left-- > 0
      if (!isNow || !(await startNow(unit, effect, start))) late.push(start.subscriptionId)
    }
    for (const { id, rootId } of receivers) {
      const isNow = !(effect.kind === 'signal' && effect.isAsync) && left-- > 0
      if (!isNow || !(await deliverNow(unit, effect, id, rootId))) late.push(id)
    }
    if (late.length > 0) postponeDeliveries(unit, effect, late)
  }
}

interface Receiver {
  readonly id: string
  readonly rootId: string
}

/**
 * Selects the receivers of a signal or message. A message has one receiver: the instance that has waited longest,
 * otherwise a start event.
 */
async function selectWaiting(
  unit: OpenUnit,
  effect: Thrown,
): Promise<{ receivers: readonly Receiver[]; starts: readonly WaitingStart[] }> {
  const { workplaceId } = unit.actor
  const { kind, name, tenantId } = effect
  const [waiting, starting] = await unit.tx.batch([
    receiversStatement(workplaceId, effect),
    waitingStartsStatement(workplaceId, { kind, name, tenant: tenantId }),
  ])
  const receivers = (waiting ?? []).map(([id, rootId]) => ({ id: id as string, rootId: rootId as string }))
  const starts = readWaitingStarts(starting)
  if (kind === 'signal') return { receivers, starts }
  return { receivers: receivers.slice(0, 1), starts: receivers.length === 0 ? starts.slice(0, 1) : [] }
}

function receiversStatement(workplaceId: string, effect: Thrown): Statement {
  return {
    name: 'subscription_waiting',
    text: `select s.id, s.root_id from subscription s join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id
      where s.workplace_id = $1 and s.kind = $2 and s.name = $3 and s.root_id is distinct from $4 order by i.is_suspended, s.created_at, s.id`,
    values: [workplaceId, effect.kind, effect.name, effect.kind === 'signal' ? effect.exceptRootId : null],
  }
}

/** @returns false when it has to be tried again. */
async function deliverNow(unit: OpenUnit, { variables }: Thrown, id: string, rootId: string): Promise<boolean> {
  const { workplaceId } = unit.actor
  const target = { by: 'subscription', id } as const
  const [locked, loaded] = await unit.tx.batch([
    tryLockStatement(workplaceId, rootId),
    loadStatement(workplaceId, target),
  ])
  const revision = locked?.[0]?.[1]
  if (revision === undefined) return false
  unit.touch(rootId)
  const rows = await readOrLoadPart(unit.tx, workplaceId, target, loaded)
  // It has gone on without it.
  if (rows === null) return true
  const outcome = await runUntilDecided(unit, rows, { type: 'triggerSubscription', subscriptionId: id, variables })
  if (outcome.kind === 'done') await unit.save(outcome, { rootId, revision: Number(revision) })
  return outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.refusal.code === 'engine.not-waiting')
}

async function startNow(unit: OpenUnit, effect: Thrown, start: WaitingStart): Promise<boolean> {
  const { variables } = effect
  const businessKey = effect.kind === 'message' ? effect.businessKey : null
  const event = { businessKey, variables }
  const command = await findEventStart(unit.runtime, unit.tx, unit.actor.workplaceId, start, event)
  return command === null || (await decideStart(unit, command)).ok
}
