import type { DeliveryOutcome } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

export interface StoredDelivery {
  readonly id: string
  readonly listener_id: string
  readonly at: Date
  readonly ms: number
  readonly outcome: DeliveryOutcome
  readonly subject: string | null
  readonly fault: string | null
  readonly content: string | null
  readonly bytes: number
  readonly sealed: Buffer | null
  readonly id_key: Buffer | null
  readonly body_key: Buffer | null
  readonly path: string | null
  readonly location: string | null
  readonly connection_id: string | null
  readonly instance_id: string | null
  readonly process_key: string | null
  readonly replay_of: string | null
  readonly replayed_by: string | null
}

/** Finds a delivery in the log of a workplace. */
export async function findDelivery(tx: Tx, workplaceId: string, id: string): Promise<StoredDelivery | null> {
  if (!isUuid(id)) return null
  const [row] = await runSql<StoredDelivery>(
    tx,
    sql`select * from external_delivery where workplace_id = ${workplaceId} and id = ${id}`,
  )
  return row ?? null
}

export function noSuchDelivery(): Refusal {
  return refuse('thing.not-found', 'Expected a delivery of the log, but it does not exist. Old deliveries are removed.')
}
