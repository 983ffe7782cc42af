import { sql } from 'kysely'
import { runSql } from '../../../platform/list/sql.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import type { MessageKeys } from './message-source.ts'
import type { MessageWatch } from './message-watch.ts'

/** An earlier delivery of the same message. */
export interface KnownDelivery {
  readonly id: string
  /** `claimed`: its processing ended with an unexpected error, and is tried again. */
  readonly outcome: 'claimed' | 'accepted'
}

/** Finds an earlier delivery of a message that was accepted, or that is tried again; null when there is none. */
export async function findKnown(
  { db }: Pick<Runtime, 'db'>,
  { id: listenerId, workplaceId }: MessageWatch,
  { idKey, bodyKey }: MessageKeys,
): Promise<KnownDelivery | null> {
  const isSame = idKey === null ? sql`body_key = ${bodyKey}` : sql`id_key = ${idKey}`
  const [row] = await db.read({ workplaceId }, (tx) =>
    runSql<KnownDelivery>(
      tx,
      sql`select id, outcome from external_delivery where workplace_id = ${workplaceId} and listener_id = ${listenerId}
        and ${isSame} and outcome in ('claimed', 'accepted')`,
    ),
  )
  return row ?? null
}
