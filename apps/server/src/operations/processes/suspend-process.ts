import { type RawBuilder, sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { Belonging } from '../belonging.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDefinition } from './policy.ts'

/** One version, or all versions of a process. */
export type ProcessSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'key'; readonly key: string; readonly tenant: TenantChoice }

export interface ProcessSuspension {
  readonly of: ProcessSelection
  readonly isSuspended: boolean
  /** Whether the instances that run are meant too. */
  readonly includesInstances: boolean
}

/** Lets nobody start a process, or lets them again. Null when it is done. */
export async function suspendProcess(
  context: OperationContext,
  user: User,
  { of, isSuspended, includesInstances }: ProcessSuspension,
): Promise<Refusal | null> {
  const thing: Belonging = of.by === 'id' ? { kind: 'process', id: of.id } : { kind: 'processKey', id: of.key }
  const refusal = await refuseDefinition(context, user, 'operate', thing)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const change = sql<{
    id: string
  }>`update process_definition set is_suspended = ${isSuspended} where workplace_id = ${workplaceId}::uuid and ${conditionOf(of)} returning id`
  const ids = await context.db.withTransaction(actorOf(user), async (tx) => {
    const changed = await tx.query<{ id: string }>({ compile: () => change.compile(kysely) })
    return changed.map(({ id }) => id)
  })
  for (const id of ids)
    await executeCommand(context.runtime, actorOf(user), {
      target: { by: 'root', id },
      command: { type: 'suspendInstance', instanceId: id, isSuspended },
    })
  if (includesInstances) await suspendInstances(context, user, ids, isSuspended)
  return null
}

function conditionOf(of: ProcessSelection): RawBuilder<unknown> {
  if (of.by === 'id') return sql`id = ${of.id}::uuid`
  const ofTenant = of.tenant === undefined ? sql`` : sql` and tenant_id is not distinct from ${of.tenant}`
  return sql`key = ${of.key}${ofTenant}`
}

/** One by one, so that none is locked longer than for its own step. */
async function suspendInstances(
  { db, runtime }: OperationContext,
  user: User,
  definitionIds: readonly string[],
  isSuspended: boolean,
): Promise<void> {
  const [rows = []] = await db.read(user, (tx) =>
    tx.batch([
      {
        name: 'instances_to_suspend',
        text: 'select id from instance where workplace_id = $1 and definition_id = any($2::uuid[]) and is_suspended <> $3',
        values: [user.workplaceId, definitionIds, isSuspended],
      },
    ]),
  )
  for (const [id] of rows) {
    const instanceId = id ?? ''
    await executeCommand(runtime, actorOf(user), {
      target: { by: 'instance', id: instanceId },
      command: { type: 'suspendInstance', instanceId, isSuspended },
    })
  }
}
