import type { JobData } from '@millrace/engine'
import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { planSuspension } from '../../runtime/execute/suspensions.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { OperationContext } from '../operation-context.ts'
import type { DefinitionSuspension } from './suspend-all.ts'

type Planned = NonNullable<JobData['suspension']['planned']>

/** Plans of a process that are listed. */
const most = 100

/** Creates jobs that suspend or activate definitions, or their job definitions, at a date. Returns null on success, otherwise a refusal. */
export function planSuspensions(
  { runtime }: Pick<OperationContext, 'runtime'>,
  request: Request,
  {
    condition,
    isSuspended,
    at,
    planned,
    log,
  }: Pick<DefinitionSuspension, 'condition' | 'isSuspended'> & {
    readonly at: string
    readonly planned: Planned
    /** The entry of the operation log about the plan. */
    readonly log: Statement
  },
): Promise<null> {
  const { workplaceId } = request
  return unitOfWork(runtime, actorOf(request), async (unit) => {
    // The newest version stands for all of them.
    const [newest] = await runSql<{ id: string }>(
      unit.tx,
      sql`select id from process_definition where workplace_id = ${workplaceId}::uuid and ${condition} order by version desc, id desc limit 1`,
    )
    if (newest === undefined) return null
    unit.write(log)
    planSuspension(unit, runtime, workplaceId, { definitionId: newest.id, isSuspended, planned, dueAt: at })
    return null
  })
}

interface Plan {
  readonly id: string
  readonly definition_id: string
  readonly due_at: Date
  readonly is_suspended: boolean
  readonly of: Planned['of']
  readonly includes_instances: boolean
  readonly tenant_id: string | null
}

/** Reads the planned suspensions and activations of versions of a process, the earliest first. */
export function listPlans(tx: Tx, workplaceId: string, key: string): Promise<Plan[]> {
  return runSql<Plan>(
    tx,
    sql`select j.id, j.definition_id, j.due_at, ${flag(sql`j.data`, 'isSuspended')} as is_suspended, j.data->'planned'->>'of' as of,
        ${flag(sql`j.data->'planned'`, 'includesInstances')} as includes_instances, d.tenant_id
      from process_definition d join job j on j.workplace_id = d.workplace_id and j.definition_id = d.id
      where d.workplace_id = ${workplaceId}::uuid and d.key = ${key} and j.kind = 'suspension' and j.data->'planned' is not null
        and j.data->'planned'->'jobs' is null
      order by j.due_at, j.id limit ${most}`,
  )
}

/** False is left out of the data of a job. */
function flag(data: Sql, name: string): Sql {
  return sql`coalesce((${data}->>${name})::boolean, false)`
}

/** Returns the SQL condition for the definitions to which a planned suspension applies. */
export function conditionOfPlan(definitionId: string, of: Planned['of']): RawBuilder<unknown> {
  if (of === 'version') return sql`id = ${definitionId}::uuid`
  const itself = sql`from process_definition o where o.workplace_id = process_definition.workplace_id and o.id = ${definitionId}::uuid`
  const isOfKey = sql`key = (select o.key ${itself})`
  return of === 'tenants' ? isOfKey : sql`${isOfKey} and tenant_id is not distinct from (select o.tenant_id ${itself})`
}
