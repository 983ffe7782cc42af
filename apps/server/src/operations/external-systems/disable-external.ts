import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockExternal, type StoredExternal } from './external.ts'
import type { ExternalKind } from './external-kinds.ts'
import { markDisabled } from './mark-disabled.ts'
import { refuseIntegrator } from './policy.ts'

/**
 * Disables an external system or a part of one: nobody changes it, and no form is answered by it. Refused while something
 * in use needs it; adapters can always be disabled. Null when it is done.
 */
export async function disableExternal(
  { db, clock }: OperationContext,
  user: User,
  { kind, id, reason }: { readonly kind: ExternalKind; readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(user), async (tx) => {
    const found = await lockExternal(tx, user, kind, id)
    if (found instanceof Refusal) return found
    const used = await refuseUsed(tx, kind, found)
    if (used !== null) return used
    await markDisabled(tx, kind, found, { disabled_at: clock(), disabled_by: user.username, disabled_reason: reason })
    return null
  })
}

/** What in use needs one of a kind. */
const needs = {
  system: ['external_connection', 'system_id'],
  connection: ['external_api', 'connection_id'],
  api: ['external_adapter', 'api_id'],
} as const

/** That are named. */
const mostNamed = 5

async function refuseUsed(
  tx: Tx,
  kind: ExternalKind,
  { workplace_id, id, name }: StoredExternal,
): Promise<Refusal | null> {
  if (kind === 'adapter') return null
  const [table, column] = needs[kind]
  const users = await runSql<{ name: string; count: string }>(
    tx,
    sql`select name, count(*) over () as count from ${sql.table(table)}
      where workplace_id = ${workplace_id} and ${sql.ref(column)} = ${id} and disabled_at is null
      order by lower(name) limit ${mostNamed}`,
  )
  if (users.length === 0) return null
  const more = Number(users[0]?.count) - users.length
  const names = users.map((user) => `“${user.name}”`).join(', ')
  return refuse(
    'external.in-use',
    `Expected nothing in use that needs “${name}”, but there is ${names}${more > 0 ? ` and ${more} more` : ''}. Disable that first.`,
    users.map((user) => ({ where: 'uses', message: user.name })),
  )
}
