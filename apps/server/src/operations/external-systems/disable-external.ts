import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { listDeployedUses } from '../../runtime/uses/list-deployed-uses.ts'
import { listProcessUses } from '../../runtime/uses/list-process-uses.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { findExternal, recordOf, type StoredExternal } from './external.ts'
import type { ExternalKind } from './external-kinds.ts'
import { refuseIntegrator } from './policy.ts'

/**
 * Disables an external system or a part of one: nobody can change it, and forms get no answers from it. Refused while
 * enabled parts use it, or while a step of a process uses the adapter, in an application or deployed without one. Forms
 * do not count, because users can fill them in without the adapter. Returns null on success, otherwise a refusal.
 */
export async function disableExternal(
  context: OperationContext,
  request: Request,
  { kind, id, reason }: { readonly kind: ExternalKind; readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  const refusal =
    refuseIntegrator(request.user) ?? (kind === 'adapter' ? await refuseAsked(context, request, id) : null)
  if (refusal !== null) return refusal
  return disable(context, request, recordOf(kind), { ref: id, reason, refuse: (tx, row) => refuseUsed(tx, kind, row) })
}

/** Queries for enabled objects that use an object of each kind. */
const needs = {
  system: [['external_connection'], 'system_id'],
  connection: [['external_api'], 'connection_id'],
  api: [['external_adapter', 'external_listener'], 'api_id'],
} as const

/** The maximum number of named uses. */
const maxNamed = 5

/** Designs are read before the adapter is locked, in a thread: it may take a while. */
async function refuseAsked(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const { workplaceId } = request
  const adapter = await context.db.read(request, (tx) => findExternal(tx, workplaceId, 'adapter', id))
  if (adapter === null || adapter.disabled_at !== null) return null
  const [designed, deployed] = await Promise.all([
    listProcessUses(context, workplaceId, adapter.key),
    listDeployedUses(context, workplaceId, adapter.key),
  ])
  return refuseNeeded(adapter.name, [...designed, ...deployed], { canSuspend: deployed.length > 0 })
}

async function refuseUsed(
  tx: Tx,
  kind: ExternalKind,
  { workplace_id, id, name }: StoredExternal,
): Promise<Refusal | null> {
  if (kind === 'adapter' || kind === 'listener') return null
  const [tables, column] = needs[kind]
  const all = tables.map(
    (table) => sql`select name from ${sql.table(table)}
      where workplace_id = ${workplace_id} and ${sql.ref(column)} = ${id} and disabled_at is null`,
  )
  const users = await runSql<{ name: string; count: string }>(
    tx,
    sql`select name, count(*) over () as count from (${sql.join(all, sql` union all `)}) used
      order by lower(name) limit ${maxNamed}`,
  )
  return refuseNeeded(name, users, { count: Number(users[0]?.count) })
}

function refuseNeeded(
  name: string,
  all: readonly { readonly name: string }[],
  { count = all.length, canSuspend = false }: { readonly count?: number; readonly canSuspend?: boolean },
): Refusal | null {
  if (all.length === 0) return null
  const users = all.slice(0, maxNamed)
  const more = count - users.length
  const names = users.map((user) => `“${user.name}”`).join(', ')
  return refuse(
    'external.in-use',
    `Expected no enabled items that use “${name}”, but there is ${names}${more > 0 ? ` and ${more} more` : ''}. ${canSuspend ? 'Disable or suspend' : 'Disable'} that first.`,
    users.map((user) => ({ where: 'uses', message: user.name })),
  )
}
