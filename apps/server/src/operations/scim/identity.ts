import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'

export interface Identified {
  readonly workplaceId: string
  readonly kind: 'user' | 'group'
  readonly id: string
}

/** Stores the external id that a SCIM client gives to a user or group. */
export async function writeIdentity(
  tx: Tx,
  { workplaceId, kind, id }: Identified,
  externalId: string | null,
): Promise<void> {
  await runSql(
    tx,
    sql`insert into scim_identity (workplace_id, kind, subject_id, external_id) values (${workplaceId}, ${kind}, ${id}, ${externalId})
      on conflict (workplace_id, kind, subject_id) do update set external_id = excluded.external_id, deleted_at = null
      where scim_identity.external_id is distinct from excluded.external_id or scim_identity.deleted_at is not null`,
  )
}

/** Writes that a client has deleted a user or group: it is hidden from clients until one creates it again. */
export async function markDeleted(tx: Tx, { workplaceId, kind, id }: Identified, now: Date): Promise<void> {
  await runSql(
    tx,
    sql`insert into scim_identity (workplace_id, kind, subject_id, deleted_at) values (${workplaceId}, ${kind}, ${id}, ${now.toISOString()})
      on conflict (workplace_id, kind, subject_id) do update set deleted_at = excluded.deleted_at`,
  )
}

/**
 * Returns whether a user that a client has deleted is another person than a new one: the client has another external id
 * for the new user. Without an external id, a user name means the same person again.
 */
export async function isOtherPerson(
  tx: Tx,
  workplaceId: string,
  id: string,
  externalId: string | null,
): Promise<boolean> {
  const found = await runSql(
    tx,
    sql`select from scim_identity where workplace_id = ${workplaceId} and kind = 'user' and subject_id = ${id} and external_id <> ${externalId}`,
  )
  return found.length > 0
}

/** Returns whether a client has deleted a user or group. */
export async function isDeleted(tx: Tx, { workplaceId, kind, id }: Identified): Promise<boolean> {
  const found = await runSql(
    tx,
    sql`select from scim_identity where workplace_id = ${workplaceId} and kind = ${kind} and subject_id = ${id} and deleted_at is not null`,
  )
  return found.length > 0
}
