import { listenerLimits } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Occasion } from '../../platform/auth/request.ts'
import type { Seal } from '../../platform/auth/seal.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { createHide } from '../../platform/outgoing/hide-secrets.ts'
import { readWebhook, type WebhookContent } from '../../runtime/listeners/read-webhook.ts'
import { contentWindowMs, verifyWebhook } from '../../runtime/listeners/verify-webhook.ts'
import type { SecretContext } from '../external-systems/external.ts'
import { deliver, type Reached, repeated } from './deliver.ts'
import { describeContent } from './describe-content.ts'
import type { Webhook } from './find-webhook.ts'
import { forgetContentStatement, type NotedDelivery, noteStatement } from './note-delivery.ts'

/** A request to a webhook. */
export interface WebhookRequest extends Occasion {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The token in its address. */
  readonly token: string
}

export interface ReceivedDelivery {
  /** The id of the delivery in the log. */
  readonly id: string
  /** Whether the same delivery was processed before, so that nothing happened this time. */
  readonly isRepeated: boolean
}

/**
 * Receives a request to a webhook: checks its signature, and starts the process or sends the message of the webhook. It
 * returns after the commit. The same delivery again changes nothing.
 */
export async function receiveWebhook(
  context: SecretContext,
  webhook: Webhook,
  sent: WebhookRequest,
): Promise<ReceivedDelivery | Refusal> {
  const { settings, secrets, id: listenerId, workplaceId } = webhook
  const at = context.clock()
  const startedAt = performance.now()
  const content = { headers: withoutSignIns(sent.headers), query: sent.query, body: sent.body }
  const hide = createHide([...secrets, sent.token])
  const log = {
    workplaceId,
    listenerId,
    at,
    bytes: sent.body.length,
    replay: null,
    sealed: null,
    idKey: null,
    bodyKey: null,
    content: null,
    instanceId: null,
    processKey: null,
  }
  const verified = verifyWebhook(settings, sent, { secrets, now: at })
  if (!verified.ok) {
    const refusal = refuse('webhook.rejected', `Expected a valid signature, but ${verified.why}.`)
    await noteRejected(context, { ...log, id: context.runtime.newId(), ms: 0, subject: null, fault: refusal.message })
    return refusal
  }
  const { idKey, bodyKey } = verified
  const subject = verified.id === null ? null : hide(verified.id)
  const known = { ...log, subject }
  const noteRepeated = async (): Promise<ReceivedDelivery> => {
    const id = context.runtime.newId()
    await note(context, { ...known, ...duration(startedAt), id, outcome: 'repeated', fault: null })
    return { id, isRepeated: true }
  }
  // What started or reached an instance before may not find one again.
  if (await isKnown(context, webhook, { idKey, bodyKey, at })) return noteRepeated()
  const kept = {
    content: describeContent(content, [...secrets, sent.token]),
    sealed: close(createPropertySeal(context.secret), content),
  }
  const noted = { ...known, ...kept, idKey, bodyKey }
  const done = await carryOut(context, { webhook, content, occasion: sent, noted, startedAt })
  if (!(done instanceof Refusal)) return done.outcome === repeated ? noteRepeated() : { id: done.id, isRepeated: false }
  // The same delivery, sent twice at once, may have reached the only receiver of the message first.
  if (await isKnown(context, webhook, { idKey, bodyKey, at })) return noteRepeated()
  const id = context.runtime.newId()
  await note(context, { ...noted, ...duration(startedAt), id, outcome: 'failed', fault: hide(done.message) })
  return done
}

const duration = (startedAt: number) => ({ ms: Math.round(performance.now() - startedAt) })

/** Returns whether the same was delivered before. */
async function isKnown(
  { db }: SecretContext,
  { id, workplaceId, settings }: Webhook,
  { idKey, bodyKey, at }: Pick<NotedDelivery, 'idKey' | 'bodyKey' | 'at'>,
): Promise<boolean> {
  const since = new Date(at.getTime() - contentWindowMs(settings)).toISOString()
  const [byId, byContent] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'external_delivery_known_id',
        text: `select 1 from external_delivery where workplace_id = $1 and listener_id = $2 and id_key = decode($3, 'hex') and outcome in ('claimed', 'accepted') limit 1`,
        values: [workplaceId, id, idKey?.toString('hex') ?? null],
      },
      {
        name: 'external_delivery_known_content',
        text: `select 1 from external_delivery where workplace_id = $1 and listener_id = $2 and body_key = decode($3, 'hex') and at >= $4 and outcome in ('claimed', 'accepted') limit 1`,
        values: [workplaceId, id, bodyKey?.toString('hex') ?? null, since],
      },
    ]),
  )
  return byId?.[0] !== undefined || byContent?.[0] !== undefined
}

interface CarryOut {
  readonly webhook: Pick<Webhook, 'id' | 'workplaceId' | 'settings'>
  readonly content: WebhookContent
  readonly occasion: Occasion
  readonly noted: Omit<NotedDelivery, 'id' | 'ms' | 'outcome' | 'fault'>
  readonly startedAt: number
}

/** Starts the process or sends the message, with the note of the delivery in the same commit. */
export async function carryOut(
  context: SecretContext,
  { webhook, content, occasion, noted, startedAt }: CarryOut,
): Promise<{ readonly id: string; readonly outcome: Reached | typeof repeated } | Refusal> {
  const { settings, id: listenerId, workplaceId } = webhook
  const id = context.runtime.newId()
  const { bodyKey, at } = noted
  const forget =
    bodyKey === null
      ? []
      : [
          forgetContentStatement(
            { workplaceId, listenerId, bodyKey },
            new Date(at.getTime() - contentWindowMs(settings)),
          ),
        ]
  const outcome = await deliver(context, {
    listener: { id: listenerId, workplaceId },
    target: settings.target,
    arrived: readWebhook(content),
    occasion,
    note: (reached) => [
      ...forget,
      noteStatement({ ...noted, ...reached, ...duration(startedAt), id, outcome: 'accepted', fault: null }),
    ],
  })
  return outcome instanceof Refusal ? outcome : { id, outcome }
}

async function note(context: SecretContext, noted: NotedDelivery): Promise<void> {
  await context.db.withTransaction(systemActor(noted.workplaceId, 'log of deliveries'), (tx) =>
    tx.commit([noteStatement(noted)]),
  )
}

/** Minimum seconds between two rejected deliveries in the log of a webhook, so that invalid requests fill no table. */
const rejectedEvery = 10

async function noteRejected(context: SecretContext, noted: Omit<NotedDelivery, 'outcome'>): Promise<void> {
  const { workplaceId, listenerId, at } = noted
  const since = new Date(at.getTime() - rejectedEvery * 1000).toISOString()
  await context.db.withTransaction(systemActor(workplaceId, 'log of deliveries'), async (tx) => {
    const [recent] = await tx.batch([
      {
        name: 'external_delivery_rejected',
        text: `select 1 from external_delivery where workplace_id = $1 and listener_id = $2 and at > $3 and outcome = 'rejected' limit 1`,
        values: [workplaceId, listenerId, since],
      },
    ])
    if (recent?.[0] === undefined) await tx.commit([noteStatement({ ...noted, outcome: 'rejected' })])
  })
}

const signIns: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie'])

function withoutSignIns(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !signIns.has(name)))
}

function close(seal: Seal, { headers, query, body }: WebhookContent): Buffer | null {
  if (body.length > listenerLimits.kept) return null
  return seal.close(JSON.stringify({ headers, query, body: body.toString('base64') }))
}

/** Decrypts the stored content of a delivery; null when there is none, or when it cannot be decrypted. */
export function openContent(seal: Seal, sealed: Buffer | null): WebhookContent | null {
  const text = sealed === null ? null : seal.open(sealed)
  if (text === null) return null
  const { headers, query, body } = JSON.parse(text) as Omit<WebhookContent, 'body'> & { readonly body: string }
  return { headers, query, body: Buffer.from(body, 'base64') }
}
