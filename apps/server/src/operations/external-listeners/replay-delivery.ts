import { sql } from 'kysely'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { findExternal, type SecretContext, type StoredListener } from '../external-systems/external.ts'
import { externalRecords } from '../external-systems/external-kinds.ts'
import { refuseIntegrator } from '../external-systems/policy.ts'
import { noSuch } from '../records/find-record.ts'
import { refuseChange } from '../records/load-record.ts'
import { repeated } from './deliver.ts'
import { settingsOf } from './listener.ts'
import { findDelivery, noSuchDelivery, type StoredDelivery } from './load-delivery.ts'
import { replayMail } from './mail/replay-mail.ts'
import { replayMessage } from './messages/replay-message.ts'
import { noteStatement } from './note-delivery.ts'
import { carryOut, openContent } from './receive-webhook.ts'
import { replayFile } from './replay-file.ts'

/**
 * Processes the content of a delivery again, with the listener as it is now. A delivery that failed is replayed under its
 * own keys, so that it counts as delivered when its sender repeats it. @returns the id of the new delivery in the log.
 */
export async function replayDelivery(context: SecretContext, request: Request, id: string): Promise<string | Refusal> {
  const refusal = refuseIntegrator(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, user } = request
  const [delivery, listener] = await context.db.read(request, async (tx) => {
    const found = await findDelivery(tx, workplaceId, id)
    return [found, found && (await findExternal(tx, workplaceId, 'listener', found.listener_id))] as const
  })
  if (delivery === null) return noSuchDelivery()
  if (listener === null) return noSuch(externalRecords.listener)
  const unfit = refuseChange(user, externalRecords.listener, { ref: listener.id, row: listener })
  if (unfit !== null) return unfit
  switch (listener.kind) {
    case 'webhook':
      return replayWebhook(context, request, { delivery, listener })
    case 'folder':
      return replayFile(context, request, { delivery, listenerId: listener.id })
    case 'mail':
      return replayMail(context, request, { delivery, listenerId: listener.id })
    case 'queue':
    case 'topic':
      return replayMessage(context, request, { delivery, listener })
    default:
      return listener.kind satisfies never
  }
}

async function replayWebhook(
  context: SecretContext,
  request: Request,
  { delivery, listener }: { readonly delivery: StoredDelivery; readonly listener: StoredListener },
): Promise<string | Refusal> {
  const settings = settingsOf(listener)
  const content = openContent(createPropertySeal(context.secret), delivery.sealed)
  if (content === null || settings.kind !== 'webhook') return notKept()
  const { workplaceId, user } = request
  const isOpen = delivery.outcome === 'failed'
  if (isOpen && (await isDeliveredSince(context, request, delivery))) return deliveredAgain()
  const startedAt = performance.now()
  const noted = {
    workplaceId,
    listenerId: listener.id,
    at: context.clock(),
    subject: delivery.subject,
    content: delivery.content,
    bytes: delivery.bytes,
    sealed: delivery.sealed,
    idKey: isOpen ? delivery.id_key : null,
    bodyKey: isOpen ? delivery.body_key : null,
    instanceId: null,
    processKey: null,
    replay: { of: delivery.id, by: user.username },
  }
  const { cause, patience } = request
  const webhook = { id: listener.id, workplaceId, settings }
  const done = await carryOut(context, { webhook, content, occasion: { cause, patience }, noted, startedAt })
  if (!(done instanceof Refusal) && done.outcome !== repeated) return done.id
  if (!(done instanceof Refusal)) return deliveredAgain()
  const newId = context.runtime.newId()
  const ms = Math.round(performance.now() - startedAt)
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([noteStatement({ ...noted, id: newId, ms, outcome: 'failed', fault: done.message })]),
  )
  return newId
}

/**
 * Returns whether the content of a failed delivery was processed later: its sender repeated it, or it was replayed. The
 * time window does not count: senders repeat for hours.
 */
async function isDeliveredSince(
  { db }: SecretContext,
  request: Request,
  { listener_id, body_key, at }: StoredDelivery,
): Promise<boolean> {
  const [known] = await db.read(request, (tx) =>
    runSql(
      tx,
      sql`select 1 from external_delivery where workplace_id = ${request.workplaceId} and listener_id = ${listener_id}
        and body_key = ${body_key} and at >= ${at} and outcome in ('claimed', 'accepted') limit 1`,
    ),
  )
  return known !== undefined
}

function deliveredAgain(): Refusal {
  return refuse(
    'external.invalid',
    'Expected a delivery that was not processed yet, but its sender has sent it again, and it was processed then.',
  )
}

export function notKept(): Refusal {
  return refuse(
    'external.invalid',
    'Expected the content of the delivery, but it is not available any more. Ask the sender to send it again.',
  )
}
