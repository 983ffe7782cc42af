import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type AllAnswer, executeEach } from '../../runtime/execute/execute-all.ts'
import { dropSuspensions, openSuspensions } from '../../runtime/execute/suspensions.ts'
import { type Unit, unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { rootsOfAll } from '../../runtime/load/load-rows.ts'
import { refusalOf } from '../carry-out.ts'
import { noSuchInstance } from '../instances/policy.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Up to this number of instances, one transaction suspends them. More are suspended by jobs, so that nobody waits for
 * the locks of all.
 */
const fewInstances = 20

export interface DefinitionSuspension {
  /** The SQL condition for the definitions. */
  readonly condition: RawBuilder<unknown>
  readonly isSuspended: boolean
  /** Whether the instances that run are meant too. */
  readonly includesInstances: boolean
  /** Whether job definitions are suspended too, so that new jobs wait. An activation always activates them. */
  readonly includesJobs?: boolean
  /** Becomes true with it. */
  readonly extras?: readonly Statement[]
  /** The entry of the operation log, which is written when there are such definitions. */
  readonly log?: Statement
}

/**
 * Suspends or activates definitions, after the caller has checked the permission. Returns null on success, otherwise a
 * refusal.
 */
export async function suspendDefinitions(
  { runtime }: Pick<OperationContext, 'runtime'>,
  request: Request,
  suspension: DefinitionSuspension,
): Promise<Refusal | null> {
  const answer = await unitOfWork(runtime, actorOf(request), (unit) =>
    suspendWithin(unit, runtime, request.workplaceId, suspension),
  )
  return answer.ok ? null : refusalOf(answer.answer, noSuchInstance)
}

/** Suspends or activates definitions as part of a larger unit of work. A refusal abandons the unit. */
export async function suspendWithin(
  unit: Unit,
  runtime: OperationContext['runtime'],
  workplaceId: string,
  { condition, isSuspended, includesInstances, includesJobs = false, extras = [], log }: DefinitionSuspension,
): Promise<AllAnswer> {
  const change = sql<{
    id: string
  }>`update process_definition set is_suspended = ${isSuspended} where workplace_id = ${workplaceId}::uuid and ${condition} returning id`
  const commandFor = (instanceId: string) => ({ type: 'suspendInstance', instanceId, isSuspended }) as const
  const isFine = { isGoneFine: true, isRefusedFine: true }
  unit.write(...extras)
  const definitionIds = (await unit.tx.query<{ id: string }>({ compile: () => change.compile(kysely) })).map(
    ({ id }) => id,
  )
  if (log !== undefined && definitionIds.length > 0) unit.write(log)
  if (includesJobs || !isSuspended) unit.write(suspendJobDefinitionsOf(workplaceId, definitionIds, isSuspended))
  if (includesInstances) dropSuspensions(unit, workplaceId, definitionIds)
  const { roots, instances } = await selectConcerned(unit.tx, workplaceId, definitionIds, isSuspended)
  const isNow = includesInstances && instances.length <= fewInstances
  const now = isNow ? instances : []
  await unit.lock(rootsOfAll(workplaceId, { instances: now, roots }))
  if (includesInstances && !isNow) openSuspensions(unit, runtime, workplaceId, { definitionIds, isSuspended })
  const done = await executeEach(unit, { by: 'root', ids: roots, ...isFine }, commandFor)
  return done.ok ? executeEach(unit, { by: 'instance', ids: now, ...isFine }, commandFor) : done
}

function suspendJobDefinitionsOf(workplaceId: string, ids: readonly string[], isSuspended: boolean): Statement {
  return {
    name: 'job_definitions_suspend',
    text: 'update job_definition set is_suspended = $3 where workplace_id = $1 and definition_id = any($2::uuid[]) and is_suspended <> $3',
    values: [workplaceId, ids, isSuspended],
  }
}

/**
 * Selects definitions with subscriptions, and instances that are not in the requested state yet: one more than the
 * limit, to detect that there are more.
 */
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
