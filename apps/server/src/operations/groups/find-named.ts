import { pageTexts } from '@millrace/contract/page-texts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Finds the id of the user who is the manager of a group. Refuses with `thing.not-found`. */
export async function findManager(
  tx: Tx,
  workplaceId: string,
  username: string | null,
): Promise<{ readonly id: string | null } | Refusal> {
  if (username === null) return { id: null }
  const [found] = await runSql<{ id: string }>(
    tx,
    sql`select id from app_user where workplace_id = ${workplaceId} and username = ${username}`,
  )
  if (found !== undefined) return found
  const message = `Expected a user “${username}”, but there is none. Choose another manager.`
  return refuse('thing.not-found', message, [{ where: 'manager', message }])
}

/**
 * Refuses with `thing.name-taken` where another group has the name. Call it under `lockGroups`: groups of Camunda may
 * share names, so no unique index exists.
 */
export async function refuseTakenName(
  tx: Tx,
  workplaceId: string,
  { id, name }: { readonly id: string | null; readonly name: string },
): Promise<Refusal | null> {
  const [other] = await runSql<{ id: string }>(
    tx,
    sql`select id from user_group where workplace_id = ${workplaceId} and name_key = left(lower(${name}::text), 200)
      and lower(name) = lower(${name}) and id is distinct from ${id}::uuid limit 1`,
  )
  const message = pageTexts.outcomes.duplicate.group
  return other === undefined ? null : refuse('thing.name-taken', message, [{ where: 'name', message }], 'group')
}
