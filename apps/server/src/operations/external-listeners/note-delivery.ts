import { type DeliveryOutcome, listenerLimits } from '@millrace/contract'
import type { Statement } from '../../platform/db/batch.ts'

/** An entry of the log of deliveries. Secrets in its texts were replaced. */
export interface NotedDelivery {
  readonly workplaceId: string
  readonly id: string
  readonly listenerId: string
  readonly at: Date
  readonly ms: number
  readonly outcome: DeliveryOutcome
  readonly subject: string | null
  readonly fault: string | null
  readonly content: string | null
  readonly bytes: number
  readonly sealed: Buffer | null
  readonly idKey: Buffer | null
  readonly bodyKey: Buffer | null
  readonly path?: string | null
  readonly location?: string | null
  /** The connection by which a file or mail was claimed; null: a webhook. */
  readonly connectionId?: string | null
  readonly instanceId: string | null
  readonly processKey: string | null
  readonly replay: { readonly of: string; readonly by: string } | null
}

/**
 * The maximum length of the subject of a delivery in characters: that of a file name, which is the longest kind of
 * subject.
 */
export const maxSubject = 255

/** Returns the statement that writes a delivery into its log. */
export function noteStatement(noted: NotedDelivery): Statement {
  const { workplaceId, id, listenerId, at, ms, outcome, subject, fault, content, bytes, replay } = noted
  return {
    name: 'external_delivery_add',
    text: `insert into external_delivery (workplace_id, id, listener_id, at, ms, outcome, subject, fault, content, bytes, sealed, id_key, body_key,
        path, location, instance_id, process_key, replay_of, replayed_by, connection_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'hex'), decode($12, 'hex'), decode($13, 'hex'), $14, $15, $16, $17, $18, $19, $20)`,
    values: [
      ...[workplaceId, id, listenerId, at.toISOString(), ms, outcome, shorten(subject, maxSubject), shorten(fault)],
      ...[shorten(content), bytes, hex(noted.sealed), hex(noted.idKey), hex(noted.bodyKey)],
      ...[noted.path ?? null, noted.location ?? null, noted.instanceId, noted.processKey],
      ...[replay?.of ?? null, replay?.by ?? null, noted.connectionId ?? null],
    ],
  }
}

/**
 * Returns the statement that deletes the content key of an earlier delivery, when it is older than the time window of
 * its listener. Equal content then counts as a new delivery: two orders on different days can be equal.
 */
export function forgetContentStatement(
  { workplaceId, listenerId, bodyKey }: { workplaceId: string; listenerId: string; bodyKey: Buffer },
  before: Date,
): Statement {
  return {
    name: 'external_delivery_forget',
    text: `update external_delivery set body_key = null where workplace_id = $1 and listener_id = $2 and body_key = decode($3, 'hex')
      and outcome in ('claimed', 'accepted') and at < $4`,
    values: [workplaceId, listenerId, bodyKey.toString('hex'), before.toISOString()],
  }
}

function hex(bytes: Buffer | null): string | null {
  return bytes?.toString('hex') ?? null
}

/** Shortens a text to a number of characters, and removes characters that PostgreSQL cannot store. */
export function shorten<T extends string | null>(text: T, most: number = listenerLimits.text): T {
  if (text === null) return text
  const plain = text.replaceAll('\0', '').toWellFormed()
  return (plain.length <= most ? plain : `${plain.slice(0, most).toWellFormed()}…`) as T
}
