import { type RawBuilder, sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeEach } from '../../runtime/execute/execute-all.ts'
import { dropSuspensions, openSuspensions } from '../../runtime/execute/suspensions.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { rootsOfAll } from '../../runtime/load/load-rows.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { Belonging } from '../belonging.ts'
import { refusalOf } from '../carry-out.ts'
import { noSuchInstance } from '../instances/policy.ts'
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

/** Of so many instances nobody waits for the locks of all: more are suspended by jobs. */
const fewInstances = 20

/**
 * Lets nobody start a process, or lets them again. Null when it is done: definitions, what they wait for and, where they
 * are few, instances in one unit of work; else jobs of that unit see to the instances.
 */
export async function suspendProcess(
  context: OperationContext,
  user: User,
  { of, isSuspended, includesInstances }: ProcessSuspension,
): Promise<Refusal | null> {
  const thing: Belonging = of.by === 'id' ? { kind: 'process', id: of.id } : { kind: 'processKey', id: of.key }
  const refusal = await refuseDefinition(context, user, 'operate', thing)
  if (refusal !== null) return refusal
  const { runtime } = context
  const { workplaceId } = user
  const change = sql<{
    id: string
  }>`update process_definition set is_suspended = ${isSuspended} where workplace_id = ${workplaceId}::uuid and ${conditionOf(of)} returning id`
  const commandFor = (instanceId: string) => ({ type: 'suspendInstance', instanceId, isSuspended }) as const
  const isFine = { isGoneFine: true, isRefusedFine: true }
  const answer = await unitOfWork(runtime, actorOf(user), async (unit) => {
    const definitionIds = (await unit.tx.query<{ id: string }>({ compile: () => change.compile(kysely) })).map(
      ({ id }) => id,
    )
    if (includesInstances) dropSuspensions(unit, workplaceId, definitionIds)
    const { roots, instances } = await selectConcerned(unit.tx, workplaceId, definitionIds, isSuspended)
    const isNow = includesInstances && instances.length <= fewInstances
    const now = isNow ? instances : []
    await unit.lock(rootsOfAll(workplaceId, { instances: now, roots }))
    if (includesInstances && !isNow) openSuspensions(unit, runtime, workplaceId, { definitionIds, isSuspended })
    const done = await executeEach(unit, { by: 'root', ids: roots, ...isFine }, commandFor)
    return done.ok ? executeEach(unit, { by: 'instance', ids: now, ...isFine }, commandFor) : done
  })
  return answer.ok ? null : refusalOf(answer.answer, noSuchInstance)
}

function conditionOf(of: ProcessSelection): RawBuilder<unknown> {
  if (of.by === 'id') return sql`id = ${of.id}::uuid`
  const ofTenant = of.tenant === undefined ? sql`` : sql` and tenant_id is not distinct from ${of.tenant}`
  return sql`key = ${of.key}${ofTenant}`
}

/** Definitions that wait for something, and instances that are not yet as they should be: one more than few tells of more. */
async function selectConcerned(
  tx: Tx,
  workplaceId: string,
  definitionIds: readonly string[],
  isSuspended: boolean,
): Promise<{ readonly roots: readonly string[]; readonly instances: readonly string[] }> {
  const [roots = [], instances = []] = await tx.batch([
    {
      name: 'roots_to_suspend',
      text: 'select id from root where workplace_id = $1 and id = any($2::uuid[]) order by id',
      values: [workplaceId, definitionIds],
    },
    {
      name: 'instances_to_suspend',
      text: 'select id from instance where workplace_id = $1 and definition_id = any($2::uuid[]) and is_suspended <> $3 order by id limit $4',
      values: [workplaceId, definitionIds, isSuspended, fewInstances + 1],
    },
  ])
  return { roots: roots.map(([id]) => id ?? ''), instances: instances.map(([id]) => id ?? '') }
}
