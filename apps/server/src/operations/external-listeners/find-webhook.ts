import type { WebhookListener } from '@millrace/contract'
import { sql } from 'kysely'
import type { Seal } from '../../platform/auth/seal.ts'
import { readToken } from '../../platform/auth/token.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { settingsOf } from './listener.ts'

/** A webhook that receives deliveries, with its secrets. */
export interface Webhook {
  readonly id: string
  readonly workplaceId: string
  readonly settings: WebhookListener
  /** The current secret of signatures, and the previous one while it is valid. */
  readonly secrets: readonly string[]
}

/**
 * Finds the webhook of an address. Null when it does not exist or is disabled, or its API, its external system or its
 * workplace is. The token is random, and is looked up by its digest, so that the time of the search says nothing about it.
 */
export async function findWebhook(
  { db, seal, now }: { readonly db: Database; readonly seal: Seal; readonly now: Date },
  token: string,
): Promise<Webhook | null> {
  const read = readToken(token)
  if (read === null) return null
  const { workplaceId, hash } = read
  const [row] = await db.read({ workplaceId }, (tx) =>
    runSql<{ id: string; settings: object; sealed: Buffer | null; old_sealed: Buffer | null; is_old_valid: boolean }>(
      tx,
      sql`select l.id, l.settings, l.sealed, l.old_sealed, coalesce(l.old_until > ${now.toISOString()}, false) as is_old_valid
        from external_listener l
          join external_api p on p.workplace_id = l.workplace_id and p.id = l.api_id and p.disabled_at is null
          join external_system s on s.workplace_id = l.workplace_id and s.id = l.system_id and s.disabled_at is null
        where l.workplace_id = ${workplaceId} and l.kind = 'webhook' and l.disabled_at is null
          and (l.token_hash = ${hash} or (l.old_token_hash = ${hash} and l.old_until > ${now.toISOString()}))
          and exists (select from workplace w where w.workplace_id = l.workplace_id and w.suspended_at is null)`,
    ),
  )
  if (row === undefined) return null
  const settings = settingsOf({ settings: row.settings, kind: 'webhook' })
  if (settings.kind !== 'webhook') return null
  const sealed = [row.sealed, ...(row.is_old_valid ? [row.old_sealed] : [])]
  return {
    id: row.id,
    workplaceId,
    settings,
    secrets: sealed.flatMap((one) => (one === null ? [] : (seal.open(one) ?? []))),
  }
}
