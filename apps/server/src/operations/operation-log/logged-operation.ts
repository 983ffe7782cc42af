import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { firstOf } from '../../platform/db/first-of.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { placeOfJob } from '../../runtime/definitions/place-of-job.ts'
import type { OperationContext } from '../operation-context.ts'

/** The category of an operation in Camunda 7: task worker, operator or administrator. */
export type OperationCategory = 'TaskWorker' | 'Operator' | 'Admin'

export interface PropertyChange {
  readonly property: string | null
  readonly orgValue?: string | null
  readonly newValue?: string | null
}

export interface LoggedOperation {
  /** The operation type of Camunda, such as `SetJobRetries`. */
  readonly operation: string
  /** The entity type of Camunda, such as `ProcessInstance`. */
  readonly entity: string
  readonly category: OperationCategory
  /** The log has one entry for each changed property; without properties, one entry that names none. */
  readonly changes?: readonly PropertyChange[]
  /** The batch that does it. */
  readonly batchId?: string
  /** The object of the engine that was changed; by `processKey`, all versions of a process. */
  readonly to?: { readonly kind: keyof typeof places; readonly id: string }
}

export type LogContext = Pick<OperationContext, 'runtime' | 'clock'>

/**
 * Returns the statement that logs an operation of a user which has no other trace in the history or the audit. Send it in the commit
 * of the operation.
 */
export function logOperation(
  { runtime, clock }: LogContext,
  { workplaceId, user }: Request,
  { operation, entity, category, changes = [], batchId, to }: LoggedOperation,
): Statement {
  const rows = changes.length === 0 ? [{ property: null }] : changes
  const fixed = [workplaceId, runtime.newId(), clock().toISOString(), user.username, operation, entity, category]
  const listed = [
    rows.map(() => runtime.newId()),
    rows.map(({ property }) => property),
    rows.map(({ orgValue = null }: PropertyChange) => orgValue),
    rows.map(({ newValue = null }: PropertyChange) => newValue),
  ]
  const place = to === undefined || !(to.kind === 'processKey' || isUuid(to.id)) ? null : to
  return {
    name: `operation_log_${place?.kind ?? 'alone'}${batchId === undefined ? '' : '_batch'}`,
    text: `insert into operation_log (workplace_id, operation_id, at, user_id, operation_type, entity_type, category, id, property, org_value, new_value${place === null ? '' : `, ${columns}`}${batchId === undefined ? '' : ', batch_id'})
      select $1, $2, $3, $4, $5, $6, $7, c.id, c.property, c.org_value, c.new_value${place === null ? '' : ', p.*'}${batchId === undefined ? '' : `, $${place === null ? 12 : 13}::uuid`}
      from unnest($8::uuid[], $9::text[], $10::text[], $11::text[]) as c (id, property, org_value, new_value)${place === null ? '' : ` left join lateral (${placeQueryOf(place.kind)} limit 1) p on true`}`,
    values: [...fixed, ...listed, ...(place === null ? [] : [place.id]), ...(batchId === undefined ? [] : [batchId])],
  }
}

const columns =
  'deployment_id, definition_id, process_key, root_id, instance_id, execution_id, task_id, job_id, job_definition_id, external_task_id, tenant_id'

const ofProcess = (table: string) =>
  `from ${table} x left join process_definition d on d.workplace_id = $1 and d.id = x.definition_id where x.workplace_id = $1`

/** Where each kind of thing stands, by its id as `$12`. What has ended meanwhile is found in history. */
const places = {
  processKey:
    'select null::uuid, null::uuid, $12::text, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::text',
  deployment: `select x.id, null::uuid, null::text, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, x.tenant_id
    from deployment x where x.workplace_id = $1 and x.id = $12`,
  definition: `select d.deployment_id, d.id, d.key, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, d.tenant_id
    from process_definition d where d.workplace_id = $1 and d.id = $12`,
  jobDefinition: `select d.deployment_id, d.id, d.key, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, x.id, null::uuid, d.tenant_id ${ofProcess('job_definition')} and x.id = $12`,
  instance: ['instance', 'history_instance']
    .map(
      (table) =>
        `select d.deployment_id, x.definition_id, d.key, x.root_id, x.id, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, x.tenant_id ${ofProcess(table)} and x.id = $12`,
    )
    .join(' union all '),
  execution: `select d.deployment_id, i.definition_id, d.key, i.root_id, i.id, nullif($12::uuid, i.id), null::uuid, null::uuid, null::uuid, null::uuid, i.tenant_id
    from instance i left join process_definition d on d.workplace_id = $1 and d.id = i.definition_id
    where i.workplace_id = $1 and i.id = ${firstOf('(select e.instance_id from element e where e.workplace_id = $1 and e.id = $12)', '$12')}`,
  task: `select d.deployment_id, x.definition_id, d.key, nullif(x.root_id, x.id), x.instance_id, x.execution_id, x.id, null::uuid, null::uuid, null::uuid, x.tenant_id
    from (select workplace_id, id, root_id, instance_id, execution_id, definition_id, tenant_id from task
      union all select workplace_id, id, root_id, nullif(instance_id, id), execution_id, definition_id, tenant_id from history_task) x
    left join process_definition d on d.workplace_id = $1 and d.id = x.definition_id where x.workplace_id = $1 and x.id = $12`,
  // A planned suspension is no job of its definition.
  job: `select d.deployment_id, d.id, d.key, i.root_id, x.instance_id, null::uuid, null::uuid, x.id,
      (select jd.id from job_definition jd, job j where j.workplace_id = $1 and j.id = $12 and jd.workplace_id = $1 and ${placeOfJob('jd')}), null::uuid, x.tenant_id
    from job x left join instance i on i.workplace_id = $1 and i.id = x.instance_id
    left join process_definition d on d.workplace_id = $1 and d.id = case when x.kind = 'suspension' or x.definition_id is null then i.definition_id else x.definition_id end where x.workplace_id = $1 and x.id = $12`,
  externalTask: `select d.deployment_id, x.definition_id, d.key, x.root_id, x.instance_id, x.execution_id, null::uuid, null::uuid, null::uuid, x.id, x.tenant_id ${ofProcess('external_task')} and x.id = $12`,
} as const

function placeQueryOf(kind: keyof typeof places): string {
  return places[kind]
}
